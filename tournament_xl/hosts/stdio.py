"""A workbook open in another program, which sends its sheets as JSON and writes the edits it gets back.

LibreOffice's extension does so (`libreoffice/`). The exchange is described in docs/stdio.md.
"""

from __future__ import annotations

import json
import math
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, BinaryIO, NoReturn

from tournament_xl.broken import sentence
from tournament_xl.files import limits
from tournament_xl.hosts import backups, files, pressing
from tournament_xl.hosts.bug import bug_sentence
from tournament_xl.hosts.places import real
from tournament_xl.press import DONE, Outcome
from tournament_xl.record import record
from tournament_xl.texts import stdio as texts
from tournament_xl.workbook.snapshot import PRINT_SCALE, Cell, Fold, HostError, Pages, Snapshot, whole_letters

VERSION = 1  # of the exchange
MAX_INPUT = 30 * 2**20  # bytes
MAX_MARKS = {b",": 4_000_000, b"[": 1_000_000, b"{": 100_000}  # values, lists and objects take far more room once read
MAX_SHEETS = 1000
USAGE, UNREADABLE, BUG = 2, 5, 70  # exit codes of the contract, with those of an outcome
LONGEST_NAME = 4096  # letters of a path, as most systems have it
_CELL_TYPES = (str, int, float, bool, type(None))


class BadInput(Exception):
    """What came in is no workbook; the text is a French sentence."""


@record
class Request:
    """What came in."""

    place: pressing.Place
    snapshot: Snapshot


def main(action: str, stdin: BinaryIO | None = None, stdout: BinaryIO | None = None) -> int:
    """Press `action` on the workbook that stands on `stdin`, answer on `stdout`; the exit code, also in the answer.

    Nothing is written to the workbook here; the answer names the backup to make and the cells to write. HostError
    when there is no standard output to answer on: then nothing is pressed.
    """
    if stdout is None and sys.stdout is None:
        raise HostError(texts.NO_OUTPUT)
    writing = sys.stdout.buffer if stdout is None else stdout
    try:
        answer = _press(action, stdin)
    except BadInput as error:
        answer = _answer(USAGE, message=str(error))
    except HostError as error:
        answer = _answer(UNREADABLE, message=str(error))
    except Exception as error:
        broken = sentence(error)
        answer = _answer(UNREADABLE if broken else BUG, message=broken or bug_sentence(error))
    writing.write(json.dumps(answer, ensure_ascii=False, allow_nan=False).encode("utf-8", "replace") + b"\n")
    writing.flush()
    return int(answer["code"])


def _press(action: str, stdin: BinaryIO | None) -> dict[str, Any]:
    if action not in texts.BUTTONS:
        raise BadInput(texts.UNKNOWN_ACTION.format(action=action, actions=", ".join(sorted(texts.BUTTONS))))
    asked = request(_received(stdin))
    outcome = pressing.act(action, asked.snapshot, asked.place)
    shown = pressing.SHOWN.get(action, "") if outcome.code == DONE else ""
    backup = _backup(asked.place, action) if outcome.edits else {}
    return _answer(outcome.code, outcome.message, outcome, show=shown, backup=backup)


def _received(stdin: BinaryIO | None) -> bytes:
    """What stands on `stdin`, else on standard input; BadInput when there is none, or none to be read."""
    try:
        return (sys.stdin.buffer if stdin is None else stdin).read(MAX_INPUT + 1)
    except (AttributeError, OSError, ValueError) as error:  # sys.stdin is None when it was closed
        raise BadInput(texts.NO_INPUT) from error


def _answer(
    code: int,
    message: str,
    outcome: Outcome | None = None,
    *,
    show: str = "",
    backup: Mapping[str, object] | None = None,
) -> dict[str, Any]:
    """The object that goes out; every key is always there."""
    told = outcome or Outcome(code)
    return {
        "version": VERSION,
        "code": code,
        "message": message,
        "text": told.text,
        "status": told.status,
        "problems": [
            {"sheet": one.sheet, "cell": one.cell, "row": one.row, "column": one.column, "message": one.message}
            for one in told.problems
        ],
        "warnings": list(told.warnings),
        "edits": [
            {"sheet": one.sheet, "row": one.row, "column": one.column, "values": one.values, "optional": one.optional}
            for one in told.edits
        ],
        "reveal": list(told.reveal),
        "select": [{"sheet": sheet, "row": row, "column": column} for sheet, row, column in told.select],
        "folds": [vars(look) for look in told.looks if isinstance(look, Fold)],
        "pages": [vars(look) | {"scale": PRINT_SCALE} for look in told.looks if isinstance(look, Pages)],
        "backup": dict(backup or {}),
        "show": show or (told.problems[0].sheet if told.problems else ""),
    }


def _backup(place: pressing.Place, action: str) -> dict[str, object]:
    """The copy to make before anything is written, and the older ones that then are too many."""
    if (path := place.path) is None:
        return {}
    stamp = files.stamp(texts.LABELS.get(action, action), place.date)
    copy = backups.free_name(path.parent / backups.FOLDER, f"{path.stem} {backups.file_stamp(stamp)}", path.suffix)
    return {"file": str(copy), "remove": [str(old) for old in backups.surplus(path, stamp, backups.KEEP - 1)]}


def request(data: bytes) -> Request:
    """What came in, checked: BadInput when it is too large, no JSON or not of the described shape."""
    if len(data) > MAX_INPUT or any(data.count(mark) > most for mark, most in MAX_MARKS.items()):
        raise BadInput(texts.TOO_LARGE.format(limit=MAX_INPUT // 2**20))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput(texts.NOT_UTF8) from error
    try:
        sent = json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise BadInput(texts.NOT_JSON.format(reason=str(error)[:100] or type(error).__name__)) from error
    if not isinstance(sent, dict):
        _misshapen("un objet est attendu")
    if sent.get("version") != VERSION:
        raise BadInput(texts.VERSION.format(given=str(sent.get("version"))[:20], known=VERSION))
    name, sheets = sent.get("name"), sent.get("sheets")
    if not isinstance(name, str) or len(name) > LONGEST_NAME or "\0" in name or name != whole_letters(name):
        _misshapen("« name »")
    try:
        os.fsencode(name)
    except UnicodeEncodeError as error:
        raise BadInput(texts.BAD_NAME.format(name=name.encode("ascii", "backslashreplace").decode())) from error
    if not isinstance(sheets, list):
        _misshapen("« sheets »")
    if len(sheets) > MAX_SHEETS:
        raise BadInput(texts.TOO_LARGE.format(limit=MAX_INPUT // 2**20))
    grids: dict[str, list[list[Cell]]] = {}
    for number, sheet in enumerate(sheets, 1):
        called = sheet.get("name") if isinstance(sheet, dict) else None
        if not isinstance(called, str) or called in grids or called != whole_letters(called):
            _misshapen(f"« name » de la feuille {number}")
        grids[called] = _grid(called, sheet.get("rows"))
    cells = sum(len(row) for grid in grids.values() for row in grid)
    if cells > limits.MAX_CELLS or any(len(grid) >= limits.FAR for grid in grids.values()):
        raise BadInput(texts.TOO_LARGE.format(limit=MAX_INPUT // 2**20))
    modified = sent.get("modified", True)
    if not isinstance(modified, bool):
        _misshapen("« modified »")
    place = real(name) if name and Path(name).is_absolute() else None  # one folder of copies
    return Request(pressing.Place(place, modified), Snapshot(grids))


def _refuse_constant(word: str) -> NoReturn:
    raise ValueError(word)  # NaN and Infinity are no JSON


def _misshapen(where: str) -> NoReturn:
    raise BadInput(texts.BAD_SHAPE.format(where=where))


def _grid(sheet: str, rows: Any) -> list[list[Cell]]:
    """The rows of a sheet as every host gives them: empty cells None, none at the end of a row or of the sheet."""
    if not isinstance(rows, list):
        _misshapen(f"« rows » de la feuille « {sheet} »")
    grid = []
    for number, row in enumerate(rows, 1):
        if not isinstance(row, list) or not all(isinstance(cell, _CELL_TYPES) for cell in row):
            _misshapen(f"ligne {number} de la feuille « {sheet} »")
        if any(isinstance(cell, float) and not math.isfinite(cell) for cell in row):
            _misshapen(f"un nombre de la ligne {number} de la feuille « {sheet} »")
        grid.append(_trimmed([_cell(cell) for cell in row], None))
    return _trimmed(grid, [])


def _cell(value: Cell) -> Cell:
    return (whole_letters(value) or None) if isinstance(value, str) else value


def _trimmed(values: list[Any], empty: object) -> list[Any]:
    """`values` without the empty ones at its end."""
    last = len(values)
    while last and values[last - 1] == empty:
        last -= 1
    return values[:last]

"""A workbook open in another program, which sends its sheets as JSON and writes the edits it gets back.

LibreOffice's extension does so (`libreoffice/`). The exchange is described in docs/stdio.md.
"""

from __future__ import annotations

import json
import math
import os
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

from tournament_xl.core.exit_codes import BUG, DONE, UNREADABLE
from tournament_xl.messages import live as texts
from tournament_xl.messages.cli import BACKUPS
from tournament_xl.messages.failures import bug_sentence, sentence
from tournament_xl.messages.publication import LOGO
from tournament_xl.service import live_actions
from tournament_xl.storage import file_actions, workbook_file
from tournament_xl.workbook import schema
from tournament_xl.workbook.snapshot import (
    PRINT_SCALE,
    Cell,
    CollapsedRange,
    HostError,
    PageBreaks,
    Snapshot,
    UsageError,
    read_json,
    whole_letters,
)
from tournament_xl.workbook.working_copy import Outcome
from tournament_xl.xlsx import limits
from tournament_xl.xlsx.atomic_write import real

Value = TypeVar("Value")
VERSION = 1  # of the exchange
MAX_INPUT = 30 * 2**20  # bytes
_LENGTH = 360  # EMU in 1/100 mm
_DEPTH = 6  # of the object, its sheets, a sheet, its rows, a row: five
MAX_MARKS = {b",": 4_000_000, b"[": 1_000_000, b"{": 100_000}  # values, lists and objects take far more room once read


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
    except (HostError, UsageError) as error:
        answer = answer_of(Outcome(error.code, str(error)))
    except Exception as error:
        broken = sentence(error)
        answer = answer_of(Outcome(UNREADABLE if broken else BUG, broken or bug_sentence(error)))
    writing.write(json.dumps(answer, ensure_ascii=False, allow_nan=False).encode("utf-8", "replace") + b"\n")
    writing.flush()
    return int(answer["code"])


def _press(action: str, stdin: BinaryIO | None) -> dict[str, Any]:
    try:
        received = (sys.stdin.buffer if stdin is None else stdin).read(MAX_INPUT + 1)
    except (AttributeError, OSError, ValueError) as error:  # sys.stdin is None when it was closed
        raise UsageError(texts.NO_INPUT) from error
    place, snapshot, more = request(received)
    beside: dict[str, object] = {}
    if action in live_actions.ON_SHEETS or action in live_actions.ON_FILE:
        outcome = live_actions.act(action, snapshot, place)
    else:
        from tournament_xl.service import ribbon_requests  # a press wants none of it

        answer = ribbon_requests.answer(
            action, ribbon_requests.ButtonRequest(place.path, snapshot, modified=place.modified, **more)
        )
        outcome = answer.outcome
        beside = {
            "show": schema.RESULTS if outcome.edits else "",
            "question": asdict(answer.question) if answer.question else {},
            "opens": str(answer.opens or ""),
        }
    shown = live_actions.SHOWN.get(action, "") if outcome.code == DONE else ""
    return answer_of(outcome, shown, _backup(place, action) if outcome.edits else {}) | beside


def answer_of(outcome: Outcome, show: str = "", backup: dict[str, object] | None = None) -> dict[str, Any]:
    """The object that goes out; every key is always there."""
    return {
        "version": VERSION,
        "code": outcome.code,
        "message": outcome.message,
        "text": outcome.text,
        "status": outcome.status,
        "problems": [
            {
                "sheet": one.place or one.sheet,
                "cell": "" if one.place else one.cell,
                "row": one.row,
                "column": one.column,
                "message": one.message,
            }
            for one in outcome.problems
        ],  # fmt: skip
        "warnings": list(outcome.warnings),
        "edits": [
            {"sheet": one.sheet, "row": one.row, "column": one.column, "values": one.values} for one in outcome.edits
        ],
        "reveal": list(outcome.unhide),
        "select": [{"sheet": sheet, "row": row, "column": column} for sheet, row, column in outcome.select],
        "folds": [look._asdict() for look in outcome.looks if isinstance(look, CollapsedRange)],
        "pages": [look._asdict() | {"scale": PRINT_SCALE} for look in outcome.looks if isinstance(look, PageBreaks)],
        "logo": _logo() if outcome.edits else {},
        "backup": backup or {},
        "show": show or (outcome.problems[0].sheet if outcome.problems else ""),
        "question": {},
        "opens": "",
    }


def _logo() -> dict[str, object]:
    """Which picture is repeated, and where it has room: a row and a column from 1, lengths in 1/100 mm."""
    spots = [
        {
            "sheet": sheet,
            "row": spot.row + 1,
            "column": spot.column + 1,
            "right": spot.right // _LENGTH,
            "ends": spot.ends,
            "most": [length // _LENGTH for length in spot.most],
        }
        for sheet, spot in workbook_file.SPOTS.items()
    ]
    return {"sheet": schema.TOURNAMENT, "name": LOGO, "spots": spots}


def _backup(place: live_actions.Place, action: str) -> dict[str, object]:
    """The copy to make before anything is written, and the older ones that then are too many."""
    if (path := place.path) is None:
        return {}
    copy = workbook_file.free_copy(path, file_actions.stamp(BACKUPS[action], place.date))
    return {
        "file": str(copy),
        "remove": [str(old) for old in workbook_file.surplus(path, workbook_file.KEEP - 1, copy)],
    }


def request(data: bytes) -> tuple[live_actions.Place, Snapshot, dict[str, Any]]:
    """What came in, checked, and what only `asking` wants of it: UsageError when it is too large, no JSON or not of the
    described shape.
    """
    too_large = UsageError(texts.TOO_LARGE_TO_SEND.format(limit=MAX_INPUT // 2**20))
    if len(data) > MAX_INPUT or any(data.count(mark) > most for mark, most in MAX_MARKS.items()):
        raise too_large
    try:
        sent = read_json(data.decode("utf-8-sig"), _DEPTH)
        version = sent["version"]
        if version == VERSION:
            name, sheets, modified = sent["name"], sent["sheets"], sent.get("modified", True)
            os.fsencode(name)
            place = live_actions.Place(real(name) if Path(name).is_absolute() else None, bool(modified))
            at, reply = sent.get("at") or ["", 0], sent.get("reply")
            if [type(one) for one in at] != [str, int] or not (reply is None or isinstance(reply, str)):
                raise ValueError("at, reply")
            grids = {sheet["name"]: [_trimmed(_cells(row), None) for row in sheet["rows"]] for sheet in sheets}
            if len(grids) < len(sheets) or any(name != whole_letters(name) for name in grids):
                raise ValueError("name")
    except (ValueError, TypeError, LookupError, AttributeError) as error:
        reason = str(error)[:100] or type(error).__name__
        raise UsageError(texts.NOT_AS_DESCRIBED.format(reason=reason)) from error
    if version != VERSION:
        raise UsageError(texts.OTHER_VERSION.format(given=str(version)[:20], known=VERSION))
    if sum(1 + len(row) for grid in grids.values() for row in grid) > limits.MAX_CELLS:
        raise too_large
    snapshot = Snapshot({sheet: _trimmed(grid, []) for sheet, grid in grids.items()})
    return place, snapshot, {"at": tuple(at), "reply": reply}


def _cells(row: object) -> list[Cell]:
    """The cells of a row as every host gives them, an empty one None. ValueError for what no cell holds."""
    if not isinstance(row, list):
        raise ValueError("row")
    for value in row:
        if not (value is None or isinstance(value, str | int) or (isinstance(value, float) and math.isfinite(value))):
            raise ValueError("cell")
    return [(whole_letters(one) or None) if isinstance(one, str) else one for one in row]


def _trimmed(values: Sequence[Value], empty: object) -> list[Value]:
    """`values` without the empty ones at its end."""
    last = len(values)
    while last and values[last - 1] == empty:
        last -= 1
    return [*values[:last]]

"""Actions on a workbook open in another program, which sends its sheets as JSON and writes the edits of the answer.

LibreOffice's extension (`libreoffice/`) is such a program. docs/stdio.md describes the exchange.
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

from tournament_xl.core import text_limits
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
    replace_surrogates,
)
from tournament_xl.workbook.working_copy import Outcome
from tournament_xl.xlsx import limits
from tournament_xl.xlsx.atomic_write import resolve_path

Value = TypeVar("Value")
VERSION = 1  # of the exchange
_LENGTH = 360  # EMU in 1/100 mm
_MAX_MARKS = {b",": text_limits.REQUEST_VALUES, b"[": text_limits.REQUEST_LISTS, b"{": text_limits.REQUEST_OBJECTS}


def main(action: str, stdin: BinaryIO | None = None, stdout: BinaryIO | None = None) -> int:
    """Do an action on the workbook that comes as JSON, and answer with JSON.

    Nothing is written to the workbook here; the answer names the backup to make and the cells to write.

    Args:
        action: Name of the action.
        stdin: Stream of the request; None for standard input.
        stdout: Stream of the answer; None for standard output.

    Returns:
        The exit code, which is also in the answer.

    Raises:
        HostError: There is no standard output; nothing is done then.
    """
    if stdout is None and sys.stdout is None:
        raise HostError(texts.NO_OUTPUT)
    output = sys.stdout.buffer if stdout is None else stdout
    try:
        answer = _press(action, stdin)
    except (HostError, UsageError) as error:
        answer = build_answer(Outcome(error.code, str(error)))
    except Exception as error:
        failure = sentence(error)
        answer = build_answer(Outcome(UNREADABLE if failure else BUG, failure or bug_sentence(error)))
    output.write(json.dumps(answer, ensure_ascii=False, allow_nan=False).encode("utf-8", "replace") + b"\n")
    output.flush()
    return int(answer["code"])


def _press(action: str, stdin: BinaryIO | None) -> dict[str, Any]:
    try:
        received = (sys.stdin.buffer if stdin is None else stdin).read(text_limits.REQUEST_BYTES + 1)
    except (AttributeError, OSError, ValueError) as error:  # sys.stdin is None when it was closed
        raise UsageError(texts.NO_INPUT) from error
    workbook_place, snapshot, options = parse_request(received)
    extra: dict[str, object] = {}
    if action in live_actions.ON_SHEETS or action in live_actions.ON_FILE:
        outcome = live_actions.run_action(action, snapshot, workbook_place)
    else:
        from tournament_xl.service import ribbon_requests  # saves its import in an action on the sheets

        answer = ribbon_requests.answer_request(
            action,
            ribbon_requests.ButtonRequest(workbook_place.path, snapshot, modified=workbook_place.modified, **options),
        )
        outcome = answer.outcome
        extra = {
            "show": schema.RESULTS if outcome.edits else "",
            "question": asdict(answer.question) if answer.question else {},
            "opens": str(answer.opens or ""),
        }
    sheet = live_actions.SHEET_AFTER_ACTION.get(action, "") if outcome.code == DONE else ""
    return build_answer(outcome, sheet, _backup(workbook_place, action) if outcome.edits else {}) | extra


def build_answer(outcome: Outcome, show: str = "", backup: dict[str, object] | None = None) -> dict[str, Any]:
    """Build the answer's object; every key is always there.

    Args:
        outcome: Outcome of the action.
        show: Name of the sheet to show; empty for that of the first problem.
        backup: Backup to make before the edits are written, as docs/stdio.md describes it.
    """
    return {
        "version": VERSION,
        "code": outcome.code,
        "message": outcome.message,
        "text": outcome.text,
        "status": outcome.status,
        "problems": [
            {
                "sheet": problem.place or problem.sheet,
                "cell": "" if problem.place else problem.cell,
                "row": problem.row,
                "column": problem.column,
                "message": problem.message,
            }
            for problem in outcome.problems
        ],
        "warnings": list(outcome.warnings),
        "edits": [
            {"sheet": block.sheet, "row": block.row, "column": block.column, "values": block.values}
            for block in outcome.edits
        ],
        "reveal": list(outcome.unhide),
        "select": [{"sheet": sheet, "row": row, "column": column} for sheet, row, column in outcome.select],
        "folds": [change._asdict() for change in outcome.looks if isinstance(change, CollapsedRange)],
        "pages": [
            change._asdict() | {"scale": PRINT_SCALE} for change in outcome.looks if isinstance(change, PageBreaks)
        ],
        "logo": _logo() if outcome.edits else {},
        "backup": backup or {},
        "show": show or (outcome.problems[0].sheet if outcome.problems else ""),
        "question": {},
        "opens": "",
    }


def _logo() -> dict[str, object]:
    """Describe the picture to repeat and its places: row and column from 1, lengths in 1/100 mm."""
    spots = [
        {
            "sheet": sheet,
            "row": spot.row + 1,
            "column": spot.column + 1,
            "right": spot.offset // _LENGTH,
            "ends": spot.ends_at_offset,
            "most": [length // _LENGTH for length in spot.max_size],
        }
        for sheet, spot in workbook_file.SPOTS.items()
    ]
    return {"sheet": schema.TOURNAMENT, "name": LOGO, "spots": spots}


def _backup(place: live_actions.OpenWorkbook, action: str) -> dict[str, object]:
    """Name the backup to make before anything is written, and the old ones to remove then."""
    if (workbook_path := place.path) is None:
        return {}
    copy = workbook_file.free_copy(workbook_path, file_actions.backup_stamp(BACKUPS[action], place.date))
    return {
        "file": str(copy),
        "remove": [
            str(old_copy) for old_copy in workbook_file.surplus_backups(workbook_path, workbook_file.KEEP - 1, copy)
        ],
    }


def parse_request(data: bytes) -> tuple[live_actions.OpenWorkbook, Snapshot, dict[str, Any]]:
    """Parse and check a request.

    Args:
        data: JSON text in UTF-8.

    Returns:
        Where the workbook is saved, its sheets, and the fields that only `ribbon_requests` needs.

    Raises:
        UsageError: The request is too large, no JSON, or not as docs/stdio.md describes it.
    """
    too_large = UsageError(texts.TOO_LARGE_TO_SEND.format(limit=text_limits.REQUEST_BYTES // 2**20))
    if len(data) > text_limits.REQUEST_BYTES or any(data.count(mark) > limit for mark, limit in _MAX_MARKS.items()):
        raise too_large
    try:
        request_data = read_json(data.decode("utf-8-sig"), text_limits.REQUEST_DEPTH)
        version = request_data["version"]
        if version == VERSION:
            name, sheets, modified = request_data["name"], request_data["sheets"], request_data.get("modified", True)
            os.fsencode(name)
            workbook_place = live_actions.OpenWorkbook(
                resolve_path(name) if Path(name).is_absolute() else None, bool(modified)
            )
            selection, reply = request_data.get("at") or ["", 0], request_data.get("reply")
            if [type(value) for value in selection] != [str, int] or not (reply is None or isinstance(reply, str)):
                raise ValueError("at, reply")
            grids = {sheet["name"]: [_trimmed(_cells(row), None) for row in sheet["rows"]] for sheet in sheets}
            if len(grids) < len(sheets) or any(name != replace_surrogates(name) for name in grids):
                raise ValueError("name")
    except (ValueError, TypeError, LookupError, AttributeError) as error:
        reason = str(error)[:100] or type(error).__name__
        raise UsageError(texts.NOT_AS_DESCRIBED.format(reason=reason)) from error
    if version != VERSION:
        raise UsageError(texts.OTHER_VERSION.format(given=str(version)[:20], known=VERSION))
    if sum(1 + len(row) for grid in grids.values() for row in grid) > limits.MAX_CELLS:
        raise too_large
    snapshot = Snapshot({sheet: _trimmed(grid, []) for sheet, grid in grids.items()})
    return workbook_place, snapshot, {"selection": tuple(selection), "reply": reply}


def _cells(row: object) -> list[Cell]:
    """Check the cells of a row; an empty text becomes None. ValueError for what no cell holds."""
    if not isinstance(row, list):
        raise ValueError("row")
    for value in row:
        if not (value is None or isinstance(value, str | int) or (isinstance(value, float) and math.isfinite(value))):
            raise ValueError("cell")
    return [(replace_surrogates(value) or None) if isinstance(value, str) else value for value in row]


def _trimmed(values: Sequence[Value], empty: object) -> list[Value]:
    """Return the values without the empty ones at the end."""
    last = len(values)
    while last and values[last - 1] == empty:
        last -= 1
    return [*values[:last]]

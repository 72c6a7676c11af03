"""Actions on a workbook open in another program, which sends its sheets as JSON and writes the edits of the answer.

LibreOffice's extension (`libreoffice/`) is such a program. docs/stdio.md describes the exchange.
"""

from __future__ import annotations

import json
import math
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

from tournament_xl.core import text_limits
from tournament_xl.core.exit_codes import BUG, UNREADABLE
from tournament_xl.frontends.wire import VERSION, build_answer
from tournament_xl.messages import live as texts
from tournament_xl.messages.failures import bug_sentence, installation_sentence
from tournament_xl.service import buttons
from tournament_xl.service.workbook_access import OpenWorkbook
from tournament_xl.workbook.cells import Cell
from tournament_xl.workbook.snapshot import ExternalError, Snapshot, UsageError, read_json, replace_surrogates
from tournament_xl.workbook.working_copy import Outcome
from tournament_xl.xlsx import limits
from tournament_xl.xlsx.atomic_write import resolve_path

Value = TypeVar("Value")
_MAX_MARKS = {b",": text_limits.REQUEST_VALUES, b"[": text_limits.REQUEST_LISTS, b"{": text_limits.REQUEST_OBJECTS}


def main(action: str, stdin: BinaryIO | None = None, stdout: BinaryIO | None = None) -> int:
    """Press a button on the workbook that comes as JSON, and write one line of JSON as the answer, whatever happens.

    The cells of the workbook are not written here: the answer names the backup to make and the cells to write. Buttons
    that make files (`new`, `next`, `send`, `publish`) write these. `stdin` and `stdout` None mean the standard streams.
    The exit code is also in the answer.

    Raises:
        ExternalError: There is no standard output; nothing is done then.
    """
    if stdout is None and sys.stdout is None:
        raise ExternalError(texts.NO_OUTPUT)
    output = sys.stdout.buffer if stdout is None else stdout
    try:
        answer = _press(action, stdin)
    except (ExternalError, UsageError) as error:
        answer = build_answer(Outcome(error.code, str(error)))
    except Exception as error:
        failure = installation_sentence(error)
        answer = build_answer(Outcome(UNREADABLE if failure else BUG, failure or bug_sentence(error)))
    output.write(json.dumps(answer, ensure_ascii=False, allow_nan=False).encode("utf-8", "replace") + b"\n")
    output.flush()
    return int(answer["code"])


def _press(action: str, stdin: BinaryIO | None) -> dict[str, Any]:
    try:
        received = (sys.stdin.buffer if stdin is None else stdin).read(text_limits.REQUEST_BYTES + 1)
    except (AttributeError, OSError, ValueError) as error:  # sys.stdin is None when it was closed
        raise UsageError(texts.NO_INPUT) from error
    workbook, request = parse_request(received)
    answer = buttons.press(action, request)
    return build_answer(
        answer.outcome, answer.sheet, workbook.backup, question=answer.question, opens=str(answer.opens or "")
    )


def parse_request(data: bytes) -> tuple[OpenWorkbook, buttons.ButtonRequest]:
    """Parse and check a request; empty texts become None, and empty cells and rows at the end are cut off.

    The data are JSON in UTF-8. The workbook has no path where its name is no absolute one.

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
            path = resolve_path(name) if Path(name).is_absolute() else None
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
    workbook = OpenWorkbook(snapshot, path, modified=bool(modified))
    return workbook, buttons.ButtonRequest(workbook, tuple(selection), reply)


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

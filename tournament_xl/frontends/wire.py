"""Wire format of front ends that speak JSON: the answer to a button, as docs/stdio.md describes it."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from tournament_xl.messages.publication import LOGO
from tournament_xl.service.buttons import ButtonQuestion
from tournament_xl.service.workbook_access import BackupPlan
from tournament_xl.storage.workbook_file import SPOTS
from tournament_xl.workbook import schema
from tournament_xl.workbook.snapshot import CollapsedRange, ColumnWidth, PageBreaks, RowHeight
from tournament_xl.workbook.working_copy import Outcome

VERSION = 1  # of this format
_LENGTH = 360  # EMU in 1/100 mm


def build_answer(
    outcome: Outcome,
    sheet: str = "",
    backup: BackupPlan | None = None,
    *,
    question: ButtonQuestion | None = None,
    opens: str = "",
) -> dict[str, Any]:
    """Build the object of the answer to a button (docs/stdio.md); every key is always there, perhaps empty.

    All rows and columns count from 1. `sheet` "" means the sheet of the first problem, or none without problems;
    `opens` is the path of the workbook to open, "" for none.
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
        "folds": [change._asdict() for change in outcome.layout_changes if isinstance(change, CollapsedRange)],
        "pages": [change._asdict() for change in outcome.layout_changes if isinstance(change, PageBreaks)],
        "widths": [change._asdict() for change in outcome.layout_changes if isinstance(change, ColumnWidth)],
        "heights": [change._asdict() for change in outcome.layout_changes if isinstance(change, RowHeight)],
        "logo": _logo() if outcome.edits else {},
        "backup": {"file": str(backup.file), "remove": [*map(str, backup.surplus)]} if backup else {},
        "show": sheet or (outcome.problems[0].sheet if outcome.problems else ""),
        "question": asdict(question) if question else {},
        "opens": opens,
    }


def _logo() -> dict[str, object]:
    """Describe the logo and where its copies go: row and column from 1, lengths in 1/100 mm."""
    spots = [
        {
            "sheet": sheet,
            "row": spot.row + 1,
            "column": spot.column + 1,
            "right": spot.offset // _LENGTH,
            "ends": spot.ends_at_offset,
            "most": [length // _LENGTH for length in spot.max_size],
        }
        for sheet, spot in SPOTS.items()
    ]
    return {"sheet": schema.TOURNAMENT, "name": LOGO, "spots": spots}

"""A workbook as it would be printed after an update; nothing is written."""

from __future__ import annotations

from tournament_xl.actions import workbook_actions
from tournament_xl.service.workbook_access import WorkbookFile
from tournament_xl.storage import timestamps
from tournament_xl.xlsx.workbook_package import Book


def preview_update(workbook: WorkbookFile) -> Book:
    """Return the workbook as an update would leave its file; on a problem, as it is.

    Raises:
        HostError: The file cannot be read.
    """
    outcome = workbook_actions.update(workbook.read(), timestamps.journal_date(), before=workbook.previous)
    return workbook.file.preview(outcome.edits, outcome.unhide, outcome.looks)

"""A sheet as its workbook prints it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournament_xl.printing.page_html import render_print
from tournament_xl.printing.printed_sheet import PrintedSheet
from tournament_xl.service.read import read_updated
from tournament_xl.workbook import schema
from tournament_xl.workbook.working_copy import invalid

if TYPE_CHECKING:
    from tournament_xl.service.workbook_access import WorkbookFile


def render_sheet(workbook: WorkbookFile, sheet: str) -> str:
    """Render the printed pages of a sheet as an update would leave it; nothing is written.

    Args:
        workbook: The workbook.
        sheet: Name of the sheet.

    Returns:
        HTML of its pages.

    Raises:
        ExternalError: The workbook cannot be read.
        ActionAborted: The workbook has problems: its sheets are older than what is typed.
        ValueError: It has no such sheet, or the sheet is Mémoire.
    """
    outcome = read_updated(workbook).update
    if outcome.problems:
        raise invalid(outcome.problems)
    book = workbook.file.preview(outcome.edits, outcome.unhide, outcome.layout_changes)
    if sheet not in book.parts or sheet == schema.MEMORY:
        raise ValueError(sheet)
    return render_print(PrintedSheet(book, sheet))

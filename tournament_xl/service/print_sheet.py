"""A sheet as paper."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from tournament_xl.messages.publication import LOGO
from tournament_xl.paper.papers import render_paper
from tournament_xl.service.read import read_updated
from tournament_xl.workbook import schema
from tournament_xl.workbook.snapshot import ExternalError
from tournament_xl.workbook.working_copy import invalid
from tournament_xl.xlsx.pictures import encode_data_uri

if TYPE_CHECKING:
    from tournament_xl.service.workbook_access import WorkbookFile


def render_sheet(workbook: WorkbookFile, sheet: str) -> str:
    """Render the paper of a sheet as an update would leave it; nothing is written.

    Args:
        workbook: The workbook.
        sheet: Name of the sheet.

    Returns:
        HTML of its pages with their styles; "" for a sheet without content.

    Raises:
        ExternalError: The workbook cannot be read.
        ActionAborted: The workbook has problems: its sheets are older than what is typed.
        ValueError: It has no such sheet, or the sheet is Mémoire.
    """
    updated = read_updated(workbook)
    if updated.update.problems or updated.decoded is None:
        raise invalid(updated.update.problems)
    if sheet not in updated.snapshot.sheets or sheet == schema.MEMORY:
        raise ValueError(sheet)
    logo = ""
    with suppress(ExternalError):  # a picture that cannot be shown
        logo = encode_data_uri(workbook.file.read_picture(schema.TOURNAMENT, LOGO))
    return render_paper(updated.decoded, sheet, logo)

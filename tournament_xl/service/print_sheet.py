"""A sheet as paper."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from tournament_xl.messages.publication import LOGO
from tournament_xl.paper.papers import DESK_LIST, ROUND_PAPERS, render_paper
from tournament_xl.paper.source import Source
from tournament_xl.service.read import read_updated
from tournament_xl.workbook import schema
from tournament_xl.workbook.snapshot import ExternalError
from tournament_xl.workbook.working_copy import invalid
from tournament_xl.xlsx.pictures import encode_data_uri

if TYPE_CHECKING:
    from tournament_xl.service.workbook_access import WorkbookFile


def render_sheet(workbook: WorkbookFile, sheet: str, round_number: int = 0) -> str:
    """Render the paper of a sheet as an update would leave it; nothing is written.

    `sheet` may be `DESK_LIST`, which is printed whatever problems the workbook has. `round_number` is the round whose
    results or standings are meant, 0 for the sheet as it is. The HTML has its styles; it is "" for a sheet without
    content.

    Raises:
        ExternalError: The workbook cannot be read.
        ActionAborted: The workbook has problems: its sheets are older than what is typed.
        ValueError: It has no such sheet, or the sheet is Mémoire; or it has no papers of rounds, or no such round.
    """
    updated = read_updated(workbook)
    if updated.decoded is None or (updated.update.problems and sheet != DESK_LIST):
        raise invalid(updated.update.problems)
    is_known = sheet == DESK_LIST or (sheet in updated.snapshot.sheets and sheet != schema.MEMORY)
    last = len(updated.decoded.tournament.rounds) if sheet == schema.RESULTS else updated.decoded.tournament.played
    if not is_known or (round_number and not (sheet in ROUND_PAPERS and 0 < round_number <= last)):
        raise ValueError(sheet, round_number)
    logo = ""
    with suppress(ExternalError):  # a picture that cannot be shown
        logo = encode_data_uri(workbook.file.read_picture(schema.TOURNAMENT, LOGO))
    return render_paper(Source(updated.decoded, logo), sheet, round_number)

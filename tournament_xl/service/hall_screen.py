"""The hall's screen, for a window of the page that shows the workbook."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tournament_xl.core.exit_codes import DONE
from tournament_xl.messages import publication as texts
from tournament_xl.publication.facts import collect_published_facts
from tournament_xl.publication.pages import render_screen
from tournament_xl.service.read import read_updated
from tournament_xl.workbook import schema
from tournament_xl.workbook.snapshot import ExternalError
from tournament_xl.workbook.working_copy import ActionAborted, require_valid
from tournament_xl.xlsx.pictures import encode_data_uri

if TYPE_CHECKING:
    from tournament_xl.service.workbook_access import WorkbookFile


@dataclass(frozen=True, slots=True)
class HallScreen:
    """The hall's screen, as one HTML document, and its views alone, which a document that is open takes up."""

    page: str
    views: str


def render_hall_screen(workbook: WorkbookFile) -> HallScreen:
    """Render the hall's screen as an update would leave the workbook; nothing is written.

    It is the screen of a publication without a code for phones, as no phone reaches a window. Names are those of the
    workbook, except for players marked in the column Anonyme.

    Raises:
        ExternalError: The workbook cannot be read.
        ActionAborted: The workbook has problems.
    """
    updated = read_updated(workbook)
    if updated.decoded is None or updated.update.code != DONE:
        raise ActionAborted(updated.update)
    logo = ""
    with suppress(ExternalError):  # a picture that cannot be shown
        logo = encode_data_uri(workbook.file.read_picture(schema.TOURNAMENT, texts.LOGO))
    return HallScreen(*render_screen(collect_published_facts(require_valid(updated.decoded)), logo))

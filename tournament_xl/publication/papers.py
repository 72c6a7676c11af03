"""Papers of a publication, to be printed at home or at the desk: those of the page, with public names."""

from __future__ import annotations

from dataclasses import replace

from tournament_xl.core.normalization import normalize
from tournament_xl.paper.elements import Html
from tournament_xl.paper.papers import render_paper
from tournament_xl.paper.source import Source
from tournament_xl.publication.facts import PublicNames
from tournament_xl.workbook import schema
from tournament_xl.workbook.decoded import Workbook
from tournament_xl.workbook.snapshot import Snapshot

_PUBLISHED = (
    schema.PAIRINGS, schema.STANDINGS, schema.GRID, schema.RATINGS, schema.EVOLUTION, schema.FINALS, schema.PALMARES,
)  # fmt: skip


def render_papers(book: Workbook, public: PublicNames, logo: str = "") -> dict[str, Html]:
    """Render the papers that have something to show; the wall only while there is something to play.

    `book` is the workbook as an update leaves it; `logo` is a data: URI, "" for none. Papers are by name of the sheet.
    """
    source = Source(hide_names(book, public), logo)
    is_played = len(book.tournament.rounds) == book.tournament.played and not source.contents.printed_round.finals
    sheets = [
        sheet for sheet in _PUBLISHED
        if sheet in book.snapshot.sheets and not (sheet == schema.PAIRINGS and is_played)
    ]  # fmt: skip
    papers = {sheet: render_paper(source, sheet) for sheet in sheets}
    return {sheet: paper for sheet, paper in papers.items() if paper}


def paper_file(sheet: str) -> str:
    """Name the file of a paper: "papier-evolution.html"."""
    return f"papier-{normalize(sheet)}.html"


def hide_names(book: Workbook, public: PublicNames) -> Workbook:
    """Return the workbook with public names for its players and in all its texts; itself where nobody is hidden."""
    if not public.hidden:
        return book
    players = tuple(
        replace(player, name=public.names[player.number], first_name="") if player.number in public.hidden else player
        for player in book.tournament.players
    )
    sheets = {
        name: [[public.replace_names(cell) if isinstance(cell, str) else cell for cell in row] for row in grid]
        for name, grid in book.snapshot.sheets.items()
        if name != schema.MEMORY
    }
    snapshot = Snapshot(sheets, book.snapshot.uncomputed)
    return replace(book, tournament=replace(book.tournament, players=players), snapshot=snapshot)

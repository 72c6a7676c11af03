"""Every paper by the name of its sheet."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tournament_xl.paper.elements import Html
from tournament_xl.paper.evolution import render_evolution
from tournament_xl.paper.finals import render_finals
from tournament_xl.paper.palmares import render_palmares
from tournament_xl.paper.slips import render_slips, render_tents
from tournament_xl.paper.source import Source
from tournament_xl.paper.standings import render_grid, render_standings
from tournament_xl.paper.tables import render_table
from tournament_xl.paper.wall import render_wall
from tournament_xl.workbook import schema
from tournament_xl.workbook.decoded import Workbook

PAPERS: Mapping[str, Callable[[Source], Html]] = {
    schema.PAIRINGS: render_wall,
    schema.SLIPS: render_slips,
    schema.TENTS: render_tents,
    schema.STANDINGS: render_standings,
    schema.GRID: render_grid,
    schema.EVOLUTION: render_evolution,
    schema.FINALS: render_finals,
    schema.PALMARES: render_palmares,
}  # sheet -> its paper; other sheets print as tables


def render_paper(book: Workbook, sheet: str, logo: str = "") -> Html:
    """Render the paper of a sheet.

    Args:
        book: Workbook as an update leaves it.
        sheet: Name of the sheet.
        logo: Picture of the club as data: URI; "" for none.

    Returns:
        HTML with its styles; "" for a sheet without content.
    """
    source = Source(book, logo)
    render = PAPERS.get(sheet)
    return render(source) if render else render_table(source, sheet)

"""Every paper by the name of its sheet."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tournament_xl.paper.elements import Html
from tournament_xl.paper.evolution import render_evolution
from tournament_xl.paper.slips import render_slips, render_tents
from tournament_xl.paper.source import Source
from tournament_xl.paper.standings import render_grid, render_standings
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
}  # sheet -> its paper; other sheets print as tables


def render_paper(book: Workbook, sheet: str) -> Html:
    """Render the paper of a sheet.

    Args:
        book: Workbook as an update leaves it.
        sheet: Name of the sheet.

    Returns:
        HTML with its styles; "" for a sheet without content.
    """
    return PAPERS[sheet](Source(book))

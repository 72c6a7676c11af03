"""Every paper by the name of its sheet."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tournament_xl.paper.desk_list import render_desk_list
from tournament_xl.paper.elements import Html
from tournament_xl.paper.evolution import render_evolution
from tournament_xl.paper.finals import render_finals
from tournament_xl.paper.palmares import render_palmares
from tournament_xl.paper.rounds import render_results, render_round
from tournament_xl.paper.slips import render_slips, render_tents
from tournament_xl.paper.source import Source
from tournament_xl.paper.standings import render_grid, render_standings
from tournament_xl.paper.tables import render_table
from tournament_xl.paper.wall import render_wall
from tournament_xl.workbook import schema

DESK_LIST = "pointage"  # a list that is no sheet
PAPERS: Mapping[str, Callable[[Source], Html]] = {
    schema.PAIRINGS: render_wall,
    schema.SLIPS: render_slips,
    schema.TENTS: render_tents,
    schema.STANDINGS: render_standings,
    schema.GRID: render_grid,
    schema.EVOLUTION: render_evolution,
    schema.RESULTS: render_results,
    schema.FINALS: render_finals,
    schema.PALMARES: render_palmares,
    DESK_LIST: render_desk_list,
}  # sheet, or name of a list that is no sheet -> its paper; other sheets print as tables
ROUND_PAPERS: Mapping[str, Callable[[Source, int], Html]] = {
    schema.STANDINGS: render_standings,
    schema.RESULTS: render_round,
}  # sheet -> its paper of one round


def render_paper(source: Source, sheet: str, round_number: int = 0) -> Html:
    """Render the paper of a sheet.

    Args:
        source: Workbook as an update leaves it.
        sheet: Name of the sheet, or `DESK_LIST`.
        round_number: Round of a sheet in `ROUND_PAPERS`; 0 for the whole sheet, or the last round.

    Returns:
        HTML with its styles; "" for a sheet without content.
    """
    if round_number:
        return ROUND_PAPERS[sheet](source, round_number)
    render = PAPERS.get(sheet)
    return render(source) if render else render_table(source, sheet)

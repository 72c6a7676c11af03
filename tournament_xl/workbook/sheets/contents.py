"""Sheets that every game has: what they are to contain, rendered by the game as one value, and their writing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tournament_xl.core.model import X
from tournament_xl.messages.sheets import Status
from tournament_xl.workbook import schema
from tournament_xl.workbook.cells import parse_int
from tournament_xl.workbook.decoded import Workbook
from tournament_xl.workbook.sheets.computed import (
    NAME_WIDTHS,
    SURNAME_SHRINK,
    LeaderPanel,
    Rows,
    write_dashboard,
    write_grid,
    write_standings,
)
from tournament_xl.workbook.sheets.pairings import PrintedRound, write_round
from tournament_xl.workbook.sheets.prizes import PrizeInputs, write_awards
from tournament_xl.workbook.snapshot import Draft


class SheetContents(NamedTuple):
    """Contents of the sheets that every game has, after the last complete round."""

    side_columns: Sequence[tuple[str, str]]  # Résultats: columns of number and name of each side
    standings: Rows  # Classement, best first
    standings_title: str
    grid: Rows  # Grille, one line a player
    grid_columns: Sequence[str]  # its columns of results
    status: Status  # Tournoi: the next step
    leader_panel: LeaderPanel  # Tournoi: points and advice
    printed_round: PrintedRound  # Appariements, Fiches, Chevalets
    prizes: PrizeInputs | None = None  # Prix, Équipes, Évolution, Faits marquants, Palmarès; None: no such sheet


def write_contents(draft: Draft, decoded: Workbook, contents: SheetContents) -> None:
    """Write into the draft the sheets that every game has, and the names on Résultats.

    Args:
        draft: Receives cells, sheets to unhide, layout changes, and cells in the way (`Draft.in_the_way`).
        decoded: Workbook to write.
        contents: What its sheets are to contain.
    """
    _write_names(draft, decoded, contents.side_columns)
    write_round(draft, decoded, contents.printed_round)
    write_standings(draft, decoded, contents.standings, contents.standings_title)
    write_grid(draft, decoded, contents.grid, contents.grid_columns)
    write_dashboard(draft, decoded, status=contents.status.text, leader_panel=contents.leader_panel)
    if contents.prizes:
        write_awards(draft, contents.prizes)


def _write_names(draft: Draft, decoded: Workbook, side_columns: Sequence[tuple[str, str]]) -> None:
    """Write on Résultats both names of every row, whatever is typed there, and the N° where only a name is typed."""
    names = decoded.fit_names(NAME_WIDTHS[schema.RESULTS], smaller=SURNAME_SHRINK) | {X: decoded.bye}
    positions = decoded.results.table.columns
    for row in decoded.results.rows:
        for (number_column, name_column), player_id in zip(side_columns, row.match.sides, strict=True):
            draft.put(schema.RESULTS, row.line.row, positions[name_column], names[player_id])
            if player_id != X and parse_int(row.line.text(number_column)) is None:
                draft.put(schema.RESULTS, row.line.row, positions[number_column], player_id)

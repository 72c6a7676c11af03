"""A tournament from ranges of cells, for functions of cells: the sheets Joueurs and Résultats, headers included."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tournament_xl.book import labels
from tournament_xl.book.snapshot import Snapshot
from tournament_xl.exports.tables import Decoded, Table
from tournament_xl.games import decode, is_othello
from tournament_xl.hosts.closed import ClosedFile
from tournament_xl.hosts.excel_cells import cell
from tournament_xl.resources import resource
from tournament_xl.texts import exports as texts

_TOLD = 3  # problems in one message
Range = Sequence[Sequence[Any]]


def understood(players: Range, results: Range, settings: Range | None = None) -> Decoded:
    """The tournament of these ranges, all else as in a new workbook; `settings`: of the sheet Tournoi, whole.

    ValueError with the first problems, in French.
    """
    given = {labels.PLAYERS: players, labels.RESULTS: results} | ({labels.TOURNAMENT: settings} if settings else {})
    typed = {name: [[cell(value) for value in row] for row in area] for name, area in given.items()}
    game = "othello" if is_othello(Snapshot(typed)) else "scrabble"
    empty = ClosedFile(resource("templates", f"{game}.xlsx")).read()
    found = decode(Snapshot({**empty.sheets, **typed}))
    problems = found if isinstance(found, list) else found.problems.found
    if problems or isinstance(found, list):
        raise ValueError(" ".join(map(str, problems[:_TOLD])) or texts.NO_TABLE)
    return found


def spilled(table: Table) -> list[list[Any]]:
    """Header and rows for Excel, which spills them over the cells below and beside."""
    return [["" if value is None else value for value in line] for line in table.lines()]

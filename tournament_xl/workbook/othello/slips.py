"""The sheet Fiches: a slip for every game of the current round, to fill in and sign; two beside each other."""

from __future__ import annotations

from itertools import chain, repeat

from tournament_xl.texts import othello_sheets as texts
from tournament_xl.workbook.othello import labels
from tournament_xl.workbook.othello.decoded import Decoded
from tournament_xl.workbook.snapshot import Cell, Draft, cell_text

ROWS, COLUMNS = 6, 3  # of a slip: head, Black, White, end, signatures, cut
_MOST = 500  # slips: those of 1000 players; what stands further below is somebody's own
LEFT, RIGHT = 1, 5  # first columns of the two
EMPTY: tuple[tuple[Cell, ...], ...] = ((None,) * COLUMNS,) * ROWS


def write(draft: Draft, decoded: Decoded) -> None:
    """Rewrite the slips below their title; nothing when the sheet or the title has been taken away."""
    grid = decoded.snapshot.sheets.get(labels.SLIPS, ())
    title = next(
        (row for row, cells in enumerate(grid[:30], 1) if cells and cell_text(cells[0]) == labels.SLIPS_TITLE), 0
    )
    if not title:
        return
    tournament, names = decoded.tournament, decoded.full_names()
    number, rounds = len(tournament.rounds), tournament.settings.rounds or 0
    games = (
        sorted((game for game in tournament.rounds[-1] if not game.bye), key=lambda one: one.table) if number else []
    )
    first = title + labels.SLIPS_FIRST_ROW - 1
    there = min(-(-max(0, len(grid) - first + 1) // ROWS) * 2, _MOST)
    slips = (texts.slip(number, rounds, game.table, names[game.black], names[game.white]) for game in games)
    for at, slip in zip(range(max(there, len(games))), chain(slips, repeat(EMPTY)), strict=False):
        top, left = first + ROWS * (at // 2), LEFT if at % 2 == 0 else RIGHT
        for down, line in enumerate(slip):
            for right, value in enumerate(line):
                draft.put(labels.SLIPS, top + down, left + right, value)

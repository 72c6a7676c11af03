"""Finales: a row for each game that is to be played now, in every game."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from itertools import chain
from typing import NamedTuple

from tournament_xl.core.model import X
from tournament_xl.workbook.cells import Cell
from tournament_xl.workbook.decoded import Workbook
from tournament_xl.workbook.schema import FINALS
from tournament_xl.workbook.snapshot import Draft
from tournament_xl.workbook.tables import Line


class FinalRow(NamedTuple):
    """Row of Finales."""

    line: Line
    game: Hashable  # which one it is
    sides: tuple[int | None, int | None]  # N°, as on the sheet; None for an unreadable one
    is_kept: bool  # whether it is never emptied: people typed a result, or it is their own


class FinalToPlay(NamedTuple):
    """Game that is to be played now."""

    names: Mapping[str, Cell]  # columns that say which game it is -> content
    sides: tuple[int, int]  # N°, as proposed; people may exchange them


def write_final_rows(
    draft: Draft, decoded: Workbook, rows: Iterable[FinalRow], games: Mapping[Hashable, FinalToPlay]
) -> bool:
    """Write the games to play, and the names of all; empty the proposed rows of games that are no longer due.

    Return whether a game got a row that had none.
    """
    table, names = decoded.tables[FINALS], decoded.names()
    to_write, emptied = dict(games), list[int]()

    def put_cells(row: int, cells: Mapping[str, Cell]) -> None:
        for title, value in cells.items():
            draft.put(FINALS, row, table.columns[title], value)

    for row in rows:
        game = to_write.get(row.game)
        if game and {*game.sides} == {*row.sides}:
            put_cells(row.line.row, game.names)
            del to_write[row.game]
        elif not row.is_kept:
            put_cells(row.line.row, dict.fromkeys(table.columns))
            emptied.append(row.line.row)
            continue
        for (_, title), side in zip(decoded.side_columns, row.sides, strict=True):
            if side is not None:
                put_cells(row.line.row, {title: names[side] if side != X else None})
    for number, game in zip(chain(emptied, table.free_rows()), to_write.values(), strict=False):
        put_cells(number, game.names)
        for columns, side in zip(decoded.side_columns, game.sides, strict=True):
            put_cells(number, dict(zip(columns, (side, names[side]), strict=True)))
    return bool(to_write)

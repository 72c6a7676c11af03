"""Contents of one sheet of awards, as the function of its file renders it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tournament_xl.workbook.cells import Cell
from tournament_xl.workbook.sheets.computed import Rows
from tournament_xl.workbook.snapshot import LayoutChange
from tournament_xl.workbook.tables import Table


class AwardSheet(NamedTuple):
    """Contents of a sheet: a table that is rewritten whole, or single cells."""

    sheet: str
    table: Table | None = None  # below a title with the round; None: the sheet has no table
    rows: Rows | None = None  # of the table, whose first two columns are filled in each; None: people type them
    rounds: int | None = None  # number of columns 1, 2, 3 … that the table has more, one a round; None: never any
    cells: Mapping[tuple[int, int], Cell] = {}  # row and column, from 1 -> content
    layout_changes: Sequence[LayoutChange] = ()
    is_revealed: bool = False  # whether the sheet gets its first content, and is to be shown


def is_first_content(table: Table, rows: Rows) -> bool:
    """Check whether a table that had no rows gets some."""
    return bool(rows) and not any(True for _ in table.lines())

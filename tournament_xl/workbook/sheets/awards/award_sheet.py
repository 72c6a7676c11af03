"""Contents of Prix and of Palmarès, single cells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tournament_xl.workbook.cells import Cell
from tournament_xl.workbook.snapshot import LayoutChange


class AwardSheet(NamedTuple):
    """Cells of a sheet that people prepare."""

    sheet: str
    cells: Mapping[tuple[int, int], Cell]  # row and column, from 1 -> content
    layout_changes: Sequence[LayoutChange] = ()
    is_revealed: bool = False  # whether the sheet gets its first content, and is to be shown

"""Parts of a block of cells: its rows, its columns, its runs of cells of a kind."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from tournament_xl.workbook.snapshot import Block, Cell


def as_rows(formulas: Any, block: Block) -> list[list[Any]]:
    """Excel's formulas as rows: it gives a single one for a single cell."""
    single = len(block.values) == len(block.values[0]) == 1
    return [[formulas]] if single else [list(line) for line in formulas]


def places(block: Block) -> Iterator[list[tuple[tuple[str, int, int], Cell]]]:
    """The block's cells, row by row."""
    for line in by_line(block):
        yield list(line.cells())


def by_line(block: Block) -> Iterator[Block]:
    for down, line in enumerate(block.values):
        yield Block(block.sheet, block.row + down, block.column, (line,), block.optional)


def by_column(block: Block) -> Iterator[Block]:
    for right, column in enumerate(zip(*block.values, strict=True)):
        values = tuple((value,) for value in column)
        yield Block(block.sheet, block.row, block.column + right, values, block.optional)


def runs(block: Block, wanting: Callable[[Cell], bool]) -> Iterator[Block]:
    """The cells whose value is wanted, neighbours in a column together."""
    for column in by_column(block):
        run: list[tuple[Cell]] = []
        for down, (value,) in enumerate([*column.values, (None,)]):
            if down < len(column.values) and wanting(value):
                run.append((value,))
            elif run:
                yield Block(block.sheet, block.row + down - len(run), column.column, tuple(run))
                run = []

"""Cells of a workbook as read from a file or an open program, and the changes that an action sends back."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from tournament_xl.core.exit_codes import UNREADABLE, USAGE
from tournament_xl.messages.names import fill_sentence
from tournament_xl.workbook.cells import Cell, is_same_content

Grid = Sequence[Sequence[Cell]]
Json = Any  # result of `read_json`, not checked yet


class ExternalError(Exception):
    """Failure of a file, an open workbook or the network; `str` is a French sentence and says what to do.

    A subclass is a kind of failure, with its fields.
    """

    code = UNREADABLE

    def __init__(self, text: str, **facts: object) -> None:
        """Build the failure.

        `text` is a French sentence of the catalogue, with the facts as fields; without facts a finished sentence.
        """
        super().__init__(fill_sentence(text, facts) if facts else text)


class UsageError(Exception):
    """Wrong words on the command line or wrong standard input; the text is a French sentence."""

    code = USAGE


class Snapshot(NamedTuple):
    """Values of all cells of a workbook at one moment."""

    sheets: Mapping[str, Grid]
    # sheet name -> rows of cell values, first row and column at index 0, rows may have unequal lengths;
    # a formula gives its last result, a date its serial number
    uncomputed: frozenset[tuple[str, int, int]] = frozenset()  # sheet, row, column of formulas saved without result

    def cell(self, sheet: str, row: int, column: int) -> Cell:
        """Return the value at a row and column counted from 1; None outside the filled area, or without the sheet."""
        grid = self.sheets.get(sheet, ())
        if row > len(grid) or column > len(grid[row - 1]):
            return None
        return grid[row - 1][column - 1]


class Block(NamedTuple):
    """Rectangle of values to write on a sheet."""

    sheet: str
    row: int  # of the first line, counted from 1
    column: int  # of the first cell, counted from 1
    values: tuple[tuple[Cell, ...], ...]  # None empties a cell

    def cells(self) -> Iterator[tuple[tuple[str, int, int], Cell]]:
        """Yield each cell as (sheet, row, column) with its value."""
        for down, line in enumerate(self.values):
            for right, value in enumerate(line):
                yield (self.sheet, self.row + down, self.column + right), value


Edits = tuple[Block, ...]


class CollapsedRange(NamedTuple):
    """Rows of a sheet to collapse behind a [+], or columns to hide; or rows or columns to show again."""

    sheet: str
    first: int  # row, or column, from 1
    last: int
    away: bool  # True: collapse or hide; False: show (key of the wire format, docs/stdio.md)
    columns: bool = False  # True: columns; False: rows


class PageBreaks(NamedTuple):
    """How a sheet prints: at a scale, with a page ending before each of some rows; or one page wide, scaled to fit."""

    sheet: str
    breaks: tuple[int, ...] | None  # rows, from 1, before which a page ends; None: one page wide, scaled to fit `pages`
    pages: int = 1  # most pages, without breaks
    scale: int = 80  # percent, with breaks


class ColumnWidth(NamedTuple):
    """Width to give to columns of a sheet."""

    sheet: str
    first: int  # column, from 1
    last: int
    width: float  # of each, in digits, as spreadsheets count


class RowHeight(NamedTuple):
    """Height to give to rows of a sheet."""

    sheet: str
    first: int  # row, from 1
    last: int
    height: float  # of each, in points


LayoutChange = CollapsedRange | PageBreaks | ColumnWidth | RowHeight


def replace_surrogates(text: str) -> str:
    """Replace lone surrogates by "?": JSON, Excel and terminals produce them, but no file can hold them."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def read_json(text: str, depth: int) -> Json:
    """Parse untrusted JSON with limited nesting.

    The depth is checked before parsing: 9,000 levels would crash Python in a web page. `depth` is the most levels of
    lists and objects; up to twice as many pass where they alternate.

    Raises:
        ValueError: The text is nested too deeply or is no JSON.
    """
    marks = text.encode("utf-8", "replace").replace(b"\\\\", b"").replace(b'\\"', b"").translate(None, _NO_MARKS)
    marks = re.sub(rb'"[^"]*"', b"", marks.replace(b'""', b""))
    for _ in range(depth):
        marks = marks.replace(b"[]", b"").replace(b"{}", b"")
    if marks:
        raise ValueError("depth")
    return json.loads(text)


_NO_MARKS = bytes({*range(256)} - {*b'[]{}"'})


class Draft:
    """Cell contents to write over a snapshot, gathered cell by cell; only cells that differ become edits."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.snapshot = snapshot
        self.wanted: dict[str, dict[tuple[int, int], Cell]] = {}  # sheet -> row and column -> content to write
        self.layout_changes: list[LayoutChange] = []
        self.unhide: list[str] = []  # hidden sheets that now have content
        self.in_the_way: dict[tuple[str, int, int], str] = {}  # cell to write that a person filled -> its text

    def put(self, sheet: str, row: int, column: int, value: Cell) -> None:
        """Set what a cell (row and column from 1) is to contain, replacing an earlier value; "" and None empty it."""
        self.wanted.setdefault(sheet, {})[row, column] = None if value == "" else value

    def edits(self) -> Edits:
        """Return, as rectangles, the cells that will differ visibly from the snapshot: by sheet, top to bottom.

        The number 5 and the text "5" do not differ, nor do an empty text and an empty cell (`is_same_content`).
        """
        blocks: list[Block] = []
        for sheet, cells in self.wanted.items():
            grid, changed = self.snapshot.sheets.get(sheet, ()), {}
            for position, value in cells.items():
                line = grid[position[0] - 1] if position[0] <= len(grid) else ()
                old = line[position[1] - 1] if position[1] <= len(line) else None
                if old is not value and not is_same_content(old, value):
                    changed[position] = value
            blocks.extend(_rectangles(sheet, changed))
        return tuple(blocks)

    def after(self) -> Snapshot:
        """Return the snapshot with the edits written, as it would then be read; `self.snapshot` does not change."""
        return apply_edits(self.snapshot, self.edits())


def _rectangles(sheet: str, cells: Mapping[tuple[int, int], Cell]) -> Iterable[Block]:
    """Join neighbours in a row, then equal runs of columns in consecutive rows."""
    runs: list[tuple[int, int, list[Cell]]] = []
    for (row, column), value in sorted(cells.items(), key=lambda item: item[0]):
        if runs and runs[-1][0] == row and runs[-1][1] + len(runs[-1][2]) == column:
            runs[-1][2].append(value)
        else:
            runs.append((row, column, [value]))
    open_blocks: dict[tuple[int, int], tuple[int, list[tuple[Cell, ...]]]] = {}
    done: list[Block] = []
    for row, column, values in runs:
        key = (column, len(values))
        if key in open_blocks and open_blocks[key][0] + len(open_blocks[key][1]) == row:
            open_blocks[key][1].append(tuple(values))
            continue
        if key in open_blocks:
            done.append(Block(sheet, open_blocks[key][0], column, tuple(open_blocks[key][1])))
        open_blocks[key] = (row, [tuple(values)])
    for (column, _), (first, lines) in open_blocks.items():
        done.append(Block(sheet, first, column, tuple(lines)))
    return sorted(done, key=lambda block: (block.row, block.column))


def apply_edits(snapshot: Snapshot, edits: Edits) -> Snapshot:
    """Return a new snapshot with the edits written; `snapshot` is unchanged, and must have the edited sheets.

    Rows and sheets without edits are the same objects in both, by which `tables.read_cached` recognises them.
    """
    grids: dict[str, Grid] = dict(snapshot.sheets)
    for sheet in {block.sheet for block in edits}:
        grid = list(grids[sheet])  # rows without an edit stay the same objects, see `tables.Readings`
        for block in edits:
            for row, values in enumerate(block.values if block.sheet == sheet else (), start=block.row):
                grid.extend([] for _ in range(row - len(grid)))
                cells = list(grid[row - 1])
                last = block.column + len(values) - 1
                cells.extend([None] * (last - len(cells)))
                cells[block.column - 1 : last] = values
                grid[row - 1] = cells
        grids[sheet] = grid
    return snapshot._replace(sheets=grids)


def pad_to_cover(below: Grid, grid: Grid) -> Grid:
    """Return a copy of `grid` padded with empty cells and rows: written over `below`, it replaces each cell there."""
    rows = []
    for index in range(max(len(below), len(grid))):
        cells = list(grid[index]) if index < len(grid) else []
        width = len(below[index]) if index < len(below) else 0
        rows.append(cells + [None] * (width - len(cells)))
    return rows


def compute_edits(old: Snapshot, new: Snapshot) -> Edits:
    """Return the edits that turn `old` into `new`; cells outside the sheets and rows of `new` stay as they are."""
    draft = Draft(old)
    for sheet, grid in new.sheets.items():
        for row, cells in enumerate(grid, start=1):
            for column, value in enumerate(cells, start=1):
                draft.put(sheet, row, column, value)
    return draft.edits()

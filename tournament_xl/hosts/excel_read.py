"""Reading a workbook open in Excel: one read a sheet, and a second one just before writing.

The second one is there because people go on typing while a press runs: what it would overwrite, or was not computed
from, is noticed.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import partial
from itertools import zip_longest
from typing import Any

from tournament_xl.hosts.excel_answers import cell, patient, refusals, refused
from tournament_xl.texts import live as texts
from tournament_xl.workbook.snapshot import Cell, Grid, HostError, Snapshot, address, whole_letters

_RESTLESS = re.compile(r"^=.*\b(NOW|TODAY|RAND|RANDBETWEEN|RANDARRAY)\(", re.DOTALL | re.IGNORECASE)
_MOST = 2_000_000  # cells of a used range, most of them only with a format
_MANY_ROWS = 20_000  # in a used range: then it is formats rather than values


def read(book: Any, only: Collection[str] | None = None) -> Snapshot:
    """The worksheets in their order, all or those named, as a closed file gives them: dates as serial numbers."""
    with refusals(texts.UNREADABLE):
        sheets = patient(lambda: [sheet for sheet in book.sheets if only is None or sheet.name in only])
        return Snapshot({whole_letters(sheet.name): patient(partial(_grid, sheet)) for sheet in sheets})


def refuse_changes(book: Any, snapshot: Snapshot, sheets: Collection[str]) -> None:
    """HostError when one of these sheets is no longer as in `snapshot`: somebody has typed meanwhile."""
    now = read(book, sheets).sheets
    for name in sheets:
        if name not in now:
            raise HostError(texts.NO_SHEET.format(sheet=name))
        for at in _differences(snapshot.sheets[name], now[name]):
            if not _never_stands_still(book.sheets[name], at):
                raise HostError(texts.CHANGED.format(cell=address(*at), sheet=name))


def _never_stands_still(sheet: Any, at: tuple[int, int]) -> bool:
    """Whether a cell is a clock or a die, which Excel computes anew when it likes."""
    with refusals(texts.UNREADABLE):
        formula = patient(lambda: sheet.range(at).formula)
    return isinstance(formula, str) and _RESTLESS.search(formula) is not None


def _differences(old: Grid, new: Grid) -> Iterator[tuple[int, int]]:
    """Row and column, from 1, of the cells that differ."""
    for row, (before, after) in enumerate(zip_longest(old, new, fillvalue=()), start=1):
        for column, (one, other) in enumerate(zip_longest(before, after), start=1):
            if one != other:
                yield row, column


def _grid(sheet: Any) -> list[list[Cell]]:
    """From A1 to the last cell, in one read; rows end at their last value."""
    used = sheet.used_range
    rows, columns = used.row + used.shape[0] - 1, used.column + used.shape[1] - 1
    if rows > _MANY_ROWS:
        rows, columns = _filled(used)
    if rows * columns > _MOST:
        raise HostError(texts.TOO_LARGE.format(sheet=sheet.name, row=rows))
    if not rows:
        return []
    values = sheet.range((1, 1), (rows, columns)).options(ndim=2, err_to_str=True).value
    grid: list[list[Cell]] = [_trimmed([cell(value) for value in line]) for line in values]
    while grid and not grid[-1]:
        grid.pop()
    return grid


def _filled(used: Any) -> tuple[int, int]:
    """Last row and column with a value or a formula in a range that formats have made long.

    Excel answers with an error in its own language when there is no such cell, which xlwings knows in English only.
    When there is said to be neither, the first rows are read all the same.
    """
    areas: list[Any] = []
    for kind in ("constants", "formulas"):
        try:
            areas += used.get_special_cells(kind)
        except Exception as error:
            if not refused(error):
                raise
    if not areas:
        return _MANY_ROWS, min(used.column + used.shape[1] - 1, _MOST // _MANY_ROWS)
    ends = [(area.row + area.shape[0] - 1, area.column + area.shape[1] - 1) for area in areas]
    return max((row for row, _ in ends), default=0), max((column for _, column in ends), default=0)


def _trimmed(line: list[Cell]) -> list[Cell]:
    while line and line[-1] is None:
        line.pop()
    return line

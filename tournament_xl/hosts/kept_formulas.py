"""Formulas that a sheet writes once for several cells: the others keep theirs when one of the cells is set."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

import excelize

from tournament_xl.hosts import opc
from tournament_xl.texts import hosts as texts
from tournament_xl.workbook.snapshot import HostError, address

_MOST_SHARED = 4000  # cells of a sheet with a formula filled down: a second to write one of them


def others(
    path: Path, data: bytes, shared: Mapping[str, frozenset[str]], wanted: Iterable[tuple[str, int, int]]
) -> set[tuple[str, str]]:
    """Sheet and address of the cells that share their formula with one that is to be set, and are not to be set.

    `shared` by part, `wanted` by sheet, row and column. Raises HostError when they are too many: excelize looks for
    each from the top of the sheet.
    """
    written: dict[str, set[str]] = defaultdict(set)
    for sheet, row, column in wanted:
        written[sheet].add(address(row, column))
    part_of: dict[str, str] = {}
    with suppress(*opc.UNKNOWN_FORM):
        part_of = opc.Package(data).sheets()
    anywhere = frozenset().union(*shared.values())
    empty: frozenset[str] = frozenset()
    found: set[tuple[str, str]] = set()
    for sheet, cells in written.items():
        alike = shared.get(part_of[sheet], empty) if sheet in part_of else anywhere
        if alike & cells:
            if len(alike) > _MOST_SHARED:
                told = texts.FILLED_DOWN.format(path=path, sheet=sheet, cell=min(alike & cells), limit=_MOST_SHARED)
                raise HostError(told)
            found |= {(sheet, cell) for cell in alike - cells}
    return found


@contextmanager
def kept(book: excelize.File, cells: Iterable[tuple[str, str]]) -> Iterator[None]:
    """Put back the formulas of these cells that excelize drops when the cell that holds their shared text is set."""
    formulas = {at: book.get_cell_formula(*at) for at in cells}
    yield
    for at, formula in formulas.items():
        if formula and book.get_cell_formula(*at) != formula:
            book.set_cell_formula(*at, formula)

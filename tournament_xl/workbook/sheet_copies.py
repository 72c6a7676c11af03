"""Copies of the sheets into which results are typed: what stands on a copy alone counts nowhere, which is told."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from tournament_xl.folding import fold
from tournament_xl.model import Notice
from tournament_xl.workbook import labels
from tournament_xl.workbook.grid import HEADER_ROWS
from tournament_xl.workbook.snapshot import Cell, cell_text
from tournament_xl.workbook.understood import Understood

Row = tuple[str, ...]


def results_on_copies(decoded: Understood) -> Iterator[Notice]:
    """A notice for each other sheet with the columns of Résultats or Finales, and results that these have not."""
    tables = [decoded.results.table, *(t for sheet, t in decoded.derived.items() if sheet == labels.FINALS)]
    sheets = decoded.snapshot.sheets
    for sheet, grid in sheets.items():
        if any(sheet == table.sheet for table in tables):
            continue
        for table in tables:
            header = _header(grid[:HEADER_ROWS], table.columns)
            if header is None:
                continue
            row, columns = header
            here = set(_played(sheets[table.sheet][table.header :], table.columns))
            only_there = set(_played(grid[row:], columns)) - here
            if only_there:
                facts: dict[str, str | int] = {"sheet": sheet, "original": table.sheet, "count": len(only_there)}
                yield Notice("sheet_copy", facts)


def _header(rows: Sequence[Sequence[Cell]], names: Collection[str]) -> tuple[int, dict[str, int]] | None:
    """The number of the row, and the columns, from 1, of a header with all these names."""
    wanted = {fold(name): name for name in names}
    for number, cells in enumerate(rows, start=1):
        texts = [fold(cell_text(cell)) for cell in cells if cell is not None]
        if wanted.keys() <= set(texts):
            places = {fold(cell_text(cell)): column for column, cell in reversed(list(enumerate(cells, start=1)))}
            return number, {name: places[text] for text, name in wanted.items()}
    return None


def _played(rows: Sequence[Sequence[Cell]], columns: Mapping[str, int]) -> Iterator[Row]:
    """Who plays whom, and what is typed of the result, of the rows that have something of one."""
    who = [at for name, at in columns.items() if name in ("Ronde", "Match", "Partie") or name.startswith("N°")]
    what = [at for name, at in columns.items() if name.startswith(("Score", "Pions", "Forfait", "Fin"))]
    for cells in rows:
        texts = {at: cell_text(cells[at - 1]) if at <= len(cells) else "" for at in (*who, *what)}
        if any(texts[at] for at in what):
            yield tuple(texts.values())

"""Copies of the sheets into which results are typed: what stands on a copy alone counts nowhere, which is told."""

from __future__ import annotations

from collections.abc import Iterator

from tournament_xl.model import Notice
from tournament_xl.workbook import labels
from tournament_xl.workbook.grid import Problems, Table, find_table
from tournament_xl.workbook.understood import Understood

_WHO, _WHAT = ("Ronde", "Match", "Partie", "N°"), ("Score", "Pions", "Forfait", "Fin")  # how columns begin


def results_on_copies(decoded: Understood) -> Iterator[Notice]:
    """A notice for each other sheet with the columns of Résultats or Finales, and results that these have not."""
    tables = {decoded.results.table.sheet: decoded.results.table}
    tables |= {sheet: table for sheet, table in decoded.derived.items() if sheet == labels.FINALS}
    played: dict[str, set[tuple[str, ...]]] = {}
    for sheet in (name for name in decoded.snapshot.sheets if name not in tables):
        for original, table in tables.items():
            copy = find_table(decoded.snapshot, sheet, list(table.columns), Problems())
            if copy and original not in played:
                played[original] = _played(table)
            if copy and (only_there := _played(copy) - played[original]):
                yield Notice("sheet_copy", {"sheet": sheet, "original": original, "count": len(only_there)})


def _played(table: Table) -> set[tuple[str, ...]]:
    """Who plays whom, and what is typed of the result, of the rows that have something of one."""
    who, what = ([name for name in sorted(table.columns) if name.startswith(begins)] for begins in (_WHO, _WHAT))
    return {tuple(map(line.text, who + what)) for line in table.lines() if not line.empty(*what)}

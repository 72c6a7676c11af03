"""Copies of the sheets into which results are typed, or of Appariements: what stands there alone counts nowhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from tournament_xl.model import Notice
from tournament_xl.texts.names import some_names
from tournament_xl.workbook import labels
from tournament_xl.workbook.grid import Problems, Table, find_table
from tournament_xl.workbook.understood import Understood

KEYS = ("sheet_copy", "wall_copy", "finals_renamed")  # of the notices
_WHO, _WHAT = ("Ronde", "Match", "Partie", "N°"), ("Score", "Pions", "Forfait", "Fin")  # how columns begin
_NAMES = ("Joueur", "Noir", "Blanc")
_SHOWN = 6  # rows that are told
_OPTIONAL = ("b", "c")  # how those of further games end


def results_on_copies(decoded: Understood, finals: Sequence[str] = ()) -> Iterator[Notice]:
    """A notice for each other sheet with the columns of Résultats or Finales, and results that these have not; or with
    those of Appariements, and scores that Résultats has not. `finals`: the columns of Finales where that may be missed.
    """
    tables = {decoded.results.table.sheet: decoded.results.table}
    tables |= {sheet: table for sheet, table in decoded.derived.items() if sheet == labels.FINALS}
    known: dict[tuple[str, ...], dict[tuple[str, ...], int]] = {}

    def only_on(copy: Table, original: Table, names: Sequence[str]) -> list[int]:
        """The rows with a result that the original has not, by these columns: who, then what."""
        key = (original.sheet, *names)
        if key not in known:
            known[key] = _played(original, names)
        return [row for played, row in _played(copy, names).items() if played not in known[key]]

    wall = _beginning(decoded.derived[labels.PAIRINGS], (*_NAMES, *_WHAT))
    for sheet in (name for name in decoded.snapshot.sheets if name not in (*tables, labels.PAIRINGS)):
        renamed = _found(decoded, sheet, finals) if finals and labels.FINALS not in decoded.snapshot.sheets else None
        if renamed and (rows := [*_played(renamed, finals).values()]):
            yield Notice("finals_renamed", {"sheet": sheet} | _where(rows))
            continue
        copies = _copies(decoded, sheet, tables, whole=True) or _copies(decoded, sheet, tables, whole=False)
        for original, copy in copies.items():
            names = [name for name in _beginning(tables[original], (*_WHO, *_WHAT)) if name in copy.columns]
            if rows := only_on(copy, tables[original], names):
                yield Notice("sheet_copy", {"sheet": sheet, "original": original} | _where(rows))
        paper = None if copies else _found(decoded, sheet, wall)
        if paper and (rows := only_on(paper, decoded.results.table, wall)):
            yield Notice("wall_copy", {"sheet": sheet} | _where(rows))


def _where(rows: Sequence[int]) -> dict[str, str | int]:
    """How many rows, and which."""
    return {"count": len(rows), "rows": some_names([*map(str, sorted(rows))], _SHOWN)}


def _copies(decoded: Understood, sheet: str, tables: Mapping[str, Table], *, whole: bool) -> dict[str, Table]:
    """Original -> the table with its columns on another sheet, or with those at least that tell a result, and what it
    has of the others that do: forfeits, further games.
    """
    found = {}
    for original, table in tables.items():
        core = [name for name in _beginning(table, (*_WHO, *_WHAT[:2])) if not name.endswith(_OPTIONAL)]
        copy = _found(decoded, sheet, list(table.columns) if whole else core)
        for name in _beginning(table, _WHAT):
            if copy and name not in copy.columns:
                copy = _found(decoded, sheet, [*copy.columns, name]) or copy
        found[original] = copy
    return {original: copy for original, copy in found.items() if copy}


def _found(decoded: Understood, sheet: str, columns: Sequence[str]) -> Table | None:
    return find_table(decoded.snapshot, sheet, columns, Problems())


def _beginning(table: Table, begins: Sequence[str]) -> list[str]:
    return [name for name in sorted(table.columns) if name.startswith(tuple(begins))]


def _played(table: Table, names: Sequence[str]) -> dict[tuple[str, ...], int]:
    """Who plays whom, and what is typed of the result, of the rows that have something of one -> the row.

    A formula that shows an empty cell, such as a forfeit's, gives 0; so does one for the scores of a match not played.
    """
    what = [name for name in names if name.startswith(_WHAT)]
    found = {}
    for line in table.lines():
        texts = {name: line.text(name) for name in names}
        shown = {name: "" if name in what and text == "0" else text for name, text in texts.items()}
        if any(shown[name] for name in what):
            found[tuple(shown.values())] = line.row
    return found

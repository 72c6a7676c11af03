"""One header row to a table: what makes it uncertain which columns, or which rows, are the table's.

People copy header rows and insert rows above them; whichever row were chosen, scores beside the other one would not
count.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tournament_xl.folding import fold, fold_label
from tournament_xl.workbook import labels
from tournament_xl.workbook.snapshot import Cell, Grid, address, cell_text

REWRITTEN = {
    labels.PAIRINGS,
    labels.STANDINGS,
    labels.GRID,
    labels.RATINGS,
    *labels.AWARD_COLUMNS,
}  # nothing there is a fact
_LONGEST = 20  # letters of a column's name
_WORDS = re.compile(r"[^\W\d_].{0,199}")
_NUMBER = re.compile(r"-?\d[\d ]*([.,]\d+)?")
_NUMBERS = {"N°", "Cote", "Rang initial", "Ronde", "Table", "N° 1", "N° 2", "N° N", "N° B"}
_MATCHES = {labels.RESULTS, labels.FINALS}
_ROW_OF = {
    labels.PLAYERS: (("Nom", "Prénom"), ("N°", "Cote", "Rang initial")),
    labels.RESULTS: (("Ronde", "N° 1", "N° 2", "N° N", "N° B"), ("Ronde",)),
    labels.FINALS: (("Match", "N° 1", "N° 2", "N° N", "N° B"), ("N° 1", "N° N")),
}  # a row of the table has all of the first, as far as there are such columns, and one of the second


@dataclass(frozen=True, slots=True)
class Doubt:
    """A cell that must be mended before the table can be read."""

    row: int
    column: int
    key: str  # of texts/problems.py
    facts: dict[str, object]


def doubts(sheet: str, grid: Grid, header: int, columns: Mapping[str, int]) -> Iterator[Doubt]:
    """What is uncertain about the table whose header row is `header`, each name's first place there being in `columns`.

    A name twice in the header row; another row with two of the names in their columns, or with more than half of all
    names anywhere; else the first row above the header that looks like one of the table's. Nothing where a sheet is
    rewritten.
    """
    if sheet in REWRITTEN or not columns:
        return
    wanted = {fold(name): name for name in columns}
    for column, name in _names(grid[header - 1], wanted):
        if columns[name] != column:
            first = address(header, columns[name])
            yield Doubt(header, column, "header_twice", {"column": name, "cell": first})
    left, above = min(columns.values()), _sorted_in(sheet, grid, header, columns)
    for row, cells in enumerate(grid, start=1):
        plays = row > header and sheet in _MATCHES and _is_row(sheet, cells, columns)  # whatever its players are called
        named = _names(cells, wanted) if row != header and not plays else []
        if sum(columns[name] == at for at, name in named) >= 2 or 2 * len({name for _, name in named}) > len(columns):
            yield Doubt(max(row, header), left, "header_again", {"row": min(row, header)})
            return
        if row < header and (not above or row < above) and _is_row(sheet, cells, columns):
            above = row
    if above:
        yield Doubt(above, left, "above_header", {"row": header})


def _names(cells: Sequence[Cell], wanted: Mapping[str, str]) -> list[tuple[int, str]]:
    """The cells that say a column's name: (column, name)."""
    return [
        (at, wanted[text])
        for at, cell in enumerate(cells, start=1)
        if isinstance(cell, str) and len(cell) <= _LONGEST and not cell[:1].isdigit()
        if (text := fold_label(cell)) in wanted
    ]


def _sorted_in(sheet: str, grid: Grid, header: int, columns: Mapping[str, int]) -> int:
    """The first row of players right above the header, which was sorted with them; 0 when there is none."""
    if sheet != labels.PLAYERS or "Nom" not in columns:
        return 0
    at = columns["Nom"] - 1
    names = [cell_text(cells[at]) if at < len(cells) else "" for cells in grid]
    above = sorted_above(names, header - 1, [_has_number(cells, columns) for cells in grid[: header - 1]])
    return header - above if above else 0


def sorted_above(names: Sequence[str], header: int, rated: Sequence[bool], *, titled: bool = False) -> int:
    """How many rows right above a header, index `header` of a column of `names`, are players that were sorted with it.

    A list may have nothing but names: all above come before the title and all below after it, or the other way. Sorted
    by cotes, two of those above have one (`rated`). `titled`: there may be a title above, which is one line without
    cote, and in whatever order.
    """
    first = header
    while first > 0 and _WORDS.fullmatch(names[first - 1]):
        first -= 1
    if first == header:
        return 0
    above, below = (set(map(fold, filter(None, part))) for part in (names[first:header], names[header + 1 :]))
    title = fold(names[header])
    before = all(name <= title for name in above) and all(name >= title for name in below)
    behind = all(name >= title for name in above) and all(name <= title for name in below)
    cotes = sum(rated[first:header])
    ordered = before and (header - first > 1 or cotes > 0) if titled else before or behind
    return header - first if (below and ordered) or cotes >= 2 else 0


def _has_number(cells: Sequence[Cell], columns: Mapping[str, int]) -> bool:
    """Whether a row of Joueurs has a number where one belongs."""
    where = (columns[name] for name in ("N°", "Cote", "Rang initial") if name in columns)
    return any(at <= len(cells) and _NUMBER.fullmatch(cell_text(cells[at - 1])) for at in where)


def _is_row(sheet: str, cells: Sequence[Cell], columns: Mapping[str, int]) -> bool:
    """Whether a row has what every row of the table has: numbers where these belong, words where names do."""
    always, some = _ROW_OF.get(sheet, ((), ()))
    texts = {name: cell_text(cells[at - 1]) if at <= len(cells) else "" for name, at in columns.items()}
    right = {
        name: name not in always + some or bool(_NUMBER.fullmatch(text)) == (name in _NUMBERS) or text in ("X", "BIP")
        for name, text in texts.items()
        if text
    }
    return (
        bool(always)
        and all(right.values())
        and all(name in right for name in always if name in columns)
        and any(name in right for name in some)
    )

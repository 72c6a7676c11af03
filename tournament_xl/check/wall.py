"""The sheet Appariements, by table and by name, against the pairs of the last drawn round.

Table numbers are not compared: they decide nothing, and organisers give them as the room wants it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from tournament_xl.check.report import WALL, Finding
from tournament_xl.check.stale import earlier
from tournament_xl.texts import check as texts
from tournament_xl.texts import sheets
from tournament_xl.workbook import labels
from tournament_xl.workbook.grid import Table
from tournament_xl.workbook.rewriting import blocks_right
from tournament_xl.workbook.snapshot import Draft, Snapshot
from tournament_xl.workbook.understood import Understood

Row = tuple[str, ...]  # what a line says, without its table


@dataclass(frozen=True, slots=True)
class Layout:
    """The columns of a game."""

    sides: tuple[str, str]
    by_name: tuple[str, ...]  # who, his table, his opponent last
    ordered: bool  # whether it matters who stands first


class _Lost:
    """The lines that are missing, each found once by somebody in it."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self.left = dict(enumerate(rows))
        self._with: dict[str, list[int]] = {}  # the last first
        for number, row in reversed(self.left.items()):
            for text in set(row):
                self._with.setdefault(text, []).append(number)

    def take(self, row: Row) -> Row | None:
        """The first missing line that has somebody of `row`; it is no longer missing."""
        first = []
        for numbers in filter(None, map(self._with.get, set(row))):
            while numbers and numbers[-1] not in self.left:
                numbers.pop()
            first += numbers[-1:]
        return self.left.pop(min(first)) if first else None


def compare(decoded: Understood, layout: Layout, written: Callable[[int], Snapshot]) -> list[Finding]:
    """Every line that a press would write otherwise; `written`: the workbook as if only so many rounds were drawn."""
    drawn = len(decoded.tournament.rounds)
    there, right = _blocks(decoded, layout, decoded.snapshot), _blocks(decoded, layout, written(drawn))
    if not drawn or _alike(there, right):
        return []
    table = decoded.derived[labels.PAIRINGS]
    if not any(there):
        return [Finding(WALL, texts.finding_text("empty_wall"), labels.PAIRINGS, table.header)]
    for number in earlier(decoded, table, 1, drawn - 1):
        if _alike(there, _blocks(decoded, layout, written(number))):
            message = texts.finding_text("old_wall", round=number, drawn=drawn)
            return [Finding(WALL, message, labels.PAIRINGS, table.header)]
    found = [_differences(table.header, *blocks) for blocks in zip(there, right, strict=True)]
    return [one for block in found for one in block]


def with_causes(found: Sequence[Finding], decoded: Understood, names: Mapping[int, str]) -> list[Finding]:
    """The same when pairs or names have been edited: lines that show the pairs of the Journal only follow from that."""
    record = decoded.journal.rounds.get(len(decoded.tournament.rounds))
    known = {**names, **decoded.journal.names}
    former = {frozenset(known.get(who, "") for who in pair) for pair in (record.current if record else ())}
    former |= {frozenset(names.get(who, "") for who in pair) for pair in (record.current if record else ())}

    def follows(one: Finding) -> bool:
        shown = one.now.split(texts.PAIR)
        return not one.now or frozenset((shown[0], shown[-1])) in former

    return [replace(one, consequence=follows(one)) for one in found]


def _alike(there: list[dict[Row, tuple[int, int]]], right: list[dict[Row, tuple[int, int]]]) -> bool:
    return all(one.keys() == other.keys() for one, other in zip(there, right, strict=True))


def _blocks(decoded: Understood, layout: Layout, snapshot: Snapshot) -> list[dict[Row, tuple[int, int]]]:
    """By table and by name: line -> its row and column on the sheet."""
    table = decoded.derived[labels.PAIRINGS]
    table = Table(snapshot, table.sheet, table.header, table.columns)
    where, against = layout.by_name[0], layout.by_name[-1]
    by_name = blocks_right(Draft(snapshot), table, layout.by_name)
    pairs = {
        tuple(row if layout.ordered else sorted(row)): at
        for row, at in _rows(table, layout.sides, layout.sides)
        if not sheets.is_group_heading(row[0])
    }
    columns = [name for name in layout.by_name if name != layout.by_name[1]]
    return [pairs, {row: at for block in by_name for row, at in _rows(block, (where, against), columns)}]


def _rows(table: Table, keys: Sequence[str], columns: Sequence[str]) -> Iterator[tuple[Row, tuple[int, int]]]:
    """The lines right below the header that have something in both `keys`, as a press knows its own."""
    for row in range(table.header + 1, table.header + 1 + table.block(lambda line: all(map(line.text, keys)))):
        line = table.line(row)
        yield tuple(sheets.without_absent(line.text(name)) for name in columns), (row, table.columns[columns[0]])


def _differences(
    header: int, there: dict[Row, tuple[int, int]], right: dict[Row, tuple[int, int]]
) -> Iterator[Finding]:
    lost = _Lost(row for row in right if row not in there)
    for row, at in there.items():
        if row in right:
            continue
        before = lost.take(row)
        was, now = texts.PAIR.join(before or ()), texts.PAIR.join(row)
        message = texts.finding_text("wall", row=at[0], now=now, was=was or texts.EMPTY_CELL)
        yield Finding(WALL, message, labels.PAIRINGS, *at, was=was, now=now)
    for row in lost.left.values():
        was = texts.PAIR.join(row)
        yield Finding(WALL, texts.finding_text("wall_gone", was=was), labels.PAIRINGS, header, was=was)

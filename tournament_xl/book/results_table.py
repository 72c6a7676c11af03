"""The rows of Résultats, whatever the game: who meets whom in which round."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, Generic, TypeVar

from tournament_xl.book.grid import MOST_ROUNDS, Line, Problems, Table, whole
from tournament_xl.book.memory import View
from tournament_xl.folding import fold
from tournament_xl.model import Entrant, X
from tournament_xl.model import Row as Sides
from tournament_xl.record import record
from tournament_xl.texts.names import Named

What = TypeVar("What", bound=Sides)
Any_Row = TypeVar("Any_Row", bound="RowOf[Any]")


@record
class RowOf(Generic[What]):
    """A row that names two opponents."""

    line: Line
    round: int
    match: What

    def compact(self) -> str:
        """The row as typed, in the form of the Journal, half a result too."""
        raise NotImplementedError

    def so_far(self, result_of: Callable[[What], str]) -> str:
        """Its result in that form, by `result_of` once it is complete."""
        return result_of(self.match) if self.match.complete else self.compact()


@record
class ResultsOf(Generic[Any_Row]):
    """The rows in the order of the sheet."""

    table: Table
    rows: tuple[Any_Row, ...]

    def round(self, number: int) -> list[Any_Row]:
        return list(self._by_round.get(number, ()))

    @cached_property
    def _by_round(self) -> dict[int, list[Any_Row]]:
        found: dict[int, list[Any_Row]] = {}
        for row in self.rows:
            found.setdefault(row.round, []).append(row)
        return found


def read_rows(
    table: Table, problems: Problems, depends: object, read: Callable[[Line], Any_Row | None]
) -> tuple[Any_Row, ...]:
    """The rows in the order of the sheet, as `read` makes them of lines, not again those that still are as they were
    when all were sound; `depends`: on what else they depend.
    """
    grid, state = table.snapshot.sheets[table.sheet], (table.header, table.columns, depends)
    before, (other, rows) = table.snapshot.known.get(("rows", table.sheet), ((), (None, ())))
    same = {at for at, (one, two) in enumerate(zip(before, grid, strict=False), start=1) if one is two}
    known = {row.line.row: row for row in rows if row.line.row in same and other == state}
    count = len(problems.found)
    found = known | {line.row: row for line in table.lines(known) if (row := read(line))}
    rows = tuple(found[at] for at in sorted(found))
    if len(problems.found) == count:
        table.snapshot.known["rows", table.sheet] = grid, (state, rows)
    return rows


def read_round(line: Line, problems: Problems) -> int | None:
    """The number of the round; None when it is no number."""
    text = line.text("Ronde")
    number = whole(text)
    if not text:
        line.problem(problems, "Ronde", "no_round")
    elif number is None or not 1 <= number <= MOST_ROUNDS:
        line.problem(problems, "Ronde", "bad_round", text=text)
        return None
    return number


class People:
    """Players by their N°, and by what they are called."""

    def __init__(self, by_number: Mapping[int, Named]) -> None:
        self.by_number = by_number

    def names(self, who: int) -> tuple[str, ...]:
        """What a player is called, in full first; X is X."""
        if who == X:
            return ("X",)
        player = self.by_number[who]
        return player.full_name, player.name, f"{player.first_name} {player.name}"

    def called(self, text: str) -> int | None:
        """N° of the one player whose name, or name and first name, is typed; None when there is none or several."""
        found = self._called.get(fold(text), set())
        return next(iter(found)) if len(found) == 1 else None

    @cached_property
    def _called(self) -> dict[str, set[int]]:
        found: dict[str, set[int]] = {}
        for number in self.by_number:
            for name in self.names(number):
                found.setdefault(fold(name), set()).add(number)
        return found


def read_side(line: Line, column: str, name_column: str, people: People, bye: str, problems: Problems) -> int | None:
    """N° in a column, X (0) where `bye` stands; None when it is nobody's."""
    text = line.text(column)
    if text.upper() == bye:
        return X
    number = whole(text)
    if number in people.by_number:
        return number
    if known := people.called(text or line.text(name_column)) if number is None else None:
        line.problem(problems, column, "name_for_number", number=known)
    else:
        line.problem(problems, column, "unknown_number" if text else "no_opponent", text=text, bye=bye)
    return None


def once_a_round(rows: Sequence[RowOf[Any]], columns: tuple[str, str], people: People, problems: Problems) -> None:
    """Nobody plays twice in a round; `columns` holds the N° of the two sides."""
    seen: dict[tuple[int, int], RowOf[Any]] = {}
    for row in rows:
        for who, column in zip(row.match.sides, columns, strict=True):
            first = seen.setdefault((row.round, who), row)
            if first is row:
                continue
            if who == X:
                row.line.problem(problems, column, "x_twice", row=first.line.row, bye=row.line.text(column).upper())
            else:
                row.line.problem(problems, column, "twice", name=people.by_number[who].full_name, row=first.line.row)


def drawn_rounds(
    results: ResultsOf[Any],
    people: Sequence[Entrant],
    past: View,
    scheduled: Callable[[int], bool] = lambda number: False,
) -> int:
    """How many rounds, from the first on, are drawn: a row has a reason, or everybody present has a row (contract).

    A round that the memory has (`past`) stays drawn as long as one of its pairs stands there, or one of a later round.
    Where a round's games are known from the start (`scheduled`, Scrabble) an announced absentee plays his seat and
    forfeits: he must have a row, too (T).
    """
    here = {(row.round, frozenset(row.match.sides)) for row in results.rows}
    standing = max((at for at in past.rounds if any((at, pair) in here for pair in past.pairs(at))), default=0)
    number = 0
    while (rows := results.round(number + 1)) or number < standing:
        number += 1
        if number <= standing:
            continue
        with_row = {who for row in rows for who in row.match.sides}
        everybody = scheduled(number)
        wanted = [one for one in people if number not in one.absences or (everybody and not one.absences.left(1))]
        by_hand = all(player.number and player.number in with_row for player in wanted)
        if not by_hand and not any(row.match.reason for row in rows):
            return number - 1
    return number

"""The optional columns of Joueurs that decide pairings (C13 to C15, S9): whom to avoid, a table of one's own, who is
there. Without the column nothing changes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

from tournament_xl.core.model import Absences, Encounter, Person, replace_fields
from tournament_xl.workbook import schema
from tournament_xl.workbook.decoded import Workbook
from tournament_xl.workbook.history.history import StateView, read_numbers
from tournament_xl.workbook.input_rows import People, ResultsSheet
from tournament_xl.workbook.sheets.computed import beside, with_columns
from tournament_xl.workbook.tables import Line, Problems, Table, whole
from tournament_xl.workbook.working_copy import require_valid

Who = TypeVar("Who", bound=Person)
Rows = tuple[tuple[Line, Who], ...]
_HERE = ("oui", "x", "✓", "✔", "1", "vrai", "true")  # what people tick with, boxes of Excel too
_NOT_HERE = ("", "non", "0", "faux", "false")
_HIGHEST_TABLE = 999
Sides = tuple[int, int]


def with_optional(table: Table, names: Iterable[str]) -> Table:
    """Joueurs with those of its optional columns that are there."""
    for name in names:
        table = with_columns(table, beside(table, name))
    return table


def checked_in(
    rows: Rows[Who], results: ResultsSheet[Encounter], drawn: int, problems: Problems
) -> tuple[Rows[Who], list[Who]]:
    """The rows, whoever has no mark in Présent absent from the round after his last one on, and those whom only that
    keeps out; from the first mark on (C15). `drawn`: how many rounds are drawn.
    """
    ticked = [_ticked(line, problems) for line, _ in rows]
    if not any(ticked):
        return rows, []
    played = (row for row in results.rows if row.round <= drawn)
    last = {who: row.round for row in played for who in row.match.sides if not row.match.gave(who)}
    found, out = list[tuple[Line, Who]](), list[Who]()
    for (line, player), here in zip(rows, ticked, strict=True):
        if not here:
            if drawn + 1 not in player.absences:
                out.append(player)
            known, after = player.absences, last.get(player.number, 0) + 1
            first = after if known.after is None else min(known.after, after)
            player = replace(player, absences=Absences(known.rounds, first))
        found.append((line, player))
    return tuple(found), out


def marked(rows: Rows[Who]) -> list[Who]:
    """Whoever has a mark in Présent; all of them while nobody has (C15)."""
    found = [player for line, player in rows if _ticked(line, Problems())]
    return found or [player for _, player in rows]


def _ticked(line: Line, problems: Problems) -> bool:
    text = line.texts.get(schema.HERE, "")
    if text.casefold() not in (*_HERE, *_NOT_HERE):
        line.problem(problems, schema.HERE, "yes_or_empty", text=text)
    return text.casefold() in _HERE


def wishing(rows: Sequence[tuple[Line, Who]], problems: Problems) -> list[Who]:
    """The players of these rows, with the N° each has or would get now (0: none), whom he avoids and his own table
    (C13, C14).
    """
    if all(line.texts.get(name, "") == "" for line, _ in rows for name in (schema.AVOID, schema.OWN_TABLE)):
        return [player for _, player in rows]
    people, numbers = People({line.row: one for line, one in rows}), {line.row: one.number for line, one in rows}
    known = {number for number in numbers.values() if number}
    found = []
    for line, player in rows:
        table, text = line.texts.get(schema.OWN_TABLE, ""), line.texts.get(schema.AVOID, "")
        own = whole(table)
        if table and (own is None or not 1 <= own <= _HIGHEST_TABLE):
            line.problem(problems, schema.OWN_TABLE, "bad_table", text=table)
            own = None
        avoids = frozenset[int]()
        for part in filter(None, map(str.strip, re.split(r"[,;\n]|\bet\b", text))):
            given, row = whole(part), people.called(part)
            who = given if given in known else numbers[row] if row else None
            if who is None or line.row == row or (who and who == player.number):
                line.problem(problems, schema.AVOID, "avoid_unknown", text=part)
            avoids |= {who} if who else set()
        found.append(replace_fields(player, avoids=avoids, own_table=own or 0))
    return found


def constraints_from_history(players: Iterable[Who], then: StateView) -> tuple[Who, ...]:
    """The players with those whom they avoided when a pairing read the workbook (C13 is a fact)."""
    avoided = {who: read_numbers(text) for who, text in then.by_number("éviter").items()}
    return tuple(replace_fields(one, avoids=avoided.get(one.number, frozenset())) for one in players)


def report_taken(book: Workbook, seats: Sequence[tuple[Sides, int]]) -> None:
    """Stop where two want one table and do not meet, or it is typed for others: at the second cell (C14)."""
    own, names, first = book.tournament.own_tables, book.names(), dict[int, Sides]()

    def highest(seat: tuple[Sides, int]) -> int:
        return min((book.lines[who].row for who in seat[0] if who in own), default=0)

    for sides, table in sorted(seats, key=highest):
        other = first.setdefault(table, sides)
        if other is not sides:
            who = next(who for who in (*sides, *other) if own.get(who) == table)
            pair = " – ".join(names[one] for one in other)
            facts = {"table": table, "pair": pair}
            book.lines[who].problem(book.problems, schema.OWN_TABLE, "own_table_taken", **facts)
    require_valid(book)

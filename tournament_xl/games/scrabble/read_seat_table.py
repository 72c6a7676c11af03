"""The organiser's own table of seats for the first rounds: sheet Tables (rule C9)."""

from __future__ import annotations

from tournament_xl.games.scrabble.book import ScrabbleBook
from tournament_xl.games.scrabble.rules.tables import BUILT_IN, LARGEST, SeatTable, faults, is_override
from tournament_xl.workbook import schema
from tournament_xl.workbook.history import history
from tournament_xl.workbook.snapshot import Snapshot
from tournament_xl.workbook.tables import (
    Line,
    Problems,
    find_table,
    whole,
)


def find_seat_table(decoded: ScrabbleBook) -> SeatTable | None:
    """The organiser's own table: from the sheet before the first pairing, from the memory afterwards (C9)."""
    size = decoded.registered + decoded.registered % 2
    if decoded.tournament.settings.formula != schema.CLASSIQUE or size > LARGEST:
        return None
    if decoded.first_pairing:
        return read_seat_table(decoded.snapshot, size, decoded.problems)
    recorded_table = history.read_seat_table(decoded.memory.facts.get(history.TABLES, ""))
    is_damaged = recorded_table is not None and faults(dict(enumerate(recorded_table, start=1)), size)
    return None if is_damaged else recorded_table


def read_seat_table(snapshot: Snapshot, size: int, problems: Problems) -> SeatTable | None:
    """The table for `size` seats when it is valid and differs from the built-in one, else None.

    Problems with every line that cannot be read, and with a table that pairs a seat twice, leaves one out, repeats a
    pair or has other rounds than C9 wants.
    """
    table = find_table(snapshot, schema.TABLES, schema.SCRABBLE_COLUMNS[schema.TABLES], problems)
    if table is None or size not in BUILT_IN:
        return None
    rounds: dict[int, list[tuple[int, int]]] = {}
    lines: dict[int | tuple[int, tuple[int, ...]], Line] = {}  # of a round the first, of a pair
    for line in table.lines():
        players, *numbers = (_read_number(line, column, problems) for column in schema.SCRABBLE_COLUMNS[schema.TABLES])
        round_number, first, second = numbers
        if players != size or round_number is None or first is None or second is None:
            continue
        rounds.setdefault(round_number, []).append((first, second))
        lines.setdefault(round_number, line)
        lines[round_number, (first, second)] = line
    table_faults = faults(rounds, size) if rounds else []
    for fault, round_number, seats in table_faults:
        line = lines[
            min(rounds) if fault == "rounds" else round_number if fault == "missing" else (round_number, seats)
        ]
        seats_text = "-".join(map(str, seats)) or "?"
        line.problem(problems, "Siège 1", "table_wrong", players=size, round=round_number, seats=seats_text)
    typed_table = tuple(tuple(rounds[number]) for number in sorted(rounds))
    return typed_table if rounds and not table_faults and is_override(typed_table, size) else None


def _read_number(line: Line, column: str, problems: Problems) -> int | None:
    text = line.text(column)
    value = whole(text)
    if value is None or (column == "Joueurs" and value not in BUILT_IN):
        line.problem(problems, column, "table_number", text=text)
    return value

"""The organiser's own table of seats for the first rounds, from the sheet Tables (rule C9)."""

from __future__ import annotations

from typing import Any

from tournament_xl.games.scrabble import schema
from tournament_xl.games.scrabble.book import ScrabbleBook
from tournament_xl.games.scrabble.rules.tables import BUILT_IN, SeatTable, find_faults, is_override
from tournament_xl.workbook import schema as shared
from tournament_xl.workbook.history.views import Recorded
from tournament_xl.workbook.tables import Line, Problems, Table, read_cached
from tournament_xl.workbook.typed_columns import list_rows, read_cells


def find_seat_table(decoded: ScrabbleBook, problems: Problems) -> SeatTable | None:
    """Return the organiser's own seat table (C9); None where the built-in table is used, or no table.

    Only the Formule Classique has seat tables, up to 16 seats. Before the first pairing the table is read from the
    sheet Tables, afterwards from the history (sheet Mémoire); a damaged record counts as none. The number of registered
    players must be known.
    """
    size = decoded.registered + decoded.registered % 2
    if not decoded.formula.table_rounds(decoded.registered):
        return None
    if decoded.first_pairing:
        return read_seat_table(decoded.tables[shared.TABLES], problems, size)
    recorded_table = read_recorded_table(decoded.memory.document)
    is_damaged = recorded_table is not None and find_faults(dict(enumerate(recorded_table, start=1)), size)
    return None if is_damaged else recorded_table


def read_recorded_table(recorded: Recorded) -> SeatTable | None:
    """Return the organiser's own seat table of a recorded document; None for the built-in table, or none."""
    table = recorded.get("seat_table", schema.BUILT_IN_TABLE)
    if table == schema.BUILT_IN_TABLE:
        return None
    return tuple(tuple((first, second) for first, second in games) for games in table)


def write_table(table: SeatTable | None) -> Any:
    """Return a seat table as the document has it."""
    return [[[*seats] for seats in games] for games in table] if table else schema.BUILT_IN_TABLE


def is_edited_too_late(decoded: ScrabbleBook) -> bool:
    """Check whether the sheet Tables gives other seats than the first pairing read from it; they are ignored (C9)."""
    size = decoded.registered + decoded.registered % 2
    if decoded.first_pairing or not decoded.memory.drawn or not decoded.formula.table_rounds(decoded.registered):
        return False
    problems = Problems()
    table = read_cached(decoded.tables[shared.TABLES], problems, decoded.readings, read_seat_table, size)
    if "seat_table" not in decoded.memory.document:
        return False
    return bool(problems.entries) or table != read_recorded_table(decoded.memory.document)


def read_seat_table(table: Table, problems: Problems, size: int) -> SeatTable | None:
    """Read the organiser's seat table for a number of seats from the sheet Tables (C9); its other rows are skipped.

    Args:
        table: Table of the sheet.
        problems: Receives a problem for each cell that is no number, also in skipped rows, and for a table that uses a
            seat twice, leaves one out, repeats a pair or has other rounds than C9 asks for.
        size: Number of seats, even; X (the bye) counts.

    Returns:
        The table, or None when there is none, it is faulty, or it is the same as the built-in one.
    """
    if size not in BUILT_IN:
        return None
    rounds: dict[int, list[tuple[int, int]]] = {}
    lines: dict[int | tuple[int, tuple[int, ...]], Line] = {}  # first line of each round, and line of each pair
    columns = schema.TYPED_COLUMNS[shared.TABLES]
    for line in list_rows(table, columns):
        row = read_cells(line, columns, problems)
        if row["players"] != size or "" in row.values():
            continue
        rounds.setdefault(row["round"], []).append((row["first"], row["second"]))
        lines.setdefault(row["round"], line)
        lines[row["round"], (row["first"], row["second"])] = line
    table_faults = find_faults(rounds, size) if rounds else []
    for fault, round_number, seats in table_faults:
        line = lines[
            min(rounds) if fault == "rounds" else round_number if fault == "missing" else (round_number, seats)
        ]
        seats_text = "-".join(map(str, seats)) or "?"
        line.report(problems, "Siège 1", "table_wrong", players=size, round=round_number, seats=seats_text)
    typed_table = tuple(tuple(rounds[number]) for number in sorted(rounds))
    return typed_table if rounds and not table_faults and is_override(typed_table, size) else None

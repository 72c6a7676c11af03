"""Reading the sheet Tables: the organiser's own table of the first rounds (rule C9)."""

from __future__ import annotations

from collections.abc import Iterable

from tournament_xl.scrabble.tables import BUILT_IN, SeatTable, faults, is_override
from tournament_xl.workbook import labels
from tournament_xl.workbook.grid import Line, Problems, find_table, whole
from tournament_xl.workbook.snapshot import Snapshot


def read_seat_table(snapshot: Snapshot, size: int, problems: Problems) -> SeatTable | None:
    """The table for `size` seats when it is valid and differs from the built-in one, else None.

    Problems with every line that cannot be read, and with a table that pairs a seat twice, leaves one out, repeats a
    pair or has other rounds than C9 wants.
    """
    table = find_table(snapshot, labels.TABLES, labels.SCRABBLE_COLUMNS[labels.TABLES], problems)
    if table is None or size not in BUILT_IN:
        return None
    rounds: dict[int, list[tuple[int, int]]] = {}
    lines: dict[tuple[int, tuple[int, int]], Line] = {}
    heads: dict[int, Line] = {}
    for line in table.lines():
        values = {column: _read(line, column, problems) for column in table.columns}
        players, number, one, two = (values[column] for column in labels.SCRABBLE_COLUMNS[labels.TABLES])
        if players is not None and players not in BUILT_IN:
            line.problem(problems, "Joueurs", "table_size", text=players)
        if players != size or number is None or one is None or two is None:
            continue
        rounds.setdefault(number, []).append((one, two))
        lines[number, (one, two)] = line
        heads.setdefault(number, line)
    if not rounds:
        return None
    found = faults(rounds, size)
    first = min(heads.values(), key=lambda line: line.row)
    for fault, number, seats in found:
        if fault == "rounds":
            first.problem(problems, "Ronde", "table_rounds", players=size, rounds=number)
        elif fault == "missing":
            heads[number].problem(problems, "Siège 1", "table_missing", round=number, seats=_list(seats))
        else:
            line = lines[number, (seats[0], seats[1])]
            line.problem(problems, "Siège 1", f"table_{fault}", round=number, one=seats[0], two=seats[1])
    own = tuple(tuple(rounds[number]) for number in sorted(rounds))
    return own if not found and is_override(own, size) else None


def _read(line: Line, column: str, problems: Problems) -> int | None:
    text = line.text(column)
    value = whole(text)
    if value is None:
        line.problem(problems, column, "table_number", text=text)
    return value


def _list(seats: Iterable[int]) -> str:
    return ", ".join(str(seat) for seat in seats)

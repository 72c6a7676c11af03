"""Fixed pairing tables of the first rounds, up to 16 players (rule C9 of docs/regles.md).

The regulation publishes the tables for 8 players, one for each edition. Those for 9 to 16 players "exist, integrated
in Sclassic" and are not published: the ones here are a decision of this project. Round 1 is seat i against i + n/2; in
rounds 2 and 3 the sums of everybody's three opponents' seats have the smallest possible range, then nearly the smallest
spread.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

SeatPairs = tuple[tuple[int, int], ...]  # the games of one round, by seat (= initial rank), each seat once
SeatTable = tuple[SeatPairs, ...]  # the table rounds in order

LARGEST = 16  # C9: more players than this have no table
EIGHT = {
    "F50": ((((1, 5), (2, 6), (3, 7), (4, 8))), ((1, 4), (2, 3), (5, 8), (6, 7))),
    "F10": ((((1, 8), (5, 6), (2, 7), (3, 4))), ((1, 6), (5, 8), (2, 4), (3, 7))),
}  # edition -> the published table for 8 players

_ROUNDS_2_AND_3: dict[int, tuple[str, str]] = {
    10: ("1-8 2-5 3-10 4-7 6-9", "1-3 2-4 5-6 7-9 8-10"),
    12: ("1-11 2-12 3-5 4-6 7-9 8-10", "1-2 3-4 5-6 7-8 9-10 11-12"),
    14: ("1-14 2-7 3-12 4-5 6-10 8-11 9-13", "1-3 2-6 4-7 5-9 8-13 10-11 12-14"),
    16: ("1-16 2-15 3-6 4-7 5-8 9-12 10-13 11-14", "1-2 3-8 4-5 6-7 9-14 10-11 12-13 15-16"),
}  # players -> games of rounds 2 and 3


def _games(text: str) -> SeatPairs:
    return tuple((int(a), int(b)) for a, b in (game.split("-") for game in text.split()))


def _crossed(players: int) -> SeatPairs:
    half = players // 2
    return tuple((seat, seat + half) for seat in range(1, half + 1))


BUILT_IN: dict[int, SeatTable] = {8: EIGHT["F50"]} | {
    players: (_crossed(players), _games(second), _games(third)) for players, (second, third) in _ROUNDS_2_AND_3.items()
}  # players (even, X counted) -> table; for 8 players edition F50's


def find_built_in_table(players: int, edition: str) -> SeatTable:
    """Return the built-in table for an even number of players from 8 to 16, X (the bye) counted (C9).

    The edition, "F10" or "F50", matters for 8 players only.

    Raises:
        KeyError: There is no table for this number of players, or no such edition.
    """
    return EIGHT[edition] if players == 8 else BUILT_IN[players]


def is_override(table: SeatTable, players: int) -> bool:
    """Check whether a typed table has other games than the built-in one; for 8 players, than both editions' tables.

    The order of the games in a round and of the seats in a game does not matter. `players` is even, from 8 to 16, X
    (the bye) counted.
    """
    built_in_tables = EIGHT.values() if players == 8 else (BUILT_IN[players],)
    return all(_canonical(table) != _canonical(built_in_table) for built_in_table in built_in_tables)


def find_faults(table: Mapping[int, Sequence[tuple[int, int]]], players: int) -> list[tuple[str, int, tuple[int, ...]]]:
    """Find the faults of a typed table (C9).

    Args:
        table: Round -> pairs of seats.
        players: Number of players, even, X counted.

    Returns:
        Triples (fault, round, seats concerned); empty when the table may be used. Faults are "seat" (in this pair a
        seat outside 1 … players, or used already in the round), "again" (this pair has a game already), "missing"
        (these seats have no game in the round), and "rounds" (not exactly rounds 1-2 for 8 players, 1-3 for more): this
        triple comes first and has the number of rounds needed, then the rounds typed.
    """
    rounds = 2 if players == 8 else 3
    table_faults: list[tuple[str, int, tuple[int, ...]]] = []
    if set(table) != set(range(1, rounds + 1)):
        table_faults.append(("rounds", rounds, tuple(sorted(table))))
    known_pairs: set[frozenset[int]] = set()
    for round_number in sorted(table):
        used_seats: list[int] = []
        for a, b in table[round_number]:
            if not (1 <= a <= players and 1 <= b <= players) or a == b or a in used_seats or b in used_seats:
                table_faults.append(("seat", round_number, (a, b)))
            if frozenset((a, b)) in known_pairs:
                table_faults.append(("again", round_number, (a, b)))
            known_pairs.add(frozenset((a, b)))
            used_seats += [a, b]
        if missing := tuple(sorted(set(range(1, players + 1)) - set(used_seats))):
            table_faults.append(("missing", round_number, missing))
    return table_faults


def _canonical(table: SeatTable) -> tuple[frozenset[frozenset[int]], ...]:
    return tuple(frozenset(frozenset(game) for game in games) for games in table)

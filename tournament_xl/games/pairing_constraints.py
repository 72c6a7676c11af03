"""Optional columns of Joueurs that constrain pairings: Éviter, Table fixe, Présent.

Rules C13 to C15 and S9 of docs/regles.md. Without these columns nothing changes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

from tournament_xl.core.model import Absences, Encounter, Person
from tournament_xl.workbook import schema
from tournament_xl.workbook.cells import parse_int
from tournament_xl.workbook.decoded import Workbook
from tournament_xl.workbook.history.views import Recorded
from tournament_xl.workbook.input_rows import People, ResultsSheet, is_ticked
from tournament_xl.workbook.tables import Line, Problems
from tournament_xl.workbook.working_copy import require_valid

PersonT = TypeVar("PersonT", bound=Person)
Rows = tuple[tuple[Line, PersonT], ...]
Sides = tuple[int, int]


def apply_check_in(
    rows: Rows[PersonT], results: ResultsSheet[Encounter], drawn: int
) -> tuple[Rows[PersonT], list[PersonT]]:
    """Return the players with the absences that the column Présent gives them (C15).

    As soon as one player has a mark, each player without one is absent from all rounds after the last drawn round in
    which he has a row and does not forfeit, or from round 1 on. Announced absences stay.

    Returns:
        The rows with these absences, and the players whom only the missing mark keeps out of the next round; without
        any mark the rows as they are, and nobody.
    """
    players = [player for _, player in rows]
    matches = ((row.round, row.match) for row in results.rows)
    present, kept_out = limit_to_checked_in(players, [is_ticked(line) for line, _ in rows], matches, drawn)
    return tuple((line, player) for (line, _), player in zip(rows, present, strict=True)), kept_out


def limit_to_checked_in(
    players: Sequence[PersonT], ticked: Sequence[bool], matches: Iterable[tuple[int, Encounter]], drawn: int
) -> tuple[list[PersonT], list[PersonT]]:
    """Return the players with the absences that marks of presence give them (C15); see `apply_check_in`."""
    if not any(ticked):
        return [*players], []
    played = ((number, match) for number, match in matches if number <= drawn)
    last = {player_id: number for number, match in played for player_id in match.sides if not match.gave(player_id)}
    present, kept_out = list[PersonT](), list[PersonT]()
    for player, has_mark in zip(players, ticked, strict=True):
        if not has_mark:
            if drawn + 1 not in player.absences:
                kept_out.append(player)
            announced, missing_from = player.absences, last.get(player.number, 0) + 1
            absent_from = missing_from if announced.after is None else min(announced.after, missing_from)
            player = replace(player, absences=Absences(announced.rounds, absent_from))
        present.append(player)
    return present, kept_out


def find_checked_in_players(rows: Rows[PersonT]) -> list[PersonT]:
    """Return the players with a mark in Présent; all players while nobody has one (C15). Reports nothing."""
    present = [player for line, player in rows if is_ticked(line)]
    return present or [player for _, player in rows]


def read_pairing_constraints(rows: Sequence[tuple[Line, PersonT]], problems: Problems) -> list[PersonT]:
    """Read the column Éviter (whom a player avoids) of Joueurs (C13).

    Each player has the number that he has or would get now (0: none); players without a number are not in `avoids`.
    """
    if all(line.texts.get(schema.AVOID, "") == "" for line, _ in rows):
        return [player for _, player in rows]
    people, numbers = (
        People({line.row: player for line, player in rows}),
        {line.row: player.number for line, player in rows},
    )
    used_numbers = {number for number in numbers.values() if number}
    constrained = []
    for line, player in rows:
        avoid_text = line.texts.get(schema.AVOID, "")
        avoids = frozenset[int]()
        for part in filter(None, map(str.strip, re.split(r"[,;\n]|\bet\b", avoid_text))):
            typed_number, row = parse_int(part), people.find_by_name(part)
            avoided_id = typed_number if typed_number in used_numbers else numbers[row] if row else None
            if avoided_id is None or line.row == row or (avoided_id and avoided_id == player.number):
                line.report(problems, schema.AVOID, "avoid_unknown", text=part)
            avoids |= {avoided_id} if avoided_id else set()
        constrained.append(replace(player, avoids=avoids))
    return constrained


def constraints_from_history(players: Iterable[PersonT], recorded: Recorded) -> tuple[PersonT, ...]:
    """Return the players with `avoids` as it was when a round was paired; their own tables stay the present ones.

    Whom a player avoids is a fact of each pairing (C13), whatever the sheet says now.
    """
    entries = recorded.get("players", {}).items()
    avoided = {int(number): frozenset(player["avoids"]) for number, player in entries if "avoids" in player}
    return tuple(replace(player, avoids=avoided.get(player.number, frozenset())) for player in players)


def refuse_claimed_tables(book: Workbook, seats: Sequence[tuple[Sides, int]]) -> None:
    """Refuse a round in which two pairs have one table, as it is the fixed table of a player (C14).

    Raises:
        ActionAborted: A table is claimed twice, or the workbook has other problems. The problem is reported on Joueurs
            at a player whose fixed table it is, of the second pair if possible.
    """
    own_tables, names, first_sides = book.tournament.own_tables, book.names(), dict[int, Sides]()
    problems = Problems(book.problems)

    def highest(seat: tuple[Sides, int]) -> int:
        return min((book.lines[player_id].row for player_id in seat[0] if player_id in own_tables), default=0)

    for pair_sides, table in sorted(seats, key=highest):
        earlier_sides = first_sides.setdefault(table, pair_sides)
        if earlier_sides is not pair_sides:
            player_id = next(
                player_id for player_id in (*pair_sides, *earlier_sides) if own_tables.get(player_id) == table
            )
            pair = " – ".join(names[player_id] for player_id in earlier_sides)
            facts = {"table": table, "pair": pair}
            book.lines[player_id].report(problems, schema.OWN_TABLE, "own_table_taken", **facts)
    require_valid(book.with_problems(problems))

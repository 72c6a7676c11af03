"""Rebuilding of a past round as it was when it was paired (to explain and check it), and rows that an action writes.

The history is the sheet Mémoire, which records the document before and after each action.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import TypeVar

from tournament_xl.core.model import Absences, Encounter, Person, RoundByRound, X
from tournament_xl.workbook.decoded import Workbook
from tournament_xl.workbook.history.history import History
from tournament_xl.workbook.history.views import Match, Recorded, find_imposed_pairs, find_matches, find_present
from tournament_xl.workbook.pair_authors import find_organisers_matches
from tournament_xl.workbook.schema import RESULTS
from tournament_xl.workbook.working_copy import WorkingCopy

Who = TypeVar("Who", bound=Person)
Tournament = TypeVar("Tournament", bound=RoundByRound[Person, Encounter])


def add_rows(working_copy: WorkingCopy, decoded: Workbook, rows: Iterable[Mapping[str, str | int]]) -> None:
    """Write rows below the last filled row of Résultats.

    Each row has values by column; other columns stay as they are.
    """
    columns, free = decoded.results.table.columns, decoded.results.table.free_rows()
    for values in rows:
        line = next(free)
        for column, value in values.items():
            working_copy.draft.put(RESULTS, line, columns[column], value)


def pairing_inputs_with_current_results(tournament: Tournament, history: History, round_number: int) -> Tournament:
    """Rebuild the tournament as it was before a round was paired, but with the present results and settings.

    Absences say who took part, by the history or else by the rows of the round. The `fixed` pairs are the pairs of the
    round that were fixed before the pairing; if no action paired it, those that the organiser made, but none if he made
    the whole round. Later rounds are left out.
    """
    drawn = history.drawn.get(round_number)
    matches = tournament.rounds[round_number - 1] if round_number <= len(tournament.rounds) else ()
    if drawn:
        fixed = [match for match in matches if frozenset(match.sides) in find_imposed_pairs(drawn.after, round_number)]
    else:
        fixed = find_organisers_matches(history, round_number, matches)
        fixed = fixed if len(fixed) < len(matches) else []
    return replace(
        tournament,
        players=restore_presence(tournament, history, round_number, tournament.players),
        rounds=tournament.rounds[: round_number - 1],
        fixed=tuple(fixed),
    )


def restore_presence(
    tournament: RoundByRound[Person, Encounter], history: History, round_number: int, players: Iterable[Who]
) -> tuple[Who, ...]:
    """Return the players with absences that say who took part when a round was paired.

    The history says who did; if it does not record the round, whoever has a row in the round took part. Who took no
    part is absent from this round, and nobody has another absence.
    """
    rounds, drawn = tournament.rounds, history.drawn.get(round_number)
    matches = rounds[round_number - 1] if round_number <= len(rounds) else ()
    present = (find_present(drawn.after, round_number) if drawn else None) or {
        player_id for match in matches for player_id in match.sides
    }
    no_absence, absence = Absences(), Absences(frozenset({round_number}))
    return tuple(replace(player, absences=no_absence if player.number in present else absence) for player in players)


def restore_rounds(
    tournament: Tournament, recorded: Recorded, round_numbers: Iterable[int],
    read_match: Callable[[int, Match], Encounter],
) -> Tournament:  # fmt: skip
    """Return the tournament with rounds as the history recorded them, in place of its own; settings and players stay.

    Recorded matches that name somebody who is no player of the tournament are left out. There are no rounds but
    `round_numbers`, which are in order. `read_match` builds a match of its round and its entry, without a result where
    that is damaged.
    """
    people = {X, *(player.number for player in tournament.players)}
    rounds = (
        tuple(
            match
            for entry in find_matches(recorded, number).values()
            if people.issuperset((match := read_match(number, entry)).sides)
        )
        for number in round_numbers
    )
    return replace(tournament, rounds=tuple(rounds))

"""The tournament that players and rounds give, as sheets or a document have them: N°, who is registered, seeds.

Rules C2, O5 of docs/regles.md.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from tournament_xl.core.model import X
from tournament_xl.games.scrabble.rules.classique import count_registered_at_first_pairing
from tournament_xl.games.scrabble.rules.initial import assign_numbers, assign_seeds, strength_key
from tournament_xl.games.scrabble.rules.model import Match, Player, Settings, Tournament
from tournament_xl.games.scrabble.rules.scoring import is_decided
from tournament_xl.workbook.history.views import number_sides

Rounds = Mapping[int, Sequence[Match]]


class NumberedPlayers(NamedTuple):
    """Players in their order, each with the N° that he has or would get now."""

    players: tuple[Player, ...]
    first_pairing: bool  # nobody has a place in the initial ranking yet
    unregistered: frozenset[int]  # indices of rows that register nobody
    phase_2: frozenset[int]  # Open: indices of late entrants without a seat before phase 2 (O5)


def number_players(
    settings: Settings, players: Sequence[Player], rounds: Rounds, drawn: int, used_numbers: Collection[int]
) -> NumberedPlayers:
    """Give a N° to each player who has none, and find who is not registered or has no seat yet.

    The number of rounds in the settings may be None; players are in the order of the sheet, with seeds and absences.
    `used_numbers` are all N° that players ever had.
    """
    first_pairing = all(player.seed is None for player in players)
    unregistered = _find_unregistered(settings, players, rounds, drawn, first_pairing=first_pairing)
    phase_2 = set() if first_pairing else _find_waiting_for_phase_2(settings, players, rounds, drawn, unregistered)
    highest = max([player.number for player in players] + [*used_numbers], default=0)
    numbered = assign_numbers(players, highest, last=unregistered | phase_2)
    return NumberedPlayers(numbered, first_pairing, frozenset(unregistered), frozenset(phase_2))


def build_match(entry: Mapping[str, Any], games_to_win: int) -> Match:
    """Build a match of its entry in the document; a game with half a score leaves it open.

    Scores that are no whole numbers count as missing.
    """
    first, second = number_sides(entry)
    typed = [game for game in (entry.get("scores"), *entry.get("further", ())) if game]
    whole = tuple((game[0], game[1]) for game in typed if all(type(score) is int for score in game))
    forfeits = frozenset(int(side) for side in entry.get("forfeit", "").split("+") if side in ("1", "2"))
    games = () if forfeits or second == X else whole
    match = Match(first, second, games, forfeits, entry.get("table", 0), reason=entry.get("reason", ""))
    return replace(match, complete=is_decided(match, games_to_win) and len(games) == len(typed))


def build_tournament(
    settings: Settings, numbered: NumberedPlayers, players: Sequence[Player], rounds: Rounds, drawn: int
) -> tuple[int, Tournament]:
    """Return the number of players registered at the first pairing, and the tournament, without seat table and groups.

    A number of rounds of None becomes the formula's. `players` are those of `numbered`, with their wishes; the matches
    of the round after the drawn ones are fixed.
    """
    apart = numbered.unregistered | numbered.phase_2
    registered_players = [player for index, player in enumerate(players) if index not in apart]
    if numbered.first_pairing:
        registered = len(registered_players)
    else:
        registered = count_registered_at_first_pairing(Tournament(settings, tuple(players)))
    unseeded = [player.number for player in registered_players if player.seed is None]
    return registered, Tournament(
        replace(settings, rounds=settings.rounds or settings.formula.default_rounds(registered)),
        assign_seeds(registered_players, unseeded),
        tuple(tuple(rounds.get(number, ())) for number in range(1, drawn + 1)),
        tuple(rounds.get(drawn + 1, ())),
    )


def _find_unregistered(
    settings: Settings, players: Sequence[Player], rounds: Rounds, drawn: int, *, first_pairing: bool
) -> set[int]:
    """Return the indices of rows that register nobody (C2): absent in every round left, without a seed or a match."""
    last = settings.rounds or settings.formula.default_rounds(len(players))
    remaining = range(1 if first_pairing else drawn + 1, last + 1)
    ids_in_rows = {player_id for matches in rounds.values() for match in matches for player_id in match.sides}
    return {
        index
        for index, player in enumerate(players)
        if player.seed is None and not (player.number and player.number in ids_in_rows)
        and all(round_number in player.absences for round_number in remaining)
    }  # fmt: skip


def _find_waiting_for_phase_2(
    settings: Settings, players: Sequence[Player], rounds: Rounds, drawn: int, unregistered_indices: set[int]
) -> set[int]:
    """Return the indices of late entrants who have no seat in the groups and so take no part before phase 2 (O5).

    In an odd field, as long as nobody has the seat of X (the bye), a late entrant who is present in the next round
    takes it: the one with the lowest N°, or if none has a N° yet, the strongest. A player with a row on Résultats does
    not wait. Nobody waits at the first pairing, in another formula than an Open, or from phase 2 on.
    """
    if settings.formula.closed or not settings.formula.is_scheduled(drawn + 1):
        return set()
    ids_by_round = {
        number: {player_id for match in matches for player_id in match.sides} for number, matches in rounds.items()
    }
    ids_in_rows = set().union(*ids_by_round.values())
    ids_in_drawn_rows = set().union(*(ids for number, ids in ids_by_round.items() if number <= drawn))
    late_indices = {index for index, player in enumerate(players) if player.seed is None} - unregistered_indices
    indices_in_rows = {
        index for index in late_indices if players[index].number in ids_in_rows and players[index].number
    }
    is_seat_taken = any(player.seed is not None and player.seed % 1 for player in players)
    is_seat_taken |= any(players[index].number in ids_in_drawn_rows for index in indices_in_rows)
    is_odd = count_registered_at_first_pairing(Tournament(settings, tuple(players))) % 2
    present_indices = [
        index for index in late_indices if index in indices_in_rows or drawn + 1 not in players[index].absences
    ]
    is_seat_free = is_odd and not is_seat_taken and present_indices
    seat_taker = (
        {min(present_indices, key=lambda index: (players[index].number or 10**6, strength_key(players[index])))}
        if is_seat_free
        else set()
    )
    return late_indices - indices_in_rows - seat_taker

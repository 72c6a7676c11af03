"""Toutes-rondes and double toutes-rondes by FIDE's Berger tables, and what any schedule of games needs.

They serve fields that are too small for the formulas Classique and Open. All games are known from the start, as in the
first rounds of an Open. Rules T and O5 of docs/regles.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tournament_xl.core.model import Notice, Refused, X
from tournament_xl.games.scrabble.rules.classique import count_registered_at_first_pairing
from tournament_xl.games.scrabble.rules.model import Pair, Player, Reason, Tournament


def berger_round(seats: int, round_number: int) -> list[tuple[int, int]]:
    """Return the games of a round for an even number of seats, as (first, second) by seat from 1.

    This is the closed form of FIDE's tables. The last seat meets the pivot: seat (round + 1) / 2 in odd rounds, seat
    (round + seats) / 2 in even ones. The others, seen as a ring, meet at equal distances from the pivot. The cycle has
    rounds 1 … seats - 1.

    Returns:
        The game of the last seat, then the games of the ring from the pivot outwards; `first` is who is named first.

    Raises:
        ValueError: The number of seats is odd, or the round is outside the cycle.
    """
    if seats % 2 or seats < 2 or not 1 <= round_number < seats:
        raise ValueError(f"no Berger round {round_number} for {seats} seats")
    ring = seats - 1
    pivot = (round_number + 1) // 2 if round_number % 2 else (round_number + seats) // 2
    games = [(pivot, seats) if round_number % 2 else (seats, pivot)]
    games += [((pivot + step - 1) % ring + 1, (pivot - step - 1) % ring + 1) for step in range(1, seats // 2)]
    return games


FEWEST = 3  # T: players


def compute_cycle_length(registered: int) -> int:
    """Return the number of rounds in which everybody meets everybody once (T); 0 for nobody.

    It is one less than the number of players, or the number itself if that is odd, as X (the bye) is met too.
    """
    return max(0, registered + registered % 2 - 1)


def rounds_allowed(registered: int, cycles: int = 1) -> tuple[int, ...]:
    """Return the only number of rounds that so many players can play, in so many cycles (T); () if they are too few."""
    return (cycles * compute_cycle_length(registered),) if registered >= FEWEST else ()


def find_field_refusal(registered: int) -> Notice | None:
    """Return why so many registered players cannot play a round robin: fewer than three (T); None if they can."""
    return Notice("too_few_round_robin", {"registered": registered}) if registered < FEWEST else None


def schedule(tournament: Tournament, round_number: int) -> list[Pair]:
    """Return all games of a round by Berger's table (T), by the lower seat, the game against X last.

    A seat is a place in the initial ranking; X (the bye) has the last one when the number of players is odd. The second
    cycle repeats the first in the same order. A player whose absence from the round is announced forfeits his game.
    """
    registered = count_registered_at_first_pairing(tournament)
    seats = registered + registered % 2
    rounds = compute_cycle_length(registered)
    holders = {int(player.seed): player.number for player in tournament.players if player.seed is not None}
    players = {player.number: player for player in tournament.players}
    pairs: list[Pair] = []
    for first, second in berger_round(seats, (round_number - 1) % rounds + 1):
        reason = Reason("berger", {"one": first, "two": second, "round": round_number, "size": seats})
        pairs.append(build_scheduled_pair(players, round_number, holders.get(first, X), holders.get(second, X), reason))
    return sorted(pairs, key=lambda pair: (pair.two == X, min(pair.reason.facts["one"], pair.reason.facts["two"])))


def pair(tournament: Tournament) -> list[Pair]:
    """Return the games of the next round without those that the organiser typed as its rows (T, C11).

    Raises:
        Refused: Nobody is present (C3).
    """
    return without_typed_games(tournament, schedule(tournament, tournament.next_round))


def build_scheduled_pair(
    players: Mapping[int, Player], round_number: int, first: int, second: int, reason: Reason
) -> Pair:
    """Build the pair of a scheduled game; X is always `two`, and a player whose absence is announced forfeits.

    Returns:
        The pair, in whose `forfeits` 1 and 2 stand for its absent players. If `first` is X, the players and the seats
        in the reason are exchanged.
    """
    if first == X:
        seats = {"one": reason.facts["two"], "two": reason.facts["one"]}
        first, second, reason = second, first, reason._replace(facts={**reason.facts, **seats})
    numbers_by_side = {1: first, 2: second}
    absent = {
        side
        for side, player_id in numbers_by_side.items()
        if player_id != X and round_number in players[player_id].absences
    }
    return Pair(first, second, reason, frozenset(absent))


def without_typed_games(tournament: Tournament, games: Iterable[Pair]) -> list[Pair]:
    """Return the games of the next round without those that the organiser typed as its rows (C11).

    `games` are all of the round; their order is kept.

    Raises:
        Refused: Nobody is present (C3).
    """
    round_number = tournament.next_round
    if not tournament.present(round_number):
        raise Refused(Notice("nobody_present", {"round": round_number}))
    typed = {frozenset((match.one, match.two)) for match in tournament.fixed}
    return [pair for pair in games if frozenset((pair.one, pair.two)) not in typed]

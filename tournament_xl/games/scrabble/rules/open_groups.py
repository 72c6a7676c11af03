"""Formule Open: groups, number of rounds, pairing of any round, final (rules O1 to O6, O8 of docs/regles.md).

In phase 1 (5 rounds) the groups play a schedule; phase 2 is paired by the standings.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from tournament_xl.core.lots import create_drawing
from tournament_xl.core.model import Notice, X
from tournament_xl.games.scrabble.rules import classique
from tournament_xl.games.scrabble.rules.classique import count_registered_at_first_pairing, find_first_round
from tournament_xl.games.scrabble.rules.model import Groups, Pair, Player, Reason, Tournament
from tournament_xl.games.scrabble.rules.round_robin import build_scheduled_pair, without_typed_games
from tournament_xl.games.scrabble.rules.scoring import WIN
from tournament_xl.games.scrabble.rules.standings import standings

ROUNDS = 5  # of phase 1
LOT = "groupe"  # purpose of the drawing of group g: create_drawing(seed, LOT, g)
FEWEST = 11  # O1: registered players; X makes twelve
MOST_IN_EIGHT = 96  # O1: most registered players for 8 rounds


def _games(*rounds: str) -> tuple[tuple[tuple[int, int], ...], ...]:
    return tuple(tuple((int(game[0]), int(game[2])) for game in games.split()) for games in rounds)


SCHEDULES = {
    6: _games("1-6 2-5 3-4", "2-6 1-3 4-5", "3-6 2-4 1-5", "4-6 3-5 1-2", "5-6 1-4 2-3"),
    8: _games("1-8 2-7 3-6 4-5", "3-8 2-4 1-5 6-7", "4-8 3-5 2-6 1-7", "5-8 4-6 3-7 1-2", "7-8 1-6 2-5 3-4"),
}  # O5: size of the group -> its five rounds, by order in the group


def compute_group_sizes(registered: int) -> tuple[int, ...]:
    """Return the size of each group, 6 or 8, groups of 8 first (O2); X (the bye) is counted in an odd field.

    `registered` is at least 11, without X.
    """
    seats = registered + registered % 2
    groups, of_eight = seats // 6, seats % 6 // 2
    return (8,) * of_eight + (6,) * (groups - of_eight)


def compose_groups(registered: int) -> Groups:
    """Return the places in the initial ranking of each group; X has the last place when the number is odd (O3).

    Seats are dealt from the top in rows of one per group, in serpentine: one row from the first group on, the next from
    the last group back. With groups of 8 these get two further seats after three rows, from the middle of the ranking;
    then follow one row on and two rows back. So the mean place is the same in all groups. `registered` is at least 11,
    without X.
    """
    sizes = compute_group_sizes(registered)
    group_count, of_eight = len(sizes), sizes.count(8)
    seats = iter(range(1, sum(sizes) + 1))
    groups: list[list[int]] = [[] for _ in sizes]
    if not of_eight:
        _serpentine(groups, seats, 6)
    else:
        _serpentine(groups, seats, 3)
        _serpentine(groups[:of_eight], seats, 2)
        _serpentine(groups, seats, 2)
        for group, seat in zip(reversed(groups), seats, strict=True):
            group.append(seat)
    assert next(seats, None) is None
    assert len(groups) == group_count
    return tuple(map(tuple, groups))


def _serpentine(groups: Sequence[list[int]], seats: Iterator[int], rows: int) -> None:
    """Give each group a seat per row: the first row from G1 on, the next one back, and so on."""
    for row in range(rows):
        for group in groups if row % 2 == 0 else reversed(groups):
            group.append(next(seats))


def draw_groups(tournament: Tournament) -> Groups:
    """Return the members of each group in an order drawn by lot (O3, O4).

    The setting Graine (`settings.seed`) decides the lots, so that every call gives the same order. Places in the
    initial ranking decide who is in which group; late entrants, who have half places, are in none.

    Returns:
        For each group the player numbers of its members, X as 0. () when a place in the initial ranking is missing, for
        example because somebody typed a place far too high: the highest place is the number of players to group.
    """
    holders = _holders(tournament.players)
    if len(holders) < count_registered_at_first_pairing(tournament):
        return ()
    return tuple(
        tuple(
            holders.get(seat, X)
            for seat in create_drawing(tournament.settings.seed, LOT, group_number).sort_by_lot(seats)
        )
        for group_number, seats in enumerate(compose_groups(len(holders)), start=1)
    )


def are_possible_groups(tournament: Tournament, groups: Groups) -> bool:
    """Check whether each group has the members that O3 gives it, in any order within the group.

    False if places in the initial ranking are missing.
    """
    expected = [sorted(group) for group in draw_groups(tournament)]
    return bool(expected) and [sorted(group) for group in groups] == expected


def _holders(players: Iterable[Player]) -> dict[int, int]:
    """Return place in the initial ranking -> N°, for players registered at the first pairing."""
    return {int(player.seed): player.number for player in players if player.seed is not None and player.seed % 1 == 0}


def find_substitute_of_x(tournament: Tournament) -> tuple[int, int] | None:
    """Return the late entrant who takes X's seat, and his first round (O5).

    It is the late entrant whose first round comes first, if that is in phase 1 and not later than the next round; of
    several in one round, the one with the lowest N°.

    Returns:
        N° and round; None while X has the seat, and in an even field, where there is no such seat.
    """
    if count_registered_at_first_pairing(tournament) % 2 == 0:
        return None
    late_entrants = [player for player in tournament.players if player.seed is not None and player.seed % 1]
    entries = [(find_first_round(tournament, player), player.number) for player in late_entrants]
    entered = [entry for entry in entries if entry[0] <= min(ROUNDS, tournament.next_round)]
    return min(entered)[::-1] if entered else None


def find_waiting_entrants(tournament: Tournament) -> frozenset[int]:
    """Return the N° of the late entrants who take no part before phase 2 (O5).

    They have no match in any drawn round, none typed for the next one, and not X's seat. Nobody waits once the next
    round is in phase 2.
    """
    if tournament.next_round > ROUNDS:
        return frozenset()
    substitute = find_substitute_of_x(tournament)
    late_ids = {player.number for player in tournament.players if player.seed is not None and player.seed % 1}
    playing_ids = {
        player_id
        for matches in (*tournament.rounds, tournament.fixed)
        for match in matches
        for player_id in match.sides
    }
    return frozenset(late_ids - playing_ids - {substitute[0] if substitute else X})


def find_group_members(tournament: Tournament, round_number: int) -> Groups:
    """Return the N° of each group in the order drawn, as they play a round of phase 1.

    From the first round of the late entrant who takes X's seat on, his N° is in its place; before, X is 0. () when no
    groups are drawn and none can be, because places in the initial ranking are missing.
    """
    groups = tournament.groups or draw_groups(tournament)
    substitute = find_substitute_of_x(tournament)
    if substitute is None or substitute[1] > round_number:
        return groups
    return tuple(tuple(substitute[0] if player_id == X else player_id for player_id in group) for group in groups)


def schedule(tournament: Tournament, round_number: int) -> list[Pair]:
    """Return all games of a round of phase 1 (1 to 5), group by group; an announced absentee forfeits (O5)."""
    players = {player.number: player for player in tournament.players}
    return [
        build_scheduled_pair(players, round_number, group[first - 1], group[second - 1],
             Reason("group", {"group": group_number, "round": round_number, "one": first, "two": second}))
        for group_number, group in enumerate(find_group_members(tournament, round_number), start=1)
        for first, second in SCHEDULES[len(group)][round_number - 1]
    ]  # fmt: skip


def default_rounds(registered: int) -> int:
    """Return 8 rounds up to 96 registered players, else 10, where the organiser sets none (O1)."""
    return 8 if registered <= MOST_IN_EIGHT else 10


def rounds_allowed(registered: int) -> tuple[int, ...]:
    """Return the numbers of rounds that the regulation allows for so many registered players (O1): at most 14."""
    return (8, 10, 12, 14) if registered <= MOST_IN_EIGHT else (10, 12, 14)


def find_field_refusal(registered: int, suitable: str) -> Notice | None:
    """Return why so many registered players cannot play an Open: fewer than eleven (O1); None if they can.

    `suitable` is the formula to advise instead; fewer than three players can play none.
    """
    if registered >= FEWEST:
        return None
    if registered < 3:
        return Notice("too_few", {"registered": registered})
    return Notice("too_few_open", {"registered": registered, "other": suitable})


def list_departures(registered: int) -> list[Notice]:
    """List the allowed departures from the regulation (O1): one notice for eleven players, [] for any other number."""
    return [Notice("eleven_players")] if registered == FEWEST else []


def pair(tournament: Tournament) -> list[Pair]:
    """Pair the next round: the groups' games in phase 1 (O5), later by the ranking with few rematches (O6).

    Pairs typed for the round stay and are not in the result, which is in the order of the groups, or of the ranking.

    Raises:
        Refused: Nobody is present.
    """
    round_number = tournament.next_round
    if round_number > ROUNDS:
        return classique.pair_later_round(tournament, ROUNDS)
    return without_typed_games(tournament, schedule(tournament, round_number))


def find_finalists(tournament: Tournament) -> tuple[int, int] | None:
    """Return N° of the two who play for the first place after the last round, the better ranked first (O8).

    They are the only two unbeaten players: 3 PM (match points) in every round, wins against X (the bye) and by forfeit
    counted. None while a round is incomplete, if the number of rounds is not set, and unless exactly two are unbeaten.
    """
    rounds = tournament.settings.rounds or 0
    if not rounds or tournament.played < rounds:
        return None
    ranking = standings(replace(tournament, final=None), rounds)
    unbeaten = [line for line in ranking if line.pm == WIN * rounds]
    if len(unbeaten) != 2:
        return None
    first, second = unbeaten
    return first.number, second.number

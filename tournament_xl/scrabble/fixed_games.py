"""Games known from the start, in a round robin and in the groups of an Open (rules T, O5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tournament_xl.model import Notice, Pair, Player, Reason, Refused, Tournament, X
from tournament_xl.record import replace


def game(players: Mapping[int, Player], number: int, one: int, two: int, reason: Reason) -> Pair:
    """The game of two N° in round `number`, X second; announced absentees forfeit. `reason` has their seats."""
    if one == X:
        seats = {"one": reason.facts["two"], "two": reason.facts["one"]}
        one, two, reason = two, one, replace(reason, facts={**reason.facts, **seats})
    sides = {1: one, 2: two}
    absent = {side for side, who in sides.items() if who != X and number in players[who].absences}
    return Pair(one, two, reason, frozenset(absent))


def remaining(tournament: Tournament, games: Iterable[Pair]) -> list[Pair]:
    """The games of the next round that no typed row holds already (C11); refused when nobody is present (C3)."""
    number = tournament.next_round
    if not tournament.present(number):
        raise Refused(Notice("nobody_present", {"round": number}))
    typed = {frozenset((match.one, match.two)) for match in tournament.fixed}
    return [pair for pair in games if frozenset((pair.one, pair.two)) not in typed]

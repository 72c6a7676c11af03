"""Toutes-rondes and double toutes-rondes, for fields that the formulas refuse (rule T)."""

from __future__ import annotations

from tournament_xl.model import Notice, Pair, Reason, Refused, Tournament, X
from tournament_xl.pairing.berger import berger_round
from tournament_xl.scrabble.classique import registered_at_first_pairing

FEWEST = 3  # T: players


def cycle(registered: int) -> int:
    """Rounds of one cycle: seats - 1, X's seat counted when the number is odd (T)."""
    return max(0, registered + registered % 2 - 1)


def field_refusal(registered: int) -> Notice | None:
    """Why this number of registered players cannot play a round robin, or None (T)."""
    return Notice("too_few_round_robin", {"registered": registered}) if registered < FEWEST else None


def schedule(tournament: Tournament, number: int) -> list[Pair]:
    """The games of round `number` by Berger's table, seat = place in the initial ranking, X last (T).

    The second cycle repeats the first in the same order. An announced absentee forfeits.
    """
    registered = registered_at_first_pairing(tournament)
    seats = registered + registered % 2
    rounds = cycle(registered)
    player = {int(p.seed): p for p in tournament.players if p.seed is not None}
    pairs: list[Pair] = []
    for first, second in berger_round(seats, (number - 1) % rounds + 1):
        if first not in player:  # X's seat
            first, second = second, first
        one, two = player[first], player.get(second)
        absent = {1} if number in one.absences else set()
        if two is not None and number in two.absences:
            absent.add(2)
        facts = {"one": first, "two": second, "round": number, "size": seats}
        pairs.append(Pair(one.number, two.number if two else X, Reason("berger", facts), frozenset(absent)))
    return sorted(pairs, key=lambda pair: (pair.two == X, min(pair.reason.facts["one"], pair.reason.facts["two"])))


def pair(tournament: Tournament) -> list[Pair]:
    """The games of the next round that no typed row holds already (T, C11); refused when nobody is present (C3)."""
    number = tournament.next_round
    if not tournament.present(number):
        raise Refused(Notice("nobody_present", {"round": number}))
    typed = {frozenset((match.one, match.two)) for match in tournament.fixed}
    return [game for game in schedule(tournament, number) if frozenset((game.one, game.two)) not in typed]

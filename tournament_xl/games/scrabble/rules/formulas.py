"""Which formula pairs and how long it lasts; every formula of Scrabble Classique scores and ranks by rule C8."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from tournament_xl.core.model import Match, Notice, Pair, Tournament
from tournament_xl.games.scrabble.rules import classique, open_groups, round_robin


class Formula(NamedTuple):
    """One formula of play, as the functions that make it up."""

    default_rounds: Callable[[int], int]  # registered players -> rounds
    field_refusal: Callable[[int], Notice | None]  # registered players -> why they cannot play it
    warnings: Callable[[int, int], list[Notice]]  # registered players, rounds -> departures to tell
    pair: Callable[[Tournament], list[Pair]]  # the pairs that complete the next round
    schedule: Callable[[Tournament, int], list[Pair]] | None = None  # the games of a round, if known from the start
    scheduled_rounds: int | None = None  # the rounds, from the first on, that the schedule has; None: all
    rounds_allowed: Callable[[int], tuple[int, ...]] = lambda registered: ()  # registered players -> rounds; (): any
    still_to_play: Callable[[Tournament], Notice | None] = lambda tournament: None  # after the last round
    waiting: Callable[[Tournament], frozenset[int]] = lambda tournament: frozenset()  # N° of those who enter later (O5)
    draw: Callable[[Tournament], open_groups.Groups] | None = None  # lots of the first pairing: a seed must be there

    def scheduled(self, round_number: int) -> bool:
        """Whether the games of round `number` are known from the start: other pairs are refused (T, O5)."""
        return self.schedule is not None and (self.scheduled_rounds is None or round_number <= self.scheduled_rounds)

    @property
    def closed(self) -> bool:
        """Whether every game is known from the start, so that nobody enters late (T)."""
        return self.schedule is not None and self.scheduled_rounds is None

    def off_schedule(self, tournament: Tournament) -> Iterator[tuple[int, Match]]:
        """The matches, drawn or fixed, that their round's schedule does not have, with the round (T, O5)."""
        last = min(tournament.next_round, tournament.settings.rounds or 0)
        for round_number in filter(self.scheduled, range(1, last + 1)):
            games = {frozenset((game.one, game.two)) for game in self.schedule(tournament, round_number)}  # type: ignore[misc]
            for match in (*tournament.rounds, tournament.fixed)[round_number - 1]:
                if frozenset(match.sides) not in games:
                    yield round_number, match

    def phase(self, round_number: int) -> int:
        """The phase that a round belongs to, 1 or 2; 0 where the formula has none."""
        return 0 if self.scheduled_rounds is None else 1 if round_number <= self.scheduled_rounds else 2


def _no_warnings(registered: int, rounds: int) -> list[Notice]:
    return []


FORMULAS: dict[str, Formula] = {
    "Classique": Formula(classique.default_rounds, classique.field_refusal, classique.warnings, classique.pair),
    "Open": Formula(
        open_groups.default_rounds,
        open_groups.field_refusal,
        open_groups.warnings,
        open_groups.pair,
        open_groups.schedule,
        scheduled_rounds=open_groups.ROUNDS,
        rounds_allowed=open_groups.rounds_allowed,
        still_to_play=open_groups.still_to_play,
        waiting=open_groups.waiting,
        draw=open_groups.draw,
    ),
    "Toutes-rondes": Formula(
        round_robin.cycle,
        round_robin.field_refusal,
        _no_warnings,
        round_robin.pair,
        round_robin.schedule,
        rounds_allowed=round_robin.rounds_allowed,
    ),
    "Double toutes-rondes": Formula(
        lambda registered: 2 * round_robin.cycle(registered),
        round_robin.field_refusal,
        _no_warnings,
        round_robin.pair,
        round_robin.schedule,
        rounds_allowed=lambda registered: round_robin.rounds_allowed(registered, 2),
    ),
}  # value of the setting Formule -> formula

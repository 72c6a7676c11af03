"""The formulas of play: how each pairs and how long it lasts. All score and rank by rule C8."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from tournament_xl.core.model import Notice
from tournament_xl.games.scrabble.rules import classique, open_groups, round_robin
from tournament_xl.games.scrabble.rules.model import Match, Pair, Tournament


class Formula(NamedTuple):
    """One formula of play, as the functions that make it up."""

    default_rounds: Callable[[int], int]  # registered players -> rounds
    field_refusal: Callable[[int], Notice | None]  # registered players -> why they cannot play it
    warnings: Callable[[int, int], list[Notice]]  # registered players, rounds -> departures to report
    pair: Callable[[Tournament], list[Pair]]  # the pairs that complete the next round
    schedule: Callable[[Tournament, int], list[Pair]] | None = (
        None  # the games of a round, where they are known from the start
    )
    scheduled_rounds: int | None = None  # number of first rounds that the schedule has; None: all
    rounds_allowed: Callable[[int], tuple[int, ...]] = lambda registered: ()  # registered players -> rounds; (): any
    still_to_play: Callable[[Tournament], Notice | None] = lambda tournament: None  # after the last round
    waiting: Callable[[Tournament], frozenset[int]] = lambda tournament: frozenset()  # N° of those who enter later (O5)
    draw: Callable[[Tournament], open_groups.Groups] | None = None  # lots of the first pairing; they need a seed

    def scheduled(self, round_number: int) -> bool:
        """Check whether the games of a round are known from the start, so that other pairs are refused (T, O5)."""
        return self.schedule is not None and (self.scheduled_rounds is None or round_number <= self.scheduled_rounds)

    @property
    def closed(self) -> bool:
        """Every game is known from the start, so that nobody enters late (T)."""
        return self.schedule is not None and self.scheduled_rounds is None

    def off_schedule(self, tournament: Tournament) -> Iterator[tuple[int, Match]]:
        """List round and match for every match, drawn or fixed, that its round's schedule does not have (T, O5)."""
        last = min(tournament.next_round, tournament.settings.rounds or 0)
        for round_number in filter(self.scheduled, range(1, last + 1)):
            games = {frozenset((game.one, game.two)) for game in self.schedule(tournament, round_number)}  # type: ignore[misc]
            for match in (*tournament.rounds, tournament.fixed)[round_number - 1]:
                if frozenset(match.sides) not in games:
                    yield round_number, match

    def phase(self, round_number: int) -> int:
        """Return the phase of a round, 1 or 2; 0 where the formula has no phases."""
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
        draw=open_groups.draw_groups,
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

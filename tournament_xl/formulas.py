"""Which formula pairs and how long it lasts; every formula of Scrabble Classique scores and ranks by rule C8."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tournament_xl.model import Notice, Pair, Tournament
from tournament_xl.scrabble import classique, round_robin


@dataclass(frozen=True, slots=True)
class Formula:
    """One formula of play, as the functions that make it up."""

    default_rounds: Callable[[int], int]  # registered players -> rounds
    field_refusal: Callable[[int], Notice | None]  # registered players -> why they cannot play it
    warnings: Callable[[int, int], list[Notice]]  # registered players, rounds -> departures to tell
    pair: Callable[[Tournament], list[Pair]]  # the pairs that complete the next round
    schedule: Callable[[Tournament, int], list[Pair]] | None = None  # the games of a round, if known from the start

    @property
    def fixed_schedule(self) -> bool:
        """Whether every pair is known from the start: late entries and other pairs are refused (T)."""
        return self.schedule is not None


def _no_warnings(registered: int, rounds: int) -> list[Notice]:
    return []


FORMULAS: dict[str, Formula] = {
    "Classique": Formula(classique.default_rounds, classique.field_refusal, classique.warnings, classique.pair),
    "Toutes-rondes": Formula(
        round_robin.cycle, round_robin.field_refusal, _no_warnings, round_robin.pair, round_robin.schedule
    ),
    "Double toutes-rondes": Formula(
        lambda registered: 2 * round_robin.cycle(registered),
        round_robin.field_refusal,
        _no_warnings,
        round_robin.pair,
        round_robin.schedule,
    ),
}  # value of the setting Formule -> formula

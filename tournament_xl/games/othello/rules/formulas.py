"""Rules S, R1: how long a tournament lasts and which formula pairs its next round."""

from __future__ import annotations

from tournament_xl.core.model import Notice
from tournament_xl.games.othello.rules import round_robin, swiss
from tournament_xl.games.othello.rules.model import DOUBLE_ROUND_ROBIN, ROUND_ROBIN_FORMULAS, SWISS, OthelloTournament
from tournament_xl.games.othello.rules.round_robin import cycle
from tournament_xl.games.othello.rules.swiss import DrawnRound

SWISS_ROUNDS = 7  # ours: the regulation leaves the number to the organiser

FEWEST = 2  # players

FORMULAS = frozenset({SWISS}) | ROUND_ROBIN_FORMULAS


def field_refusal(registered: int) -> Notice | None:
    """Why this number of registered players cannot play, or None (S)."""
    return None if registered >= FEWEST else Notice("too_few_othello", {"registered": registered})


def default_rounds(formula: str, players: int) -> int:
    """Rounds for this many players: a cycle of the round robin or two; a Swiss 7, fewer when all have met before."""
    if formula == DOUBLE_ROUND_ROBIN:
        return 2 * cycle(players)
    return cycle(players) if formula in ROUND_ROBIN_FORMULAS else min(SWISS_ROUNDS, cycle(players))


def pair(tournament: OthelloTournament) -> DrawnRound:
    """The whole next round by the tournament's formula, the rows of `fixed` kept. Refused when nobody is present."""
    if tournament.settings.formula in ROUND_ROBIN_FORMULAS:
        return round_robin.pair(tournament)
    return swiss.pair(tournament)

"""Length of a tournament, and the formula that pairs its next round (rules S, R1)."""

from __future__ import annotations

from tournament_xl.core.model import Notice
from tournament_xl.games.othello.rules import round_robin, swiss
from tournament_xl.games.othello.rules.model import DOUBLE_ROUND_ROBIN, ROUND_ROBIN_FORMULAS, SWISS, OthelloTournament
from tournament_xl.games.othello.rules.round_robin import compute_cycle_length
from tournament_xl.games.othello.rules.swiss import DrawnRound

SWISS_ROUNDS = 7  # our choice: the regulation leaves the number to the organiser

FEWEST = 2  # players

FORMULAS = frozenset({SWISS}) | ROUND_ROBIN_FORMULAS


def find_field_refusal(registered: int) -> Notice | None:
    """Return why this number of registered players cannot play (S); None if it can."""
    return None if registered >= FEWEST else Notice("too_few_othello", {"registered": registered})


def compute_default_rounds(formula: str, players: int) -> int:
    """Return the number of rounds for this many players.

    One or two cycles of the round robin; 7 for a Swiss, fewer when everybody would have met before.
    """
    if formula == DOUBLE_ROUND_ROBIN:
        return 2 * compute_cycle_length(players)
    return (
        compute_cycle_length(players)
        if formula in ROUND_ROBIN_FORMULAS
        else min(SWISS_ROUNDS, compute_cycle_length(players))
    )


def pair_next_round(tournament: OthelloTournament) -> DrawnRound:
    """Pair the next round by the tournament's formula; the rows of `fixed` stay.

    Raises:
        Refused: Nobody is present.
    """
    if tournament.settings.formula in ROUND_ROBIN_FORMULAS:
        return round_robin.pair_round_robin(tournament)
    return swiss.pair_swiss_round(tournament)

"""The formulas of play of Othello (setting Formule: how rounds are paired), a value each that answers all about it.

Rules S1 to S9 and Othello R1 of docs/regles.md.
"""

from __future__ import annotations

from tournament_xl.games.othello.rules.model import OthelloFormula
from tournament_xl.games.othello.rules.round_robin import compute_cycle_length, pair_round_robin
from tournament_xl.games.othello.rules.swiss import pair_swiss_round

SWISS_ROUNDS = 7  # [ours] the regulation leaves the number to the organiser


class Swiss(OthelloFormula):
    """Suisse: the pairs of least cost (S1 to S5)."""

    name, word = "Suisse", "othello"
    pair = staticmethod(pair_swiss_round)

    def default_rounds(self, players: int) -> int:
        """Return 7, or the rounds in which everybody meets everybody once if these are fewer."""
        return min(SWISS_ROUNDS, compute_cycle_length(players))


class RoundRobin(OthelloFormula):
    """Toutes-rondes: everybody meets everybody, `cycles` times, by PAPP's table (Othello R1)."""

    name = "Toutes-rondes"
    cycles = 1
    most_rounds = None
    pair = staticmethod(pair_round_robin)

    def default_rounds(self, players: int) -> int:
        """Return the rounds in which everybody meets everybody `cycles` times."""
        return self.cycles * compute_cycle_length(players)


class DoubleRoundRobin(RoundRobin):
    """Double toutes-rondes: everybody meets everybody twice (Othello R1)."""

    name = "Double toutes-rondes"
    cycles = 2


SWISS, ROUND_ROBIN, DOUBLE_ROUND_ROBIN = Swiss(), RoundRobin(), DoubleRoundRobin()
FORMULAS: dict[str, OthelloFormula] = {
    formula.name: formula for formula in (SWISS, ROUND_ROBIN, DOUBLE_ROUND_ROBIN)
}  # value of the setting Formule -> formula; the first is the usual one


def suggest_round_robin(players: int, rounds: int) -> OthelloFormula | None:
    """Return the round robin to propose instead of a Swiss, by the number of players and of rounds (Othello R1).

    A round robin is proposed if everybody can meet everybody once within the rounds: the double one if everybody can
    meet everybody exactly twice, else the single one, even where rounds are left over. The answer is None with too few
    rounds or fewer than two players; BIP (the bye) is not counted.
    """
    if players < 2 or players > 2 * ((rounds + 1) // 2):
        return None
    return DOUBLE_ROUND_ROBIN if rounds == DOUBLE_ROUND_ROBIN.default_rounds(players) else ROUND_ROBIN

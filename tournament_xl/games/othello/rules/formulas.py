"""The formulas of play of Othello: a value each, which answers every question about it (rules S, R1).

Methods import the rules that they ask: the names of the formulas are among the choices of a setting, so that an action
of Scrabble loads this module.
"""

from __future__ import annotations

from tournament_xl.games.othello.rules.model import DrawnRound, OthelloFormula, OthelloTournament

SWISS_ROUNDS = 7  # our choice: the regulation leaves the number to the organiser


class Swiss(OthelloFormula):
    """Suisse: the pairs of least cost (S1 to S5)."""

    def default_rounds(self, players: int) -> int:
        """Return 7, or fewer when everybody would have met before."""
        from tournament_xl.games.othello.rules.round_robin import compute_cycle_length

        return min(SWISS_ROUNDS, compute_cycle_length(players))

    def pair(self, tournament: OthelloTournament) -> DrawnRound:
        from tournament_xl.games.othello.rules.swiss import pair_swiss_round

        return pair_swiss_round(tournament)


class RoundRobin(OthelloFormula):
    """Toutes-rondes by PAPP's table, once or several times (R1)."""

    def default_rounds(self, players: int) -> int:
        """Return the rounds of the cycles."""
        from tournament_xl.games.othello.rules.round_robin import compute_cycle_length

        return self.cycles * compute_cycle_length(players)

    def pair(self, tournament: OthelloTournament) -> DrawnRound:
        from tournament_xl.games.othello.rules.round_robin import pair_round_robin

        return pair_round_robin(tournament)


SWISS = Swiss("Suisse", "othello")
ROUND_ROBIN = RoundRobin("Toutes-rondes", cycles=1, most_rounds=None)
DOUBLE_ROUND_ROBIN = RoundRobin("Double toutes-rondes", cycles=2, most_rounds=None)
FORMULAS: dict[str, OthelloFormula] = {
    formula.name: formula for formula in (SWISS, ROUND_ROBIN, DOUBLE_ROUND_ROBIN)
}  # value of the setting Formule -> formula; the first is the usual one


def suggest_round_robin(present: int, rounds: int) -> OthelloFormula | None:
    """Return the round robin to propose for this many players and rounds (R1); None for a Swiss.

    Args:
        present: Number of players.
        rounds: Announced number of rounds.
    """
    if present < 2 or present > 2 * ((rounds + 1) // 2):
        return None
    return DOUBLE_ROUND_ROBIN if rounds == DOUBLE_ROUND_ROBIN.default_rounds(present) else ROUND_ROBIN

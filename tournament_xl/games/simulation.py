"""Random events of a rehearsal (a tournament that the program plays to try out a workbook), and chances by ratings."""

from __future__ import annotations

import random
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Chances:
    """Random events of a rehearsal; the same seed gives the same tournament."""

    seed: str
    forfeits: float = 0.0  # probability that a match is lost by forfeit, 0 to 1
    absences: float = 0.0  # probability that a player misses a round, 0 to 1

    def draw(self, *subject: object) -> random.Random:
        """Return a source of random numbers for one subject, such as ("absence", 3, 14): the same at every call.

        Every subject has its own source, so that one more draw for a subject changes no other.
        """
        return random.Random(":".join(map(str, (self.seed, *subject))).encode(errors="surrogatepass"))


def win_probability(lead: float) -> float:
    """Compute the probability, 0 to 1, that a player wins a game; a draw counts as half a win.

    Args:
        lead: Rating of the player minus rating of the opponent, in points; negative if he is the weaker one.

    Returns:
        Value of Elo's logistic curve: 1/2 for 0, 10/11 for 400, 1/11 for -400. A lead above 1200 counts as 1200, one
        below -1200 as -1200.
    """
    return 1 / (1 + 10 ** -max(-3.0, min(3.0, lead / 400)))

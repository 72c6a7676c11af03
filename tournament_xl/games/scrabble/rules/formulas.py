"""The formulas of play of Scrabble (setting Formule: how rounds are paired), a value each that answers all about it.

`ScrabbleFormula` documents each member; most are the function of that name in the formula's module of rules.
"""

from __future__ import annotations

from tournament_xl.core.model import Notice
from tournament_xl.games.scrabble.rules import classique, open_groups, round_robin
from tournament_xl.games.scrabble.rules.model import ScrabbleFormula


class Classique(ScrabbleFormula):
    """Formule Classique: tables of seats up to 16 players, then by the standings (C1, C3, C9)."""

    name, word = "Classique", "classique"
    default_rounds = staticmethod(classique.default_rounds)
    find_field_refusal = staticmethod(classique.find_field_refusal)
    list_departures = staticmethod(classique.list_departures)
    pair = staticmethod(classique.pair)
    table_rounds = staticmethod(classique.table_rounds)


class Open(ScrabbleFormula):
    """Open: groups drawn by lot play each other, then everybody by the standings, then a deciding game (O1 to O8)."""

    name, word = "Open", "open"
    most_players = 500
    sheets = ("Groupes", "Finales")
    draws_groups = True
    scheduled_rounds = open_groups.ROUNDS
    default_rounds = staticmethod(open_groups.default_rounds)
    rounds_allowed = staticmethod(open_groups.rounds_allowed)
    draw_groups = staticmethod(open_groups.draw_groups)
    pair = staticmethod(open_groups.pair)
    schedule = staticmethod(open_groups.schedule)
    find_waiting_entrants = staticmethod(open_groups.find_waiting_entrants)
    find_finalists = staticmethod(open_groups.find_finalists)

    def find_field_refusal(self, registered: int) -> Notice | None:
        """Return why so many players cannot play an Open, None if they can; it advises a formula that takes them."""
        suitable = ROUND_ROBIN if CLASSIQUE.find_field_refusal(registered) else CLASSIQUE
        return open_groups.find_field_refusal(registered, suitable.name)

    def list_departures(self, registered: int, rounds: int) -> list[Notice]:
        """List what departs from the regulation but is allowed (O1), whatever the number of rounds."""
        return open_groups.list_departures(registered)


class RoundRobin(ScrabbleFormula):
    """Toutes-rondes (round robin): everybody meets everybody, `cycles` times, by Berger's tables (T).

    The number of rounds follows from the number of players and of cycles; every round is scheduled.
    """

    name, word = "Toutes-rondes", "toutes-rondes"
    cycles = 1
    most_rounds = None
    scheduled_rounds = None
    find_field_refusal = staticmethod(round_robin.find_field_refusal)
    pair = staticmethod(round_robin.pair)
    schedule = staticmethod(round_robin.schedule)

    def default_rounds(self, registered: int) -> int:
        """Return the number of rounds in which everybody meets everybody `cycles` times; 0 for nobody."""
        return self.cycles * round_robin.compute_cycle_length(registered)

    def rounds_allowed(self, registered: int) -> tuple[int, ...]:
        """Return the one number of rounds in which everybody meets everybody `cycles` times; () for too few."""
        return round_robin.rounds_allowed(registered, self.cycles)


class DoubleRoundRobin(RoundRobin):
    """Double toutes-rondes: everybody meets everybody twice (T)."""

    name, word = "Double toutes-rondes", "double-toutes-rondes"
    cycles = 2


CLASSIQUE, OPEN, ROUND_ROBIN, DOUBLE_ROUND_ROBIN = Classique(), Open(), RoundRobin(), DoubleRoundRobin()
FORMULAS: dict[str, ScrabbleFormula] = {
    formula.name: formula for formula in (CLASSIQUE, OPEN, ROUND_ROBIN, DOUBLE_ROUND_ROBIN)
}  # value of the setting Formule -> formula; the first is the usual one

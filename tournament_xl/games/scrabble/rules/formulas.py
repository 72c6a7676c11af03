"""The formulas of play of Scrabble (setting Formule: how rounds are paired), a value each that answers all about it.

`ScrabbleFormula` documents each method; most only call the function of the same name in the formula's module of rules.
They import it in the body: the names of the formulas are among the choices of a setting, so that an action of Othello
loads this module (the rules take 13 of its 150 ms).
"""

from __future__ import annotations

from tournament_xl.core.model import Notice
from tournament_xl.games.scrabble.rules.model import Groups, Pair, ScrabbleFormula, Tournament


class Classique(ScrabbleFormula):
    """Formule Classique: tables of seats up to 16 players, then by the standings (C1, C3, C9)."""

    def default_rounds(self, registered: int) -> int:
        from tournament_xl.games.scrabble.rules.classique import default_rounds

        return default_rounds(registered)

    def find_field_refusal(self, registered: int) -> Notice | None:
        from tournament_xl.games.scrabble.rules.classique import find_field_refusal

        return find_field_refusal(registered)

    def list_departures(self, registered: int, rounds: int) -> list[Notice]:
        from tournament_xl.games.scrabble.rules.classique import list_departures

        return list_departures(registered, rounds)

    def pair(self, tournament: Tournament) -> list[Pair]:
        from tournament_xl.games.scrabble.rules.classique import pair

        return pair(tournament)

    def table_rounds(self, registered: int) -> int:
        from tournament_xl.games.scrabble.rules.classique import table_rounds

        return table_rounds(registered)


class Open(ScrabbleFormula):
    """Open: groups drawn by lot play each other, then everybody by the standings, then a deciding game (O1 to O8)."""

    def default_rounds(self, registered: int) -> int:
        from tournament_xl.games.scrabble.rules.open_groups import default_rounds

        return default_rounds(registered)

    def rounds_allowed(self, registered: int) -> tuple[int, ...]:
        from tournament_xl.games.scrabble.rules.open_groups import rounds_allowed

        return rounds_allowed(registered)

    def find_field_refusal(self, registered: int) -> Notice | None:
        """Return why so many players cannot play an Open, None if they can; it advises a formula that takes them."""
        from tournament_xl.games.scrabble.rules.open_groups import find_field_refusal

        suitable = ROUND_ROBIN if CLASSIQUE.find_field_refusal(registered) else CLASSIQUE
        return find_field_refusal(registered, suitable.name)

    def list_departures(self, registered: int, rounds: int) -> list[Notice]:
        from tournament_xl.games.scrabble.rules.open_groups import list_departures

        return list_departures(registered)

    def draw_groups(self, tournament: Tournament) -> Groups:
        from tournament_xl.games.scrabble.rules.open_groups import draw_groups

        return draw_groups(tournament)

    def pair(self, tournament: Tournament) -> list[Pair]:
        from tournament_xl.games.scrabble.rules.open_groups import pair

        return pair(tournament)

    @property
    def scheduled_rounds(self) -> int | None:
        """Number of rounds of phase 1, whose games are known from the start: 5."""
        from tournament_xl.games.scrabble.rules.open_groups import ROUNDS

        return ROUNDS

    def schedule(self, tournament: Tournament, round_number: int) -> list[Pair]:
        from tournament_xl.games.scrabble.rules.open_groups import schedule

        return schedule(tournament, round_number)

    def find_waiting_entrants(self, tournament: Tournament) -> frozenset[int]:
        from tournament_xl.games.scrabble.rules.open_groups import find_waiting_entrants

        return find_waiting_entrants(tournament)

    def find_finalists(self, tournament: Tournament) -> tuple[int, int] | None:
        from tournament_xl.games.scrabble.rules.open_groups import find_finalists

        return find_finalists(tournament)


class RoundRobin(ScrabbleFormula):
    """Toutes-rondes (round robin): everybody meets everybody, `cycles` times, by Berger's tables (T).

    The number of rounds follows from the number of players and of cycles; every round is scheduled.
    """

    def default_rounds(self, registered: int) -> int:
        """Return the number of rounds in which everybody meets everybody `cycles` times; 0 for nobody."""
        from tournament_xl.games.scrabble.rules.round_robin import compute_cycle_length

        return self.cycles * compute_cycle_length(registered)

    def rounds_allowed(self, registered: int) -> tuple[int, ...]:
        from tournament_xl.games.scrabble.rules.round_robin import rounds_allowed

        return rounds_allowed(registered, self.cycles)

    def find_field_refusal(self, registered: int) -> Notice | None:
        from tournament_xl.games.scrabble.rules.round_robin import find_field_refusal

        return find_field_refusal(registered)

    def pair(self, tournament: Tournament) -> list[Pair]:
        from tournament_xl.games.scrabble.rules.round_robin import pair

        return pair(tournament)

    @property
    def scheduled_rounds(self) -> int | None:
        """None: the games of all rounds are known from the start."""
        return None

    def schedule(self, tournament: Tournament, round_number: int) -> list[Pair]:
        from tournament_xl.games.scrabble.rules.round_robin import schedule

        return schedule(tournament, round_number)


CLASSIQUE = Classique("Classique", "classique")
OPEN = Open("Open", "open", most_players=500, sheets=("Groupes", "Finales"), draws_groups=True)
ROUND_ROBIN = RoundRobin("Toutes-rondes", "toutes-rondes", cycles=1, most_rounds=None)
DOUBLE_ROUND_ROBIN = RoundRobin("Double toutes-rondes", "double-toutes-rondes", cycles=2, most_rounds=None)
FORMULAS: dict[str, ScrabbleFormula] = {
    formula.name: formula for formula in (CLASSIQUE, OPEN, ROUND_ROBIN, DOUBLE_ROUND_ROBIN)
}  # value of the setting Formule -> formula; the first is the usual one

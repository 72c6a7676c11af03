"""Nouns of an Othello tournament (rules S, B, R, F): players, games, settings. Frozen values without rules.

A game has a Black and a White side; either may be BIP, number 0, the fictitious player who loses every game. Points are
counted in half-points (win 2, draw 1), so that everything stays an integer; `points` of a standing are half of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from tournament_xl.core.model import CommonSettings, Encounter, Person, RoundByRound, X

BIP = X  # number of the fictitious player of an odd field (S2)
SWISS, ROUND_ROBIN, DOUBLE_ROUND_ROBIN = "Suisse", "Toutes-rondes", "Double toutes-rondes"  # setting Formule
ROUND_ROBIN_FORMULAS = frozenset({ROUND_ROBIN, DOUBLE_ROUND_ROBIN})
REGLEMENT, PAPP = "règlement", "PAPP"  # setting Départage (B5)

# Codes of column Fin (B4, B6). N: Black, B: White. Empty: the board counts.
TIME = {"TN", "TB"}  # out of time; the board is played out in the surplus
TIME_AGAIN = {"TN+", "TB+"}  # out of time again in the surplus
TIME_OTHER = {"TNB", "TBN"}  # the first runs out of time, then the second in the surplus
RESIGNS = {"AN", "AB"}
FORFEIT = {"FN", "FB"}  # Black or White gives the game
NEITHER = "FNB"  # neither plays
BOTH_LOSE = "PNB"  # both lost by the referee's decision
GIVEN = {"GN", "GB"}  # a drawn board counted as a win of Black, of White (practice of some federations)
ENDS = frozenset({"", NEITHER, BOTH_LOSE} | TIME | TIME_AGAIN | TIME_OTHER | RESIGNS | FORFEIT | GIVEN)
NEEDS_BOARD = frozenset({"", *TIME, *GIVEN})  # ends for which the discs on the board must be given


def list_allowed_ends(black_id: int, white_id: int) -> frozenset[str]:
    """Return the codes of column Fin between two N°; against BIP only "" or the real player's forfeit (B4)."""
    return ENDS if BIP not in (black_id, white_id) else frozenset({"", "FB" if black_id == BIP else "FN"})


@dataclass(frozen=True, slots=True)
class OthelloPlayer(Person):
    """Registered player of Othello."""

    cote: float | None = None
    country: str = ""  # as typed; compared without case (S1 chauvinism)
    member: bool = False  # Adhérent: pays no fee (B8)
    reduced: bool = False  # Tarif réduit (B8)


@dataclass(frozen=True, slots=True)
class OthelloGame(Encounter):
    """Row of Résultats: a pair with its colours and its result."""

    black: int  # player number, or BIP
    white: int  # player number, or BIP; never both
    discs_black: float | None = None  # as typed: discs on the board, 0-64; halves on import only (B1)
    discs_white: float | None = None
    end: str = ""  # column Fin: a code of ENDS
    table: int = 0  # table number on the sheet; 0 when not given
    complete: bool = False  # the result is known: discs, or an end that needs none, or BIP
    reason: str = ""  # the sentence on the sheet
    rated: bool = True  # column Hors cote: whether the rating officer is to count it

    @property
    def sides(self) -> tuple[int, int]:
        """N° of Black and of White."""
        return self.black, self.white

    @property
    def bye(self) -> bool:
        """Whether one side is BIP."""
        return BIP in self.sides

    def gave(self, player_id: int) -> bool:
        """Check whether this player gave the game by forfeit (FN, FB, FNB)."""
        return self.end == NEITHER or self.end == ("FN" if player_id == self.black else "FB")


Round = tuple[OthelloGame, ...]


class Penalties(NamedTuple):
    """Weights of the terms of a pair's cost (S1) that an organiser may change; the defaults are those of PAPP."""

    colour: tuple[int, ...] = (0, 20, 105, 225, 530, 1075)  # by the colour imbalance after the game
    alternation: int = 15
    compatriots: int = 2
    elitism: tuple[int, ...] = (100, 200, 300, 400)  # rounds 1-3, 4-5, 6-9, from 10


@dataclass(frozen=True, slots=True)
class OthelloSettings(CommonSettings):
    """Settings of an Othello tournament; `rounds` None: 7 for a Swiss, the cycle for a round robin."""

    formula: str = SWISS
    beta: float | None = None  # Bêta, per whole point of Buchholz; None: by the number of rounds (B5)
    tie_break: str = REGLEMENT  # Départage: règlement or PAPP
    compatriots: str = "toujours"  # Compatriotes: toujours, ronde 1, jamais, interdit dès R (S1)
    bye_discs: int = 40  # Pions du bye (B3), 0-64
    bye_half_points: int = 2  # Points du bye: 2 a win (B3), 1 a draw
    penalties: Penalties = Penalties()
    most_meetings: int = 1  # Rencontres au plus (S6): how often two players may meet
    rematch_from: int = 2  # Revanches dès la ronde (S6): first round in which a rematch is allowed
    black_alone: bool = False  # Saisie: only Black's discs are typed, White has the rest of 64
    grand_prix_a: bool = False  # Grand Prix A: non-members pay a fee (B8)


@dataclass(frozen=True, slots=True)
class OthelloTournament(RoundByRound[OthelloPlayer, OthelloGame]):
    """Facts of an Othello tournament."""

    settings: OthelloSettings

"""Data types of an Othello tournament: players, games, settings, the base of the formulas of play. Frozen values.

Rules (S3, B5, F1): docs/regles.md.

A game has a Black and a White side; either may be BIP, number 0, the fictitious player who loses every game. Points are
counted in half-points (win 2, draw 1), so that everything stays an integer; `points` of a standing are half of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from tournament_xl.core.model import CommonSettings, Encounter, Formula, Notice, Person, RoundByRound, TieBreak, X

if TYPE_CHECKING:
    from fractions import Fraction  # slow to load: an action of Scrabble needs none

FEWEST = 2  # players
BYE_DISCS = 40  # where the organiser sets none (B3)
BIP = X  # number of the fictitious player of an odd field (S2)
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
    rated: bool = True  # empty column Hors cote: the rating officer is to count it

    @property
    def sides(self) -> tuple[int, int]:
        """N° of Black and of White."""
        return self.black, self.white

    @property
    def bye(self) -> bool:
        """Whether one side is BIP."""
        return BIP in self.sides

    def gave(self, player_id: int) -> bool:
        """Check whether this player, one of the two, gave the game by forfeit (FN, FB, FNB)."""
        return self.end == NEITHER or self.end == ("FN" if player_id == self.black else "FB")


Round = tuple[OthelloGame, ...]

# reasons for the colours of a pair (S4)
CHEAPER, TURNED, DRAWN, TYPED, SCHEDULED = "cheaper", "turned", "drawn", "typed", "scheduled"


class Term(NamedTuple):
    """One term of a pair's cost: an amount, its reason, and the number that explains it."""

    kind: str  # BALANCE … NO_GAME of costs.py
    cost: int  # may be negative, or 0 for MET
    player_id: int | None = None  # N° of the player concerned; None: the pair
    fact: int = 0  # by the kind (costs.py). BALANCE: colour balance after the game; FLOATED: Black's score minus
    # White's, in half-points; AGAIN, BACK: the last float; MET: number of meetings; NO_GAME: rounds without a game


class DrawnPair(NamedTuple):
    """Two players who are to meet, or a player and BIP, with the facts from which column Motif is written."""

    black: int  # N° or BIP
    white: int
    table: int = 0  # from 1
    cost: int = 0  # with these colours, unlimited (S1, S2)
    terms: tuple[Term, ...] = ()  # add up to the cost
    colours: str = CHEAPER  # reason for the colours: CHEAPER, TURNED, DRAWN (S4), TYPED (S8), SCHEDULED (Othello R1)
    turned: int = 0  # TURNED: the latest round in which their colours differed
    by_hand: bool = False  # typed by the organiser (S8)

    @property
    def sides(self) -> tuple[int, int]:
        """N° of Black and of White."""
        return self.black, self.white


class DrawnRound(NamedTuple):
    """Result of a pairing: all pairs of the round, typed ones included, and their cost."""

    pairs: tuple[DrawnPair, ...]  # by table, BIP last
    cost: int | None  # unlimited total; None for a scheduled round (Othello R1)
    optimum: int | None  # unlimited total of the optimum for these players (S3)
    above: int = 0  # excess of pairs made by hand over the optimum (S8), see `Total.above`


class OthelloFormula(Formula):
    """Formula of play of Othello (setting Formule); `formulas.py` overrides the members in which formulas differ."""

    most_players = 1000

    def default_rounds(self, players: int) -> int:
        """Return the number of rounds where the organiser sets none, for this many players, BIP not counted."""
        raise NotImplementedError

    def find_field_refusal(self, registered: int) -> Notice | None:
        """Return why this number of registered players cannot play: fewer than two; None if it can."""
        return None if registered >= FEWEST else Notice("too_few_othello", {"registered": registered})

    def pair(self, tournament: OthelloTournament) -> DrawnRound:
        """Pair the next round; pairs that the organiser typed for it stay and are in the result.

        Raises:
            Refused: Nobody is present, and no pair is typed.
        """
        raise NotImplementedError


class Penalties(NamedTuple):
    """Weights of the terms of a pair's cost (S1) that an organiser may change; the defaults are the weights of PAPP."""

    colour: tuple[int, ...] = (0, 20, 105, 225, 530, 1075)  # by the colour imbalance after the game
    alternation: int = 15
    compatriots: int = 2
    elitism: tuple[int, ...] = (100, 200, 300, 400)  # rounds 1-3, 4-5, 6-9, from 10


@dataclass(frozen=True, slots=True)
class OthelloSettings(CommonSettings):
    """Settings of an Othello tournament; `rounds` None: 7 for a Swiss, the cycle for a round robin."""

    formula: OthelloFormula
    beta: float | None = None  # Bêta, per whole point of Buchholz; None: by the number of rounds (B5)
    tie_break: str = REGLEMENT  # Départage: règlement or PAPP
    compatriots: str = "toujours"  # Compatriotes: toujours, ronde 1, jamais, interdit dès R (S1)
    bye_discs: int = BYE_DISCS  # Pions du bye (B3), 0-64
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


class OthelloStanding(NamedTuple):
    """Line of the standings."""

    place: int  # from 1, no two equal
    number: int  # N°
    half_points: int
    tie_break: Fraction  # Départage: discs + β × Buchholz, after the replacements of B5
    second: Fraction  # next criterion: Départage with β = 0, or the real discs in PAPP's usage
    discs: Fraction  # real discs, byes included: column Pions
    won: int  # games won, a bye counts
    drawn: int
    lost: int
    left: bool  # not present in the last round counted

    @property
    def points(self) -> float:
        """Points: half of `half_points`."""
        return self.half_points / 2

    @property
    def games(self) -> int:
        """Number of games won, drawn and lost (column J)."""
        return self.won + self.drawn + self.lost


TIE_BREAKS: tuple[TieBreak[OthelloStanding], ...] = (
    TieBreak("Points", "points", lambda line: line.points),
    TieBreak("Départage", "tie_break", lambda line: line.tie_break),
    TieBreak("", "second", lambda line: line.second),
)  # B5; then a lot or the name

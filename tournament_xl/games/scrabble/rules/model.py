"""Nouns of a Scrabble tournament: players, matches, pairs, settings. Frozen values without rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from tournament_xl.core.model import CommonSettings, Cote, Encounter, Person, RoundByRound


@dataclass(frozen=True, slots=True)
class Player(Person):
    """Registered player of Scrabble."""

    cote: Cote = 1000  # PL, or PL* for the unrated (R1)
    licence: str = ""
    seed: float | None = None  # Rang initial: 1, 2, …; r + 0.5 for a late entrant (C2); None before the first pairing


class Reason(NamedTuple):
    """Reason for a pair, from which the column Motif is written (C12)."""

    kind: str  # rule that made the pair, see messages/scrabble_reasons.py
    facts: Mapping[str, int] = {}  # numbers for the sentence (seats, PM, sizes)
    normal: int | None = None  # normal opponent, if they have met before
    up: tuple[int, ...] = ()  # players passed over in the first direction: already met, except those in `forcing`
    down: tuple[int, ...] = ()  # players passed over in the other direction
    opponent: int | None = None  # opponent that the search found
    turned: bool = False  # the search went on in the other direction
    rematch: bool = False  # no other opponent: they meet again
    table_dropped: bool = False  # the seat table of this round was abandoned (C9)
    left_over: bool = False  # the seat table of this round had no opponent for this player (C9)
    forcing: Mapping[int, tuple[int, int]] = {}  # player passed over -> pair that would then meet again (O6)
    avoided: frozenset[int] = frozenset()  # players passed over because they are to be avoided (C13)
    unavoidable: bool = False  # no other opponent: two players meet who should avoid each other (C13)


class Pair(NamedTuple):
    """Two players who are to meet; X stands second."""

    one: int
    two: int
    reason: Reason
    forfeits: frozenset[int] = frozenset()  # announced absentees of a fixed schedule: {1}, {2}, {1, 2}

    def __contains__(self, number: object) -> bool:
        return number in (self.one, self.two)


@dataclass(frozen=True, slots=True)
class Match(Encounter):
    """Row of Résultats in Scrabble: a pair and its result."""

    one: int  # player number
    two: int  # player number, or X
    games: tuple[tuple[int, int], ...] = ()  # own and opponent's score of each game, seen from `one`
    forfeits: frozenset[int] = frozenset()  # sides that forfeit: {1}, {2} or {1, 2}
    table: int = 0  # table number on the sheet; 0 when not given
    complete: bool = False  # the result is known (X's opponent needs no score)
    reason: str = ""  # the sentence on the sheet

    @property
    def sides(self) -> tuple[int, int]:
        """Numbers of the two players, in the order of the sheet."""
        return self.one, self.two

    def gave(self, number: int) -> bool:
        """Check whether this player forfeited."""
        return (1 if number == self.one else 2) in self.forfeits


Round = tuple[Match, ...]


@dataclass(frozen=True, slots=True)
class Settings(CommonSettings):
    """Choices of the organiser of a Scrabble tournament."""

    formula: str = "Classique"
    edition: str = "F50"
    winning_games: Mapping[int, int] = field(default_factory=dict)  # round -> games to win; 1 where not listed
    event: str = ""  # Type d'épreuve as the contract writes it, "" for TH (R4)
    season: str = ""  # name of the rating season, "" for the latest one known
    own_games: int | None = None  # games that count for PJmax, if not one per round (R7)

    @property
    def rated_games(self) -> int:
        """Number of games that count for PJmax: the rounds, or the organiser's own number (R7)."""
        return self.own_games or self.rounds or 0

    def games_to_win(self, round_number: int) -> int:
        """Return the games needed to win a match of this round: 1 or 2 (C5)."""
        return self.winning_games.get(round_number, self.winning_games.get(0, 1))


@dataclass(frozen=True, slots=True)
class Tournament(RoundByRound[Player, Match]):
    """Facts of a Scrabble tournament."""

    settings: Settings
    seat_table: tuple[tuple[tuple[int, int], ...], ...] | None = (
        None  # organiser's own fixed table (C9), None: built in
    )
    groups: tuple[tuple[int, ...], ...] | None = None  # Open: N° of each group as drawn, X as 0 (O4); None: not yet
    final: Match | None = None  # Open: the deciding game (O8), None when there is none or it is not typed yet

"""A tournament in plain values, as a caller of the engine keeps it, and the base of what a game builds from it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Generic, Literal

from tournament_xl.core.model import Absences, MatchT, PlayerT, RoundByRound, X
from tournament_xl.games.plain_values import InputError
from tournament_xl.messages import engine as texts


@dataclass(frozen=True, slots=True)
class Player:
    """Registered player."""

    name: str
    rating: float | None = None  # cote; None: unrated. Scrabble: None and 0 give the cote of the series (R1)
    number: int = 0  # N°, from 1; 0: position in the list of players
    series: str = ""  # Scrabble: Série duplicate, "S", "1A" … "7D"
    club: str = ""
    country: str = ""  # Othello: compatriots are paired late
    absent: Sequence[int] | frozenset[int] = ()  # rounds not played
    enters: int = 1  # first round of a late entrant

    @property
    def absences(self) -> Absences:
        """Rounds that the player does not play: announced absences, and all rounds before his first one."""
        return Absences(frozenset({*self.absent, *range(1, self.enters)}))


@dataclass(frozen=True, slots=True)
class Result:
    """Match of two players, with its result once there is one. Othello: `one` is Black, the scores are discs."""

    one: int  # N°
    two: int  # N°; BYE for X or BIP, against whom there is no score
    score_one: int | None = None
    score_two: int | None = None
    forfeit: str = ""  # Scrabble: side that forfeits, "1", "2" or "1+2"
    end: str = ""  # Othello: code of the column Fin, "TN", "AB", "FN" …
    more: Sequence[tuple[int, int]] = ()  # Scrabble: further games of a match of two winning games


@dataclass(frozen=True, slots=True)
class Event:
    """Tournament with the rounds so far; immutable: `after` returns the tournament with one more round."""

    players: Sequence[Player]
    rounds: Sequence[Sequence[Result]] = ()
    game: Literal["scrabble", "othello"] = "scrabble"
    formula: str = ""  # "Classique", "Open", "Toutes-rondes", "Double toutes-rondes", "Suisse"; "": the game's first
    length: int | None = None  # rounds; None: the regulation's number
    edition: str = "F50"  # Scrabble: "F50" or "F10"
    seed: str = ""  # for drawing lots; required for an Open's groups and for Othello
    winning_games: int = 1  # Scrabble: 2 for matches of two winning games
    final: Result | None = None  # Open: the deciding game
    kind: str = ""  # Scrabble, for ratings: Type d'épreuve (R4), "" for TH, tournoi homologué
    season: str = ""  # Scrabble, for ratings: "2015-2016"; "": the latest known
    rated_games: int | None = None  # Scrabble, for ratings: games that count for PJmax (R7); None: one a round

    def after(self, results: Sequence[Result]) -> Event:
        """Return a copy of the event with one more round, played with `results`; nothing is checked yet."""
        return replace(self, rounds=(*self.rounds, tuple(results)))


@dataclass(frozen=True, slots=True)
class Pair:
    """Pair of players for the next round."""

    table: int
    one: int  # N°; Othello: Black, who may be BYE
    two: int  # N°, or BYE
    reason: str  # reason for the pair, in the words of the regulation
    forfeit: str = ""  # as in Result: an announced absentee keeps his seat in a fixed schedule (T, O5)


@dataclass(frozen=True, slots=True)
class Line:
    """Line of the standings."""

    place: int
    number: int
    name: str
    points: float  # PM; Othello: points
    tie_break: float  # Pdep; Othello: Départage
    won: int
    drawn: int
    lost: int
    ppm: int | None = None  # Scrabble: points of equal players among themselves, if all have met (C7)


@dataclass(frozen=True, slots=True)
class Rating:
    """New rating (cote) of one player after the tournament (Scrabble R2)."""

    place: int
    number: int
    name: str
    old: float
    new: float
    change: float
    series: str  # Joker, A, B, C (R3)


@dataclass(frozen=True)
class PlainTournament(Generic[PlayerT, MatchT]):
    """Tournament of a game, built from an event whose values are possible."""

    event: Event
    tournament: RoundByRound[PlayerT, MatchT]

    def pair(self) -> list[Pair]:
        """Pair the next round; the pairs come in the order of the tables.

        Raises:
            Refused: A rule refuses the pairing.
        """
        raise NotImplementedError

    def rank(self, after: int) -> list[Line]:
        """Return the standings after a complete round, best first; 0: before the first, in Othello nobody."""
        raise NotImplementedError

    def rate(self) -> list[Rating]:
        """Return the new ratings of the participants after the last complete round, by place.

        Raises:
            RefusedError: The game has no ratings, or no round is complete.
        """
        raise NotImplementedError

    @cached_property
    def names(self) -> dict[int, str]:
        """Name of each N°; number 0, the bye, is "X"."""
        return {player.number: player.full_name for player in self.tournament.players} | {X: "X"}


def check_sides(field: str, first: int, second: int, numbers: Collection[int], *, bye_first: bool) -> None:
    """Raise InputError unless two different registered players meet, or one meets the bye.

    Args:
        field: Name of the pair for errors.
        first: N° of the first player.
        second: N° of the second player.
        numbers: N° of the registered players.
        bye_first: Whether the bye may be the first.
    """
    for name, number in (("one", first), ("two", second)):
        if number not in numbers and (number != X or (name == "one" and not bye_first)):
            raise InputError(f"{field}.{name}", texts.NOBODY.format(value=number))
    if first == second:
        raise InputError(f"{field}.two", texts.ONESELF)


def check_fixed(tournament: RoundByRound[PlayerT, MatchT]) -> None:
    """Raise InputError for a fixed pair with somebody absent, or with a bye although the number is even."""
    for index, side in tournament.find_misplaced_sides():
        sentence = texts.NO_BYE if tournament.fixed[index].sides[side] == X else texts.ABSENT
        raise InputError(f"fixed[{index}].{('one', 'two')[side]}", sentence)

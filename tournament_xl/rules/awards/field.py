"""A tournament as prizes and memorable facts see it, whatever its game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tournament_xl.record import field, record

if TYPE_CHECKING:
    from fractions import Fraction  # of Othello; Scrabble has whole and half points


@record
class Played:
    """A game that was played to its end: no forfeit, no bye."""

    round: int
    one: int  # N°
    two: int
    score_one: int
    score_two: int

    @property
    def gap(self) -> int:
        return abs(self.score_one - self.score_two)

    @property
    def winners(self) -> tuple[int, ...]:
        """N° of the winner; of both after a draw."""
        if self.score_one == self.score_two:
            return self.one, self.two
        return (self.one,) if self.score_one > self.score_two else (self.two,)


@record
class Ranked:
    """A line of the one standings of the game."""

    number: int  # N°
    place: int  # shared by players ex æquo
    points: Fraction | float
    second: Fraction | float  # the tie-break after them


@record
class Field:
    """What has been played so far."""

    table: tuple[Ranked, ...] = ()  # best first
    games: tuple[Played, ...] = ()
    wins: tuple[tuple[int, int, int], ...] = ()  # round, winner, loser: matches decided over the board
    places: tuple[Mapping[int, int], ...] = ()  # after round 1, 2, …: N° -> place
    ratings: Mapping[int, float] = field(default_factory=dict)  # N° -> cote, of those who have one

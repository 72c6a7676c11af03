"""What a game gives to everything besides its actions: checks, tables, pages, the parcel, rehearsals."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol, TypeVar

from tournament_xl.core.model import Notice, Side
from tournament_xl.games.findings import Finding, Pairing
from tournament_xl.workbook.decoded import Workbook
from tournament_xl.workbook.snapshot import Cell, Snapshot


class NotYetError(Exception):
    """Round that is not played, or tournament that is not over; the text is a French sentence."""


class ParcelParts(NamedTuple):
    """Contribution of a game to the parcel for the federation."""

    snapshot: Snapshot  # sheets of the copy
    own: Mapping[str, str]  # lines of the page Fiche, by key
    played: str  # formula, for the mail
    enclosure: bytes
    enclosure_name: str  # may contain {stem}
    wanting: str  # what the federation requires and the workbook lacks


@dataclass(frozen=True, slots=True)
class Chances:
    """Random events of a rehearsal; the same seed gives the same tournament."""

    seed: str
    forfeits: float = 0.0  # probability that a match is lost by forfeit, 0 to 1
    absences: float = 0.0  # probability that a player misses a round, 0 to 1

    def draw(self, *subject: object) -> random.Random:
        """Return a random source for one subject; every subject has its own, so that one more draw shifts no other."""
        return random.Random(":".join(map(str, (self.seed, *subject))).encode(errors="surrogatepass"))


def win_probability(lead: float) -> float:
    """Compute the probability of a win.

    Args:
        lead: Rating of the player minus that of the opponent, in points.

    Returns:
        Value of a logistic curve on which 400 points mean 10 to 1; differences above 1200 count as 1200.
    """
    return 1 / (1 + 10 ** -max(-3.0, min(3.0, lead / 400)))


_BookT = TypeVar("_BookT", bound=Workbook, contravariant=True)


class Jobs(Protocol[_BookT]):
    """Interface of the module `jobs` in a game's folder (`registry.jobs_of`); workbooks are those of that game."""

    GAMES_COLUMNS: Sequence[str]  # columns of the table of games, two rows per game
    FIGURES: Mapping[str, str]  # of published standings: key in tournoi.json -> column of Classement
    POINTS: str  # column of the points of a match: PM, Points
    VALUE: str  # column of its tie-break: Pdep, Pions

    def judge(self, book: _BookT, /) -> tuple[list[Pairing], list[Finding]]:
        """Compare every drawn round with the rules; return the judgements and the findings on lots and places."""

    def unlikely_scores(self, book: _BookT, /) -> Iterable[Notice]:
        """Return a notice for each round with a score so low or high that it is probably a typing error."""

    def unlikely_cells(self, book: _BookT, /) -> Iterable[tuple[int, str, str]]:
        """Return the cells of such scores: row of Résultats, column, text."""

    def is_rated(self, book: _BookT, /) -> bool:
        """Check whether the workbook has ratings."""

    def ratings_rows(self, book: _BookT, /, *, provisional: bool) -> list[dict[str, Cell]]:
        """Return the lines of the sheet Cotes.

        Raises:
            NotYetError: The tournament is not over and `provisional` is false, or the game has no ratings.
        """

    def rating_notices(self, book: _BookT, /) -> Iterable[Notice]:
        """Return notices on the ratings."""

    def rating_changes(self, book: _BookT, /) -> dict[int, tuple[float, float]]:
        """Return player number -> new rating and its change, as if the tournament ended now.

        Empty where the game has no ratings.
        """

    def published_rules(self, book: _BookT, /) -> dict[str, Cell]:
        """Return what a program needs to rank the published games again."""

    def score_text(self, first: Side, second: Side, /) -> str:
        """Return the result of a match as the pages display it, "" without one."""

    def finals(self, book: _BookT, /) -> Iterator[tuple[str, Side, Side]]:
        """Yield the finals that have a result: stage and the two sides."""

    def parcel_parts(self, book: _BookT, /) -> ParcelParts:
        """Return what goes to the federation."""

    def at_random(self, book: _BookT, chances: Chances, /) -> dict[int, dict[str, Cell]]:
        """Invent a plausible result for every row without one: row of Résultats -> column -> content."""

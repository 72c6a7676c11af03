"""What a game gives to the jobs beside a press: checks, tables, pages, the parcel, rehearsals, what may still come."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Protocol

from tournament_xl.core.model import Notice, Side
from tournament_xl.games.findings import Finding, Pairing
from tournament_xl.workbook.snapshot import Cell, Snapshot
from tournament_xl.workbook.working_copy import BookT

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.int64]


class NotYetError(Exception):
    """The round is not played, or the tournament not over; the text is a French sentence."""


class Parts(NamedTuple):
    """What a game puts into the parcel for the federation."""

    snapshot: Snapshot  # the sheets that the copy is made from
    own: Mapping[str, str]  # lines of the page Fiche, by their key
    played: str  # what was played, for the mail
    enclosure: bytes
    enclosure_name: str  # with {stem}, or not
    wanting: str  # what the federation asks for and the workbook does not have


@dataclass(frozen=True, slots=True)
class Chances:
    """What happens at random in a rehearsal; the same seed gives the same tournament."""

    seed: str
    forfeits: float = 0.0  # probability that a match is lost by forfeit, 0 to 1
    absences: float = 0.0  # probability that a player misses a round, 0 to 1

    def draw(self, *subject: object) -> random.Random:
        """A source of its own for each thing drawn, so that one more draw shifts no other."""
        return random.Random(":".join(map(str, (self.seed, *subject))).encode(errors="surrogatepass"))


def expected(lead: float) -> float:
    """The probability that the first wins who is stronger by so many points: a logistic curve, 400 for 10 to 1."""
    return 1 / (1 + 10 ** -max(-3.0, min(3.0, lead / 400)))


RESULTS = ("win", "win", "draw", "loss", "loss")  # of the first of a pair, in the ways a match may end (`if_ended`)


class Jobs(Protocol[BookT]):
    """The module `jobs` of a game's folder (`games.jobs_of`). Workbooks are those of that game."""

    GAMES_COLUMNS: Sequence[str]  # of the table of games, two rows a game
    FIGURES: Mapping[str, str]  # of a published standings: key in tournoi.json -> column on Classement
    POINTS: str  # column of what a match brings: PM, Points
    VALUE: str  # column of what it counts for the tie-break: Pdep, Pions

    def judge(self, book: BookT, /) -> tuple[list[Pairing], list[Finding]]:
        """Every drawn round beside what the rules give, and what is wrong with lots and places."""

    def unlikely_scores(self, book: BookT, /) -> Iterable[Notice]:
        """A notice for each round with a score so low or high that it must be a slip of typing."""

    def unlikely_cells(self, book: BookT, /) -> Iterable[tuple[int, str, str]]:
        """Where such scores stand: row of the sheet Résultats, column, and what stands there."""

    def is_rated(self, book: BookT, /) -> bool:
        """Whether the workbook has ratings."""

    def ratings_rows(self, book: BookT, /, *, provisional: bool) -> list[dict[str, Cell]]:
        """The lines of Cotes; NotYetError before the end unless `provisional`, and where the game has no ratings."""

    def rating_notices(self, book: BookT, /) -> Iterable[Notice]:
        """What is to be known of its ratings."""

    def rating_changes(self, book: BookT, /) -> dict[int, tuple[float, float]]:
        """N° -> new rating and its change, as if the tournament ended now; {} where the game has none."""

    def published_rules(self, book: BookT, /) -> dict[str, Cell]:
        """What a program needs to rank the published games again."""

    def score_text(self, first: Side, second: Side, /) -> str:
        """The result of a match as the pages show it, "" without one."""

    def finals(self, book: BookT, /) -> Iterator[tuple[str, Side, Side]]:
        """The deciding games that have a result, with their stage."""

    def parcel_parts(self, book: BookT, /) -> Parts:
        """What goes to the federation."""

    def at_random(self, book: BookT, chances: Chances, /) -> dict[int, dict[str, Cell]]:
        """A plausible result for every row that wants one: row of the sheet Résultats -> column -> what is typed."""

    def if_ended(self, book: BookT, ways: Mapping[int, int], /) -> BookT:
        """The workbook with matches of the last round ended: place in the round -> one of RESULTS by its place there;
        a win or a loss by as much as counts, or by 1.
        """

    def merits(self, book: BookT, /) -> dict[int, int]:
        """N° -> one number that ranks after the last round, and is a sum over the matches."""

    def refined(self, book: BookT, player_ids: Sequence[int], now: Array, sums: Array, /) -> Array | int:
        """What ranks beside `merits` and is no sum over the matches, for many outcomes at once. `now`: merits, a player
        of `who` a row, an outcome a column; `sums`: those of `book`, where all of the last round is drawn.
        """

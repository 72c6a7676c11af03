"""What a game gives that has no ratings, no deciding games and no result that is odd."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NoReturn

from tournament_xl.book.snapshot import Cell
from tournament_xl.book.workbook import Workbook
from tournament_xl.games.jobs import NotYetError
from tournament_xl.model import Fact, Notice, Side
from tournament_xl.press import Press, refused
from tournament_xl.texts import exports

if TYPE_CHECKING:
    from tournament_xl.games.jobs import Array


def take_back(press: Press, book: Workbook, number: int) -> dict[Fact, None]:
    """Nothing but the rows of a round goes when it is undone."""
    return {}


def rate(press: Press, book: Workbook, *, provisional: bool) -> NoReturn:
    """Refused: there are no ratings."""
    raise refused(Notice("ratings_othello"))


def unlikely_scores(book: Workbook) -> Iterable[Notice]:
    """No score is taken for a slip of typing."""
    return ()


def is_rated(book: Workbook) -> bool:
    """Nothing is rated here."""
    return False


def ratings_rows(book: Workbook, *, provisional: bool) -> list[dict[str, Cell]]:
    """There is no sheet Cotes."""
    raise NotYetError(exports.NO_RATINGS)


def rating_changes(book: Workbook) -> dict[int, tuple[float, float]]:
    """There are no ratings."""
    return {}


def finals(book: Workbook) -> Iterator[tuple[str, Side, Side]]:
    """Nothing is decided after the rounds."""
    return iter(())


def refined(book: Workbook, who: Sequence[int], now: Array, sums: Array) -> int:
    """All that ranks is in the merits."""
    return 0

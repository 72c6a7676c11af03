"""What a game does that has nothing of its own there: no ratings, no deciding games, no result that is odd, nothing to
derive but the sheets that `check` compares. A game takes from here what it does not write itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NoReturn

from tournament_xl.core.model import Fact, Notice, Side
from tournament_xl.games.jobs import NotYetError, Parts
from tournament_xl.games.registry import jobs_of, of
from tournament_xl.messages import sheets
from tournament_xl.messages.notices import notice_text
from tournament_xl.workbook.decoded import Workbook, facts_of, report_pending
from tournament_xl.workbook.snapshot import Cell
from tournament_xl.workbook.working_copy import BookT, Explanation, WorkingCopy, refuse_unplayed, refused

if TYPE_CHECKING:
    from tournament_xl.games.jobs import Array

# of `press.Game`


def ready(book: BookT) -> BookT:
    """The workbook as it is; results missing in the last round are problems."""
    report_pending(book)
    return book


def derive(working_copy: WorkingCopy, book: Workbook) -> str:
    """Put into the draft the sheets that `check` compares, which are all; the status line."""
    return of(book).rewrite_derived(working_copy.draft, book)


def facts(book: Workbook) -> dict[Fact, str]:
    """The facts on the sheets; of the settings formula and rounds decide."""
    settings = book.tournament.settings
    return facts_of(book, {"Formule": settings.formula, "Nombre de rondes": str(settings.rounds or "")})


def typed_results(book: Workbook, round_number: int) -> set[int]:
    """Rows of the sheet with a score of the round."""
    columns = [column for pair in of(book).SCORE_PAIRS for column in pair]
    return {row.line.row for row in book.results.round(round_number) if not row.line.empty(*columns)}


def refuse_unfinished(book: Workbook, early: str) -> None:
    """Stop for a tournament that is not over: problems, results missing, rounds to come."""
    refuse_unplayed(book, early, report_pending)


def standings_title(book: Workbook, after: int) -> str:
    """Title of Classement after a round."""
    return sheets.standings_title(after, book.tournament.settings.rounds or 0)


def score_texts(book: Workbook, round_number: int, names: Mapping[int, str]) -> list[str]:
    """The results of a drawn round as the pages show them."""
    return [jobs_of(book).score_text(first, second) for first, second in book.sides(round_number)]


def explain_round(book: Workbook, round_number: int, table: int | None = None) -> list[Explanation]:
    """The reasons of a drawn round's pairs, as they stand on the sheet."""
    matches = (match for match in book.tournament.rounds[round_number - 1] if table in (None, match.table))
    return [Explanation(f"Table {match.table}", (match.reason,)) for match in matches]


def undo_extras(working_copy: WorkingCopy, book: Workbook, round_number: int) -> dict[Fact, None]:
    """Nothing but the rows of a round goes when it is undone."""
    return {}


def rate(working_copy: WorkingCopy, book: Workbook, *, provisional: bool) -> NoReturn:
    """Stop: there are no ratings."""
    raise refused(Notice("no_ratings"))


# of `games.jobs.Jobs`


def unlikely_scores(book: Workbook) -> Iterable[Notice]:
    """No score is taken for a slip of typing."""
    return ()


def unlikely_cells(book: Workbook) -> Iterable[tuple[int, str, str]]:
    """Nor is there a cell of one."""
    return ()


def is_rated(book: Workbook) -> bool:
    """Nothing is rated here."""
    return False


def ratings_rows(book: Workbook, *, provisional: bool) -> list[dict[str, Cell]]:
    """NotYetError: there are no ratings."""
    raise NotYetError(notice_text(Notice("no_ratings")))


def rating_notices(book: Workbook) -> Iterable[Notice]:
    """There are no ratings."""
    return ()


def rating_changes(book: Workbook) -> dict[int, tuple[float, float]]:
    """There are no ratings."""
    return {}


def published_rules(book: Workbook) -> dict[str, Cell]:
    """Nothing but the games is needed to rank again."""
    return {}


def parcel_parts(book: Workbook) -> Parts:
    """The workbook alone."""
    return Parts(book.snapshot, {}, book.tournament.settings.formula, b"", "{stem}.csv", "")


def finals(book: Workbook) -> Iterator[tuple[str, Side, Side]]:
    """Nothing is decided after the rounds."""
    return iter(())


def refined(book: Workbook, player_ids: Sequence[int], now: Array, sums: Array) -> int:
    """All that ranks is in the merits."""
    return 0

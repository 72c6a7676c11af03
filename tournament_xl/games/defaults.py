"""Default operations of a game: no ratings, no finals, no suspicious results, no sheets of its own.

A game imports from here what it does not define itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NoReturn

from tournament_xl.core.model import Fact, Notice, Side
from tournament_xl.games.jobs import NotYetError, ParcelParts
from tournament_xl.games.registry import actions_of, jobs_of
from tournament_xl.messages import sheets
from tournament_xl.messages.notices import notice_text
from tournament_xl.workbook.decoded import Workbook, collect_facts, report_pending
from tournament_xl.workbook.snapshot import Cell
from tournament_xl.workbook.working_copy import BookT, Explanation, WorkingCopy, refuse_unplayed, refused

# Operations of `workbook.working_copy.Game`


def ready(book: BookT) -> BookT:
    """Return the workbook; results missing in the last round become problems."""
    report_pending(book)
    return book


def derive(working_copy: WorkingCopy, book: Workbook) -> str:
    """Write the sheets that `check` compares (here all computed sheets) into the draft; return the status line."""
    return actions_of(book).rewrite_derived(working_copy.draft, book)


def facts(book: Workbook) -> dict[Fact, str]:
    """Return the facts on the sheets; of the settings, formula and number of rounds."""
    settings = book.tournament.settings
    return collect_facts(book, {"Formule": settings.formula, "Nombre de rondes": str(settings.rounds or "")})


def typed_results(book: Workbook, round_number: int) -> set[int]:
    """Return the rows of Résultats that have a score in the round."""
    columns = [column for pair in actions_of(book).SCORE_PAIRS for column in pair]
    return {row.line.row for row in book.results.round(round_number) if not row.line.empty(*columns)}


def refuse_unfinished(book: Workbook, early: str) -> None:
    """Raise unless the tournament is over.

    Args:
        book: Workbook.
        early: Key of the notice for a tournament with rounds to play.

    Raises:
        ActionAborted: There are problems, missing results or rounds to play.
    """
    refuse_unplayed(book, early, report_pending)


def standings_title(book: Workbook, after: int) -> str:
    """Return the title of Classement after a round."""
    return sheets.standings_title(after, book.tournament.settings.rounds or 0)


def score_texts(book: Workbook, round_number: int, names: Mapping[int, str]) -> list[str]:
    """Return the results of a drawn round as the pages display them."""
    return [jobs_of(book).score_text(first, second) for first, second in book.sides(round_number)]


def explain_round(book: Workbook, round_number: int, table: int | None = None) -> list[Explanation]:
    """Return the reasons of a drawn round's pairs as they stand on the sheet; of one table if given."""
    matches = (match for match in book.tournament.rounds[round_number - 1] if table in (None, match.table))
    return [Explanation(f"Table {match.table}", (match.reason,)) for match in matches]


def undo_extras(working_copy: WorkingCopy, book: Workbook, round_number: int) -> dict[Fact, None]:
    """Return no facts: undoing a round removes its rows alone."""
    return {}


def rate(working_copy: WorkingCopy, book: Workbook, *, provisional: bool) -> NoReturn:
    """Refuse: the game has no ratings.

    Raises:
        ActionAborted: Always.
    """
    raise refused(Notice("no_ratings"))


# Operations of `games.jobs.Jobs`


def unlikely_scores(book: Workbook) -> Iterable[Notice]:
    """Return nothing: no score is considered a typing error."""
    return ()


def unlikely_cells(book: Workbook) -> Iterable[tuple[int, str, str]]:
    """Return nothing: no score is considered a typing error."""
    return ()


def is_rated(book: Workbook) -> bool:
    """Return false: the game has no ratings."""
    return False


def ratings_rows(book: Workbook, *, provisional: bool) -> list[dict[str, Cell]]:
    """Refuse: the game has no ratings.

    Raises:
        NotYetError: Always.
    """
    raise NotYetError(notice_text(Notice("no_ratings")))


def rating_notices(book: Workbook) -> Iterable[Notice]:
    """Return nothing: the game has no ratings."""
    return ()


def rating_changes(book: Workbook) -> dict[int, tuple[float, float]]:
    """Return nothing: the game has no ratings."""
    return {}


def published_rules(book: Workbook) -> dict[str, Cell]:
    """Return nothing: the games are sufficient to rank again."""
    return {}


def parcel_parts(book: Workbook) -> ParcelParts:
    """Return the workbook as the only content of the parcel."""
    return ParcelParts(book.snapshot, {}, book.tournament.settings.formula, b"", "{stem}.csv", "")


def finals(book: Workbook) -> Iterator[tuple[str, Side, Side]]:
    """Return nothing: the game has no finals."""
    return iter(())

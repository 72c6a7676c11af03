"""A tournament's tables as pandas DataFrames: `from tournament_xl import frames` (extra `frames`: pandas 2.2 or newer).

`book` is the path of a workbook, or a Snapshot. messages/table_columns.py declares the columns and their types. Only
`build_month` writes. All exceptions derive from FramesError and have a French sentence:

    WorkbookError, a ValueError           the workbook has problems
    NotYetError, a ValueError             the round is not played, or the tournament is not over
    ExternalError, an OSError             a file cannot be read
    UsageError, a TypeError, ValueError   an argument has the wrong type
    LibraryError, an ImportError          pandas is missing
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from datetime import date
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from tournament_xl.core.resources import printable_path
from tournament_xl.federation.command import summarize_build
from tournament_xl.federation.intake.build_request import BuildRequest
from tournament_xl.federation.publish import publish_ranking
from tournament_xl.games import answers
from tournament_xl.games.registry import decode
from tournament_xl.interchange import export_tables
from tournament_xl.interchange.export_tables import to_data_frame
from tournament_xl.messages import exports as texts
from tournament_xl.messages import federation
from tournament_xl.messages.names import fill_sentence
from tournament_xl.storage.decoding import decode_file
from tournament_xl.workbook import snapshot
from tournament_xl.workbook.decoded import Workbook
from tournament_xl.workbook.snapshot import Snapshot
from tournament_xl.workbook.tables import Problem
from tournament_xl.workbook.working_copy import ActionAborted, require_valid

if TYPE_CHECKING:
    import pandas

Book = str | os.PathLike[str] | Snapshot
FilePath = str | os.PathLike[str]
__all__ = [
    "ExternalError", "FramesError", "LibraryError", "NotYetError", "UsageError", "WorkbookError", "build_month",
    "crosstable", "games", "journal", "players", "ratings", "settings", "standings",
]  # fmt: skip


class FramesError(Exception):
    """Base class of the exceptions raised here; the text is a French sentence."""


class WorkbookError(FramesError, ValueError):
    """Workbook with cells that must be corrected first.

    Attributes:
        problems: Each has its sheet, its cell and what to do, in French.
    """

    def __init__(self, name: str, problems: list[Problem]) -> None:
        facts = {"file": printable_path(name), "problems": problems, "listing": "\n".join(map(str, problems))}
        super().__init__(fill_sentence(texts.PROBLEMS, facts))
        self.problems = problems


class NotYetError(FramesError, answers.NotYetError, ValueError):
    """Round that is not played, or tournament that is not over."""


class ExternalError(FramesError, snapshot.ExternalError, OSError):
    """File that cannot be read."""


class UsageError(FramesError, snapshot.UsageError, TypeError, ValueError):
    """Argument of the wrong type."""


class LibraryError(FramesError, ImportError):
    """Missing pandas."""


_OWN: Mapping[type[Exception], type[FramesError]] = {
    answers.NotYetError: NotYetError, snapshot.ExternalError: ExternalError, snapshot.UsageError: UsageError,
    ImportError: LibraryError,
}  # exception of the package -> exception of this module  # fmt: skip
_P = ParamSpec("_P")
_R = TypeVar("_R")


def _with_own_errors(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """Wrap a function so that it raises the exceptions of this module."""

    @wraps(function)
    def raising_own(*args: _P.args, **kwargs: _P.kwargs) -> _R:
        try:
            return function(*args, **kwargs)
        except FramesError:
            raise
        except tuple(_OWN) as error:
            own_class = next(own_class for raised, own_class in _OWN.items() if isinstance(error, raised))
            raise own_class(str(error)) from error

    return raising_own


@_with_own_errors
def players(book: Book) -> pandas.DataFrame:
    """Return the rows of the sheet Joueurs as typed, in its order; the index is the player number N°.

    Added are `Cote retenue`, the cote (rating) that counts (Scrabble R1), and whether it differs from the typed one.
    """
    return to_data_frame(export_tables.build_players_table(_decode_book(book))).set_index("N°")


@_with_own_errors
def games(book: Book) -> pandas.DataFrame:
    """Return two rows per game of all drawn rounds, one for each player; one row for a bye (X, in Othello BIP).

    A match without result or by forfeit has one row for each player, without scores. `Résultat` is G (won), N (drawn)
    or P (lost). The sums of `PM` and `Pdep` (Othello: `Points`, `Pions`) are the values of Classement: of a match of
    several games PM is in the row of the first game only. `Cote` and `Cote adverse` are the ratings before the
    tournament. Missing values are NA.
    """
    return to_data_frame(export_tables.build_games_table(_decode_book(book)))


@_with_own_errors
def standings(book: Book, after: int | None = None) -> pandas.DataFrame:
    """Return the sheet Classement after a round, the best player first, with full names.

    Once round 1 is paired, Scrabble's late entrants who are in no round yet are left out. `after` counts rounds, all
    complete; 0 gives the initial order (Othello: no row). None means all before the first incomplete round, perhaps 0;
    a complete round after an incomplete one does not count.

    Raises:
        NotYetError: One of these rounds is not complete.
    """
    return to_data_frame(export_tables.build_standings_table(_decode_book(book), after))


@_with_own_errors
def crosstable(book: Book, after: int | None = None) -> pandas.DataFrame:
    """Return the sheet Grille (cross table) after a round, as printed; arguments and errors as for `standings`."""
    return to_data_frame(export_tables.build_cross_table(_decode_book(book), after))


@_with_own_errors
def ratings(book: Book, provisional: bool = False) -> pandas.DataFrame:
    """Return the new ratings with their computation (Scrabble R2 to R7), one row per player who is rated.

    `.attrs["warnings"]` says when the numbers of another season are used. With `provisional`, it rates also before the
    end, as if the tournament ended with its last complete round.

    Raises:
        NotYetError: The tournament is not over and `provisional` is false, no round is complete, or it is of Othello.
    """
    return to_data_frame(export_tables.build_ratings_table(_decode_book(book), provisional=provisional))


@_with_own_errors
def journal(book: Book) -> pandas.DataFrame:
    """Return the rows of the sheet Journal, one per action or change, in their order, with time and round."""
    return to_data_frame(export_tables.build_journal_table(_decode_book(book)))


@_with_own_errors
def settings(book: Book) -> pandas.Series[str]:
    """Return the typed settings of the sheet Tournoi, name -> text (dates as "2026-11-21"); NA for an empty one."""
    return to_data_frame(export_tables.build_settings_table(_decode_book(book))).set_index("Paramètre")["Valeur"]


@_with_own_errors
def build_month(
    folder: FilePath,
    day: date,
    output: FilePath,
    *,
    players: FilePath | None = None,
    register: FilePath | None = None,
    decisions: FilePath | None = None,
    adjustments: FilePath | None = None,
    publish: bool = False,
) -> list[str]:
    """Build the open month and write all its files, as the command `federation build` does.

    The files are read in other processes: a script keeps its call under `if __name__ == "__main__":`.

    Args:
        folder: Folder of workbooks and mails.
        day: Date of the ranking.
        output: Path of the workbook to write; the other files go next to it.
        players: List of players; required where there is no register yet.
        register: The register; None for `registre.sqlite` next to the workbook.
        decisions: File of decisions.
        adjustments: File of adjustments.
        publish: Whether the month is published: it then stands.

    Returns:
        The French lines that the command prints: what counts, what is refused and why, what is to decide.

    Raises:
        ExternalError: An input cannot be used, or an output not be written; nothing is written then.
        UsageError: An argument is not a path, `day` is no date, or there is neither a list nor a register.
    """
    if not isinstance(day, date):
        raise UsageError(federation.BAD_DAY.format(text=day))
    inputs = [None if path is None else _path(path) for path in (players, adjustments, decisions, register)]
    request = BuildRequest(
        _path(folder), inputs[0], day, _path(output), inputs[1], inputs[2], register_path=inputs[3], closes=publish
    )
    return summarize_build(publish_ranking(request), request)


def _path(path: FilePath) -> Path:
    if not isinstance(path, str | os.PathLike):
        raise UsageError(texts.NO_PATH.format(kind=type(path).__name__))
    return Path(path)


def _decode_book(book: Book) -> Workbook:
    if not isinstance(book, str | os.PathLike | Snapshot):
        raise UsageError(texts.NO_BOOK.format(kind=type(book).__name__))
    try:
        return require_valid(decode(book)) if isinstance(book, Snapshot) else decode_file(book)
    except ActionAborted as stop:
        name = "" if isinstance(book, Snapshot) else Path(book).name
        raise WorkbookError(name, list(stop.outcome.problems)) from None

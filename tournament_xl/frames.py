"""A tournament's tables as pandas DataFrames: `from tournament_xl import frames` (extra `frames`: pandas 2.2 or newer).

`book` is the path of a workbook, or a Snapshot; `folder` is a folder of workbooks; `publication` is the workbook of a
federation's ranking. messages/table_columns.py declares the columns and their types. Only `build_month` writes. All
exceptions derive from FramesError and have a French sentence:

    WorkbookError, a ValueError           the workbook has problems
    NotYetError, a ValueError             the round is not played, or the tournament is not over
    ExternalError, an OSError             a file or folder cannot be read
    UsageError, a TypeError, ValueError   an argument has the wrong type
    LibraryError, an ImportError          pandas is missing
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import wraps
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from tournament_xl.core.resources import printable_path
from tournament_xl.federation.command import summarize_build
from tournament_xl.federation.intake.build_request import BuildRequest
from tournament_xl.federation.intake.decisions import Questions, read_decisions
from tournament_xl.federation.intake.facts import File
from tournament_xl.federation.intake.folder import list_spreadsheets
from tournament_xl.federation.intake.own_files import is_ours
from tournament_xl.federation.intake.season_versions import choose_versions, collect_version_facts
from tournament_xl.federation.intake.versions import group_versions
from tournament_xl.federation.publish import publish_ranking
from tournament_xl.federation.tables import (
    PublicationSheets,
    build_corrections_table,
    build_evolution_table,
    build_ledger_table,
    build_ranking_table,
    read_publication_sheets,
)
from tournament_xl.games import answers
from tournament_xl.games.registry import decode, game_of
from tournament_xl.interchange import export_tables
from tournament_xl.interchange.export_tables import ExportTable, to_data_frame
from tournament_xl.messages import exports as texts
from tournament_xl.messages import federation, table_columns
from tournament_xl.messages.table_columns import Field
from tournament_xl.players.columns import licence_key, name_key
from tournament_xl.storage.decoding import decode_file
from tournament_xl.storage.season_files import read_season_files
from tournament_xl.storage.workbook_file import ClosedFile
from tournament_xl.workbook import snapshot
from tournament_xl.workbook.cells import Cell
from tournament_xl.workbook.context import EMPTY_CONTEXT, DecodeContext
from tournament_xl.workbook.decoded import Workbook
from tournament_xl.workbook.schema import TOURNAMENT
from tournament_xl.workbook.snapshot import Snapshot
from tournament_xl.workbook.tables import Problem
from tournament_xl.workbook.working_copy import ActionAborted, require_valid

if TYPE_CHECKING:
    import pandas

Book = str | os.PathLike[str] | Snapshot
Folder = str | os.PathLike[str]
__all__ = [
    "ExternalError", "FramesError", "LibraryError", "NotYetError", "PublicationSheets", "Season", "UsageError",
    "WorkbookError", "build_month", "crosstable", "games", "journal", "players", "publication_corrections",
    "publication_evolution", "publication_ledger", "publication_ranking", "ratings", "read_publication", "read_season",
    "season", "season_players", "season_ratings", "season_standings", "settings", "standings",
]  # fmt: skip


class FramesError(Exception):
    """Base class of the exceptions raised here; the text is a French sentence."""


class WorkbookError(FramesError, ValueError):
    """Workbook with cells that must be corrected first.

    Attributes:
        problems: Each has its sheet, its cell and what to do, in French.
    """

    def __init__(self, name: str, problems: list[Problem]) -> None:
        listing = "\n".join(map(str, problems))
        super().__init__(texts.PROBLEMS.format(file=printable_path(name), count=len(problems), problems=listing))
        self.problems = problems


class NotYetError(FramesError, answers.NotYetError, ValueError):
    """Round that is not played, or tournament that is not over."""


class ExternalError(FramesError, snapshot.ExternalError, OSError):
    """File or folder that cannot be read."""


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

    Once round 1 is paired, Scrabble's late entrants who are in no round yet are left out.

    Args:
        book: Workbook.
        after: Number of rounds counted, all complete; 0 for the initial order (Othello: no row). None for all before
            the first incomplete round, perhaps 0; a complete round after an incomplete one does not count.

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

    `.attrs["warnings"]` says when the numbers of another season are used.

    Args:
        book: Workbook.
        provisional: Rate also before the end, as if the tournament ended with its last complete round.

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


# All workbooks of a folder


@dataclass(frozen=True, eq=False, slots=True)
class Season:
    """Tournaments of a folder, each once: the result of `read_season`, accepted by the four `season…` functions."""

    books: Mapping[str, Workbook]  # path below the folder -> workbook that counts
    left_out: Mapping[str, str]  # path -> reason why it does not count
    refused: Mapping[str, str]  # path -> reason why it cannot be read, or its problems


@_with_own_errors
def read_season(folder: Folder, decisions: Folder | None = None) -> Season:
    """Read all workbooks below a folder, once for the four `season…` functions.

    Copies and versions of one tournament count once. The federation's rule recognises them: same draw and day, or half
    of the results, or the same name and day and half of the players. The version counts that a decision names, else the
    version with most results, else the version whose history continues the other's, else the first by name; `left_out`
    lists the others with the reason.

    Args:
        folder: Path of a folder.
        decisions: Path of the federation's file of decisions, of which `doublon` and `tournoi` are applied; None: none.

    Returns:
        The season, accepted by the functions below in place of the folder; `refused` has the unusable workbooks.

    Raises:
        ExternalError: The folder or the decisions cannot be read.
        UsageError: An argument is not a path.
    """
    if not isinstance(folder, str | os.PathLike) or not isinstance(decisions, str | os.PathLike | None):
        rejected = decisions if isinstance(folder, str | os.PathLike) else folder
        raise UsageError(texts.NO_FOLDER.format(kind=type(rejected).__name__))
    questions = Questions(read_decisions(Path(decisions)) if decisions is not None else ())
    unreadable, readable = list_spreadsheets(Path(folder))
    refused, left_out = {file.name: file.refusal for file in unreadable}, dict[str, str]()
    books: dict[str, Workbook] = {}
    files: list[File] = []
    for path, name in readable:
        book = ClosedFile(path)
        try:
            cells = book.read()
            if TOURNAMENT not in cells.sheets and is_ours(book.read_bytes()):
                left_out[name] = federation.OUR_RANKING
            else:
                books[name] = _decode_book(cells, name, DecodeContext(season_files=read_season_files(path.parent)))
                files.append(collect_version_facts(len(files), name, books[name], book.read_bytes()))
        except (WorkbookError, snapshot.ExternalError) as error:
            refused[name] = str(error)
    counted: list[str] = []
    for group in group_versions(files):
        versions, reasons = choose_versions(group, books, questions)
        counted += versions
        left_out |= reasons
    return Season({name: books[name] for name in sorted(counted)}, left_out, refused)


@_with_own_errors
def season(folder: Folder | Season, decisions: Folder | None = None) -> pandas.DataFrame:
    """Return `games` of all tournaments of a folder, each tournament once.

    The columns that identify a workbook and a player come first: `Classeur`, `Tournoi`, `Date`, `Jeu`, `Formule`,
    `Édition`, `Identité` (of a person in all workbooks: the licence, else the name), `Licence`, `Club`.

    Args:
        folder: Path of a folder, or the result of `read_season`, which saves reading it again.
        decisions: As for `read_season`.

    Returns:
        The declared columns, also for an empty folder. In `.attrs`, path below the folder -> reason: `left_out` for
        workbooks that do not count, `refused` for workbooks that are unreadable or have problems.
    """
    return _season_frame(folder, decisions, export_tables.build_games_table, table_columns.GAMES)


@_with_own_errors
def season_players(folder: Folder | Season, decisions: Folder | None = None) -> pandas.DataFrame:
    """Return the rows of `players` for all tournaments; arguments and the rest of the result as for `season`."""
    return _season_frame(folder, decisions, export_tables.build_players_table, table_columns.PLAYERS)


@_with_own_errors
def season_standings(folder: Folder | Season, decisions: Folder | None = None) -> pandas.DataFrame:
    """Return the rows of `standings(book)` for all tournaments; arguments and rest of the result as for `season`."""
    return _season_frame(folder, decisions, export_tables.build_standings_table, table_columns.STANDINGS)


@_with_own_errors
def season_ratings(folder: Folder | Season, decisions: Folder | None = None) -> pandas.DataFrame:
    """Return the rows of `ratings` for all tournaments; arguments and the rest of the result as for `season`.

    Tournaments of Othello, which has no ratings, and those that are not over are in `.attrs["left_out"]`.
    """
    return _season_frame(folder, decisions, export_tables.build_ratings_table, table_columns.RATINGS)


def _season_frame(
    folder: Folder | Season, decisions: Folder | None, make: Callable[[Workbook], ExportTable], fields: Sequence[Field]
) -> pandas.DataFrame:
    loaded = folder if isinstance(folder, Season) else read_season(folder, decisions)
    tables: dict[str, ExportTable] = {}
    without: dict[str, str] = {}
    for name, book in loaded.books.items():
        try:
            tables[name] = make(book)
        except answers.NotYetError as error:
            without[name] = str(error)
    frame = to_data_frame(_join_tables({name: (loaded.books[name], table) for name, table in tables.items()}, fields))
    frame.attrs |= {"refused": {**loaded.refused}, "left_out": {**loaded.left_out, **without}}
    return frame


def _join_tables(tables: dict[str, tuple[Workbook, ExportTable]], fields: Sequence[Field]) -> ExportTable:
    """Concatenate the tables of several workbooks, with the identifying columns first."""
    keys = {field.name for field in table_columns.SEASON}
    all_fields = (*table_columns.SEASON, *(field for field in fields if field.name not in keys))
    rows = chain.from_iterable(_rows_with_keys(name, *book_and_table) for name, book_and_table in tables.items())
    warnings = {f"{name} : {text}" for name, (_, table) in tables.items() for text in table.warnings}
    return ExportTable([field.name for field in all_fields], [*rows], all_fields, sorted(warnings))


def _rows_with_keys(name: str, book: Workbook, table: ExportTable) -> Iterator[dict[str, Cell]]:
    """Yield the rows of a workbook's table with the identifying columns of the workbook and of the player."""
    tournament_settings = book.tournament.settings
    own: dict[str, Cell] = {
        "Classeur": name, "Tournoi": tournament_settings.title, "Date": book.settings.text("Date de début"),
        "Jeu": book.game, "Formule": tournament_settings.formula.name,
        "Édition": game_of(book).describe_rules(book).get("edition"),
    }  # fmt: skip
    people = {
        row["N°"]: {key: row.get(key) for key in ("Licence", "Club")} | {"Identité": _identity(row)}
        for row in export_tables.build_players_table(book).rows
    }
    yield from (own | people.get(row["N°"], {}) | row for row in table.rows)


def _identity(row: dict[str, Cell]) -> str:
    """Return what identifies a person in every workbook: the licence, else the name."""
    return licence_key(str(row.get("Licence") or "")) or name_key(f"{row.get('Nom')} {row.get('Prénom') or ''}")


# The federation's publication


@_with_own_errors
def read_publication(path: Folder) -> PublicationSheets:
    """Read the workbook of a publication, once for the four `publication_…` functions.

    Args:
        path: Path of the workbook that `federation build` wrote.

    Returns:
        Its sheets, accepted by the functions below in place of the path.

    Raises:
        ExternalError: The file cannot be read, or is of another kind.
        UsageError: The argument is not a path.
        LibraryError: python-calamine is missing.
    """
    return read_publication_sheets(_path(path))


@_with_own_errors
def publication_ranking(publication: Folder | PublicationSheets) -> pandas.DataFrame:
    """Return the sheet Classement of a publication: one row per ranked player, with place and cote before."""
    return to_data_frame(build_ranking_table(_sheets(publication)))


@_with_own_errors
def publication_ledger(publication: Folder | PublicationSheets) -> pandas.DataFrame:
    """Return the sheets of all seasons: a row per change of a cote (rating), with its terms (R2), as R12 orders."""
    return to_data_frame(build_ledger_table(_sheets(publication)))


@_with_own_errors
def publication_evolution(publication: Folder | PublicationSheets) -> pandas.DataFrame:
    """Return the sheet Évolution: one row per ranked player and month, at most 24 months."""
    return to_data_frame(build_evolution_table(_sheets(publication)))


@_with_own_errors
def publication_corrections(publication: Folder | PublicationSheets) -> pandas.DataFrame:
    """Return one row per player whose published cote is corrected; none in a first publication."""
    return to_data_frame(build_corrections_table(_sheets(publication)))


@_with_own_errors
def build_month(
    folder: Folder,
    day: date,
    output: Folder,
    *,
    players: Folder | None = None,
    before: Folder | None = None,
    decisions: Folder | None = None,
    adjustments: Folder | None = None,
) -> list[str]:
    """Build a publication and write all its files, as the command `federation build` does.

    The files are read in other processes: a script keeps its call under `if __name__ == "__main__":`.

    Args:
        folder: Folder of workbooks and mails.
        day: Date of the ranking.
        output: Path of the workbook to write; the other files go next to it.
        players: List of players; required without an earlier publication.
        before: Workbook of the previous publication.
        decisions: File of decisions.
        adjustments: File of adjustments.

    Returns:
        The French lines that the command prints: what counts, what is refused and why, what is to decide.

    Raises:
        ExternalError: An input cannot be used, or an output not be written; nothing is written then.
        UsageError: An argument is not a path, `day` is no date, or no list and no earlier publication is given.
    """
    if not isinstance(day, date):
        raise UsageError(federation.BAD_DAY.format(text=day))
    if players is None and before is None:
        raise UsageError(federation.NO_LIST)
    inputs = [None if path is None else _path(path) for path in (players, adjustments, decisions, before)]
    request = BuildRequest(_path(folder), inputs[0], day, _path(output), inputs[1], inputs[2], inputs[3])
    return summarize_build(publish_ranking(request), request)


def _path(path: Folder) -> Path:
    if not isinstance(path, str | os.PathLike):
        raise UsageError(texts.NO_PATH.format(kind=type(path).__name__))
    return Path(path)


def _sheets(publication: Folder | PublicationSheets) -> PublicationSheets:
    return publication if isinstance(publication, PublicationSheets) else read_publication_sheets(_path(publication))


def _decode_book(book: Book, name: str = "", context: DecodeContext = EMPTY_CONTEXT) -> Workbook:
    if not isinstance(book, str | os.PathLike | Snapshot):
        raise UsageError(texts.NO_BOOK.format(kind=type(book).__name__))
    try:
        return require_valid(decode(book, context)) if isinstance(book, Snapshot) else decode_file(book)
    except ActionAborted as stop:
        name = name if isinstance(book, Snapshot) else Path(book).name
        raise WorkbookError(name, list(stop.outcome.problems)) from None

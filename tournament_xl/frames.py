"""A tournament's tables as pandas DataFrames: `from tournament_xl import frames` (extra `frames`: pandas 2.2 or newer).

`book` is the path of a workbook, or a Snapshot; `folder` one of workbooks. Columns and types are those that
texts/schema.py declares. Nothing is written. Exceptions, each with a French sentence: WorkbookError for a workbook with
problems, NotYetError for a round that is not played or ratings before the end, HostError for a file or folder that
cannot be read, UsageError for an argument of another kind.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from tournament_xl import exports
from tournament_xl.book.grid import Problem, read_date
from tournament_xl.book.labels import TOURNAMENT
from tournament_xl.book.snapshot import Cell, HostError, Snapshot, UsageError
from tournament_xl.book.workbook import Workbook
from tournament_xl.exports import ExportTable, NotYetError, framed
from tournament_xl.federation.facts import Entrant, File, Played
from tournament_xl.federation.history import is_ours
from tournament_xl.federation.reading import draw, results, spreadsheets
from tournament_xl.federation.versions import groups
from tournament_xl.games import decode
from tournament_xl.hosts.closed import ClosedFile
from tournament_xl.lists.columns import licence_key, name_key
from tournament_xl.press import Stop, without_problems
from tournament_xl.resources import legible
from tournament_xl.texts import exports as texts
from tournament_xl.texts import federation, schema

if TYPE_CHECKING:
    import pandas

Book = str | os.PathLike[str] | Snapshot
Folder = str | os.PathLike[str]
__all__ = [
    "HostError", "NotYetError", "UsageError", "WorkbookError", "crosstable", "games", "journal", "players", "ratings",
    "season", "season_players", "season_ratings", "season_standings", "settings", "standings",
]  # fmt: skip


class WorkbookError(Exception):
    """A workbook with cells to be mended first; `problems`: each with sheet, cell and what to do, in French."""

    def __init__(self, name: str, problems: list[Problem]) -> None:
        told = "\n".join(map(str, problems))
        super().__init__(texts.PROBLEMS.format(file=legible(name), count=len(problems), problems=told))
        self.problems = problems


def players(book: Book) -> pandas.DataFrame:
    """A row a player, as typed, and `Cote retenue`, the cote that counts (R1); index N°, as in all tables."""
    return framed(exports.players(_decoded(book))).set_index("N°")


def games(book: Book) -> pandas.DataFrame:
    """Two rows a game, one for each player, in the order played.

    `Résultat`: G won, N drawn, P lost; `PM` and `Pdep` (Othello: `Points`, `Pions`) as they count in Classement; `Cote`
    and `Cote adverse` before the tournament; results that are missing are NA.
    """
    return framed(exports.games(_decoded(book)))


def standings(book: Book, after: int | None = None) -> pandas.DataFrame:
    """Classement after a round (None: the last complete one); NotYetError for one that is not played."""
    return framed(exports.standings(_decoded(book), after))


def crosstable(book: Book, after: int | None = None) -> pandas.DataFrame:
    """Grille after a round (None: the last complete one), its cells as printed; NotYetError as `standings`."""
    return framed(exports.crosstable(_decoded(book), after))


def ratings(book: Book, provisional: bool = False) -> pandas.DataFrame:
    """The new cotes with their working (R2 to R7); before the end only if `provisional`, else NotYetError.

    `.attrs["warnings"]` says where another season's numbers were taken.
    """
    return framed(exports.ratings(_decoded(book), provisional=provisional))


def journal(book: Book) -> pandas.DataFrame:
    """What happened, a row an event: what was pressed or changed, when, in which round."""
    return framed(exports.journal(_decoded(book)))


def settings(book: Book) -> pandas.Series[str]:
    """The settings of Tournoi as typed, by name; NA where the regulation decides."""
    return framed(exports.settings(_decoded(book))).set_index("Paramètre")["Valeur"]


# All workbooks below a folder


def season(folder: Folder) -> pandas.DataFrame:
    """`games` of all tournaments below a folder, each once, with the keys that join workbooks before them: `Classeur`,
    `Tournoi`, `Date`, `Jeu`, `Formule`, `Édition`, `Identité`, `Licence`, `Club`.

    Copies and versions of one tournament count once, by the federation's rule (one draw and day, or half the results,
    or name, day and half the players): the one with most results. In `.attrs`, path below the folder -> why:
    `left_out` for the others, `refused` for what could not be read.
    """
    return _season(folder, exports.games)


def season_players(folder: Folder) -> pandas.DataFrame:
    """`players` likewise."""
    return _season(folder, exports.players)


def season_standings(folder: Folder) -> pandas.DataFrame:
    """`standings` after the last complete round, likewise."""
    return _season(folder, exports.standings)


def season_ratings(folder: Folder) -> pandas.DataFrame:
    """`ratings` likewise; tournaments without, or not over yet, are in `.attrs["left_out"]`."""
    return _season(folder, exports.ratings)


def _season(folder: Folder, make: Callable[[Workbook], ExportTable]) -> pandas.DataFrame:
    if not isinstance(folder, str | os.PathLike):
        raise UsageError(texts.NO_FOLDER.format(kind=type(folder).__name__))
    others, found = spreadsheets(Path(folder))
    refused, left_out = {file.name: file.refusal for file in others}, dict[str, str]()
    books: dict[str, Workbook] = {}
    for path, name in found:
        book = ClosedFile(path)
        try:
            snapshot = book.read()
            if TOURNAMENT not in snapshot.sheets and is_ours(book.content()):
                left_out[name] = federation.OUR_RANKING
            else:
                books[name] = _decoded(snapshot, name)
        except (WorkbookError, HostError) as error:
            refused[name] = str(error)
    tables: dict[str, ExportTable] = {}
    for group in groups([_facts(at, name, one) for at, (name, one) in enumerate(books.items())]):
        best, *rest = sorted(group, key=lambda one: (-_results(one), one.name.count("/"), len(one.name), one.name))
        try:
            tables[best.name] = make(books[best.name])
        except NotYetError as error:
            left_out[best.name] = str(error)
        for file in rest:
            same = file.tournament.results == best.tournament.results
            told = texts.COPY if same else texts.VERSION
            left_out[file.name] = told.format(other=best.name, count=_results(file), more=_results(best))
    frame = framed(_joined({name: (books[name], tables[name]) for name in sorted(tables)}))
    frame.attrs |= {"refused": refused, "left_out": left_out}
    return frame


def _joined(tables: dict[str, tuple[Workbook, ExportTable]]) -> ExportTable:
    """The tables of several workbooks below each other, with the keys before their columns."""
    fields = chain.from_iterable(table.fields for _, table in tables.values())
    keys = {field.name for field in schema.SEASON}
    whole = (*schema.SEASON, *dict.fromkeys(field for field in fields if field.name not in keys))
    rows = chain.from_iterable(_keyed(name, *found) for name, found in tables.items())
    warnings = {f"{name} : {text}" for name, (_, table) in tables.items() for text in table.warnings}
    return ExportTable([field.name for field in whole], [*rows], whole, sorted(warnings))


def _keyed(name: str, book: Workbook, table: ExportTable) -> Iterator[dict[str, Cell]]:
    """The rows of a workbook's table, with its own keys and those of the player."""
    chosen = book.tournament.settings
    own: dict[str, Cell] = {
        "Classeur": name, "Tournoi": chosen.title, "Date": book.settings.text("Date de début"), "Jeu": book.game,
        "Formule": chosen.formula, "Édition": getattr(chosen, "edition", None),
    }  # fmt: skip
    people = {
        row["N°"]: {key: row.get(key) for key in ("Licence", "Club")} | {"Identité": _identity(row)}
        for row in exports.players(book).rows
    }
    for row in table.rows:
        yield own | people.get(row["N°"], {}) | row


def _identity(row: dict[str, Cell]) -> str:
    """What is the same for a person in every workbook: the licence, else the name."""
    return licence_key(str(row.get("Licence") or "")) or name_key(f"{row.get('Nom')} {row.get('Prénom') or ''}")


def _facts(at: int, name: str, book: Workbook) -> File:
    """What tells whether two workbooks are of one tournament; undated, only their results do."""
    chosen = book.tournament.settings
    day = read_date(book.settings.text("Date de début")) or date.min + timedelta(days=at)
    people = tuple(
        Entrant(one.number, one.name, one.first_name, getattr(one, "licence", ""), one.club, "", "", 1)
        for one in book.tournament.players
    )
    title = chosen.title or name
    played = Played(title, "", day, day, chosen.formula, "", "", 0, people, results(book), draw(book), "", "", (), ())
    return File(name, name, played)


def _results(file: File) -> int:
    """How many matches have a result."""
    return sum(result.count(":") > 1 for result in file.tournament.results)


def _decoded(book: Book, name: str = "") -> Workbook:
    if not isinstance(book, str | os.PathLike | Snapshot):
        raise UsageError(texts.NO_BOOK.format(kind=type(book).__name__))
    if not isinstance(book, Snapshot):
        name, book = Path(book).name, ClosedFile(book).read()
    try:
        return without_problems(decode(book))
    except Stop as stop:
        raise WorkbookError(name, list(stop.outcome.problems)) from None

"""A tournament's tables as pandas DataFrames: `from tournament_xl import frames` (extra `frames`: pandas 2.2 or newer).

`book` is the path of a workbook, or a Snapshot. Columns are named as on the sheets, types are pandas' nullable ones.
A workbook with problems raises WorkbookError, which lists them with their cells. Nothing is written.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tournament_xl import exports
from tournament_xl.book.grid import Problem, read_date
from tournament_xl.book.snapshot import HostError, Snapshot
from tournament_xl.book.workbook import Workbook
from tournament_xl.exports import ExportTable, NotYetError, framed, load_pandas
from tournament_xl.games import decode
from tournament_xl.hosts.closed import ClosedFile
from tournament_xl.press import Stop, without_problems
from tournament_xl.resources import legible
from tournament_xl.texts import exports as texts

if TYPE_CHECKING:
    import pandas

Book = str | os.PathLike[str] | Snapshot
ENDINGS = (".xlsx", ".xlsm")
__all__ = [
    "NotYetError", "WorkbookError", "crosstable", "games", "journal", "players", "ratings", "season", "standings",
]  # fmt: skip


class WorkbookError(Exception):
    """A workbook that cannot be understood; `problems`: each with sheet, cell and what to do, in French."""

    def __init__(self, name: str, problems: list[Problem]) -> None:
        told = "\n".join(map(str, problems))
        super().__init__(texts.PROBLEMS.format(file=legible(name), count=len(problems), problems=told))
        self.problems = problems


def players(book: Book) -> pandas.DataFrame:
    """The players as typed; index N°."""
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
    """Grille after a round (None: the last complete one), its cells as printed."""
    return framed(exports.crosstable(_decoded(book), after))


def ratings(book: Book, provisional: bool = False) -> pandas.DataFrame:
    """The new cotes with their working (R2 to R7); before the end only if `provisional`, else NotYetError."""
    return framed(exports.ratings(_decoded(book), provisional=provisional))


def journal(book: Book) -> pandas.DataFrame:
    """What happened, press by press; `Date` as a timestamp."""
    pandas = load_pandas()
    found = framed(exports.journal(_decoded(book)))
    found["Date"] = pandas.to_datetime(found["Date"], format="%d/%m/%Y %H:%M", errors="coerce")
    return found


def season(folder: str | os.PathLike[str]) -> pandas.DataFrame:
    """`games` of all workbooks below a folder, with `Classeur`, `Tournoi` and `Date` (its first day) before them.

    What could not be read is in `.attrs["refused"]`: path below the folder -> why.
    """
    columns, rows, refused = dict.fromkeys(("Classeur", "Tournoi", "Date")), list[dict[str, Any]](), {}
    for path in sorted(Path(folder).rglob("*")):
        if path.suffix.lower() not in ENDINGS or not path.is_file():
            continue
        name = path.relative_to(folder).as_posix()
        try:
            decoded = _decoded(path)
        except (WorkbookError, HostError) as error:
            refused[name] = str(error)
            continue
        table, day = exports.games(decoded), read_date(decoded.settings.text("Date de début"))
        own = {"Classeur": name, "Tournoi": decoded.tournament.settings.title, "Date": day}
        columns |= dict.fromkeys(table.columns)
        rows += [own | row for row in table.rows]
    whole = framed(ExportTable([*columns], rows))
    whole["Date"] = load_pandas().to_datetime(whole["Date"])
    whole.attrs["refused"] = refused
    return whole


def _decoded(book: Book) -> Workbook:
    name, snapshot = ("", book) if isinstance(book, Snapshot) else (Path(book).name, ClosedFile(book).read())
    try:
        return without_problems(decode(snapshot))
    except Stop as stop:
        raise WorkbookError(name, list(stop.outcome.problems)) from None

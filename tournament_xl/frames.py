"""A tournament's tables as pandas DataFrames: `from tournament_xl import frames` (extra `frames`: pandas 2.2 or newer).

`book` is the path of a workbook, or a Snapshot. Columns are named as on the sheets, types are pandas' nullable ones.
A workbook with problems raises WorkbookError, which lists them with their cells. Nothing is written.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tournament_xl.book.grid import Problem
from tournament_xl.book.snapshot import HostError, Snapshot
from tournament_xl.exports import tables
from tournament_xl.exports.tables import Decoded, NotYetError, Table
from tournament_xl.games import decode
from tournament_xl.hosts.closed import ClosedFile
from tournament_xl.texts import exports as texts

if TYPE_CHECKING:
    import pandas

Book = str | os.PathLike[str] | Snapshot
ENDINGS = (".xlsx", ".xlsm")
__all__ = [
    "NotYetError",
    "WorkbookError",
    "crosstable",
    "games",
    "journal",
    "players",
    "ratings",
    "season",
    "standings",
]


class WorkbookError(Exception):
    """A workbook that cannot be understood; `problems`: each with sheet, cell and what to do, in French."""

    def __init__(self, name: str, problems: list[Problem]) -> None:
        told = "\n".join(map(str, problems))
        super().__init__(texts.PROBLEMS.format(file=name, count=len(problems), problems=told))
        self.problems = problems


def players(book: Book) -> pandas.DataFrame:
    """The players as typed; index N°."""
    return framed(tables.players(_decoded(book))).set_index("N°")


def games(book: Book) -> pandas.DataFrame:
    """Two rows a game, one for each player, in the order played.

    `Résultat`: G won, N drawn, P lost; `PM` and `Pdep` (Othello: `Points`, `Pions`) as they count in Classement; `Cote`
    and `Cote adverse` before the tournament; results that are missing are NA.
    """
    return framed(tables.games(_decoded(book)))


def standings(book: Book, after: int | None = None) -> pandas.DataFrame:
    """Classement after a round (None: the last complete one); NotYetError for one that is not played."""
    return framed(tables.standings(_decoded(book), after))


def crosstable(book: Book, after: int | None = None) -> pandas.DataFrame:
    """Grille after a round (None: the last complete one), its cells as printed."""
    return framed(tables.crosstable(_decoded(book), after))


def ratings(book: Book, provisional: bool = False) -> pandas.DataFrame:
    """The new cotes with their working (R2 to R7); before the end only if `provisional`, else NotYetError."""
    return framed(tables.ratings(_decoded(book), provisional=provisional))


def journal(book: Book) -> pandas.DataFrame:
    """What happened, press by press; `Date` as a timestamp."""
    pandas = _pandas()
    found = framed(tables.journal(_decoded(book)))
    found["Date"] = pandas.to_datetime(found["Date"], format="%Y-%m-%d %H:%M", errors="coerce")
    return found


def season(folder: str | os.PathLike[str]) -> pandas.DataFrame:
    """`games` of all workbooks below a folder, with `Classeur`, `Tournoi` and `Date` (its first day) before them.

    What could not be read is in `.attrs["refused"]`: path below the folder -> why.
    """
    pandas = _pandas()
    found, refused = [], {}
    for path in _workbooks(Path(folder)):
        name = path.relative_to(folder).as_posix()
        try:
            decoded = _decoded(path)
        except (WorkbookError, HostError) as error:
            refused[name] = str(error)
            continue
        table, first = framed(tables.games(decoded)), tables.first_day(decoded)
        table.insert(0, "Classeur", pandas.array([name] * len(table), dtype="string"))
        table.insert(1, "Tournoi", pandas.array([decoded.tournament.settings.title] * len(table), dtype="string"))
        table.insert(2, "Date", pandas.to_datetime([first] * len(table)))
        found.append(table)
    whole = pandas.concat(found, ignore_index=True) if found else pandas.DataFrame()
    whole.attrs["refused"] = refused
    return whole


def framed(table: Table) -> pandas.DataFrame:
    """A table as a DataFrame with nullable types."""
    frame = _pandas().DataFrame(list(table.lines())[1:], columns=list(table.columns))
    return frame.convert_dtypes()


def _decoded(book: Book) -> Decoded:
    snapshot = book if isinstance(book, Snapshot) else ClosedFile(book).read()
    decoded = decode(snapshot)
    name = "" if isinstance(book, Snapshot) else Path(book).name
    if isinstance(decoded, list):
        raise WorkbookError(name, decoded)
    if decoded.problems.found:
        raise WorkbookError(name, list(decoded.problems.found))
    return decoded


def _workbooks(folder: Path) -> Iterator[Path]:
    return (path for path in sorted(folder.rglob("*")) if path.suffix.lower() in ENDINGS and path.is_file())


def _pandas() -> Any:
    try:
        import pandas
    except ModuleNotFoundError as error:
        raise ImportError(texts.NO_PANDAS) from error
    return pandas

"""The tables of a tournament as rows, columns named as on the sheets: for CSV files, pandas, functions of cells.

Figures are those of the sheets, made by the functions that write these.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, NamedTuple

from tournament_xl.book import labels
from tournament_xl.book.grid import Line, exact
from tournament_xl.book.grid import number as read_number
from tournament_xl.book.snapshot import Cell
from tournament_xl.book.workbook import Workbook
from tournament_xl.games import jobs_of, of
from tournament_xl.games.jobs import NotYetError as NotYetError
from tournament_xl.model import X
from tournament_xl.texts import exports as texts

if TYPE_CHECKING:
    import pandas

NUMBERS = ("N°", "Cote", "Rang initial", "Ronde")  # columns of the sheets that are typed in


class ExportTable(NamedTuple):
    """A table: its columns in order, and rows that may lack some."""

    columns: Sequence[str]
    rows: Sequence[dict[str, Cell]]

    def lines(self) -> Iterator[list[Cell]]:
        """The names of the columns, then each row."""
        yield list(self.columns)
        for row in self.rows:
            yield [row.get(name) for name in self.columns]


def players(decoded: Workbook) -> ExportTable:
    """Joueurs as typed, a row a player, in the order of the sheet; N° also where it is yet to be written."""
    numbers = {line.row: number for number, line in decoded.lines.items()}
    rows = [_typed(line) | {"N°": numbers.get(line.row)} for line, _ in decoded.players.rows]
    return ExportTable([*decoded.players.table.columns], rows)


def journal(decoded: Workbook) -> ExportTable:
    """Journal: each press and change."""
    return ExportTable([*decoded.journal.columns], [_typed(line) for line in decoded.journal.lines()])


def _typed(line: Line) -> dict[str, Cell]:
    """The cells of a row; numbers where the column holds numbers."""
    return {
        name: _count(value) if name in NUMBERS and (value := read_number(text)) is not None else text or None
        for name in line.table.columns
        if (text := line.text(name)) is not None
    }


def _count(number: float | None) -> Cell:
    return None if number is None else exact(number)


def standings(decoded: Workbook, after: int | None = None) -> ExportTable:
    """Classement after a round (None: the last complete one), names in full."""
    return standings_after(decoded, _round(decoded, after))


def standings_after(decoded: Workbook, after: int) -> ExportTable:
    """Classement after any drawn round; where results are missing, as far as it goes."""
    rows = of(decoded).standings_rows(decoded, after, decoded.full_names())
    return ExportTable((*decoded.columns[labels.STANDINGS], labels.MOVE_COLUMN), rows)


def crosstable(decoded: Workbook, after: int | None = None) -> ExportTable:
    """Grille after a round (None: the last complete one), names in full."""
    after = _round(decoded, after)
    rows, further = of(decoded).grid_rows(decoded, after, decoded.full_names())
    return ExportTable((*decoded.columns[labels.GRID], *further), rows)


def ratings(decoded: Workbook, *, provisional: bool = False) -> ExportTable:
    """Cotes with their working; before the end only if `provisional`, as if the tournament ended now."""
    rows = jobs_of(decoded).ratings_rows(decoded, provisional=provisional)
    return ExportTable((*decoded.columns[labels.RATINGS], labels.CHANGE_COLUMN), rows)


def _round(decoded: Workbook, after: int | None) -> int:
    played = decoded.tournament.played
    if after is not None and not 0 <= after <= played:
        raise NotYetError(texts.NO_ROUND.format(after=after, played=played))
    return played if after is None else after


# Games


def games(decoded: Workbook) -> ExportTable:
    """Two rows a game, one for each player; one where a player met X or BIP.

    Of a match of several games, PM stands in the row of its first game, Pdep in each; sums are those of Classement.
    """
    return ExportTable(jobs_of(decoded).GAMES_COLUMNS, [*_games(decoded)])


def _games(decoded: Workbook) -> Iterator[dict[str, Cell]]:
    names, job = decoded.full_names(), jobs_of(decoded)
    cotes = {player.number: player.cote for player in decoded.tournament.players}
    rounds = range(1, len(decoded.tournament.rounds) + 1)
    for side in (side for number in rounds for match in decoded.sides(number) for side in match if side.number != X):
        row: dict[str, Cell] = {
            "Ronde": side.round, "Table": side.table or None, "N°": side.number, "Joueur": names[side.number],
            "Adversaire": names[side.opponent], "N° adverse": side.opponent or None,
            "Cote": _count(cotes[side.number]), "Cote adverse": _count(cotes.get(side.opponent)),
            "Forfait": texts.FORFEIT[side.gave, side.got],
            "Résultat": side.outcome or None, "Couleur": texts.COLOURS.get(side.colour, ""), "Fin": side.end,
        }  # fmt: skip
        of_match = {job.POINTS: side.points, job.VALUE: _count(side.value)} if side.complete else {}
        for at, (own, other) in enumerate(side.games or [(None, None)], start=1):
            part: dict[str, Cell] = {"Score": _count(own), "Score adverse": _count(other)}
            part |= {"Manche": at} if side.games else {}
            counted = {job.VALUE: side.parts[at - 1]} if side.parts else {}
            yield row | part | of_match | counted
            of_match = {}  # PM, and a forfeit's Pdep, count once


# DataFrames


def framed(table: ExportTable) -> pandas.DataFrame:
    """A table as a DataFrame with nullable types. ImportError where pandas is missing."""
    frame = load_pandas().DataFrame(list(table.lines())[1:], columns=list(table.columns))
    return frame.convert_dtypes()


def load_pandas() -> ModuleType:
    """The module, with a French sentence where it is missing."""
    try:
        found: ModuleType = import_module("pandas")
    except ModuleNotFoundError as error:
        raise ImportError(texts.NO_PANDAS) from error
    return found

"""Computed sheets as tables of columns, each declared once: for the sheet, its check, tables for programs and paper.

A `ComputedColumn` says its title, its cell of a line, and its style. The tables of a game are in its `schema.py`, those
that all games have are here; which lines a table has, the function says that renders the sheet. A column added to a
table there has its look in `templates/`, its meaning for programs in `messages/table_columns.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from enum import Enum, auto
from typing import TYPE_CHECKING, Any, NamedTuple

from tournament_xl.core.model import TieBreak
from tournament_xl.workbook import schema
from tournament_xl.workbook.cells import Cell, to_cell_number

if TYPE_CHECKING:
    from fractions import Fraction  # slow to load, and few numbers are fractions


class Style(Enum):
    """What a column shows, by which it is laid out and judged."""

    PLACE = auto()  # rank, as a figure
    NUMBER = auto()  # N° of a player
    NAME = auto()  # of a player
    ORIGIN = auto()  # who he is: club, country, licence; no figure depends on it, and the history does not record it
    COUNT = auto()  # figure of few digits
    TOTAL = auto()  # points, by which lines are ranked first; halves of them are written "½" on paper
    FIGURE = auto()
    SIGNED = auto()  # figure with its sign
    MARK = auto()  # mark or sentence made of figures
    TEXT = auto()


IDENTITIES = (Style.PLACE, Style.NUMBER, Style.NAME, Style.ORIGIN)  # known before the first round


class ComputedColumn(NamedTuple):
    """Column of a sheet that actions write."""

    title: str
    value: Callable[[Any], Cell | Fraction] | None = None  # its cell of a line; None: the sheet is laid out as a whole
    style: Style = Style.FIGURE
    key: str = ""  # of the figure in the published tournoi.json; "" where it is not published
    earlier: tuple[str, ...] = ()  # titles in earlier versions
    optional: bool = False  # whether a sheet may lack it: it is written where its title stands


def list_tie_breaks(criteria: Iterable[TieBreak[Any]], signed: Collection[str] = ()) -> list[ComputedColumn]:
    """Return the columns of the tie-breaks that sheets show; `signed`: titles of those with a sign."""

    def build(criterion: TieBreak[Any], style: Style) -> ComputedColumn:
        return ComputedColumn(criterion.code, lambda row: criterion.value(row.line), style, criterion.key)

    first, *others = (criterion for criterion in criteria if criterion.code)
    styles = [Style.SIGNED if criterion.code in signed else Style.FIGURE for criterion in others]
    return [build(first, Style.TOTAL), *map(build, others, styles)]


def list_titles(columns: Iterable[ComputedColumn]) -> tuple[str, ...]:
    """Return the titles of the columns that a sheet is given where it lacks them, in the template's order."""
    return tuple(column.title for column in columns if not column.optional)


def list_line_titles(columns: Iterable[ComputedColumn]) -> tuple[str, ...]:
    """Return the titles of the columns that have a cell of each line, as tables for programs have them."""
    return tuple(column.title for column in columns if column.value)


def list_figures(columns: Iterable[ComputedColumn]) -> dict[str, str]:
    """Return the published figures: key in tournoi.json -> title of the column."""
    return {column.key: column.title for column in columns if column.key}


def render_rows(columns: Sequence[ComputedColumn], lines: Iterable[Any]) -> list[dict[str, Cell]]:
    """Return the rows of a table: title -> cell, one mapping a line."""
    values = [(column.title, column.value) for column in columns if column.value]
    return [{title: _to_cell(value(line)) for title, value in values} for line in lines]


def _to_cell(value: Cell | Fraction) -> Cell:
    return value if value is None or isinstance(value, int | str) else to_cell_number(value)


RANKED = (
    ComputedColumn("Place", lambda row: row.line.place, Style.PLACE),
    ComputedColumn("N°", lambda row: row.player.number, Style.NUMBER),
    ComputedColumn(schema.PLAYER, lambda row: row.name, Style.NAME),
)  # of a table of players by rank, whose lines are `games.rendering.PlayerLine`
MOVE = ComputedColumn(schema.MOVE_COLUMN, lambda row: row.move, Style.MARK, optional=True)
AWARD_COLUMNS = {
    schema.TEAMS: (
        ComputedColumn("Place", lambda row: row.team.place or "\u2014", Style.PLACE),
        ComputedColumn("Équipe", lambda row: row.team.name, Style.TEXT),
        ComputedColumn("Inscrits", lambda row: len(row.team.players)),
        ComputedColumn("Points", lambda row: row.team.points, Style.TOTAL),
        ComputedColumn("Départage", lambda row: row.team.second),
        ComputedColumn("Comptent", lambda row: row.counted, Style.TEXT),
    ),
    schema.EVOLUTION: (
        ComputedColumn("Place", lambda row: row.line.place, Style.PLACE),
        ComputedColumn(schema.PLAYER, lambda row: row.name, Style.NAME),
        ComputedColumn(schema.CHANGE_COLUMN, lambda row: row.change, Style.SIGNED, optional=True),
    ),  # then a column a round: 1, 2, …
    schema.HIGHLIGHTS: (
        ComputedColumn("Fait", lambda row: row.title, Style.TEXT),
        ComputedColumn(schema.PLAYER, lambda row: row.player, Style.NAME),
        ComputedColumn("Contre", lambda row: row.opponent, Style.NAME),
        ComputedColumn("Ronde", lambda row: row.round),
        ComputedColumn("Détail", lambda row: row.detail, Style.TEXT),
    ),
}  # sheet -> its columns, in every game

"""Évolution: places of the first eight round by round, below them the chart that the template draws."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import NamedTuple

from tournament_xl.core import prizes as awards
from tournament_xl.workbook import schema
from tournament_xl.workbook.cells import Cell
from tournament_xl.workbook.computed_columns import AWARD_COLUMNS, render_rows
from tournament_xl.workbook.history.views import list_drawn_rounds
from tournament_xl.workbook.sheets.awards.inputs import AwardInputs
from tournament_xl.workbook.sheets.computed import TableContents
from tournament_xl.workbook.sheets.paging import lay_out_text_column
from tournament_xl.workbook.snapshot import CollapsedRange, ColumnWidth, LayoutChange
from tournament_xl.workbook.tables import Table

FIRST_EIGHT = 8  # players on the sheet
_PLACE, _CHANGE, _GAP = 8, 11, 5 / 7  # widths of columns as in the template, and between two of them
_LEAST_BESIDE = 1


class EvolutionLine(NamedTuple):
    """Line of Évolution."""

    line: awards.Ranked
    name: str
    change: Cell  # of the cote


def render_evolution(inputs: AwardInputs) -> TableContents:
    """Render Évolution: places after each round of the first eight, and the changes of their cotes where known."""
    places, changes = inputs.field.places, inputs.changes or {}
    ranked = inputs.field.table[:FIRST_EIGHT]
    lines = [EvolutionLine(line, inputs.names[line.number], changes.get(line.number)) for line in ranked]
    rows = render_rows(AWARD_COLUMNS[schema.EVOLUTION], lines)
    rounds = [str(number) for number in range(1, len(places) + 1)]
    for row, line in zip(rows, ranked, strict=True):
        row |= {title: by_player.get(line.number) for title, by_player in zip(rounds, places, strict=True)}
    return TableContents(
        schema.EVOLUTION, rows, inputs.title(schema.EVOLUTION), series=rounds,
        series_before=len(list_drawn_rounds(inputs.book.memory.document)), is_filled=bool(rows),
        lay_out=partial(_lay_out, rows, rounds),
    )  # fmt: skip


def _lay_out(rows: Sequence[Mapping[str, Cell]], rounds: Sequence[str], table: Table) -> list[LayoutChange]:
    """Return the widths of names and of the chart, and hide the rounds to come, so that the chart omits them."""
    name_column = lay_out_text_column(table, schema.EVOLUTION_NAME, (row["Joueur"] for row in rows))
    before = [column for title, column in table.columns.items() if not title.isdigit()]
    changes: list[LayoutChange] = [name_column, _fill_page(table, name_column.width, max(before), len(rounds))]
    if rounds:
        first, last = table.columns[rounds[0]], table.columns[rounds[-1]]
        drawn = first + schema.ROUNDS_DRAWN - 1
        changes.append(CollapsedRange(table.sheet, first, last, away=False, columns=True))
        if last < drawn:
            changes.append(CollapsedRange(table.sheet, last + 1, drawn, away=True, columns=True))
    return changes


def _fill_page(table: Table, name_width: float, last: int, rounds: int) -> ColumnWidth:
    """Return the width of the column right of all rounds with which the chart over all columns is as wide as a page.

    Args:
        table: Table of the sheet.
        name_width: Width of the column of names.
        last: Last column before those of the rounds.
        rounds: Number of rounds.
    """
    widths = [_PLACE, name_width, *[_CHANGE] * (schema.CHANGE_COLUMN in table.columns)]
    widths += [schema.EVOLUTION_ROUND] * rounds
    free = schema.EVOLUTION_PAGE - sum(width + _GAP for width in widths) - _GAP
    column = last + schema.ROUNDS_DRAWN + 1
    return ColumnWidth(table.sheet, column, column, max(round(free, 1), _LEAST_BESIDE))

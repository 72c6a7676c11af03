"""Évolution: places of the first eight round by round, below them the chart that the template draws."""

from __future__ import annotations

from tournament_xl.workbook import schema
from tournament_xl.workbook.cells import Cell
from tournament_xl.workbook.sheets.awards.award_sheet import AwardSheet, is_first_content
from tournament_xl.workbook.sheets.awards.inputs import AwardInputs
from tournament_xl.workbook.sheets.paging import lay_out_text_column
from tournament_xl.workbook.snapshot import ColumnWidth
from tournament_xl.workbook.tables import Table, extend_table, find_header_columns

FIRST_EIGHT = 8  # players on the sheet
_PLACE, _CHANGE, _GAP = 8, 11, 5 / 7  # widths of columns as in the template, and between two of them
_LEAST_BESIDE = 1


def render_evolution(inputs: AwardInputs) -> AwardSheet | None:
    """Render Évolution: places after each round of the first eight, and the changes of their cotes where known."""
    table = inputs.book.find_table(schema.EVOLUTION)
    if table is None:
        return None
    names, changes = inputs.names, inputs.changes or {}
    rows: list[dict[str, Cell]] = []
    for line in inputs.field.table[:FIRST_EIGHT]:
        row: dict[str, Cell] = {
            str(round_number): places.get(line.number) for round_number, places in enumerate(inputs.field.places, 1)
        }
        row |= {"Place": line.place, "Joueur": names[line.number]}
        rows.append(row | {schema.CHANGE_COLUMN: changes.get(line.number)})
    extended = extend_table(table, find_header_columns(table, schema.CHANGE_COLUMN))
    name_column = lay_out_text_column(table, schema.EVOLUTION_NAME, (row["Joueur"] for row in rows))
    return AwardSheet(
        schema.EVOLUTION,
        extended,
        rows,
        rounds=len(inputs.field.places),
        layout_changes=[name_column, _fill_page(extended, name_column.width, len(inputs.field.places))],
        is_revealed=is_first_content(table, rows),
    )


def _fill_page(table: Table, name_width: float, rounds: int) -> ColumnWidth:
    """Return the width of the column right of all rounds with which the chart over all columns is as wide as a page."""
    widths = [_PLACE, name_width, *[_CHANGE] * (schema.CHANGE_COLUMN in table.columns)]
    widths += [schema.EVOLUTION_ROUND] * rounds
    free = schema.EVOLUTION_PAGE - sum(width + _GAP for width in widths) - _GAP
    column = max(table.columns.values()) + schema.ROUNDS_DRAWN + 1
    return ColumnWidth(table.sheet, column, column, max(round(free, 1), _LEAST_BESIDE))

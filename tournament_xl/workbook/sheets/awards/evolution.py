"""Évolution: places of the first eight round by round, below them the chart that the template draws."""

from __future__ import annotations

from tournament_xl.workbook import schema
from tournament_xl.workbook.cells import Cell
from tournament_xl.workbook.sheets.awards.award_sheet import AwardSheet, is_first_content
from tournament_xl.workbook.sheets.awards.inputs import AwardInputs
from tournament_xl.workbook.sheets.paging import lay_out_text_column
from tournament_xl.workbook.tables import extend_table, find_header_columns

FIRST_EIGHT = 8  # players on the sheet


def render_evolution(inputs: AwardInputs) -> AwardSheet | None:
    """Render Évolution: places after each round of the first eight, and the changes of their cotes where known."""
    table = inputs.book.find_table(schema.EVOLUTION)
    if table is None:
        return None
    names, changes = inputs.book.fit_names(schema.EVOLUTION_NAME.room), inputs.changes or {}
    rows: list[dict[str, Cell]] = []
    for line in inputs.field.table[:FIRST_EIGHT]:
        row: dict[str, Cell] = {
            str(round_number): places.get(line.number) for round_number, places in enumerate(inputs.field.places, 1)
        }
        row |= {"Place": line.place, "Joueur": names[line.number]}
        rows.append(row | {schema.CHANGE_COLUMN: changes.get(line.number)})
    return AwardSheet(
        schema.EVOLUTION,
        extend_table(table, find_header_columns(table, schema.CHANGE_COLUMN)),
        rows,
        rounds=len(inputs.field.places),
        layout_changes=[lay_out_text_column(table, schema.EVOLUTION_NAME, (row["Joueur"] for row in rows))],
        is_revealed=is_first_content(table, rows),
    )

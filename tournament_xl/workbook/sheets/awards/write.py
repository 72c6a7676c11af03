"""Writing of the sheets of awards that a workbook has."""

from __future__ import annotations

from tournament_xl.workbook import schema
from tournament_xl.workbook.cells import cell_text
from tournament_xl.workbook.decoded import Workbook
from tournament_xl.workbook.sheets.awards.evolution import render_evolution
from tournament_xl.workbook.sheets.awards.highlights import render_highlights
from tournament_xl.workbook.sheets.awards.inputs import AwardInputs
from tournament_xl.workbook.sheets.awards.palmares import render_palmares
from tournament_xl.workbook.sheets.awards.prizes import award_prizes, render_prizes
from tournament_xl.workbook.sheets.awards.teams import render_teams
from tournament_xl.workbook.sheets.computed import TableContents, write_lines_above, write_table
from tournament_xl.workbook.snapshot import Draft

SHEETS = (schema.PRIZES, schema.TEAMS, schema.EVOLUTION, schema.HIGHLIGHTS, schema.PALMARES)


def has_award_sheets(book: Workbook) -> bool:
    """Check whether the workbook has one of `SHEETS`, so that a game must compute the ranks of every round for it."""
    return any(sheet in book.snapshot.sheets for sheet in SHEETS)


def write_award_sheets(draft: Draft, inputs: AwardInputs) -> None:
    """Write each of `SHEETS` that the workbook has; unhide each of them except Prix when it gets its first content."""
    awarded = award_prizes(inputs)
    for award in (render_prizes(inputs, awarded), render_palmares(inputs, awarded)):
        if award is not None:
            for (row, column), value in award.cells.items():
                draft.put(award.sheet, row, column, value)
            draft.layout_changes += award.layout_changes
            draft.unhide += [award.sheet] if award.is_revealed else []
    if table := inputs.book.find_table(schema.PRIZES):  # a sheet of the organiser's, perhaps with a title of his own
        contents = TableContents(schema.PRIZES, (), inputs.title(schema.PRIZES))
        title = table.snapshot.cell(table.sheet, table.header - schema.TABLE_HEADER + 1, min(table.columns.values()))
        if cell_text(title).startswith(schema.PRIZES):
            write_lines_above(draft, inputs.book, table, contents)
    for contents in (render_evolution(inputs), render_highlights(inputs), render_teams(inputs)):
        write_table(draft, inputs.book, contents)

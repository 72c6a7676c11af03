"""Writing of the sheets of awards that a workbook has."""

from __future__ import annotations

from tournament_xl.messages import prizes as texts
from tournament_xl.workbook import schema
from tournament_xl.workbook.decoded import Workbook
from tournament_xl.workbook.sheets.awards.award_sheet import AwardSheet
from tournament_xl.workbook.sheets.awards.evolution import render_evolution
from tournament_xl.workbook.sheets.awards.highlights import render_highlights
from tournament_xl.workbook.sheets.awards.inputs import AwardInputs
from tournament_xl.workbook.sheets.awards.palmares import render_palmares
from tournament_xl.workbook.sheets.awards.prizes import award_prizes, render_prizes
from tournament_xl.workbook.sheets.awards.teams import render_teams
from tournament_xl.workbook.sheets.computed import Title, add_columns, retitle, rewrite_table
from tournament_xl.workbook.snapshot import CollapsedRange, Draft
from tournament_xl.workbook.tables import Table, extend_table

SHEETS = (schema.PRIZES, schema.TEAMS, schema.EVOLUTION, schema.HIGHLIGHTS, schema.PALMARES)


def has_award_sheets(book: Workbook) -> bool:
    """Check whether the workbook has one of `SHEETS`, so that a game must compute the ranks of every round for it."""
    return any(sheet in book.snapshot.sheets for sheet in SHEETS)


def write_award_sheets(draft: Draft, inputs: AwardInputs) -> None:
    """Write each of `SHEETS` that the workbook has; unhide each of them except Prix when it gets its first content."""
    awarded = award_prizes(inputs)
    for award in (
        render_prizes(inputs, awarded),
        render_evolution(inputs),
        render_highlights(inputs),
        render_palmares(inputs, awarded),
        render_teams(inputs),
    ):
        if award is not None:
            _write(draft, inputs, award)


def _write(draft: Draft, inputs: AwardInputs, award: AwardSheet) -> None:
    for (row, column), value in award.cells.items():
        draft.put(award.sheet, row, column, value)
    draft.layout_changes += award.layout_changes
    draft.unhide += [award.sheet] if award.is_revealed else []
    table = award.table
    if table is None:
        return
    if award.rows is not None:
        first, second, *_ = schema.AWARD_COLUMNS[award.sheet]
        filled_table = _add_rounds(draft, inputs, table, award) if award.rounds is not None else table
        rewrite_table(draft, inputs.book, filled_table, award.rows, (first, second))
    tournament = inputs.book.tournament
    title = texts.prizes_title(award.sheet, tournament.played, tournament.settings.rounds or 0)
    retitle(draft, inputs.book, table, Title(title))


def _add_rounds(draft: Draft, inputs: AwardInputs, table: Table, award: AwardSheet) -> Table:
    """Add a column for each round, and hide those of rounds to come, so that the chart of Évolution omits them."""
    names = [str(round_number) for round_number in range(1, (award.rounds or 0) + 1)]
    columns = add_columns(draft, inputs.book, table, names, award.rows or ())
    if not names:
        return extend_table(table, columns)
    first, last, drawn = columns[names[0]], columns[names[-1]], columns[names[0]] + schema.ROUNDS_DRAWN - 1
    draft.layout_changes.append(CollapsedRange(award.sheet, first, last, away=False, columns=True))
    if last < drawn:
        draft.layout_changes.append(CollapsedRange(award.sheet, last + 1, drawn, away=True, columns=True))
    return extend_table(table, columns)

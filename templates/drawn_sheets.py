"""The bracket that is drawn beside the games of Othello's Finales."""

from __future__ import annotations

from theme import ACCENT, ACCENT_PALE, GREY, TEXT, Book, Props
from xlsxwriter.utility import xl_rowcol_to_cell
from xlsxwriter.worksheet import Worksheet

from tournament_xl.games.othello import finals as bracket
from tournament_xl.rules.othello import finals as rules
from tournament_xl.texts.othello_sheets import STAGES
from tournament_xl.texts.sheets import BRACKET, WINNER

THIN = 1
WIDTHS = (36, 8, 3, 3)  # of a round of the bracket: name, score, two halves of a line to the next
NAME: Props = {"font_size": 15, "num_format": TEXT, "indent": 1}
SCORE: Props = {"font_size": 15, "align": "center"}


def draw_bracket(book: Book, sheet: Worksheet, column: int) -> None:
    """Boxes and lines from the title in row 1 and `column` (from 0) on."""
    for at in range(bracket.WIDTH):
        sheet.set_column(column + at, column + at, WIDTHS[at % 4], book.look())
    sheet.write_string(0, column, BRACKET, book.look(font_size=18, bold=True, font_color=ACCENT, num_format=TEXT))
    sheet.write_blank(1, column, None, book.look(font_color=GREY, num_format=TEXT))
    caption = book.look(font_color=GREY, font_size=10, num_format=TEXT)
    for stage, (down, right) in bracket.PLACES.items():
        beside = stage in bracket.BESIDE
        sheet.write_string(down - 1, column + right, "" if beside else STAGES[stage], caption)
        _box(book, sheet, down, column + right, drawn=not beside)
    row, right = bracket.WINNER
    winner = column + right
    sheet.write_string(row - 1, winner, WINNER, caption)
    look = book.look(bold=True, font_size=16, num_format=TEXT, bg_color=ACCENT_PALE, border=2, align="center")
    sheet.merge_range(row, winner, row + 1, winner, "", look)
    for at in (winner - 2, winner - 1):
        sheet.write_blank(row, at, None, book.look(bottom=THIN))
    _lines(book, sheet, column)
    for stage in (rules.SEMI_1, rules.SEMI_2, rules.FINAL):
        _winner_in_bold(book, sheet, column, stage)


def _box(book: Book, sheet: Worksheet, row: int, left: int, *, drawn: bool) -> None:
    """Two names, a score each; one that is not drawn shows once it has names, and who has more is bold."""
    for down in (row, row + 1):
        for at, look in ((left, NAME), (left + 1, SCORE)):
            sheet.write_blank(down, at, None, book.look(**look, **({"border": THIN} if drawn else {})))
        if drawn:
            continue
        name, score, other = (
            xl_rowcol_to_cell(*cell, row_abs=True, col_abs=True)
            for cell in ((down, left), (down, left + 1), (2 * row + 1 - down, left + 1))
        )
        for criteria, more in ((f"AND(ISNUMBER({score}),{score}>{other})", {"bold": True}), (f'{name}<>""', {})):
            rule = {"type": "formula", "criteria": f"={criteria}", "format": book.delta(border=THIN, **more)}
            sheet.conditional_format(down, left, down, left + 1, rule | {"stop_if_true": True})


def _winner_in_bold(book: Book, sheet: Worksheet, column: int, stage: str) -> None:
    """Whoever stands in the next box has won."""
    row, right = bracket.PLACES[stage]
    (top, beside), rows = (bracket.WINNER, 1) if stage == rules.FINAL else (bracket.PLACES[rules.FINAL], 2)
    name = xl_rowcol_to_cell(row, column + right, col_abs=True)
    cells = [xl_rowcol_to_cell(top + down, column + beside, row_abs=True, col_abs=True) for down in range(rows)]
    won = ",".join(f"{name}={cell}" for cell in cells)
    rule = {"type": "formula", "criteria": f'=AND({name}<>"",OR({won}))', "format": book.delta(bold=True)}
    sheet.conditional_format(row, column + right, row + 1, column + right + 1, rule | {"stop_if_true": True})


def _lines(book: Book, sheet: Worksheet, column: int) -> None:
    """From the middles of the semi-finals to the middle of the final."""
    (top, left), (low, _), (middle, _) = (
        bracket.PLACES[stage] for stage in (rules.SEMI_1, rules.SEMI_2, rules.FINAL)
    )
    at = column + left + 2
    sheet.write_blank(top, at, None, book.look(bottom=THIN))
    for row in range(top + 1, low):
        sheet.write_blank(row, at, None, book.look(right=THIN))
    sheet.write_blank(low, at, None, book.look(right=THIN, bottom=THIN))
    sheet.write_blank(middle, at + 1, None, book.look(bottom=THIN))

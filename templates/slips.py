"""Fiches, result slips to cut apart, and Chevalets, the numbers of the tables."""

from __future__ import annotations

from theme import ACCENT, GREY, GREY_TAB, INK, TEXT, Book, page
from xlsxwriter.worksheet import Worksheet

from tournament_xl.workbook import schema
from tournament_xl.workbook.sheets.pairings import ROWS

HEIGHTS = (30, 48, 48, 29, 42, 15)  # points: head, the two players (three lines), what to note, signatures, cut
PAGE = schema.SLIPS_PER_PAGE // 2  # rows of slips on a page
TENT = 375  # points: half a page


def fiches(book: Book) -> None:
    """Draw eight slips to a page; a slip has four columns: mark, name and its box over two, the box for the score."""
    sheet = book.sheet(schema.SLIPS, GREY_TAB)
    for column, width in enumerate((8.5, 16.5, 16.5, 11, 4, 8.5, 16.5, 16.5, 11)):
        sheet.set_column(column, column, width)
    sheet.set_row(0, 21)
    sheet.write_string(0, 0, schema.SLIPS_TITLE, book.look(bold=True, font_color=ACCENT, font_size=14))
    head = book.look(bold=True, font_size=11, num_format=TEXT, text_wrap=True)
    table = book.look(bold=True, font_size=14, num_format=TEXT, text_wrap=True, align="right")
    mark = book.look(font_size=11, num_format=TEXT)
    name = book.look(bold=True, font_size=14, num_format=TEXT, text_wrap=True)
    signed = book.look(font_size=10, font_color=GREY, num_format=TEXT, text_wrap=True, valign="bottom")
    quiet, cut = book.look(font_size=10, num_format=TEXT), book.look(font_color=GREY, font_size=10, num_format=TEXT)
    note = book.look(font_size=10, num_format=TEXT, text_wrap=True)  # two lines: what to note, the time of a player
    box = book.look(bold=True, font_size=15, align="center", num_format=TEXT)
    looks = (
        (head, head, head, table),
        (mark, name, name, box),
        (mark, name, name, box),
        (note, note, note, note),
        (quiet, signed, signed, quiet),
        (cut, cut, cut, cut),
    )
    gap = book.look(font_color=GREY, align="center", num_format=TEXT)
    start = schema.SLIPS_FIRST_ROW - 1
    for top in range(start, start + ROWS * schema.SLIPS_AT_MOST // 2, ROWS):
        for down, (height, line) in enumerate(zip(HEIGHTS, looks, strict=True)):
            sheet.set_row(top + down, height)
            sheet.write_blank(top + down, 4, None, gap)
            for first in (0, 5):
                for right, look in enumerate(line):
                    sheet.write_blank(top + down, first + right, None, look)
                if down == 0:
                    sheet.merge_range(top, first, top, first + 2, "", head)
                if down in (1, 2):
                    sheet.merge_range(top + down, first + 1, top + down, first + 2, "", name)
                if down == 3:
                    sheet.merge_range(top + down, first, top + down, first + 3, "", note)
    _boxes(book, sheet)
    page(sheet)
    sheet.repeat_rows(0, start - 1)  # all that is above the first slip: stacked pages are cut together
    sheet.set_h_pagebreaks([start + ROWS * row for row in range(PAGE, schema.SLIPS_AT_MOST // 2, PAGE)])


def _boxes(book: Book, sheet: Worksheet) -> None:
    """Draw black boxes where a slip has a game: for the scores, and a signature each, below the name."""
    first = schema.SLIPS_FIRST_ROW
    last = first + ROWS * schema.SLIPS_AT_MOST // 2 - 1
    for name_column, signed, scored in (("A", "B{0}:C{1}", "D{0}:D{1}"), ("F", "G{0}:H{1}", "I{0}:I{1}")):
        for area, rows in ((scored, (1, 2)), (signed, (4,))):
            row = f"MOD(ROW()-{first},{ROWS})"
            among = f"OR({','.join(f'{row}={slip_row}' for slip_row in rows)})"
            book.when(sheet, area.format(first, last), f'AND({among},${name_column}{first}<>"")', border=1)


def chevalets(book: Book) -> None:
    """Draw a number to a half page, on two faces that stand when the line between them is folded."""
    sheet = book.sheet(schema.TENTS, GREY_TAB, row_height=TENT)
    for column, rotation in ((0, -90), (1, 90)):
        face = book.look(font_size=170, bold=True, align="center", font_color=INK, rotation=rotation)
        sheet.set_column(column, column, 47, face)
    book.when(sheet, f"A1:A{schema.SLIPS_AT_MOST}", '$A1<>""', right=1)
    sheet.set_paper(9)
    sheet.set_margins(left=0.4, right=0.4, top=0.3, bottom=0.3)
    sheet.center_horizontally()

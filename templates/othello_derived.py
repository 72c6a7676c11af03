"""The sheets of the Othello workbook that Python rewrites: Appariements, Fiches, Classement, Grille, Équipes."""

from __future__ import annotations

import award_sheets
from derived_sheets import SMALL, cross_table, newspaper, wall
from othello_entry import BLACK, WHITE
from theme import (
    ACCENT,
    ACCENT_PALE,
    GREY,
    GREY_TAB,
    HEADER_ROW,
    INK,
    TEXT,
    Book,
    Column,
    centred,
    page,
)

from tournament_xl.workbook import labels as shared
from tournament_xl.workbook.othello import labels

ONE_DIGIT = "[$-40C]#,##0.0"  # 10,5
BOX, BOX_BESIDE = "#DDE2DF", "#F0F3F1"  # Fiches: for the discs of Black, of White
PAGE_OF_SLIPS = labels.SLIPS_PER_PAGE // 2  # rows of slips on a page
SLIP_HEIGHTS = (30, 42, 42, 30, 58, 24)  # points: head, Black, White, end, signatures, cut


def appariements(book: Book) -> None:
    """For the wall, Black's and White's columns under a black and a white header."""
    headers = labels.COLUMNS[shared.PAIRINGS]
    sheet = wall(book, headers)
    for index, (header, look) in enumerate(zip(headers[2:6], (BLACK, BLACK, WHITE, WHITE), strict=True), start=2):
        align = {"align": {"Noir": "right", "Blanc": "left"}.get(header, "center")}
        sheet.write_string(HEADER_ROW - 1, index, header, book.look(bold=True, **look | align))


def fiches(book: Book) -> None:
    """Slips to fill in and sign: eight to a page, cut apart; looks by fills, which appear where there is a game."""
    sheet = book.sheet(labels.SLIPS, GREY_TAB)
    for columns, width in (("A:A", 12), ("B:B", 36), ("C:C", 12), ("D:D", 3), ("E:E", 12), ("F:F", 36), ("G:G", 12)):
        sheet.set_column(columns, width)
    sheet.set_row(0, 21)
    sheet.write_string(0, 0, labels.SLIPS_TITLE, book.look(bold=True, font_color=ACCENT, font_size=14))
    quiet, name = book.look(font_color=GREY, font_size=10), book.look(bold=True, font_size=14, num_format=TEXT)
    head = book.look(bold=True, font_size=13, num_format=TEXT, font_color=INK)
    table = book.look(bold=True, font_size=13, num_format=TEXT, align="right", indent=1)
    cut = book.look(font_color="#B8BDBB", font_size=8, num_format=TEXT)
    looks = (
        (head, head, table),
        (book.look(bold=True), name, quiet),
        (book.look(bold=True), name, quiet),
        (quiet, quiet, quiet),
        (quiet, quiet, quiet),
        (cut, cut, cut),
    )
    for top in range(labels.SLIPS_FIRST_ROW - 1, labels.SLIPS_FIRST_ROW - 1 + 6 * labels.SLIPS_AT_MOST // 2, 6):
        for down, (height, line) in enumerate(zip(SLIP_HEIGHTS, looks, strict=True)):
            sheet.set_row(top + down, height)
            for first in (0, 4):
                for right, look in enumerate(line):
                    sheet.write_blank(top + down, first + right, None, look)
    _slip_rules(book, sheet)
    page(sheet, "A:G")
    sheet.repeat_rows(0, 0)
    rows = range(PAGE_OF_SLIPS, labels.SLIPS_AT_MOST // 2, PAGE_OF_SLIPS)
    sheet.set_h_pagebreaks([labels.SLIPS_FIRST_ROW - 1 + 6 * row for row in rows])


def _slip_rules(book: Book, sheet: object) -> None:
    """By the row within a slip: head in pale green, boxes for discs and signatures in grey."""
    first = labels.SLIPS_FIRST_ROW
    last = first + 3 * labels.SLIPS_AT_MOST - 1

    def rule(columns: str, row: int, content: str, fill: str) -> None:
        left, _, right = columns.partition(":")
        sheet.conditional_format(  # type: ignore[attr-defined]
            f"{left}{first}:{right or left}{last}",
            {
                "type": "formula",
                "criteria": f'=AND(MOD(ROW()-{first},6)={row},{content}<>"")',
                "format": book.delta(bg_color=fill),
                "stop_if_true": True,
            },
        )

    for one, _, box in ("ABC", "EFG"):
        rule(f"{one}:{box}", 0, f"${one}{first}", ACCENT_PALE)
        for row, fill in ((1, BOX), (2, BOX_BESIDE)):
            rule(box, row, f"${one}{first}", fill)
        rule(f"{chr(ord(one) + 1)}:{box}", 4, f"${one}{first}", "#F7F8F7")


def classement(book: Book) -> None:
    """Like in a newspaper: place, name, country, then the results and the move since the last round."""
    fraction = {"num_format": ONE_DIGIT, "indent": 1}
    last = (
        Column(8, "right", fraction | {"bold": True}, {"indent": 1}),
        Column(12, "right", fraction, {"indent": 1}),
        Column(9, "right", {"num_format": "0", "indent": 1}, {"indent": 1}),
    )
    legend = (
        "J : jouées, G : gagnées, N : nulles, P : perdues · Points : 1, ½, 0 · Départage : pions + Bêta × points des "
        "adversaires · Pions : total · ± : places"
    )
    newspaper(book, labels.COLUMNS[shared.STANDINGS], centred(8, num_format=TEXT, font_color=GREY), last, legend)


def grille(book: Book) -> None:
    """Cross table: "● +44" over "5. Durand": Black, won, discs, against whom and his place."""
    fraction = {"num_format": ONE_DIGIT, "indent": 1} | SMALL
    figures = (
        Column(8, "right", fraction | {"bold": True}, {"indent": 1}),
        Column(10, "right", fraction, {"indent": 1}),
    )
    legend = (
        "● Noir, ○ Blanc · +44 : gagné, 44 pions · − perdu · = nul · F forfait · BIP : exempt · abs. : absent · "
        "dessous, place et nom de l'adversaire"
    )
    cross_table(book, labels.COLUMNS[shared.GRID], figures, legend, sign_at=3)


def equipes(book: Book) -> None:
    """Teams by country, with half points."""
    award_sheets.equipes(book, ONE_DIGIT)

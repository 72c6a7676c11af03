"""The sheets of the Othello workbook that Python rewrites: Appariements, Fiches, Classement, Grille, Équipes."""

from __future__ import annotations

import award_sheets
from derived_sheets import SMALL, cross_table, newspaper, wall
from othello_entry import BLACK, WHITE
from theme import (
    GREY,
    HEADER_ROW,
    TEXT,
    Book,
    Column,
    centred,
)

from tournament_xl.book import labels as shared
from tournament_xl.games.othello import labels

ONE_DIGIT = "[$-40C]#,##0.0"  # 10,5


def appariements(book: Book) -> None:
    """For the wall, Black's and White's columns under a black and a white header."""
    headers = labels.COLUMNS[shared.PAIRINGS]
    sheet = wall(book, headers)
    for index, (header, look) in enumerate(zip(headers[2:6], (BLACK, BLACK, WHITE, WHITE), strict=True), start=2):
        align = {"align": {"Noir": "right", "Blanc": "left"}.get(header, "center")}
        sheet.write_string(HEADER_ROW - 1, index, header, book.look(bold=True, **look | align))


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

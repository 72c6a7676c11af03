"""The sheet Arbitre: rulings on time (B6), late arrivals (B7), fees (B8), the codes of the column Fin.

The two calculators are formulas, so that they answer while the referee types; nothing of them enters the tournament.
tests/workbook/test_templates.py compares them with the rules, calculated by LibreOffice.
"""

from __future__ import annotations

from theme import (
    ACCENT,
    ACCENT_PALE,
    ACCENT_TAB,
    CREAM,
    FILL_ME,
    GREY,
    INK,
    RULE,
    TEXT,
    Book,
    between,
    one_of,
    page,
    refuse,
)
from xlsxwriter.worksheet import Worksheet

from tournament_xl.games.othello import schema
from tournament_xl.messages.othello_sheets import END_CODES, SURPLUS

LATE, THEN, BLACK, WHITE = "C6", "C7", "C8", "C9"  # B6: what the referee types
TIME, FIELD, FIRST_DELAY, SECOND_DELAY = "C15", "C16", "C17", "C18"  # B7
SCORE, CODE, FIRST_ANSWER, SECOND_ANSWER = "C10", "C11", "C19", "C20"  # what the formulas answer
OWN, OTHER = f'IF({LATE}="N",{BLACK},{WHITE})', f'IF({LATE}="N",{WHITE},{BLACK})'  # discs of the late player


def _score() -> str:
    """Return the formula of the score (B6): "12 – 52", Black first; B1 gives the empty squares to the winner."""
    lost = f'OR({THEN}="{SURPLUS[0]}",{THEN}="{SURPLUS[2]}")'
    won = f'OR({THEN}="{SURPLUS[1]}",{THEN}="{SURPLUS[3]}")'
    board = f'IF(COUNT({BLACK}:{WHITE})<2,"",IF(SUM({BLACK}:{WHITE})>64,"",IF({OWN}<{OTHER},{OWN},31)))'
    own = f"IF({lost},0,IF({won},31,{board}))"
    return (
        f'=IF(OR({LATE}="N",{LATE}="B"),IF({own}="","tapez les pions du plateau",'
        f'IF({LATE}="N",{own}&" – "&(64-{own}),(64-{own})&" – "&{own})),"")'
    )


def _code() -> str:
    """Return the formula of the code to write in Fin (B6)."""
    lost = f'OR({THEN}="{SURPLUS[0]}",{THEN}="{SURPLUS[2]}")'
    won = f'OR({THEN}="{SURPLUS[1]}",{THEN}="{SURPLUS[3]}")'
    return f'=IF(OR({LATE}="N",{LATE}="B"),"T"&{LATE}&IF({lost},"+",IF({won},IF({LATE}="N","B","N"),"")),"")'


def _first_answer() -> str:
    """Return the formula for the first latecomer (B7)."""
    left = f"({TIME}-{FIRST_DELAY})"
    odd = (
        f'IF({left}>0,"joue à la place de BIP : "&{left}&" min contre "&{TIME}&" min",'
        f'"perd 0 – 64 contre l\'adversaire de BIP")'
    )
    return f'=IF(OR(COUNT({TIME},{FIRST_DELAY})<2,{FIELD}=""),"",IF({FIELD}="impair",{odd},{_against_bip(left)}))'


def _against_bip(left: str) -> str:
    clock = f'"joue contre BIP, pendule à "&{left}&" min des deux côtés"'
    return f'IF({left}>0,{clock},"perd 0 – 64 contre BIP (forfait)")'


def _second_answer() -> str:
    """Return the formula for the second latecomer (B7), where BIP's place is free or has been taken."""
    left, first = f"({TIME}-{SECOND_DELAY})", f"({TIME}-{FIRST_DELAY})"
    takes = (
        f'IF({left}>0,"joue à la place de BIP contre le premier : "&{left}&" min contre "&{first}&" min",'
        f'"perd 0 – 64 contre le premier retardataire")'
    )
    return (
        f'=IF(OR(COUNT({TIME},{FIRST_DELAY},{SECOND_DELAY})<3,{FIELD}=""),"",'
        f'IF(AND({FIELD}="pair",{first}>0),{takes},{_against_bip(left)}))'
    )


def arbitre(book: Book) -> None:
    """Draw the whole sheet."""
    sheet = book.sheet(schema.REFEREE, ACCENT_TAB)
    for column, width in enumerate((2, 40, 40, 3, 12, 66)):
        sheet.set_column(column, column, width)
    book.titles(
        sheet,
        "Arbitre",
        "Cases jaunes : à remplir, dans Excel ou LibreOffice. Rien de cette feuille n'entre dans le tournoi.",
        1,
    )
    _head(book, sheet, 4, "Temps dépassé : quel score ? (règle B6)")
    _ask(book, sheet, 5, "Tombé au temps (N ou B)", ["N", "B"])
    _ask(book, sheet, 6, "Puis, dans le surplus de 2 minutes", list(SURPLUS))
    _ask(book, sheet, 7, "Pions noirs sur le plateau", 64)
    _ask(book, sheet, 8, "Pions blancs sur le plateau", 64)
    _answer(book, sheet, 9, "Score, noir – blanc", _score())
    _answer(book, sheet, 10, "À écrire dans la colonne Fin", _code())
    sheet.write_string(11, 1, "Les pions se tapent tels qu'ils sont sur le plateau ; Fin fait le reste.", _quiet(book))
    _head(book, sheet, 13, "Retardataire à la ronde 1 : quel temps ? (règle B7)")
    _ask(book, sheet, 14, "Temps de chaque joueur (minutes)", 240)
    _ask(book, sheet, 15, "Joueurs au départ de la ronde", ["pair", "impair"])
    _ask(book, sheet, 16, "Retard du premier (minutes)", 1000)
    _ask(book, sheet, 17, "Retard du deuxième, s'il y en a un", 1000)
    _answer(book, sheet, 18, "Le premier", _first_answer())
    _answer(book, sheet, 19, "Le deuxième", _second_answer())
    note = "Le retardataire peut aussi préférer perdre la ronde 0 – 64 (FN ou FB)."
    sheet.write_string(20, 1, note, _quiet(book))
    sheet.write_string(21, 1, "Sur Résultats : taper son N° à la place de BIP.", _quiet(book))
    _head(book, sheet, 23, "Droits d'inscription (Grand Prix A)")
    sheet.write_string(24, 1, schema.FEES_TOTAL, book.look(indent=1))
    sheet.write_blank(24, 2, None, book.look(bold=True, align="left", num_format='0 "€"', indent=1))
    sheet.write_string(25, 1, "Adhérents 0 €, non-adhérents 4 €, tarif réduit 2 €.", _quiet(book))
    _codes(book, sheet)
    page(sheet, "B:F", landscape=True)
    sheet.set_selection(LATE)


def _quiet(book: Book) -> object:
    return book.look(font_color=GREY, font_size=10, indent=1)


def _head(book: Book, sheet: Worksheet, row: int, title: str) -> None:
    look = book.look(bg_color=ACCENT, font_color=CREAM, bold=True)
    sheet.write_string(row, 1, title, look)
    sheet.write_blank(row, 2, None, look)


def _ask(book: Book, sheet: Worksheet, row: int, label: str, kind: list[str] | int) -> None:
    """Draw a cell to fill in: a word of a list, or a number up to `kind`."""
    line = {"bottom": 1, "bottom_color": RULE}
    sheet.write_string(row, 1, label, book.look(indent=1, **line))
    sheet.write_blank(row, 2, None, book.look(bg_color=FILL_ME, align="left", indent=1, **line))
    rule = one_of(*kind) if isinstance(kind, list) else between("decimal", 0, kind)
    message = "Choisissez dans la liste." if isinstance(kind, list) else f"Tapez un nombre de 0 à {kind}."
    refuse(sheet, f"C{row + 1}", "Arbitre", message, **rule)


def _answer(book: Book, sheet: Worksheet, row: int, label: str, formula: str) -> None:
    look = {"bg_color": ACCENT_PALE, "bold": True, "indent": 1}
    sheet.write_string(row, 1, label, book.look(**look))
    sheet.write_formula(row, 2, formula, book.look(**look, align="left", text_wrap=True, font_color=ACCENT), "")
    if "BIP" in formula:
        sheet.set_row(row, 32)


def _codes(book: Book, sheet: Worksheet) -> None:
    """Write every code of the column Fin on the right."""
    look = book.look(bg_color=ACCENT, font_color=CREAM, bold=True)
    sheet.write_string(4, 4, "Fin", look)
    sheet.write_string(4, 5, "Ce qui s'est passé (N = Noir, B = Blanc)", look)
    rule = {"bottom": 1, "bottom_color": RULE}
    for row, (codes, meaning) in enumerate(END_CODES.items(), start=5):
        sheet.write_string(row, 4, codes, book.look(bold=True, align="center", num_format=TEXT, font_color=INK, **rule))
        sheet.write_string(row, 5, meaning, book.look(font_size=10, indent=1, **rule))

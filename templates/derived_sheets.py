"""The sheets Python rewrites: Appariements, Classement, Grille, Cotes, Groupes, Journal."""

from __future__ import annotations

from dataclasses import replace

from theme import (
    ACCENT,
    ACCENT_PALE,
    BAND,
    FIRST,
    GREEN_UP,
    GREY,
    GREY_TAB,
    HEADER_ROW,
    INK,
    RED_DOWN,
    TEXT,
    Book,
    Column,
    Layer,
    banding,
    centred,
    checked,
    number,
    page,
    text,
)
from xlsxwriter.worksheet import Worksheet

from tournament_xl.workbook import labels

FADED_ITALIC = {"font_color": GREY, "italic": True}
CATEGORY_LABELS = ("Catégorie", "M", "CT", "PJmax", "PJmin", "% Joker")  # Cotes, above the header
ROUNDS_AT_MOST = 26  # columns for rounds on Grille
BY_NAME = ((6, "première moitié"), (10, "seconde moitié"))  # Appariements: first columns of the two halves
BOX, BOX_BESIDE = "#DDE2DF", "#F0F3F1"  # Appariements: boxes for scores by hand
WON, WON_BESIDE = "#D6E6DE", "#E6F0EB"  # Grille: even and odd rows
DRAWN = "#E3E3E3"


def appariements(book: Book) -> None:
    """For the wall: A to E by table, then G to I and K to M by name, half of the alphabet each, 32 lines to a page."""
    sheet = book.sheet(labels.PAIRINGS, GREY_TAB, row_height=24)
    big = {"font_size": 15}
    table = Column(7.5, "center", big | {"font_size": 17, "bold": True})
    by_table = (
        table,
        text(37.5, shrink=True, **big),
        Column(8.5, "center", big),
        Column(8.5, "center", big),
        text(37.5, shrink=True, **big),
    )
    by_name = (
        text(46, shrink=True, **big | {"bold": True}),
        replace(table, width=11),
        text(43, shrink=True, **big | {"font_color": GREY}),
    )
    book.table(sheet, labels.SCRABBLE_COLUMNS[labels.PAIRINGS], by_table, header_height=24)
    book.titles(sheet, "Appariements", "Ronde en cours, par table", size=20)
    for first, half in BY_NAME:
        sheet.set_column(first - 1, first - 1, 1.6)
        book.table(sheet, labels.PAIRINGS_BY_NAME, by_name, first=first, header_height=24)
        book.titles(sheet, "Appariements", f"Ronde en cours, par ordre alphabétique ({half})", first, size=20)
    page(sheet, "A:M", fit=False)
    sheet.set_print_scale(88)
    sheet.set_v_pagebreaks([first for first, _ in BY_NAME])
    _wall_rules(book, sheet)


def _wall_rules(book: Book, sheet: Worksheet) -> None:
    content = 'OR($A5<>"",$B5<>"",$E5<>"")'
    bye: Layer = ('OR(TRIM($B5)="X",TRIM($E5)="X")', FADED_ITALIC)
    boxes = checked(f"AND({content},NOT({bye[0]}))", BOX, BOX_BESIDE)
    book.rules(sheet, "A:B E", content, [bye], banding(content))
    book.rules(sheet, "C:D", content, boxes, banding(content))
    for columns, name, opponent in (("G:I", "$G5", "$I5"), ("K:M", "$K5", "$M5")):
        listed = f'{name}<>""'
        book.rules(sheet, columns, listed, [(f'TRIM({opponent})="X"', FADED_ITALIC)], banding(listed))


def classement(book: Book) -> None:
    """Like in a newspaper: place, name, club, then the results and the move since the last round."""
    sheet = book.sheet(labels.STANDINGS, GREY_TAB)
    grey = {"font_color": GREY}
    columns = (
        centred(8, bold=True),
        centred(6, **grey),
        text(40, shrink=True),
        text(28, shrink=True, **grey),
        number(6, **grey),
        number(6),
        number(6),
        number(6),
        number(8, bold=True),
        number(8),
        number(10),
        centred(8, num_format=TEXT, **grey),
    )
    book.titles(sheet, "Classement", "Après la première mise à jour")
    book.table(sheet, (*labels.SCRABBLE_COLUMNS[labels.STANDINGS], labels.MOVE_COLUMN), columns)
    page(sheet, "A:L")
    sheet.ignore_errors({"number_stored_as_text": f"A{FIRST}:L2000"})
    content = '$C5<>""'
    gone: Layer = ('TRIM($L5)="parti"', FADED_ITALIC)
    leader: Layer = ("AND(ISNUMBER($A5),$A5=1)", {"bold": True, "font_color": ACCENT})
    podium: Layer = ("AND(ISNUMBER($A5),$A5<=3)", {"bold": True})
    stripes = banding(content)
    first_three = [(f"AND({content},ISNUMBER($A5),$A5<=3)", {"bg_color": ACCENT_PALE})]
    book.rules(sheet, "A", content, [gone, leader], [*first_three, *stripes])
    book.rules(sheet, "C", content, [gone, leader, podium], stripes)
    book.rules(sheet, "B D:K", content, [gone], stripes)
    up: Layer = ('LEFT($L5,1)="▲"', {"font_color": GREEN_UP})
    down: Layer = ('LEFT($L5,1)="▼"', {"font_color": RED_DOWN})
    book.rules(sheet, "L", content, [gone, up, down], stripes)


def grille(book: Book) -> None:
    """Cross table: a row per player, a column per round, written as "+44 Durand (5)"."""
    sheet = book.sheet(labels.GRID, GREY_TAB, row_height=15)
    small = {"font_size": 9}
    columns = (
        centred(6, bold=True, **small),
        centred(5, font_color=GREY, **small),
        text(28, shrink=True, font_size=10),
        number(7, bold=True, **small),
        number(7, **small),
        number(8, **small),
    )
    book.titles(sheet, "Grille", "Écart, adversaire et (sa place) : + victoire, − défaite, = nul")
    columns = tuple(replace(column, head=column.head | small) for column in columns)
    book.table(sheet, labels.SCRABBLE_COLUMNS[labels.GRID], columns, header_height=18)
    sheet.set_column(
        6, 6 + ROUNDS_AT_MOST - 1, 20, book.look(num_format=TEXT, shrink=True, align="left", indent=1, **small)
    )
    sheet.freeze_panes(HEADER_ROW, 3)
    page(sheet, landscape=True)
    sheet.ignore_errors({"number_stored_as_text": "A5:AF2000"})
    sheet.conditional_format(
        f"G{HEADER_ROW}:AF{HEADER_ROW}",
        {
            "type": "formula",
            "criteria": f'=G${HEADER_ROW}<>""',
            "stop_if_true": True,
            "format": book.delta(bold=True, font_color="#FFFFFF", bg_color=ACCENT),
        },
    )
    content = '$C5<>""'
    plus = 'AND(G5<>"",LEFT(G5,1)="+")'
    won: Layer = (f"AND({plus},MOD(ROW(),2)=0)", {"bg_color": WON, "font_color": INK})
    won_beside: Layer = (plus, {"bg_color": WON_BESIDE, "font_color": INK})
    lost: Layer = ('AND(G5<>"",OR(LEFT(G5,1)="−",LEFT(G5,1)="-"))', {"font_color": RED_DOWN})
    drawn: Layer = ('AND(G5<>"",LEFT(G5,1)="=")', {"bg_color": DRAWN})
    absent: Layer = ('AND(G5<>"",LEFT(G5,1)="a")', FADED_ITALIC)
    written = f'AND({content},G${HEADER_ROW}<>"")'
    book.rules(sheet, "G:AF", written, [won, won_beside, lost, drawn, absent], banding(written))
    book.rules(sheet, "A:F", content, (), banding(content))


def cotes(book: Book) -> None:
    """The ratings; the tournament's constants stand in row 3, each label with its value in the next cell."""
    sheet = book.sheet(labels.RATINGS, GREY_TAB)
    sheet.hide()
    grey = {"font_color": GREY}
    columns = (
        centred(7, bold=True),
        centred(6, **grey),
        text(36, shrink=True),
        text(14, **grey),
        centred(8),
        number(9),
        number(11),
        number(8),
        Column(8, "right", {"indent": 1}, {"indent": 1}),
        number(9, **grey),
        number(8),
        number(10, bold=True),
        centred(9, num_format=TEXT),
    )
    book.titles(sheet, "Cotes", "Cotes internationales après la dernière ronde")
    book.table(sheet, labels.SCRABBLE_COLUMNS[labels.RATINGS], columns, header_height=33)
    sheet.set_row(2, 27)
    for index, label in enumerate(CATEGORY_LABELS):
        sheet.write_string(2, 2 + 2 * index, label, book.look(font_color=GREY, align="right", font_size=10))
        sheet.write_blank(2, 3 + 2 * index, None, book.look(bold=True, align="left", font_color=ACCENT))
    sheet.set_column("N:N", 8, book.look())
    page(sheet, landscape=True)
    sheet.ignore_errors({"number_stored_as_text": "A3:N2000"})
    content = '$C5<>""'
    book.rules(sheet, "A:M", content, (), banding(content))


def groupes(book: Book) -> None:
    """The groups of the formula Open; hidden until the formula exists."""
    sheet = book.sheet(labels.GROUPS, GREY_TAB)
    sheet.hide()
    book.titles(sheet, "Groupes", "Formule Open : groupes de niveau, dans l'ordre du tirage")
    columns = (centred(10, bold=True), centred(9), centred(7, font_color=GREY), text(40, shrink=True))
    book.table(sheet, labels.SCRABBLE_COLUMNS[labels.GROUPS], columns)
    page(sheet)
    content = '$A5<>""'
    book.rules(sheet, "A:D", content, (), [(f"AND({content},$A5<>$A4)", {"bg_color": BAND})])


def journal(book: Book) -> None:
    """Every press, lot and organiser's change; long lines run out of the window, on paper they are cut."""
    sheet = book.sheet(labels.JOURNAL, GREY_TAB)
    book.titles(sheet, "Journal", "Chaque action et ce qui a servi à la vérifier. Ne rien effacer.")
    columns = (
        Column(17, "left", {"num_format": "dd/mm/yyyy hh:mm", "font_color": GREY}),
        text(28),
        centred(8),
        text(110, font_size=10),
    )
    book.table(sheet, labels.SCRABBLE_COLUMNS[labels.JOURNAL], columns)
    page(sheet, "A:D", landscape=True)
    content = "COUNTA($A5:$D5)>0"
    book.rules(sheet, "A:D", content, (), banding(content))

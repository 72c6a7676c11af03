"""The sheets of the Othello workbook that differ from those of Scrabble, without Arbitre; the bracket on Finales."""

from __future__ import annotations

import re
from collections.abc import Sequence

import award_sheets
from derived_sheets import SMALL, WALL_HEADER, cross_table, newspaper, short_title, wall
from entry_sheets import ENTRY, FADED, ITALIC, ROUND_BAND, absence_help, player_rules
from theme import (
    ACCENT,
    ACCENT_PALE,
    ACCENT_TAB,
    BLACK_ALONE,
    CREAM,
    EXEMPT_TEXT,
    FIRST,
    FRENCH_NUMBER,
    GREY,
    HEADER_ROW,
    INK,
    LAST,
    NO_NUMBER,
    NO_TEXT,
    RED,
    RULE,
    TEXT,
    Book,
    Column,
    Layer,
    Props,
    banding,
    between,
    centred,
    computed,
    explain,
    number,
    one_of,
    page,
    refuse,
    text,
    waiting,
)
from xlsxwriter.utility import xl_col_to_name, xl_range, xl_rowcol_to_cell
from xlsxwriter.worksheet import Worksheet

from tournament_xl.games.othello import finals as bracket
from tournament_xl.games.othello import schema
from tournament_xl.games.othello.rules import finals as rules
from tournament_xl.games.othello.rules.model import ENDS
from tournament_xl.games.othello.rules.results import BOARD
from tournament_xl.messages.othello_sheets import FINALS_INSTRUCTION, FINALS_NOTES, standings_legend
from tournament_xl.messages.sheets import BRACKET, FINALS_SHEET
from tournament_xl.workbook import schema as shared
from tournament_xl.workbook.typed_columns import HIGHEST_COTE

BLACK = {"bg_color": "#16191A", "font_color": "#FFFFFF"}  # headers of Black's columns
WHITE = {"bg_color": "#FFFFFF", "font_color": INK, "border": 1, "border_color": "#16191A"}
WHOLE, HALVES = "0", "0.0"  # discs: halves in some imported tournaments only
BRACKET_COLUMN = 14  # Finales, from 0
FINALS_SCALE, FINALS_ROW = 95, 23  # percent; points: the games on a page, the bracket over the whole next one
THIN = 1
BRACKET_WIDTHS = (36, 8, 3, 3)  # of a round of the bracket: name, score, two halves of a line to the next
NAME_IN_BOX: Props = {"font_size": 17, "num_format": TEXT, "shrink": True, "indent": 1}
SCORE_IN_BOX: Props = {"font_size": 17, "align": "center"}
CHOICES = 11  # Finales: column of what is played, from 0


def joueurs(book: Book) -> None:
    """Draw the players: a row each; grey columns are the program's."""
    sheet = book.sheet(shared.PLAYERS, ACCENT)
    columns = (
        computed(centred(9)),
        text(27, bold=True),
        text(19),
        centred(9, num_format=TEXT),
        text(27),
        number(9),
        centred(10, num_format=TEXT),
        centred(9, num_format=TEXT),
        computed(Column(9, "right", {"num_format": '0 "€"', "indent": 1}, {"indent": 1})),
        text(14),
        text(30),
    )
    subtitle = "Une ligne par joueur. N° : le numéro mondial si on l'a, sinon vide. Colonnes grises : le programme."
    book.titles(sheet, "Joueurs", subtitle)
    book.event(sheet, 2, 10, size=11)
    book.table(sheet, schema.COLUMNS[shared.PLAYERS], columns, header_height=33)
    page(sheet, landscape=True, footer=12)  # with the organiser's own columns
    sheet.ignore_errors({"number_stored_as_text": f"D{FIRST}:K{LAST}"})
    sheet.set_selection("B5")
    player_rules(book, sheet, absences="J", last="K", lowest=-HIGHEST_COTE)
    message = "Écrivez oui, ou laissez vide. Ces deux colonnes servent aux droits d'un Grand Prix A."
    refuse(sheet, f"G{FIRST}:H{LAST}", "oui ou vide", message, **one_of("oui"))
    absence_help(sheet, "J")


def resultats(book: Book) -> None:
    """Draw the results: the cursor goes to Black's discs, White's discs, next table."""
    sheet = book.sheet(shared.RESULTS, ACCENT, row_height=22.5)
    columns = (
        centred(6.5, **ENTRY),
        centred(6.5, bold=True, **ENTRY),
        centred(8, **FADED),
        Column(33, "left", text(33, text_wrap=True, **ENTRY).look, BLACK | {"indent": 1}),
        Column(9, "center", {"num_format": WHOLE} | ENTRY, BLACK),
        Column(9, "center", {"num_format": WHOLE} | ENTRY, WHITE),
        Column(33, "left", text(33, text_wrap=True, **ENTRY).look, WHITE | {"indent": 1}),
        centred(8, **FADED),
        centred(6.5, num_format=TEXT, **ENTRY),
        centred(6.5, num_format=TEXT, **ENTRY),
        text(96, font_size=8, text_wrap=True, font_color="#4A4F4D"),
    )
    book.table(sheet, schema.COLUMNS[shared.RESULTS], columns, header_height=33)
    book.titles(sheet, "Résultats", "")
    book.event(sheet, 3, 9)
    hint = (
        "Saisir les pions du plateau (cases jaunes) : les cases vides reviennent au vainqueur toutes seules. "
        "Fin : codes sur la feuille Arbitre."
    )
    book.hint(sheet, len(columns) - 1, hint)
    page(sheet, "A:J", footer=12)
    sheet.ignore_errors({"number_stored_as_text": f"A{FIRST}:K{LAST}"})
    sheet.set_selection("E5")
    content = 'OR($A5<>"",$C5<>"",$H5<>"")'
    bands: list[Layer] = [('AND($A5<>"",$A5<>$A4)', ROUND_BAND), *banding(content)]
    _game_rules(book, sheet, content, "A I:K", bands, black_alone=True)
    _validations(sheet)
    book.written_names(sheet, "DGK", schema.COLUMNS[shared.RESULTS])


def finales(book: Book) -> None:
    """Draw play-off, semi-finals, third place, final; on the right what is to be played."""
    sheet = book.sheet(shared.FINALS, ACCENT_TAB, row_height=FINALS_ROW)
    book.titles(sheet, FINALS_SHEET, FINALS_INSTRUCTION)
    columns = (
        text(22, bold=True),
        centred(7),
        centred(6, **FADED),
        Column(31, "left", text(31, text_wrap=True).look, BLACK | {"indent": 1}),
        Column(7, "center", {"num_format": WHOLE}, BLACK),
        Column(7, "center", {"num_format": WHOLE}, WHITE),
        Column(31, "left", text(31, text_wrap=True).look, WHITE | {"indent": 1}),
        centred(6, **FADED),
        centred(6, num_format=TEXT),
        centred(6, num_format=TEXT),
    )
    book.table(sheet, schema.COLUMNS[shared.FINALS], columns, header_height=33)
    _draw_bracket(book, sheet, BRACKET_COLUMN)
    page(sheet, landscape=True, fit=False)
    sheet.set_print_scale(FINALS_SCALE)
    book.print_areas(sheet, "A:J", _bracket_columns())  # not the choices between them
    sheet.ignore_errors({"number_stored_as_text": f"A{FIRST}:J{LAST}"})
    sheet.set_column("K:K", 1)
    sheet.set_column("N:N", 5)
    sheet.set_column("L:L", 30, book.look(font_size=10))
    sheet.set_column("M:M", 7, book.look(align="center"))
    head = book.look(bg_color=ACCENT, font_color=CREAM, bold=True)
    sheet.write_string("L4", "Ce qui se joue", head)
    sheet.write_string("M4", "", head)
    rule = {"bottom": 1, "bottom_color": RULE}
    for row, (label, choices) in enumerate(
        ((setting.name, setting.choices) for setting in schema.FINAL_CHOICES), start=4
    ):
        sheet.write_string(row, CHOICES, label, book.look(font_size=10, indent=1, **rule))
        sheet.write_blank(row, CHOICES + 1, None, book.look(align="center", bg_color=CREAM, num_format=TEXT, **rule))
        message = f"Écrivez {' ou '.join(choices)}, ou laissez vide : ce match ne se joue pas."
        refuse(sheet, xl_rowcol_to_cell(row, CHOICES + 1), label, message, **one_of(*choices))
    for row, line in enumerate(FINALS_NOTES, start=4 + bracket.NOTES_BELOW):
        sheet.write_string(row, CHOICES, line, book.look(font_size=9, font_color=GREY, indent=1))
    content = "COUNTA($A5:$H5)>0"
    _game_rules(book, sheet, content, "A I:J", [("$A5<>$A4", ROUND_BAND), *banding(content)])
    _validations(sheet)
    book.written_names(sheet, "DG", schema.COLUMNS[shared.FINALS])


def _game_rules(
    book: Book, sheet: Worksheet, content: str, others: str, bands: list[Layer], *, black_alone: bool = False
) -> None:
    """Set the rules of columns B to I of a row that is a game: who won, what must be typed, what cannot be.

    The setting `BLACK_ALONE` counts on a sheet where an action fills in White's discs (`black_alone`).
    """
    bye: Layer = ('OR(TRIM($C5)="BIP",TRIM($H5)="BIP")', ITALIC)
    fin = "TRIM($I5)"
    nobody = f'OR({fin}="FNB",{fin}="PNB",LEFT({fin})="G")'
    for column, sign, loser, given_board in (("D", ">", "B", "GN"), ("G", "<", "N", "GB")):
        board = f'AND({fin}="",COUNT($E5:$F5)=2,$E5{sign}$F5)'
        won = f'AND({content},OR({board},{fin}="{given_board}",AND(MID({fin},2,1)="{loser}",NOT({nobody}))))'
        bye_number = "H" if column == "G" else "C"
        exempt: Layer = (f'TRIM(${bye_number}5)="BIP"', ITALIC | {"num_format": EXEMPT_TEXT})
        book.rules(sheet, column, content, [exempt, bye, (won, {"bold": True})], bands)
        nobody_there: Layer = (exempt[0], {"num_format": NO_TEXT})
        book.rules(sheet, bye_number, content, [nobody_there, bye], bands)
    book.rules(sheet, "B", content, [(bye[0], ITALIC | {"num_format": NO_NUMBER})], bands)
    numbers = f'$C5<>"",$H5<>"",NOT({bye[0]})'
    needs_discs = f'OR({fin}="",{fin}="TN",{fin}="TB",LEFT({fin})="G")'
    wrong = "OR(2*E5<>INT(2*E5),E5<0,E5>64,SUM($E5:$F5)>64)"
    bad: Layer = (f'AND(E5<>"",IF(ISNUMBER(E5),{wrong},1))', {"font_color": RED, "bold": True})
    half: Layer = ("AND(ISNUMBER(E5),E5<>INT(E5))", {"num_format": HALVES})
    for column in "EF":
        both = f',TRIM({BLACK_ALONE})=""' if column == "F" and black_alone else ""
        missing = waiting(f'AND({column}5="",{numbers},{needs_discs}{both})')
        layers = [(re.sub(r"(?<!\$)\bE5", f"{column}5", formula), look) for formula, look in (bad, half)]
        book.rules(sheet, column, content, [layers[0], *missing, bye, layers[1]], bands)
    book.rules(sheet, others, content, [bye], bands)


def _validations(sheet: Worksheet) -> None:
    """Set the rules of discs, of how the game ended, and of whether it is rated."""
    message = (
        "Un nombre de pions va de 0 à 64, et les deux ensemble font 64 au plus. Forfait, abandon, temps : laissez vide "
        "et remplissez la colonne Fin."
    )
    refuse(sheet, f"E{FIRST}:F{LAST}", "Pions", message, **between("decimal", 0, BOARD))
    ways = (
        "N = Noir, B = Blanc. TN, TB : tombé au temps ; AN, AB : abandonne ; FN, FB : forfait. Tous les codes : "
        "feuille Arbitre. Sinon laissez vide."
    )
    explain(sheet, "I", "Fin", ways, *sorted(ENDS - {""}))
    message = "Écrivez oui pour une partie à ne pas compter au classement Elo, ou rien."
    refuse(sheet, f"J{FIRST}:J{LAST}", "oui ou vide", message, **one_of("oui"))


def _draw_bracket(book: Book, sheet: Worksheet, column: int) -> None:
    """Draw boxes and lines from the title in row 1 and `column` (from 0) on."""
    for offset in range(bracket.WIDTH):
        sheet.set_column(column + offset, column + offset, BRACKET_WIDTHS[offset % 4], book.look())
    sheet.write_string(0, column, BRACKET, book.look(font_size=18, bold=True, font_color=ACCENT, num_format=TEXT))
    sheet.write_blank(1, column, None, book.look(font_color=GREY, num_format=TEXT))
    caption = book.look(font_color=GREY, font_size=11, num_format=TEXT)
    for stage, (down, right) in bracket.BRACKET_CELLS.items():
        sheet.write_blank(down - 1, column + right, None, caption)
        _box(book, sheet, down, column + right, _next_names(stage, column))
        sheet.write_blank(down + 2, column + right, None, caption)
    row, right = bracket.WINNER
    winner = column + right
    sheet.write_blank(row - 1, winner, None, caption)
    look = book.look(bold=True, font_size=18, num_format=TEXT, align="center", shrink=True)
    sheet.merge_range(row, winner, row + 1, winner, "", look)
    due = f'{xl_rowcol_to_cell(row - 1, winner, row_abs=True, col_abs=True)}<>""'
    book.when(sheet, xl_range(row, winner, row + 1, winner), due, border=THIN, bg_color=ACCENT_PALE)
    book.when(sheet, xl_range(row, winner - 2, row, winner - 1), due, bottom=THIN)
    _lines(book, sheet, column)


def _bracket_columns() -> str:
    first, last = (xl_col_to_name(BRACKET_COLUMN + offset) for offset in (0, bracket.WIDTH - 1))
    return f"{first}:{last}"


def _next_names(stage: str, column: int) -> Sequence[str]:
    """Return the cells where the winner of a match stands next; none for the match for third place and the play-off."""
    (top, right), count = (bracket.WINNER, 1) if stage == rules.FINAL else (bracket.BRACKET_CELLS[rules.FINAL], 2)
    if stage not in (rules.SEMI_1, rules.SEMI_2, rules.FINAL):
        return ()
    return [xl_rowcol_to_cell(top + down, column + right, row_abs=True, col_abs=True) for down in range(count)]


def _box(book: Book, sheet: Worksheet, row: int, left: int, next_names: Sequence[str]) -> None:
    """Draw two names with a score each, seen once the match has its title; the winner is bold.

    He has the higher score, or stands in one of the cells `next_names`: equal games are decided by discs.
    """
    title = xl_rowcol_to_cell(row - 1, left, row_abs=True, col_abs=True)
    for down in (row, row + 1):
        for box_column, look in ((left, NAME_IN_BOX), (left + 1, SCORE_IN_BOX)):
            sheet.write_blank(down, box_column, None, book.look(**look))
        name, score, other_score = (
            xl_rowcol_to_cell(*cell, row_abs=True, col_abs=True)
            for cell in ((down, left), (down, left + 1), (2 * row + 1 - down, left + 1))
        )
        is_next = "".join(f",{name}={cell}" for cell in next_names)
        won = f'AND({name}<>"",ISNUMBER({score}),OR({score}>{other_score}{is_next}))'
        for criteria, more in ((won, {"bold": True}), (f'{title}<>""', {})):
            book.when(sheet, xl_range(down, left, down, left + 1), criteria, border=THIN, **more)


def _lines(book: Book, sheet: Worksheet, column: int) -> None:
    """Draw lines from the middles of the semi-finals, where they are played, to the middle of the final."""
    (top, left), (low, _), (middle, _) = (
        bracket.BRACKET_CELLS[stage] for stage in (rules.SEMI_1, rules.SEMI_2, rules.FINAL)
    )
    line_column = column + left + 2
    due = f'{xl_rowcol_to_cell(top - 1, column + left, row_abs=True, col_abs=True)}<>""'
    for first, last, across, sides in (
        (top, top, 0, {"bottom": THIN}),
        (top + 1, low - 1, 0, {"right": THIN}),
        (low, low, 0, {"right": THIN, "bottom": THIN}),
        (middle, middle, 1, {"bottom": THIN}),
    ):
        book.when(sheet, xl_range(first, line_column + across, last, line_column + across), due, **sides)


def appariements(book: Book) -> None:
    """Draw Black's and White's columns for the wall, under a black and a white header."""
    headers = schema.COLUMNS[shared.PAIRINGS]
    sheet = wall(book, headers)
    green: Props = {"bg_color": ACCENT, "font_color": CREAM}
    looks = (green, BLACK, BLACK, WHITE, WHITE, green)
    for index, (header, look) in enumerate(zip(headers[1:], looks, strict=True), start=1):
        side = {"Noir": "right", "Blanc": "left"}.get(header)
        align: Props = {"align": side, "indent": 1} if side else short_title(header)
        sheet.write_string(HEADER_ROW - 1, index, header, book.look(bold=True, **WALL_HEADER | look | align))


def classement(book: Book) -> None:
    """Draw place, name, country, then the results and the move since the last round, as newspapers do."""
    fraction = {"num_format": FRENCH_NUMBER, "indent": 1}
    last = (
        Column(8, "right", fraction | {"bold": True}, {"indent": 1}),
        Column(11, "right", fraction, {"indent": 1}),
        Column(7.5, "right", {"num_format": "0", "indent": 1}, {"indent": 1}),
    )
    legend = standings_legend("0", real_discs=False).splitlines()  # an action writes that of the tournament
    newspaper(
        book, schema.COLUMNS[shared.STANDINGS], centred(9, num_format=TEXT, font_size=11, shrink=True), last, legend
    )


def grille(book: Book) -> None:
    """Draw the cross table: "● +44" over "5. Durand" says Black, won, discs, opponent and his place."""
    fraction = {"num_format": FRENCH_NUMBER, "indent": 1} | SMALL
    figures = (
        Column(8, "right", fraction | {"bold": True}, {"indent": 1}),
        Column(10, "right", fraction, {"indent": 1}),
    )
    legend = (
        "● Noir, ○ Blanc · +44 : gagné, 44 pions · − perdu · = nul · F forfait · abs., parti : 0 point, 0 pion · "
        "dessous, l'adversaire"
    )
    cross_table(book, schema.COLUMNS[shared.GRID], figures, legend, sign_at=3)


def equipes(book: Book) -> None:
    """Draw teams by country, with half points."""
    award_sheets.equipes(book, FRENCH_NUMBER)

"""The sheets people type in: Joueurs, Résultats, Tables, Finales."""

from __future__ import annotations

from theme import (
    ACCENT,
    ACCENT_TAB,
    FIRST,
    GREY,
    GREY_HEAD,
    INTEGER,
    LAST,
    RED,
    TEXT,
    WAITING,
    Book,
    Column,
    Layer,
    banding,
    centred,
    computed,
    number,
    page,
    text,
)
from xlsxwriter.worksheet import Worksheet

from tournament_xl.scrabble.tables import BUILT_IN
from tournament_xl.workbook import labels

FINALS_COLUMNS = ("Match", "Ronde", "N° 1", "Joueur 1", "Score 1", "Score 2", "Joueur 2", "N° 2", "Forfait")
LOWEST_SCORE, HIGHEST_SCORE = -500, 2000
FADED = {"font_color": GREY}
FADED_ITALIC = {"font_color": GREY, "italic": True}
ROUND_LINE = {"bottom": 1, "bottom_color": ACCENT}  # under the last line of a round


def joueurs(book: Book) -> None:
    """The players: one row each; grey columns are the program's."""
    sheet = book.sheet(labels.PLAYERS, ACCENT)
    columns = (
        computed(centred(6)), text(29, bold=True), text(20), text(13), text(29), number(9),
        centred(11, num_format=TEXT), computed(centred(8)), text(14), text(34),
    )
    book.titles(sheet, "Joueurs", "Une ligne par joueur. Sans cote : d'après la série duplicate (S, 1A … 7D), "
                                  "sinon 1000. Colonnes grises : remplies par le programme.")
    book.table(sheet, labels.SCRABBLE_COLUMNS[labels.PLAYERS], columns, header_height=33)
    page(sheet, "A:J", landscape=True)
    sheet.ignore_errors({"number_stored_as_text": f"D{FIRST}:J{LAST}"})
    sheet.set_selection("B5")
    _player_rules(book, sheet)
    _player_validations(sheet)


def _player_rules(book: Book, sheet: Worksheet) -> None:
    content = "COUNTA($A5:$J5)>0"
    left = 'OR(RIGHT(TRIM($I5),1)="-",RIGHT(TRIM($I5),1)="–")'
    nameless = f'AND(TRIM($B5)="",OR({content},AND(COUNT($A${FIRST}:$A${LAST})=0,TRIM($B4)<>"")))'
    gone: Layer = (f"AND({content},{left})", FADED_ITALIC)
    book.rules(sheet, "B", content, [(nameless, WAITING), gone], banding(content))
    book.rules(sheet, "A C:J", content, [gone], banding(content))


def _player_validations(sheet: Worksheet) -> None:
    sheet.data_validation(f"F{FIRST}:F{LAST}", {
        "validate": "decimal", "criteria": "between", "minimum": 0, "maximum": 5000, "error_title": "Cote",
        "error_message": "La cote est un nombre de 0 à 5000. Laissez vide si le joueur n'en a pas."})
    sheet.data_validation(f"G{FIRST}:G{LAST}", {
        "validate": "any", "input_title": "Série duplicate",
        "input_message": "S, 1A … 7D. Sert seulement si la cote est vide."})
    sheet.data_validation(f"I{FIRST}:I{LAST}", {
        "validate": "any", "input_title": "Absences (rondes non jouées)",
        "input_message": "3\n3, 5\n2-4\n4-  : parti après la ronde 3\n1-2 : arrive à la ronde 3"})


def resultats(book: Book) -> None:
    """The results: the cursor walks score 1, score 2, next table."""
    sheet = book.sheet(labels.RESULTS, ACCENT)
    quiet = Column(8.3, "center", {"num_format": INTEGER}, {"bg_color": GREY_HEAD, "bold": False})
    columns = (
        centred(7), centred(7, bold=True), centred(6, **FADED), text(34, shrink=True), number(9.5), number(9.5),
        text(34, shrink=True), centred(6, **FADED), centred(9, num_format=TEXT), *(4 * (quiet,)),
        text(46, font_size=9, **FADED),
    )
    book.titles(sheet, "Résultats", "Saisir Score 1 et Score 2 (cases jaunes). Forfait : 1, 2 ou 1+2 = qui ne joue "
                                    "pas. Colonnes b et c : 2e et 3e manches seulement.")
    book.table(sheet, labels.SCRABBLE_COLUMNS[labels.RESULTS], columns)
    page(sheet, "A:N", landscape=True)
    sheet.ignore_errors({"number_stored_as_text": f"A{FIRST}:N{LAST}"})
    sheet.set_selection("E5")
    _result_rules(book, sheet)
    _score_validation(sheet, f"E{FIRST}:F{LAST} J{FIRST}:M{LAST}")
    _forfeit_validation(sheet, "I")


def _impossible(cell: str) -> str:
    """A condition: text, or a number that no score can be."""
    wrong = f"OR({cell}<>INT({cell}),{cell}<{LOWEST_SCORE},{cell}>{HIGHEST_SCORE})"
    return f'AND({cell}<>"",IF(ISNUMBER({cell}),{wrong},TRUE))'


def _won(one: bool) -> str:
    """A condition: the first (or second) player has won more games, both scores of the first game being there."""
    more, less = "><" if one else "<>"
    games = "+".join(f"(${a}5{more}${b}5)" for a, b in ("EF", "JK", "LM"))
    lost = "+".join(f"(${a}5{less}${b}5)" for a, b in ("EF", "JK", "LM"))
    return f"AND(COUNT($E5:$F5)=2,{games}>{lost})"


def _result_rules(book: Book, sheet: Worksheet) -> None:
    content = 'OR($A5<>"",$C5<>"",$H5<>"")'
    bye: Layer = ('OR(TRIM($C5)="X",TRIM($H5)="X")', FADED_ITALIC)
    older: Layer = (f'AND($A5<>"",$A5<MAX($A${FIRST}:$A${LAST}))', FADED)
    line: list[Layer] = [('AND($A5<>"",$A5<>$A6)', ROUND_LINE)]
    bad: Layer = (_impossible("E5"), {"font_color": RED, "bold": True})
    missing: Layer = ('AND(E5="",$C5<>"",$H5<>"",TRIM($C5)<>"X",TRIM($H5)<>"X",TRIM($I5)="")', WAITING)
    for column, one in (("D", True), ("G", False)):
        winner = _won(one)
        forfeit = f'AND(TRIM($I5)="{2 if one else 1}")'
        won = f"AND(OR({winner},{forfeit}),{content})"
        faded_winner: Layer = (f"AND({won},{older[0]})", FADED | {"bold": True})
        book.rules(sheet, column, content, [bye, faded_winner, (won, {"bold": True}), older], line)
    book.rules(sheet, "E:F", content, [bad, missing, bye, older], line)
    book.rules(sheet, "J:M", content, [(_impossible("J5"), bad[1]), bye, older], line)
    book.rules(sheet, "A:C H:I N", content, [bye, older], line)


def _score_validation(sheet: Worksheet, areas: str) -> None:
    first, *others = areas.split()
    sheet.data_validation(first, {
        "validate": "integer", "criteria": "between", "minimum": LOWEST_SCORE, "maximum": HIGHEST_SCORE,
        "other_cells": [_corners(area) for area in others], "error_title": "Score",
        "error_message": "Un score est un nombre entier de −500 à 2000. Si un joueur n'a pas joué, laissez les scores "
                         "vides et remplissez la colonne Forfait."})


def _forfeit_validation(sheet: Worksheet, column: str) -> None:
    sheet.data_validation(f"{column}{FIRST}:{column}{LAST}", {
        "validate": "list", "source": ["1", "2", "1+2"], "error_title": "Forfait",
        "error_message": "1 : le joueur 1 ne joue pas ; 2 : le joueur 2 ; 1+2 : aucun des deux. Sinon laissez vide."})


def _corners(area: str) -> list[int]:
    """ "J5:M2000" -> first row, first column, last row, last column, counted from 0 (one letter columns)."""
    first, last = area.split(":")
    return [int(first[1:]) - 1, ord(first[0]) - 65, int(last[1:]) - 1, ord(last[0]) - 65]


def tables(book: Book) -> None:
    """The fixed pairing tables for 8 to 16 players, ready to be edited."""
    sheet = book.sheet(labels.TABLES, ACCENT_TAB)
    book.titles(sheet, "Tables d'appariement", "Premières rondes jusqu'à 16 joueurs (siège = rang initial). "
                                               "Modifiables avant le premier appariement.")
    columns = (centred(11), centred(11), centred(11), centred(11))
    book.table(sheet, labels.SCRABBLE_COLUMNS[labels.TABLES], columns)
    lines = [(players, round_, *pair) for players, rounds in sorted(BUILT_IN.items())
             for round_, pairs in enumerate(rounds, start=1) for pair in pairs]
    for row, line in enumerate(lines, start=FIRST - 1):
        sheet.write_row(row, 0, line)
    page(sheet, "A:H")
    content = '$A5<>""'
    book.rules(sheet, "A:D", content, (), [
        (f"AND({content},$A5<>$A6)", ROUND_LINE), (f"AND({content},$B5<>$B6)", {"bottom": 1, "bottom_color": GREY})])


def finales(book: Book) -> None:
    """The deciding games of the formula Open."""
    sheet = book.sheet(labels.FINALS, ACCENT_TAB)
    book.titles(sheet, "Finales", "Formule Open : la partie décisive, après la dernière ronde. Saisir les deux scores.")
    columns = (
        text(22, bold=True), centred(8), centred(7, **FADED), text(34, shrink=True), number(9.5), number(9.5),
        text(34, shrink=True), centred(7, **FADED), centred(9, num_format=TEXT),
    )
    book.table(sheet, FINALS_COLUMNS, columns)
    page(sheet, "A:I", landscape=True)
    sheet.ignore_errors({"number_stored_as_text": f"A{FIRST}:I{LAST}"})
    content = "COUNTA($A5:$H5)>0"
    bad: Layer = (_impossible("E5"), {"font_color": RED, "bold": True})
    missing: Layer = ('AND(E5="",$C5<>"",$H5<>"",TRIM($I5)="")', WAITING)
    for column, more, loser in (("D", ">", 2), ("G", "<", 1)):
        won = f'OR(AND(COUNT($E5:$F5)=2,$E5{more}$F5),TRIM($I5)="{loser}")'
        book.rules(sheet, column, content, [(won, {"bold": True})])
    book.rules(sheet, "E:F", content, [bad, missing])
    book.rules(sheet, "A:C H:I", content)
    _score_validation(sheet, f"E{FIRST}:F{LAST}")
    _forfeit_validation(sheet, "I")

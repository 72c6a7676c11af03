"""The sheets people type in: Joueurs, Résultats, Tables, Finales; what those of Othello have in common with them."""

from __future__ import annotations

from theme import (
    ACCENT,
    ACCENT_TAB,
    BAND,
    EXEMPT_TEXT,
    FILL_ME,
    FIRST,
    GREY,
    GREY_HEAD,
    HEADER_ROW,
    INTEGER,
    LAST,
    NO_NUMBER,
    NO_TEXT,
    RED,
    TEXT,
    TWO_GAMES,
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
    page,
    refuse,
    text,
    waiting,
)
from xlsxwriter.worksheet import Worksheet

from tournament_xl.games.scrabble import schema as scrabble
from tournament_xl.games.scrabble.rules.scoring import HIGHEST_SCORE, LOWEST_SCORE
from tournament_xl.games.scrabble.rules.tables import BUILT_IN
from tournament_xl.workbook import schema
from tournament_xl.workbook.typed_columns import HIGHEST_COTE

FADED = {"font_color": GREY}
ITALIC: Props = {"italic": True}
FADED_ITALIC = {"font_color": GREY} | ITALIC
ENTRY = {"font_size": 12}
ROUND_BAND = {"bg_color": "#D5E3DC"}  # first row of a round


def joueurs(book: Book) -> None:
    """Draw the players: a row each; grey columns are the program's."""
    sheet = book.sheet(schema.PLAYERS, ACCENT)
    columns = (
        computed(centred(6)),
        text(29, bold=True),
        text(20),
        text(13),
        text(29),
        number(9),
        centred(11, num_format=TEXT),
        computed(centred(8)),
        text(14),
        text(34),
        computed(number(9)),
    )
    subtitle = (
        "Une ligne par joueur. Sans cote : d'après la série duplicate (S, 1A … 7D), sinon 1000. Colonnes grises : "
        "remplies par le programme."
    )
    book.titles(sheet, "Joueurs", subtitle)
    book.event(sheet, 2, 10, size=11)
    book.table(sheet, (*scrabble.COLUMNS[schema.PLAYERS], scrabble.USED_COTE), columns, header_height=33)
    page(sheet, landscape=True, footer=12)  # with the organiser's own columns
    sheet.ignore_errors({"number_stored_as_text": f"D{FIRST}:J{LAST}"})
    sheet.set_selection("B5")
    player_rules(book, sheet, absences="I", last="K")
    explain(sheet, "G", "Série duplicate", "S, 1A … 7D. Sert seulement si la cote est vide.")
    absence_help(sheet, "I")


def player_rules(book: Book, sheet: Worksheet, *, absences: str, last: str, lowest: int = 0) -> None:
    """Joueurs: a row without a name asks for it, one who has left is faint; columns A to `last`, that of `absences`;
    cotes from `lowest` on.
    """
    content = f"COUNTA($A5:${last}5)>0"
    text = f"TRIM(${absences}5)"
    left = f'OR(RIGHT({text},1)="-",RIGHT({text},1)="–",LEFT({text},4)="dès ",LEFT({text},11)="à partir de")'
    nameless = f'AND(TRIM($B5)="",OR({content},AND(COUNT($A${FIRST}:$A${LAST})=0,TRIM($B4)<>"")))'
    gone: Layer = (f"AND({content},{left})", FADED_ITALIC)
    book.rules(sheet, "B", content, [(nameless, {"bg_color": FILL_ME}), gone], banding(content))
    book.rules(sheet, f"A C:{last}", content, [gone], banding(content))
    named = f'AND({content},L${HEADER_ROW}<>"")'
    book.rules(sheet, "L:Q", named, [gone], banding(named))
    _own_columns(book, sheet)
    message = f"La cote est un nombre de {lowest} à {HIGHEST_COTE}. Laissez vide si le joueur n'en a pas."
    refuse(sheet, f"F{FIRST}:F{LAST}", "Cote", message, **between("decimal", lowest, HIGHEST_COTE))


def _own_columns(book: Book, sheet: Worksheet) -> None:
    """Make columns of a list's or the organiser's own (Catégorie, Dernier tournoi) look like the others once named."""
    sheet.set_column("L:Q", 13, book.look(align="left", indent=1))
    for column in range(ord("L") - ord("A"), ord("Q") - ord("A") + 1):
        sheet.write_blank(HEADER_ROW - 1, column, None, book.look(align="left", indent=1, text_wrap=True))
    book.header_when_named(sheet, "L", "Q")


def absence_help(sheet: Worksheet, column: str) -> None:
    """Show the ways of writing absences next to the cell."""
    ways = "3\n3, 5 ou 3 et 5\n2-4 ou 2 à 4\n4- ou dès 4 : parti après la ronde 3\n1-2 : arrive à la ronde 3"
    explain(sheet, column, "Absences (rondes non jouées)", ways)


def resultats(book: Book) -> None:
    """Draw the results: the cursor goes to score 1, score 2, next table; two lines of small print hold the longest
    reason.
    """
    sheet = book.sheet(schema.RESULTS, ACCENT, row_height=22.5)
    quiet = Column(5, "center", {"num_format": INTEGER} | ENTRY, {"bg_color": GREY_HEAD, "bold": False})
    columns = (
        centred(6, **ENTRY),
        centred(6, bold=True, **ENTRY),
        centred(5, **FADED),
        text(33, text_wrap=True, **ENTRY),
        number(8, **ENTRY),
        number(8, **ENTRY),
        text(33, text_wrap=True, **ENTRY),
        centred(5, **FADED),
        centred(9, num_format=TEXT, shrink=True, **ENTRY),
        *(4 * (quiet,)),
        text(80, font_size=8, text_wrap=True, font_color="#4A4F4D"),
    )
    book.table(sheet, scrabble.COLUMNS[schema.RESULTS], columns, header_height=33)
    book.titles(sheet, "Résultats", "")
    book.event(sheet, 3, 8)
    hint = (
        "Saisir Score 1 et Score 2 (cases jaunes). Forfait : 1, 2 ou 1+2 = qui ne joue pas. Rondes jouées : repliées, "
        "[+] à gauche."
    )
    book.hint(sheet, len(columns) - 1, hint)
    page(sheet, "A:M", footer=12)
    sheet.ignore_errors({"number_stored_as_text": f"A{FIRST}:N{LAST}"})
    sheet.set_selection("E5")
    _result_rules(book, sheet)
    _typing(sheet, f"E{FIRST}:F{LAST} J{FIRST}:M{LAST}", "I")
    book.written_names(sheet, "DGN", scrabble.COLUMNS[schema.RESULTS])


def _impossible(cell: str) -> str:
    """Return a condition: text, or a number that no score can be."""
    wrong = f"OR({cell}<>INT({cell}),{cell}<{LOWEST_SCORE},{cell}>{HIGHEST_SCORE})"
    return f'AND({cell}<>"",IF(ISNUMBER({cell}),{wrong},1))'


def _two_wins_needed() -> str:
    """Return a condition: the row's match goes to two winning games, by the setting or as others of its round."""
    setting = TWO_GAMES["cell"]
    listed = f"AND($A5>={TWO_GAMES['first']},$A5<={TWO_GAMES['last']})"
    listed_once = f'COUNTIFS($A${FIRST}:$A${LAST},$A5,$J${FIRST}:$J${LAST},">-9999")>0'
    return f'AND(TRIM({setting})<>"",TRIM({setting})<>"1",OR(ISERROR(FIND(":",{setting})),{listed},{listed_once}))'


def _wins(for_first: bool) -> str:
    """Count the games won by the first (or second) player, of those with both scores."""
    sign = ">" if for_first else "<"
    return "+".join(f"(COUNT(${a}5:${b}5)=2)*(${a}5{sign}${b}5)" for a, b in ("EF", "JK", "LM"))


def _won(for_first: bool) -> str:
    """Return a condition: the first (or second) player has won the match, by the games or by a forfeit."""
    own, opposing = _wins(for_first), _wins(not for_first)
    over = f"OR(NOT({_two_wins_needed()}),{own}>=2,COUNT($E5:$F5,$J5:$M5)=6)"
    return f'OR(AND(COUNT($E5:$F5)=2,{own}>{opposing},{over}),TRIM($I5)="{2 if for_first else 1}")'


def _result_rules(book: Book, sheet: Worksheet) -> None:
    content = 'OR($A5<>"",$C5<>"",$H5<>"")'
    bye: Layer = ('OR(TRIM($C5)="X",TRIM($H5)="X")', ITALIC)
    bands: list[Layer] = [('AND($A5<>"",$A5<>$A4)', ROUND_BAND), *banding(content)]
    for column, for_first in (("D", True), ("G", False)):
        won = f"AND({_won(for_first)},{content})"
        exempt: Layer = ('TRIM($H5)="X"', ITALIC | {"num_format": EXEMPT_TEXT})
        book.rules(sheet, column, content, [*(() if for_first else [exempt]), bye, (won, {"bold": True})], bands)
    playing = '$C5<>"",$H5<>"",TRIM($C5)<>"X",TRIM($H5)<>"X",TRIM($I5)=""'
    second = f"COUNT($E5:$F5)=2,{_two_wins_needed()}"
    third = f"COUNT($J5:$K5)=2,{_wins(True)}<2,{_wins(False)}<2,{second}"
    for columns, more in (("E:F", ""), ("J:K", f",{second}"), ("L:M", f",{third}")):
        cell = f"{columns[0]}5"
        bad: Layer = (_impossible(cell), {"font_color": RED, "bold": True})
        missing = waiting(f'AND({cell}="",{playing}{more})')
        book.rules(sheet, columns, content, [bad, *missing, bye], bands)
    book.rules(sheet, "B", content, [(bye[0], ITALIC | {"num_format": NO_NUMBER})], bands)
    book.rules(sheet, "H", content, [(bye[0], {"num_format": NO_TEXT})], bands)
    forfeits: list[Layer] = [
        ('OR(TRIM($I5)="1",TRIM($I5)="2")', {"num_format": '"joueur "0;;;"joueur "@'}),
        ('TRIM($I5)="1+2"', {"num_format": ';;;"joueurs "@'}),
    ]
    book.rules(sheet, "I", content, forfeits, bands)
    book.rules(sheet, "A C N", content, [bye], bands)


def _typing(sheet: Worksheet, areas: str, forfeit: str) -> None:
    """Allow scores in these areas, forfeits in this column."""
    first, *others = areas.split()
    message = (
        "Un score est un nombre entier de −500 à 2000. Si un joueur n'a pas joué, laissez les scores vides et "
        "remplissez la colonne Forfait."
    )
    scores = between("integer", LOWEST_SCORE, HIGHEST_SCORE) | {"other_cells": [_corners(area) for area in others]}
    refuse(sheet, first, "Score", message, **scores)
    ways = "1 : le joueur 1 ne joue pas ; 2 : le joueur 2 ; 1+2 : aucun des deux. Sinon laissez vide."
    explain(sheet, forfeit, "Forfait", ways, "1", "2", "1+2")


def _corners(area: str) -> list[int]:
    """Parse "J5:M2000" into first row, first column, last row, last column, counted from 0 (one letter columns)."""
    first, last = area.split(":")
    return [int(first[1:]) - 1, ord(first[0]) - 65, int(last[1:]) - 1, ord(last[0]) - 65]


def tables(book: Book) -> None:
    """Draw the fixed pairing tables for 8 to 16 players, ready to be edited; hidden, as few people change them."""
    sheet = book.sheet(schema.TABLES, ACCENT_TAB)
    subtitle = "Premières rondes jusqu'à 16 joueurs (siège = rang initial). Modifiables avant le premier appariement."
    book.titles(sheet, "Tables d'appariement", subtitle)
    book.table(sheet, scrabble.COLUMNS[schema.TABLES], [centred(11)] * 4)
    lines = [
        (players, round_, *pair)
        for players, rounds in sorted(BUILT_IN.items())
        for round_, pairs in enumerate(rounds, start=1)
        for pair in pairs
    ]
    for row, line in enumerate(lines, start=FIRST - 1):
        sheet.write_row(row, 0, line)
    page(sheet)
    content = '$A5<>""'
    bands = [(f"AND({content},$A5<>$A4)", ROUND_BAND), (f"AND({content},MOD($B5,2)=0)", {"bg_color": BAND})]
    book.rules(sheet, "A:D", content, (), bands)


def finales(book: Book) -> None:
    """Draw the deciding game of the formula Open; hidden until there is one."""
    sheet = book.sheet(schema.FINALS, ACCENT_TAB, row_height=27)
    subtitle = (
        "Formule Open : si deux joueurs ont gagné tous leurs matchs, une partie décide de la première place. Saisir "
        "les deux scores."
    )
    book.titles(sheet, "Finales", subtitle)
    big = {"font_size": 13}
    columns = (
        text(15, bold=True, **big),
        centred(8),
        centred(7, **FADED),
        text(36, text_wrap=True, **big),
        number(10, **big),
        number(10, **big),
        text(36, text_wrap=True, **big),
        centred(7, **FADED),
        centred(10, num_format=TEXT, **big),
    )
    book.table(sheet, scrabble.COLUMNS[schema.FINALS], columns)
    page(sheet, landscape=True)
    sheet.ignore_errors({"number_stored_as_text": f"A{FIRST}:I{LAST}"})
    content = "COUNTA($A5:$H5)>0"
    bad: Layer = (_impossible("E5"), {"font_color": RED, "bold": True})
    missing = waiting('AND(E5="",$C5<>"",$H5<>"",TRIM($I5)="")')
    for column, more, loser in (("D", ">", 2), ("G", "<", 1)):
        won = f'OR(AND(COUNT($E5:$F5)=2,$E5{more}$F5),TRIM($I5)="{loser}")'
        book.rules(sheet, column, content, [(won, {"bold": True})], banding(content))
    book.rules(sheet, "E:F", content, [bad, *missing], banding(content))
    book.rules(sheet, "A:C H:I", content, (), banding(content))
    _typing(sheet, f"E{FIRST}:F{LAST}", "I")
    book.written_names(sheet, "DG", scrabble.COLUMNS[schema.FINALS])

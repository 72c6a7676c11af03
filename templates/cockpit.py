"""The sheet Tournoi: next step, buttons, state of the tournament on a screen of 1366 x 768; below, the settings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby

from theme import (
    ACCENT,
    ACCENT_PALE,
    AMBER,
    BLACK_ALONE,
    CREAM,
    FILL_ME,
    FRENCH_NUMBER,
    GREY,
    INK,
    RULE,
    TEXT,
    TWO_GAMES,
    Book,
    between,
    one_of,
    page,
    refuse,
)
from xlsxwriter.utility import xl_rowcol_to_cell
from xlsxwriter.worksheet import Worksheet

from tournament_xl.games.othello import schema as othello
from tournament_xl.games.scrabble import schema as scrabble
from tournament_xl.messages.othello_sheets import DEFAULT_TITLE
from tournament_xl.messages.othello_sheets import STEPS as OTHELLO_STEPS
from tournament_xl.messages.sheets import STEPS
from tournament_xl.workbook import schema
from tournament_xl.workbook.settings import Setting

B, C, D, E, F, G, H, LAST = 1, 2, 3, 4, 5, 6, 7, 8  # columns, counted from 0; those of the buttons fit them
WIDTHS = (1.6, 25, 33, 29, 7, 17, 17, 17, 13)  # A to I: 1162 px in Excel, 1290 in LibreOffice
TITLE, SUBTITLE, STATUS, WARNINGS, POINTER, BUTTONS, PANEL, SETTINGS = 0, 1, 3, 4, 6, 7, 11, 19  # rows, from 0
HEIGHTS = {
    0: 28.5, 1: 15, 2: 3.75, 3: 62, 4: 38, 5: 3, 6: 15, 7: 15, 8: 15, 9: 15, 10: 4.5,
    **dict.fromkeys(range(11, 18), 18), 18: 12, 19: 15,
}  # points  # fmt: skip
ROW_HEIGHT = 15  # 20 px: the settings
THREE_LINES = 39  # points: the name of the tournament
SCALE = 83  # percent: columns fill the width, letters print with 9 points


@dataclass(frozen=True, slots=True)
class Game:
    """Texts and settings of the sheet for a game."""

    title: str  # while the tournament has no name
    settings: Sequence[Setting]
    steps: str  # the course of the day
    ratings: bool  # whether they are computed here


WAIT_FOR = ("Nom", "Lieu", "Date de début")  # yellow while empty: no default stands in for these
DATES = ("Date de début", "Date de fin")

SUBTITLE_TEXT = "Lieu · date"
STATUS_TEXT = "Saisissez les joueurs (feuille Joueurs), puis appariez la première ronde."
BUTTON_PLACES = (
    (B, schema.BUTTON_PAIR, "TX_Apparier"),
    (C, schema.BUTTON_UPDATE, "TX_MettreAJour"),
    (D, "Annuler la dernière ronde", "TX_Annuler"),
    (F, schema.BUTTON_RATINGS, "TX_Cotes"),
    (G, "Vérifier le tournoi", "TX_Verifier"),
    (H, schema.BUTTON_SEND, "TX_Envoi"),
    (LAST, "Publier", "TX_Publier"),
)  # column, caption, macro: during the rounds, then at the end; each as wide as its column, under its own pointer
BUTTON_HEIGHT, BUTTON_TOP, GAP = 50, 4, 8  # pixels; top: from the first of their three rows
POINTS_HERE = "▼ à presser"
WHERE = "Pour apparier et tout le reste : onglet Tournoi du ruban (Excel), menu Tournoi (LibreOffice)."
ELSEWHERE = (
    "Sans l'un ni l'autre : ouvrez ce classeur, enregistré et fermé, dans la page tournoi.html (Windows : menu "
    "Démarrer > Tournois > Tournois dans le navigateur)."
)
PANEL_TITLE = "En ce moment"
POINTS = "points"
SCRABBLE = Game(
    title="Tournoi de Scrabble classique",
    settings=scrabble.SETTINGS,
    steps=STEPS,
    ratings=True,
)
OTHELLO = Game(
    title=DEFAULT_TITLE,
    settings=othello.SETTINGS,
    steps=OTHELLO_STEPS,
    ratings=False,
)


def tournoi(book: Book, game: Game) -> None:
    """Draw the whole sheet."""
    sheet = book.sheet(schema.TOURNAMENT, ACCENT, ROW_HEIGHT)
    for column, width in enumerate(WIDTHS):
        sheet.set_column(column, column, width, book.look())
    for row, height in HEIGHTS.items():
        sheet.set_row(row, height)
    _head(book, sheet, game)
    _panel(book, sheet, game)
    groups, last = _settings(book, sheet, game)
    page(sheet, landscape=True, fit=False)
    sheet.set_print_scale(SCALE)
    sheet.set_h_pagebreaks(groups[1:2])
    sheet.center_horizontally()
    sheet.repeat_rows(0, 1)
    sheet.print_area(0, 0, last, LAST)
    sheet.ignore_errors({"number_stored_as_text": f"C{SETTINGS}:C{last + 1}"})
    sheet.set_selection(SETTINGS + 2, C, SETTINGS + 2, C)
    sheet.set_top_left_cell(0, 0)


def _head(book: Book, sheet: Worksheet, game: Game) -> None:
    """Draw title band, status line, warnings; the buttons, or in their place a hint at the commands."""
    band = book.look(bg_color=ACCENT, font_color=CREAM, font_size=18, bold=True, num_format=TEXT)
    under = book.look(bg_color=ACCENT, font_color=CREAM, num_format=TEXT, valign="top")
    state = book.look(bg_color=ACCENT_PALE)
    for column in range(len(WIDTHS)):
        for row, look in ((TITLE, band), (SUBTITLE, under), (STATUS, state)):
            sheet.write_blank(row, column, None, look)
    sheet.write_string(TITLE, B, game.title, band)
    sheet.write_string(SUBTITLE, B, SUBTITLE_TEXT, under)
    sheet.write_string(STATUS, B, schema.STATUS, book.look(bg_color=ACCENT_PALE, font_color=GREY, bold=True))
    large = {"bg_color": ACCENT_PALE, "font_color": ACCENT, "font_size": 24, "bold": True}
    sheet.merge_range(STATUS, C, STATUS, LAST, STATUS_TEXT, book.look(**large, num_format=TEXT, text_wrap=True))
    sheet.write_string(WARNINGS, B, schema.WARNINGS, book.look(font_color="#C9CECB", bold=True))
    warned = book.look(font_color=AMBER, text_wrap=True, num_format=TEXT)
    sheet.merge_range(WARNINGS, C, WARNINGS, LAST, "", warned)
    book.when(sheet, f"B{WARNINGS + 1}", '$C$5<>""', font_color=AMBER)
    if book.buttons:
        _buttons(book, sheet, game)
        return
    sheet.write_string(POINTER, B, WHERE, book.look(font_color=ACCENT, bold=True))
    sheet.write_string(BUTTONS, B, ELSEWHERE, book.look(font_color=GREY))


def _buttons(book: Book, sheet: Worksheet, game: Game) -> None:
    """Draw a row of buttons, in the order of the day; above each the cell that points at the next to press.

    Buttons are not printed.
    """
    pointed = {"bg_color": AMBER, "font_color": "#FFFFFF", "bold": True}
    quiet = book.look(font_color="#FFFFFF", align="center")
    next_button = f"$C${PANEL + 2 + schema.PANEL.index(schema.NEXT_ACT)}"
    for column, caption, macro in BUTTON_PLACES:
        if macro == "TX_Cotes" and not game.ratings:
            continue
        sheet.write_string(POINTER, column, POINTS_HERE, quiet)
        book.when(sheet, xl_rowcol_to_cell(POINTER, column), f'{next_button}="{caption}"', **pointed)
        width = int(WIDTHS[column] * 7 + 5) - GAP
        place = {"width": width, "height": BUTTON_HEIGHT, "x_offset": GAP // 2, "y_offset": BUTTON_TOP}
        sheet.insert_button(BUTTONS, column, {"caption": caption, "macro": macro, **place})


def _panel(book: Book, sheet: Worksheet, game: Game) -> None:
    """Draw the state: the current round, the first five, the course of the day or who can still win."""
    title_look = {"bg_color": ACCENT, "font_color": CREAM, "bold": True, "align": "left"}
    head = book.look(**title_look)
    for column in range(B, LAST + 1):
        sheet.write_blank(PANEL, column, None, head)
    for column, title in ((B, PANEL_TITLE), (D, schema.LEADERS), (F, schema.COURSE)):
        sheet.write_string(PANEL, column, title, book.look(**title_look | {"indent": 1 if column > B else 0}))
    sheet.write_string(PANEL, E, POINTS, book.look(bg_color=ACCENT, font_color=CREAM, align="right"))
    rule = {"bottom": 1, "bottom_color": RULE}
    for row, label in enumerate(schema.PANEL, start=PANEL + 1):
        sheet.write_string(row, B, label, book.look(font_color=GREY, **rule))
        sheet.write_blank(row, C, None, book.look(bold=True, align="left", num_format="General", **rule))
    for row in range(PANEL + 1, PANEL + 1 + schema.LEADERS_SHOWN):
        name = book.look(bold=row == PANEL + 1, indent=1, text_wrap=True, num_format=TEXT, **rule)
        sheet.write_blank(row, D, None, name)
        sheet.write_blank(row, E, None, book.look(align="right", num_format=FRENCH_NUMBER, **rule))
    race = book.look(num_format=TEXT, text_wrap=True, align="left", valign="top", indent=1)
    sheet.merge_range(PANEL + 1, F, PANEL + len(schema.PANEL), LAST, game.steps, race)


def _settings(book: Book, sheet: Worksheet, game: Game) -> tuple[list[int], int]:
    """Draw the settings by group; return the rows of the groups' titles, and the last row used."""
    head = book.look(bg_color=ACCENT, font_color=CREAM, bold=True)
    for column in range(B, LAST + 1):
        sheet.write_blank(SETTINGS, column, None, head)
    for column, header in zip((B, C, D), schema.SETTINGS_COLUMNS, strict=True):
        sheet.write_string(SETTINGS, column, header, head)
    row, titles = SETTINGS, list[int]()
    for group, settings in groupby(game.settings, key=lambda setting: setting.group):
        row += 1
        titles.append(row)
        sheet.write_string(row, B, group, book.look(bold=True, font_color=ACCENT, valign="bottom"))
        for setting in settings:
            row += 1
            _setting(book, sheet, row, setting, game)
    return titles, row


def _setting(book: Book, sheet: Worksheet, row: int, setting: Setting, game: Game) -> None:
    rule = {"bottom": 1, "bottom_color": RULE}
    number = "dd/mm/yyyy" if setting.name in DATES else "0" if setting.whole else TEXT
    sheet.write_string(row, B, setting.name, book.look(indent=1, **rule))
    fit = {"text_wrap": True} if setting.name == "Nom" else {"shrink": True} if number == TEXT else {}
    value = book.look(align="left", num_format=number, bg_color=CREAM, font_color=INK, **rule | fit)
    if setting.name == "Nom":
        sheet.set_row(row, THREE_LINES)
    sheet.write_blank(row, C, None, value)
    for column in range(E, LAST + 1):
        sheet.write_blank(row, column, None, book.look(**rule))
    sheet.write_string(row, D, setting.help, book.look(font_color=GREY, indent=1, **rule))
    if setting.name in WAIT_FOR:
        book.when(sheet, f"C{row + 1}", f'$C${row + 1}=""', bg_color=FILL_ME)
    if setting.name == "Manches gagnantes":
        _name_rounds(book, f"{schema.TOURNAMENT}!$C${row + 1}")
    if setting.name == "Saisie":
        book.workbook.define_name(BLACK_ALONE, f"={schema.TOURNAMENT}!$C${row + 1}")
    _validate(sheet, row, setting)


def _name_rounds(book: Book, cell: str) -> None:
    """Name, for rules on other sheets, the setting "2 : 4-5", its first and its last round (0: none, or a list)."""
    rounds = f'TRIM(MID({cell},FIND(":",{cell})+1,20))'
    first = f'LEFT({rounds},FIND("-",{rounds}&"-")-1)'
    last = f'MID({rounds},IF(ISERROR(FIND("-",{rounds})),0,FIND("-",{rounds}))+1,9)'
    book.workbook.define_name(TWO_GAMES["cell"], f"={cell}")
    book.workbook.define_name(TWO_GAMES["first"], f"=IFERROR(VALUE({first}),0)")
    book.workbook.define_name(TWO_GAMES["last"], f"=IFERROR(VALUE({last}),0)")


def _validate(sheet: Worksheet, row: int, setting: Setting) -> None:
    cell = f"C{row + 1}"
    if setting.choices:
        message = "Choisissez une valeur de la liste, ou laissez la cellule vide."
        refuse(sheet, cell, setting.name, message, **one_of(*setting.choices))
    elif setting.name in DATES:
        rule = {"validate": "date", "criteria": ">=", "value": date(2000, 1, 1)}
        refuse(sheet, cell, setting.name, "Écrivez une date comme 21/11/2026.", **rule)
    elif setting.whole:
        low, high = setting.whole
        message = f"Écrivez un nombre entier de {low} à {high}, ou laissez la cellule vide."
        refuse(sheet, cell, setting.name, message, **between("integer", low, high))

"""The sheet Tournoi: what to do next, a small panel, the settings; fits one screen of 1366 x 768."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby

from theme import ACCENT, ACCENT_PALE, AMBER, CREAM, FILL_ME, GREY, INK, RULE, TEXT, TWO_GAMES, Book, page
from xlsxwriter.worksheet import Worksheet

from tournament_xl.formulas import FORMULAS
from tournament_xl.texts.settings import HELP
from tournament_xl.workbook import labels

B, C, D, E, F, G = 1, 2, 3, 4, 5, 6  # columns, counted from 0
WIDTHS = (1.6, 21, 30, 65, 1.6, 18, 31)  # A to G; 1195 px in Excel, 1270 in LibreOffice
TITLE, SUBTITLE, STATUS, WARNINGS, BUTTONS, SETTINGS = 0, 1, 3, 4, 6, 10  # rows, counted from 0
HEIGHTS = {0: 26.25, 1: 14.25, 2: 3.75, 3: 30, 4: 56, 5: 3, 6: 15, 7: 15, 8: 15, 9: 3, 10: 14.25}  # points
ROW_HEIGHT = 13.5  # 18 px: the settings


@dataclass(frozen=True, slots=True)
class Game:
    """What the sheet says of one game."""

    title: str  # while the tournament has no name
    settings: Sequence[labels.Setting]
    formulas: Sequence[str]
    help: Mapping[str, str]  # beside each setting
    steps: Sequence[str]  # the course of the day
    whole: Mapping[str, tuple[int, int]]  # settings that are a whole number: lowest, highest
    ratings: bool  # whether they are computed here


WAIT_FOR = ("Nom", "Lieu", "Date de début")  # yellow while empty: no default stands in for these
DATES = ("Date de début", "Date de fin")

SUBTITLE_TEXT = "Lieu · date"
STATUS_TEXT = "Saisissez les joueurs (feuille Joueurs), puis appariez la première ronde."
ACTIONS = ("Apparier la ronde suivante", "Mettre à jour", "Annuler la dernière ronde")
BUTTON_GROUPS = (
    (
        ("Apparier la ronde suivante", "TX_Apparier", 220),
        ("Mettre à jour", "TX_MettreAJour", 140),
        ("Annuler la dernière ronde", "TX_Annuler", 190),
    ),
    (
        ("Calculer les cotes", "TX_Cotes", 150),
        ("Vérifier le tournoi", "TX_Verifier", 150),
        ("Préparer l'envoi", "TX_Envoi", 140),
        ("Publier", "TX_Publier", 80),
    ),
)  # caption, macro, width in pixels: during the rounds, then at the end; a screen of 1366 shows all, LibreOffice too
BUTTON_HEIGHT, BUTTON_TOP, GAP, GROUP_GAP = 46, 7, 10, 30  # pixels; top: from the first of their three rows
COMMANDS = (
    "LibreOffice : menu Tournoi. Dans un terminal : tournament-xl pair, update ou undo, suivi du nom du classeur "
    "fermé ; à la fin, {last}."
)
PANEL_TITLE = "En ce moment"
STEPS_TITLE = "Le déroulement"
SCRABBLE_STEPS = (
    "1.  Joueurs : saisir ou coller les inscrits.",
    "2.  Apparier la ronde, imprimer Appariements.",
    "3.  Résultats : saisir les scores, table par table.",
    "4.  Mettre à jour : Classement et Grille suivent.",
    "5.  Recommencer à l'étape 2 à chaque ronde.",
    "6.  À la fin : calculer les cotes, préparer l'envoi.",
)
SCRABBLE = Game(
    "Tournoi de Scrabble classique",
    labels.SCRABBLE_SETTINGS,
    tuple(FORMULAS),
    HELP,
    SCRABBLE_STEPS,
    {"Nombre de rondes": (1, 99)},
    ratings=True,
)


def tournoi(book: Book, game: Game = SCRABBLE) -> None:
    """The whole sheet."""
    sheet = book.sheet(labels.TOURNAMENT, ACCENT, ROW_HEIGHT)
    for column, width in enumerate(WIDTHS):
        sheet.set_column(column, column, width, book.look(font_size=10))
    for row, height in HEIGHTS.items():
        sheet.set_row(row, height)
    _head(book, sheet, game)
    _panel(book, sheet, game)
    last = _settings(book, sheet, game)
    page(sheet, landscape=True)
    sheet.repeat_rows(0, 1)
    sheet.print_area(0, 0, last, G)
    sheet.ignore_errors({"number_stored_as_text": f"C{SETTINGS}:C{last + 1}"})
    sheet.set_selection(SETTINGS + 2, C, SETTINGS + 2, C)
    sheet.activate()


def _head(book: Book, sheet: Worksheet, game: Game) -> None:
    """Title band, status line, warnings; the buttons, or in their place a hint at the commands."""
    band = book.look(bg_color=ACCENT, font_color="#FFFFFF", font_size=18, bold=True, num_format=TEXT)
    under = book.look(bg_color=ACCENT, font_color="#DCE8E3", num_format=TEXT, valign="top")
    state = book.look(bg_color=ACCENT_PALE)
    for column in range(len(WIDTHS)):
        for row, look in ((TITLE, band), (SUBTITLE, under), (STATUS, state)):
            sheet.write_blank(row, column, None, look)
    sheet.write_string(TITLE, B, game.title, band)
    sheet.write_string(SUBTITLE, B, SUBTITLE_TEXT, under)
    sheet.write_string(STATUS, B, labels.STATUS, book.look(bg_color=ACCENT_PALE, font_color=GREY, bold=True))
    sheet.merge_range(
        STATUS,
        C,
        STATUS,
        G,
        STATUS_TEXT,
        book.look(bg_color=ACCENT_PALE, font_color=ACCENT, font_size=14, bold=True, num_format=TEXT, text_wrap=True),
    )
    sheet.write_string(WARNINGS, B, labels.WARNINGS, book.look(font_color="#C9CECB", bold=True))
    sheet.merge_range(
        WARNINGS, C, WARNINGS, G, "", book.look(font_color=AMBER, font_size=10, text_wrap=True, num_format=TEXT)
    )
    sheet.conditional_format(
        WARNINGS,
        B,
        WARNINGS,
        B,
        {"type": "formula", "criteria": '=$C$5<>""', "format": book.delta(font_color=AMBER), "stop_if_true": True},
    )
    if book.buttons:
        _buttons(sheet, game)
        return
    sheet.write_string(BUTTONS, B, "Actions", book.look(font_color=GREY, bold=True))
    sheet.write_string(BUTTONS, C, "  ·  ".join(ACTIONS), book.look(font_color=ACCENT, bold=True))
    commands = COMMANDS.format(last="ratings, check et send" if game.ratings else "check et send")
    sheet.write_string(BUTTONS + 1, C, commands, book.look(font_color=GREY, font_size=10))


def _buttons(sheet: Worksheet, game: Game) -> None:
    """One row of buttons, in the order of the day. Not printed."""
    left = 0
    for group in BUTTON_GROUPS:
        for caption, macro, width in group:
            if macro == "TX_Cotes" and not game.ratings:
                continue
            sheet.insert_button(
                BUTTONS,
                B,
                {
                    "caption": caption,
                    "macro": macro,
                    "width": width,
                    "height": BUTTON_HEIGHT,
                    "x_offset": left,
                    "y_offset": BUTTON_TOP,
                },
            )
            left += width + GAP
        left += GROUP_GAP - GAP


def _panel(book: Book, sheet: Worksheet, game: Game) -> None:
    """At the right: the four figures, then the course of the day."""
    head = book.look(bg_color=ACCENT, font_color="#FFFFFF", bold=True)
    quiet = book.look(font_color=GREY, font_size=10)
    sheet.write_string(SETTINGS, F, PANEL_TITLE, head)
    sheet.write_blank(SETTINGS, G, None, head)
    rule = {"bottom": 1, "bottom_color": RULE}
    for row, label in enumerate(labels.PANEL, start=SETTINGS + 1):
        sheet.write_string(row, F, label, book.look(font_color=GREY, font_size=10, **rule))
        sheet.write_blank(row, G, None, book.look(bold=True, align="left", text_wrap=True, **rule))
    top = SETTINGS + len(labels.PANEL) + 2
    sheet.write_string(top, F, STEPS_TITLE, book.look(bold=True, font_color=ACCENT))
    for row, step in enumerate(game.steps, start=top + 1):
        sheet.write_string(row, F, step, quiet)


def _settings(book: Book, sheet: Worksheet, game: Game) -> int:
    """The settings by group; returns the last row used."""
    head = book.look(bg_color=ACCENT, font_color="#FFFFFF", bold=True)
    for column, header in zip((B, C, D), labels.SETTINGS_COLUMNS, strict=True):
        sheet.write_string(SETTINGS, column, header, head)
    row = SETTINGS
    for group, settings in groupby(game.settings, key=lambda setting: setting.group):
        row += 1
        sheet.write_string(row, B, group, book.look(bold=True, font_color=ACCENT, valign="bottom"))
        for setting in settings:
            row += 1
            _setting(book, sheet, row, setting, game)
    return row


def _setting(book: Book, sheet: Worksheet, row: int, setting: labels.Setting, game: Game) -> None:
    rule = {"bottom": 1, "bottom_color": RULE}
    number = "dd/mm/yyyy" if setting.name in DATES else "0" if setting.name in game.whole else TEXT
    sheet.write_string(row, B, setting.name, book.look(font_size=10, indent=1, **rule))
    sheet.write_blank(
        row,
        C,
        None,
        book.look(align="left", num_format=number, bg_color=CREAM, font_color=INK, **rule),
    )
    sheet.write_string(row, D, game.help[setting.name], book.look(font_size=10, font_color=GREY, indent=1, **rule))
    if setting.name in WAIT_FOR:
        sheet.conditional_format(
            row,
            C,
            row,
            C,
            {
                "type": "formula",
                "criteria": f'=$C${row + 1}=""',
                "format": book.delta(bg_color=FILL_ME),
                "stop_if_true": True,
            },
        )
    if setting.name == "Manches gagnantes":
        _name_rounds(book, f"{labels.TOURNAMENT}!$C${row + 1}")
    _validate(sheet, row, setting, game)


def _name_rounds(book: Book, cell: str) -> None:
    """Names for rules on other sheets: the setting "2 : 4-5", its first and its last round (0: none, or a list)."""
    rounds = f'TRIM(MID({cell},FIND(":",{cell})+1,20))'
    first = f'LEFT({rounds},FIND("-",{rounds}&"-")-1)'
    last = f'MID({rounds},IF(ISERROR(FIND("-",{rounds})),0,FIND("-",{rounds}))+1,9)'
    book.workbook.define_name(TWO_GAMES["cell"], f"={cell}")
    book.workbook.define_name(TWO_GAMES["first"], f"=IFERROR(VALUE({first}),0)")
    book.workbook.define_name(TWO_GAMES["last"], f"=IFERROR(VALUE({last}),0)")


def _validate(sheet: Worksheet, row: int, setting: labels.Setting, game: Game) -> None:
    choices = game.formulas if setting.name == "Formule" else setting.choices
    if choices:
        sheet.data_validation(
            row,
            C,
            row,
            C,
            {
                "validate": "list",
                "source": list(choices),
                "error_title": setting.name,
                "error_message": "Choisissez une valeur de la liste, ou laissez la cellule vide.",
            },
        )
    elif setting.name in DATES:
        sheet.data_validation(
            row,
            C,
            row,
            C,
            {
                "validate": "date",
                "criteria": ">=",
                "value": date(2000, 1, 1),
                "error_title": setting.name,
                "error_message": "Écrivez une date comme 21/11/2026.",
            },
        )
    elif setting.name in game.whole:
        low, high = game.whole[setting.name]
        sheet.data_validation(
            row,
            C,
            row,
            C,
            {
                "validate": "integer",
                "criteria": "between",
                "minimum": low,
                "maximum": high,
                "error_title": setting.name,
                "error_message": f"Écrivez un nombre entier de {low} à {high}, ou laissez la cellule vide.",
            },
        )

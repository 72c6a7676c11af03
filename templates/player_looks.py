"""What the sheet Joueurs has in both games: rules of looks, checks of typing."""

from __future__ import annotations

from theme import FILL_ME, FIRST, GREY, LAST, Book, Layer, banding
from xlsxwriter.worksheet import Worksheet

FADED_ITALIC = {"font_color": GREY, "italic": True}


def player_rules(book: Book, sheet: Worksheet, *, absences: str, last: str) -> None:
    """A row without a name asks for it, one who has left is faint; columns A to `last`, that of `absences`."""
    content = f"COUNTA($A5:${last}5)>0"
    text = f"TRIM(${absences}5)"
    left = f'OR(RIGHT({text},1)="-",RIGHT({text},1)="–",LEFT({text},4)="dès ",LEFT({text},11)="à partir de")'
    nameless = f'AND(TRIM($B5)="",OR({content},AND(COUNT($A${FIRST}:$A${LAST})=0,TRIM($B4)<>"")))'
    gone: Layer = (f"AND({content},{left})", FADED_ITALIC)
    book.rules(sheet, "B", content, [(nameless, {"bg_color": FILL_ME}), gone], banding(content))
    book.rules(sheet, f"A C:{last}", content, [gone], banding(content))


def cote_validation(sheet: Worksheet, lowest: int = 0) -> None:
    """Column F: a cote, at most 5000."""
    sheet.data_validation(
        f"F{FIRST}:F{LAST}",
        {
            "validate": "decimal",
            "criteria": "between",
            "minimum": lowest,
            "maximum": 5000,
            "error_title": "Cote",
            "error_message": f"La cote est un nombre de {lowest} à 5000. Laissez vide si le joueur n'en a pas.",
        },
    )


def absence_help(sheet: Worksheet, column: str) -> None:
    """The ways of writing absences, shown beside the cell."""
    sheet.data_validation(
        f"{column}{FIRST}:{column}{LAST}",
        {
            "validate": "any",
            "input_title": "Absences (rondes non jouées)",
            "input_message": "3\n3, 5 ou 3 et 5\n2-4 ou 2 à 4\n4- ou dès 4 : parti après la ronde 3\n"
            "1-2 : arrive à la ronde 3",
        },
    )

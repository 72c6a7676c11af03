"""Builds templates/*.xlsx and *.xlsm: `python templates/build.py [OUT ...]`; the name and the ending of OUT decide.

An .xlsm has the buttons and the macros, an .xlsx a hint in their place, an -envoi.xlsx, for the federation, the page
Fiche before all. Two builds give the same bytes.
"""

from __future__ import annotations

import sys
from datetime import datetime
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]  # the modules beside this one, then the package

import award_sheets  # noqa: E402
import cockpit  # noqa: E402
import derived_sheets  # noqa: E402
import entry_sheets  # noqa: E402
import othello_referee  # noqa: E402
import othello_sheets  # noqa: E402
import slips  # noqa: E402
from theme import ACCENT, GREY, OTHELLO, TEXT, Book, page  # noqa: E402

from tournament_xl.messages import submission as texts  # noqa: E402
from tournament_xl.workbook import schema  # noqa: E402

COPY = "-envoi"
CREATED = datetime(2026, 1, 1)  # fixed, so that the file is reproducible
GAMES = {
    "scrabble": (cockpit.SCRABBLE, "Appariements, classement et cotes", {}),
    "othello": (cockpit.OTHELLO, "Appariements, classement, finales", OTHELLO),
}  # what Tournoi says, the file's subject, colours
SHEETS = {
    "scrabble": (
        entry_sheets.joueurs, entry_sheets.resultats, derived_sheets.appariements, slips.fiches, slips.chevalets,
        derived_sheets.classement, derived_sheets.grille, award_sheets.evolution_of_cotes,
        award_sheets.faits_marquants, award_sheets.prix_by_series, award_sheets.palmares, award_sheets.equipes,
        derived_sheets.cotes, derived_sheets.groupes, entry_sheets.tables, entry_sheets.finales,
        derived_sheets.journal, derived_sheets.memoire,
    ),
    "othello": (
        othello_sheets.joueurs, othello_sheets.resultats, othello_sheets.appariements, slips.fiches, slips.chevalets,
        othello_sheets.classement, othello_sheets.grille, award_sheets.evolution, award_sheets.faits_marquants,
        award_sheets.prix, award_sheets.palmares, othello_sheets.equipes, othello_sheets.finales,
        othello_referee.arbitre, derived_sheets.journal, derived_sheets.memoire,
    ),
}  # after Tournoi, in the order of the tabs  # fmt: skip


def build(path: Path, game: str) -> None:
    """Write the template of a game to `path`."""
    front, subject, colours = GAMES[game]
    book = Book(str(path), front.title, colours)
    properties = {"title": front.title, "author": "tournament_xl", "created": CREATED, "subject": subject}
    book.workbook.set_properties(properties)
    book.workbook.set_custom_property("Language", "fr-FR")
    is_copy = path.stem.endswith(COPY)
    if is_copy:
        fiche(book)
    cockpit.tournoi(book, front)
    for sheet in SHEETS[game]:
        if not (is_copy and sheet is award_sheets.palmares):  # a page for the hall
            sheet(book)
    for tab in book.workbook.worksheets():
        if tab.name not in (texts.PAGE, *schema.VISIBLE_AT_CREATION, schema.MEMORY):
            tab.hide()
    if book.buttons:
        from vba_project import modules, vba_project  # needs pyOpenVBA, which the .xlsx does without

        book.add_macros(vba_project(1 + len(SHEETS[game]), modules()))
    book.workbook.close()


def fiche(book: Book) -> None:
    """Draw the first page of a copy for the federation: labels and values; a label without value is a title."""
    sheet = book.sheet(texts.PAGE, ACCENT)
    sheet.set_column(0, 0, 32, book.look(font_color=GREY, num_format=TEXT))
    sheet.set_column(1, 1, 110, book.look(num_format=TEXT))
    book.titles(sheet, texts.NO_NAME, texts.PAGE_SUBTITLE)
    sheet.set_row(2, 18)  # those below take it over
    book.when(sheet, "A4:A2000", 'AND($A4<>"",$B4="")', bold=True, font_color=ACCENT)
    page(sheet)


if __name__ == "__main__":
    usual = [HERE / f"{game}{ending}" for game in GAMES for ending in (".xlsx", ".xlsm", f"{COPY}.xlsx")]
    for out in [Path(word) for word in sys.argv[1:]] or usual:
        build(out, "othello" if out.stem.startswith("othello") else "scrabble")

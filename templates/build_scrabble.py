"""Builds templates/scrabble.xlsx and .xlsm: `python templates/build_scrabble.py [OUT ...]`; the ending decides.

An .xlsm has the buttons and the macros, an .xlsx a hint in their place. Two builds give the same bytes.
"""

from __future__ import annotations

import sys
from datetime import datetime
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]  # the modules beside this one, then the package

import cockpit  # noqa: E402
import derived_sheets  # noqa: E402
import entry_sheets  # noqa: E402
from theme import Book  # noqa: E402

OUT = HERE / "scrabble.xlsx", HERE / "scrabble.xlsm"
CREATED = datetime(2026, 1, 1)  # fixed, so that the file is reproducible
SHEETS = (
    cockpit.tournoi,
    entry_sheets.joueurs,
    entry_sheets.resultats,
    derived_sheets.appariements,
    derived_sheets.classement,
    derived_sheets.grille,
    derived_sheets.cotes,
    derived_sheets.groupes,
    entry_sheets.tables,
    entry_sheets.finales,
    derived_sheets.journal,
)  # in the order of the tabs


def build(path: Path) -> None:
    """Write the template to `path`."""
    book = Book(str(path))
    book.workbook.set_properties(
        {
            "title": "Tournoi de Scrabble classique",
            "author": "tournament_xl",
            "created": CREATED,
            "subject": "Appariements, classement et cotes",
        }
    )
    book.workbook.set_custom_property("Language", "fr-FR")
    for sheet in SHEETS:
        sheet(book)
    if book.buttons:
        from vba_project import vba_project  # needs pyOpenVBA, which the .xlsx does without

        book.add_macros(vba_project(len(SHEETS)))
    book.workbook.close()


if __name__ == "__main__":
    for out in map(Path, sys.argv[1:]) if len(sys.argv) > 1 else OUT:
        build(out)

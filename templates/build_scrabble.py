"""Builds templates/scrabble.xlsx and .xlsm: `python templates/build_scrabble.py [OUT ...]`; the ending decides.

An .xlsm has the buttons and the macros, an .xlsx a hint in their place. Two builds give the same bytes.
"""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]  # the modules beside this one, then the package

import award_sheets  # noqa: E402
import builder  # noqa: E402
import cockpit  # noqa: E402
import derived_sheets  # noqa: E402
import entry_sheets  # noqa: E402
import slips  # noqa: E402

OUT = HERE / "scrabble.xlsx", HERE / "scrabble.xlsm"
SHEETS = (
    cockpit.tournoi,
    entry_sheets.joueurs,
    entry_sheets.resultats,
    derived_sheets.appariements,
    slips.fiches,
    slips.chevalets,
    derived_sheets.classement,
    derived_sheets.grille,
    award_sheets.evolution_of_cotes,
    award_sheets.faits_marquants,
    award_sheets.prix,
    award_sheets.palmares,
    award_sheets.equipes,
    derived_sheets.cotes,
    derived_sheets.groupes,
    entry_sheets.tables,
    entry_sheets.finales,
    derived_sheets.journal,
    derived_sheets.memoire,
)  # in the order of the tabs


def build(path: Path) -> None:
    """Write the template to `path`."""
    builder.build(path, "Tournoi de Scrabble classique", "Appariements, classement et cotes", SHEETS)


if __name__ == "__main__":
    for out in map(Path, sys.argv[1:]) if len(sys.argv) > 1 else OUT:
        build(out)

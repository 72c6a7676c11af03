"""Builds templates/othello.xlsx and .xlsm: `python templates/build_othello.py [OUT ...]`; the ending decides."""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]  # the modules beside this one, then the package

import award_sheets  # noqa: E402
import builder  # noqa: E402
import cockpit  # noqa: E402
import derived_sheets  # noqa: E402
import othello_derived  # noqa: E402
import othello_entry  # noqa: E402
import othello_referee  # noqa: E402
import slips  # noqa: E402
import theme  # noqa: E402

from tournament_xl.games.othello import labels  # noqa: E402
from tournament_xl.texts.othello_sheets import DEFAULT_TITLE  # noqa: E402
from tournament_xl.texts.settings import OTHELLO_HELP  # noqa: E402

OUT = HERE / "othello.xlsx", HERE / "othello.xlsm"
STEPS = (
    "1.  Joueurs : saisir ou coller les inscrits.",
    "2.  Apparier, imprimer Appariements et Fiches.",
    "3.  Résultats : saisir les pions, table par table.",
    "4.  Mettre à jour : Classement et Grille suivent.",
    "5.  Recommencer à l'étape 2 à chaque ronde.",
    "6.  À la fin : Finales, puis imprimer Classement.",
)
GAME = cockpit.Game(
    title=DEFAULT_TITLE,
    settings=labels.SETTINGS,
    formulas=next(setting.choices for setting in labels.SETTINGS if setting.name == "Formule"),
    help=OTHELLO_HELP,
    steps=STEPS,
    whole={
        "Nombre de rondes": (1, 99),
        "Équipes": (1, 20),
        "Pions du bye": (0, 64),
        "Rencontres au plus": (1, 9),
        "Revanches dès la ronde": (1, 99),
        "Alternance": (0, 10_000_000),
        "Même pays": (0, 10_000_000),
    },
    ratings=False,
)


def tournoi(book: theme.Book) -> None:
    """The cockpit of the game."""
    cockpit.tournoi(book, GAME)


SHEETS = (
    tournoi,
    othello_entry.joueurs,
    othello_entry.resultats,
    othello_derived.appariements,
    slips.fiches,
    slips.chevalets,
    othello_derived.classement,
    othello_derived.grille,
    award_sheets.evolution,
    award_sheets.faits_marquants,
    award_sheets.prix,
    award_sheets.palmares,
    othello_derived.equipes,
    othello_entry.finales,
    othello_referee.arbitre,
    derived_sheets.journal,
    derived_sheets.memoire,
)  # in the order of the tabs


def build(path: Path) -> None:
    """Write the template to `path`."""
    builder.build(path, DEFAULT_TITLE, "Appariements, classement, finales", SHEETS, theme.OTHELLO)


if __name__ == "__main__":
    for out in map(Path, sys.argv[1:]) if len(sys.argv) > 1 else OUT:
        build(out)

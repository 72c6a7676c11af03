"""Writes a release's workbooks into a folder of its day, with invented players: `python -m tests.versions.write`."""

import time
from pathlib import Path

from tournament_xl.frontends.cli.main import main

PLAYERS = """Nom;Prénom;Club;Cote
Alarie;Marguerite;Ici;1804
Bérubé;Marie-Ève;Là-bas;1720
Chouinard;Étienne;Ici;1655
D'Amours;Noé;Là-bas;1540
Roux-Villeneuve de la Tour;Marie-Antoinette;Ici;1498
Turcotte;Zoé;Là-bas;
Zérah;Lou;Ici;
"""
OPTIONS = (
    "--graine", "7", "--set", "Lieu=Ici", "--set", "Date de début=11/10/2026", "--set", "Organisateur=Club d'ici",
)  # fmt: skip
WORKBOOKS = {
    "classique-cotes.xlsx": (
        ("new", "--formule", "classique", "--nom", "Coupe de mai", *OPTIONS),
        ("simulate", "--forfaits", "0.1"), ("ratings",),
    ),
    "othello-en-cours.xlsx": (
        ("new", "--formule", "othello", "--nom", "Othello du club", *OPTIONS),
        ("simulate", "--rounds", "2"), ("pair",),
    ),
}  # file -> commands that make it  # fmt: skip


def write(folder):
    """Write the workbooks into a new folder."""
    folder.mkdir()
    players = folder / "joueurs.csv"
    players.write_text(PLAYERS, encoding="utf-8")
    for name, commands in WORKBOOKS.items():
        for command, *options in commands:
            players_option = ("--joueurs", str(players)) if command == "new" else ()
            assert main([command, str(folder / name), *options, *players_option]) == 0
    players.unlink()
    for backup in (folder / "Sauvegardes").iterdir():
        backup.unlink()
    (folder / "Sauvegardes").rmdir()


if __name__ == "__main__":
    write(Path(__file__).parent / time.strftime("%Y-%m-%d"))

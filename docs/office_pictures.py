"""`make pictures`: LibreOffice's menu Tournoi, a round just paired. With xdotool."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from tests import books  # noqa: E402
from tests.office import Office  # noqa: E402
from tournament_xl.workbook.schema import BUTTON_PAIR  # noqa: E402

CUTS = {
    "menu": ("installation-menu", "900x480"), "ronde": ("installation-ronde", "1220x620"),
}  # screen -> picture, what is kept of it  # fmt: skip
SETTINGS = ("Nom=Tournoi du club", "Lieu=Vienne", "Date de début=21/11/2026")


def main() -> None:
    program = str(Path(sys.executable).with_name("tournament-xl"))
    with tempfile.TemporaryDirectory() as name:
        os.environ["SCREENSHOTS"] = name
        book, words = Path(name) / "club.xlsm", [word for setting in SETTINGS for word in ("--set", setting)]
        players = ROOT / "samples" / "joueurs-cote-saint-andre.csv"
        assert books.run("new", book, "--formule", "classique", "--joueurs", players, *words) == 0
        books.simulate(book, 2)
        with Office(Path(name), program=program, trusted=Path(name), screen="1440x900") as office:
            office.ask("load", str(book))
            office.ask("button", BUTTON_PAIR)  # brings Tournoi to the front
            office.ask("show", "Résultats", "E17")
            office.choose(BUTTON_PAIR)
            office.close_dialog()
            office.picture("ronde")
        for screen, (picture, size) in CUTS.items():
            path = ROOT / "docs" / "images" / f"{picture}.png"
            cut = ["-crop", f"{size}+0+0", "+repage", "+dither", "-colors", "64", "-strip"]
            subprocess.run(["convert", f"{name}/libreoffice-{screen}.png", *cut, f"PNG8:{path}"], check=True)


if __name__ == "__main__":
    main()

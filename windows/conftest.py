"""A Windows (Wine) in which the setup is installed, for all tests of this folder."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

from wine import SETUP, Screen, Wine, seen  # noqa: E402

from tests import books  # noqa: E402
from tests.display import display  # noqa: E402

IMAGES = os.environ.get("TOURNOIS_PICTURES", "")  # a folder for the pictures of docs/installation.md


@pytest.fixture(scope="session")
def shown():
    with display() as name:
        found = Screen(name)
        yield found


@pytest.fixture(scope="session")
def wine(shown):
    """Windows with the setup installed without a word."""
    made = Wine(HERE.parent / "build" / "windows" / "prefix", shown.display, SETUP.with_name("windows.txt"))
    made.make()
    made.start("notepad")  # with nothing running, each command would start all of Windows, which keeps its output open
    shown.wait_for(".*(Untitled|sans titre)")
    made.transcript.unlink(missing_ok=True)
    code, said = made.run(SETUP, "/S")
    assert code == 0, said
    yield made
    made.end()


@pytest.fixture(scope="session")
def program(wine):
    return wine.home / "AppData/Local/Programs/tournament-xl/python.exe"


@pytest.fixture(scope="session")
def run(wine, program):
    """A command: its exit code and what it said. Paths of Linux are named as Windows sees them."""

    def go(*words, given=b""):
        told = [seen(word) if isinstance(word, Path) else str(word) for word in words]
        return wine.run(program, "-X", "utf8", "-m", "tournament_xl", *told, given=given)

    return go


@pytest.fixture(scope="session")
def club(run, tmp_path_factory):
    """A workbook of 8 players in a folder whose name wants care."""
    folder = tmp_path_factory.mktemp("x") / "Été à 100 % & Cie %TEMP%"
    folder.mkdir()
    listed = folder / "joueurs.csv"
    listed.write_text("Nom;Prénom;Cote\n" + "".join(f"{a};{b};{c}\n" for a, b, _, c in books.players(8)), "utf-8")
    book = folder / "club d'été.xlsx"
    code, said = run("new", book, "--formule", "classique", "--graine", 7, "--joueurs", listed)
    assert code == 0 and "8 joueurs inscrits" in said, said
    return book


@pytest.fixture(scope="session")
def picture(shown):
    """A window as a picture for the docs, where one is wanted."""
    return lambda window, name: IMAGES and shown.picture(window, Path(IMAGES, name))

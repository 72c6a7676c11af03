"""A Windows (Wine) in which the setup is installed, for all tests of this folder."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

from wine import SETUP, Screen, Wine, windows_path  # noqa: E402

from tests import books  # noqa: E402
from tests.display import display  # noqa: E402

IMAGES = os.environ.get("TOURNOIS_PICTURES", "")  # a folder for the pictures of docs/installation.md


@pytest.fixture(scope="session")
def screen():
    with display() as name:
        screen = Screen(name)
        yield screen


@pytest.fixture(scope="session")
def wine(screen):
    """Install the setup silently in Windows."""
    windows = Wine(HERE.parent / "build" / "windows" / "prefix", screen.display, SETUP.with_name("windows.txt"))
    windows.make()
    windows.start(
        "notepad"
    )  # with nothing running, each command would start all of Windows, which keeps its output open
    screen.wait_for(".*(Untitled|sans titre)")
    windows.transcript.unlink(missing_ok=True)
    code, output = windows.run(SETUP, "/S")
    assert code == 0, output
    yield windows
    windows.end()


@pytest.fixture(scope="session")
def program(wine):
    return wine.home / "AppData/Local/Programs/tournament-xl/python.exe"


@pytest.fixture(scope="session")
def run(wine, program):
    """Run a command; return its exit code and output. Paths of Linux are converted for Windows."""

    def go(*words, stdin=b""):
        arguments = [windows_path(word) if isinstance(word, Path) else str(word) for word in words]
        return wine.run(program, "-X", "utf8", "-m", "tournament_xl", *arguments, stdin=stdin)

    return go


@pytest.fixture(scope="session")
def club(run, tmp_path_factory):
    """Create a workbook of 8 players in a folder whose name needs care."""
    folder = tmp_path_factory.mktemp("x") / "Été à 100 % & Cie %TEMP%"
    folder.mkdir()
    listed = folder / "joueurs.csv"
    listed.write_text("Nom;Prénom;Cote\n" + "".join(f"{a};{b};{c}\n" for a, b, _, c in books.players(8)), "utf-8")
    book = folder / "club d'été.xlsx"
    code, output = run("new", book, "--formule", "classique", "--graine", 7, "--joueurs", listed)
    assert code == 0 and "8 joueurs inscrits" in output, output
    return book


@pytest.fixture(scope="session")
def picture(screen):
    """Return a function that saves a window as a picture for the docs, where they are asked for."""
    return lambda window, name: IMAGES and screen.picture(window, Path(IMAGES, name))

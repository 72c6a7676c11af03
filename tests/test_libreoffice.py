"""LibreOffice, live: the menu of the extension and the buttons of the template, pressed with a real mouse.

A screen of its own (Xvfb), a fresh profile, default macro security, the extension installed by unopkg. Pictures
are taken where SCREENSHOTS in the environment names a folder for them.
"""

from __future__ import annotations

import os
import re
import sys
import time
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from libreoffice.build_oxt import OUT, build
from tests import office
from tests.books import FIRST, SAMPLES, backups, run
from tournament_xl import __version__
from tournament_xl.texts.live import BUTTONS

PAIR, UPDATE, UNDO = "Apparier la ronde suivante", "Mettre à jour", "Annuler la dernière ronde"
PROGRAM = str(Path(sys.executable).with_name("tournament-xl"))
MISSING = office.missing()
live = pytest.mark.skipif(
    bool(MISSING) and not os.environ.get("TOURNAMENT_XL_NEEDS_LIBREOFFICE"), reason=f"not here: {', '.join(MISSING)}"
)


@pytest.fixture
def pictures():
    """Takes a picture of the screen, where the environment names a folder for them."""

    def take(desk, name):
        if folder := os.environ.get("SCREENSHOTS"):
            desk.screenshot(Path(folder) / f"libreoffice-{name}.png")

    return take


def results(desk, number):
    """The rows of Résultats of a round, with their row on the sheet."""
    rows = enumerate(desk.ask("rows", "Résultats"), 1)
    return [(at, row) for at, row in rows if at >= FIRST and row[0] == number]


def type_scores(desk, number, but=()):
    """Scores at every table, the first player winning by 10 points per table."""
    cells = {}
    for at, row in results(desk, number):
        if row[1] not in but and row[7] != "X":
            cells |= {f"E{at}": 400.0 + 10 * row[1], f"F{at}": 390.0}
    desk.ask("type", "Résultats", cells)


def everything(desk):
    return {
        name: desk.ask("rows", name)
        for name in ("Tournoi", "Joueurs", "Résultats", "Appariements", "Classement", "Journal")
    }


# The extension as a file


def test_the_built_extension_is_what_its_source_gives(tmp_path):
    build(tmp_path / "a.oxt")
    assert (tmp_path / "a.oxt").read_bytes() == OUT.read_bytes(), "run `make templates`"
    with zipfile.ZipFile(OUT) as package:
        assert f'<version value="{__version__}"/>' in package.read("description.xml").decode()


def test_the_menu_calls_the_actions_by_the_names_of_the_buttons():
    menu = (OUT.parent / "Addons.xcu").read_text(encoding="utf-8")
    script = (OUT.parent / "python" / "tournoi.py").read_text(encoding="utf-8")
    for action in BUTTONS:
        assert (
            menu.count(
                f"tournament-xl.oxt|python|tournoi.py$press_{action}?language=Python&amp;location=user:uno_packages"
            )
            == 1
        )
        assert f"def press_{action}(*arguments)" in script
    for title in BUTTONS.values():
        assert f"<value>{title}</value>" in menu


# The menu


@live
def test_two_rounds_are_played_by_the_menu_in_a_macro_free_workbook(office_with, tmp_path, club, pictures):
    saved = club.read_bytes()
    desk = office_with(club, PROGRAM)
    at = desk.open_menu(PAIR)
    pictures(desk, "menu")
    desk.click(at)
    assert "Ronde 1 appariée : 12 joueurs, 6 paires." in desk.close_dialog()["text"]
    assert [row[1] for _, row in results(desk, 1)] == [1, 2, 3, 4, 5, 6]
    assert desk.ask("look")[0] == "Appariements"

    type_scores(desk, 1, but=(4, 5))
    before, steps = everything(desk), desk.ask("undo_titles")
    desk.choose(PAIR)
    told = desk.dialog()
    pictures(desk, "probleme")
    rows = {row[1]: at for at, row in results(desk, 1)}
    assert told["title"] == PAIR and "Rien n'a été changé" in told["text"]
    assert f"Résultats!E{rows[4]} : " in told["text"] and "aux tables 4 et 5" in told["text"]
    desk.close_dialog()
    assert everything(desk) == before and desk.ask("undo_titles") == steps
    assert desk.ask("look") == ["Résultats", f"$Résultats.$E${rows[4]}"]

    type_scores(desk, 1)
    before, steps = everything(desk), desk.ask("undo_titles")
    desk.choose(PAIR)
    assert "Ronde 2 appariée" in desk.close_dialog()["text"]
    pictures(desk, "ronde")
    paired = everything(desk)
    assert len(results(desk, 2)) == 6 and all(row[13] for _, row in results(desk, 2))
    assert desk.ask("undo_titles") == [PAIR, *steps]

    desk.ask("undo")
    assert everything(desk) == before, "one undo step takes back the whole press"
    desk.choose(PAIR)
    desk.close_dialog()
    assert without_dates(everything(desk)) == without_dates(paired)

    type_scores(desk, 2)
    desk.choose(UPDATE)
    assert "Classement et grille à jour" in desk.close_dialog()["text"]
    standings = [row for row in desk.ask("rows", "Classement")[FIRST - 1 :] if row[1]]
    assert len(standings) == 12 and all(row[4] == 2 for row in standings)
    assert desk.ask("look")[0] == "Classement"
    assert club.read_bytes() == saved, "a press does not save: the organiser does"
    copies = backups(club)
    assert [copy.name.rpartition(" avant ")[2] for copy in copies].count("appariement.xlsx") >= 2
    assert copies[0].read_bytes() == saved, "nothing typed yet: the copy is the file"


def without_dates(sheets):
    """Without the times of the presses: the column, the seconds in the details, the seals over them."""
    rows = [row[1:] for row in sheets["Journal"]]
    timeless = [[re.sub(r" \| (s=\d+|sceau=\w+)", "", cell) for cell in map(str, row)] for row in rows]
    return sheets | {"Journal": timeless}


@live
def test_a_program_named_by_the_workbook_is_asked_about_first(tmp_path):
    path = tmp_path / "club.xlsm"
    assert run("new", path, "--formule", "classique", "--joueurs", SAMPLES / "joueurs-cote-saint-andre.csv") == 0
    with office.Office(tmp_path, path, path="/usr/bin:/bin", trusted=tmp_path) as desk:
        assert "n'est pas trouvé" in desk.ask("press", "pair")["message"]
        desk.choose(PAIR)
        assert "demande de démarrer le programme" in desk.close_dialog("No")["text"]
        assert "n'est pas trouvé" in desk.close_dialog()["text"]
        assert not results(desk, 1)
        desk.choose(PAIR)
        desk.close_dialog("Yes")
        assert "Ronde 1 appariée" in desk.close_dialog()["text"]
        assert desk.ask("press", "update")["code"] == 0, "the answer is remembered"


# The template's buttons


@pytest.fixture
def with_buttons(tmp_path):
    """A workbook of 12 players with the template's buttons."""
    path = tmp_path / "club.xlsm"
    assert run("new", path, "--formule", "classique", "--joueurs", SAMPLES / "joueurs-cote-saint-andre.csv") == 0
    return path


@live
def test_the_buttons_work_in_a_trusted_folder_and_again_once_what_libreoffice_saved_is_repaired(
    office_with, with_buttons, club, pictures
):
    desk = office_with(with_buttons, PROGRAM)
    desk.press_button(PAIR)
    assert "Ronde 1 appariée : 12 joueurs, 6 paires." in desk.close_dialog()["text"]
    type_scores(desk, 1, but=(3,))
    before, steps = everything(desk), desk.ask("undo_titles")
    desk.press_button(PAIR)
    missing = next(at for at, row in results(desk, 1) if row[1] == 3)
    assert f"Résultats!E{missing} : " in desk.close_dialog()["text"]
    assert everything(desk) == before and desk.ask("undo_titles") == steps
    type_scores(desk, 1)
    desk.press_button(UPDATE)
    assert "Classement et grille à jour" in desk.close_dialog()["text"]
    desk.press_button(UNDO)
    assert "a déjà des scores" in desk.close_dialog()["text"]
    before, steps = everything(desk), desk.ask("undo_titles")
    desk.press_button("Vérifier le tournoi")
    told = desk.dialog()
    pictures(desk, "verifier")
    assert told["title"] == "Vérifier le tournoi" and "Tout est juste." in told["text"]
    desk.close_dialog(next(iter(told["buttons"])))
    desk.choose("Préparer l'envoi")
    assert "Ctrl+S" in desk.close_dialog()["text"], "the file lacks the last changes"
    assert everything(desk) == before and desk.ask("undo_titles") == steps
    desk.ask("show", "Tournoi")
    pictures(desk, "boutons")

    desk.ask("save")
    desk.ask("load", str(club))
    desk.ask("load", str(with_buttons))
    assert desk.ask("button", PAIR) is None, "LibreOffice's own file has lost its buttons"
    desk.ask("load", str(club))
    assert run("repair", with_buttons) == 0
    desk.ask("load", str(with_buttons))
    desk.press_button(PAIR)
    assert "Ronde 2 appariée : 6 paires." in desk.close_dialog()["text"]
    assert len(results(desk, 2)) == 6 and desk.ask("look")[0] == "Appariements"
    desk.ask("show", "Tournoi")
    pictures(desk, "repare")


# While the program works


@live
def test_what_is_typed_while_the_program_works_stays_and_refuses_the_press(office_with, tmp_path, club):
    """The press comes from another program, so that the window is free."""
    asked, may_answer = tmp_path / "asked", tmp_path / "may answer"
    slow = script(tmp_path, f'touch "{asked}"; until [ -e "{may_answer}" ]; do sleep 0.1; done; exec "{PROGRAM}" "$@"')
    may_answer.touch()
    desk = office_with(club, slow)
    with ThreadPoolExecutor() as threads:
        assert desk.ask("press", "pair")["code"] == 0
        first = results(desk, 1)[0][0]
        desk.ask("show", "Résultats", f"E{first}")
        desk.click([400, 600])  # the keyboard's focus, then back to the cell
        desk.ask("show", "Résultats", f"E{first}")
        before, steps, copies = everything(desk), desk.ask("undo_titles"), backups(club)
        asked.unlink()
        may_answer.unlink()
        press = threads.submit(desk.ask, "press", "undo")
        desk.until(asked.exists)
        desk.keys("4", "4", "4", "Return")
        time.sleep(1)
        may_answer.touch()
        answer = press.result()
        assert answer["code"] == 5 and f"« Résultats », cellule E{first}" in answer["message"]
        typed = everything(desk)
        assert typed["Résultats"][first - 1][4] == 444
        typed["Résultats"][first - 1][4] = before["Résultats"][first - 1][4]
        assert typed == before and len(desk.ask("undo_titles")) == len(steps) + 1 and backups(club) == copies
        assert "a déjà des scores" in desk.ask("press", "undo")["message"], "the next press reads what was typed"


def script(folder, line):
    """A program of one line, in the place of tournament-xl."""
    path = folder / "program"
    path.write_text(f"#!/bin/sh\n{line}\n", encoding="utf-8")
    path.chmod(0o755)
    return str(path)

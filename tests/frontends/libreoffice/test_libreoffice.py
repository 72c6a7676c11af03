"""LibreOffice, live: the menu of the extension and the buttons of the template, pressed with a real mouse.

A screen of its own (Xvfb), a fresh profile, default macro security, the extension installed by unopkg. What a press
writes: test_three_hosts.py. Pictures are taken where SCREENSHOTS in the environment names a folder for them.
"""

from __future__ import annotations

import runpy
import sys
import time
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from libreoffice.build_oxt import OUT, build
from tests import ROOT
from tests.books import FIRST, SAMPLES, backups, run
from tests.programs import starts_office
from tournament_xl import __version__
from tournament_xl.messages.live import BUTTONS, TAB
from tournament_xl.xlsx.package import Package
from tournament_xl.xlsx.pictures import find_picture

PAIR = BUTTONS["pair"]
PROGRAM = str(Path(sys.executable).with_name("tournament-xl"))


def results(desk, number):
    """The rows of Résultats of a round, with their row on the sheet."""
    rows = enumerate(desk.ask("rows", "Résultats"), 1)
    return [(row_number, row) for row_number, row in rows if row_number >= FIRST and row[0] == number]


def type_scores(desk, number, but=()):
    """Scores at every table, the first player winning by 10 points per table."""
    cells = {}
    for row_number, row in results(desk, number):
        if row[1] not in but:
            cells |= {f"E{row_number}": 400.0 + 10 * row[1], f"F{row_number}": 390.0}
    desk.ask("type", "Résultats", cells)


def state(desk):
    """What stands on the sheets, and what can be undone."""
    sheets = ("Tournoi", "Joueurs", "Résultats", "Appariements", "Classement", "Journal")
    return {name: desk.ask("rows", name) for name in sheets}, desk.ask("undo_titles")


@pytest.fixture
def with_buttons(tmp_path):
    """A workbook of 12 players with the template's buttons."""
    path = tmp_path / "club.xlsm"
    assert run("new", path, "--formule", "classique", "--joueurs", SAMPLES / "joueurs-cote-saint-andre.csv") == 0
    return path


def test_the_built_extension_is_what_its_source_gives(tmp_path):
    build(tmp_path / "a.oxt")
    assert (tmp_path / "a.oxt").read_bytes() == OUT.read_bytes(), "run `make templates`"
    with zipfile.ZipFile(OUT) as package:
        assert f'<version value="{__version__}"/>' in package.read("description.xml").decode()


def test_the_menu_calls_the_actions_by_the_names_of_the_buttons():
    """It has all of Excel's tab; what the extension makes a function for has the name of its button."""
    menu = zipfile.ZipFile(OUT).read("Addons.xcu").decode()
    buttons = runpy.run_path(str(OUT.parent / "python" / "pythonpath" / "tournoi_texts.py"))["BUTTONS"]
    assert buttons == {action: BUTTONS[action] for group in TAB.values() for action in group} and len(buttons) == 14
    for action, title in buttons.items():
        name = f"press_{action.replace('-', '_')}"
        assert menu.count(f"tournament-xl.oxt|python|tournoi.py${name}?language=Python&amp;location=user:") == 1
        assert f"<value>{title}</value>" in menu


@starts_office
def test_the_menu_pairs_tells_problems_at_their_cell_and_is_one_step_to_undo(office_with, club):
    saved = club.read_bytes()
    desk = office_with(club, PROGRAM)
    desk.choose(PAIR)
    assert "Ronde 1 appariée : 12 joueurs, 6 paires." in desk.close_dialog()
    assert desk.ask("look")[0] == "Appariements" and len(results(desk, 1)) == 6

    type_scores(desk, 1, but=(4, 5))
    before, row_number = state(desk), results(desk, 1)[3][0]
    desk.choose(PAIR)
    dialog = desk.dialog()
    assert dialog["title"] == PAIR and "Rien n'a été changé" in dialog["text"]
    assert f"Résultats!E{row_number} : " in dialog["text"] and "aux tables 4 et 5" in dialog["text"]
    desk.close_dialog()
    assert state(desk) == before and desk.ask("look") == ["Résultats", f"$Résultats.$E${row_number}"]

    type_scores(desk, 1)
    before, steps = state(desk)
    assert desk.ask("press", "pair")["code"] == 0 and len(results(desk, 2)) == 6
    assert desk.ask("undo_titles") == [PAIR, *steps]
    desk.ask("show", "Résultats", f"E{row_number}")
    desk.choose(BUTTONS["explain"])
    assert "table 4" in desk.close_dialog(), "the selected row's pair"
    desk.choose(BUTTONS["restore"])
    assert "À quelle copie" in desk.dialog()["text"]
    desk.close_dialog("OK")
    assert "est remis dans ce classeur" in desk.close_dialog()
    assert state(desk) == (before, [BUTTONS["restore"], PAIR, *steps])
    desk.ask("undo")
    assert len(results(desk, 2)) == 6
    desk.ask("undo")
    assert state(desk)[0] == before, "one undo step takes back the whole press"
    desk.choose(BUTTONS["send"])
    assert "Ctrl+S" in desk.close_dialog(), "the file lacks the last changes"
    assert club.read_bytes() == saved, "a press does not save: the organiser does"
    assert backups(club)[0].read_bytes() == saved, "nothing typed yet: the copy is the file"


@starts_office
def test_scores_typed_after_one_is_missing_go_from_cell_to_cell(office_with, club):
    """A cell that is selected is a marked range to LibreOffice, which Tab and Enter do not leave."""
    desk = office_with(club, PROGRAM)
    desk.choose(PAIR)
    assert "Ronde 1 appariée" in desk.close_dialog()
    first = results(desk, 1)[0][0]
    for own, opposing, row_number in (("451", "333", first), ("402", "398", first + 1)):
        desk.choose(PAIR)
        desk.close_dialog()
        assert desk.ask("look") == ["Résultats", f"$Résultats.$E${row_number}"]
        desk.keys(*own, "Tab", *opposing, "Return")
        time.sleep(1)
        assert desk.ask("rows", "Résultats")[row_number - 1][4:6] == [int(own), int(opposing)]


@starts_office
def test_the_buttons_work_in_a_trusted_folder_and_again_once_what_libreoffice_saved_is_repaired(
    office_with, with_buttons, club
):
    desk = office_with(with_buttons, PROGRAM)
    desk.ask("draw", "Tournoi", "logo", str(ROOT / "web" / "icons" / "192.png"))
    desk.press_button(PAIR)
    assert "Ronde 1 appariée : 12 joueurs, 6 paires." in desk.close_dialog()
    desk.ask("press", "undo")
    (wall,), (palmares,) = desk.ask("drawn", "Appariements"), desk.ask("drawn", "Palmarès")
    assert wall[:2] == ["logo", "$Appariements.$F$1"] and wall[4:] == [3244, 1622], "as high as a closed file has it"
    assert palmares[1] == "$Palmarès.$B$3" and palmares[4:] == [3880, 1940], "once, whatever is pressed"
    desk.ask("button", PAIR)  # brings Tournoi to the front
    desk.ask("save")
    saved = Package(with_buttons.read_bytes())
    assert all(find_picture(saved, sheet, "Logo") for sheet in ("Tournoi", "Appariements", "Palmarès"))
    desk.ask("load", str(club))
    desk.ask("load", str(with_buttons))
    assert desk.ask("button", PAIR) is None, "LibreOffice's own file has lost its buttons"
    desk.ask("load", str(club))
    assert run("repair", with_buttons) == 0
    desk.ask("load", str(with_buttons))
    desk.press_button(BUTTONS["check"])
    assert "Tout est juste." in desk.close_dialog()


@starts_office
def test_a_program_named_by_the_workbook_is_asked_about_first(office_with, with_buttons):
    desk = office_with(with_buttons, PROGRAM)
    chosen = desk.folder / "starter"
    chosen.rename(desk.folder / "elsewhere")
    try:
        assert "n'est pas trouvé" in desk.ask("press", "pair")["message"]
        desk.choose(PAIR)
        assert "demande de démarrer le programme" in desk.close_dialog("No")
        assert "n'est pas trouvé" in desk.close_dialog()
        assert not results(desk, 1)
        desk.choose(PAIR)
        desk.close_dialog("Yes")
        assert "Ronde 1 appariée" in desk.close_dialog()
        assert desk.ask("press", "update")["code"] == 0, "the answer is remembered"
    finally:
        (desk.folder / "elsewhere").rename(chosen)


@starts_office
def test_what_is_typed_while_the_program_works_stays_and_refuses_the_press(office_with, tmp_path, club):
    """The press comes from another program, so that the window is free."""
    asked, may_answer, slow = tmp_path / "asked", tmp_path / "may answer", tmp_path / "slow"
    wait = f'touch "{asked}"; until [ -e "{may_answer}" ]; do sleep 0.1; done; exec "{PROGRAM}" "$@"'
    slow.write_text(f"#!/bin/sh\n{wait}\n", encoding="utf-8")
    slow.chmod(0o755)
    may_answer.touch()
    desk = office_with(club, str(slow))
    assert desk.ask("press", "pair")["code"] == 0
    first = results(desk, 1)[0][0]
    desk.ask("show", "Résultats", f"E{first}")
    desk.click([400, 600])  # the keyboard's focus, then back to the cell
    desk.ask("show", "Résultats", f"E{first}")
    before, copies = desk.ask("rows", "Résultats"), backups(club)
    asked.unlink()
    may_answer.unlink()
    with ThreadPoolExecutor() as threads:
        press = threads.submit(desk.ask, "press", "undo")
        desk.until(asked.exists)
        desk.keys("4", "4", "4", "Return")
        time.sleep(1)
        may_answer.touch()
        answer = press.result()
    assert answer["code"] == 5 and f"« Résultats », cellule E{first}" in answer["message"]
    before[first - 1][4] = 444
    assert desk.ask("rows", "Résultats") == before and backups(club) == copies
    assert desk.ask("press", "undo")["code"] == 1, "the next press reads what was typed"

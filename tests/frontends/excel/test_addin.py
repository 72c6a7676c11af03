"""The tab Tournoi: an add-in made of the buttons' own module; run by an interpreter of VBA as Excel would run it."""

from __future__ import annotations

import re
import runpy
import sys
import zipfile

import pytest
from pyopenvba.interpreter._objects import VBAObject
from pyopenvba.interpreter._values import NOTHING

from tests import ROOT
from tests.programs import takes_seconds
from tests.xlsm import LOCAL_PROGRAMS, WINDOW, Shell, click

sys.path.insert(0, str(ROOT / "windows"))
import addin  # noqa: E402

from tournament_xl.frontends.cli.verbs import parse_words  # noqa: E402
from tournament_xl.messages import live as texts  # noqa: E402

PROGRAM = rf"{LOCAL_PROGRAMS}\Programs\tournament-xl\python.exe"
BOOK = r"C:\Users\zoé\Tournois\100 % été.xlsx"


@pytest.fixture(scope="module")
def addin_file(tmp_path_factory):
    path = tmp_path_factory.mktemp("addin") / addin.NAME
    path.write_bytes(addin.build())
    return path


class Fact(VBAObject):
    """An object that knows these things."""

    def __init__(self, **variables):
        self.known = variables

    def vba_get(self, name, args=(), keywords=None):
        return self.known[name.lower()]


def test_the_add_in_is_the_same_each_time(addin_file):
    assert addin_file.read_bytes() == addin.build()


@takes_seconds
def test_the_add_in_is_sound(addin_file):
    from openxml_audit import OpenXmlValidator  # each worker would load it

    assert not [error.description for error in OpenXmlValidator(max_errors=0).validate(str(addin_file)).errors]


def test_the_tab_has_the_actions_of_the_day_each_with_an_icon_and_known_to_the_program(addin_file):
    with zipfile.ZipFile(addin_file) as package:
        ui = package.read("customUI/customUI14.xml").decode()
    buttons = re.findall(r'<button id="\w+" tag="([^"]+)" label="([^"]+)" size="large" imageMso="\w+"', ui)
    assert [action for action, _ in buttons] == [action for group in texts.TAB.values() for action in group]
    assert all(texts.BUTTONS[action] == label for action, label in buttons)
    assert all(parse_words(["press", action, "--live", BOOK]).action == action for action, _ in buttons)


def test_a_button_starts_the_program_on_the_workbook_in_front(addin_file):
    shell, bar = Shell(), []
    front = Fact(fullname=BOOK)
    assert click(addin_file, "TX_Ribbon", shell, Fact(tag="what-if"), activeworkbook=front, statusbar=bar) == []
    assert shell.started == f'"{PROGRAM}" -P -m tournament_xl press what-if --live "{BOOK}" --window {WINDOW}'
    assert len(bar) == 2 and "en cours" in str(bar[0]) and not bar[1]


def test_without_a_workbook_the_program_is_told_so(addin_file):
    shell = Shell()
    click(addin_file, "TX_Ribbon", shell, Fact(tag="new"), activeworkbook=NOTHING, statusbar=[])
    assert '--live "" --window' in shell.started


def test_the_setup_removes_what_it_has_installed_and_nothing_else(tmp_path):
    """File by file, each folder only when it is empty; of what it does not know, only what Python has compiled."""
    for name in ("python.exe", "Lib/a.py", "Lib/inner/data.txt"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    removal = runpy.run_path(str(ROOT / "windows" / "build.py"))["removal"]
    assert removal(tmp_path) == [
        r'Delete "$INSTDIR\Lib\inner\data.txt"', r'RMDir "$INSTDIR\Lib\inner"', r'Delete "$INSTDIR\Lib\a.py"',
        r'RMDir /r "$INSTDIR\Lib\__pycache__"', r'RMDir "$INSTDIR\Lib"', r'Delete "$INSTDIR\python.exe"',
    ]  # fmt: skip
    script = (ROOT / "windows" / "installer.nsi").read_text("utf-8").partition('Section "Uninstall"')[2]
    assert "RMDir /r" not in script and 'unopkg.com" remove ${EXTENSION}' in script

"""The macros: read back from the built file, and run by an interpreter of VBA as Excel would run them."""

from __future__ import annotations

import re

import pytest
from pyopenvba import ExcelFile

from tests.programs import WHOLE
from tests.xlsm import BUTTONS, TEMPLATES, WINDOW, WITH_BUTTONS, Shell, click
from tournament_xl.xlsx import buttons

PROGRAM = r"C:\Users\Zoé Œuvrard\Outils & Co\tournament-xl.exe"
SOURCES = {path.stem: path.read_text(encoding="utf-8") for path in (TEMPLATES / "vba").glob("*.bas")}
CLICKED = [pytest.param(macro, action, id=action) for macro, action in BUTTONS.values()][: None if WHOLE else 1]


@pytest.fixture
def book(tmp_path):
    """A workbook in a folder with blanks, accents and signs that mean something to a shell; PROGRAM is its program."""

    def make(name="Open d'été.xlsm", program=PROGRAM):
        folder = tmp_path / "Tournois & coupes (été) ^ $HOME"
        folder.mkdir()
        path = folder / name
        path.write_bytes(buttons.write_program_path(WITH_BUTTONS.read_bytes(), program))
        return path

    return make


def test_the_macros_in_the_template_are_those_of_the_source():
    assert set(SOURCES) == {"TXButtons", "TXExcel", "TXLibre"}
    with ExcelFile(str(WITH_BUTTONS)) as excel:
        read = {name: excel.vba_project().get_module(name).source.splitlines() for name in SOURCES}
    assert read == {name: text.splitlines() for name, text in SOURCES.items()}


def test_the_macros_start_nothing_but_the_program():
    code = "\n".join(line.partition("'")[0] for text in SOURCES.values() for line in text.splitlines())
    assert re.findall(r"CreateObject\(\"(.*?)\"\)", code) == ["WScript.Shell", "Scripting.FileSystemObject"]
    assert code.count(".Run(") == 1 and re.findall(r"\S*\bShell\b", code) == ['CreateObject("WScript.Shell']
    assert not re.search(r"cmd\.exe|powershell|\.Save|SendKeys|\.Exec\b|Evaluate|ExecuteExcel4", code)


@pytest.mark.parametrize(("macro", "action"), CLICKED)
def test_a_click_starts_the_program_on_this_workbook_and_says_nothing_more(book, macro, action):
    path, shell = book(), Shell()
    assert click(path, macro, shell) == []
    assert shell.looked_for == [PROGRAM]
    assert shell.started == f'"{PROGRAM}" press {action} --live "{path}" --window {WINDOW}'


@pytest.mark.parametrize("name", ["100 % %TEMP% %.xlsm", "--a ^& calc' ; rm (é) 😀.xlsm"])
def test_a_button_starts_its_program_with_one_path_whatever_the_workbook_is_called(book, name):
    """No shell reads the command; but WScript.Shell.Run replaces %NAME% in it, even between quotes."""
    path, shell = book(name, r"D:\50%\tournament-xl.exe"), Shell()
    assert click(path, "TX_Apparier", shell) == []
    assert shell.started == f'"D:\\50%\\tournament-xl.exe" press pair --live "{path}" --window {WINDOW}'


@pytest.mark.parametrize(("shell", "words"), [
    (Shell(70), ("code 70", "tournament-xl-erreur")),
    (Shell(installed=False), (PROGRAM, "repair", "Open d'été.xlsm")),
    (Shell(refuses=True), (PROGRAM, "Permission denied")),
], ids=["bug", "missing", "refused"])  # fmt: skip
def test_what_the_program_could_not_tell_is_told(book, shell, words):
    ((_, text, title, _),) = click(book(), "TX_Apparier", shell)
    assert title == "Tournoi" and all(part in text for part in words) and text.count("\n") == 1


def test_on_a_mac_the_command_for_the_closed_workbook_is_told(book):
    shell = Shell()
    ((_, text, _, _),) = click(book(), "TX_Verifier", shell, folder="/Users/zoé", operatingsystem="Macintosh (ARM)")
    assert re.search(r'tournament-xl check "/Users/zoé.*Open d\'été\.xlsm"$', text) and shell.commands == []

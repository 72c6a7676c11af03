"""The template with buttons, and `repair`: buttons and macros come back whatever removed them, nothing else changes."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import openpyxl
import pytest
from openxml_audit import OpenXmlValidator

from tests import books
from tests.books import pair, run, untouched
from tests.closed_files import change_parts
from tests.xlsm import BUTTONS, WINDOW, WITH_BUTTONS, WITHOUT, Shell, click, parts, read_buttons, save_by_openpyxl
from tournament_xl.storage.backups import find_backups
from tournament_xl.storage.workbook_file import ClosedFile
from tournament_xl.workbook import schema
from tournament_xl.workbook.snapshot import compute_edits
from tournament_xl.xlsx.buttons import find_program, write_program_path

ADDED = {"xl/vbaProject.bin", "xl/drawings/vmlDrawing1.vml", "xl/worksheets/_rels/sheet1.xml.rels"}


def findings(path: Path) -> list[str]:
    """What an Open XML validator says against a workbook."""
    return [
        f"{error.part_uri} {error.description}" for error in OpenXmlValidator(max_errors=0).validate(str(path)).errors
    ]


def test_both_templates_are_one_but_for_the_buttons_and_their_place():
    blocks = compute_edits(ClosedFile(WITH_BUTTONS).read(), ClosedFile(WITHOUT).read())
    where, commands = [(place, value) for block in blocks for place, value in block.cells()]
    assert where[0] == ("Tournoi", 7, 2) and "onglet Tournoi du ruban (Excel), menu Tournoi (LibreOffice)" in where[1]
    assert commands[0] == ("Tournoi", 8, 2), "and no word that looks like a button"
    plain, macros = parts(WITHOUT), parts(WITH_BUTTONS)
    assert macros.keys() - plain.keys() == ADDED and plain.keys() <= macros.keys()
    assert findings(WITH_BUTTONS) == findings(WITHOUT) == []


pytestmark = pytest.mark.filterwarnings("ignore:Print area cannot be set")  # openpyxl on whole columns

ALL = {caption: f"[0]!{macro}" for caption, (macro, _) in BUTTONS.items()}
VML = "xl/drawings/vmlDrawing1.vml"
PROJECT, TYPES, BOOK = "xl/vbaProject.bin", "[Content_Types].xml", "xl/workbook.xml"


@pytest.fixture(scope="module")
def sound_book(tmp_path_factory):
    """A workbook with buttons, a round drawn."""
    return pair(books.create(tmp_path_factory.mktemp("made"), name="tournoi.xlsm"))


@pytest.fixture
def book(sound_book, tmp_path):
    return shutil.copy(sound_book, tmp_path / "Open d'été.xlsm")


def change(path, name, old, new):
    """Replace a pattern in a part, which must be there."""
    text, count = re.subn(old, new, parts(path)[name].decode(), flags=re.DOTALL)
    assert count
    return change_parts(path, {name: text.encode()})


def assert_works(path):
    """All buttons, each once, with macros that run, and the program's path."""
    assert read_buttons(path) == ALL
    vml = b"".join(part for name, part in parts(path).items() if name.endswith(".vml"))
    assert vml.count(b"<x:FmlaMacro>") == len(BUTTONS)
    assert b'ContentType="application/vnd.ms-excel.sheet.macroEnabled.main+xml"' in parts(path)[TYPES]
    shell = Shell()
    assert click(path, "TX_Apparier", shell) == []
    assert shell.started == f'"{find_program()}" press pair --live "{path}" --window {WINDOW}'


def repair(path):
    """Repair, with its promises: a backup that is the file as it was, the same cells, a second time nothing to do."""
    cells, data = ClosedFile(path).read(), path.read_bytes()
    assert run("repair", path) == 0
    assert ClosedFile(path).read() == cells
    assert find_backups(path)[-1].file.read_bytes() == data
    with untouched(path):
        assert run("repair", path) == 1


def test_after_openpyxl_all_comes_back(book, capsys):
    save_by_openpyxl(book)
    assert read_buttons(book) == {} and PROJECT not in parts(book)
    findings_before = findings(book)
    repair(book)
    out = capsys.readouterr().out
    assert "remis" in out and "Sauvegardes" in out
    assert set(findings(book)) <= set(findings_before)
    assert_works(book)


def test_an_xlsx_becomes_a_new_xlsm_beside_it(tmp_path, capsys):
    path = pair(books.create(tmp_path, name="tournoi.xlsx"))
    before = path.read_bytes()
    assert run("repair", path) == 0
    assert path.read_bytes() == before
    new = path.with_suffix(".xlsm")
    assert str(new) in capsys.readouterr().out
    old, cells = (ClosedFile(workbook_path).read().sheets for workbook_path in (path, new))
    assert old | {schema.TOURNAMENT: cells[schema.TOURNAMENT]} == cells
    sheet = openpyxl.load_workbook(new)[schema.TOURNAMENT]
    assert [sheet[cell].value for cell in ("B8", "C8", "B10")] == [None] * 3, "no hint under the buttons"
    assert findings(new) == []
    assert_works(new)


LOST = {
    "the path of another computer": lambda p: p.write_bytes(
        write_program_path(p.read_bytes(), r"C:\tournament-xl.exe")
    ),
    "macros, relation left": lambda p: change_parts(p, {PROJECT: None}),
    "the name": lambda p: change(p, BOOK, r"<definedName name=\"TX_Programme\">.*?</definedName>", ""),
    "one button": lambda p: change(p, VML, r'<v:shape id="_x0000_s1027".*?</v:shape>', ""),
}


@pytest.mark.parametrize("lose", LOST.values(), ids=LOST)
def test_whatever_is_missing_comes_back(book, lose):
    lose(book)
    repair(book)
    assert_works(book)


def test_macros_of_somebody_else_are_not_thrown_away(book, capsys):
    project = parts(book)[PROJECT]
    for ours, foreign in (("TXButtons", "MesCalcul"), ("TXExcel", "MesOuti"), ("TXLibre", "MesNote")):
        project = project.replace(ours.encode("utf-16-le"), foreign.encode("utf-16-le"))
    change_parts(book, {PROJECT: project})
    with untouched(book):
        assert run("repair", book) == 5
    assert "d'autres macros (Mes" in capsys.readouterr().err

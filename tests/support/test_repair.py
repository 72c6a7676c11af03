"""The template with buttons, and `repair`: buttons and macros come back whatever removed them, nothing else changes."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from openxml_audit import OpenXmlValidator

from tests import books
from tests.books import pair, run, untouched
from tests.closed_files import change_parts
from tests.programs import takes_seconds
from tests.xlsm import BUTTONS, WINDOW, WITH_BUTTONS, WITHOUT, Shell, click, parts, read_buttons, save_by_openpyxl
from tournament_xl.storage.backups import find_backups
from tournament_xl.storage.workbook_file import ClosedFile
from tournament_xl.workbook import schema
from tournament_xl.workbook.snapshot import compute_edits
from tournament_xl.xlsx.buttons import find_program, write_program_path

ADDED = {"xl/vbaProject.bin", "xl/drawings/vmlDrawing1.vml", "xl/worksheets/_rels/sheet1.xml.rels"}
ALL = {caption: f"[0]!{macro}" for caption, (macro, _) in BUTTONS.items()}
VML = "xl/drawings/vmlDrawing1.vml"
PROJECT, TYPES, BOOK = "xl/vbaProject.bin", "[Content_Types].xml", "xl/workbook.xml"


pytestmark = pytest.mark.filterwarnings("ignore:Print area cannot be set")  # openpyxl on whole columns


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


LOST = {
    "all": save_by_openpyxl,
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


def test_an_xlsx_becomes_a_new_xlsm_beside_it(tmp_path, capsys):
    path = pair(books.create(tmp_path, name="tournoi.xlsx"))
    before, new = path.read_bytes(), path.with_suffix(".xlsm")
    assert run("repair", path) == 0 and str(new) in capsys.readouterr().out
    assert path.read_bytes() == before
    old, cells = (ClosedFile(workbook_path).read().sheets for workbook_path in (path, new))
    assert old | {schema.TOURNAMENT: cells[schema.TOURNAMENT]} == cells
    hints = [ClosedFile(new).read().cell(schema.TOURNAMENT, *place) for place in ((8, 2), (8, 3), (10, 2))]
    assert not any(hints), "no hint under the buttons"
    assert_works(new)


def test_templates_with_and_without_buttons_are_one_but_for_the_buttons_and_their_place():
    blocks = compute_edits(ClosedFile(WITH_BUTTONS).read(), ClosedFile(WITHOUT).read())
    assert [place for block in blocks for place, _ in block.cells()] == [("Tournoi", 7, 2), ("Tournoi", 8, 2)]
    plain, macros = parts(WITHOUT), parts(WITH_BUTTONS)
    assert macros.keys() - plain.keys() == ADDED and plain.keys() <= macros.keys()


@takes_seconds
def test_a_validator_of_open_xml_finds_nothing_wrong_with_templates_and_repaired_workbooks(sound_book, tmp_path):
    repaired = Path(shutil.copy(sound_book, tmp_path / "a.xlsm"))
    change_parts(repaired, {PROJECT: None})
    assert run("repair", repaired) == 0
    for path in (WITH_BUTTONS, WITHOUT, repaired):
        assert not OpenXmlValidator(max_errors=0).validate(str(path)).errors, path


def test_macros_of_somebody_else_are_not_thrown_away(book, capsys):
    project = parts(book)[PROJECT]
    for ours, foreign in (("TXButtons", "MesCalcul"), ("TXExcel", "MesOuti"), ("TXLibre", "MesNote")):
        project = project.replace(ours.encode("utf-16-le"), foreign.encode("utf-16-le"))
    change_parts(book, {PROJECT: project})
    with untouched(book):
        assert run("repair", book) == 5
    assert "MesCalcul" in capsys.readouterr().err

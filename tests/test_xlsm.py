"""The template with buttons: the build's, equal to the one without but for the buttons, valid; `new X.xlsm`."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
import warnings
from importlib.metadata import version
from pathlib import Path
from xml.etree import ElementTree

import openpyxl
import pytest
from openxml_audit import OpenXmlValidator
from pyopenvba.integrity import check_file

from tests import books
from tests.books import run
from tests.xlsm import BUTTONS, TEMPLATES, WINDOW, WITH_BUTTONS, WITHOUT, Shell, build, buttons, click, parts
from tournament_xl.hosts.buttons import MAX_CONSTANT, PROGRAM_NAME, program, with_program
from tournament_xl.hosts.closed import ClosedFile
from tournament_xl.workbook import labels
from tournament_xl.workbook.snapshot import difference

ROOT = TEMPLATES.parent
ADDED = {"xl/vbaProject.bin", "xl/drawings/vmlDrawing1.vml", "xl/worksheets/_rels/sheet1.xml.rels"}


def findings(path: Path) -> list[str]:
    """What an Open XML validator says against a workbook."""
    return [f"{one.part_uri} {one.description}" for one in OpenXmlValidator(max_errors=0).validate(str(path)).errors]


def stored_program(path: Path) -> str | None:
    """The path in the workbook as a reader of names sees it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # openpyxl on print areas of whole columns
        name = openpyxl.load_workbook(path).defined_names.get(PROGRAM_NAME)
    return name.value[1:-1].replace('""', '"') if name else None


def test_the_committed_template_is_what_the_script_builds(tmp_path):
    """Compared part by part; if this fails, run `make templates`."""
    built, committed = parts(build(tmp_path / "a.xlsm")), parts(WITH_BUTTONS)
    assert list(built) == list(committed)
    assert [name for name in built if built[name] != committed[name]] == []


def test_the_tool_that_embeds_the_macros_is_pinned():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (pin,) = [one for one in project["optional-dependencies"]["dev"] if one.startswith("pyOpenVBA")]
    assert pin == f"pyOpenVBA=={version('pyOpenVBA')}"
    assert not any("openvba" in one.lower() for one in project["dependencies"])


def test_both_templates_are_one_but_for_the_buttons_and_their_place():
    hints = [
        (place, value)
        for block in difference(ClosedFile(WITH_BUTTONS).read(), ClosedFile(WITHOUT).read())
        for place, value in block.cells()
    ]
    assert [value for (*_, row, _), value in hints if row == 8] == list(BUTTONS)
    assert [place for place, _ in hints[len(BUTTONS) :]] == [("Tournoi", 10, 2)]
    plain, macros = parts(WITHOUT), parts(WITH_BUTTONS)
    assert macros.keys() - plain.keys() == ADDED and plain.keys() <= macros.keys()
    for name in (name for name in plain if re.match(r"xl/worksheets/sheet(?!1\.)", name)):
        text = re.sub(r'<sheetPr codeName="Sheet\d+"', "<sheetPr", macros[name].decode())
        indices = re.compile(r'<v>\d+</v>| (?:s|style|dxfId)="\d+"')  # of shared texts and looks
        assert indices.sub("", text) == indices.sub("", plain[name].decode()), name


def test_the_six_buttons_stand_in_the_order_of_the_day_with_their_captions():
    assert list(buttons(WITH_BUTTONS).items()) == [(text, f"[0]!{macro}") for text, (macro, _) in BUTTONS.items()]
    assert set(parts(WITH_BUTTONS)) & {"xl/drawings/vmlDrawing2.vml"} == set()


def test_buttons_lie_in_their_three_rows_side_by_side_and_are_not_printed():
    vml = parts(WITH_BUTTONS)["xl/drawings/vmlDrawing1.vml"].decode()
    anchors = [tuple(map(int, text.split(","))) for text in re.findall(r"<x:Anchor>(.*?)</x:Anchor>", vml)]
    places = [((left, dx), (right, right_dx)) for left, dx, _, _, right, right_dx, _, _ in anchors]
    assert all(top >= 7 and bottom <= 9 for _, _, top, _, _, _, bottom, _ in anchors)
    assert all(end < start for (_, end), (start, _) in zip(places, places[1:], strict=False))
    assert places[-1][1][0] <= 8, "up to column I"
    assert vml.count("<x:PrintObject>False</x:PrintObject>") == len(BUTTONS)


def test_every_part_is_well_formed_and_the_package_sound():
    for name, content in parts(WITH_BUTTONS).items():
        if name.endswith((".xml", ".vml", ".rels")):
            ElementTree.fromstring(content)
    assert check_file(str(WITH_BUTTONS)).issues == ()


def test_a_validator_finds_no_more_than_in_the_template_without_buttons():
    assert findings(WITH_BUTTONS) == findings(WITHOUT) == []


def test_names_in_the_macros_are_those_of_the_workbook_and_its_sheets():
    found = parts(WITH_BUTTONS)
    assert b'codeName="ThisWorkbook"' in found["xl/workbook.xml"]
    for number in range(1, len(labels.SCRABBLE_SHEETS) + 1):
        assert f'codeName="Sheet{number}"'.encode() in found[f"xl/worksheets/sheet{number}.xml"]


def test_excel_is_told_to_compile_the_source():
    """MS-OVBA 2.3.4.1: version FFFF and no cache, so that no compiled code of another version runs."""
    bin_ = parts(WITH_BUTTONS)["xl/vbaProject.bin"]
    assert bin_.count(bytes.fromhex("cc61ffff000000")) == 1 and bytes.fromhex("cc61b500") not in bin_


def test_new_makes_a_workbook_with_buttons_that_knows_its_program(tmp_path, capsys):
    path = tmp_path / "Open d'été & d'automne.xlsm"
    assert run("new", path, "--formule", "classique", "--nom", "Open") == 0
    assert capsys.readouterr().out.startswith("Classeur créé")
    assert stored_program(path) == program()
    assert os.path.isabs(program()) and Path(program()).is_file()
    assert buttons(path) == buttons(WITH_BUTTONS)
    assert findings(path) == []
    assert parts(path)["xl/vbaProject.bin"] == parts(WITH_BUTTONS)["xl/vbaProject.bin"]


def test_a_click_in_a_new_workbook_starts_this_program(tmp_path):
    path, shell = tmp_path / "a.xlsm", Shell()
    run("new", path, "--formule", "classique")
    assert click(path, "TX_Apparier", shell) == []
    assert shell.started == f'"{program()}" press pair --live "{path}" --window {WINDOW}'


def test_the_program_in_the_workbook_runs():
    python = Path(program()).name.startswith("python")
    told = subprocess.run(
        [program(), *(["-m", "tournament_xl"] if python else []), "--version"], capture_output=True, text=True
    )
    assert told.returncode == 0 and told.stdout.startswith("tournament-xl ")


def test_without_its_command_it_is_python(monkeypatch, tmp_path):
    python, scripts = tmp_path / "python3", tmp_path / "Scripts"
    monkeypatch.setattr(sys, "executable", str(python))
    monkeypatch.setattr("sysconfig.get_path", lambda name: str(scripts))
    assert program() == str(python)
    scripts.mkdir()
    for folder in (scripts, tmp_path):  # Windows without environment; beside Python, which goes before
        command = folder / ("tournament-xl.exe" if os.name == "nt" else "tournament-xl")
        command.touch()
        assert program() == str(command)


@pytest.mark.parametrize("told", [
    r"C:\Users\Zoé Œuvrard\R&D <é>\tournament-xl.exe", "C:\\50%\\'x'\\tournament-xl.exe", '/a "b"/tournament-xl', "",
])  # fmt: skip
def test_any_path_is_kept_as_it_is(tmp_path, told):
    path = tmp_path / "a.xlsm"
    path.write_bytes(with_program(WITH_BUTTONS.read_bytes(), told))
    assert stored_program(path) == told
    assert with_program(path.read_bytes(), told) == path.read_bytes()
    changed = [name for name, content in parts(path).items() if content != parts(WITH_BUTTONS)[name]]
    assert changed == (["xl/workbook.xml"] if told else [])


@pytest.mark.parametrize("program_path", ["C:\\" + "x" * MAX_CONSTANT, "/home/caf\udce9/bin/tournament-xl"])
def test_a_path_that_no_formula_can_hold_is_left_out_rather_than_damage_the_workbook(tmp_path, program_path):
    path = tmp_path / "a.xlsm"
    path.write_bytes(with_program(WITH_BUTTONS.read_bytes(), program_path))
    assert stored_program(path) == ""


def test_a_tournament_is_played_in_a_workbook_with_buttons_as_in_one_without(tmp_path):
    made = [books.create(tmp_path / ending, 8, name=f"tournoi.{ending}") for ending in ("xlsx", "xlsm")]
    for path in made:
        assert run("simulate", path) == 0
    plain, with_buttons = (ClosedFile(path).read().sheets for path in made)
    for sheet in (labels.RESULTS, labels.STANDINGS, labels.GRID):
        assert plain[sheet] == with_buttons[sheet]
    assert buttons(made[1]) == buttons(WITH_BUTTONS) and stored_program(made[1]) == program()
    for name in ADDED:
        assert parts(made[1])[name] == parts(WITH_BUTTONS)[name]

"""The template with buttons: the build's, equal to the one without but for the buttons, valid; `new X.xlsm`."""

from __future__ import annotations

import re
import warnings
from pathlib import Path

import openpyxl
from openxml_audit import OpenXmlValidator

from tests.xlsm import BUTTONS, WITH_BUTTONS, WITHOUT, parts
from tournament_xl.book.snapshot import difference
from tournament_xl.hosts.buttons import PROGRAM_NAME
from tournament_xl.hosts.closed import ClosedFile

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


def test_a_validator_finds_no_more_than_in_the_template_without_buttons():
    assert findings(WITH_BUTTONS) == findings(WITHOUT) == []

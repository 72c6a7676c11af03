"""Formulas that a sheet has once for several cells: kept when one of these is written over, refused when damaged."""

import openpyxl
import pytest

from tests.closed_files import STAMP, one, refused, repacked
from tournament_xl.hosts import kept_formulas
from tournament_xl.hosts.closed import ClosedFile
from tournament_xl.workbook.snapshot import HostError

SHEET = "xl/worksheets/sheet1.xml"


def test_formulas_that_share_the_text_of_an_overwritten_one_stay(path):
    cells = (
        b'<row r="3"><c r="A3"><f t="shared" ref="A3:A5" si="0">B2*2</f><v>900</v></c></row>'
        b'<row r="4"><c r="A4"><f t="shared" si="0"/><v>0</v></c></row>'
        b'<row r="5"><c r="A5"><f t="shared" si="0"/><v>0</v></c></row></sheetData>'
    )
    repacked(path, lambda parts: parts | {SHEET: parts[SHEET].replace(b"</sheetData>", cells)})
    ClosedFile(path).write(one(7, row=3, column=1), stamp=STAMP)
    column = openpyxl.load_workbook(path)["Rondes"]["A"]
    assert [cell.value for cell in column[2:]] == [7, "=B3*2", "=B4*2"]


@pytest.mark.parametrize("number", ["", ' si=""', ' si="x"', ' si="-1"'])
@pytest.mark.parametrize("shared", ["shared", "&#115;hared"])
def test_a_shared_formula_without_its_number_is_refused(path, shared, number):
    """excelize looks for the others by it: without, it would end the process."""
    cells = (
        f'<row r="3"><c r="A3"><f t="{shared}" ref="A3:A4"{number}>1+1</f><v>2</v></c></row>'
        '<row r="4"><c r="A4"><f t="shared" si="0"/><v>2</v></c></row></sheetData>'
    ).encode()
    refused(repacked(path, lambda parts: parts | {SHEET: parts[SHEET].replace(b"</sheetData>", cells)}), "abîmé")


def test_too_many_formulas_that_share_the_text_of_an_overwritten_one_are_refused(path, monkeypatch):
    monkeypatch.setattr(kept_formulas, "_MOST_SHARED", 2)
    cells = b"".join(
        b'<row r="%d"><c r="A%d"><f t="shared" si="0"/><v>0</v></c></row>' % (row, row) for row in (3, 4, 5)
    )
    repacked(path, lambda parts: parts | {SHEET: parts[SHEET].replace(b"</sheetData>", cells + b"</sheetData>")})
    before = path.read_bytes()
    with pytest.raises(HostError, match=r"« Rondes », des formules sont tirées sur plus de 2 cases.*\(A4\)"):
        ClosedFile(path).write(one(7, row=4, column=1), stamp=STAMP)
    assert path.read_bytes() == before
    ClosedFile(path).write(one(7, row=4, column=2), stamp=STAMP)

"""The order of calculation goes with the first formula that is written over; Excel makes it anew."""

import zipfile

import pytest

from tests.closed_files import LINKS, MAIN, STAMP, one, refused, repacked
from tournament_xl.hosts.closed import ClosedFile

SHEET, TYPES, TIES = "xl/worksheets/sheet1.xml", "[Content_Types].xml", "xl/_rels/workbook.xml.rels"
CELLS = b'<row r="3"><c r="A3"><f>1+1</f><v>2</v></c><c r="B3"><f>2+2</f><v>4</v></c></row></sheetData>'
KIND = "application/vnd.openxmlformats-officedocument.spreadsheetml.calcChain+xml"
DECLARED = f'<Override PartName="/xl/calcChain.xml" ContentType="{KIND}"/>'
WITHOUT_END = f"<Override ContentType='{KIND}' PartName='/xl/calcChain.xml'></Override>"


def chained(path, declared=DECLARED, entries='<c r="A3" i="1"/><c r="B3"/>'):
    link = f'<Relationship Id="rId99" Type="{LINKS}/calcChain" Target="calcChain.xml"/></Relationships>'
    return repacked(path, lambda parts: parts | {
        "xl/calcChain.xml": f'<calcChain xmlns="{MAIN}">{entries}</calcChain>'.encode(),
        SHEET: parts[SHEET].replace(b"</sheetData>", CELLS),
        TYPES: parts[TYPES].replace(b"</Types>", f"{declared}</Types>".encode()),
        TIES: parts[TIES].replace(b"</Relationships>", link.encode()),
    })  # fmt: skip


@pytest.mark.parametrize("declared", [DECLARED, WITHOUT_END])
@pytest.mark.parametrize("value", [7, None])
def test_no_trace_is_left_of_the_chain_when_a_cell_is_written(path, declared, value):
    """Excel calls a workbook damaged when the chain lists a cell without formula."""
    chained(path, declared)
    ClosedFile(path).write(one(value, row=3, column=1), stamp=STAMP)
    with zipfile.ZipFile(path) as package:
        parts = {name: package.read(name) for name in package.namelist()}
    assert not [name for name, part in parts.items() if "calcChain" in name or b"calcChain" in part]
    assert b"<f>2+2</f>" in parts[SHEET] and b"<f>1+1</f>" not in parts[SHEET]


def test_a_chain_of_any_length_takes_no_time_for_each_formula_written_over(path):
    """excelize is not given one: it would go through all of it."""
    chained(path, entries="".join(f'<c r="A{row}" i="9"/>' for row in range(1, 200_001)))
    read = ClosedFile(path).read()
    ClosedFile(path).write(one(7, row=3, column=1), stamp=STAMP)
    assert ClosedFile(path).read().sheets["Joueurs"] == read.sheets["Joueurs"]
    assert "xl/calcChain.xml" not in zipfile.ZipFile(path).namelist()


def test_a_part_that_has_its_type_twice_is_damage(path):
    """excelize would end the process when it takes both away."""
    refused(chained(path, DECLARED + DECLARED), "abîmé")

"""How far a sheet reaches: said before it is read, whatever way its XML is written; and what excelize would misread."""

import re
import zipfile

import pytest
from tournament_xl.hosts.extent import FAR, Extent, extent

from tests.plain_xlsx import pack, parts
from tournament_xl.hosts.closed import ClosedFile
from tournament_xl.workbook.snapshot import HostError

LIMIT = 2_000_000
SHEET = "xl/worksheets/sheet1.xml"
FILLED = "<v>7</v>"
UNUSUAL = {
    "as everybody": lambda text: text,
    "other quotes": lambda text: text.replace('"', "'"),
    "spaces": lambda text: text.replace('r="', 'r = "'),
    "line ends": lambda text: text.replace(" r=", "\nr="),
    "letters as numbers": lambda text: text.replace('r="', 'r="&#x20;').replace("&#x20;", ""),
    "digits as entities": lambda text: text.replace('1"', '&#49;"'),
    "a prefix": lambda text: re.sub(r"<(/?)", r"<\1x:", text),
    "without addresses": lambda text: re.sub(r' r="[A-Z]*\d+"', "", text),
    "a comment": lambda text: f'<!-- <row r="9"> -->{text}',
}


def rows(*cells, count=3):
    """Rows 1 to `count`, each with a cell in these columns."""
    return "".join(
        f'<row r="{n}">' + "".join(f'<c r="{column}{n}">{FILLED}</c>' for column in cells) + "</row>"
        for n in range(1, count + 1)
    )


def workbook(path, body, **more):
    content = parts({"Feuille": [["x"]]})
    content[SHEET] = re.sub("<sheetData>.*</sheetData>", lambda _: f"<sheetData>{body}</sheetData>", content[SHEET])
    return pack(path, {name: more.get("change", lambda text: text)(text) for name, text in content.items()})


@pytest.mark.parametrize("way", UNUSUAL)
def test_the_room_is_the_same_in_whatever_way_it_is_written(way):
    sheet = f"<sheetData>{UNUSUAL[way](rows('A', 'B', 'C'))}</sheetData>"
    assert extent(sheet.encode(), LIMIT) == Extent(9, "")


@pytest.mark.parametrize("way", sorted(UNUSUAL.keys() - {"without addresses", "a prefix"}))
def test_twenty_thousand_rows_to_the_last_column_are_refused_in_whatever_way_they_are_written(way, tmp_path):
    path = workbook(tmp_path / "large.xlsx", UNUSUAL[way](rows("XFD", count=20_000)))
    with pytest.raises(HostError, match="trop gros"):
        ClosedFile(path).read()


@pytest.mark.parametrize("way", sorted(UNUSUAL.keys() - {"without addresses", "digits as entities"}))
def test_a_filled_cell_far_down_is_named_in_whatever_way_it_is_written(way):
    text = f'<row r="{FAR}"><c r="C{FAR}">{FILLED}</c></row>'
    assert extent(f"<sheetData>{UNUSUAL[way](text)}</sheetData>".encode(), LIMIT).far == f"C{FAR}"
    empty = text.replace(FILLED, "")
    assert extent(f"<sheetData>{UNUSUAL[way](empty)}</sheetData>".encode(), LIMIT).far == ""


@pytest.mark.parametrize("body", [
    f'<row r="9"><c r="A9">{FILLED}</c></row><row r="3"><c r="A3">{FILLED}</c></row>',  # excelize: both in row 9
    f'<row r="3"><c r="A3">{FILLED}</c></row><row r="3"><c r="B3">{FILLED}</c></row>',
    f'<row r="3"><c r="A9">{FILLED}</c></row>',  # excelize: in row 3
    f'<row r="3"><c r="B3">{FILLED}</c><c r="A3">{FILLED}</c></row>',
    f'<row r=" 3 "><c r="A3">{FILLED}</c></row>',  # from here on, as any other that is no number: an empty sheet
    f'<row r="3"><c r="A">{FILLED}</c></row>', f'<row r="3"><c r="">{FILLED}</c></row>',
    f'<row r="3"><c r="$A$3">{FILLED}</c></row>', f'<row r="3"><c r="XFE3">{FILLED}</c></row>',
    f'<row r="0"><c r="A1">{FILLED}</c></row>', f'<row r="1048577"><c r="A1">{FILLED}</c></row>',
    f'<row xmlns:q="u" q:r="3"><c r="A3">{FILLED}</c></row>',
])  # fmt: skip
def test_what_excelize_would_misread_is_refused_as_damaged(body, tmp_path):
    with pytest.raises(HostError, match="abîmé"):
        ClosedFile(workbook(tmp_path / "odd.xlsx", body)).read()


@pytest.mark.parametrize("encoding", ["utf-16", "iso-8859-1"])
def test_a_sheet_that_excelize_would_read_as_empty_for_its_encoding_is_refused(encoding, tmp_path):
    def change(text):
        return re.sub(r"<\?xml[^>]*>", f'<?xml version="1.0" encoding="{encoding}"?>', text).encode(encoding)

    with pytest.raises(HostError, match="abîmé"):
        ClosedFile(workbook(tmp_path / "coded.xlsx", rows("A"), change=change)).read()


def test_a_sheet_of_millions_of_tags_without_addresses_is_too_large_and_not_looked_through():
    assert extent(b"<sheetData>" + b"<row><c/></row>" * 600_000 + b"</sheetData>", LIMIT).room > LIMIT


def test_a_sheet_under_another_name_is_looked_through_all_the_same(tmp_path):
    """A part need not be called .xml; excelize goes by the relations."""
    path = workbook(tmp_path / "plain.xlsx", rows("XFD", count=20_000))
    with zipfile.ZipFile(path) as package:
        content = {name: package.read(name).decode() for name in package.namelist()}
    renamed = {name.replace("sheet1.xml", "sheet1.dat"): text.replace("sheet1.xml", "sheet1.dat")
               for name, text in content.items()}  # fmt: skip
    with pytest.raises(HostError, match="trop gros"):
        ClosedFile(pack(tmp_path / "renamed.xlsx", renamed)).read()


@pytest.mark.parametrize("length", [32_767, 1_100_000])
def test_a_text_longer_than_a_cell_can_hold_is_refused(length, tmp_path):
    text = f'<row r="1"><c r="A1" t="inlineStr"><is><t>{"&#233;" * 20}{"x" * (length - 20)}</t></is></c></row>'
    path = workbook(tmp_path / "long.xlsx", text)
    if length > 32_767:
        with pytest.raises(HostError, match="abîmé"):
            ClosedFile(path).read()
    else:
        assert len(ClosedFile(path).read().sheets["Feuille"][0][0]) == length

"""What a press leaves alone in a rich workbook's package: charts, pictures, notes, rules, damage found."""

import io
import struct
import zipfile
import zlib
from xml.etree import ElementTree

import pytest
import xlsxwriter

from tests.closed_files import STAMP, chart, one, refused
from tournament_xl.hosts.closed import ClosedFile


def _picture():
    """A PNG of 2 x 2 pixels."""
    chunks = [
        (b"IHDR", struct.pack(">IIBBBBB", 2, 2, 8, 2, 0, 0, 0)),
        (b"IDAT", zlib.compress(b"\0\xff\0\0\0\xff\0" * 2)),
        (b"IEND", b""),
    ]
    picture = b"\x89PNG\r\n\x1a\n"
    for kind, body in chunks:
        picture += struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
    return io.BytesIO(picture)


@pytest.fixture
def rich(tmp_path):
    """One of everything that an organiser may have put into the workbook."""
    path, macros = tmp_path / "riche.xlsm", tmp_path / "vba.bin"
    macros.write_bytes(b"a macro project is bytes that nobody may touch")
    with xlsxwriter.Workbook(path) as book:
        sheet = book.add_worksheet("Rondes")
        style = book.add_format({"bold": True, "italic": True, "num_format": "0.0"})
        for row in range(1, 20):
            sheet.write_row(row, 0, [row, row * 1.5, f"Nom {row}"], style)
        sheet.write_rich_string("A30", "un ", style, "deux")
        sheet.write_formula("D2", "=B2*2", style, 3)
        sheet.write_url("A31", "https://ffsc.fr", string="lien")
        sheet.merge_range("A40:C40", "Titre", style)
        sheet.insert_image("F2", "logo.png", {"image_data": _picture()})
        sheet.insert_textbox("F8", "une forme")
        sheet.insert_button("F12", {"macro": "Suite", "caption": "Ronde suivante"})
        sheet.insert_checkbox("H1", True)
        sheet.write_comment("B2", "une note")
        sheet.insert_chart("J2", chart(book, "=Rondes!$B$2:$B$20"))
        sheet.data_validation("A2:A20", {"validate": "list", "source": ["1", "2"]})
        sheet.conditional_format("B2:B20", {"type": "data_bar", "data_bar_2010": True})
        sheet.conditional_format("C2:C20", {"type": "formula", "criteria": "=$A2>5", "format": style})
        sheet.add_sparkline("E2", {"range": "Rondes!A2:B2"})
        sheet.set_header("&CTitre &G", {"image_center": "entete.png", "image_data_center": _picture()})
        sheet.set_footer("&P/&N")
        sheet.print_area("A1:E21")
        sheet.repeat_rows(0)
        sheet.freeze_panes(1, 2)
        sheet.autofilter("A1:C20")
        sheet.set_row(5, 30, style, {"hidden": True})
        sheet.set_column("B:B", 25, style, {"level": 1})
        sheet.protect("", {"sort": True})
        sheet.set_h_pagebreaks([10])
        other = book.add_worksheet("Autre")
        other.add_table("A1:B3", {"data": [[1, 2], [3, 4]]})
        other.set_background(_picture())
        other.hide()
        book.add_chartsheet("Graphe").set_chart(chart(book, "=Rondes!$B$2:$B$20"))
        book.define_name("Scores", "=Rondes!$B$2:$B$20")
        book.set_custom_property("Épreuve", "Open")
        book.set_properties({"title": "Open", "author": "Arbitre"})
        book.add_vba_project(macros)
        book.set_vba_name("ThisWorkbook")
    return path


REWRITTEN = {
    "xl/worksheets/sheet1.xml",  # the sheet that was edited: its cells
    "xl/sharedStrings.xml",  # a text may be added at the end; counts
}  # the only parts that may differ in a byte (XlsxWriter's workbooks always ask for a recalculation)
IGNORED = {
    "{http://schemas.microsoft.com/office/spreadsheetml/2009/9/ac}dyDescent",  # a hint for drawing text
    "spans",  # a hint for reading rows
}  # attributes


def meaning(element):
    """An XML element without spelling: booleans as 1 and 0, attributes and the font of a run of text in any order."""
    attributes = {
        name: {"true": "1", "false": "0"}.get(value, value)
        for name, value in element.attrib.items()
        if name not in IGNORED
    }
    if element.tag.endswith(("}b", "}i")):
        attributes.setdefault("val", "1")
    children = [meaning(child) for child in element]
    if element.tag.endswith("}rPr"):
        children.sort(key=repr)
    return element.tag, sorted(attributes.items()), (element.text or "").strip(), children


def around_cells(content):
    return content.split(b"<sheetData>")[0], content.split(b"</sheetData>")[1]


@pytest.mark.parametrize("value", [99.5, "un texte", None], ids=["number", "text", "empty"])
def test_everything_else_in_the_package_stays(rich, value):
    with zipfile.ZipFile(rich) as archive:
        before = {name: archive.read(name) for name in archive.namelist()}
    ClosedFile(rich).write(one(value), stamp=STAMP)
    with zipfile.ZipFile(rich) as archive:
        after = {name: archive.read(name) for name in archive.namelist()}
    assert after.keys() == before.keys()
    assert {name for name in before if before[name] != after[name]} <= REWRITTEN
    for name in sorted(REWRITTEN):
        old, new = ElementTree.fromstring(before[name]), ElementTree.fromstring(after[name])
        if name == "xl/worksheets/sheet1.xml":
            assert around_cells(before[name]) == around_cells(after[name])
            for sheet in (old, new):
                (cell,) = (cell for cell in sheet.iter() if cell.get("r") == "B2")
                cell.attrib.pop("t", None)
                cell[:] = []
        else:
            for count in ("count", "uniqueCount"):
                old.attrib.pop(count), new.attrib.pop(count)
            new[:] = new[: len(old)]
        assert meaning(old) == meaning(new), name


def test_many_presses_lose_no_more_than_one(rich):
    book = ClosedFile(rich)
    first = book.read()
    names = set(zipfile.ZipFile(rich).namelist())
    for value in (1, "x", None, 2.5, 1.5):
        book.write(one(value), stamp=STAMP)
    assert set(zipfile.ZipFile(rich).namelist()) == names
    assert book.read() == first


@pytest.mark.parametrize("part", ["xl/worksheets/sheet1.xml", "xl/media/image1.png"])
def test_a_wrong_checksum_is_refused(rich, part):
    """excelize lets a damaged picture pass, and Python, at the comparison of parts, would not."""
    data = bytearray(rich.read_bytes())
    with zipfile.ZipFile(rich) as archive:
        data[archive.getinfo(part).header_offset + 14] ^= 0xFF  # the checksum in the part's own header
        place = data.rindex(part.encode()) - 46  # and in the table of contents
    data[place + 16] ^= 0xFF
    rich.write_bytes(data)
    refused(rich, "abîmé")

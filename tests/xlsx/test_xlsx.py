"""Our own reader and patcher of workbooks: what is read, what is written, what is refused."""

import re
import zipfile
from datetime import datetime
from xml.etree import ElementTree

import openpyxl
import pytest
import xlsxwriter

from tests.closed_files import LINKS, MAIN, STAMP, assert_file_untouched, build_edit, change_parts
from tests.plain_xlsx import build_parts, write_package
from tournament_xl.messages import workbook_files as texts
from tournament_xl.storage.workbook_file import ClosedFile
from tournament_xl.workbook.file_failures import FileFailure
from tournament_xl.workbook.snapshot import Block, CollapsedRange, ColumnWidth, ExternalError, PageBreaks
from tournament_xl.xlsx import patch
from tournament_xl.xlsx.canonical import canonicalize_sheet
from tournament_xl.xlsx.limits import DAMAGE
from tournament_xl.xlsx.package import Package
from tournament_xl.xlsx.sheet import decode_value, read_sheet
from tournament_xl.xlsx.workbook_package import edit_workbook, parse_workbook

SHEET, BOOK, TYPES = "xl/worksheets/sheet1.xml", "xl/workbook.xml", "[Content_Types].xml"


def test_cells_are_read_as_the_documentation_says(tmp_path):
    path = tmp_path / "a.XLSX"
    with xlsxwriter.Workbook(path) as book:
        sheet, bold = book.add_worksheet("É & <1>"), book.add_format({"bold": True})
        sheet.merge_range("A1:C1", "Titre")
        sheet.write_row("A2", [12.5, 451, " 007 ", "", "été\nchaud", "_x0041_"])
        sheet.write_datetime("A3", datetime(2026, 11, 21), book.add_format({"num_format": "dd/mm/yyyy"}))
        sheet.write_boolean("B3", True)
        sheet.write_number("C3", 0.5, book.add_format({"num_format": "0%"}))
        sheet.write_formula("A4", "=1+1", None, 2)
        sheet.write_formula("B4", "=1/0", None, "#DIV/0!")
        sheet.write_formula("C4", "=NOW()", None, "")
        sheet.write_rich_string("A5", "un ", bold, "deux")
        sheet.write("A7", "caché")
        sheet.set_row(6, None, None, {"hidden": True})
        sheet.write_blank("F20", None, bold)
        book.add_worksheet("Cachée").hide()
    rows = [
        ["Titre"],
        ["12.5", "451", " 007 ", None, "été\nchaud", "_x0041_"],
        ["46347", True, "0.5"],
        ["2", "#DIV/0!"],
        ["un deux"],
        [],
        ["caché"],
    ]
    assert ClosedFile(path).read().sheets == {"É & <1>": rows, "Cachée": []}


UNUSUAL = {
    "other quotes": lambda text: text.replace('"', "'"),
    "a prefix": lambda text: re.sub(r"<(/?)(?=row|c|v|is|t|f)", r"<\1x:", text),
    "other order": lambda text: re.sub("<(row|c) r=", r'<\1 s="0" r=', text),
    "without addresses": lambda text: re.sub(r' r="[A-Z]*\d+"', "", text),
    "a comment": lambda text: f'<!-- <row r="9"> -->{text}',
    "raw data": lambda text: text.replace("<t>été &amp; hiver</t>", "<t><![CDATA[été & hiver]]></t>"),
}

PLAIN = (
    '<row r="1"><c r="A1"><v>1</v></c><c r="B1" t="inlineStr"><is><t>été &amp; hiver</t></is></c></row>'
    '<row r="2"><c r="A2" t="b"><v>1</v></c><c r="B2"/><c r="C2"><f>1+1</f></c></row>'
)


def with_rows(path, body):
    """A workbook with one sheet, Résultats, with these rows."""
    content = build_parts({"Résultats": [["x"]]})
    data = f'<sheetData xmlns:x="{MAIN}">' if "x:" in body else "<sheetData>"
    content[SHEET] = re.sub("<sheetData>.*</sheetData>", lambda _: f"{data}{body}</sheetData>", content[SHEET].decode())
    return write_package(path, content)


@pytest.mark.parametrize("way", UNUSUAL)
def test_whatever_way_a_sheet_is_written_it_says_the_same_and_is_written_in_the_usual_one(way, tmp_path):
    plain = ClosedFile(with_rows(tmp_path / "a.xlsx", PLAIN)).read()
    assert plain.sheets["Résultats"] == [["1", "été & hiver"], [True]]
    assert plain.uncomputed == {("Résultats", 2, 3)}
    path = with_rows(tmp_path / "b.xlsx", UNUSUAL[way](PLAIN))
    assert ClosedFile(path).read() == plain
    ClosedFile(path).write(
        build_edit(7, row=1, sheet="Résultats") + build_edit("x", row=3, sheet="Résultats"), stamp=STAMP
    )
    assert ClosedFile(path).read().sheets["Résultats"] == [["1", "7"], [True], [None, "x"]]
    sheet = openpyxl.load_workbook(path)["Résultats"]
    assert [cell.value for cell in sheet["A:B"][1]] == [7, None, "x"] and sheet["C2"].value == "=1+1"


UNSOUND = (
    "<v>&foo;</v>", "<v>a & b</v>", "<v>\x01</v>", "<v>&#1;</v>", "<v>\ufffe</v>", "<v>]]></v>", "<v>1</v></v>", "<v>1",
    "<v>1</v><v>",
)  # fmt: skip


def test_rows_that_are_no_xml_are_refused(tmp_path):
    bad = [PLAIN.replace("<v>1</v>", xml, 1) for xml in UNSOUND]
    bad += [PLAIN.replace('r="1"', xml, 1) for xml in ('r="1" r="1"', 'r="1" a="1" a="2"', 'r="1" a=1', 'r="1" a="&"')]
    bad += [PLAIN.replace('"B2"', xml) for xml in ('"2"', '"B2" r="B2"', '"<B2"', '"ZZZ2"')]
    for body in [*bad, PLAIN.replace('r="2"', 'r="1"'), PLAIN.replace("</row>", "", 1)]:
        with pytest.raises(FileFailure):
            ClosedFile(with_rows(tmp_path / "a.xlsx", body)).read()


def sheet_part(before="", root="<worksheet xmlns='urn:s'>", rows=PLAIN, behind=""):
    return f"{before}{root}<sheetData>{rows}</sheetData>{behind}</worksheet>".encode()


def test_the_reader_takes_what_xml_means_and_not_what_looks_like_it():
    """Comments and instructions with rows, ends of lines, and elements of other namespaces called like cells."""
    grid = read_sheet(sheet_part(), []).grid
    false = "<sheetData><row r='1'><c r='A1'><v>8</v></c></row></sheetData>"
    for start in (f"<!--{false}-->", f"<?p {false}?>", f'<?xml version="1.0"?><!--{false}-->', "\ufeff"):
        assert read_sheet(sheet_part(start), []).grid == grid, start
    assert read_sheet(sheet_part(behind=f"<x:a xmlns:x='urn:x' xmlns='urn:y'>{false}</x:a>"), []).grid == grid
    assert read_sheet(sheet_part(rows=PLAIN.replace("<v>1", "<v xmlns='urn:y'>8</v><v>1", 1)), []).grid == grid
    lines = PLAIN.replace("été", "été\r\nhiver\rété")
    assert read_sheet(sheet_part(rows=lines), []).grid[0][1] == "été\nhiver\nété & hiver"


NO_SHEETS = {
    "cells twice": sheet_part(behind="<sheetData/>"), "cells in cells": sheet_part(rows="<sheetData/>"),
    "a row in a row": sheet_part(rows="<row><row/></row>"), "a document type": sheet_part("<!DOCTYPE worksheet>"),
    "an undeclared prefix": sheet_part(rows='<row r="1" q:z="1"/>'),
    "a tag that does not end": sheet_part(rows='<row r="1"><c</row>'),
    "a false encoding": sheet_part('<?xml version="1.0" encoding="UTF-16"?>'),
    "letters of another encoding": sheet_part('<?xml version="1.0" encoding="us-ascii"?>'),
    "a cell without row": sheet_part(rows='<c r="A1"><v>1</v></c>'),
}  # fmt: skip


@pytest.mark.parametrize("part", NO_SHEETS.values(), ids=NO_SHEETS)
def test_what_is_no_sheet_is_refused_by_the_one_reader(part):
    with pytest.raises(DAMAGE):
        read_sheet(part, [])


def test_columns_get_their_width_and_keep_their_look(path):
    columns = b'<cols><col min="1" max="3" width="9" style="1" customWidth="1"/></cols><sheetData>'
    change_parts(path, {SHEET: lambda old: old.replace(b"<sheetData>", columns)})
    layout_changes = ColumnWidth("Rondes", 2, 2, 14.5), PageBreaks("Rondes", None, pages=3)
    ClosedFile(path).write(build_edit("x"), stamp=STAMP, layout_changes=layout_changes)
    with zipfile.ZipFile(path) as package:
        part = package.read(SHEET).decode()
    runs = [dict(re.findall(r'(\w+)="([^"]*)"', run)) for run in re.findall("<col [^>]*>", part)]
    assert [(run["min"], run["max"], run["style"], float(run["width"])) for run in runs] == [
        ("1", "1", "1", 9), ("2", "2", "1", 15.2143), ("3", "3", "1", 9),
    ]  # fmt: skip


def test_a_pasted_row_takes_the_looks_of_its_columns_when_a_cell_is_added_to_it():
    """A row that only gets another value, a look of its own, and a formula keep what they have."""
    part = (
        b'<worksheet><cols><col min="1" max="4" width="9" style="5"/></cols><sheetData>'
        b'<row r="5"><c r="B5"><v>1</v></c><c r="C5" s="0" t="b"><v>1</v></c>'
        b'<c r="D5" s="2"/><c r="E5"><v>1</v></c></row>'
        b'<row r="6"><c r="B6"><f>1+1</f><v>2</v></c></row><row r="7"><c r="A7"><v>1</v></c></row>'
        b"</sheetData></worksheet>"
    )
    written, _ = patch.write_cells(part, {row: {1: 3} for row in (5, 6, 7)})
    cells = {
        name: re.search(r' s="(\d+)"', rest) for name, rest in re.findall(r'<c r="(\w+)"([^<>]*)>', written.decode())
    }
    styles = {name: style and style[1] for name, style in cells.items()}
    assert styles == {"A5": "5", "B5": "5", "C5": "5", "D5": "2", "E5": None, "A6": "5", "B6": None, "A7": None}


def test_bringing_a_part_into_the_usual_form_changes_nothing_that_it_says():
    """Prefixes that only mc:Ignorable names are kept: Excel calls a sheet damaged without them."""
    head = f'<x:worksheet xmlns:x="{MAIN}" xmlns:mc="urn:mc" mc:Ignorable="z" xmlns:z="urn:z"><x:sheetData>'
    cell = '<x:c r="A1" t="str"><x:v xml:space="preserve"> a&#13;<![CDATA[<b>]]></x:v></x:c>'
    more = '<x:ext uri="a" xmlns:y="urn:y"><y:row y:c="&#10;&quot;">&lt;x:c&gt;</y:row></x:ext>'
    part = f'{head}<x:row r="1" z:dy="1">{cell}</x:row></x:sheetData><x:extLst>{more}</x:extLst></x:worksheet>'
    canonical = canonicalize_sheet(part.encode()).decode()
    same = {"rewrite_prefixes": True, "strip_text": False}
    assert ElementTree.canonicalize(canonical, **same) == ElementTree.canonicalize(part, **same)
    assert 'xmlns:z="urn:z"' in canonical and '<row r="1" z:dy="1"><c r="A1"' in canonical and "x:row" not in canonical
    assert canonicalize_sheet(canonical.encode()) == canonical.encode()
    for bad in (f'<a xmlns="{MAIN}"><b xmlns="urn:b"/></a>', f'<a xmlns="{MAIN}"><row r="2"><c r="A1"/></row></a>'):
        with pytest.raises(ValueError):
            canonicalize_sheet(bad.encode())


def _utf_16(part):
    return part.decode().replace("UTF-8", "UTF-16").encode("utf-16")


def _backslashes(content):
    for name in [*content]:
        content[name.replace("/", "\\")] = content.pop(name)
    content["xl\\_rels\\workbook.xml.rels"] = content["xl\\_rels\\workbook.xml.rels"].replace(
        b"worksheets/", b"worksheets\\"
    )


PACKAGES = {
    "shared texts in other capitals": lambda content: content.update(
        {"xl/SharedStrings.xml": content.pop("xl/sharedStrings.xml")}
    ),
    "UTF-16": lambda content: content.update({name: _utf_16(content[name]) for name in (SHEET, BOOK, TYPES)}),
    "backslashes": _backslashes,
}


@pytest.mark.parametrize("change", PACKAGES.values(), ids=PACKAGES)
def test_a_package_in_a_valid_but_unusual_form_is_read_and_written(change, tmp_path):
    content = build_parts({"Résultats": [["x", "x"]], "Autre": [["x"]]})
    change(content)
    path = write_package(tmp_path / "a.xlsx", content)
    assert ClosedFile(path).read().sheets == {"Résultats": [["x", "x"]], "Autre": [["x"]]}
    ClosedFile(path).write(build_edit(7, row=1, sheet="Résultats"), stamp=STAMP)
    assert ClosedFile(path).read().sheets == {"Résultats": [["x", "7"]], "Autre": [["x"]]}


@pytest.mark.parametrize(("stored", "value"), [
    ("1.1204501E7", "11204501"), ("1.12E1", "1.12E1"), ("-7.0", "-7"), ("1.5", "1.5"), ("E", "E"), ("1.5E99", "1.5E99"),
])  # fmt: skip
def test_whole_numbers_of_other_programs_are_read_as_such_and_texts_as_they_are(stored, value):
    assert decode_value(None, stored, None, []) == value
    assert decode_value("s", "0", None, [stored]) == stored


@pytest.mark.parametrize("value, stored, read", [
    *((text, text, text) for text in ("=1+1", "'a", "007", "1/2", "  a ", "été 🙂 <&>\"", "#N/A", "VRAI", "_x0041_")),
    ("a\r\nb\rc\td", "a\nb\nc\td", "a\nb\nc\td"), ("a\x00b\x07c\x0b\ud800\uffff", "abc", "abc"), ("\x07", None, None),
    ("", None, None), (None, None, None), ("x" * 32767, "x" * 32767, "x" * 32767),
    (True, True, True), (-0.0, 0, "0"), (5.0, 5, "5"), (0.1 + 0.2, 0.1 + 0.2, "0.30000000000000004"),
    (1e-9, 1e-9, "0.000000001"), (-(2**53), -(2**53), "-9007199254740992"), (1e300, 1e300, "1" + "0" * 300),
])  # fmt: skip
def test_a_value_is_stored_as_what_it_is(path, value, stored, read):
    ClosedFile(path).write(build_edit(value), stamp=STAMP)
    assert ClosedFile(path).read().cell("Rondes", 2, 2) == read
    cell = openpyxl.load_workbook(path)["Rondes"]["B2"]
    if value != "_x0041_":  # openpyxl does not decode what the format escapes
        assert (float(cell.value) if isinstance(stored, float) else cell.value) == stored
    if isinstance(stored, str):
        assert cell.data_type in "se"  # openpyxl takes a text "#N/A" for the error


@pytest.mark.parametrize(("edits", "place"), [
    *((build_edit(value), "B2") for value in ("x" * 32768, "🙂" * 16384, 2**53 + 1, float("nan"))),
    (build_edit(1, sheet="Ronde 9"), "Ronde 9"), (build_edit(1, column=3), "C1:D2"),
], ids=["too long", "two units a letter", "too large", "no number", "no sheet", "merged"])  # fmt: skip
def test_a_value_that_no_cell_can_hold_is_refused_at_its_place(tmp_path, edits, place):
    path = tmp_path / "a.xlsx"
    with xlsxwriter.Workbook(path) as book:
        book.add_worksheet("Rondes").merge_range("C1:D2", "Titre")
    before = path.read_bytes()
    with pytest.raises(ExternalError, match=place):
        ClosedFile(path).write(build_edit("ok", row=1) + edits, stamp=STAMP)
    assert_file_untouched(path, before)
    ClosedFile(path).write((Block("Rondes", 1, 3, (("Autre", None), (None, None))),), stamp=STAMP)
    assert ClosedFile(path).read().sheets["Rondes"] == [[None, None, "Autre"]], "emptying does nothing"


@pytest.mark.parametrize("content", [b"<f>1+1</f><v>2</v>", b"<v>2</v>"], ids=["formula", "none"])
def test_a_recalculation_is_asked_for_only_when_there_are_formulas(path, content):
    change_parts(path, {SHEET: lambda old: old.replace(b"<v>450</v>", content)})
    before = zipfile.ZipFile(path).read(BOOK)
    ClosedFile(path).write(build_edit("x", row=5), stamp=STAMP)
    after = zipfile.ZipFile(path).read(BOOK)
    if b"<f>" in content:
        (wish,) = ElementTree.fromstring(after).iter(f"{{{MAIN}}}calcPr")
        assert wish.get("fullCalcOnLoad") in ("1", "true")
    else:
        assert after == before


@pytest.mark.parametrize(
    "edits",
    [
        [Block("S", 2, 1, ((7,),))],  # over the formula
        [Block("S", 5, 1, ((None, None),))],  # the last row is emptied
        [Block("S", 3, 2, (("x",),)), Block("S", 9, 1, (("new",),))],
        [Block("S", row, 1, (("x",),)) for row in range(1, 7)],
    ],
)
def test_rows_that_are_not_parsed_again_after_an_edit_read_as_in_the_whole_file(edits, tmp_path):
    path = tmp_path / "a.xlsx"
    with xlsxwriter.Workbook(path) as book:
        sheet = book.add_worksheet("S")
        sheet.merge_range("D1:E1", "Titre")
        sheet.write_formula("A2", "=1+1", None, "")
        sheet.write_formula("A3", "=NOW()", None, "")
        for row in (2, 4):
            sheet.write_row(row, 1, ["été & hiver", 12.5, True])
        sheet.set_row(3, None, None, {"hidden": True})
        sheet.write_formula("A4", "=2", None, 2)
    before = parse_workbook(path, path.read_bytes())
    hidden = CollapsedRange("S", 5, 5, away=True)
    after = edit_workbook(path, before, edits, layout_changes=[hidden])
    assert vars(after.sheets["S"]) == vars(parse_workbook(path, after.data).sheets["S"])


def test_a_saved_file_that_reads_otherwise_is_not_kept(path, monkeypatch):
    before, patched = path.read_bytes(), patch.write_cells
    monkeypatch.setattr(patch, "write_cells", lambda *arguments: (arguments[0], patched(*arguments)[1]))
    with pytest.raises(FileFailure):
        ClosedFile(path).write(build_edit("x"), stamp=STAMP)
    assert_file_untouched(path, before)


# Formulas


SHARED = (
    b'<row r="3"><c r="A3"><f t="shared" ref="A3:A4" si="0">B2*2</f><v>900</v></c></row>'
    b'<row r="4"><c r="A4"><f t="shared" si="0"/><v>0</v></c></row></sheetData>'
)
TOGETHER = (
    b'<row r="3"><c r="A3"><f t="array" ref="A3:A4">B2:B3*2</f><v>900</v></c></row>'
    b'<row r="4"><c r="A4"><v>0</v></c></row></sheetData>'
)


def with_cells(path, cells):
    return change_parts(path, {SHEET: lambda old: old.replace(b"</sheetData>", cells)})


@pytest.mark.parametrize(("cells", "row"), [(SHARED, 3), (TOGETHER, 3), (TOGETHER, 4)])
def test_a_formula_that_other_cells_need_is_not_written_over(path, cells, row):
    before = with_cells(path, cells).read_bytes()
    with pytest.raises(FileFailure) as refused:
        ClosedFile(path).write(build_edit(7, row=row, column=1), stamp=STAMP)
    assert refused.value.kind == texts.FILLED_DOWN and refused.value.facts["cell"] == f"A{row}"
    assert_file_untouched(path, before)


def test_no_trace_is_left_of_the_order_of_calculation_when_a_cell_is_written(path):
    """Excel calls a workbook damaged when the chain lists a cell without formula."""
    cells = b'<row r="3"><c r="A3"><f>1+1</f><v>2</v></c><c r="B3"><f>2+2</f><v>4</v></c></row></sheetData>'
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.calcChain+xml"
    type_ = f'<Override PartName="/xl/calcChain.xml" ContentType="{kind}"></Override></Types>'
    link = f'<Relationship Id="rId99" Type="{LINKS}/calcChain" Target="calcChain.xml"/></Relationships>'
    change_parts(with_cells(path, cells), {
        "xl/calcChain.xml": f'<calcChain xmlns="{MAIN}"><c r="A3" i="1"/><c r="B3"/></calcChain>'.encode(),
        TYPES: lambda old: old.replace(b"</Types>", type_.encode()),
        "xl/_rels/workbook.xml.rels": lambda old: old.replace(b"</Relationships>", link.encode()),
    })  # fmt: skip
    ClosedFile(path).write(build_edit(7, row=3, column=1), stamp=STAMP)
    parts = Package(path.read_bytes()).parts
    assert not [name for name, part in parts.items() if "calcChain" in name or b"calcChain" in part]
    assert b"<f>2+2</f>" in parts[SHEET] and b"<f>1+1</f>" not in parts[SHEET]

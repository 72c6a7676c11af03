"""The closed-file host, writing: what is written and where not, on real files, compared part by part."""

import os
import re
import stat
import zipfile
from xml.etree import ElementTree

import openpyxl
import pytest
import xlsxwriter

from tests.closed_files import MAIN, STAMP, one, repacked, untouched
from tournament_xl.hosts.closed import ClosedFile
from tournament_xl.workbook.snapshot import Block, HostError

# Locks


def test_a_workbook_open_in_libreoffice_is_readable_but_not_writable(path):
    lock = path.parent / ".~lock.Open.xlsx#"
    lock.write_text(r",arbitre\,2,pc,21.11.2026 14:05,file:///home/arbitre/.config;", encoding="utf-8")
    before = path.read_bytes()
    assert ClosedFile(path).read().cell("Rondes", 2, 2) == "450"
    assert ClosedFile(path).write((), stamp=STAMP) is None
    with pytest.raises(HostError, match=r"ouvert dans LibreOffice par arbitre,2.*supprimez.*« \.~lock\.Open\.xlsx# »"):
        ClosedFile(path).write(one(1), stamp=STAMP)
    untouched(path, before)
    lock.unlink()
    assert ClosedFile(path).write(one(1), stamp=STAMP)


@pytest.mark.parametrize("content, who", [
    (b"\5Ren\xe9e".ljust(55) + b"\5\0" + "Renée".encode("utf-16-le").ljust(108, b" "), " par Renée"),
    (b"\5Ren\xe9e".ljust(55), " par Renée"),
    (b"", ""),
    (bytes(200), ""),
    (b"\xff" * 200, ""),
])  # fmt: skip
def test_a_workbook_open_in_excel_is_not_written(path, content, who):
    (path.parent / "~$Open.xlsx").write_bytes(content)
    with pytest.raises(HostError) as caught:
        ClosedFile(path).write(one(1), stamp=STAMP)
    assert f"ouvert dans Excel{who} : {path}." in str(caught.value)
    assert "« ~$Open.xlsx »" in str(caught.value)
    (path.parent / "~$Open.xlsx").rename(path.parent / "~$Autre.xlsx")
    assert ClosedFile(path).write(one(1), stamp=STAMP)


# Writing


def test_no_edits_touch_nothing(path):
    before = path.stat()
    assert ClosedFile(path).write((), stamp=STAMP) is None
    assert ClosedFile(path).write((Block("Rondes", 1, 1, ((),)),), stamp=STAMP) is None
    assert path.stat() == before
    assert os.listdir(path.parent) == ["Open.xlsx"]


def test_a_write_changes_the_cells_and_leaves_a_copy_of_what_was(path):
    before, book = path.read_bytes(), ClosedFile(path)
    book.read()
    copy = book.write((Block("Rondes", 2, 2, ((None, "Zoé"), (380, "É"))),), stamp=STAMP)
    assert copy == path.parent / "Sauvegardes" / f"Open {STAMP}.xlsx"
    assert copy.read_bytes() == before
    wanted = [["Table", "Score", "Nom"], ["1", None, "Zoé"], [None, "380", "É"]]
    assert book.read().sheets["Rondes"] == ClosedFile(path).read().sheets["Rondes"] == wanted
    style = openpyxl.load_workbook(path)["Rondes"]
    assert style["B2"].font.b and style["B2"].value is None  # emptied, and still bold
    assert sorted(os.listdir(path.parent)) == ["Open.xlsx", "Sauvegardes"]
    book.write(one(1), stamp=STAMP)  # the same object goes on without another read
    assert ClosedFile(path).read().cell("Rondes", 2, 2) == "1"


@pytest.mark.parametrize("value, stored, read", [
    ("=1+1", "=1+1", "=1+1"), ("+1", "+1", "+1"), ("@x", "@x", "@x"), ("'a", "'a", "'a"), ("007", "007", "007"),
    ("1/2", "1/2", "1/2"), ("  a ", "  a ", "  a "), ("été 🙂 <&>\"", "été 🙂 <&>\"", "été 🙂 <&>\""),
    ("#N/A", "#N/A", "#N/A"), ("VRAI", "VRAI", "VRAI"), ("_x0041_", "_x0041_", "_x0041_"),
    ("a\r\nb\rc\td", "a\nb\nc\td", "a\nb\nc\td"), ("a\x00b\x07c\x0b\ud800\uffff", "abc", "abc"), ("\x07", None, None),
    ("", None, None), (None, None, None), ("x" * 32767, "x" * 32767, "x" * 32767),
    (True, True, True), (False, False, False), (0, 0, "0"), (-0.0, 0, "0"), (5.0, 5, "5"), (0.5, 0.5, "0.5"),
    (0.1 + 0.2, 0.1 + 0.2, "0.30000000000000004"), (1e-9, 1e-9, "0.000000001"), (-12.25, -12.25, "-12.25"),
    (2**31, 2**31, "2147483648"), (-(2**53), -(2**53), "-9007199254740992"), (1e300, 1e300, "1" + "0" * 300),
])  # fmt: skip
def test_a_value_is_stored_as_what_it_is(path, value, stored, read):
    ClosedFile(path).write(one(value), stamp=STAMP)
    assert ClosedFile(path).read().cell("Rondes", 2, 2) == read
    cell = openpyxl.load_workbook(path)["Rondes"]["B2"]
    if value != "_x0041_":  # openpyxl does not decode what the format escapes
        assert (float(cell.value) if isinstance(stored, float) else cell.value) == stored
    if isinstance(stored, str):
        assert cell.data_type in "se"  # openpyxl takes a text "#N/A" for the error


@pytest.mark.parametrize("edits, words", [
    (one("x" * 32768), ("B2", "Rondes", "32768")), (one("🙂" * 16384), ("32768",)), (one(2**53 + 1), ("B2", "nombre")),
    (one(float("inf")), ("B2", "nombre")), (one(float("nan")), ("B2", "nombre")),
    (one(1, sheet="Ronde 9"), ("« Ronde 9 » manque", "Open.xlsx")), (one(1, row=2_000_000), ("Open.xlsx",)),
])  # fmt: skip
def test_a_value_that_no_cell_can_hold_is_refused(path, edits, words):
    before = path.read_bytes()
    with pytest.raises(HostError) as caught:
        ClosedFile(path).write(one("ok", row=1) + edits, stamp=STAMP)
    assert all(word in str(caught.value) for word in words)
    untouched(path, before)


def test_a_cell_under_a_merged_range_is_refused_and_emptying_it_does_nothing(tmp_path):
    path = tmp_path / "a.xlsx"
    with xlsxwriter.Workbook(path) as book:
        book.add_worksheet("Rondes").merge_range("A1:C2", "Titre")
    before = path.read_bytes()
    with pytest.raises(HostError, match=r"B2.*« Rondes ».*A1:C2"):
        ClosedFile(path).write(one(5), stamp=STAMP)
    untouched(path, before)
    ClosedFile(path).write((Block("Rondes", 1, 1, (("Autre", None), (None, None))),), stamp=STAMP)
    assert ClosedFile(path).read().sheets["Rondes"] == [["Autre"]]


def test_a_symbolic_link_stays_and_its_target_is_written(path, tmp_path):
    link = tmp_path / "bureau" / "lien.xlsx"
    link.parent.mkdir()
    link.symlink_to(path)
    copy = ClosedFile(link).write(one("x"), stamp=STAMP)
    assert link.is_symlink() and copy.parent.parent == path.parent
    assert ClosedFile(path).read().cell("Rondes", 2, 2) == "x"


@pytest.mark.skipif(os.name == "nt", reason="Windows has no permission bits")
def test_permission_bits_stay(path):
    path.chmod(0o640)
    ClosedFile(path).write(one("x"), stamp=STAMP)
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_path_longer_than_excelize_takes_is_no_matter(tmp_path, path):
    deep = tmp_path / ("d" * 120) / ("e" * 120) / "Open.xlsx"
    deep.parent.mkdir(parents=True)
    path.rename(deep)
    ClosedFile(deep).write(one("x"), stamp=STAMP)
    assert ClosedFile(deep).read().cell("Rondes", 2, 2) == "x"


def test_a_file_changed_since_it_was_read_is_not_overwritten(path):
    book, other = ClosedFile(path), ClosedFile(path)
    book.read()
    other.write(one("autre"), stamp=STAMP)
    before = path.read_bytes()
    with pytest.raises(HostError, match="modifié par un autre programme.*Recommencez"):
        book.write(one("moi"), stamp="2026-11-21 14-06-00")
    assert path.read_bytes() == before
    assert book.read().cell("Rondes", 2, 2) == "autre"
    assert book.write(one("moi"), stamp="2026-11-21 14-06-00")


def test_a_file_changed_at_the_last_moment_is_not_overwritten(path, monkeypatch):
    chmod = os.chmod

    def meanwhile(name, mode):
        if ".tournament-xl." in str(name):
            path.write_bytes(b"saved by someone else")
        chmod(name, mode)

    monkeypatch.setattr(os, "chmod", meanwhile)
    with pytest.raises(HostError, match="modifié par un autre programme"):
        ClosedFile(path).write(one("moi"), stamp=STAMP)
    untouched(path, b"saved by someone else")


def test_thirty_copies_are_kept(path):
    book = ClosedFile(path)
    for press in range(32):
        book.write(one(press), stamp=f"2026-11-21 14-05-{press:02}")
    assert len(list((path.parent / "Sauvegardes").iterdir())) == 30
    book.write(one("x"), stamp="2026-11-21 15-00-00", keep=2)
    assert len(list((path.parent / "Sauvegardes").iterdir())) == 2


# Formulas


@pytest.mark.parametrize("settings", [b"", b"<calcPr calcId='1'/>", b'<calcPr fullCalcOnLoad="0" calcId="1"/>'])
@pytest.mark.parametrize("content", [b"<f>1+1</f><v>2</v>", b"<v>2</v>"], ids=["formula", "none"])
def test_a_recalculation_is_asked_for_only_when_there_are_formulas(path, settings, content):
    def calculating(parts):
        sheet, book = parts["xl/worksheets/sheet1.xml"], parts["xl/workbook.xml"]
        return parts | {
            "xl/worksheets/sheet1.xml": sheet.replace(b"<v>450</v>", content),
            "xl/workbook.xml": re.sub(b"<calcPr.*?/>", settings, book),
        }

    before = zipfile.ZipFile(repacked(path, calculating)).read("xl/workbook.xml")
    ClosedFile(path).write(one("x", row=5), stamp=STAMP)
    after = zipfile.ZipFile(path).read("xl/workbook.xml")
    if b"<f>" in content:
        (wish,) = ElementTree.fromstring(after).iter(f"{{{MAIN}}}calcPr")
        assert wish.get("fullCalcOnLoad") in ("1", "true")
    else:
        assert after == before


# Nothing is lost


def test_the_stated_extent_of_a_sheet_grows_with_it(path):
    """Readers that stop at the stated extent (openpyxl's read-only mode) must see a new last row."""
    ClosedFile(path).write(one("loin", row=40, column=6), stamp=STAMP)
    sheet = openpyxl.load_workbook(path, read_only=True)["Rondes"]
    assert (sheet.max_row, sheet.max_column) == (40, 6)
    assert list(sheet.values)[39][5] == "loin"


def test_a_workbook_without_shared_texts_gets_some(path):
    """Another maker's package: texts in the cells, no part for shared ones; it must be listed when it comes."""

    def inline(parts):
        sheet = "xl/worksheets/sheet1.xml"
        parts.pop("xl/sharedStrings.xml")
        parts.pop("xl/worksheets/sheet2.xml")
        gone = re.compile(rb"<(Override|Relationship|sheet) [^>]*(sharedStrings|sheet2|Joueurs)[^>]*>")
        for name in ("[Content_Types].xml", "xl/_rels/workbook.xml.rels", "xl/workbook.xml"):
            parts[name] = gone.sub(b"", parts[name])
        cells = b'<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Table</t></is></c></row></sheetData>'
        return parts | {sheet: re.sub(rb"<sheetData>.*</sheetData>", cells, parts[sheet])}

    ClosedFile(repacked(path, inline)).write(one("é"), stamp=STAMP)
    read = openpyxl.load_workbook(path)["Rondes"]
    assert (read["A1"].value, read["B2"].value) == ("Table", "é")

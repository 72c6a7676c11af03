"""The closed-file host, reading: what is read, and what is refused before anything is read from it."""

import io
import re
import struct
import subprocess
import sys
import zipfile
from datetime import datetime

import pytest
import xlsxwriter

from tests import books
from tests.closed_files import MAIN, ROOT, STAMP, chart, one, refused, repacked
from tests.strangers import child
from tournament_xl.federation.marks import is_ours
from tournament_xl.hosts import closed, package, parts, tags
from tournament_xl.hosts.closed import ClosedFile
from tournament_xl.workbook.snapshot import HostError

# Reading


def test_cells_are_read_as_the_documentation_says(tmp_path):
    path = tmp_path / "a.XLSX"
    with xlsxwriter.Workbook(path) as book:
        sheet, bold = book.add_worksheet("É & <1>"), book.add_format({"bold": True})
        sheet.merge_range("A1:C1", "Titre")
        sheet.write_row("A2", [12.5, 451, " 007 ", "", "été\nchaud", "_x0041_"])
        sheet.write_datetime("A3", datetime(2026, 11, 21), book.add_format({"num_format": "dd/mm/yyyy"}))
        sheet.write_boolean("B3", True)
        sheet.write_boolean("C3", False)
        sheet.write_number("D3", 0.5, book.add_format({"num_format": "0%"}))
        sheet.write_formula("A4", "=1+1", None, 2)
        sheet.write_formula("B4", "=1/0", None, "#DIV/0!")
        sheet.write_formula("C4", "=NOW()", None, "")
        sheet.write_formula("D4", '="a"', None, "a")
        sheet.write_rich_string("A5", "un ", bold, "deux")
        sheet.write_url("B5", "https://ffsc.fr", string="lien")
        sheet.write("A7", "caché")
        sheet.set_row(6, None, None, {"hidden": True})
        sheet.write_blank("F20", None, bold)
        book.add_chartsheet("Graphe").set_chart(chart(book, "='É & <1>'!$A$2:$B$2"))
        book.add_worksheet("Vide")
        hidden = book.add_worksheet("Cachée")
        hidden.write("B2", "x")
        hidden.hide()
    assert ClosedFile(path).read().sheets == {
        "É & <1>": [
            ["Titre"],
            ["12.5", "451", " 007 ", None, "été\nchaud", "_x0041_"],
            ["46347", True, False, "0.5"],
            ["2", "#DIV/0!", None, "a"],
            ["un deux", "lien"],
            [],
            ["caché"],
        ],
        "Graphe": [],
        "Vide": [],
        "Cachée": [[], [None, "x"]],
    }


def test_a_dialog_sheet_has_no_rows(path):
    def dialog(parts):
        """The sheet Joueurs becomes an Excel 5 dialog."""
        kind = b"application/vnd.openxmlformats-officedocument.spreadsheetml.%s+xml"
        place, link = b'%ssheets/sheet2.xml" ContentType="' + kind, b'/%ssheet" Target="%ssheets/sheet2.xml'
        types, links = parts["[Content_Types].xml"], parts["xl/_rels/workbook.xml.rels"]
        parts.pop("xl/worksheets/sheet2.xml")
        return parts | {
            "[Content_Types].xml": types.replace(place % (b"work", b"worksheet"), place % (b"dialog", b"dialogsheet")),
            "xl/_rels/workbook.xml.rels": links.replace(link % (b"work", b"work"), link % (b"dialog", b"dialog")),
            "xl/dialogsheets/sheet2.xml": b"<dialogsheet xmlns='%s'/>" % MAIN.encode(),
        }

    book = ClosedFile(repacked(path, dialog))
    assert book.read().sheets["Joueurs"] == []
    book.write(one(7), stamp=STAMP)
    assert zipfile.ZipFile(path).read("xl/dialogsheets/sheet2.xml").startswith(b"<dialogsheet")


def test_reading_needs_no_heavy_library(path):
    code = (
        "import sys; from tournament_xl.hosts.closed import ClosedFile; ClosedFile(sys.argv[1]).read();"
        "assert not {'openpyxl', 'pandas', 'numpy', 'xlwings'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code, path], cwd=ROOT, check=True)


def test_what_is_no_workbook_is_refused(path, tmp_path):
    refused(tmp_path / "absent.xlsx", "introuvable")
    refused(path / "dedans.xlsx", "introuvable")
    (tmp_path / "dossier.xlsx").mkdir()
    refused(tmp_path / "dossier.xlsx", "dossier")
    for name, content, *words in (
        ("a.xls", b"", ".xlsx ou .xlsm"),
        ("a.csv", b"a;b", ".xlsx ou .xlsm"),
        ("a", b"a;b", ".xlsx ou .xlsm"),
        ("vide.xlsx", b"", "0 octet"),
        ("texte.xlsx", b"a;b\n1;2\n", "n'est pas un classeur Excel"),
        ("ancien.xlsx", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600) + "Workbook".encode("utf-16-le"), ".xls"),
        ("code.xlsx", b"\xd0\xcf\x11\xe0" + bytes(600) + "EncryptedPackage".encode("utf-16-le"), "mot de passe"),
        ("zip.xlsx", zipped({"a.txt": b"a"}), "n'est pas un classeur Excel"),
        ("coupe.xlsx", path.read_bytes()[:-300], "abîmé", "Sauvegardes"),
        ("tronque.xlsx", path.read_bytes()[:100], "abîmé"),
        ("double.xlsx", zipped({"[Content_Types].xml": b"<a/>"}, twice=True), "abîmé"),
        ("fiche.xlsx", zipped({"[Content_Types].xml": b"<Types/>", "word/document.xml": b"<a/>"}), "fiche.xlsx"),
    ):
        (tmp_path / name).write_bytes(content)
        refused(tmp_path / name, *words)


def zipped(parts, twice=False):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive, pytest.MonkeyPatch.context() as patch:
        patch.setattr("warnings.warn", lambda *_, **__: None)
        for name, content in list(parts.items()) * (2 if twice else 1):
            archive.writestr(name, content)
    return stream.getvalue()


def test_very_many_open_tags_are_refused_before_they_are_parsed(path):
    """The parser keeps all that are not closed: gigabytes, from a file of a hundred kilobytes."""
    refused(repacked(path, lambda parts: parts | {"xl/deep.xml": b"<a>" * 3_000_001}), "trop gros", "balises")


@pytest.mark.parametrize(
    "part", ["xl/worksheets/sheet1.xml", "xl/sharedStrings.xml", "[Content_Types].xml", "xl/workbook.xml"]
)
@pytest.mark.parametrize(
    "damage",
    [
        lambda content: content[: len(content) // 2],
        lambda content: content.replace(b"</", b"\xff\xfe</", 1),
        lambda content: content.replace(b"UTF-8", b"zz", 1),
        lambda content: content.replace(b"?>", b'?><!DOCTYPE a [<!ENTITY b "c">]>', 1),
    ],
    ids=["truncated", "not UTF-8", "encoding", "document type"],
)
def test_a_damaged_part_is_refused_and_never_read_as_an_empty_one(path, part, damage):
    refused(repacked(path, lambda parts: parts | {part: damage(parts[part])}), "abîmé")


@pytest.mark.parametrize("owner, name, words", [
    (closed, "MAX_FILE", "Mo"), (parts, "MAX_UNPACKED", "décompressé"), (parts, "MAX_TEXT", "feuilles"),
    (parts, "MAX_PARTS", "éléments"), (parts, "MAX_CELLS", "cases"),
])  # fmt: skip
def test_what_is_too_large_is_refused_before_it_is_unpacked(path, monkeypatch, owner, name, words):
    monkeypatch.setattr(owner, name, 5)
    monkeypatch.setattr(package.excelize, "open_reader", None)
    refused(path, "trop gros", words)


def test_a_packed_bomb_is_refused_at_once(path):
    repacked(path, lambda parts: parts | {"xl/worksheets/sheet1.xml": bytes(80 * 2**20)})
    refused(path, "81 Mo une fois décompressé")


def test_far_away_cells_do_not_fill_the_memory(path):
    """excelize makes room for all cells to the left and all rows above: 1000 rows up to XFD are 16 million."""
    sheet, row = "xl/worksheets/sheet1.xml", b'<row r="%d"><c r="XFD%d"><v>1</v></c></row>'
    rows = b"".join(row % (n, n) for n in range(10, 1010))
    before = path.read_bytes()
    repacked(path, lambda parts: parts | {sheet: parts[sheet].replace(b"</sheetData>", rows + b"</sheetData>")})
    refused(path, "cases")
    path.write_bytes(before)
    far = b'<row r="99999999999"><c r="A9"><v>1</v></c></row></sheetData>'
    refused(repacked(path, lambda parts: parts | {sheet: parts[sheet].replace(b"</sheetData>", far)}), "abîmé")


@pytest.mark.parametrize("cells, refusal", [
    (b'<c r="A1048576"><v>1</v></c>', "très loin, en A1048576"), (b'<c r="A9"><v>1</v></c>', "abîmé"),
    (b'<c><v>1</v></c>', "très loin, en A1048576"), (b'<c r="A1048576" s="1"/>', ""),
])  # fmt: skip
def test_a_filled_row_that_calls_itself_the_last_of_all_is_refused(path, cells, refusal):
    """Whatever its cells are called, excelize makes a million rows of it: minutes for all commands."""
    sheet, row = "xl/worksheets/sheet1.xml", b'<row r="1048576">%b</row></sheetData>' % cells
    repacked(path, lambda parts: parts | {sheet: parts[sheet].replace(b"</sheetData>", row)})
    if refusal:
        refused(path, refusal)
    else:
        assert ClosedFile(path).read().sheets


def test_more_merged_cells_than_a_sheet_ever_has_are_refused(path):
    merges = b"".join(b'<mergeCell ref="AA%d:AB%d"/>' % (row, row) for row in range(1, 5002))
    sheet = "xl/worksheets/sheet1.xml"
    tag = b"</sheetData><mergeCells>" + merges + b"</mergeCells>"
    bare = re.compile(rb"<mergeCells.*?</mergeCells>", re.DOTALL)
    damaged = repacked(path, lambda parts: parts | {sheet: bare.sub(b"", parts[sheet]).replace(b"</sheetData>", tag)})
    refused(damaged, "cellules fusionnées")


def test_sheets_that_share_one_part_are_a_damaged_file(path):
    """Each would be read again, whatever the limit on cells."""
    book = "xl/workbook.xml"

    def doubled(parts):
        listed = parts[book]
        first = re.search(rb'<sheet [^>]*r:id="(\w+)"', listed)[1]
        more = b"".join(b'<sheet name="s%d" sheetId="%d" r:id="%s"/>' % (n, n, first) for n in range(900, 1200))
        return parts | {book: listed.replace(b"</sheets>", more + b"</sheets>")}

    refused(repacked(path, doubled), "abîmé")


def test_sheets_that_share_one_part_are_too_large_together(path, monkeypatch):
    """Also beside as many parts that are no sheets of the workbook."""
    monkeypatch.setattr(parts, "MAX_CELLS", 100)
    assert ClosedFile(path).read().sheets
    book = "xl/workbook.xml"

    def shared(found):
        first = re.search(rb'<sheet [^>]*r:id="(\w+)"', found[book])[1]
        more = b"".join(b'<sheet name="s%d" sheetId="%d" r:id="%s"/>' % (n, n, first) for n in range(900, 950))
        idle = {f"xl/worksheets/idle{n}.xml": b"<worksheet><sheetData/></worksheet>" for n in range(50)}
        return found | {book: found[book].replace(b"</sheets>", more + b"</sheets>")} | idle

    refused(repacked(path, shared), "trop gros", "cases")


@pytest.mark.parametrize("name, part, words", [
    ("MAX_TAGS", "xl/styles.xml", b"<xf/>"), ("MAX_CELL_TAGS", "xl/worksheets/sheet1.xml", b"<c><v>1</v></c>"),
])  # fmt: skip
def test_more_tags_than_excelize_reads_in_seconds_are_refused(path, monkeypatch, name, part, words):
    """Formats, names, links and breaks in their hundreds of thousands, each of which becomes an object."""
    end = b"</row>" if b"<c>" in words else b"</cellXfs>"
    monkeypatch.setattr(tags, name, 2000)
    assert ClosedFile(path).read().sheets
    refused(repacked(path, lambda parts: parts | {part: parts[part].replace(end, words * 2001 + end, 1)}), "balises")


def test_more_columns_than_a_sheet_can_have_are_refused(path):
    """excelize goes through all of them for each cell without a format that it writes."""
    sheet, cells = "xl/worksheets/sheet1.xml", b"<sheetData>"
    columns = b"<cols>%b</cols>" % (b'<col min="1" max="1" width="9"/>' * (tags.MAX_COLUMNS + 1))
    repacked(path, lambda parts: parts | {sheet: parts[sheet].replace(cells, columns + cells, 1)})
    refused(path, "balises", "16384")


@pytest.mark.parametrize("wrapped", [b"%b", b"<!-- </sheetData> -->%b<!-- <sheetData> -->", b"<x:sheetData/>%b"])
def test_tags_outside_the_cells_count_as_such_whatever_is_written_around_them(wrapped):
    breaks = b'<rowBreaks><brk id="1"/></rowBreaks>' * 50
    sheet = b"<worksheet><sheetData><row><c/></row></sheetData>" + wrapped % breaks + b"</worksheet>"
    inside, outside = tags.count(sheet)
    assert inside <= 5 and outside >= 150


def test_a_row_without_cells_counts_as_much_as_one_with_a_cell():
    """A sheet formatted down to its last row takes as long to read."""
    rows = b'<row r="1" ht="15"/>' * 50
    assert tags.count(b"<worksheet><sheetData>" + rows + b"</sheetData></worksheet>")[0] >= 100


def with_a_part_at(data, offset):
    """A package whose directory says that its first part begins there, in the eight bytes of large packages."""
    end = data.rindex(b"PK\5\6")
    size, at = struct.unpack("<LL", data[end + 12 : end + 20])
    directory = data[at : at + size]
    head = list(struct.unpack("<4s4B4HL2L5H2L", directory[:46]))
    name, extra = head[12], struct.pack("<HHQ", 1, 8, offset)
    rest = 46 + name + head[13] + head[14]
    head[18], head[13] = 0xFFFFFFFF, len(extra)
    entry = struct.pack("<4s4B4HL2L5H2L", *head) + directory[46 : 46 + name] + extra
    tail = data[end:]
    return data[:at] + entry + directory[rest:] + tail[:12] + struct.pack("<L", size + len(entry) - rest) + tail[16:]


@pytest.mark.parametrize("offset", [2**62, 2**63, 2**64 - 1])
def test_a_part_beyond_what_numbers_of_the_machine_reach_is_damage(tmp_path, offset):
    path = books.create(tmp_path)
    path.write_bytes(with_a_part_at(path.read_bytes(), offset))
    with pytest.raises(HostError, match="abîmé"):
        ClosedFile(path).read()
    assert not is_ours(path.read_bytes())


def test_a_number_below_nothing_of_a_text_does_no_harm_among_very_many(path):
    """Of so many texts excelize would make a temporary file, and end the process over such a number."""
    texts = b"".join(b"<si><t>" + b"a" * 400_000 + b"</t></si>" for _ in range(45))
    row = b'<row r="9"><c r="A9" t="s"><v>-1</v></c></row>'
    sheet, shared = "xl/worksheets/sheet1.xml", "xl/sharedStrings.xml"
    changed = repacked(path, lambda parts: parts | {
        shared: parts[shared].replace(b"</sst>", texts + b"</sst>"),
        sheet: parts[sheet].replace(b"</sheetData>", row + b"</sheetData>"),
    })  # fmt: skip
    code, told, memory = child("new", changed.with_name("a.xlsx"), "--formule", "classique", "--joueurs", changed)
    assert code == 5 and "aucun joueur" in told and memory < 1024

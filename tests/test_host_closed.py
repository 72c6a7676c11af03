"""The closed-file host: what is read, what is written, what is refused; on real files, compared part by part."""

import errno
import io
import os
import re
import stat
import subprocess
import sys
import tempfile
import zipfile
from datetime import datetime
from pathlib import Path
from xml.etree import ElementTree

import openpyxl
import pytest
import xlsxwriter

from tournament_xl.hosts import closed, package, parts
from tournament_xl.hosts.closed import ClosedFile
from tournament_xl.workbook.snapshot import Block, HostError

ROOT = Path(__file__).parent.parent
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
LINKS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
STAMP = "2026-11-21 14-05-33 avant ronde 3"


def one(value, row=2, column=2, sheet="Rondes"):
    return (Block(sheet, row, column, ((value,),)),)


def chart(book, values):
    chart = book.add_chart({"type": "line"})
    chart.add_series({"values": values})
    return chart


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "Open.xlsx"
    with xlsxwriter.Workbook(path) as book:
        sheet = book.add_worksheet("Rondes")
        sheet.write_row(0, 0, ["Table", "Score", "Nom"])
        sheet.write_row(1, 0, [1, 450, "Éléonore"], book.add_format({"bold": True}))
        book.add_worksheet("Joueurs").write("A1", "Nom")
    return path


def untouched(path, before):
    """The file is as before and nothing else lies in its folder but (perhaps) an empty backup folder."""
    assert path.read_bytes() == before
    assert not list(path.parent.glob("~*"))
    assert not list(path.parent.glob("Sauvegardes/*"))


def repacked(path, change):
    """The package with its parts changed: `change` takes and returns a dict name -> bytes."""
    with zipfile.ZipFile(path) as old:
        parts = change({name: old.read(name) for name in old.namelist()})
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as new:
        for name, content in parts.items():
            new.writestr(name, content)
    return path


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
            ["46347", "1", "0", "0.5"],
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


# Refusals


def refused(path, *words):
    """Reading is refused in words that name the file; so is writing, and the bytes stay."""
    before = path.read_bytes() if path.is_file() else None
    with pytest.raises(HostError) as caught:
        ClosedFile(path).read()
    with pytest.raises(HostError) as again:
        ClosedFile(path).write(one(1), stamp=STAMP)
    assert str(again.value) == str(caught.value)
    for word in (path.name, *words):
        assert word in str(caught.value)
    assert before is None or path.read_bytes() == before


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
    repacked(path, lambda parts: parts | {"xl/worksheets/sheet1.xml": bytes(101 * 2**20)})
    refused(path, "102 Mo de feuilles")


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
    (b'<c r="A9"><v>1</v></c>', "très loin, en A1048576"), (b'<c r="A9"/>', ""), (b'<c r="A1048576" s="1"/>', ""),
])  # fmt: skip
def test_a_filled_row_that_calls_itself_the_last_of_all_is_refused(path, cells, refusal):
    """Whatever its cells are called, excelize makes a million rows of it: minutes for all commands."""
    sheet, row = "xl/worksheets/sheet1.xml", b'<row r="1048576">%b</row></sheetData>' % cells
    repacked(path, lambda parts: parts | {sheet: parts[sheet].replace(b"</sheetData>", row)})
    if refusal:
        refused(path, refusal)
    else:
        assert ClosedFile(path).read().sheets


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
    (True, True, "1"), (False, False, "0"), (0, 0, "0"), (-0.0, 0, "0"), (5.0, 5, "5"), (0.5, 0.5, "0.5"),
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


def test_formulas_that_share_the_text_of_an_overwritten_one_stay(path):
    cells = (
        b'<row r="3"><c r="A3"><f t="shared" ref="A3:A5" si="0">B2*2</f><v>900</v></c></row>'
        b'<row r="4"><c r="A4"><f t="shared" si="0"/><v>0</v></c></row>'
        b'<row r="5"><c r="A5"><f t="shared" si="0"/><v>0</v></c></row></sheetData>'
    )
    sheet = "xl/worksheets/sheet1.xml"
    repacked(path, lambda parts: parts | {sheet: parts[sheet].replace(b"</sheetData>", cells)})
    ClosedFile(path).write(one(7, row=3, column=1), stamp=STAMP)
    column = openpyxl.load_workbook(path)["Rondes"]["A"]
    assert [cell.value for cell in column[2:]] == [7, "=B3*2", "=B4*2"]


# Failures on the way


def fail_at(monkeypatch, owner, name, error, call):
    """The `call`-th call of owner.name raises `error`."""
    real, count = getattr(owner, name), iter(range(1, 1000))

    def failing(*args, **named):
        if next(count) == call:
            raise error
        return real(*args, **named)

    monkeypatch.setattr(owner, name, failing)


@pytest.mark.parametrize("error, words", [
    (PermissionError(errno.EACCES, "Permission denied"), "refuse l'accès"),
    (OSError(errno.ENOSPC, "No space left on device"), "disque est plein"),
    (OSError(errno.EROFS, "Read-only file system"), "refuse l'accès"),
    (OSError(errno.EIO, "Input/output error"), "défaillance"),
], ids=["denied", "full", "read-only", "other"])  # fmt: skip
@pytest.mark.parametrize("owner, name, call", [
    (os, "fsync", 1), (os, "fsync", 2), (os, "replace", 1), (os, "chmod", 1), (os, "chmod", 2),
    (tempfile, "mkstemp", 1), (tempfile, "mkstemp", 2), (tempfile, "mkdtemp", 1), (Path, "mkdir", 1), (os, "rename", 1),
    (Path, "stat", 1), (Path, "read_bytes", 1), (Path, "read_bytes", 2), (Path, "read_bytes", 3),
    (Path, "read_bytes", 4), ("builtins", "open", 1), (os, "fdopen", 1), (os, "fdopen", 2),
])  # fmt: skip
def test_a_refusal_at_any_step_leaves_the_file_as_it_was(path, monkeypatch, owner, name, call, error, words):
    before, book = path.read_bytes(), ClosedFile(path)
    book.read()
    with monkeypatch.context() as patch:
        fail_at(patch, sys.modules[owner] if isinstance(owner, str) else owner, name, error, call)
        with pytest.raises(HostError, match=words):
            book.write(one("x"), stamp=STAMP)
    untouched(path, before)
    assert book.write(one("x"), stamp=STAMP)


@pytest.mark.parametrize("message, words", [
    ("write a.xlsx: no space left on device", "disque est plein"), ("XML syntax error", "XML syntax error"),
])  # fmt: skip
def test_excelize_that_cannot_save_leaves_the_file_as_it_was(path, monkeypatch, message, words):
    before = path.read_bytes()
    fail_at(monkeypatch, package.excelize.File, "save_as", RuntimeError(message), 1)
    with pytest.raises(HostError, match=words):
        ClosedFile(path).write(one("x"), stamp=STAMP)
    untouched(path, before)


def test_a_saved_file_that_reads_otherwise_is_not_kept(path, monkeypatch):
    before = path.read_bytes()
    monkeypatch.setattr(package.excelize.File, "set_cell_str", lambda *_: None)
    with pytest.raises(HostError, match="B2.*« Rondes ».*ne se relit pas"):
        ClosedFile(path).write(one("x"), stamp=STAMP)
    untouched(path, before)


def test_an_interruption_leaves_the_file_as_it_was(path, monkeypatch):
    before = path.read_bytes()
    fail_at(monkeypatch, os, "replace", KeyboardInterrupt(), 1)
    with pytest.raises(KeyboardInterrupt):
        ClosedFile(path).write(one("x"), stamp=STAMP)
    untouched(path, before)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no permission bits")
@pytest.mark.parametrize("file_mode, folder_mode, words", [
    (0o444, 0o777, "refuse l'accès"), (0o666, 0o555, "refuse l'accès"), (0o000, 0o777, "refuse l'accès"),
])  # fmt: skip
def test_what_may_really_not_be_written_is_refused(path, file_mode, folder_mode, words):
    """In a child process without root's rights; the folder is one that everybody may enter."""
    code = (
        "import html, os, sys; sys.path.insert(0, sys.argv[1])\n"
        "from tournament_xl.hosts.closed import ClosedFile; from tournament_xl.workbook.snapshot import *\n"
        "ClosedFile(sys.argv[2]).read()  # loads what lies in root's folders\n"
        "if os.geteuid() == 0: os.setgroups([]); os.setgid(65534); os.setuid(65534)\n"
        "try: ClosedFile(sys.argv[2]).write((Block('Rondes', 2, 2, ((1,),)),), stamp='2026-11-21 14-05-33')\n"
        "except HostError as error: print(error)"
    )
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        os.chmod(folder, folder_mode)
        copy, before = Path(folder) / "Open.xlsx", path.read_bytes()
        os.chmod(folder, 0o777)
        copy.write_bytes(before)
        copy.chmod(file_mode)
        os.chmod(folder, folder_mode)
        run = subprocess.run(
            [sys.executable, "-X", "utf8", "-c", code, ROOT, copy], capture_output=True, encoding="utf-8"
        )
        os.chmod(folder, 0o777)
        copy.chmod(0o666)
        assert words in run.stdout, run.stderr
        assert copy.read_bytes() == before and os.listdir(folder) == ["Open.xlsx"]


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


def test_an_overwritten_formula_leaves_the_calculation_chain(path):
    """Excel calls a workbook damaged when the chain lists a cell without formula."""

    def chained(parts):
        cells = b'<row r="3"><c r="A3"><f>1+1</f><v>2</v></c><c r="B3"><f>2+2</f><v>4</v></c></row></sheetData>'
        chain = f'<calcChain xmlns="{MAIN}"><c r="A3" i="1"/><c r="B3" i="1"/></calcChain>'.encode()
        office = "openxmlformats-officedocument.spreadsheetml.calcChain+xml"
        kind = f'<Override PartName="/xl/calcChain.xml" ContentType="application/vnd.{office}"/></Types>'
        link = f'<Relationship Id="rId99" Type="{LINKS}/calcChain" Target="calcChain.xml"/></Relationships>'
        sheet, types, links = "xl/worksheets/sheet1.xml", "[Content_Types].xml", "xl/_rels/workbook.xml.rels"
        return parts | {
            "xl/calcChain.xml": chain,
            sheet: parts[sheet].replace(b"</sheetData>", cells),
            types: parts[types].replace(b"</Types>", kind.encode()),
            links: parts[links].replace(b"</Relationships>", link.encode()),
        }

    def chain():
        """The cells in the chain; None when the package has no trace of one."""
        with zipfile.ZipFile(path) as archive:
            parts = {name: archive.read(name) for name in archive.namelist()}
        traces = [b"calcChain" in parts["[Content_Types].xml"], b"calcChain" in parts["xl/_rels/workbook.xml.rels"]]
        assert traces == ["xl/calcChain.xml" in parts] * 2
        return re.findall(rb'r="(\w+)"', parts["xl/calcChain.xml"]) if all(traces) else None

    repacked(path, chained)
    assert chain() == [b"A3", b"B3"]
    ClosedFile(path).write(one(7, row=3, column=1), stamp=STAMP)
    assert chain() == [b"B3"]
    ClosedFile(path).write(one(None, row=3, column=2), stamp=STAMP)
    assert chain() is None

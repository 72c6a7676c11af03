"""Workbooks that are not read: what is none, damaged ones, and those beyond the table of limits (files/limits.py)."""

import io
import re
import struct
import subprocess
import sys
import zipfile

import pytest

from tests import books
from tests.closed_files import ROOT, refused, repacked
from tests.plain_xlsx import pack, parts
from tournament_xl.federation.marks import is_ours
from tournament_xl.files import limits, sheet
from tournament_xl.hosts.closed import ClosedFile
from tournament_xl.workbook.snapshot import HostError

SHEET, END = "xl/worksheets/sheet1.xml", b"</sheetData>"


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


def test_a_packed_bomb_is_refused_at_once(path):
    repacked(path, lambda parts: parts | {"xl/worksheets/sheet1.xml": bytes(80 * 2**20)})
    refused(path, "81 Mo une fois décompressé")


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


def test_sheets_that_share_one_part_are_a_damaged_file(path):
    """Each would be read again, whatever the limit on cells."""
    book = "xl/workbook.xml"

    def doubled(parts):
        listed = parts[book]
        first = re.search(rb'<sheet [^>]*r:id="(\w+)"', listed)[1]
        more = b"".join(b'<sheet name="s%d" sheetId="%d" r:id="%s"/>' % (n, n, first) for n in range(900, 1200))
        return parts | {book: listed.replace(b"</sheets>", more + b"</sheets>")}

    refused(repacked(path, doubled), "abîmé")


def test_more_merged_cells_than_a_sheet_ever_has_are_refused(path):
    merges = b"".join(b'<mergeCell ref="AA%d:AB%d"/>' % (row, row) for row in range(1, 5002))
    sheet = "xl/worksheets/sheet1.xml"
    tag = b"</sheetData><mergeCells>" + merges + b"</mergeCells>"
    bare = re.compile(rb"<mergeCells.*?</mergeCells>", re.DOTALL)
    damaged = repacked(path, lambda parts: parts | {sheet: bare.sub(b"", parts[sheet]).replace(b"</sheetData>", tag)})
    refused(damaged, "cellules fusionnées")


@pytest.mark.parametrize(("owner", "name", "most", "words"), [
    (limits, "MAX_FILE", 5, "Mo"), (limits, "MAX_UNPACKED", 5, "décompressé"), (limits, "MAX_PARTS", 5, "éléments"),
    (limits, "MAX_TAGS", 50, "balises"), (limits, "MAX_CELLS", 5, "cases"), (sheet, "MAX_CELLS", 5, "cases"),
    (limits, "MAX_ALL_LETTERS", 20, "lettres (limite : 20 lettres)"),
])  # fmt: skip
def test_what_is_larger_than_a_limit_is_refused_and_says_which(path, monkeypatch, owner, name, most, words):
    assert ClosedFile(path).read().sheets
    monkeypatch.setattr(owner, name, most)
    repacked(path, lambda parts: parts)  # other bytes: the last ones read are remembered
    refused(path, "trop gros", words)


def test_a_text_that_thousands_of_cells_show_counts_in_each(path):
    text = b"<si><t>" + b"Z" * 32_000 + b"</t></si></sst>"

    def shown(parts):
        at = parts["xl/sharedStrings.xml"].count(b"<si>")
        row = (
            b'<row r="%d">'
            + b"".join(b'<c r="%c%%d" t="s"><v>%d</v></c>' % (65 + n, at) for n in range(20))
            + b"</row>"
        )
        rows = b"".join(row % ((number,) * 21) for number in range(1000, 1020))
        counted = parts["xl/sharedStrings.xml"].replace(b"</sst>", text)
        return parts | {"xl/sharedStrings.xml": counted, SHEET: parts[SHEET].replace(END, rows + END)}

    refused(repacked(path, shown), "trop gros", "lettres")


FILLED = "<v>7</v>"


@pytest.mark.parametrize("body", [
    f'<row r="9"><c r="A9">{FILLED}</c></row><row r="3"><c r="A3">{FILLED}</c></row>',
    f'<row r="3"><c r="A3">{FILLED}</c></row><row r="3"><c r="B3">{FILLED}</c></row>',
    f'<row r="3"><c r="A9">{FILLED}</c></row>', f'<row r="3"><c r="B3">{FILLED}</c><c r="A3">{FILLED}</c></row>',
    f'<row r=" 3 "><c r="A3">{FILLED}</c></row>', f'<row r="3"><c r="A">{FILLED}</c></row>',
    f'<row r="3"><c r="">{FILLED}</c></row>', f'<row r="3"><c r="$A$3">{FILLED}</c></row>',
    f'<row r="3"><c r="XFE3">{FILLED}</c></row>', f'<row r="0"><c r="A1">{FILLED}</c></row>',
    f'<row r="1048577"><c r="A1">{FILLED}</c></row>', f'<row r="99999999999"><c r="A1">{FILLED}</c></row>',
    '<row r="3"><c r="A3" t="s"><v>9999</v></c></row>', '<row r="3"><c r="A3" t="s"><v>-1</v></c></row>',
    '<row r="3"><c r="A3" t="s"><v>x</v></c></row>',
    f'<row r="3"><c r="A3" t="inlineStr"><is><t>{"x" * 1_100_000}</t></is></c></row>',
])  # fmt: skip
def test_a_sheet_that_contradicts_itself_is_damaged(body, tmp_path):
    content = parts({"Feuille": [["x"]]})
    content[SHEET] = re.sub("<sheetData>.*</sheetData>", lambda _: f"<sheetData>{body}</sheetData>", content[SHEET])
    refused(pack(tmp_path / "odd.xlsx", content), "abîmé")


@pytest.mark.parametrize("encoding", ["utf-16", "iso-8859-1"])
def test_a_sheet_in_another_encoding_is_refused(encoding, tmp_path):
    content = parts({"Feuille": [["été"]]})
    text = re.sub(r"<\?xml[^>]*>", f'<?xml version="1.0" encoding="{encoding}"?>', content[SHEET])
    refused(pack(tmp_path / "coded.xlsx", content | {SHEET: text.encode(encoding)}), "abîmé")


@pytest.mark.parametrize("name", [SHEET, "xl/worksheets/sheet1.dat"])
def test_far_away_cells_do_not_fill_the_memory_whatever_their_part_is_called(name, tmp_path):
    rows = "".join(f'<row r="{n}"><c r="XFD{n}">{FILLED}</c></row>' for n in range(10, 1010))
    content = parts({"Feuille": [["x"]]})
    content[SHEET] = re.sub("<sheetData>.*</sheetData>", f"<sheetData>{rows}</sheetData>", content[SHEET])
    old, new = SHEET.rpartition("/")[2], name.rpartition("/")[2]
    moved = {part.replace(old, new): text.replace(old, new) for part, text in content.items()}
    refused(pack(tmp_path / "large.xlsx", moved), "trop gros", "cases")


@pytest.mark.parametrize("cells, refusal", [
    (b'<c r="A1048576"><v>1</v></c>', "très loin, en A1048576"), (b'<c r="A9"><v>1</v></c>', "abîmé"),
    (b"<c><v>1</v></c>", "très loin, en A1048576"), (b'<c r="A1048576" s="1"/>', ""),
])  # fmt: skip
def test_a_filled_row_that_calls_itself_the_last_of_all_is_refused(path, cells, refusal):
    row = b'<row r="1048576">%b</row></sheetData>' % cells
    repacked(path, lambda parts: parts | {SHEET: parts[SHEET].replace(END, row)})
    if refusal:
        refused(path, refusal)
    else:
        assert ClosedFile(path).read().sheets


@pytest.mark.parametrize("part", [SHEET, "xl/media/image1.png"])
def test_a_wrong_checksum_is_refused(path, part):
    """Also of a part that nobody reads."""
    repacked(path, lambda parts: parts | {"xl/media/image1.png": b"x" * 99})
    data = bytearray(path.read_bytes())
    with zipfile.ZipFile(path) as archive:
        data[archive.getinfo(part).header_offset + 14] ^= 0xFF  # the checksum in the part's own header
        place = data.rindex(part.encode()) - 46  # and in the table of contents
    data[place + 16] ^= 0xFF
    path.write_bytes(data)
    refused(path, "abîmé")

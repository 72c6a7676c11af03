"""Workbooks that are not read: what is none, damaged ones, and those beyond the table of limits (files/limits.py)."""

import io
import re
import zipfile

import pytest

from tests.closed_files import refused, repacked
from tests.plain_xlsx import pack, parts
from tournament_xl.files import limits, sheet
from tournament_xl.hosts.closed import ClosedFile

SHEET, END = "xl/worksheets/sheet1.xml", b"</sheetData>"


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

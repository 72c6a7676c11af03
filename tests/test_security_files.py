"""Workbooks from strangers: bombs, giants, macros, links; a test a line of docs/fiabilite.md, "menaces"."""

import re
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

from tests import books
from tests.books import edit, run, untouched
from tests.strangers import changed, child

# Workbooks from strangers


@pytest.mark.parametrize("verb", [("pair",), ("list",)])
def test_a_bomb_of_entities_is_refused_at_once(made, tmp_path, verb):
    path = Path(shutil.copy(made["played"], tmp_path / "club.xlsx"))
    laughs = b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a "ha">' + b"".join(
        b'<!ENTITY %c "%s">' % (letter, b"&%c;" % (letter - 1) * 10) for letter in b"bcdefghij"
    ) + b"]><sst><si><t>&j;</t></si></sst>"  # fmt: skip
    changed(path, {"xl/sharedStrings.xml": laughs})
    words = (verb[0], path, *verb[1:])
    if verb[0] == "list":
        words = ("new", tmp_path / "neuf.xlsx", "--formule", "classique", "--joueurs", path)
    if verb[0] == "restore":
        copy = tmp_path / "Sauvegardes" / "club 2026-01-01 10-00-00 avant.xlsx"
        copy.parent.mkdir()
        shutil.copy(path, copy)
    with untouched(path):
        code, told, memory = child(*words)
    assert code == 5 and told.strip() and memory < 300


def test_an_entity_that_names_a_file_is_not_read(made, tmp_path):
    path = Path(shutil.copy(made["played"], tmp_path / "club.xlsx"))
    outside = (
        b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a SYSTEM "file:///etc/passwd">]><sst><si><t>&a;</t></si></sst>'
    )
    changed(path, {"xl/sharedStrings.xml": outside})
    code, told, _ = child("standings", path)
    assert code == 5 and "root:" not in told


def lying(data, size):
    """A package in which the first sheet says that it is of this size."""
    changed_data, name = bytearray(data), b"xl/worksheets/sheet1.xml"
    for mark, offset in ((b"PK\1\2", 46), (b"PK\3\4", 30)):
        at = next(m.start() for m in re.finditer(re.escape(mark), data) if data[m.start() + offset :].startswith(name))
        field = at + (24 if mark == b"PK\1\2" else 22)
        changed_data[field : field + 4] = size.to_bytes(4, "little")
    return bytes(changed_data)


@pytest.mark.parametrize("megabytes, said", [(150, None), (150, 1000)])
def test_a_bomb_of_packed_zeros_is_refused_whatever_it_says_of_itself(made, tmp_path, megabytes, said):
    path = Path(shutil.copy(made["registered"], tmp_path / "club.xlsx"))
    changed(path, {"xl/worksheets/sheet1.xml": bytes(megabytes * 2**20)})
    if said:
        path.write_bytes(lying(path.read_bytes(), said))
    for words in (("pair", path), ("new", tmp_path / "n.xlsx", "--formule", "classique", "--joueurs", path)):
        code, told, memory = child(*words)
        assert code == 5 and told.strip() and memory < 400, memory


SHEET = "xl/worksheets/sheet2.xml"  # Joueurs
END = b"</sheetData>"
MERGES = b"".join(b'<mergeCell ref="A%d:B%d"/>' % (n, n) for n in range(100, 100_100))
GIANTS = {
    "a far empty row": (END, b'<row r="1048576"/>' + END),
    "a merge of everything": (END, END + b'<mergeCells><mergeCell ref="A100:XFD1048576"/></mergeCells>'),
    "a hundred thousand merges": (END, END + b"<mergeCells>" + MERGES + b"</mergeCells>"),
    "a million rows": (END, b"".join(b'<row r="%d"/>' % n for n in range(100, 1_048_577)) + END),
    "a formula for everything": (
        END,
        b'<row r="100"><c r="A100"><f t="array" ref="A100:XFD1048576">1</f><v>1</v></c></row>' + END,
    ),
}


@pytest.mark.parametrize("giant", GIANTS)
def test_a_sheet_that_says_it_is_a_giant_costs_no_time_and_no_memory(made, tmp_path, giant):
    path = Path(shutil.copy(made["drawn"], tmp_path / "club.xlsx"))
    edit(path, {"Tournoi!Lieu": "Lyon"})
    pattern, new = GIANTS[giant]
    changed(path, {SHEET: lambda old: re.sub(pattern, lambda _: new, old, count=1)})
    assert zipfile.ZipFile(path).read(SHEET).count(new[:40]) >= 1
    before = path.read_bytes()
    code, told, memory = child("update", path)
    assert code in (0, 5) and memory < 1024, (code, told, memory)
    assert code == 0 or (told.strip() and path.read_bytes() == before)


def test_macros_of_strangers_are_kept_and_never_run(tmp_path):
    """No part of the program runs VBA; the bytes of the project stay."""
    path = books.pair(books.create(tmp_path, name="club.xlsm"))
    bomb = b'Sub Auto_Open()\nKill "*.*"\nEnd Sub' * 50
    changed(path, {"xl/vbaProject.bin": bomb})
    books.score(path, 1)
    for words in (("update",), ("pair",), ("standings",), ("explain",)):
        assert run(words[0], path) == 0
    assert zipfile.ZipFile(path).read("xl/vbaProject.bin") == bomb


def traces():
    """Whether system calls can be watched here: some containers forbid it."""
    return bool(shutil.which("strace")) and subprocess.run(["strace", "true"], capture_output=True).returncode == 0


@pytest.mark.skipif(not traces(), reason="strace sees calls to the network")
@pytest.mark.parametrize("verb", ["pair", "repair"])
def test_links_out_of_a_workbook_are_not_followed(made, tmp_path, verb):
    """An outer workbook, a picture on the net, a query, a formula that asks a server: nothing calls the network."""
    path = Path(shutil.copy(made["registered"], tmp_path / "club.xlsx"))
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    links = "".join(
        f'<Relationship Id="rId90{n}" Type="{office}/{kind}" Target="http://127.0.0.1:9/{n}" TargetMode="External"/>'
        for n, kind in enumerate(("externalLink", "attachedTemplate", "image"))
    ) + "</Relationships>"  # fmt: skip
    formula = b'<c r="K30"><f>WEBSERVICE("http://127.0.0.1:9/")</f><v>1</v></c></row></sheetData>'
    changed(path, {
        "xl/_rels/workbook.xml.rels": lambda old: old.replace(b"</Relationships>", links.encode()),
        "xl/externalLinks/externalLink1.xml": b"<externalLink/>",
        SHEET: lambda old: old.replace(b"</row></sheetData>", b"</row><row r=\"30\">" + formula),
    })  # fmt: skip
    log = tmp_path / "appels"
    child(verb, path, wrapped=("strace", "-f", "-o", log, "-e", "trace=connect,sendto,socket"))
    calls = [line for line in log.read_text().splitlines() if re.search(r"AF_INET|connect\(", line)]
    assert not calls

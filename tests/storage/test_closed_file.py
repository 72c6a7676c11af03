"""A workbook file on disk: what is refused, locks, copies, links, rights, a failure at any step."""

import errno
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import openpyxl
import pytest

from tests import ROOT, books
from tests.closed_files import STAMP, assert_file_untouched, assert_refused, build_edit, change_parts
from tournament_xl.storage.workbook_file import ClosedFile
from tournament_xl.workbook.snapshot import Block, ExternalError
from tournament_xl.xlsx import atomic_write, limits, sheet

SHEET = "xl/worksheets/sheet1.xml"


def test_a_write_changes_the_cells_and_leaves_a_copy_of_what_was(path):
    before, book = path.read_bytes(), ClosedFile(path)
    book.read()
    copy = book.write((Block("Rondes", 2, 2, ((None, "Zoé"), (380, "É"))),), stamp=STAMP)
    assert copy == path.parent / "Sauvegardes" / f"Open {STAMP}.xlsx"
    assert copy.read_bytes() == before
    expected = [["Table", "Score", "Nom"], ["1", None, "Zoé"], [None, "380", "É"]]
    assert book.read().sheets["Rondes"] == ClosedFile(path).read().sheets["Rondes"] == expected
    style = openpyxl.load_workbook(path)["Rondes"]
    assert style["B2"].font.b and style["B2"].value is None  # emptied, and still bold
    assert sorted(os.listdir(path.parent)) == ["Open.xlsx", "Sauvegardes"]


@pytest.mark.parametrize("content, by_whom", [
    (b"\5Ren\xe9e".ljust(55) + b"\5\0" + "Renée".encode("utf-16-le").ljust(108, b" "), " par Renée"), (b"", ""),
])  # fmt: skip
def test_a_workbook_open_in_excel_is_not_written(path, content, by_whom):
    (path.parent / "~$Open.xlsx").write_bytes(content)
    with pytest.raises(ExternalError) as caught:
        ClosedFile(path).write(build_edit(1), stamp=STAMP)
    assert f"{path} est ouvert dans Excel{by_whom}." in str(caught.value)
    assert "« ~$Open.xlsx »" in str(caught.value)
    (path.parent / "~$Open.xlsx").rename(path.parent / "~$Autre.xlsx")
    assert ClosedFile(path).write(build_edit(1), stamp=STAMP)


def test_a_file_changed_since_it_was_read_is_not_overwritten(path):
    book, other_book = ClosedFile(path), ClosedFile(path)
    book.read()
    other_book.write(build_edit("autre"), stamp=STAMP)
    before = path.read_bytes()
    with pytest.raises(ExternalError, match="modifié par un autre programme.*Recommencez"):
        book.write(build_edit("moi"), stamp="2026-11-21 14-06-00")
    assert path.read_bytes() == before
    assert book.read().cell("Rondes", 2, 2) == "autre"
    assert book.write(build_edit("moi"), stamp="2026-11-21 14-06-00")


# Failures on the way


@pytest.mark.parametrize("number, words", [(errno.EACCES, "refuse l'accès"), (errno.ENOSPC, "disque est plein")])
@pytest.mark.parametrize("owner, name, call", [
    (os, "fsync", 1), (os, "fsync", 2), (os, "replace", 1), (os, "rename", 1), (Path, "mkdir", 1),
    (Path, "read_bytes", 2), (os, "fdopen", 2),
])  # fmt: skip
def test_a_refusal_at_any_step_leaves_the_file_as_it_was(path, monkeypatch, owner, name, call, number, words):
    before, book = path.read_bytes(), ClosedFile(path)
    book.read()
    real, count = getattr(owner, name), iter(range(1, 1000))

    def failing(*args, **keywords):
        if next(count) == call:
            if owner is os and name == "fdopen":
                os.close(args[0])  # an open file cannot be removed on Windows
            raise OSError(number, os.strerror(number))
        return real(*args, **keywords)

    with monkeypatch.context() as patch:
        patch.setattr(owner, name, failing)
        with pytest.raises(ExternalError, match=words):
            book.write(build_edit("x"), stamp=STAMP)
    assert_file_untouched(path, before)
    assert book.write(build_edit("x"), stamp=STAMP)


def _done_but_refused(monkeypatch, real=os.replace):
    def replace(name, target):
        real(name, target)
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(os, "replace", replace)


def test_a_renaming_that_was_done_and_reported_as_failed_is_done(path, monkeypatch):
    """Network drives lose the answer."""
    before, book = path.read_bytes(), ClosedFile(path)
    _done_but_refused(monkeypatch)
    copy = book.write(build_edit("x"), stamp=STAMP)
    assert copy.read_bytes() == before and book.read().cell("Rondes", 2, 2) == "x"
    atomic_write.write_together({path.parent / "a.txt": b"1", path.parent / "b.txt": b"2"})
    assert sorted(os.listdir(path.parent)) == ["Open.xlsx", "Sauvegardes", "a.txt", "b.txt"]


def test_where_nobody_can_say_whether_a_workbook_is_written_its_copy_stays(path, monkeypatch):
    before, book, honest = path.read_bytes(), ClosedFile(path), Path.read_bytes
    book.read()

    def lost(name, target):
        os.rename(name, target)
        monkeypatch.setattr(Path, "read_bytes", unreadable)
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    def unreadable(_):
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", lost)
        with pytest.raises(ExternalError, match=r"peut-être déjà écrit.*gardé dans .*Sauvegardes") as caught:
            book.write(build_edit("x"), stamp=STAMP)
    monkeypatch.setattr(Path, "read_bytes", honest)
    assert "Rien n'a été changé" not in str(caught.value)
    (copy,) = (path.parent / "Sauvegardes").iterdir()
    assert copy.read_bytes() == before


@pytest.mark.skipif(os.name == "nt", reason="Windows has no permission bits")
@pytest.mark.parametrize("file_mode, folder_mode", [(0o444, 0o777), (0o666, 0o555), (0o000, 0o777)])
def test_what_may_really_not_be_written_is_refused(path, file_mode, folder_mode):
    """In a child process without root's rights; the folder is one that everybody may enter."""
    code = (
        "import os, sys; sys.path.insert(0, sys.argv[1])\n"
        "from tournament_xl.storage.workbook_file import ClosedFile; from tournament_xl.workbook.snapshot import *\n"
        "ClosedFile(sys.argv[2]).read()  # loads what lies in root's folders\n"
        "if os.geteuid() == 0: os.setgroups([]); os.setgid(65534); os.setuid(65534)\n"
        "try: ClosedFile(sys.argv[2]).write((Block('Rondes', 2, 2, ((1,),)),), stamp='2026-11-21 14-05-33')\n"
        "except ExternalError as error: print(error)"
    )
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        copy = Path(shutil.copy(path, Path(folder) / "Open.xlsx"))
        copy.chmod(file_mode)
        os.chmod(folder, folder_mode)
        command = [sys.executable, "-X", "utf8", "-c", code, ROOT, copy]
        run = subprocess.run(command, capture_output=True, encoding="utf-8")
        os.chmod(folder, 0o777)
        copy.chmod(0o666)
        assert "refuse l'accès" in run.stdout, run.stderr
        assert copy.read_bytes() == path.read_bytes() and os.listdir(folder) == ["Open.xlsx"]


# What is no workbook, or a damaged one, or too large a one


def test_what_is_no_workbook_is_refused(path, tmp_path):
    assert_refused(tmp_path / "absent.xlsx", "introuvable")
    (tmp_path / "dossier.xlsx").mkdir()
    assert_refused(tmp_path / "dossier.xlsx", "dossier")
    old = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600)
    for name, content, *words in (
        ("a.csv", b"a;b", ".xlsx ou .xlsm"),
        ("vide.xlsx", b"", "0 octet"),
        ("texte.xlsx", b"a;b\n1;2\n", "n'est pas un classeur Excel"),
        ("ancien.xlsx", old + "Workbook".encode("utf-16-le"), ".xls"),
        ("code.xlsx", old + "EncryptedPackage".encode("utf-16-le"), "mot de passe"),
        (
            "irm.xlsx",
            old + "EncryptedPackage\0DRMEncryptedDataSpace".encode("utf-16-le"),
            "étiquette",
            "sans chiffrement",
        ),
        ("coupe.xlsx", path.read_bytes()[:-300], "abîmé", "Sauvegardes"),
    ):
        (tmp_path / name).write_bytes(content)
        assert_refused(tmp_path / name, *words)
    with zipfile.ZipFile(tmp_path / "fiche.xlsx", "w") as archive:
        archive.writestr("word/document.xml", "<a/>")
    assert_refused(tmp_path / "fiche.xlsx", "n'est pas un classeur Excel")


DAMAGES = {
    "truncated": lambda content: content[: len(content) // 2],
    "not UTF-8": lambda content: content.replace(b"</", b"\xff\xfe</", 1),
    "document type": lambda content: content.replace(b"?>", b'?><!DOCTYPE a [<!ENTITY b "c">]>', 1),
}


@pytest.mark.parametrize("part", [SHEET, "xl/sharedStrings.xml", "[Content_Types].xml", "xl/workbook.xml"])
@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_part_is_refused_and_never_read_as_an_empty_one(path, part, damage):
    assert_refused(change_parts(path, {part: damage}), "abîmé")


@pytest.mark.parametrize(("owner", "name", "most", "words"), [
    (limits, "MAX_FILE", 5, "Mo"), (limits, "MAX_UNPACKED", 5, "décompressé"), (limits, "MAX_PARTS", 5, "éléments"),
    (limits, "MAX_TAGS", 50, "balises"), (limits, "MAX_CELLS", 5, "« "), (sheet, "MAX_CELLS", 5, "cellule "),
    (limits, "MAX_ALL_LETTERS", 20, "lettres (limite : 20 lettres)"),
])  # fmt: skip
def test_what_is_larger_than_a_limit_is_refused_and_says_which(path, monkeypatch, owner, name, most, words):
    assert ClosedFile(path).read().sheets
    monkeypatch.setattr(owner, name, most)
    assert_refused(change_parts(path, {}), "trop gr", words)


def test_the_tags_of_all_parts_together_have_a_limit(path, monkeypatch):
    with zipfile.ZipFile(path) as package:
        counts = [package.read(name).count(b"<") for name in package.namelist()]
    for most, is_refused in ((sum(counts), False), (max(counts), True)):
        monkeypatch.setattr(limits, "MAX_TAGS", most)
        if is_refused:
            assert_refused(change_parts(path, {}), "balises")
        else:
            assert ClosedFile(path).read().sheets


@pytest.mark.parametrize(("tries", "goes"), [(3, True), (10**6, False)])
def test_a_file_that_another_program_holds_is_waited_for(tmp_path, monkeypatch, tries, goes):
    """Windows' scanners hold a file for a moment after each change (sharing violation)."""
    path, left, honest = books.create(tmp_path), [tries], os.replace

    def replace(name, target):
        if left[0] and Path(target) == path:
            left[0] -= 1
            error = PermissionError(13, "sharing violation")
            error.winerror = 32
            raise error
        honest(name, target)

    monkeypatch.setattr(atomic_write.os, "replace", replace)
    monkeypatch.setattr(atomic_write, "RETRY_SECONDS", 30.0 if goes else 0.0)
    before = path.read_bytes()
    assert books.run("pair", path) == (0 if goes else 5)
    assert (path.read_bytes() != before) == goes and not list(path.parent.rglob("~*"))

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
from tournament_xl.messages import workbook_files as texts
from tournament_xl.storage.workbook_file import ClosedFile
from tournament_xl.workbook.file_failures import FileFailure
from tournament_xl.workbook.snapshot import Block, ExternalError
from tournament_xl.xlsx import atomic_write, limits


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


@pytest.mark.parametrize(("lock", "content", "program"), [
    ("~$Open.xlsx", b"", "Excel"),
    ("~$Open.xlsx", b"\4Zo\xe9".ljust(55) + b"\3\0" + "Zoé".encode("utf-16-le").ljust(108, b" "), "Excel par Zoé"),
    (".~lock.Open.xlsx#", "Zoé,zoe,pc,21.11.2026 14:00,file:///;".encode(), "LibreOffice par Zoé"),
])  # fmt: skip
def test_a_workbook_open_in_a_program_is_not_written(path, lock, content, program):
    path.with_name(lock).write_bytes(content)
    before = path.read_bytes()
    with pytest.raises(FileFailure) as refused:
        ClosedFile(path).write(build_edit(1), stamp=STAMP)
    assert refused.value.kind == texts.LOCKED and refused.value.facts == {"program": program, "lock": lock}
    assert path.read_bytes() == before
    path.with_name(lock).rename(path.with_name(lock.replace("Open", "Autre")))
    assert ClosedFile(path).write(build_edit(1), stamp=STAMP)


def test_a_file_changed_since_it_was_read_is_not_overwritten(path):
    book, other_book = ClosedFile(path), ClosedFile(path)
    book.read()
    other_book.write(build_edit("autre"), stamp=STAMP)
    before = path.read_bytes()
    with pytest.raises(FileFailure) as refused:
        book.write(build_edit("moi"), stamp="2026-11-21 14-06-00")
    assert refused.value.kind == texts.CHANGED
    assert path.read_bytes() == before
    assert book.read().cell("Rondes", 2, 2) == "autre"
    assert book.write(build_edit("moi"), stamp="2026-11-21 14-06-00")


# Failures on the way


@pytest.mark.parametrize(("owner", "name", "call", "number"), [
    (os, "fsync", 1, errno.EACCES), (os, "fsync", 2, errno.ENOSPC), (os, "replace", 1, errno.EIO),
    (os, "rename", 1, errno.EACCES), (Path, "mkdir", 1, errno.EROFS), (Path, "read_bytes", 2, errno.EACCES),
    (os, "fdopen", 2, errno.ENOSPC),
])  # fmt: skip
def test_a_refusal_at_any_step_leaves_the_file_as_it_was(path, monkeypatch, owner, name, call, number):
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
        with pytest.raises(FileFailure) as refused:
            book.write(build_edit("x"), stamp=STAMP)
    assert refused.value.facts["reason"]
    assert_file_untouched(path, before)
    assert book.write(build_edit("x"), stamp=STAMP)


def test_a_renaming_that_was_done_and_reported_as_failed_is_done(path, monkeypatch):
    """Network drives lose the answer."""
    before, book, honest = path.read_bytes(), ClosedFile(path), os.replace

    def replace(name, target):
        honest(name, target)
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(os, "replace", replace)
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
        with pytest.raises(ExternalError) as caught:
            book.write(build_edit("x"), stamp=STAMP)
    monkeypatch.setattr(Path, "read_bytes", honest)
    assert "Rien n'a été changé" not in str(caught.value) and "Sauvegardes" in str(caught.value)
    (copy,) = (path.parent / "Sauvegardes").iterdir()
    assert copy.read_bytes() == before


@pytest.mark.skipif(os.name == "nt", reason="Windows has no permission bits")
@pytest.mark.parametrize("file_mode, folder_mode", [(0o444, 0o777), (0o666, 0o555)])
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


OLD = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600)
NO_WORKBOOKS = {
    "no file": ("x.xlsx", None, texts.MISSING),
    "another ending": ("x.csv", b"a;b", texts.ENDING),
    "nothing in it": ("x.xlsx", b"", texts.EMPTY),
    "a text": ("x.xlsx", b"a;b\n1;2\n", texts.NOT_A_WORKBOOK),
    "Excel 97": ("x.xlsx", OLD + "Workbook".encode("utf-16-le"), texts.NOT_A_WORKBOOK),
    "a password": ("x.xlsx", OLD + "EncryptedPackage".encode("utf-16-le"), texts.PASSWORD),
    "a label": ("x.xlsx", OLD + "EncryptedPackage\0DRMEncryptedDataSpace".encode("utf-16-le"), texts.LABEL),
}


@pytest.mark.parametrize(("name", "content", "kind"), NO_WORKBOOKS.values(), ids=NO_WORKBOOKS)
def test_what_is_no_workbook_is_refused_with_its_reason(tmp_path, name, content, kind):
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    assert_refused(path, kind)


def test_a_folder_a_torn_workbook_and_a_text_document_are_no_workbooks(path, tmp_path):
    (tmp_path / "dossier.xlsx").mkdir()
    assert_refused(tmp_path / "dossier.xlsx", texts.IS_FOLDER)
    path.write_bytes(path.read_bytes()[:-300])
    assert_refused(path, texts.DAMAGED)
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("word/document.xml", "<a/>")
    assert_refused(path, texts.NOT_A_WORKBOOK)


DAMAGES = {
    "truncated": ("xl/sharedStrings.xml", lambda content: content[: len(content) // 2]),
    "not UTF-8": ("[Content_Types].xml", lambda content: content.replace(b"</", b"\xff\xfe</", 1)),
    "document type": ("xl/workbook.xml", lambda old: old.replace(b"?>", b'?><!DOCTYPE a [<!ENTITY b "c">]>', 1)),
}


@pytest.mark.parametrize(("part", "damage"), DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_part_is_refused_and_never_read_as_an_empty_one(path, part, damage):
    assert_refused(change_parts(path, {part: damage}), texts.DAMAGED)


@pytest.mark.parametrize(("owner", "name", "most", "kind"), [
    (limits, "MAX_FILE", 5, texts.TOO_LARGE), (limits, "MAX_UNPACKED", 5, texts.TOO_LARGE),
    (limits, "MAX_PARTS", 5, texts.TOO_LARGE), (limits, "MAX_TAGS", 50, texts.TOO_LARGE),
    (limits, "MAX_CELLS", 5, texts.TOO_FAR), (limits, "MAX_ALL_LETTERS", 20, texts.TOO_LARGE),
])  # fmt: skip
def test_what_is_larger_than_a_limit_is_refused_and_says_which(path, monkeypatch, owner, name, most, kind):
    assert ClosedFile(path).read().sheets
    monkeypatch.setattr(owner, name, most)
    assert_refused(change_parts(path, {}), kind)


def test_the_tags_of_all_parts_together_have_a_limit(path, monkeypatch):
    with zipfile.ZipFile(path) as package:
        counts = [package.read(name).count(b"<") for name in package.namelist()]
    for most, is_refused in ((sum(counts), False), (max(counts), True)):
        monkeypatch.setattr(limits, "MAX_TAGS", most)
        if is_refused:
            assert_refused(change_parts(path, {}), texts.TOO_LARGE)
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

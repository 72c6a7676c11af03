"""What the disk, other people and names do to a press: refused in French, the workbook as before."""

import errno
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests import ROOT, books
from tests.books import backups, run
from tournament_xl.storage.backups import find_backups
from tournament_xl.workbook.snapshot import ExternalError
from tournament_xl.xlsx import atomic_write


@pytest.fixture
def book(workbooks, tmp_path):
    return Path(shutil.copy(workbooks["registered"], tmp_path / "club.xlsx"))


def command(*words):
    """A command in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-X", "utf8", "-m", "tournament_xl", *map(str, words)], cwd=ROOT, text=True, encoding="utf-8",
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


# The disk


@pytest.mark.parametrize(("command", "call"), [("pair", 1), ("pair", 2), ("export", 2)])
def test_a_disk_that_lost_the_end_of_what_it_said_it_wrote_is_found_out(book, monkeypatch, command, call):
    """Of the copy, of the workbook, of one of several files."""
    honest, count, before = os.fsync, iter(range(1, 99)), book.read_bytes()

    def lose(handle):
        honest(handle)
        if next(count) == call:
            os.ftruncate(handle, os.fstat(handle).st_size - 1)

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", lose)
        assert run(command, book) == 5
    assert book.read_bytes() == before and [path for path in book.parent.rglob("*") if path.is_file()] == [book]
    assert run(command, book) == 0


# Other people and programs


def test_two_presses_at_once(book):
    """One pairs round 1; the other sees that the workbook has changed, or that scores are missing."""
    before = book.read_bytes()
    both = [command("pair", book) for _ in range(2)]
    messages = [process.communicate(timeout=60)[1] for process in both]
    assert sorted(process.returncode for process in both) in ([0, 3], [0, 5]), messages
    assert [copy.file.read_bytes() for copy in find_backups(book)] == [before]
    assert len(books.pairs(book, 1)) == 4 and not list(book.parent.rglob("~*"))


def test_a_command_that_waits_does_nothing_until_the_other_one_has_ended(book, monkeypatch):
    fcntl = pytest.importorskip("fcntl")
    other, before, honest, waited = os.open(book.parent, os.O_RDONLY), book.read_bytes(), fcntl.flock, []
    honest(other, fcntl.LOCK_EX)

    def flock(handle, operation):
        if operation == fcntl.LOCK_EX:
            waited.append(book.read_bytes() == before)
            honest(other, fcntl.LOCK_UN)
        honest(handle, operation)

    monkeypatch.setattr(atomic_write, "SILENT_WAIT_SECONDS", 0.1)
    monkeypatch.setattr(fcntl, "flock", flock)
    assert run("pair", book) == 0 and waited == [True]
    os.close(other)


@pytest.mark.parametrize("call", [1, 2])
def test_what_another_program_saves_while_a_command_works_is_not_written_over(book, monkeypatch, call):
    """One that knows of no lock, while the copy is written or the new workbook."""
    foreign, honest, count = books.create(book.parent / "autre", 9).read_bytes(), os.fsync, iter(range(1, 99))
    shutil.rmtree(book.parent / "autre")

    def save(handle):
        honest(handle)
        if next(count) == call:
            book.write_bytes(foreign)

    monkeypatch.setattr(os, "fsync", save)
    assert run("pair", book) == 5
    assert book.read_bytes() == foreign and not backups(book)


def test_a_file_that_appears_while_a_workbook_is_created_is_not_written_over(tmp_path, monkeypatch):
    path, honest = tmp_path / "club.xlsx", os.fsync

    def save(handle):
        honest(handle)
        path.write_bytes(b"mine")

    monkeypatch.setattr(os, "fsync", save)
    assert run("new", path, "--formule", "classique") == 5
    assert path.read_bytes() == b"mine" and [*tmp_path.iterdir()] == [path]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no permission bits")
def test_a_workbook_that_a_group_may_write_stays_so_and_its_copy_too_whatever_the_mask_of_new_files(book):
    book.chmod(0o664)
    mask = os.umask(0o022)
    try:
        assert run("pair", book) == 0
    finally:
        os.umask(mask)
    assert [path.stat().st_mode & 0o777 for path in (book, *backups(book))] == [0o664, 0o664]


def test_a_workbook_with_too_long_a_name_is_refused(book):
    long = book.rename(book.with_name("a" * 245 + ".xlsx"))
    before = long.read_bytes()
    assert run("pair", long) == 5 and long.read_bytes() == before
    assert run("pair", long.rename(book)) == 0


# Files that are written together, as those of `federation build` and `publish`


@pytest.mark.parametrize("step", [1, 2, 3])
def test_a_disk_that_fails_between_two_files_changes_none(tmp_path, monkeypatch, step):
    old, moved, count = {"1.csv": b"1", "2.csv": b"2"}, os.replace, iter(range(1, 99))
    for name, data in old.items():
        (tmp_path / name).write_bytes(data)

    def replace(source, target):
        if next(count) == step:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        moved(source, target)

    monkeypatch.setattr(os, "replace", replace)
    with pytest.raises(ExternalError):
        atomic_write.write_together(dict.fromkeys((tmp_path / "1.csv", tmp_path / "2.csv", tmp_path / "3.csv"), b"new"))
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == old


@pytest.mark.skipif(os.name != "posix", reason="the lock is of Linux and macOS")
def test_files_written_together_into_a_new_folder_lock_it(tmp_path, monkeypatch):
    """As `export` does: another one at the same moment waits."""
    import fcntl

    folder, busy, put = tmp_path / "club - tableaux", [], atomic_write.rename_into_place

    def look(name, target, *content):
        handle = os.open(folder, os.O_RDONLY)
        try:
            fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
            busy.append(False)
        except BlockingIOError:
            busy.append(True)
        finally:
            os.close(handle)
        put(name, target, *content)

    monkeypatch.setattr(atomic_write, "rename_into_place", look)
    atomic_write.write_together({folder / "joueurs.csv": b"x"})
    assert busy == [True] and (folder / "joueurs.csv").read_bytes() == b"x"

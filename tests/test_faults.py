"""What the disk, the network, the clock and other people do to a press: refused in French, the workbook as before.

A folder or a file that may not be written: `test_closed_file.py`. Excel busy: `test_excel_refusals.py`.
"""

import errno
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests import books
from tests.books import backups, edit, run
from tournament_xl.hosts import closed, files
from tournament_xl.hosts.backups import copies

ROOT = Path(__file__).parent.parent


@pytest.fixture
def book(made, tmp_path):
    return Path(shutil.copy(made["registered"], tmp_path / "club.xlsx"))


def command(*words, before="", **options):
    """A command in a process of its own; `before` is Python that runs first."""
    code = f"import sys\n{before}\nfrom tournament_xl.cli import main\nsys.exit(main(sys.argv[1:]))"
    return subprocess.Popen(
        [sys.executable, "-X", "utf8", "-c", code, *map(str, words)], cwd=ROOT, text=True, encoding="utf-8",
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options,
    )  # fmt: skip


# The disk


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="mounting wants root")
@pytest.mark.parametrize("room", [0, 20], ids=lambda kilobytes: f"{kilobytes} kB left")
def test_a_full_disk(book, tmp_path, room):
    disk = tmp_path / "disque"
    disk.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=400k", "none", disk], capture_output=True).returncode:
        pytest.skip("no right to mount")
    try:
        path = Path(shutil.copy(book, disk / "club.xlsx"))
        before = path.read_bytes()
        (disk / "photos").write_bytes(bytes(shutil.disk_usage(disk).free - room * 1024))
        process = command("pair", path)
        told = process.communicate(timeout=60)[1]
        assert process.returncode == 5 and "disque est plein" in told and "Libérez" in told, told
        assert path.read_bytes() == before and not backups(path) and not list(disk.glob("~*"))
        (disk / "photos").unlink()
        assert run("pair", path) == 0
    finally:
        subprocess.run(["umount", disk], check=True)


@pytest.mark.parametrize("number, words", [
    (errno.EIO, "le disque ou le réseau a une défaillance"), (errno.ESTALE, "le dossier du réseau n'est plus là"),
    (errno.ENOTCONN, "le système a refusé"),
])  # fmt: skip
@pytest.mark.parametrize("call", ["stat", "open", "fsync", "rename", "replace", "mkdir"])
def test_a_network_drive_that_goes_at_any_call(book, monkeypatch, capsys, number, words, call):
    """From some call on, every further one fails, also those that clean up: what they leave, the next press removes."""
    real = {name: getattr(os, name) for name in ("stat", "open", "fsync", "rename", "replace", "mkdir", "unlink")}
    gone = False

    def failing(name):
        def fail(*arguments, **named):
            nonlocal gone
            mine = str(book.parent) in str(arguments[0]) or name == "fsync"
            gone = gone or (name == call and mine)
            if gone and mine:
                raise OSError(number, os.strerror(number))
            return real[name](*arguments, **named)

        return fail

    before = book.read_bytes()
    with monkeypatch.context() as patch:
        for name in real:
            patch.setattr(os, name, failing(name))
        code = run("pair", book)
    told = capsys.readouterr().err
    if code == 0:  # the call came after the workbook was in its place
        assert call in ("open", "fsync") and book.read_bytes() != before
        return
    assert code == 5 and book.read_bytes() == before
    assert words in told or "introuvable" in told
    assert run("pair", book) == 0 and not list(book.parent.rglob("~*"))


# Other people and programs


def test_two_presses_at_once(book):
    """One pairs round 1; the other sees that the workbook has changed, or that scores are missing. Three times."""
    before = book.read_bytes()
    for _ in range(3):
        book.write_bytes(before)
        shutil.rmtree(book.parent / "Sauvegardes", ignore_errors=True)
        both = [command("pair", book) for _ in range(2)]
        told = [process.communicate(timeout=60)[1] for process in both]
        codes = sorted(process.returncode for process in both)
        assert codes in ([0, 3], [0, 5]), told
        assert "modifié" in "".join(told) or "résultats manquants" in "".join(told)
        assert [copy.file.read_bytes() for copy in copies(book)] == [before]
        assert len(books.pairs(book, 1)) == 4 and not list(book.parent.rglob("~*"))


def test_a_cloud_folder_that_replaces_the_workbook_meanwhile(book, monkeypatch, capsys):
    """OneDrive, Dropbox: a file under another name takes the workbook's place between reading and writing."""
    other = Path(shutil.copy(book, book.with_name("club-PC de Paul.xlsx")))
    edit(other, {"Tournoi!Lieu": "Lyon"})
    theirs, honest = other.read_bytes(), closed.keep_copy

    def meanwhile(*arguments):
        os.replace(other, book)
        return honest(*arguments)

    with monkeypatch.context() as patch:
        patch.setattr(closed, "keep_copy", meanwhile)
        assert run("pair", book) == 5
    assert "modifié par un autre programme" in capsys.readouterr().err
    assert book.read_bytes() == theirs and not backups(book)
    books.pair(book)


# The clock


@pytest.mark.parametrize("now", ["1980-01-01 00-00-00", "2099-12-31 23-59-59"])
def test_a_wrong_clock_changes_no_pairing_and_loses_no_backup(book, made, monkeypatch, now):
    books.pair(book)
    books.score(book, 1)
    right = Path(shutil.copy(book, book.with_name("juste.xlsx")))
    books.pair(right)
    monkeypatch.setattr(files, "stamp", lambda label, *_: f"{now} {label}")
    for _ in range(2):
        books.pair(book)
        assert books.pairs(book, 2) == books.pairs(right, 2)
        assert run("undo", book) == 0
    assert len(copies(book)) == 5
    before = book.read_bytes()
    assert run("pair", book) == 0 and run("restore", book, 1) == 0 and book.read_bytes() == before

"""The closed-file host when writing fails on the way: the file is as it was."""

import errno
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from tests import books
from tests.closed_files import ROOT, STAMP, one, untouched
from tournament_xl.hosts import package
from tournament_xl.hosts.closed import ClosedFile
from tournament_xl.workbook.snapshot import HostError

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


@pytest.mark.parametrize("number", [errno.EPERM, errno.ENOTSUP])
def test_where_nobody_may_change_permissions_files_are_written_all_the_same(tmp_path, monkeypatch, number):
    """Shared folders of a Chromebook or a phone, network shares."""

    def chmod(path, mode, **_):
        raise OSError(number, os.strerror(number), path)

    monkeypatch.setattr(os, "chmod", chmod)
    path = books.create(tmp_path, 8)
    assert books.run("pair", path) == 0 and len(books.backups(path)) == 1

"""A workbook file on disk: locks, copies, links, rights, and a failure at any step, after which it is as it was."""

import errno
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import openpyxl
import pytest

from tests.closed_files import ROOT, STAMP, one, untouched
from tournament_xl.book.snapshot import Block, HostError
from tournament_xl.hosts.closed import ClosedFile


@pytest.mark.parametrize("content, who", [
    (b"\5Ren\xe9e".ljust(55) + b"\5\0" + "Renée".encode("utf-16-le").ljust(108, b" "), " par Renée"),
    (b"", ""),
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


def test_a_symbolic_link_stays_and_its_target_is_written(path, tmp_path):
    link = tmp_path / "bureau" / "lien.xlsx"
    link.parent.mkdir()
    link.symlink_to(path)
    copy = ClosedFile(link).write(one("x"), stamp=STAMP)
    assert link.is_symlink() and copy.parent.parent == path.parent
    assert ClosedFile(path).read().cell("Rondes", 2, 2) == "x"


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
], ids=["denied", "full"])  # fmt: skip
@pytest.mark.parametrize("owner, name, call", [
    (os, "fsync", 1), (os, "fsync", 2), (os, "replace", 1), (Path, "mkdir", 1), (os, "rename", 1),
    (Path, "stat", 1), (Path, "read_bytes", 1), (Path, "read_bytes", 2), (Path, "read_bytes", 3),
    ("builtins", "open", 1), (os, "fdopen", 1), (os, "fdopen", 2),
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


@pytest.mark.skipif(os.name == "nt", reason="Windows has no permission bits")
@pytest.mark.parametrize("file_mode, folder_mode, words", [
    (0o444, 0o777, "refuse l'accès"), (0o666, 0o555, "refuse l'accès"), (0o000, 0o777, "refuse l'accès"),
])  # fmt: skip
def test_what_may_really_not_be_written_is_refused(path, file_mode, folder_mode, words):
    """In a child process without root's rights; the folder is one that everybody may enter."""
    code = (
        "import html, os, sys; sys.path.insert(0, sys.argv[1])\n"
        "from tournament_xl.hosts.closed import ClosedFile; from tournament_xl.book.snapshot import *\n"
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

"""An answer that nobody can read, Ctrl-C, a bug: what the exit code says of the workbook."""

import errno
import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from tests import ROOT
from tests.books import backups, run, untouched
from tournament_xl.storage.workbook_file import ClosedFile


@pytest.fixture
def book(workbooks, tmp_path, monkeypatch):
    """A workbook of 8 players as club.xlsx in the current folder."""
    monkeypatch.chdir(tmp_path)
    return Path(shutil.copy(workbooks["registered"], tmp_path / "club.xlsx"))


class Full(io.StringIO):
    """A stream of a full disk, or of a reader who has gone."""

    def __init__(self, number):
        super().__init__()
        self.number = number

    def write(self, text):
        raise OSError(self.number, os.strerror(self.number))


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EPIPE], ids=["full disk", "reader gone"])
@pytest.mark.parametrize("words", [("pair", "club.xlsx"), ("new", "neuf.xlsm", "--formule", "open")], ids=" ".join)
def test_what_is_written_is_done_whether_its_answer_can_be_shown_or_not(book, monkeypatch, capsys, words, number):
    before = {path.name: path.read_bytes() for path in book.parent.glob("*.xls?")}
    monkeypatch.setattr(sys, "stdout", Full(number))
    assert run(*words) == 0
    assert {path.name: path.read_bytes() for path in book.parent.glob("*.xls?")} != before
    assert bool(capsys.readouterr().err) == (number == errno.ENOSPC)


# Ctrl-C


INTERRUPTED = """import os, signal, sys
from tournament_xl.frontends.cli.main import main
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell keeps Ctrl-C from what runs in its background
call = sys.argv[1]
real = getattr(os, call)
def interrupted(*arguments, **keywords):
    real(*arguments, **keywords)
    signal.raise_signal(signal.SIGINT)
setattr(os, call, interrupted)
code = main(sys.argv[2:])
assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
sys.exit(code)
"""  # a process of its own: an interrupt that comes late must not end the tests
LOADING = """import runpy, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
class Finder:
    def find_spec(self, name, *_):
        if name == "tournament_xl.frontends.cli.verbs" and sys.meta_path.pop(0):
            signal.raise_signal(signal.SIGINT)
sys.meta_path.insert(0, Finder())
runpy.run_module("tournament_xl", run_name="__main__")
"""


def with_ctrl_c(code, *words):
    command = [sys.executable, "-X", "utf8", "-c", code, *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8")


def test_ctrl_c_waits_while_a_file_is_put_in_its_place(book):
    """The command is done, its copy is kept, and it says so."""
    before = book.read_bytes()
    ended = with_ctrl_c(INTERRUPTED, "replace", "pair", book)
    assert ended.returncode == 0 and ended.stderr
    assert book.read_bytes() != before and not list(book.parent.rglob("~*")) and len(backups(book)) == 1


def test_ctrl_c_while_the_program_loads_gets_a_sentence(book):
    with untouched(book):
        ended = with_ctrl_c(LOADING, "pair", book)
    assert ended.returncode == 1 and ended.stderr.count("\n") == 1 and "Traceback" not in ended.stderr


# A bug of ours


def test_a_bug_of_ours_is_70_with_a_sentence_and_no_traceback(book, capsys, monkeypatch, tmp_path):
    def fail(*_, **__):
        raise ZeroDivisionError("oh")

    monkeypatch.setattr(ClosedFile, "read", fail)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path.parent))
    with untouched(book):
        assert run("pair", book) == 70
    err = capsys.readouterr().err
    assert "ZeroDivisionError" in err and "Traceback" not in err and err.count("\n") == 1
    (log,) = re.findall(r"\S+erreur\S+\.txt", err)
    assert "ZeroDivisionError: oh" in Path(log).read_text(encoding="utf-8")

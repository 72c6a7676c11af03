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

WRITING = {
    "pair": ("registered", ("club.xlsx",)),
    "restore": ("drawn", ("club.xlsx", "1")), "new": ("drawn", ("neuf.xlsm", "--formule", "open")),
}  # fmt: skip


class Full(io.StringIO):
    """A stream of a full disk, or of a reader who has gone."""

    def __init__(self, number):
        super().__init__()
        self.number = number

    def write(self, text):
        raise OSError(self.number, os.strerror(self.number))


@pytest.fixture
def book(workbooks, tmp_path, monkeypatch):
    """Gives the workbook in some state, with a backup that differs, as club.xlsx in the current folder."""

    def get(state):
        monkeypatch.chdir(tmp_path)
        path = Path(shutil.copy(workbooks[state], "club.xlsx"))
        (tmp_path / "Sauvegardes").mkdir()
        shutil.copy(workbooks["registered"], "Sauvegardes/club 2026-11-21 10-00-00 avant appariement.xlsx")
        return path

    return get


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


@pytest.mark.parametrize("verb", WRITING)
@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EPIPE], ids=["full disk", "reader gone"])
def test_what_is_written_is_done_whether_its_answer_can_be_shown_or_not(
    book, tmp_path, monkeypatch, capsys, verb, number
):
    state, words = WRITING[verb]
    book(state)
    before = contents(tmp_path)
    monkeypatch.setattr(sys, "stdout", Full(number))
    assert run(verb, *words) == 0 and contents(tmp_path) != before
    output = capsys.readouterr().err
    assert "pas été modifié" not in output
    assert ("C'est fait et enregistré" in output and "le disque est plein" in output) == (number == errno.ENOSPC)


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


def with_ctrl_c(code, *words):
    command = [sys.executable, "-X", "utf8", "-c", code, *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8")


@pytest.mark.parametrize("call", ["fsync", "rename", "replace"])
def test_ctrl_c_waits_while_a_file_is_put_in_its_place(book, tmp_path, call):
    """At the copy, at the new file, at the last step: the command is done, its copy is kept, and it says so."""
    path = book("registered").resolve()
    before = contents(tmp_path)
    ended = with_ctrl_c(INTERRUPTED, call, "pair", path)
    assert ended.returncode == 0, ended.stderr
    assert contents(tmp_path) != before and not list(tmp_path.rglob("~*")) and len(backups(path)) == 2
    assert "C'est fait et enregistré dans" in ended.stderr


def test_ctrl_c_while_the_program_loads_gets_a_sentence(book):
    path = book("registered")
    code = (
        "import runpy, signal, sys\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "class Finder:\n"
        "    def find_spec(self, name, *_):\n"
        "        if name == 'tournament_xl.frontends.cli.verbs' and sys.meta_path.pop(0):\n"
        "            signal.raise_signal(signal.SIGINT)\n"
        "sys.meta_path.insert(0, Finder())\n"
        "runpy.run_module('tournament_xl', run_name='__main__')"
    )
    with untouched(path):
        ended = with_ctrl_c(code, "pair", path.resolve())
    assert ended.returncode == 1
    assert ended.stderr == "Interrompu : le classeur n'a pas été modifié.\n"


# A bug of ours


def test_a_bug_of_ours_is_70_with_a_sentence_and_no_traceback(book, capsys, monkeypatch, tmp_path):
    path = book("played")

    def fail(*_, **__):
        raise ZeroDivisionError("oh")

    monkeypatch.setattr(ClosedFile, "read", fail)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path.parent))
    with untouched(path):
        assert run("pair", path) == 70
    err = capsys.readouterr().err
    assert "Erreur interne (ZeroDivisionError)" in err and "Traceback" not in err and err.count("\n") == 1
    (log,) = re.findall(r"\S+erreur\S+\.txt", err)
    assert "ZeroDivisionError: oh" in Path(log).read_text(encoding="utf-8")

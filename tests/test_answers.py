"""An answer that nobody can read, Ctrl-C, a broken installation: the exit code says what became of the workbook."""

import errno
import io
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests import books
from tests.books import backups, run, untouched
from tests.strangers import ROOT

WRITING = {
    "pair": ("registered", ("club.xlsx",)), "undo": ("drawn", ("club.xlsx",)), "update": ("played", ("club.xlsx",)),
    "simulate": ("registered", ("club.xlsx", "--rounds", "1")), "restore": ("drawn", ("club.xlsx", "1")),
    "new": ("drawn", ("neuf.xlsm", "--formule", "open")), "repair": ("drawn", ("club.xlsx",)),
}  # fmt: skip


class Full(io.StringIO):
    """A stream of a full disk, or of a reader who has gone."""

    def __init__(self, number=errno.ENOSPC):
        super().__init__()
        self.error = OSError(number, os.strerror(number))

    def write(self, text):
        raise self.error


@pytest.fixture
def book(made, tmp_path, monkeypatch):
    """Gives the workbook in some state, with a backup that differs, as club.xlsx in the current folder."""

    def get(state):
        monkeypatch.chdir(tmp_path)
        path = Path(shutil.copy(made[state], "club.xlsx"))
        (tmp_path / "Sauvegardes").mkdir()
        shutil.copy(made["registered"], "Sauvegardes/club 2026-11-21 10-00-00 avant appariement.xlsx")
        if state == "played":
            books.edit(path, {"Tournoi!Lieu": "Lyon"})
        return path

    return get


def contents(folder):
    return {one.name: one.read_bytes() for one in folder.iterdir() if one.is_file()}


@pytest.mark.parametrize("verb", WRITING)
@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EPIPE], ids=["full disk", "reader gone"])
def test_what_is_written_is_done_whether_its_answer_can_be_shown_or_not(
    book, tmp_path, monkeypatch, capsys, verb, number
):
    state, words = WRITING[verb]
    book(state)
    before = contents(tmp_path)
    monkeypatch.setattr(sys, "stdout", Full(number))
    assert run(verb, *words) == 0
    assert contents(tmp_path) != before
    told = capsys.readouterr().err
    assert "pas été modifié" not in told
    assert ("C'est fait et enregistré" in told and "le disque est plein" in told) == (number == errno.ENOSPC)


@pytest.mark.parametrize("verb", WRITING)
def test_closed_streams_change_nothing(book, monkeypatch, verb):
    state, words = WRITING[verb]
    book(state)
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, name, None)
    assert run(verb, *words) == 0
    assert run("press", "update", "--stdio") == 5 and run("pair", "rien.xlsx") == 5


# Ctrl-C


@pytest.fixture
def terminal():
    """Python hears Ctrl-C, which a shell keeps from what runs in its background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize("call", ["fsync", "rename", "replace"])
@pytest.mark.parametrize("verb", ["pair", "restore", "new"])
def test_ctrl_c_waits_while_a_file_is_put_in_its_place(terminal, book, tmp_path, monkeypatch, capsys, verb, call):
    """At the copy, at the new file, at the last step: the command is done, its copy is kept, and it says so."""
    state, words = WRITING[verb]
    book(state)
    before, real = contents(tmp_path), getattr(os, call)

    def interrupted(*arguments, **named):
        real(*arguments, **named)
        if verb != "new" or call == "replace":
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(os, call, interrupted)
    assert run(verb, *words) == 0
    assert contents(tmp_path) != before and not list(tmp_path.rglob("~*"))
    assert len(backups(Path("club.xlsx"))) == (1 if verb == "new" else 2)
    if verb != "new" or call == "replace":
        assert capsys.readouterr().err.startswith("Interrompu après l'enregistrement")
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.parametrize("module", ["tournament_xl.arguments", "tournament_xl.verbs", "tournament_xl.texts.cli"])
def test_ctrl_c_while_the_program_loads_gets_a_sentence(book, module):
    path = book("registered")
    code = (
        "import runpy, signal, sys\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "class Finder:\n"
        "    def find_spec(self, name, *_):\n"
        f"        if name == {module!r} and sys.meta_path.pop(0): signal.raise_signal(signal.SIGINT)\n"
        "sys.meta_path.insert(0, Finder())\n"
        "runpy.run_module('tournament_xl', run_name='__main__')"
    )
    with untouched(path):
        ended = subprocess.run(
            [sys.executable, "-X", "utf8", "-c", code, "pair", path.resolve()], cwd=ROOT, capture_output=True
        )
    assert ended.returncode == 1
    assert ended.stderr.decode() == "Interrompu : le classeur n'a pas été modifié.\n"


ALONE = "raise {error}\n"

ERROR = "ImportError('DLL load failed while importing rustworkx')"


def command(folder, *words, given=b"", **variables):
    """A command where what stands in the folder goes before the libraries: exit code, what it told."""
    paths = os.pathsep.join([str(folder), str(ROOT)])
    done = subprocess.run(
        [sys.executable, "-m", "tournament_xl", *map(str, words)],
        env=os.environ | {"PYTHONPATH": paths} | variables, capture_output=True, timeout=60, input=given,
    )  # fmt: skip
    return done.returncode, (done.stdout + done.stderr).decode()


def broken(tmp_path, library, error):
    folder = tmp_path / "broken"
    (folder / library).mkdir(parents=True)
    (folder / library / "__init__.py").write_text(ALONE.format(error=error))
    return folder


def test_without_what_othello_needs_its_pairing_says_what_is_wrong_and_so_does_the_doctor(tmp_path):
    path = books.create(tmp_path, 8, formula="othello")
    folder = broken(tmp_path, "rustworkx", ERROR)
    code, told = command(folder, "pair", path)
    assert code == 5 and "rustworkx ne se charge pas" in told
    code, told = command(folder, "doctor")
    assert code == 1 and "rustworkx ne se charge pas" in told
    code, _ = command(folder, "pair", books.create(tmp_path / "scrabble", 8))
    assert code == 0


VERBS = (("repair", "club.xlsx"), ("new", "x.xlsm", "--formule", "classique"), ("doctor", "club.xlsx"))


@pytest.mark.parametrize("verb", VERBS)
def test_a_template_that_a_virus_scanner_took_away_is_named(tmp_path, monkeypatch, capsys, verb):
    path = books.create(tmp_path, 8, name="club.xlsx")
    monkeypatch.setattr("tournament_xl.resources._PACKAGE", tmp_path)
    words = [tmp_path / word if word.endswith((".xlsx", ".xlsm")) else word for word in verb]
    assert books.run(*words) == 5 and path.is_file()
    assert re.search(r"templates/scrabble\.xls[xm] ne se charge pas", capsys.readouterr().err)

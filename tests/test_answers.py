"""An answer that nobody can read, and Ctrl-C: the exit code says what became of the workbook, and no sentence lies."""

import errno
import io
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests import books
from tests.books import backups, run, untouched

ROOT = Path(__file__).parent.parent
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

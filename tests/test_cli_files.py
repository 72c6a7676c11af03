"""Files that cannot be read or written, bugs of ours, and the command as a process: the file is left alone."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import openpyxl
import pytest

from tests.books import run, untouched

ON_A_FILE = ("pair", "explain")
ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def copy(made, tmp_path):
    """A copy of one of them, of one's own, without backups."""

    def get(name):
        return Path(shutil.copy(made[name], tmp_path))

    return get


def process(*words, env=None, cwd=None, text=True):
    """The command in a process of its own."""
    command = [sys.executable, "-m", "tournament_xl", *map(str, words)]
    full = os.environ | {"PYTHONPATH": str(ROOT)} | (env or {})
    return subprocess.run(command, capture_output=True, env=full, cwd=cwd, encoding="utf-8" if text else None)


# Files that cannot be read or written


def _libreoffice_lock(path):
    path.with_name(f".~lock.{path.name}#").write_text(",zoe,pc,21.11.2026 14:00,file:///x;", encoding="utf-8")


def _excel_lock(path):
    name = b"\x03" + "Zoé".encode("cp1252").ljust(54), b"\x03\x00" + "Zoé".encode("utf-16-le").ljust(108)
    path.with_name(f"~${path.name}").write_bytes(b"".join(name))


@pytest.mark.parametrize("lock, program", [(_libreoffice_lock, "LibreOffice par zoe"), (_excel_lock, "Excel par Zoé")])
def test_a_workbook_open_elsewhere_is_read_but_not_written(copy, capsys, lock, program):
    path = copy("played")
    lock(path)
    for verb, words in (("pair", ()), ("simulate", ()), ("undo", ("--force",)), ("send", ()), ("repair", ())):
        with untouched(path):
            assert run(verb, path, *words) == 5
        assert program in capsys.readouterr().err
    for verb in ("standings", "explain", "check"):
        assert run(verb, path) == 0
        told = capsys.readouterr().err
        assert program in told and "pas encore enregistré" in told


@pytest.mark.parametrize("verb", ON_A_FILE)
def test_a_workbook_that_is_not_ours_has_a_problem_for_every_missing_sheet(tmp_path, capsys, verb):
    path, book = tmp_path / "comptes.xlsx", openpyxl.Workbook()
    book.active.append(["loyer", 700])
    book.save(path)
    with untouched(path):
        assert run(verb, path) == 3
    places = [line.split(" : ")[0] for line in capsys.readouterr().err.splitlines()]
    sheets = ["Appariements", "Classement", "Grille", "Joueurs", "Journal", "Résultats", "Tables", "Tournoi"]
    assert places == [f"{sheet}!A1" for sheet in sheets]


# A bug of ours


@pytest.mark.parametrize("verb", ON_A_FILE)
def test_a_bug_of_ours_is_70_with_a_sentence_and_no_traceback(copy, capsys, monkeypatch, tmp_path, verb):
    path = copy("played")

    def fail(*_, **__):
        raise ZeroDivisionError("oh")

    monkeypatch.setattr("tournament_xl.hosts.closed.ClosedFile.read", fail)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path.parent))
    with untouched(path):
        assert run(verb, path) == 70
    err = capsys.readouterr().err
    assert "Erreur interne (ZeroDivisionError)" in err and "Traceback" not in err and err.count("\n") == 1
    (log,) = re.findall(r"\S+erreur\S+\.txt", err)
    assert "ZeroDivisionError: oh" in Path(log).read_text(encoding="utf-8")

"""Files that cannot be read or written, bugs of ours, and the command as a process: the file is left alone."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import openpyxl
import pytest

from tests import books
from tests.books import edit, run, untouched

ON_A_FILE = ("pair", "undo", "standings", "explain", "simulate")
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


@pytest.mark.parametrize("verb", ON_A_FILE)
def test_a_missing_file_a_folder_another_ending_and_a_text_are_unreadable(tmp_path, capsys, verb):
    for name in ("liste.csv", "texte.xlsx"):
        (tmp_path / name).write_text("Nom", encoding="utf-8")
    for name, told in (
        ("t.xlsx", "introuvable"), ("", "dossier"), ("liste.csv", ".xlsx"), ("texte.xlsx", "n'est pas un classeur"),
    ):  # fmt: skip
        assert run(verb, tmp_path / name) == 5
        out, err = capsys.readouterr()
        assert told in err and out == "" and err.count("\n") == 1


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


def test_an_interruption_leaves_the_file(copy, capsys, monkeypatch):
    path = copy("played")

    def interrupt(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupt)
    before = path.read_bytes()
    assert run("pair", path) == 1
    assert "Interrompu" in capsys.readouterr().err
    assert path.read_bytes() == before and books.backups(path) == [] and not list(path.parent.glob("~*"))


# In a process of its own


def test_a_command_runs_as_a_module_from_any_folder(copy, tmp_path):
    path = copy("registered")
    ran = process("pair", path.name, cwd=tmp_path)
    assert (ran.returncode, ran.stderr) == (0, "") and "Ronde 1 appariée : 8 joueurs, 4 paires." in ran.stdout
    ran = process("pair", path.name, cwd=tmp_path)
    assert ran.returncode == 3 and len(ran.stderr.splitlines()) == 1 and ran.stdout == ""


def test_a_terminal_without_accents_is_no_bug(copy):
    path = copy("registered")
    edit(path, {"Joueurs!Nom!5": "Zoé 👩‍🦰"})
    for words in (("pair", path), ("standings", path), ("zut", path)):
        ran = process(*words, env={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}, text=False)
        assert ran.returncode == (2 if words[0] == "zut" else 0) and b"Traceback" not in ran.stderr


def test_names_with_brackets_and_colons_are_shown_as_they_are(tmp_path, capsys):
    """They are no marks of a terminal's table."""
    folder = tmp_path / "tournois ["
    folder.mkdir()
    path = books.pair(books.create(folder, 8, name="club [rouge] :smile:.xlsx"))
    capsys.readouterr()
    assert books.run("restore", path) == 0 and "club [rouge] :smile:.xlsx" in capsys.readouterr().out.replace("\n", "")
    assert books.run("demo", folder / "x [") == 0 and "Ronde 5 sur 5" in capsys.readouterr().out

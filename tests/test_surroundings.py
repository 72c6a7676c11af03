"""Odd surroundings of a command: a folder that is gone, a dead link, a name too long or none, limits of the system."""

import os
import shutil
from pathlib import Path

import pytest

from tests import books
from tests.books import run

posix = pytest.mark.skipif(os.name == "nt", reason="Windows has no such folders, links or limits")
NEW = ("--formule", "classique")


@pytest.fixture
def book(made, tmp_path):
    return Path(shutil.copy(made["registered"], tmp_path / "club.xlsx"))


# The current folder is gone


@posix
@pytest.mark.parametrize("words", [
    ("pair", "club.xlsx"), ("restore", "club.xlsx"), ("send", "club.xlsx"), ("new", "neuf.xlsx", *NEW),
], ids=" ".join)  # fmt: skip
def test_a_name_that_counts_from_a_folder_that_is_gone_is_unreadable(tmp_path, monkeypatch, capsys, words):
    gone = tmp_path / "parti"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    assert run(*words) == 5
    assert "le dossier où l'on se trouve a été supprimé" in capsys.readouterr().err


# Names


@posix
def test_a_workbook_with_too_long_a_name_is_to_be_renamed(book, capsys):
    long = book.rename(book.with_name("a" * 245 + ".xlsx"))
    before = long.read_bytes()
    assert run("pair", long) == 5 and long.read_bytes() == before
    assert "le nom est trop long" in (told := capsys.readouterr().err) and "un nom plus court" in told
    assert run("pair", long.rename(book)) == 0


# The rest of the machine


@pytest.mark.parametrize("sheet", ["Résultats", "Journal"])
def test_a_cell_filled_far_down_is_named_when_the_program_would_have_to_write_below_it(book, capsys, sheet):
    books.edit(book, {f"{sheet}!B99999": 7})
    before = book.read_bytes()
    capsys.readouterr()
    assert run("pair", book) == 3
    told = capsys.readouterr().err
    assert f"{sheet}!A99999" in told and "Ctrl+Fin" in told and book.read_bytes() == before


@pytest.mark.parametrize(("formula", "most"), [("othello", 1000), ("open", 500), ("toutes-rondes", 128)])
def test_more_players_than_can_be_paired_while_one_waits_are_refused(formula, most, tmp_path, capsys):
    names = tmp_path / "liste.csv"
    names.write_text(
        "Nom;Cote\n" + "".join(f"Nom{number:05};{number}\n" for number in range(most + 1)), encoding="utf-8"
    )
    path = books.create(tmp_path, 0, "--joueurs", names, formula=formula)
    capsys.readouterr()
    assert run("pair", path) == 3
    assert f"{most + 1} joueurs inscrits : {most} au plus" in capsys.readouterr().err

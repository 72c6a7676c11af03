"""`restore` of a workbook with a new name or ending: whose copies there are, and how to get one of them."""

import shutil
from pathlib import Path

import pytest

from tests import books
from tests.books import run
from tournament_xl.hosts.backups import copies


@pytest.fixture
def book(made, tmp_path, monkeypatch):
    """A workbook with two copies, in the current folder."""
    monkeypatch.chdir(tmp_path)
    path = Path(shutil.copy(made["registered"], "mon club.xlsx"))
    books.pair(path)
    assert run("undo", path) == 0
    return path


@pytest.mark.parametrize("number", [(), (1,)], ids=["list", "one"])
def test_a_renamed_workbook_is_told_its_old_name_and_gets_a_copy_back_under_it(book, capsys, number):
    new = book.rename("final.xlsx")
    capsys.readouterr()
    assert run("restore", new, *number) == 1
    told = capsys.readouterr().err
    assert "final.xlsx n'a pas de sauvegarde" in told and "celles de « mon club.xlsx »" in told
    assert 'tournament-xl restore "mon club.xlsx"' in told
    assert run("restore", "mon club.xlsx", 1) == 0
    assert new.exists() and len(books.pairs(book, 1)) == 4


def test_a_workbook_made_with_buttons_is_told_of_the_copies_from_before(book, capsys):
    assert run("repair", book) == 0
    shutil.copy("Sauvegardes/" + sorted(one.name for one in Path("Sauvegardes").iterdir())[0],
                "Sauvegardes/autre 2099-01-01 10-00-00 avant saisie.xlsx")  # fmt: skip
    capsys.readouterr()
    assert run("restore", "mon club.xlsm") == 1
    told = capsys.readouterr().err
    assert "« mon club.xlsx », « autre.xlsx »" in told and 'restore "mon club.xlsx"' in told
    books.pair(Path("mon club.xlsm"))
    capsys.readouterr()
    assert run("restore", "mon club.xlsm") == 0
    told = capsys.readouterr().out
    assert "des copies de « mon club.xlsx »" in told and 'restore "mon club.xlsx"' in told and "autre" not in told


def test_of_many_other_workbooks_the_three_copied_last_are_named(book, capsys):
    copy = next(Path("Sauvegardes").iterdir())
    for day in range(1, 6):
        shutil.copy(copy, f"Sauvegardes/t{day} 2026-12-0{day} 10-00-00 avant saisie.xlsx")
    Path("Sauvegardes/notes 2026-12-31 10-00-00.txt").write_text("rien", encoding="utf-8")
    assert run("restore", "neuf.xlsx") == 1
    assert "« t5.xlsx », « t4.xlsx », « t3.xlsx » et d'autres." in capsys.readouterr().err


def test_a_folder_without_copies_names_none(tmp_path, capsys):
    assert run("restore", tmp_path / "t.xlsx") == 1
    assert capsys.readouterr().err.endswith("n'a pas de sauvegarde dans le dossier « Sauvegardes ».\n")


def test_the_backups_of_a_backup_that_is_used_as_a_workbook_are_its_own(book):
    used = book.with_name(f"{book.stem} 2026-11-21 14-05-33 avant appariement.xlsx")
    used.write_bytes(book.read_bytes())
    books.edit(used, {"Tournoi!Lieu": "Ailleurs"})
    before = len(copies(book))
    assert books.run("update", used) == 0
    assert len(copies(book)) == before and len(copies(used)) == 1

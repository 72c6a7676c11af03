"""`restore` of a workbook with a new name or ending: whose copies there are, and how to get one of them."""

import shutil
from pathlib import Path

import pytest

from tests import books
from tests.books import run


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

"""Numbers as people type them into a workbook file: what counts as which number, and what is not guessed."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests import books
from tests.books import edit, lines, run, score, untouched


@pytest.fixture(scope="module")
def scored(tmp_path_factory):
    return score(books.pair(books.create(tmp_path_factory.mktemp("scored"), 8)), 1)


@pytest.fixture
def book(scored, tmp_path):
    return Path(shutil.copy(scored, tmp_path))


def told(path, capsys):
    capsys.readouterr()
    with untouched(path):
        assert run("update", path) == 3
    return capsys.readouterr().err


@pytest.mark.parametrize("typed", ["1,000", "1.000", "451,000", "-1.000", "\u22121,000"])
def test_what_may_be_a_thousand_is_no_score(book, capsys, typed):
    message = told(edit(book, {"Résultats!Score 1!5": typed}), capsys)
    assert message.startswith("Résultats!E5 : ") and typed in message and "nombre entier" in message


@pytest.mark.parametrize("typed", ["451", " 451 ", "451,0", "451.0", 451.0, "451,00", "4 51"])
def test_a_whole_number_is_a_score_however_it_is_written(book, typed):
    books.update(edit(book, {"Résultats!Score 1!5": typed}))
    first = next(row for row in lines(book, "Classement") if row["N°"] == 1)
    assert first["Pdep"] == 51


@pytest.mark.parametrize("typed", ["1,803", "1.803", 1.803])
def test_a_cote_that_may_be_thousands_is_not_taken_for_a_tiny_one(tmp_path, capsys, typed):
    path = books.create(tmp_path, 8)
    assert told(edit(path, {"Joueurs!Cote!6": typed}), capsys).startswith("Joueurs!F6 : « 1")
    books.update(edit(path, {"Joueurs!Cote!6": 1803.125}))

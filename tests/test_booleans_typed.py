"""TRUE and FALSE in a workbook file, from a box to tick or a formula: never a score of 1 or 0, nor a forfeit."""

from __future__ import annotations

import shutil
import zipfile
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


@pytest.mark.parametrize("value", [True, False])
@pytest.mark.parametrize(
    "place", ["Résultats!Score 1!5", "Résultats!Forfait!5", "Résultats!N° 1!5", "Joueurs!Absences!6"]
)
def test_it_is_told_at_its_cell(book, capsys, place, value):
    edit(book, {place: value})
    if place.endswith("Forfait!5"):
        edit(book, {"Résultats!Score 1!5": None, "Résultats!Score 2!5": None})
    capsys.readouterr()
    with untouched(book):
        assert run("update", book) == 3
    told = capsys.readouterr().err
    assert told.startswith(f"{books.located(book, place)} : ") and ("VRAI" if value else "FAUX") in told


def test_the_result_of_a_formula_is_one_too(book, capsys):
    rewrite(edit(book, {"Résultats!E5": True}), b't="b"><v>', b't="b"><f>1=1</f><v>')
    assert books.content(book)["Résultats"]["E5"].value == "=1=1"
    capsys.readouterr()
    assert run("update", book) == 3 and "Résultats!E5" in capsys.readouterr().err


def test_boxes_to_tick_filled_down_beside_the_rows_are_in_nobodys_way(book):
    edit(book, {f"Résultats!P{row}": row % 2 == 0 for row in range(5, 30)})
    books.pair(book)
    assert [row["row"] for row in lines(book, "Résultats") if row["Ronde"] == 2] == [9, 10, 11, 12]
    assert books.value(book, "Résultats!P10") is True


def rewrite(path, old, new):
    """Other words in the sheet that has a cell of this type."""
    with zipfile.ZipFile(path) as file:
        parts = {name: file.read(name) for name in file.namelist()}
    (sheet,) = [name for name, text in parts.items() if b't="b"' in text]
    assert parts[sheet].count(old) == 1
    with zipfile.ZipFile(path, "w") as file:
        for name, text in parts.items():
            file.writestr(name, text.replace(old, new) if name == sheet else text)

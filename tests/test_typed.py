"""What people type, copy and let other programs save in a workbook file: taken as meant, or told at its cell."""

from __future__ import annotations

import re
import shutil
import zipfile
from pathlib import Path

import openpyxl
import pytest

from tests import books
from tests.books import FIRST, edit, opened, run, score, type_formulas, untouched
from tests.closed_files import repacked
from tournament_xl.folding import fold, fold_label
from tournament_xl.lists.columns import ListError, fold_title
from tournament_xl.lists.read import read_list, read_register

HEADER = FIRST - 1
WHOLE = re.compile(rb'(<c (?![^>]*t="(?:s|b|str|e)")[^>]*>(?:<f>[^<]*</f>)?<v>)(-?\d+)</v>')
FRACTION = re.compile(rb"<v>(\d+\.\d*[1-9]\d*)</v>")


@pytest.fixture(scope="module")
def scored(tmp_path_factory):
    """Round 1 of 8 players drawn and scored: four rows, from row 5."""
    return score(books.pair(books.create(tmp_path_factory.mktemp("scored"), 8)), 1)


@pytest.fixture
def book(scored, tmp_path):
    return Path(shutil.copy(scored, tmp_path))


def told(path, capsys, action="update"):
    """The problems by their cells; the file stays."""
    capsys.readouterr()
    with untouched(path):
        assert run(action, path) == 3
    return dict(line.split(" : ", 1) for line in capsys.readouterr().err.splitlines())


# TRUE and FALSE, from a box to tick or a formula: never a score of 1 or 0


@pytest.mark.parametrize(("place", "value"), [
    ("Résultats!Score 1!5", True), ("Résultats!Score 1!5", False), ("Résultats!N° 1!5", True),
    ("Joueurs!Absences!6", True),
])  # fmt: skip
def test_a_truth_is_told_at_its_cell(book, capsys, place, value):
    problems = told(edit(book, {place: value}), capsys)
    assert ("VRAI" if value else "FAUX") in problems[books.located(book, place)]


# Numbers


@pytest.mark.parametrize("typed", ["1,000", "1.000", "-1.000", "\u22121,000"])
def test_what_may_be_a_thousand_is_no_score(book, capsys, typed):
    message = told(edit(book, {"Résultats!Score 1!5": typed}), capsys)["Résultats!E5"]
    assert typed in message and "nombre entier" in message


def stored_otherwise(path):
    """As other programs store the same numbers: 7 as 7.0, 1803.1 as 1803.0999999999999; texts stand as they were."""

    def change(found):
        for name in [name for name in found if name.startswith("xl/worksheets/sheet")]:
            found[name] = WHOLE.sub(rb"\1\2.0</v>", found[name])
            found[name] = FRACTION.sub(lambda number: b"<v>%.17g</v>" % float(number[1]), found[name])
        return found

    with zipfile.ZipFile(repacked(path, change)) as package:
        return b"".join(map(package.read, package.namelist()))


@pytest.mark.parametrize("formula", ["open", "othello"])
def test_a_tournament_that_went_through_google_sheets_goes_on(tmp_path, formula, capsys):
    path = books.create(tmp_path, 12, formula=formula)
    books.simulate(edit(path, {"Joueurs!Absences!8": 3, "Tournoi!Nombre de rondes": 8}), 2)
    assert b"<v>3.0</v>" in stored_otherwise(path)
    for action in ("update", "check", "pair"):
        capsys.readouterr()
        assert run(action, path) == 0, capsys.readouterr().err
        assert action != "update" or "Tout est à jour" in capsys.readouterr().out


# Formulas saved without their results, as openpyxl does: no empty cells


@pytest.mark.parametrize("action", ["pair", "undo", "send"])
def test_scores_typed_as_such_formulas_stop_every_command(book, capsys, action):
    """An undo would have left the formulas beside other pairs."""
    type_formulas(book, {f"Résultats!Score {side}!{row}": f"={row}+400" for side in (1, 2) for row in range(5, 9)})
    problems = told(book, capsys, action)
    assert list(problems) == [f"Résultats!{column}{row}" for row in range(5, 9) for column in "EF"]
    assert all("enregistrez-le" in sentence for sentence in problems.values())


@pytest.mark.parametrize("read", [read_list, read_register])
def test_a_list_of_players_with_such_formulas_is_refused(tmp_path, read):
    """They were empty cells: everybody without a cote, and one player not there."""
    book = openpyxl.Workbook()
    book.active.append(["Nom", "Prénom", "Cote", "Note à moi"])
    book.active.append(["Alpha", "Jo", "=1900+0", "=1+1"])
    book.active.append(['="Bravo"', '="Jo"', "=1800+0", None])
    book.save(tmp_path / "liste.xlsx")
    with pytest.raises(ListError) as refused:
        read(tmp_path / "liste.xlsx")
    told = [text for text in refused.value.sentences if "résultat de cette formule" in text]
    assert [text.split(" : ")[0].split("!")[1] for text in told] == ["C2", "A3", "B3", "C3"]


# Header rows copied, damaged or sorted away: no score and no player may go uncounted without a word


@pytest.mark.parametrize(("sheet", "damage"), [
    ("Résultats", {"Résultats!L4": None, "Résultats!M4": "Score2c"}), ("Joueurs", {"Joueurs!J4": "Remarques"}),
    ("Résultats", {f"Résultats!{letter}4": None for letter in "ABCDEFGHIJKLMN"}),
    ("Joueurs", {f"Joueurs!{letter}4": None for letter in "ABCDEFGHIJKLMN"}),
])  # fmt: skip
def test_a_damaged_or_emptied_header_above_its_copy_hides_nothing(book, capsys, sheet, damage):
    copy = FIRST + 3
    with opened(book) as workbook:
        workbook.duplicate_row_to(sheet, HEADER, copy)
    problems = told(edit(book, damage), capsys)
    assert list(problems) == [f"{sheet}!A{FIRST}"] and f"ligne {copy}" in problems[f"{sheet}!A{FIRST}"]


def test_letters_that_stand_for_many_and_endless_texts_cost_no_time():
    many = "\ufdfa" * 40  # 18 letters each
    assert fold(many) == many and fold_title(many) == many
    assert fold("É" * 500) == "e" * 500 and fold("É" * 501) == "É" * 501
    assert fold_title("👤 Nom") == "nom" and fold_title("Gri\ufb03th") == fold_title("Griffith")
    assert fold_label("  N° 1 ") == "n° 1" and fold_label("\ufdfa") == fold_label("x" * 41) == ""

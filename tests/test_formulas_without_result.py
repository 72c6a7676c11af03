"""Formulas saved without their results, as openpyxl does: no empty cells, but problems where they count."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import openpyxl
import pytest

from tests import books
from tests.books import run, type_formulas, untouched
from tests.plain_xlsx import pack, parts
from tournament_xl.files import xlsx
from tournament_xl.lists.columns import ListError
from tournament_xl.lists.read import read_list, read_register


@pytest.fixture(scope="module")
def drawn(tmp_path_factory):
    return books.pair(books.simulate(books.create(tmp_path_factory.mktemp("drawn"), 8), 1))


@pytest.fixture
def book(drawn, tmp_path):
    return Path(shutil.copy(drawn, tmp_path))


@pytest.mark.parametrize("action", ["update", "pair", "undo", "standings", "send"])
def test_scores_typed_as_such_formulas_stop_every_command(book, capsys, action):
    """An undo would have left the formulas beside other pairs."""
    type_formulas(book, {f"Résultats!Score {side}!{row}": f"={row}+400" for side in (1, 2) for row in range(9, 13)})
    capsys.readouterr()
    with untouched(book):
        assert run(action, book) == 3
    told = capsys.readouterr().err.splitlines()
    assert [line.split(" : ")[0] for line in told] == [f"Résultats!{c}{row}" for row in range(9, 13) for c in "EF"]
    assert all("enregistrez-le" in line for line in told)


def test_elsewhere_they_are_the_organisers_own(book):
    type_formulas(book, {"Joueurs!P5": "=B5", "Résultats!R30": "=NOW()", "Classement!Z1": "=1+1"})
    assert run("update", book) == 0
    assert books.value(book, "Joueurs!P5") == "=B5"


@pytest.mark.parametrize(
    ("cell", "result"),
    [
        ('<c r="A1"><f>1+1</f></c>', False), ('<c r="A1"><f>1+1</f><v></v></c>', False),
        ('<c r="A1"><f>1+1</f><v/></c>', False), ('<c r="A1"><f t="shared" si="0"/></c>', False),
        ('<c r="A1"><f>1+1</f><v> </v>\n</c>', False), ('<c><f>1+1</f></c>', False),
        ('<c r="A1"><f>2</f><v>2</v></c>', True),
        ('<c r="A1" t="str"><f>""</f><v></v></c>', True), ('<c r="A1" t="str"><f>B1</f><v>x</v></c>', True),
        ('<c r="A1"><v>2</v></c>', True), ('<c r="A1"/>', True),
    ],
)  # fmt: skip
def test_which_cells_have_no_result(tmp_path, cell, result):
    """As openpyxl, LibreOffice and Excel write them."""
    made = parts({"Résultats": [[401]]})
    sheet = "xl/worksheets/sheet1.xml"
    made[sheet], count = re.subn(r'<c r="A1".*?</c>', lambda _: cell, made[sheet])
    path = pack(tmp_path / "a.xlsx", made)
    read = xlsx.load(path, path.read_bytes())
    assert count == 1 and read.uncomputed == (frozenset() if result else {("Résultats", 1, 1)})


@pytest.mark.parametrize("sheet", ["Inscrits", "Joueurs"])
@pytest.mark.parametrize("listed_for", ["new", "federation"])
def test_a_list_of_players_with_such_formulas_is_refused(tmp_path, sheet, listed_for):
    """They were empty cells: everybody without a cote, and one player not there."""
    book = openpyxl.Workbook()
    page = book.active
    page.title = sheet
    page.append(["Nom", "Prénom", "Cote", "Note à moi"])
    page.append(["Alpha", "Jo", "=1900+0", "=1+1"])
    page.append(['="Bravo"', '="Jo"', "=1800+0", None])
    book.save(tmp_path / "liste.xlsx")
    with pytest.raises(ListError) as refused:
        (read_list if listed_for == "new" else read_register)(tmp_path / "liste.xlsx")
    told = [text for text in refused.value.sentences if "résultat de cette formule" in text]
    assert [text.split(" : ")[0].split("!")[1] for text in told] == ["C2", "A3", "B3", "C3"]

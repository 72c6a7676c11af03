"""Numbers as other programs store them: 7 as 7.0, 1803.1 as 1803.0999999999999, 10000001 as 1.0000001E7."""

import re
import zipfile

import openpyxl
import pytest

from tests import books
from tests.closed_files import repacked
from tournament_xl.lists.read import read_list

WHOLE = re.compile(rb'(<c (?![^>]*t="(?:s|b|str|e)")[^>]*>(?:<f>[^<]*</f>)?<v>)(-?\d+)</v>')
FRACTION = re.compile(rb"<v>(\d+\.\d*[1-9]\d*)</v>")


def stored_otherwise(path):
    """As other programs store the same numbers; texts stand as they were."""

    def change(found):
        for name in [name for name in found if name.startswith("xl/worksheets/sheet")]:
            found[name] = WHOLE.sub(rb"\1\2.0</v>", found[name])
            found[name] = FRACTION.sub(lambda number: b"<v>%.17g</v>" % float(number[1]), found[name])
        return found

    repacked(path, change)
    with zipfile.ZipFile(path) as package:
        return b"".join(map(package.read, package.namelist()))


@pytest.mark.parametrize("formula", ["classique", "open", "othello"])
def test_a_tournament_that_went_through_google_sheets_goes_on(tmp_path, formula, capsys):
    path = books.create(tmp_path, 12, formula=formula)
    books.edit(path, {"Joueurs!Absences!8": 3, "Tournoi!Nombre de rondes": 8})
    books.simulate(path, 2)
    assert b"<v>3.0</v>" in stored_otherwise(path)
    for action in ("update", "check", "pair"):
        capsys.readouterr()
        assert books.run(action, path) == 0, capsys.readouterr().err
        assert action != "update" or "Tout est à jour" in capsys.readouterr().out


def test_a_list_from_google_sheets_or_excel_has_the_numbers_that_people_see(tmp_path):
    book = openpyxl.Workbook()
    book.active.append(["Nom", "Licence", "Cote"])
    book.active.append(["Dupont", 1120450, 1803.1])
    book.save(tmp_path / "liste.xlsx")
    stored = stored_otherwise(tmp_path / "liste.xlsx")
    assert b"1803.0999999999999" in stored and b"1120450.0" in stored
    assert read_list(tmp_path / "liste.xlsx") == [{"Nom": "Dupont", "Licence": "1120450", "Cote": "1803,1"}]

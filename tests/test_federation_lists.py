"""`federation build` when the list of players lies in the folder of the tournaments, or is one of them."""

import openpyxl

from tests.test_federation_files import build, cells, inbox  # noqa: F401  # a fixture
from tournament_xl.lists.read import read_list


def test_a_tournament_of_the_folder_that_is_the_list_too_counts_like_the_others(inbox, capsys):  # noqa: F811
    assert build(inbox, listed="recus/1.xlsx") == 0
    assert "Tournois : 3 comptés" in capsys.readouterr().out
    lines = cells(inbox / "sortie" / "classement.xlsx", "Tournois")
    assert [line["Fichier"] for line in lines] == ["0.xlsx", "1.xlsx", "2.xlsx"]


def test_a_workbook_that_is_only_the_list_may_lie_in_the_folder(inbox, capsys):  # noqa: F811
    book, titles = openpyxl.Workbook(), ("Nom", "Prénom", "Licence", "Club", "Cote")
    book.active.append(titles)
    for player in read_list(inbox / "liste.csv"):
        book.active.append([player.get(title, "") for title in titles])
    book.save(inbox / "recus" / "liste.xlsx")
    assert build(inbox, listed="recus/liste.xlsx") == 0
    said = capsys.readouterr().out
    assert "3 comptés" in said and "0 écarté" in said

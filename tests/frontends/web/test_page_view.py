"""What the page's view of a workbook says of columns and players, so that no script decides it."""

from operator import itemgetter

import pytest

from tests import books
from tests.frontends.web.test_page import done
from tournament_xl.frontends.web.page_session import PageSession
from tournament_xl.workbook.cells import cell_address


@pytest.mark.parametrize("spelling", [str.upper, str.lower])
@pytest.mark.parametrize(("formula", "cells"), [
    ("classique", {"Prix": ("Prix", "Pour", "Gagnant"), "Résultats": ("Ronde", "Table", "Motif")}),
    ("othello", {"Joueurs": ("N°", "Nom", "Absences"), "Résultats": ("Ronde", "Noir", "Fin")}),
])  # fmt: skip
def test_titles_of_columns_may_be_written_in_capitals_or_small_letters(tmp_path, formula, cells, spelling):
    book = books.create(tmp_path, 7, formula=formula)
    desk = PageSession(tmp_path)
    before = done(desk, "open", file=book.name)["view"]["sheets"]
    titles = {
        (sheet, before[sheet]["header"], column["column"]): spelling(column["name"])
        for sheet, names in cells.items()
        for column in before[sheet]["typed"]
        if column["name"] in names
    }
    books.edit(book, {f"{sheet}!{cell_address(row, column)}": title for (sheet, row, column), title in titles.items()})
    after = done(desk, "open", file=book.name)["view"]["sheets"]
    for sheet, names in cells.items():
        columns = [{**column, "label": column["label"].casefold()} for column in after[sheet]["typed"]]
        assert columns == [{**column, "label": column["label"].casefold()} for column in before[sheet]["typed"]]
        assert {column["name"] for column in columns} >= {*names}


def test_the_position_of_a_player_by_name_is_that_of_the_wall_before_and_after_the_first_round(desk):
    desk, _ = desk
    people = ("Martin Dupuy;Anne", "Martin;Zoé", "Élan;Luc", "Martin;Anne", "A;B", "Z;A", "Z-A;A", "Y;Y")
    listed = "\n".join(("Nom;Prénom", *people)).encode()
    view = done(desk, "new", listed, file="n.xlsx", game="scrabble", list="l.csv", settings={"Nom": "N"})["view"]
    by_name = ["A B", "Élan Luc", "Martin Anne", "Martin Zoé", "Martin Dupuy Anne", "Y Y", "Z A", "Z-A A"]
    paired = done(desk, "press", file="n.xlsx", action="pair")["view"]
    assert not any(player["number"] for player in view["players"])
    assert all(player["number"] for player in paired["players"])
    for players in (view["players"], paired["players"]):
        assert [player["name"] for player in sorted(players, key=itemgetter("position"))] == by_name
        assert sorted(player["position"] for player in players) == [*range(1, 9)]


def test_a_player_without_a_cote_has_what_counts_for_him_as_the_workbook_reads_what_is_typed(desk):
    desk, _ = desk
    listed = "Nom;Prénom;Cote;Série duplicate\nA;Anne;1652;\nB;Luc;;\nC;Zoé;0;\nD;Max;1500*;\nE;Eve;;2B\n".encode()
    view = done(desk, "new", listed, file="n.xlsx", game="scrabble", list="l.csv", settings={"Nom": "N"})["view"]
    unrated = {player["name"]: player["unrated_cote"] for player in view["players"]}
    assert (unrated["A Anne"], unrated["B Luc"], unrated["C Zoé"], unrated["D Max"]) == ("", "1000", "1000", "")
    assert int(unrated["E Eve"]) > 1000
    listed = "Nom;Prénom\nA;Anne\nB;Luc\n".encode()
    othello = done(desk, "new", listed, file="o.xlsx", game="othello", list="l.csv", settings={"Nom": "O"})["view"]
    assert [player["unrated_cote"] for player in othello["players"]] == ["", ""]

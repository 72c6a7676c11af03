"""The names on the hall's screen and the pages: their order, their breaks, and those that are hidden."""

import re

import pytest

from tests import books
from tests.books import run
from tests.publication.test_publish import facts_in, page, published


@pytest.mark.parametrize("formula", ["classique", "othello"])
def test_screen_and_pages_have_the_order_of_the_wall_and_an_exempt_player_stands_before_the_word(tmp_path, formula):
    people = ["Ostrowski;Dominique;Lyon", "Ostrowski;Marie-Claude;Lyon", "Ostrowski-Fontanarosa;Karine;Lyon",
              "Durand;Paul;Lyon", "Durand;Paul;Grenoble", "Martin;Luc;Metz", "Martin;Luc;7", "Rey;Odile;Annecy",
              "Abadie;Anne;Lyon"]  # fmt: skip
    listed = tmp_path / "noms.csv"
    listed.write_text("\n".join(["Nom;Prénom;Club", *people]), encoding="utf-8")
    path = tmp_path / "t.xlsx"
    assert run("new", path, "--formule", formula, "--joueurs", listed, "--rondes", 3) == 0
    books.pair(path)
    entrants = sorted(books.lines(path, "Joueurs"), key=lambda row: row["N°"])
    order = ["Abadie Anne", *(f"Durand Paul ({row['Club']})" for row in entrants if row["Nom"] == "Durand"),
             *(f"Martin Luc ({row['Club']})" for row in entrants if row["Nom"] == "Martin"),
             "Ostrowski Dominique", "Ostrowski Marie-Claude", "Ostrowski-Fontanarosa Karine", "Rey Odile"]  # fmt: skip
    wall = [row[2] for row in books.content(path)["Appariements"].iter_rows(values_only=True)]
    wall = wall[wall.index("Où je joue") + 1 :][:9]
    assert [name.partition(" ")[0] for name in wall] == [name.partition(" ")[0] for name in order]
    folder = published(path, tmp_path)
    facts, screen = facts_in(folder), (folder / "ecran.html").read_text("utf-8")
    names = {player["number"]: player["name"] for player in facts["players"]}
    assert [names[number] for number in facts["by_name"]] == order
    shown = re.findall(r"<li data-letter.*?<b[^>]*>(.*?)</b>", screen)
    assert shown == [name.replace("N° ", "N°\u00a0") for name in order]
    assert [row[0] for row in page(folder).tables["ronde"][1:10]] == order
    *_, bye = [game for game in facts["games"] if game["round"] == 1]
    assert bye["one"] and not bye["two"]
    last = re.findall(r"<li[^>]*><span class=\"seat\">.*?</li>", screen)[-1]
    assert names[bye["one"]].partition(" ")[0] in last.partition("exempt")[0]


def test_a_long_surname_is_hyphenated_in_the_narrow_column_of_who_plays_where(tmp_path):
    listed = tmp_path / "noms.csv"
    names = ["DE LA ROCHEFOUCAULD;Marie", "Petit;Luc", *(f"Durand;{letter}" for letter in "ABCDEF")]
    listed.write_text("\n".join(["Nom;Prénom", *names]), encoding="utf-8")
    path = tmp_path / "t.xlsx"
    assert run("new", path, "--formule", "othello", "--joueurs", listed, "--rondes", 3) == run("pair", path) == 0
    table = page(published(path, tmp_path)).tables["ronde"]
    assert "DE LA ROCHE\u00adFOU\u00adCAULD Marie" in {row[0] for row in table}
    assert "Petit Luc" in {row[0] for row in table}


def test_hidden_players_follow_each_other_by_their_public_numbers(tmp_path):
    listed = tmp_path / "noms.csv"
    people = [f"{number};Nom{index};A" for index, number in enumerate((10_900, 10_300, 10_700, 10_100))]
    listed.write_text("\n".join(["N°;Nom;Prénom", *people]), encoding="utf-8")
    path = tmp_path / "t.xlsx"
    assert run("new", path, "--formule", "othello", "--joueurs", listed, "--rondes", 3) == run("pair", path) == 0
    anonymous = {"Joueurs!Z4": "Anonyme", **{f"Joueurs!Z{row}": "oui" for row in range(5, 9)}}
    books.edit(path, anonymous)
    facts = facts_in(published(path, tmp_path))
    names = {player["number"]: player["name"] for player in facts["players"]}
    assert [names[number] for number in facts["by_name"]] == ["Joueur 1", "Joueur 2", "Joueur 3", "Joueur 4"]

"""The published page of a tournament on phones: who plays where, with surnames as long as they come."""

import pytest

from tests import books
from tests.books import run
from tests.browser import chromium
from tests.programs import starts_programs

PLAYERS = """Nom;Prénom;Club
CASTELNAU-MONTMORENCY;Jean-Christophe;Lyon
DE LA ROCHEFOUCAULD-MONTGOMERY;Marie-Antoinette;Lyon
VAN DEN BROUCKE-DELACROIX;Anne-Charlotte;Lyon
VIAL-PERRACHON DE MONTEYNARD;Solange;Lyon
Brunet-Manquat;Jean-Pierre;Lyon
Durand;Paul;Saint-Symphorien-d'Ozon
Durand;Paul;Les Lettres
"""
LEAVING = """[...document.querySelectorAll("#ronde table *")].filter((one) => one.getBoundingClientRect().right
  > document.querySelector("#ronde").getBoundingClientRect().right - 10).map((one) => one.outerHTML)"""


@starts_programs
@pytest.mark.parametrize("formula", ["classique", "othello"])
def test_who_plays_where_breaks_no_name_and_stays_in_its_card_on_a_phone(tmp_path, formula):
    listed = tmp_path / "liste.csv"
    listed.write_text(PLAYERS, encoding="utf-8")
    path = books.create(tmp_path / "b", 0, "--joueurs", listed, "--rondes", 3, formula=formula)
    books.pair(path)
    assert run("publish", path, "--to", tmp_path / "p") == 0
    with chromium(tmp_path / "profile") as browser:
        for width, height in ((360, 740), (390, 844), (1366, 768)):
            browser.open(tmp_path / "p" / "index.html", width, height)
            assert browser.run("document.querySelectorAll('#ronde .against').length") == 7
            assert browser.broken("#ronde a, #ronde .against") == [] and browser.run(LEAVING) == [], width
            assert browser.over() == [] and browser.serious() == [], width

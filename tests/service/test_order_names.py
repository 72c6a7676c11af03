"""Names put in order: in a new workbook where it is asked for, on Joueurs from the page; else one sentence."""

import pytest

from tests import books
from tournament_xl.frontends.web.page_session import PageSession
from tournament_xl.workbook import schema

LIST = "Nom;Prénom\ngarnier;elise\nde gaulle;CHARLES\nLefèvre;Jean-Marc\nPetit;Luc\n"
ORDERED = ["GARNIER Élise", "de GAULLE Charles", "LEFÈVRE Jean-Marc", "PETIT Luc"]
SENTENCE = "Noms à remettre en ordre (Joueurs) : garnier elise (GARNIER Élise) et de gaulle CHARLES (de GAULLE "


@pytest.fixture
def listed(tmp_path):
    path = tmp_path / "liste.csv"
    path.write_text(LIST, encoding="utf-8")
    return path


def names(path):
    return [f"{row['Nom']} {row['Prénom']}" for row in books.lines(path, schema.PLAYERS)]


def test_a_new_workbook_has_names_as_typed_and_says_so_unless_order_is_asked_for(tmp_path, listed, capsys):
    words = ("--formule", "toutes-rondes", "--joueurs", listed)
    assert books.run("new", tmp_path / "a.xlsx", *words) == 0
    assert SENTENCE in capsys.readouterr().out and names(tmp_path / "a.xlsx")[0] == "garnier elise"
    assert books.run("new", tmp_path / "b.xlsx", *words, "--noms-en-ordre") == 0
    assert "remettre en ordre" not in capsys.readouterr().out and names(tmp_path / "b.xlsx") == ORDERED


def test_an_update_says_which_names_and_changes_none(tmp_path, listed, capsys):
    path = tmp_path / "a.xlsx"
    assert books.run("new", path, "--formule", "toutes-rondes", "--joueurs", listed) == 0
    capsys.readouterr()
    assert books.run("update", path) == 0
    assert capsys.readouterr().out.count(SENTENCE) == 1 and names(path)[0] == "garnier elise"
    assert books.run("pair", path) == 0
    assert "remettre en ordre" not in capsys.readouterr().out


def test_the_page_lists_what_would_change_and_types_it_when_asked(tmp_path, listed):
    path, session = tmp_path / "a.xlsx", PageSession(tmp_path)
    assert books.run("new", path, "--formule", "toutes-rondes", "--joueurs", listed) == 0
    answer = session.call("order_names", {"file": path.name})
    assert [new for _, new in answer["names"]] == ORDERED and answer["names"][0][0] == "garnier elise"
    assert names(path)[0] == "garnier elise" and session.call("open", {"file": path.name})["view"]["careless"]
    assert session.call("order_names", {"file": path.name, "sure": True})["answer"]["code"] == 0
    assert names(path) == ORDERED and session.call("order_names", {"file": path.name})["names"] == []
    assert not session.call("open", {"file": path.name})["view"]["careless"]

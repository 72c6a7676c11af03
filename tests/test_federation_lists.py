"""`federation build` when the list of players lies in the folder of the tournaments, or is one of them."""

import openpyxl

from tests import books
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


def test_the_file_of_players_is_next_times_list_though_an_adjustment_left_decimals(tmp_path):
    (tmp_path / "recus").mkdir()
    line = "Dupont;Zoé;1;1803;01/05/2026"
    (tmp_path / "l.csv").write_text(f"Nom;Prénom;Licence;Cote;Dernier tournoi\n{line}\n", encoding="utf-8")
    (tmp_path / "a.csv").write_text("Date;Licence;Points;Motif\n01/06/2026;1;12,5;CLAP\n", encoding="utf-8")
    words = ("federation", "build", tmp_path / "recus", "--date", "2026-11-21")
    first = ("--joueurs", tmp_path / "l.csv", "-o", tmp_path / "o.xlsx", "--ajustements", tmp_path / "a.csv")
    assert books.run(*words, *first) == 0
    assert books.run(*words, "--joueurs", tmp_path / "o-joueurs.csv", "-o", tmp_path / "p.xlsx") == 0
    assert (tmp_path / "p-joueurs.csv").read_bytes() == (tmp_path / "o-joueurs.csv").read_bytes()
    assert b"1815,5" in (tmp_path / "p-joueurs.csv").read_bytes()
    assert books.run("new", tmp_path / "n.xlsx", "--formule", "classique", "--joueurs", tmp_path / "o-joueurs.csv") == 0
    assert [line["Cote"] for line in books.lines(tmp_path / "n.xlsx", "Joueurs")] == [1815.5]

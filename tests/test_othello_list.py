"""joueurs.txt (X1), the Othello world's list: read, and used to complete a list of those who come."""

from __future__ import annotations

import pytest

from tests import books
from tests.othello_desk import OthelloDesk
from tournament_xl.elo.file import elo_text, read_elo
from tournament_xl.games import decode
from tournament_xl.hosts.closed import ClosedFile
from tournament_xl.lists.columns import ListError
from tournament_xl.lists.othello_list import complete, is_world_list, read_othello, read_world_list

WORLD = """% joueurs du monde, une ligne par joueur
pays = FRA
  2788 DURAND, Zoé                          %_<1523> 'a changé de club
    45 D'HAEYER, Piet {BEL}  'note
   700 VAN 'T WESTENDE, Jan {NED} %_<1800>
  9001 MARTIN, Paul
  9002 MARTIN, Paul {SUI}
pays = JPN
190005 TAKAHASHI, Akiko  %_<2100>
 50017 Edax (R. Delorme)
"""


def people(path):
    return {row["Nom"]: row for row in books.lines(path, "Joueurs")}


def test_names_with_apostrophes_braces_ratings_and_comments():
    found = {known.number: known for known in read_world_list(WORLD.replace("\n", "\r\n"))}
    assert [(one.name, one.first_name, one.country, one.rating) for one in map(found.get, (2788, 45, 700, 50017))] == [
        ("DURAND", "Zoé", "FRA", "1523"), ("D'HAEYER", "Piet", "BEL", ""), ("VAN 'T WESTENDE", "Jan", "NED", "1800"),
        ("Edax (R. Delorme)", "", "JPN", ""),
    ]  # fmt: skip
    assert len(found) == 7 and is_world_list(WORLD)


def test_numbers_and_names_one_a_line_are_completed(tmp_path, capsys):
    (tmp_path / "joueurs.txt").write_bytes(WORLD.encode("latin-1"))
    (tmp_path / "viennent.txt").write_text("190005\ndurand zoe\nNOUVEAU, Léa\nMartin Paul\n", encoding="utf-8")
    assert books.run("new", tmp_path / "t.xlsx", "--formule", "othello", "--joueurs", tmp_path / "viennent.txt") == 0
    found = people(tmp_path / "t.xlsx")
    assert found["TAKAHASHI"]["N°"] == 190005
    assert (found["DURAND"]["N°"], found["DURAND"]["Prénom"]) == (2788, "Zoé")
    assert (found["NOUVEAU"]["N°"], found["NOUVEAU"]["Prénom"]) == (None, "Léa")
    assert found["Martin Paul"]["N°"] is None
    assert "plusieurs joueurs" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("written", "names"),
    [
        ({"Nom": "Zoé DURAND"}, ("DURAND", "Zoé")),
        ({"Nom": "Durand-Petit Zoé", "N°": "2788"}, ("Durand-Petit Zoé", None)),
        ({"Nom": "Durand", "N°": "2788"}, ("Durand", "Zoé")),
        ({"Nom": "Durand", "Prénom": "Zoë", "N°": "2788"}, ("Durand", "Zoë")),
        ({"N°": "2788"}, ("DURAND", "Zoé")),
    ],
)
def test_names_written_in_one_cell_are_not_doubled(written, names):
    ((one,), _) = complete([written], read_world_list(WORLD))
    assert (one["Nom"], one.get("Prénom"), one["N°"]) == (*names, "2788")


def test_a_number_that_is_somebody_elses_is_told_and_one_that_is_nobodys_refused(tmp_path):
    (tmp_path / "joueurs.txt").write_text("pays = JPN\n1 TAMENORI, Hideshi\n2 ISHII, Kunihiko\n")
    (tmp_path / "liste.txt").write_text("1 Dupont Jean\n2 Ishii\n")
    coming = read_othello(tmp_path / "liste.txt", [tmp_path])
    assert [text.split(" :")[0] for text in coming.warnings] == ["Dupont Jean"] and coming.world == {1, 2}
    (tmp_path / "liste.txt").write_text("Ishii Kunihiko\n7\n")
    with pytest.raises(ListError, match="liste.txt, ligne 2 : le N° 7 n'est pas dans joueurs.txt"):
        read_othello(tmp_path / "liste.txt", [tmp_path])
    (tmp_path / "liste.txt").write_text("".join(f"{at} NOM{at}, P\n" for at in range(1, 20)) + "12.5 %\n")
    with pytest.raises(ListError, match="liste.txt, ligne 20 : « 12.5 % » n'est pas un joueur"):
        read_othello(tmp_path / "liste.txt", [])


def test_a_csv_is_completed_and_what_it_says_stays(tmp_path):
    (tmp_path / "joueurs.txt").write_bytes(WORLD.encode("latin-1"))
    text = "Nom;Prénom;Pays;Cote\nDURAND;Zoé;;1600\nMARTIN;Paul;SUI;\nInconnu;Max;FRA;\n"
    (tmp_path / "liste.csv").write_text(text, encoding="utf-8")
    assert books.run("new", tmp_path / "t.xlsx", "--formule", "othello", "--joueurs", tmp_path / "liste.csv") == 0
    found = people(tmp_path / "t.xlsx")
    assert (found["DURAND"]["N°"], found["DURAND"]["Cote"], found["DURAND"]["Pays"]) == (2788, 1600, "FRA")
    assert found["MARTIN"]["N°"] == 9002
    assert found["Inconnu"]["N°"] is None


def test_who_has_no_number_in_a_list_of_the_worlds_form_gets_nobody_elses(tmp_path):
    (tmp_path / "joueurs.txt").write_bytes(WORLD.encode("latin-1"))
    (tmp_path / "liste.txt").write_text("".join(f"{at} NOM{at}, P\n" for at in range(5000, 5020)) + "DURAND, Zoé\n")
    assert [one.get("N°") for one in read_othello(tmp_path / "liste.txt", [tmp_path]).players][-2:] == ["5019", None]


@pytest.mark.parametrize(
    ("written", "read"), [("-35", "-35"), ("-", ""), ("?", ""), ("1 803", "1803"), ("1803*", "1803")]
)
def test_a_rating_is_read_as_it_is_by_every_way_into_the_program(tmp_path, written, read):
    """In a list, in the world's list, on the sheet."""
    (tmp_path / "liste.csv").write_text(f"Nom;Cote\nDupont;{written}\nPetit;1500\n", encoding="utf-8")
    assert [one.get("Cote", "") for one in read_othello(tmp_path / "liste.csv", []).players] == [read, "1500"]
    assert read_world_list(f"2788 DUPONT, Jean %_{read or '0'}")[0].rating == read
    desk = OthelloDesk().player("Dupont", written)
    desk.must("update")
    assert desk.decoded().tournament.players[0].rating == (float(read) if read else None)


def test_x3_a_new_player_gets_a_free_number_of_his_country_and_never_one_of_the_list(tmp_path):
    """Beside joueurs.txt at the first pairing and later; the file for the rating officer has the same numbers."""
    (tmp_path / "joueurs.txt").write_text(
        "pays = FRA\n50000 ALBERT, Zoé\n50001 BERNARD, Luc\n50030 COTTET, Max\n50003 DUBOIS, Ida\n", encoding="latin-1"
    )
    (tmp_path / "liste.csv").write_text(
        "Nom;Pays\nCOTTET Max;\nNouveau;F\nAutre;fra\nNuovo;ITA\nAlien;MARS\n", encoding="utf-8"
    )
    path = tmp_path / "t.xlsx"
    assert books.run("new", path, "--formule", "othello", "--rondes", 1, "--joueurs", tmp_path / "liste.csv") == 0
    assert books.run("pair", path) == 0
    assert [row["N°"] for row in books.lines(path, "Joueurs")] == [50030, 50002, 50004, 40000, 9000]
    books.edit(path, {"Joueurs!Nom!10": "Tardif", "Joueurs!Pays!10": "FRA"})
    assert books.run("undo", path) == books.run("pair", path) == books.run("simulate", path) == 0
    assert books.lines(path, "Joueurs")[-1]["N°"] == 50005
    decoded = decode(ClosedFile(path).read())
    marked = [line[4:11] for line in elo_text(decoded, creator="", created="").splitlines() if line.startswith("%_% +")]
    assert sorted(marked) == ["+  9000", "+ 40000", "+ 50002", "+ 50004", "+ 50005"]


def test_x3_where_the_list_is_not_known_the_rating_file_has_numbers_above_it():
    desk = OthelloDesk(4, Nombre_de_rondes=1).must().lower_wins().must("update")
    text = elo_text(desk.decoded(), creator="", created="")
    assert {player.number for player in desk.decoded().tournament.players} == {1, 2, 3, 4}
    assert sorted(read_elo(text, "x").players) == [900001, 900002, 900003, 900004]

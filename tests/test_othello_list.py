"""joueurs.txt (X1), the Othello world's list: read, and used to complete a list of those who come."""

from __future__ import annotations

import pytest

from tests import books
from tournament_xl.elo.file import elo_text
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


def coming(folder, text, name="liste.txt"):
    """Who comes by a list beside joueurs.txt: the columns of each that are filled; what is told of them."""
    (folder / "joueurs.txt").write_bytes(WORLD.encode("latin-1"))
    (folder / name).write_text(text, encoding="utf-8")
    found = read_othello(folder / name, [folder])
    assert 2788 in found.world
    return [" ".join(player.values()) for player in found.players], found.warnings


def test_names_with_apostrophes_braces_ratings_and_comments():
    found = {known.number: known for known in read_world_list(WORLD.replace("\n", "\r\n"))}
    assert [(one.name, one.first_name, one.country, one.rating) for one in map(found.get, (2788, 45, 700, 50017))] == [
        ("DURAND", "Zoé", "FRA", "1523"), ("D'HAEYER", "Piet", "BEL", ""), ("VAN 'T WESTENDE", "Jan", "NED", "1800"),
        ("Edax (R. Delorme)", "", "JPN", ""),
    ]  # fmt: skip
    assert len(found) == 7 and is_world_list(WORLD)


@pytest.mark.parametrize(("text", "players", "told"), [
    ("190005\ndurand zoe\nNOUVEAU, Léa\nMartin Paul\n",  # numbers and names, one a line
     ["190005 TAKAHASHI Akiko JPN 2100", "2788 DURAND Zoé FRA 1523", "NOUVEAU Léa", "Martin Paul"], ["Martin Paul"]),
    ("Nom;Prénom;Pays;Cote\nDURAND;Zoé;;1600\nMARTIN;Paul;SUI;\nInconnu;Max;FRA;\n",  # what it says stays
     ["2788 DURAND Zoé FRA 1600", "9002 MARTIN Paul SUI", "Inconnu Max FRA"], []),
    ("45 Dupont Jean\n700 Van 't Westende\n", ["45 Dupont Jean", "700 Van 't Westende Jan NED 1800"], ["Dupont Jean"]),
])  # fmt: skip
def test_a_list_is_completed_from_joueurs_txt_beside_it(tmp_path, text, players, told):
    found, warnings = coming(tmp_path, text)
    assert (found, [one.split(" :")[0] for one in warnings]) == (players, told)


@pytest.mark.parametrize(("text", "words"), [
    ("durand zoe\n7\n", "liste.txt, ligne 2 : le N° 7 n'est pas dans joueurs.txt"),
    ("".join(f"{at} NOM{at}, P\n" for at in range(1, 20)) + "12.5 %\n", "ligne 20 : « 12.5 % » n'est pas un joueur"),
    ("".join(f"{at} NOM{at}, P\n" for at in range(1, 1002)), "1001 joueurs : c'est la liste du monde entier"),
])  # fmt: skip
def test_what_is_no_list_of_those_who_come_is_refused(tmp_path, text, words):
    with pytest.raises(ListError, match=words):
        coming(tmp_path, text)


@pytest.mark.parametrize(("written", "names"), [
    ({"Nom": "Zoé DURAND"}, ("DURAND", "Zoé")), ({"Nom": "Durand", "N°": "2788"}, ("Durand", "Zoé")),
    ({"Nom": "Durand-Petit Zoé", "N°": "2788"}, ("Durand-Petit Zoé", None)), ({"N°": "2788"}, ("DURAND", "Zoé")),
])  # fmt: skip
def test_names_written_in_one_cell_are_not_doubled(written, names):
    ((one,), _) = complete([written], read_world_list(WORLD))
    assert (one["Nom"], one.get("Prénom"), one["N°"]) == (*names, "2788")


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

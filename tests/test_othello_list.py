"""joueurs.txt (X1), the Othello world's list: read, and used to complete a list of those who come."""

from __future__ import annotations

import pytest

from tests import books
from tests.othello_desk import OthelloDesk
from tournament_xl.hosts.closed import ClosedFile
from tournament_xl.lists.columns import ListError
from tournament_xl.lists.othello_list import read_othello
from tournament_xl.lists.world_list import complete, is_world_list, read_world_list
from tournament_xl.othello_desk.elo_file import read_elo
from tournament_xl.othello_desk.elo_text import elo_text
from tournament_xl.workbook.games import decode

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


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_names_with_apostrophes_braces_ratings_and_comments(ending):
    found = {known.number: known for known in read_world_list(WORLD.replace("\n", ending))}
    assert (found[2788].name, found[2788].first_name, found[2788].country, found[2788].rating) == (
        "DURAND", "Zoé", "FRA", "1523",
    )  # fmt: skip
    assert (found[45].name, found[45].country, found[45].rating) == ("D'HAEYER", "BEL", "")
    assert (found[700].name, found[700].rating) == ("VAN 'T WESTENDE", "1800")
    assert (found[190005].country, found[50017].name) == ("JPN", "Edax (R. Delorme)")
    assert len(found) == 7
    assert is_world_list(WORLD)


def test_a_list_in_this_form_is_taken_as_it_is(tmp_path):
    (tmp_path / "liste.txt").write_bytes(WORLD.encode("latin-1"))
    assert books.run("new", tmp_path / "t.xlsx", "--formule", "othello", "--joueurs", tmp_path / "liste.txt") == 0
    found = people(tmp_path / "t.xlsx")
    assert (found["DURAND"]["N°"], found["DURAND"]["Prénom"], found["DURAND"]["Cote"]) == (2788, "Zoé", 1523)
    assert found["TAKAHASHI"]["Pays"] == "JPN"


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


@pytest.mark.parametrize("title", ["Nom", "Joueur", "N°"])
def test_a_title_above_names_and_numbers_is_nobody(tmp_path, title):
    (tmp_path / "joueurs.txt").write_bytes(WORLD.encode("latin-1"))
    (tmp_path / "liste.txt").write_text(f"{title}\nZoé Durand\n45\nNouveau Jean\n", encoding="utf-8")
    found = read_othello(tmp_path / "liste.txt", [tmp_path]).players
    assert [one["Nom"] for one in found] == ["DURAND", "D'HAEYER", "Nouveau Jean"]


def test_columns_between_commas_are_read_by_their_titles(tmp_path):
    (tmp_path / "joueurs.txt").write_bytes(WORLD.encode("latin-1"))
    (tmp_path / "liste.txt").write_text("Prénom,Nom\nZoé,Durand\nJean,Nouveau\n", encoding="utf-8")
    found = read_othello(tmp_path / "liste.txt", [tmp_path]).players
    assert [(one["Nom"], one["Prénom"], one.get("N°")) for one in found] == [
        ("Durand", "Zoé", "2788"), ("Nouveau", "Jean", None),
    ]  # fmt: skip


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


def test_numbers_that_only_count_are_told_and_those_of_others_too(tmp_path, capsys):
    names = ("Dupont Jean", "Rossi Mario", "Bianchi Luca")
    (tmp_path / "liste.txt").write_text("".join(f"{at} {name}\n" for at, name in enumerate(names, start=1)))
    assert books.run("new", tmp_path / "t.xlsx", "--formule", "othello", "--joueurs", tmp_path / "liste.txt") == 0
    assert "les N° de la liste ne font que compter, de 1 à 3" in capsys.readouterr().out
    (tmp_path / "joueurs.txt").write_text("pays = JPN\n1 TAMENORI, Hideshi\n2 ISHII, Kunihiko\n")
    told = read_othello(tmp_path / "liste.txt", [tmp_path]).warnings
    assert [text.split(" :")[0] for text in told] == ["Dupont Jean", "Rossi Mario", "liste.txt"]


@pytest.mark.parametrize("formula", ["othello", "classique"])
def test_columns_that_are_left_out_are_told(tmp_path, capsys, formula):
    text = "Nom;Prénom usuel;Points 2026;Rang initial;Vide\nDupont;Jean;1500;3;\nPetit;Luc;1400;4;\n"
    (tmp_path / "liste.csv").write_text(text, encoding="utf-8")
    assert books.run("new", tmp_path / "t.xlsx", "--formule", formula, "--joueurs", tmp_path / "liste.csv") == 0
    said = capsys.readouterr().out
    assert "d'intitulé inconnu ou déjà lu : Prénom usuel et Points 2026." in said and "Vide" not in said


def test_a_csv_is_completed_and_what_it_says_stays(tmp_path):
    (tmp_path / "joueurs.txt").write_bytes(WORLD.encode("latin-1"))
    text = "Nom;Prénom;Pays;Cote\nDURAND;Zoé;;1600\nMARTIN;Paul;SUI;\nInconnu;Max;FRA;\n"
    (tmp_path / "liste.csv").write_text(text, encoding="utf-8")
    assert books.run("new", tmp_path / "t.xlsx", "--formule", "othello", "--joueurs", tmp_path / "liste.csv") == 0
    found = people(tmp_path / "t.xlsx")
    assert (found["DURAND"]["N°"], found["DURAND"]["Cote"], found["DURAND"]["Pays"]) == (2788, 1600, "FRA")
    assert found["MARTIN"]["N°"] == 9002
    assert found["Inconnu"]["N°"] is None


def test_the_whole_world_is_no_list_of_those_who_come(tmp_path, capsys):
    world = "pays = FRA\n" + "".join(f"{number} NOM{number:05}, P\n" for number in range(1, 15_601))
    (tmp_path / "joueurs.txt").write_text(world)
    assert books.run("new", tmp_path / "t.xlsx", "--formule", "othello", "--joueurs", tmp_path / "joueurs.txt") == 5
    assert "15600 joueurs" in capsys.readouterr().err
    (tmp_path / "viennent.txt").write_text("15600\n7\n")
    assert books.run("new", tmp_path / "t.xlsx", "--formule", "othello", "--joueurs", tmp_path / "viennent.txt") == 0
    assert people(tmp_path / "t.xlsx").keys() == {"NOM15600", "NOM00007"}


def test_a_number_that_nobody_has_is_told_with_its_line(tmp_path, capsys):
    (tmp_path / "joueurs.txt").write_bytes(WORLD.encode("latin-1"))
    (tmp_path / "viennent.txt").write_text("2788\n12345\n")
    assert books.run("new", tmp_path / "t.xlsx", "--formule", "othello", "--joueurs", tmp_path / "viennent.txt") == 5
    assert "ligne 2 : le N° 12345" in capsys.readouterr().err


def test_othello_from_new_to_standings_on_a_file(tmp_path, capsys):
    """A tournament on a file with buttons, every verb."""
    path = books.create(tmp_path, 9, formula="othello", name="t.xlsm")
    assert books.run("pair", path) == 0
    assert books.run("simulate", path, "--rounds", 3) == 0
    for words in (["standings"], ["standings", "--after", 1], ["explain"], ["explain", "--round", 2, "--table", 1]):
        assert books.run(words[0], path, *words[1:]) == 0
    out = capsys.readouterr().out
    assert "Sans cette paire, l'optimum monterait de" in out
    assert "Départage" in out
    assert books.run("check", path) == 0
    assert books.run("undo", path, "--force") == 0
    assert books.run("ratings", path) == 1
    assert books.run("repair", path) == 1
    with books.untouched(path):
        assert books.run("update", path) == 0


def test_a_round_robin_by_setting_and_an_edition_that_othello_has_not(tmp_path):
    path = books.create(tmp_path, 4, "--set", "Formule=Toutes-rondes", formula="othello")
    assert books.simulate(path, 3)
    assert books.run("pair", path) == 1
    assert books.run("new", tmp_path / "u.xlsx", "--formule", "othello", "--edition", "F50") == 2


def test_repair_gives_an_othello_workbook_its_buttons(tmp_path):
    """An .xlsx becomes an .xlsm; the sheets stay those of Othello."""
    path = books.pair(books.create(tmp_path, 5, formula="othello"))
    before = books.everything(path, but=("Tournoi",))
    assert books.run("repair", path) == 0
    made = path.with_suffix(".xlsm")
    assert books.everything(made, but=("Tournoi",)) == before
    assert books.run("check", made) == 0


def test_a_newcomer_without_number_in_a_list_of_the_worlds_form_is_registered(tmp_path):
    coming = tmp_path / "qui-vient.txt"
    lines = [f"{2000 + at} NOM{chr(64 + at)}, Prénom {{FRA}} %_{1500 + at}" for at in range(1, 21)]
    coming.write_text("\n".join([*lines, "DURAND, Zoé {FRA}", "Rey"]), encoding="utf-8")
    players = read_othello(coming, []).players
    assert players[-2:] == [{"Nom": "DURAND", "Prénom": "Zoé", "Pays": "FRA"}, {"Nom": "Rey"}] and len(players) == 22
    coming.write_text("\n".join([*lines, "2021"]), encoding="utf-8")
    with pytest.raises(ListError, match=r"qui-vient.txt, ligne 21 : « 2021 » n'est pas un joueur"):
        read_othello(coming, [])


def test_a_number_of_joueurs_txt_beside_another_name_is_told_and_adds_nothing(tmp_path):
    (tmp_path / "joueurs.txt").write_text("pays = FRA\n2788 ALPHA, Anne %_1500\n2789 BRAVO-ROUX, Bob %_1400\n")
    (tmp_path / "l.csv").write_text("N°;Nom\n2788;Durand\n2789;Bravo\n", encoding="utf-8")
    coming = read_othello(tmp_path / "l.csv", [tmp_path])
    assert [(one["N°"], one["Nom"], one.get("Prénom")) for one in coming.players] == [
        ("2788", "Durand", None), ("2789", "Bravo", "Bob"),
    ]  # fmt: skip
    (told,) = coming.warnings
    assert told.startswith("Durand : dans joueurs.txt, le N° 2788 est « ALPHA Anne ».")


@pytest.mark.parametrize("name", ["liste.txt", "joueurs.txt"])
def test_a_list_of_the_worlds_form_in_letters_of_dos_is_refused(tmp_path, name):
    text = "".join(f"{number} NOM, Zoé\n" for number in (2001, 2002, 2003))
    (tmp_path / "liste.txt").write_text("2001\n2002\n")
    (tmp_path / name).write_bytes(text.encode("cp850"))
    with pytest.raises(ListError, match=f"{name} : ce n'est pas un texte lisible"):
        read_othello(tmp_path / "liste.txt", [tmp_path])


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

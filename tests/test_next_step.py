"""What comes next after the last round, the cote that is used, lists with a year in their titles, words of `new`."""

import pytest

from tests import books
from tests.books import edit, lines, pair, run, simulate, update
from tests.desk import Desk
from tests.othello_desk import OthelloDesk
from tournament_xl.workbook import labels
from tournament_xl.workbook.grid import right_of
from tournament_xl.workbook.snapshot import Draft

# After the last round


def test_scrabble_ends_with_the_ratings_then_what_is_sent():
    desk = Desk(Formule="Toutes-rondes").players(3)
    for _ in range(3):
        desk.must().better_seed_wins()
    desk.must("update")
    first = "Tournoi terminé · 1er : A01 · à faire : "
    assert desk.status() == first + "Calculer les cotes, puis Préparer l'envoi"
    assert desk.must("ratings").status() == first + "Préparer l'envoi"


def test_othello_ends_with_the_choice_of_finals_or_what_is_sent():
    desk = OthelloDesk(8, Nombre_de_rondes=1).must().lower_wins().must("update")
    assert "Finales : à choisir (feuille Finales), sinon Préparer l'envoi" in desk.status()
    row, column = right_of(desk.snapshot, labels.FINALS, "Grande finale")
    draft = Draft(desk.snapshot)
    draft.put(labels.FINALS, row, column, 1)
    desk.snapshot = draft.after()
    assert desk.must("update").status() == "Rondes terminées · à jouer (feuille Finales) : Finale"
    row = desk.table(labels.FINALS).header + 1
    for column, discs in (("Pions N", 40), ("Pions B", 24)):
        desk.type(labels.FINALS, row, column, discs)
    assert desk.must("update").status().endswith(" · à faire : Préparer l'envoi")


# Cote retenue


def used(desk):
    column = list(desk.snapshot.sheets[labels.PLAYERS][3]).index(labels.USED_COTE)
    return [row[column] if column < len(row) else None for row in desk.snapshot.sheets[labels.PLAYERS][4:]]


def test_the_cote_of_who_has_none_stands_beside_him_at_every_press():
    desk = Desk().players(8).player("Sans rien").player("De série", Série_duplicate="4A").player("Étoilé", "1800*")
    desk.must("update")
    taken = {player.name: player.cote for player in desk.decoded().tournament.players}
    assert used(desk) == [None] * 8 + [1000, taken["De série"], None] and taken["De série"] > 1000
    desk.type(labels.PLAYERS, 13, "Cote", 1500)
    assert used(desk.must("update"))[8] is None
    desk.type(labels.PLAYERS, 13, "Cote", 0)
    assert used(desk.must())[8] == 1000


def test_what_is_left_of_a_player_who_is_gone_goes_too_and_a_note_there_stays():
    desk = Desk().players(8).player("Sans rien").must("update")
    desk.type(labels.PLAYERS, 13, "Nom", None)
    grid = desk.snapshot.sheets[labels.PLAYERS]
    grid.append([None] * 10 + ["à demander"])
    assert used(desk.must("update"))[8:] == [None, "à demander"]


def test_a_press_without_the_column_writes_it_nowhere():
    desk = Desk().players(8).player("Sans rien")
    desk.snapshot.sheets[labels.PLAYERS][3][10] = None
    assert 1000 not in [cell for row in desk.must("update").snapshot.sheets[labels.PLAYERS] for cell in row]


def test_the_copy_for_the_federation_has_it(tmp_path):
    path = books.create(tmp_path, 8)
    update(edit(path, {"Joueurs!Cote!12": None}))
    simulate(path, 5)
    assert run("ratings", path) == 0 and run("send", path, "--to", tmp_path / "envoi") == 0
    (copy,) = (tmp_path / "envoi").rglob("*.xlsx")
    assert [row.get(labels.USED_COTE) for row in lines(copy, "Joueurs")] == [None] * 7 + [1000]


# Lists


@pytest.mark.parametrize("title", ["Cote 2026", "Elo 2026", "Cote 2025-2026", "COTE PL 2026", "Elo au 1/9/2026"])
def test_a_column_of_cotes_may_have_its_year(read, title):
    assert read(f"Nom;{title}\nDupont;1803\n") == [{"Nom": "Dupont", "Cote": "1803"}]


def test_of_two_years_of_cotes_that_differ_the_organiser_says_which_counts(problems):
    (problem,) = problems("Nom;Cote 2025;Cote 2026\nDupont;1803;1850\n")
    assert "« Cote 2025 »" in problem and "intitulez « Cote » la colonne qui compte" in problem


@pytest.mark.parametrize("titles, told", [("Nom;Points 2026", True), ("Nom;Cote 2026", False)])
def test_new_says_that_no_cote_was_read(tmp_path, capsys, titles, told):
    listed = tmp_path / "liste.csv"
    listed.write_text(f"{titles}\nDupont;1803\nNgo;1700\n", encoding="utf-8")
    assert run("new", tmp_path / "t.xlsx", "--formule", "toutes-rondes", "--joueurs", listed) == 0
    said = "À savoir : liste.csv : aucune cote n'y est lue : chacun part de sa série duplicate, sinon de 1000"
    assert (said in capsys.readouterr().out) is told


# The words of commands


@pytest.mark.parametrize("word", ["Classique", "OPEN", "Toutes-Rondes", "Double toutes-rondes", "Othello"])
def test_the_formula_is_known_in_any_case(tmp_path, word):
    assert run("new", tmp_path / "t.xlsx", "--formule", word) == 0


def test_new_says_in_one_line_that_the_formula_is_missing(tmp_path, capsys):
    assert run("new", tmp_path / "t.xlsx", "--joueurs", "rien.csv") == 2
    told = capsys.readouterr().err
    assert told == "new : il manque --formule : classique, open, toutes-rondes, double-toutes-rondes ou othello.\n"


def test_what_is_wrong_with_a_command_is_its_first_line(capsys):
    assert run("new") == 2
    told = capsys.readouterr().err.splitlines()
    assert told[0] == "tournament-xl new : il manque : CLASSEUR" and told[1].startswith("utilisation : ")


def test_provisional_ratings_are_told_as_a_command_that_can_be_copied(tmp_path, capsys):
    path = pair(books.create(tmp_path))
    books.score(path, 1)
    capsys.readouterr()
    assert run("ratings", path) == 1
    assert capsys.readouterr().err.endswith(f'dans un terminal : tournament-xl ratings "{path}" --provisional\n')
    assert run("ratings", path, "--provisional") == 0

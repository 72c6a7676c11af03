"""What people type without thinking of the program: notes below the list, absences and forfeits in their own words."""

import pytest

from tests.desk import Desk
from tests.othello_desk import OthelloDesk
from tournament_xl.book import labels
from tournament_xl.book.memory import pair_key
from tournament_xl.book.typed_rows import read_forfeit, read_rounds
from tournament_xl.press import PROBLEMS


def told(desk, action="pair"):
    """The problems of a press, as "Joueurs!B14 : …"."""
    outcome = desk.press(action)
    assert outcome.code == PROBLEMS, outcome.message
    return list(map(str, outcome.problems))


# Notes below the list of players


def below(desk, *names, **more):
    """The desk with rows of Joueurs below an empty one."""
    row = desk.table(labels.PLAYERS).last_row() + 2
    for at, name in enumerate(names, row):
        for column, value in ({"Nom": name} | more).items():
            desk.type(labels.PLAYERS, at, column, value)
    return desk


@pytest.mark.parametrize("note", ["Total", "Arbitre : Mme Dupont", "Liste d'attente :"])
@pytest.mark.parametrize("start", [Desk, OthelloDesk])
def test_a_note_below_the_players_is_asked_about_at_its_cell_and_nobody_is_paired(start, note):
    (problem,) = told(below(start().players(8), note))
    assert problem.startswith(f"Joueurs!B14 : « {note} » : joueur ou remarque ? Un joueur : remontez la ligne")


@pytest.mark.parametrize("fact", [{"N°": 20}, {"Licence": "2000001"}, {"Cote": 1500}, {"Club": "Lyon"}])
def test_whoever_has_a_number_a_licence_a_cote_or_a_club_plays_below_an_empty_row_too(fact):
    assert len(below(Desk().players(8), "Durand", **fact).must().decoded().tournament.players) == 9


# Absences


@pytest.mark.parametrize("text, rounds, after", [
    ("3", {3}, None), ("3, 5", {3, 5}, None), ("2-4", {2, 3, 4}, None), ("4-", set(), 4), ("1-2", {1, 2}, None),
    ("ronde 3", {3}, None), ("Ronde 3 et ronde 5", {3, 5}, None), ("rondes 2, 4", {2, 4}, None), ("R2", {2}, None),
    ("r.2", {2}, None), ("R2-R4", {2, 3, 4}, None), ("2 à 3", {2, 3}, None), ("ronde 2 à ronde 4", {2, 3, 4}, None),
    ("2 au 4", {2, 3, 4}, None), ("4 et 5", {4, 5}, None), ("2/3", {2, 3}, None), ("1, 3 & 5", {1, 3, 5}, None),
    ("dès 2", set(), 2), ("Dès la ronde 2", set(), 2), ("DES 2", set(), 2), ("à partir de 4", set(), 4),
    ("à partir de la ronde 4", set(), 4), ("1 et à partir de 4", {1}, 4), ("2 – 4", {2, 3, 4}, None),
])  # fmt: skip
def test_rounds_are_read_as_people_write_them(text, rounds, after):
    assert read_rounds(text) == (frozenset(rounds), after)


@pytest.mark.parametrize("text", ["parti", "hier", "4-2", "0", "2 à", "à 3", "R", "dès", "2 et", "trois", "3.5"])
def test_what_names_no_round_is_not_read(text):
    assert read_rounds(text) is None


@pytest.mark.parametrize("date", ["02/03/2026", 46083, "2/3/26"])
def test_a_date_that_the_spreadsheet_made_of_an_entry_is_told_as_such(date):
    assert "le tableur a changé la saisie en date" in told(Desk().players(8).absences(1, date))[0]


@pytest.mark.parametrize("word", ["parti", "Abandon", "absent"])
def test_who_has_left_without_a_round_is_answered_with_the_entry_to_type(word):
    assert "à partir de quelle ronde ? Tapez par exemple « 4- »" in told(Desk().players(8).absences(1, word))[0]


# Forfeits


@pytest.mark.parametrize("text, sides", [
    ("1", {1}), ("2", {2}), ("1+2", {1, 2}), ("2 + 1", {1, 2}), ("F1", {1}), ("f 2", {2}), ("joueur 2", {2}),
    ("Forfait du joueur 1", {1}), ("les deux", {1, 2}), ("Les 2", {1, 2}), ("1 et 2", {1, 2}), ("J1", {1}),
    ("Dupont", {1}), ("DUPONT Zoé", {1}), ("Zoé Dupont", {1}), ("l'hôte", {2}),
])  # fmt: skip
def test_a_forfeit_is_read_as_people_write_it(text, sides):
    one, two = ("Dupont Zoé", "Dupont", "Zoé Dupont"), ("L’Hôte Jean", "L’Hôte", "Jean L’Hôte")
    assert read_forfeit(text, one, two) == sides


@pytest.mark.parametrize("text", ["3", "12", "forfait", "F", "Durand", "oui", "1+2+1", "Dupont"])
def test_what_does_not_say_who_forfeits_is_not_read(text):
    assert read_forfeit(text, ("Dupont Zoé", "Dupont"), ("Dupont Jean", "Dupont")) is None


def test_a_name_in_forfait_counts_and_is_recorded_like_its_number():
    desk = Desk().players(8).must()
    row = desk.row_of(1, 2)
    desk.type(labels.RESULTS, row, "Forfait", "a02")
    desk.better_seed_wins().must("update")
    (match,) = [match for match in desk.decoded().tournament.rounds[0] if 2 in match]
    assert match.gave(2) and match.complete
    pair = pair_key(2, match.opponent(2))
    assert desk.decoded().memory.facts[f"résultat|1|{pair}"] == ("F1" if pair.startswith("2-") else "F2")
    desk.type(labels.RESULTS, row, "Forfait", "1")  # the same in other words
    assert not desk.press("update").warnings


@pytest.mark.parametrize("word", ["forfait", "F", "Abandon", "abs"])
def test_a_word_in_place_of_a_score_is_sent_to_its_column(word):
    desk = Desk().players(8).must()
    desk.type(labels.RESULTS, 5, "Score 1", word)
    (problem,) = told(desk, "update")
    assert problem.startswith(f"Résultats!E5 : « {word} » n'est pas un score.") and "tapez 1 dans sa colonne" in problem
    othello = OthelloDesk(8).must()
    othello.type(labels.RESULTS, 5, "Pions N", word)
    (problem,) = told(othello, "update")
    assert "dans la colonne Fin, tapez FN (forfait) ou AN (abandon)" in problem

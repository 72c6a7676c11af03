"""What people type and do to their sheets, and what other programs save: taken as meant, or told at its cell."""

from __future__ import annotations

import pytest

from tests import books
from tests.books import edit, run, simulate, untouched
from tests.desk import Desk
from tournament_xl.core.exit_codes import DONE, PROBLEMS
from tournament_xl.workbook import schema
from tournament_xl.workbook.input_texts import read_forfeit, read_rounds
from tournament_xl.workbook.snapshot import Block, apply_edits


def problem(desk, action="pair"):
    """Cell and key of the one problem of a press."""
    outcome = desk.press(action)
    assert outcome.code == PROBLEMS and len(outcome.problems) == 1, outcome
    return outcome.problems[0].cell, outcome.problems[0].key


# Cells in one's own words


@pytest.mark.parametrize("typed", [
    {"Résultats!Forfait!5": " 1 + 2 ", "Résultats!Score 1!5": None, "Résultats!Score 2!5": None},
    {"Résultats!Score 1!5": "−20", "Résultats!Score 2!5": -500},
    {"Résultats!Score 1!5": 451.0, "Résultats!Score 2!5": "1 003"},
    {"Tournoi!Édition": "f10", "Tournoi!Formule": "CLASSIQUE ", "Tournoi!Nombre de rondes": "6,0"},
    {"Tournoi!Manches gagnantes": 1.0, "Tournoi!Date de début": 46347, "Tournoi!Date de fin": "21.11.26"},
    {"Joueurs!Absences!5": "3,5;7", "Joueurs!Absences!6": "2 – 4", "Joueurs!Absences!7": " 4 -"},
    {f"{sheet}!{row}": box for sheet in ("Joueurs!Absences", "Résultats!Forfait") for row, box in (
        (5, False), (6, "FAUX"), (7, 0), (30, False),
    )},
    {"Joueurs!Nom!5": False, "Joueurs!Cote!5": "2490*", "Joueurs!Cote!6": "2 480,5", "Joueurs!Série duplicate!7": "s"},
])  # fmt: skip
def test_what_people_type_in_their_own_way_is_read(tmp_path, capsys, typed):
    path = edit(simulate(books.create(tmp_path), 1), typed)
    assert run("update", path) == 0, capsys.readouterr().err
    with untouched(path):
        assert run("update", path) == 0


@pytest.mark.parametrize("text, rounds, after", [
    ("3", {3}, None), ("3, 5", {3, 5}, None), ("2-4", {2, 3, 4}, None), ("4-", set(), 4), ("1-2", {1, 2}, None),
    ("Ronde 3 et ronde 5", {3, 5}, None), ("rondes 2, 4", {2, 4}, None), ("R2-R4", {2, 3, 4}, None),
    ("r.2", {2}, None), ("2 à 3", {2, 3}, None), ("2 au 4", {2, 3, 4}, None), ("2/3", {2, 3}, None),
    ("Dès la ronde 2", set(), 2), ("1 et à partir de 4", {1}, 4), ("2 – 4", {2, 3, 4}, None),
    *((text, None, None) for text in ("parti", "hier", "4-2", "0", "2 à", "R", "dès", "2 et", "3.5")),
])  # fmt: skip
def test_rounds_are_read_as_people_write_them(text, rounds, after):
    assert read_rounds(text) == (None if rounds is None else (frozenset(rounds), after))


@pytest.mark.parametrize("text, sides", [
    ("1", {1}), ("1+2", {1, 2}), ("2 + 1", {1, 2}), ("F1", {1}), ("joueur 2", {2}), ("Forfait du joueur 1", {1}),
    ("les deux", {1, 2}), ("Dupont", {1}), ("DUPONT Zoé", {1}), ("Zoé Dupont", {1}), ("l'hôte", {2}),
    ("3", None), ("12", None), ("forfait", None), ("Durand", None), ("1+2+1", None),
])  # fmt: skip
def test_a_forfeit_is_read_as_people_write_it(text, sides):
    first, second = ("Dupont Zoé", "Dupont", "Zoé Dupont"), ("L’Hôte Jean", "L’Hôte", "Jean L’Hôte")
    assert read_forfeit(text, first, second) == sides
    assert read_forfeit("Dupont", first, ("Dupont Jean", "Dupont")) is None


@pytest.mark.parametrize(("typed", "key"), [
    *((typed, "bad_score") for typed in (True, False, "1,000", "1.803", "\u22121,000", 412.5)), (19329, "score_date"),
])  # fmt: skip
def test_a_truth_a_fraction_a_day_and_what_may_be_a_thousand_are_no_score(typed, key):
    """TRUE and FALSE come from a box to tick or a formula: never a score of 1 or 0."""
    desk = Desk().players(8).must().play()
    desk.type(schema.RESULTS, 5, "Score 1", typed)
    assert problem(desk) == ("E5", key)


@pytest.mark.parametrize("letter", ["\u200b", "\ufeff", "\u00ad", "\u200f", "\u2060"])
def test_what_nobody_sees_in_a_score_a_name_or_a_title_is_not_there(letter):
    desk = Desk().players(8).must().play()
    table, names = desk.table(schema.RESULTS), desk.table(schema.PLAYERS)
    desk.snapshot = apply_edits(desk.snapshot, (
        Block(schema.RESULTS, table.header, table.columns["Score 1"], ((f"Score{letter} 1{letter}",),)),
        Block(schema.RESULTS, 5, table.columns["Score 1"], ((f"{letter}412 {letter}", "350\u2003"),)),
        Block(schema.PLAYERS, 5, names.columns["Nom"], ((f"A{letter}bel",),)),
    ))  # fmt: skip
    decoded = desk.decoded()
    assert decoded.tournament.rounds[0][0].games == ((412, 350),) and decoded.tournament.players[0].name == "Abel"


def test_a_licence_kept_as_a_text_is_its_digits():
    desk = Desk().players(8)
    for row, text in ((5, '="0012345"'), (6, "'34179178'")):
        desk.type(schema.PLAYERS, row, "Licence", text)
    assert [player.licence for _, player in desk.decoded().players.rows[:2]] == ["0012345", "34179178"]


def test_a_pair_typed_by_names_gets_its_numbers_and_the_answer_confirms_it():
    desk = Desk().players(8).must().play()
    desk.add(schema.RESULTS, {"Ronde": 2, "Joueur 1": "a08", "N° 2": "A01"})
    outcome = desk.press("pair")
    assert outcome.code == DONE and "A01 – A08" in outcome.message
    row = next(row for row in desk.rows(schema.RESULTS) if row["Ronde"] == "2")
    assert [row[name] for name in ("N° 1", "Joueur 1", "Joueur 2", "N° 2")] == ["8", "A08", "A01", "1"]
    desk.add(schema.RESULTS, {"Ronde": 3, "Joueur 1": "A09", "N° 2": 1})
    assert problem(desk, "update") == ("C13", "no_opponent")


def test_a_cleared_score_is_asked_for_with_what_it_was():
    """Who clears an old score to type another one later, and presses in between."""
    desk = Desk().players(8).must().play().must("pair")
    desk.put(1, 0, Score_1=None, Score_2=None)
    assert problem(desk, "update") == ("E5", "no_score")
    assert "440-400" in desk.press("update").problems[0].message


@pytest.mark.parametrize(("typed", "code"), [("joueur 2", 2), ("les deux", "1+2"), ("Petit", 1), ("2", "2")])
def test_a_forfeit_typed_in_words_becomes_its_code_and_no_change_of_the_organiser(typed, code, tmp_path):
    path = books.pair(books.create(tmp_path, 8))
    row = books.lines(path, "Résultats")[0]
    if typed == "Petit":
        books.edit(path, {f"Joueurs!Nom!{4 + row['N° 1']}": "Petit"})
    books.edit(path, {f"Résultats!Forfait!{row['row']}": typed})
    books.update(path)
    assert books.lines(path, "Résultats")[0]["Forfait"] == code
    said = books.journal(path)
    books.update(path)
    assert books.journal(path) == said and books.run("check", path) == 0


# Players and notes below an empty row


def test_a_player_with_a_first_name_below_an_emptied_row_is_no_note():
    desk = Desk(Formule="Classique", Graine="G")
    for number in range(1, 10):
        desk.player(f"A{number}", 1500 if number == 1 else None, Prénom="" if number == 2 else "Zoé")
    desk.player("Œuvrard Maxence de Châtillon")
    desk.fill("Joueurs", {6: {"Nom": ""}})
    desk.must()
    assert len(desk.decoded().tournament.players) == 9


@pytest.mark.parametrize(("rows", "asked"), [
    ([{"Nom": "Garcia"}], [14]),
    ([{"Nom": "Total", "Prénom": "10"}], [14]),
    ([{"Nom": "Arbitre", "Prénom": "Odile"}], [14]),
    ([{"Nom": "Liste d'attente", "Club": "Lyon"}, {"Nom": "Garcia"}], [15]),
    ([{"Nom": "Liste d'attente"}, {"Nom": "Garcia", "Prénom": "Inès"}], [14, 15]),
])  # fmt: skip
def test_who_stands_below_an_empty_row_may_be_a_note_and_is_asked_about(rows, asked):
    desk = Desk(Formule="Classique", Graine="G").players(8)
    desk.fill("Joueurs", dict(enumerate(rows, 14)))
    problems = [(problem.row, problem.key) for problem in desk.press("pair").problems]
    assert problems == [(row, "player_or_note") for row in asked]

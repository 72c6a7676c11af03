"""What hands change between two presses: what is told once, what stands in the Journal, what is no event; how Résultats
is shown after a press.
"""

from __future__ import annotations

from functools import cache

import pytest

from tests.desk import Desk
from tests.othello_desk import OthelloDesk
from tournament_xl.core.exit_codes import DONE
from tournament_xl.workbook import schema
from tournament_xl.workbook.cells import cell_text
from tournament_xl.workbook.snapshot import CollapsedRange
from tournament_xl.workbook.tables import find_right_of


def under_way(make=Desk):
    """Three rounds are played and seen."""
    desk = make()
    desk.snapshot = three_rounds(make)
    return desk


@cache
def three_rounds(make):
    desk = make(Graine="7")
    for number in range(1, 13):
        licence = {"Licence": f"L{number}"} if make is Desk and number > 2 else {}
        desk.player(f"Nom{number:02}", 3000 - 10 * number, Prénom=f"P{number}", **licence)
    for _ in range(3):
        desk.must().play()
    return desk.must("update").snapshot


def joueur(column, value, player_id=5):
    return lambda desk: desk.type(schema.PLAYERS, desk.decoded().lines[player_id].row, column, value)


def result(number, place, **values):
    return lambda desk: desk.put(number, place, **values)


def exchanged(desk):
    """The second players of two tables."""
    first, second = (row.match.two for row in desk.decoded().results.round(3)[:2])
    for place, number in ((0, second), (1, first)):
        desk.put(3, place, **{"N° 2": number})


def setting(name, value):
    return lambda desk: desk.set(name, value)


GESTURES = {
    "a score corrected": (Desk, "update", result(1, 0, Score_1=444, Score_2=333), "444-333"),
    "discs corrected": (OthelloDesk, "pair", result(1, 0, Pions_N=33, Pions_B=31), "33-31"),
    "a score emptied": (Desk, "update", result(3, 0, Score_1=None, Score_2=None), "sans résultat"),
    "a score become a forfeit": (Desk, "pair", result(1, 0, Score_1=None, Score_2=None, Forfait="2"), "forfait 2"),
    "opponents exchanged": (Desk, "pair", exchanged, "paires changées"),
    "somebody else": (Desk, "update", joueur("Nom", "Bazin"), "Bazin P5"),
    "another licence": (Desk, "pair", joueur("Licence", "777"), "777 au lieu de L5"),
    "another cote": (Desk, "update", joueur("Cote", 2000), "2000 au lieu de 2950"),
    "more rounds": (Desk, "pair", setting("Nombre de rondes", 6), "Nombre de rondes : 6"),
}  # what is done -> the game, the press that meets it, and what it names
QUIET = {
    "an accent": (joueur("Nom", "Nóm05"), "Nóm05"),
    "an absence and a departure": (joueur("Absences", "3, 5-"), "Nom05 P5 (ronde 3, puis à partir de la ronde 5)"),
    "two absences": (joueur("Absences", "4/5"), "Nom05 P5 (rondes 4 et 5)"),
    "a licence filled in": (joueur("Licence", "777", player_id=1), ""),
    "a remark": (joueur("Remarque", "payé"), ""),
}  # what is done -> what the Journal has of it


@pytest.mark.parametrize("gesture", GESTURES)
def test_what_was_changed_is_told_by_the_press_that_meets_it_and_stands_in_the_journal(gesture):
    make, action, act, words = GESTURES[gesture]
    desk = under_way(make)
    act(desk)
    outcome = desk.press(action)
    assert outcome.code == DONE, outcome.problems
    assert [words in text for text in outcome.warnings].count(True) == 1
    assert [words in text for text in desk.column(schema.JOURNAL, "Détail")].count(True) == 1
    assert not any(words in text for text in desk.press("update").warnings)


@pytest.mark.parametrize("gesture", QUIET)
def test_what_is_no_event_is_not_told(gesture):
    act, line = QUIET[gesture]
    desk = under_way()
    act(desk)
    assert not desk.press("update").warnings
    assert line in desk.column(schema.JOURNAL, "Détail")[-1]


def test_a_correction_is_told_in_the_order_of_the_sheet():
    """Whoever has the lower N°; exchanged sides alone are no correction."""
    desk = under_way()
    row, names = desk.decoded().results.round(2)[0], desk.decoded().names()
    (second, first), texts = row.match.sides, row.line.texts
    turned = {"N° 1": first, "N° 2": second, "Score 1": int(texts["Score 2"]), "Score 2": int(texts["Score 1"])}
    desk.fill(schema.RESULTS, {row.line.row: turned})
    assert first > second and not desk.press("update").warnings
    desk.fill(schema.RESULTS, {row.line.row: {"Score 1": 519, "Score 2": 245}})
    warning, _ = desk.press("update").warnings
    assert f"{names[first]} – {names[second]} : 519-245" in warning
    assert f"{texts['Score 2']}-{texts['Score 1']}" in warning


def test_a_round_emptied_by_hand_is_undone_and_told_with_its_results():
    desk = under_way()
    for _ in desk.decoded().results.round(3):
        desk.put(3, 0, **dict.fromkeys(desk.columns[schema.RESULTS]))
    assert [text for text in desk.press("update").warnings if "onde 3" in text]
    assert desk.must().decoded().tournament.rounds[2]


def test_scores_that_nobody_makes_are_told_once_and_stand_on_tournoi_until_the_next_round_is_over():
    desk = Desk().players(8).must().play()
    desk.put(1, 0, Score_1=4, Score_2=389)
    desk.put(1, 1, Score_1=401, Score_2=-402)
    (warning,) = desk.press().warnings
    assert "4-389" in warning and "401--402" in warning
    position = find_right_of(desk.snapshot, schema.TOURNAMENT, schema.WARNINGS)
    assert not desk.press("update").warnings and warning in cell_text(desk.snapshot.cell(schema.TOURNAMENT, *position))
    desk.play().must()
    assert warning not in cell_text(desk.snapshot.cell(schema.TOURNAMENT, *position))


def test_rounds_before_the_one_under_way_are_put_away_and_come_back_with_an_undo():
    def away(press):
        changes = [change for change in desk.press(press).layout_changes if isinstance(change, CollapsedRange)]
        return [(change.first, change.last) for change in changes
                if change.sheet == schema.RESULTS and change.away and not change.columns]  # fmt: skip

    desk = Desk().players(8).must().play()
    assert away("pair") == [(5, 8)] and away("undo") == []


def test_names_exchanged_without_their_numbers_are_put_back_and_that_is_told():
    desk = Desk().players(8)
    desk.press()
    one, two = desk.rows(schema.RESULTS)[:2]
    desk.fill(schema.RESULTS, {one["row"]: {"Joueur 1": two["Joueur 1"]}, two["row"]: {"Joueur 1": one["Joueur 1"]}})
    told = desk.press("update").warnings
    assert [row["Joueur 1"] for row in desk.rows(schema.RESULTS)[:2]] == [one["Joueur 1"], two["Joueur 1"]]
    assert [text for text in told if f"{one['row']} et {two['row']}" in text]
    assert not desk.press("update").warnings


def test_names_that_follow_exchanged_numbers_or_a_correction_on_joueurs_are_no_names_put_back():
    desk = Desk().players(8)
    desk.press()
    one, two = desk.rows(schema.RESULTS)[:2]
    desk.fill(schema.RESULTS, {one["row"]: {"N° 1": two["N° 1"]}, two["row"]: {"N° 1": one["N° 1"]}})
    assert not [text for text in desk.press("update").warnings if schema.RESULTS in text]
    players = desk.rows(schema.PLAYERS)[:2]
    desk.fill(schema.PLAYERS, {players[0]["row"]: {"Nom": "A02"}, players[1]["row"]: {"Nom": "A01"}})
    assert not [text for text in desk.press("update").warnings if text.startswith(schema.RESULTS)]

"""What hands change between two presses: what is told once, what stands in the Journal, what is no event."""

from __future__ import annotations

from functools import cache

import pytest

from tests.desk import Desk
from tests.othello_desk import OthelloDesk
from tests.slips import play, put, rows
from tournament_xl.book import labels
from tournament_xl.book.grid import right_of
from tournament_xl.book.snapshot import cell_text
from tournament_xl.press import DONE


def under_way(make=Desk):
    """Three rounds are played and seen."""
    desk = make()
    desk.snapshot = three_rounds(make)
    return desk


@cache
def three_rounds(make):
    desk = make(Graine="7")
    for number in range(1, 13):
        desk.player(
            f"Nom{number:02}",
            3000 - 10 * number,
            Prénom=f"P{number}",
            **({"Licence": f"L{number}"} if make is Desk and number > 2 else {}),
        )
    for _ in range(3):
        play(desk.must())
    return desk.must("update").snapshot


def row(desk, number, place):
    return desk.decoded().results.round(number)[place].line.row


def joueur(column, value, who=5):
    def act(desk):
        desk.type(labels.PLAYERS, desk.decoded().lines[who].row, column, value)

    return act


def result(number, place, **values):
    def act(desk):
        for column, value in values.items():
            desk.type(labels.RESULTS, row(desk, number, place), column.replace("_", " "), value)

    return act


def emptied(number, place):
    def act(desk):
        at = row(desk, number, place)
        for column in desk.columns[labels.RESULTS]:
            desk.type(labels.RESULTS, at, column, None)

    return act


def exchanged(number, one, two):
    def act(desk):
        column = "N° 2" if type(desk) is Desk else "N° B"
        rows = [desk.decoded().results.round(number)[at] for at in (one, two)]
        numbers = [each.match.sides[1] for each in rows]
        for each, other in zip(rows, numbers[::-1], strict=True):
            desk.type(labels.RESULTS, each.line.row, column, other)

    return act


def setting(name, value):
    return lambda desk: desk.set(name, value)


GESTURES = {
    "a score corrected": (Desk, result(1, 0, Score_1=444, Score_2=333), "Ronde 1, résultat corrigé : table 1"),
    "discs corrected": (OthelloDesk, result(1, 0, Pions_N=33, Pions_B=31), "Ronde 1, résultat corrigé : table 1"),
    "a score emptied": (Desk, result(3, 0, Score_1=None, Score_2=None), ": sans résultat au lieu de"),
    "a score become a forfeit": (Desk, result(1, 0, Score_1=None, Score_2=None, Forfait="2"), "forfait 2 au lieu de"),
    "a row emptied": (Desk, emptied(2, 1), "Ronde 2, résultat effacé sur Résultats : "),
    "opponents exchanged": (Desk, exchanged(3, 0, 1), "Ronde 3, paires changées : "),
    "somebody else": (Desk, joueur("Nom", "Bazin"), "le N° 5 est maintenant Bazin P5, au lieu de Nom05 P5"),
    "another licence": (Desk, joueur("Licence", "777"), "Joueurs, licence : Nom05 : 777 au lieu de L5."),
    "another cote": (Desk, joueur("Cote", 2000), "Joueurs, cote de départ : Nom05 : 2000 au lieu de 2950."),
    "another event": (Desk, setting("Type d'épreuve", "TH Classique B"), "TH Classique B au lieu de TH."),
    "more rounds": (Desk, setting("Nombre de rondes", 6), "Tournoi : Nombre de rondes : 6 au lieu de 5."),
    "another edition": (Desk, setting("Édition", "F10"), "Tournoi : Édition : F10 au lieu de F50."),
}  # fmt: skip
QUIET = {
    "an accent": (Desk, joueur("Nom", "Nóm05"), "Joueurs, nom corrigé : Nóm05 P5 (avant : Nom05 P5)."),
    "absences": (Desk, joueur("Absences", "5-"), "Absences annoncées : Nom05 (5-)."),
    "a licence filled in": (Desk, joueur("Licence", "777", who=1), None),
    "a remark": (Desk, joueur("Remarque", "payé"), None),
}


PRESSED = [(one, action) for one in GESTURES for action in ("update", "pair")]
PRESSED.remove(("a score emptied", "pair"))  # the round is open again: refused at the cell


@pytest.mark.parametrize(("gesture", "action"), PRESSED)
def test_what_was_changed_is_told_by_the_press_that_meets_it_and_stands_in_the_journal(gesture, action):
    make, act, words = GESTURES[gesture]
    desk = under_way(make)
    act(desk)
    outcome = desk.press(action)
    assert outcome.code == DONE, outcome.problems
    assert [words in text for text in outcome.warnings].count(True) == 1
    assert [words in text for text in desk.column(labels.JOURNAL, "Détail")].count(True) == 1
    assert not any(words in text for text in desk.press("update").warnings)


@pytest.mark.parametrize("gesture", QUIET)
def test_what_is_no_event_is_not_told(gesture):
    make, act, line = QUIET[gesture]
    desk = under_way(make)
    before = desk.press("update").warnings
    act(desk)
    assert desk.press("update").warnings == before
    assert line is None or desk.column(labels.JOURNAL, "Détail")[-1] == line


def test_a_round_emptied_by_hand_is_undone_and_told_with_its_results():
    desk = under_way()
    for _ in desk.decoded().results.round(3):
        emptied(3, 0)(desk)
    outcome = desk.press("update")
    assert any("Toutes les lignes de la ronde 3 ont été effacées" in text for text in outcome.warnings)
    assert desk.must().decoded().tournament.rounds[2]


def told(desk, action="update"):
    outcome = desk.press(action)
    assert outcome.code == DONE, outcome
    return [text.split(".")[0] for text in outcome.warnings if text.startswith("Entrée")]


def known(desk):
    """What Tournoi shows under "À savoir"."""
    at = right_of(desk.snapshot, labels.TOURNAMENT, labels.WARNINGS)
    return cell_text(desk.snapshot.cell(labels.TOURNAMENT, *at))


def unusual(desk, action):
    outcome = desk.press(action)
    assert outcome.code == DONE
    return [text for text in outcome.warnings if "inhabituel" in text]


def test_one_is_told_by_the_press_that_pairs_on_it_and_until_the_next_round_is_over():
    desk = Desk().players(8).must().better_seed_wins()
    first, second = rows(desk, 1)[:2]
    put(desk, first, Score_1=4, Score_2=389)
    put(desk, second, Score_1=401, Score_2=-402)
    (said,) = unusual(desk, "pair")
    assert "Ronde 1, scores inhabituels : table 1 (4-389), table 2 (401--402)" in said
    assert not unusual(desk, "update") and said in known(desk)
    desk.better_seed_wins()
    assert said in known(desk) and said not in known(desk.must())

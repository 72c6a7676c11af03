"""Scores that nobody makes are told while they can be mended, and stand: "400%" leaves 4 in a cell."""

import pytest

from tests.desk import Desk
from tests.othello_desk import OthelloDesk
from tests.slips import put, rows
from tournament_xl.check import check
from tournament_xl.press import DONE


def told(desk, action):
    outcome = desk.press(action)
    assert outcome.code == DONE
    return [text for text in outcome.warnings if "inhabituel" in text]


def test_one_is_told_by_the_press_that_pairs_on_it_and_until_the_next_round_is_over():
    desk = Desk().players(8).must().better_seed_wins()
    first, second = rows(desk, 1)[:2]
    put(desk, first, Score_1=4, Score_2=389)
    put(desk, second, Score_1=401, Score_2=-402)
    (said,) = told(desk, "pair")
    assert "Ronde 1, scores inhabituels : table 1 (4-389), table 2 (401--402)" in said
    assert told(desk, "update") == [said]
    desk.better_seed_wins()
    assert not told(desk.must(), "update")


def test_one_of_the_last_round_is_told_by_the_press_that_records_it_and_by_a_check():
    desk = Desk(Nombre_de_rondes=2).players(8).must().better_seed_wins().must().better_seed_wins()
    put(desk, rows(desk, 2)[0], Score_2=98)
    assert len(told(desk, "update")) == 1 and not told(desk, "update")
    put(desk, rows(desk, 1)[0], Score_1=42)  # a mistyped correction of an older round
    assert len(told(desk, "update")) == 1 and not told(desk, "update")
    assert [text.split(",")[0] for text in check(desk.snapshot).warnings if "inhabituel" in text] == [
        "Ronde 1",
        "Ronde 2",
    ]


def test_one_of_rounds_typed_by_hand_at_once_is_told_once():
    desk = Desk(Formule="Toutes-rondes").players(4).must()
    for number in (1, 2, 3):
        if number > 1:
            decoded = desk.decoded()
            for game in decoded.formula.schedule(decoded.tournament, number):
                desk.match(number, game.one, game.two)
        for row in rows(desk, number):
            put(desk, row, Score_1=400, Score_2=380)
    put(desk, rows(desk, 1)[0], Score_1=40)
    assert len(told(desk, "update")) == 1
    assert not told(desk, "update")


def test_what_players_make_is_nothing_to_tell():
    desk = Desk().players(8).must().better_seed_wins()
    put(desk, rows(desk, 1)[0], Score_1=100, Score_2=900)
    assert not told(desk, "pair")


def test_empty_squares_of_rounds_typed_at_once_are_told_by_the_press_that_records_them():
    desk = OthelloDesk()
    for number in range(1, 5):
        desk.player(f"A{number}", N=number)
    for number, pairs in {1: ((1, 2), (3, 4)), 2: ((1, 3), (2, 4))}.items():
        for sides in pairs:
            desk.game(number, *sides, (4, 24) if number == 1 and 1 in sides else (40, 24))
    told = [[text for text in desk.press("update").warnings if "cases vides" in text] for _ in range(2)]
    assert len(told[0]) == 1 and told[0][0].startswith("Ronde 1, cases vides") and not told[1]


@pytest.mark.parametrize(("end", "told"), [("", True), ("TN", True), ("TB", True), ("TN+", False), ("AN", False)])
def test_empty_squares_are_told_wherever_the_board_counts(end, told):
    desk = OthelloDesk(4, Nombre_de_rondes=2).must().lower_wins()
    put(desk, rows(desk, 1)[0], Pions_N=4, Pions_B=24, Fin=end or None)
    said_of = [text for text in desk.press("update").warnings if "cases vides" in text]
    assert len(said_of) == told and all("table 1 (36)" in text for text in said_of)

"""Scores that nobody makes are told while they can be mended, and stand: "400%" leaves 4 in a cell."""

import pytest

from tests.desk import Desk
from tests.othello_desk import OthelloDesk
from tests.slips import put, rows
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


def test_what_players_make_is_nothing_to_tell():
    desk = Desk().players(8).must().better_seed_wins()
    put(desk, rows(desk, 1)[0], Score_1=100, Score_2=900)
    assert not told(desk, "pair")


@pytest.mark.parametrize(("end", "told"), [("", True), ("TN", True), ("TB", True), ("TN+", False), ("AN", False)])
def test_empty_squares_are_told_wherever_the_board_counts(end, told):
    desk = OthelloDesk(4, Nombre_de_rondes=2).must().lower_wins()
    put(desk, rows(desk, 1)[0], Pions_N=4, Pions_B=24, Fin=end or None)
    said_of = [text for text in desk.press("update").warnings if "cases vides" in text]
    assert len(said_of) == told and all("table 1 (36)" in text for text in said_of)

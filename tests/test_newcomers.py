"""Who comes after the first pairing is told as he is paired; his place is given by the program."""

import pytest

from tests.desk import Desk
from tests.othello_desk import OthelloDesk
from tournament_xl.press import DONE


def told(desk, action="update"):
    outcome = desk.press(action)
    assert outcome.code == DONE, outcome
    return [text.split(".")[0] for text in outcome.warnings if text.startswith("Entrée")]


@pytest.mark.parametrize("number", [None, 7777])
@pytest.mark.parametrize("drawn", [1, 3])
def test_a_newcomer_of_othello_is_told_with_his_number_typed_or_without(number, drawn):
    desk = OthelloDesk(6, Nombre_de_rondes=5)
    for _ in range(drawn):
        desk.must().lower_wins().must("update")
    desk.player("Tard", **({"N": number} if number else {}))
    assert not told(desk)
    assert told(desk, "pair") == [f"Entrée à la ronde {drawn + 1} : Tard"]
    assert not told(desk)


def test_who_was_announced_absent_from_the_beginning_is_no_newcomer_of_othello():
    desk = OthelloDesk(6, Nombre_de_rondes=5)
    desk.player("Tard", N=7777, Absences="1-2").must().lower_wins()
    assert not told(desk)
    assert not told(desk.must().lower_wins())
    assert not told(desk, "pair") and 7777 in {who for pair in desk.pairs(3) for who in pair}


def test_a_place_typed_for_a_newcomer_gives_way_to_the_rules():
    desk = Desk(Graine="7").players(12).must().better_seed_wins().must("update")
    before = [row.match for row in desk.decoded().results.round(1)]
    desk.player("Tard", 2985, N=13, Rang_initial=13).must("update").must()
    assert [player.seed for player in desk.decoded().tournament.players][-1] == 1.5
    assert [row.match for row in desk.decoded().results.round(1)] == before

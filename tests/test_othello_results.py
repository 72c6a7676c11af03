"""Rules B1-B4, B6-B8: every value of Fin, the referee's rulings, late arrivals, fees."""

from __future__ import annotations

import pytest

from tests.othello_data import game
from tournament_xl.rules.othello import referee, results
from tournament_xl.rules.othello.model import BIP, ENDS, Player, Settings, Tournament
from tournament_xl.rules.othello.results import ABSENT, BYE, GAVE_FORFEIT, PLAYED, WON_BY_FORFEIT


@pytest.mark.parametrize(
    ("board", "final"),
    [
        ((40, 24), (40, 24)),
        ((30, 20), (44, 20)),
        ((13, 0), (64, 0)),
        ((20, 20), (32, 32)),
        ((31.5, 32.5), (31.5, 32.5)),
    ],
)
def test_b1_empty_squares_go_to_the_winner_and_are_shared_when_equal(board, final):
    assert results.settled(*board) == final
    assert results.settled(*board[::-1]) == final[::-1]


FIN = [  # end, discs on the board, final discs, half-points of Black and White
    ("", (40, 24), (40, 24), (2, 0)),
    ("", (25, 30), (25, 39), (0, 2)),
    ("", (32, 32), (32, 32), (1, 1)),
    ("GN", (32, 32), (32, 32), (2, 0)),
    ("GB", (30, 30), (32, 32), (0, 2)),
    ("TN", (20, 44), (20, 44), (0, 2)),
    ("TN", (40, 24), (31, 33), (0, 2)),
    ("TN", (32, 32), (31, 33), (0, 2)),
    ("TN", (20, 34), (20, 44), (0, 2)),
    ("TB", (44, 20), (44, 20), (2, 0)),
    ("TB", (24, 40), (33, 31), (2, 0)),
    ("TB", (32, 32), (33, 31), (2, 0)),
    ("TN+", None, (0, 64), (0, 2)),
    ("TB+", None, (64, 0), (2, 0)),
    ("TNB", None, (31, 33), (0, 2)),
    ("TBN", None, (33, 31), (2, 0)),
    ("AN", None, (0, 64), (0, 2)),
    ("AB", None, (64, 0), (2, 0)),
    ("FN", None, (0, 64), (0, 2)),
    ("FB", None, (64, 0), (2, 0)),
    ("FNB", None, (0, 0), (0, 0)),
    ("PNB", None, (0, 0), (0, 0)),
]


@pytest.mark.parametrize(("end", "board", "final", "half_points"), FIN)
def test_b4_b6_every_value_of_fin(end, board, final, half_points):
    row = game(1, 2, *(board or (None, None)), end=end)
    assert row.complete
    assert results.discs(row) == final
    lines = [results.entry(row, who, 1, 40) for who in (1, 2)]
    assert tuple(line.half_points for line in lines) == half_points
    assert tuple(line.discs for line in lines) == final
    assert [line.colour for line in lines] == [1, -1]


def test_b6_the_table_above_has_every_code():
    assert {line[0] for line in FIN} == ENDS


@pytest.mark.parametrize(
    ("row", "one", "two"),
    [
        (game(1, 2, 40, 24), (PLAYED, 2, 40), (PLAYED, 0, 24)),
        (game(1, 2, end="FB"), (WON_BY_FORFEIT, 2, 64), (GAVE_FORFEIT, 0, 0)),
        (game(1, 2, end="FN"), (GAVE_FORFEIT, 0, 0), (WON_BY_FORFEIT, 2, 64)),
        (game(1, 2, end="FNB"), (GAVE_FORFEIT, 0, 0), (GAVE_FORFEIT, 0, 0)),
        (game(1, 2, end="PNB"), (PLAYED, 0, 0), (PLAYED, 0, 0)),
        (game(1, BIP), (BYE, 2, 40), (ABSENT, 0, 0)),
        (game(BIP, 1), (BYE, 2, 40), (ABSENT, 0, 0)),
        (game(1, BIP, end="FN"), (ABSENT, 0, 0), (ABSENT, 0, 0)),
        (game(BIP, 1, end="FB"), (ABSENT, 0, 0), (ABSENT, 0, 0)),
    ],
)
def test_b3_b4_what_a_row_is_for_each_player(row, one, two):
    players = (Player(1, "A"), Player(2, "B"))
    found = results.entries(Tournament(Settings(), players, ((row,),)), 1)
    assert [(e.kind, e.half_points, e.discs) for e in (found[1][0], found[2][0])] == [one, two]


def test_b3_discs_of_a_bye_are_a_setting():
    tournament = Tournament(Settings(bye_discs=32), (Player(1, "A"),), ((game(1, BIP),),))
    assert results.entries(tournament, 1)[1][0].discs == 32


@pytest.mark.parametrize(
    ("late", "event", "board", "final"),
    [
        ("N", referee.NOTHING, (20, 44), (20, 44)),  # the board counts: he has lost on it
        ("N", referee.NOTHING, (40, 24), (31, 33)),
        ("N", referee.NOTHING, (32, 32), (31, 33)),  # ours
        ("N", referee.NOTHING, (10, 40), (10, 54)),  # empty squares first (B1)
        ("N", referee.LATE_AGAIN, None, (0, 64)),
        ("N", referee.OTHER_LATE, None, (31, 33)),
        ("N", referee.LATE_RESIGNS, None, (0, 64)),
        ("N", referee.OTHER_RESIGNS, None, (31, 33)),  # ours
    ],
)
def test_b6_every_ruling_on_time_and_its_code(late, event, board, final):
    for who, there, wanted in ((late, board, final), ("B", board and board[::-1], final[::-1])):
        ruling = referee.ruling(who, event, there)
        assert (ruling.black, ruling.white) == wanted
        assert results.discs(game(1, 2, *(there or (None, None)), end=ruling.end)) == wanted


def test_b7_a_latecomer_has_what_is_left_of_his_time():
    """The regulation's examples: 16, 20 and 21 minutes late, and later than the time allotted."""
    assert [referee.minutes_left(30, late) for late in (16, 20, 21, 35)] == [14, 10, 9, 0]


def test_b7_a_forfeit_to_bip_is_an_absence_and_to_the_player_a_game_lost():
    players = tuple(Player(number, f"P{number}") for number in (1, 2, 3))
    lone = Tournament(Settings(), players, ((game(1, 2, 40, 24), game(3, BIP, end="FN")),))
    assert results.took_part(lone, 1) == {1, 2}
    met = Tournament(Settings(), players[:2], ((game(2, 1, end="FB"),),))
    assert results.entries(met, 1)[2][0].half_points == 2
    assert results.took_part(met, 1) == {1, 2}


@pytest.mark.parametrize(
    ("grand_prix", "member", "reduced", "fee"),
    [
        (True, False, False, 4),
        (True, False, True, 2),
        (True, True, False, 0),
        (True, True, True, 0),
        (False, False, False, 0),
    ],
)
def test_b8_non_members_pay_at_a_grand_prix_a(grand_prix, member, reduced, fee):
    player = Player(1, "A", member=member, reduced=reduced)
    assert referee.fee(player, Settings(grand_prix_a=grand_prix)) == fee

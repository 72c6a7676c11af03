"""Rules F1-F2: matches of three games or one, who meets whom, the final places."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.othello_data import game, of, real
from tournament_xl.othello import finals
from tournament_xl.othello.finals import FINAL, PLAYOFF, SEMI_1, SEMI_2, THIRD, NextGame, bracket, final_places, match
from tournament_xl.othello.standings import Standing, standings


def table(*half_points: int, left: tuple[int, ...] = ()) -> list[Standing]:
    """Players 1, 2, … in this order."""
    nothing = Fraction()
    return [
        Standing(place, place, points, nothing, nothing, nothing, 0, 0, 0, place in left)
        for place, points in enumerate(half_points, start=1)
    ]


FIVE = table(10, 8, 8, 6, 6, 4)


def test_f2_colours_chosen_reversed_then_chosen_by_who_has_more_discs():
    assert match(1, 2, [], 3).next_game == NextGame(1, 1, None)
    assert match(1, 2, [game(2, 1, 40, 24)], 3).next_game == NextGame(2, None, 1)
    two_all = [game(2, 1, 40, 24), game(1, 2, 33, 31)]
    assert match(1, 2, two_all, 3).next_game == NextGame(3, 2, None)
    assert match(1, 2, [game(1, 2, 40, 24), game(2, 1, 40, 24)], 3).next_game == NextGame(3, 1, None)


def test_f2_a_third_game_only_if_it_can_change_the_winner():
    """A win and a draw, then 0-64 at worst: points equal, and the discs decide."""
    out_of_reach = match(1, 2, [game(1, 2, 64, 0), game(2, 1, 32, 32)], 3)
    assert (out_of_reach.winner, out_of_reach.next_game) == (1, None)  # 96-32 before, 96-96 at worst: better ranked
    assert match(2, 1, [game(1, 2, 64, 0), game(2, 1, 32, 32)], 3).next_game is not None  # at 96-96 player 2 would win
    assert match(1, 2, [game(1, 2, 40, 24), game(2, 1, 32, 32)], 3).next_game is not None


def test_f2_semi_finals_1_4_and_2_3_then_final_and_third_place():
    stages = finals.STAGES[1:]
    assert bracket(FIVE, stages, {}) == {SEMI_1: (1, 4), SEMI_2: (2, 3)}
    won = {SEMI_1: match(1, 4, [game(4, 1, 64, 0)], 1), SEMI_2: match(2, 3, [game(2, 3, 40, 24)], 1)}
    found = bracket(FIVE, stages, won)
    assert found[FINAL] == (2, 4)
    assert found[THIRD] == (1, 3)
    won |= {FINAL: match(2, 4, [game(4, 2, 33, 31)], 1), THIRD: match(1, 3, [game(3, 1, 40, 24)], 1)}
    assert final_places(FIVE, won) == [4, 2, 3, 1, 5, 6]


def played(tid: str, better: int, other: int, count: int):
    """The match of two players as it was played: its games in order."""
    rows = [row for row in of("extra_games", tid) if {int(row["black_id"]), int(row["white_id"])} == {better, other}]
    games = [
        game(int(row["black_id"]), int(row["white_id"]), int(row["black_discs"]), int(row["white_discs"]))
        for row in rows
    ]
    assert len(games) == count
    return games


def test_f1_f2_the_finals_of_the_world_championship_2018():
    """Play-off for the 4th place, semi-finals and final of three games with a draw each, third place in one game."""
    swiss = standings(real("woc2018"), 13)
    four = [line.number for line in swiss[:4]]
    won: dict[str, finals.Match] = {}
    for stage, sides, count, best_of, winner in [
        (PLAYOFF, (4043, 3024), 1, 1, 4043),
        (SEMI_1, (190005, 4043), 3, 3, 190005),
        (SEMI_2, (5537, 13168), 3, 3, 13168),
        (THIRD, (5537, 4043), 1, 1, 5537),
        (FINAL, (190005, 13168), 3, 3, 13168),
    ]:
        assert bracket(swiss, finals.STAGES, won)[stage] == sides
        games = played("woc2018", *sides, count)
        assert match(*sides, games[:-1], best_of).winner is None, "every game played could change the winner"
        if count == 3:
            assert match(*sides, games[:1], 3).next_game == NextGame(2, None, games[1].black)
        won[stage] = match(*sides, games, best_of)
        assert won[stage].winner == winner
    assert four == [190005, 5537, 13168, 4043]
    assert final_places(swiss, won)[:5] == [13168, 190005, 5537, 4043, 3024]


@pytest.mark.parametrize(
    ("tid", "best_two", "count", "winner"),
    [
        ("cdf2019", (50030, 839), 3, 50030),  # a draw and a win: the third game could still change it
        ("egp_athens2019", (300018, 2), 2, 300018),
        ("gpf2017", (2, 3518), 2, 3518),
        ("egp_cambridge2023", (5301, 15404), 2, 5301),
    ],
)
def test_f1_a_real_final_of_three_games_stops_when_it_is_decided(tid, best_two, count, winner):
    tournament = real(tid)
    swiss = standings(tournament, len(tournament.rounds))
    sides = bracket(swiss, (FINAL,), {})[FINAL]
    assert set(sides) == set(best_two)
    games = played(tid, *sides, count)
    assert match(*sides, games[:-1], 3).winner is None
    assert match(*sides, games, 3).winner == winner

"""Rule B5: the reference program's standings, real tournaments, and the written rule where it differs."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

import pytest

from tests.othello_data import game, of, real, reference, rows
from tournament_xl.othello.model import BIP, PAPP, Player, Settings, Tournament
from tournament_xl.othello.standings import beta, standings

RUNS = sorted({row["tid"] for row in rows("reference_standings")})
REAL = [row["tid"] for row in rows("tournaments")]


def one_decimal(value: Fraction) -> float:
    """As the reference program prints: cut, not rounded (79.75 is 79.7)."""
    return int(value * 10) / 10


@pytest.mark.parametrize("tid", RUNS)
def test_b5_every_standings_of_the_reference_program(tid):
    expected = defaultdict(list)
    for row in of("reference_standings", tid):
        expected[int(row["after_round"])].append(row)
    for after, lines in expected.items():
        found = [
            (line.place, line.number, line.points, one_decimal(line.tie_break), line.left)
            for line in standings(reference(tid), after)
        ]
        assert found == [
            (int(r["rank"]), int(r["player_id"]), float(r["points"]), float(r["tiebreak"]), r["status"] == "absent")
            for r in lines
        ], after


@pytest.mark.parametrize("tid", REAL)
def test_b5_real_tournaments_have_their_official_order_points_discs_and_tie_breaks(tid):
    tournament = real(tid)
    found = {line.number: line for line in standings(tournament, len(tournament.rounds))}
    assert list(found) == [int(row["player_id"]) for row in of("players", tid)]
    for row in of("players", tid):
        line = found[int(row["player_id"])]
        assert line.points == float(row["official_points"])
        assert line.discs == Fraction(row["official_discs_raw"])
        assert line.tie_break == Fraction(row["brightwell_recomputed"])
        assert line.left == (row["present_last_round"] == "no")
        if row["published_tiebreak"]:
            assert line.tie_break == Fraction(row["published_tiebreak"])


def small(*rounds, **settings):
    """Players 1 to 4, named D, C, B, A; the rounds as rows."""
    players = tuple(Player(number, name) for number, name in enumerate("DCBA", start=1))
    return Tournament(Settings(**{"beta": 0, "seed": "2026", **settings}), players, tuple(tuple(row) for row in rounds))


def lines(tournament):
    found = {line.number: line for line in standings(tournament, len(tournament.rounds))}
    return {
        who: tuple(getattr(found[who], name) for name in ("points", "tie_break", "second", "discs")) for who in found
    }


BYE_AND_ABSENCE = [
    [game(1, 2, 40, 24), game(3, BIP)],  # 4 comes for round 2
    [game(1, 3, 34, 30), game(2, 4, 20, 44)],
]


def test_b5_written_rule_replaces_byes_and_absences_where_papp_counts_real_discs():
    """Points: 1 has 2, 3 and 4 have 1, 2 has 0. β = 0: the bye is 32 in the text, 40 at PAPP; the absence 32 and 0."""
    assert lines(small(*BYE_AND_ABSENCE)) == {
        1: (2, 74, 74, 74),
        2: (0, 44, 44, 44),
        3: (1, 32 + 30, 62, 70),
        4: (1, 32 + 44, 76, 44),
    }
    assert lines(small(*BYE_AND_ABSENCE, tie_break=PAPP)) == {
        1: (2, 74, 74, 74),
        2: (0, 44, 44, 44),
        3: (1, 40 + 30, 70, 70),
        4: (1, 0 + 44, 44, 44),
    }


def test_b5_the_order_of_the_two_usages_differs():
    text, papp = (standings(small(*BYE_AND_ABSENCE, tie_break=usage), 2) for usage in ("règlement", PAPP))
    assert [line.number for line in text] == [1, 4, 3, 2]
    assert [line.number for line in papp] == [1, 3, 4, 2]


def test_b5_buchholz_counts_own_points_for_replaced_rounds():
    """β = 6. 1: met 2 (0 points) and 3 (1): 74 + 6. 3: himself (1) and 1 (2): 62 + 18. 4: himself (1) and 2 (0)."""
    assert lines(small(*BYE_AND_ABSENCE, beta=6)) == {
        1: (2, 74 + 6 * (0 + 1), 74, 74),
        2: (0, 44 + 6 * (2 + 1), 44, 44),
        3: (1, 62 + 6 * (1 + 2), 62, 70),
        4: (1, 76 + 6 * (1 + 0), 76, 44),
    }
    papp = lines(small(*BYE_AND_ABSENCE, beta=6, tie_break=PAPP))
    assert {who: line[1] for who, line in papp.items()} == {1: 80, 2: 62, 3: 80, 4: 82}  # the text's
    assert {who: line[2] for who, line in papp.items()} == {1: 74, 2: 44, 3: 70, 4: 44}  # real discs


def test_b5_games_against_who_has_left_are_draws_with_oneself():
    """2 loses 0-64 to 1, then leaves: the 64 of player 1 count 32, his own points twice; player 2 keeps his games."""
    tournament = small([game(1, 2, 64, 0), game(3, 4, 40, 24)], [game(1, 3, 30, 34), game(4, BIP)], beta=6)
    assert lines(tournament) == {
        1: (1, 32 + 30 + 6 * (1 + 2), 62, 94),
        2: (0, 0 + 32 + 6 * (1 + 0), 32, 0),
        3: (2, 74 + 6 * (1 + 1), 74, 74),
        4: (1, 24 + 32 + 6 * (2 + 1), 56, 64),
    }
    assert [line.left for line in sorted(standings(tournament, 2), key=lambda line: line.number)] == [0, 1, 0, 0]
    assert not any(line.left for line in standings(tournament, 1))


def test_b5_forfeits_the_winner_keeps_64_and_the_opponents_points_the_giver_draws_with_himself():
    forfeit = [game(1, 2, end="FB"), game(3, 4, 40, 24)]
    second = [game(1, 3, 40, 24), game(2, 4, 40, 24)]
    assert lines(small(forfeit, second, beta=6)) == {
        1: (2, 104 + 6 * (1 + 1), 104, 104),
        2: (1, 32 + 40 + 6 * (1 + 0), 72, 40),
        3: (1, 64 + 6 * (0 + 2), 64, 64),
        4: (0, 48 + 6 * (1 + 1), 48, 48),
    }
    assert lines(small(forfeit, second, tie_break=PAPP))[2][1:] == (40, 40, 40)


def test_b5_neither_plays_and_both_lost_by_the_referee():
    """FNB: unplayed, a draw with oneself for both; PNB: a game, lost 0 by both (ours)."""
    found = lines(small([game(1, 2, end="FNB"), game(3, 4, end="PNB")], beta=6))
    assert found == {1: (0, 32, 32, 0), 2: (0, 32, 32, 0), 3: (0, 0, 0, 0), 4: (0, 0, 0, 0)}


def test_b5_equals_are_drawn_from_the_seed_and_by_name_at_papp():
    even = [game(1, 2, 32, 32), game(3, 4, 32, 32)]
    orders = set()
    for seed in range(40):
        table = standings(small(even, seed=str(seed)), 1)
        assert all(line.by_lot for line in table)
        assert table == standings(small(even[::-1], seed=str(seed)), 1)
        orders.add(tuple(line.number for line in table))
    assert len(orders) > 10
    table = standings(small(even, tie_break=PAPP), 1)
    assert [line.number for line in table] == [4, 3, 2, 1]
    assert not any(line.by_lot for line in table)


def test_b5_a_lot_is_named_only_where_it_decided():
    table = standings(small([game(1, 2, 40, 24), game(3, 4, 40, 24)], [game(1, 3, 40, 24), game(2, 4, 33, 31)]), 2)
    assert not any(line.by_lot for line in table)


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({"rounds": 5}, 0),
        ({"rounds": 7}, 0),
        ({"rounds": 8}, 6),
        ({"rounds": 11}, 6),
        ({"rounds": 11, "formula": "Toutes-rondes"}, 0),
        ({"rounds": 10, "formula": "Double toutes-rondes"}, 0),
        ({"rounds": 5, "beta": 6}, 6),
        ({"rounds": 11, "beta": 0}, 0),
        ({"rounds": 7, "beta": 2.1}, Fraction(21, 10)),
        ({}, 0),
    ],
)
def test_b5_beta_by_the_format_unless_it_is_set(settings, expected):
    assert beta(Settings(**settings)) == expected


def test_b5_before_the_first_round_nobody_is_ranked_and_late_entrants_come_in_with_their_first_row():
    tournament = small(*BYE_AND_ABSENCE)
    assert standings(tournament, 0) == []
    assert {line.number for line in standings(tournament, 1)} == {1, 2, 3}
    assert {line.number for line in standings(tournament, 2)} == {1, 2, 3, 4}


def test_b5_won_drawn_and_lost_count_byes_and_forfeits_but_no_absences():
    tournament = small([game(1, 2, end="FB"), game(3, BIP)], [game(1, 3, 32, 32), game(4, BIP, end="FN")])
    found = {line.number: (line.won, line.drawn, line.lost, line.games) for line in standings(tournament, 2)}
    assert found == {1: (1, 1, 0, 2), 2: (0, 0, 1, 1), 3: (1, 1, 0, 2), 4: (0, 0, 0, 0)}

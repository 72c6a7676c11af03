"""Rule B5: the reference program's standings, real tournaments, and the written rule where it differs."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

import pytest

from tests.othello_data import game, of, real, reference, rows
from tournament_xl.rules.othello.model import BIP, PAPP, Player, Settings, Tournament
from tournament_xl.rules.othello.standings import beta, standings

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

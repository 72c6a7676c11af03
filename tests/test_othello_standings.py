"""Rule B5: the reference program's standings, real tournaments, and the written rule where it differs."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

import pytest

from tests.othello_data import of, real, reference, rows
from tournament_xl.othello.standings import standings

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

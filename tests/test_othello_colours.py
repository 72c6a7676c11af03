"""Rules S4 and S5: colours and tables."""

from __future__ import annotations

from random import Random

import pytest

from tests.othello_data import game, real, reference, rows
from tests.othello_fields import field, with_round
from tests.othello_pairs import four
from tournament_xl.othello import swiss
from tournament_xl.othello.costs import Costs
from tournament_xl.othello.history import history
from tournament_xl.othello.model import BIP


def test_s4_equal_costs_reverse_the_latest_round_in_which_the_colours_differed():
    """1 and 4 meet in round 3 with N B and B N: in round 2 player 4 had Black, so 1 has it now."""
    tournament = four(
        [game(1, 2, 40, 24), game(3, 4, 40, 24)],
        [game(3, 1, 40, 24), game(4, 2, 40, 24)],
    )
    costs = Costs(tournament, 3)
    assert costs.cost(1, 4) == costs.cost(4, 1) - 30  # alternation decides first
    assert swiss.colours(tournament, costs, 4, 1)[:2] == ((1, 4), swiss.CHEAPER)
    rested = four(
        [game(1, 2, 40, 24), game(3, 4, 40, 24)],
        [game(2, 1, 40, 24), game(4, 3, 40, 24)],
        [],
    )
    costs = Costs(rested, 4)  # nobody played round 3; in round 2 player 4 had Black and player 1 White
    assert costs.cost(1, 4) == costs.cost(4, 1)
    assert swiss.colours(rested, costs, 4, 1) == ((1, 4), swiss.TURNED, 2)


PAIRED_BY_PAPP = [row["tid"] for row in rows("tournaments") if row["tid"] not in ("geneva2017", "gpf2017")]


@pytest.mark.parametrize("tid", [*sorted({row["tid"] for row in rows("reference_rounds")}), *PAIRED_BY_PAPP])
def test_s4_colours_of_the_reference_runs_and_of_real_tournaments_wherever_no_lot_decides(tid):
    tournament = reference(tid) if tid in {row["tid"] for row in rows("reference_rounds")} else real(tid)
    decided = 0
    for number in range(2, len(tournament.rounds) + 1):
        costs = Costs(tournament, number)
        for row in tournament.rounds[number - 1]:
            sides, why, _ = swiss.colours(tournament, costs, *row.sides)
            if why != swiss.DRAWN:
                assert sides == row.sides, number
                decided += 1
    assert decided >= 5


def test_s4_without_a_difference_the_colour_is_drawn_from_the_seed_whatever_the_order():
    drawn = set()
    for seed in range(30):
        tournament = four(seed=str(seed))
        costs = Costs(tournament, 1)
        found = swiss.colours(tournament, costs, 1, 2)
        assert found == swiss.colours(tournament, costs, 2, 1)
        assert found[1:] == (swiss.DRAWN, 0)
        drawn.add(found[0])
    assert drawn == {(1, 2), (2, 1)}


def test_s5_tables_by_the_better_score_then_the_sum_then_blacks_number_highest_first_bip_last():
    source = Random("tables")
    tournament = field(source, 23, 6, events=0)
    for number in range(1, 6):
        tournament = with_round(tournament, source)
        scores = {who: past.score for who, past in history(tournament, number + 1).players.items()}
        pairs = swiss.pair(tournament).pairs
        assert [pair.table for pair in pairs] == list(range(1, 13))
        assert BIP in pairs[-1].sides
        keys = [(max(scores[w] for w in p.sides), sum(scores[w] for w in p.sides), p.black) for p in pairs[:-1]]
        assert keys == sorted(keys, reverse=True)

"""Rules S1-S8: costs and optimal totals of the reference program, real tournaments, and what the rules promise."""

from __future__ import annotations

import pytest

from tests.othello_data import present, real, reference, rows
from tournament_xl.othello.costs import Costs
from tournament_xl.othello.model import BIP
from tournament_xl.pairing.lots import lot
from tournament_xl.pairing.matching import least_cost_matching


def number(text: str) -> int:
    return BIP if text == "BIP" else int(text)


def optimum(costs: Costs) -> int:
    pairs = least_cost_matching(costs.limited(), lot("any"))
    return sum(costs.cheaper(costs.who[i], costs.who[j]) for i, j in pairs)


@pytest.mark.parametrize("round_", sorted({int(row["round"]) for row in rows("reference_matrix")}))
def test_s1_s2_every_cost_of_the_reference_program_and_its_terms(round_):
    cells = [row for row in rows("reference_matrix") if int(row["round"]) == round_]
    costs = Costs(reference(cells[0]["tid"]), round_)
    assert len(cells) == 132  # 11 players and BIP, both colours
    for row in cells:
        black, white = number(row["black_id"]), number(row["white_id"])
        assert costs.cost(black, white) == int(row["penalty"]), row
        assert sum(term.cost for term in costs.terms(black, white)) == int(row["penalty"]), row


@pytest.mark.parametrize("row", rows("reference_rounds"), ids=lambda row: f"{row['tid']} {row['round']}")
def test_s3_the_optimal_total_of_the_reference_program(row):
    tournament, round_ = reference(row["tid"]), int(row["round"])
    assert set(present(row)) == tournament.present(round_)
    assert optimum(Costs(tournament, round_)) == int(row["papp_total_penalty"])


@pytest.mark.parametrize("row", rows("pairing_penalties"), ids=lambda row: f"{row['tid']} {row['round']}")
def test_s3_costs_and_optima_of_real_tournaments(row):
    tournament, round_ = real(row["tid"]), int(row["round"])
    costs = Costs(tournament, round_)
    played = sum(costs.cost(game.black, game.white) for game in tournament.rounds[round_ - 1])
    assert (played, optimum(costs)) == (int(row["penalty_of_real_pairing"]), int(row["optimal_penalty"]))

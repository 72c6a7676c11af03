"""Rules S1, S2, S6 and the totals of S3: costs of the reference program and of real tournaments, term by term."""

from __future__ import annotations

import pytest

from tests.othello_data import game, present, real, reference, rows
from tests.othello_pairs import four, number, optimum, players
from tournament_xl.othello.costs import Costs, compatriot_cost, repetition
from tournament_xl.othello.model import BIP, Settings, Tournament


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


def test_s1_the_terms_of_a_pair_are_told_with_their_facts():
    """1 (Black, won) against 3 (Black, won) in round 2: 1 as Black a second time costs 105 and 15."""
    tournament = four([game(1, 2, 40, 24), game(3, 4, 40, 24)])
    told = {(term.kind, term.who): (term.cost, term.fact) for term in Costs(tournament, 2).terms(1, 3)}
    assert told == {("balance", 1): (105, 2), ("alternation", 1): (15, 0)}
    told = {(term.kind, term.who): (term.cost, term.fact) for term in Costs(tournament, 2).terms(1, 2)}
    assert told == {
        ("balance", 1): (105, 2),
        ("alternation", 1): (15, 0),
        ("balance", 2): (105, -2),
        ("alternation", 2): (15, 0),
        ("float", None): (40588, 2),
        ("elitism", None): (200, 0),
        ("met", None): (10_000_001, 1),
    }


def test_s2_bips_terms():
    """2 (White, lost) has BIP in round 2: scores 0 and -1."""
    tournament = four([game(1, 2, 40, 24), game(3, 4, 40, 24)])
    costs = Costs(tournament, 2, {1, 2, 3})
    told = {(term.kind, term.who): (term.cost, term.fact) for term in costs.terms(BIP, 2)}
    assert told == {("balance", 2): (20, -1), ("float", 2): (20000, 1)}
    late = Tournament(Settings(seed="1"), players("A", "B", "C"), ((game(1, 2, 40, 24),),))
    told = {(term.kind, term.who): (term.cost, term.fact) for term in Costs(late, 2).terms(3, BIP)}
    assert told[("without game", 3)] == (10_000_001, 1)


@pytest.mark.parametrize(
    ("setting", "number", "cost"),
    [
        ("toujours", 5, 2), ("", 1, 2), ("jamais", 1, 0), ("ronde 1", 1, 2), ("ronde 1", 2, 0),
        ("interdit dès 3", 2, 2), ("interdit dès 3", 3, 10_000_000),
    ],
)  # fmt: skip
def test_s1_the_setting_compatriotes(setting, number, cost):
    assert compatriot_cost(setting, number) == cost


@pytest.mark.parametrize(
    ("games", "black", "expected"),
    [
        ([(1, 1)], 1, 10_000_000),
        ([(1, 1)], 2, 0),
        ([(2, 1)], 2, 1),  # in the preceding round
        ([(1, 1), (2, 2)], 1, 15_000_001),  # they have met as often as allowed: S1
    ],
)
def test_s6_a_second_meeting_allowed_wants_the_other_colours(games, black, expected):
    assert repetition(games, black, 3, 2, 2) == expected


def test_s6_rematches_are_dear_before_their_round_and_by_default():
    assert repetition([(1, 1)], 2, 3, 2, 4) == 5_000_000
    assert repetition([(1, 1)], 2, 3, 1, 2) == 5_000_000
    assert repetition([(1, 1)], 2, 4, 2, 4) == 0

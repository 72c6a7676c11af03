"""Rules S1 to S8 and R1: costs of the reference program and of real tournaments, pairs, colours, tables, departures,
round robins."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from tests.fuzz import TRIALS
from tests.othello_data import (
    add_round,
    build_four,
    build_game,
    build_players,
    compute_optimum,
    invent_tournament,
    read_real_tournament,
    read_reference_run,
    read_rows,
)
from tests.programs import WHOLE
from tournament_xl.games.othello.rules import optimum as optimum_module
from tournament_xl.games.othello.rules import round_robin, swiss
from tournament_xl.games.othello.rules.costs import Costs, compute_compatriot_cost, compute_rematch_cost
from tournament_xl.games.othello.rules.formulas import DOUBLE_ROUND_ROBIN, ROUND_ROBIN, SWISS, suggest_round_robin
from tournament_xl.games.othello.rules.model import BIP, OthelloGame, OthelloSettings, OthelloTournament
from tournament_xl.games.othello.rules.optimum import compute_round_cost
from tournament_xl.games.othello.rules.results import collect_pairing_history


@pytest.mark.rule(
    "Othello S1",
    "coût d'une paire",
    "games/othello/rules/costs.py: cost",
    "games/othello/rules/costs.py: terms",
    "games/othello/rules/costs.py: compute_compatriot_cost",
)
@pytest.mark.parametrize("round_", sorted({int(row["round"]) for row in read_rows("reference_matrix")}))
def test_s1_s2_every_cost_of_the_reference_program_and_its_terms(round_):
    cells = [row for row in read_rows("reference_matrix") if int(row["round"]) == round_]
    costs = Costs(read_reference_run(cells[0]["tid"]), round_)
    assert len(cells) == 132  # 11 players and BIP, both colours
    for row in cells:
        black, white = (BIP if row[side] == "BIP" else int(row[side]) for side in ("black_id", "white_id"))
        assert costs.cost(black, white) == int(row["penalty"]), row
        assert sum(term.cost for term in costs.terms(black, white)) == int(row["penalty"]), row


@pytest.mark.rule(
    "Othello S3",
    "appariement optimal, tirage entre optimums",
    "games/othello/rules/optimum.py: find_optimal_pairs",
    "core/matching.py: find_least_cost_matching",
)
@pytest.mark.parametrize("row", read_rows("reference_rounds"), ids=lambda row: f"{row['tid']} {row['round']}")
def test_s3_the_optimal_total_of_the_reference_program(row):
    tournament, round_ = read_reference_run(row["tid"]), int(row["round"])
    assert {int(player_id) for player_id in row["present_ids"].split()} == tournament.present(round_)
    assert compute_optimum(Costs(tournament, round_)) == int(row["papp_total_penalty"])


@pytest.mark.rule(
    "Othello S3", "coût d'une ronde jouée face à l'optimum", "games/othello/rules/optimum.py: compute_round_cost"
)
@pytest.mark.parametrize("row", read_rows("pairing_penalties"), ids=lambda row: f"{row['tid']} {row['round']}")
def test_s3_costs_and_optima_of_real_tournaments(row):
    tournament, round_ = read_real_tournament(row["tid"]), int(row["round"])
    costs = Costs(tournament, round_)
    played = sum(costs.cost(game.black, game.white) for game in tournament.rounds[round_ - 1])
    assert (played, compute_optimum(costs)) == (int(row["penalty_of_real_pairing"]), int(row["optimal_penalty"]))
    judged = compute_round_cost(tournament, round_)
    assert (judged.cost, judged.least.limited) == (played, compute_optimum(costs))


@pytest.mark.rule(
    "Othello S3",
    "une ronde jouée est l'optimum : montré par quelques-unes de ses paires",
    "games/othello/rules/optimum.py: _is_least",
)
@pytest.mark.parametrize("seed", range(2000 if TRIALS else 4 if WHOLE else 1))
def test_s3_a_few_pairs_show_that_a_round_is_an_optimum(seed, monkeypatch):
    """A round as the program pairs it is judged without the matching of all pairs, one with an exchange not always."""
    source = Random(f"judged {seed}")
    tournament = invent_tournament(source, source.randint(40, 200), 5, 0.02)
    for number in range(1, source.randint(3, 6)):
        tournament = add_round(tournament, source, 0)
        rows_ = list(tournament.rounds[-1])
        first, second = source.sample([index for index, row in enumerate(rows_) if not row.bye], 2)
        rows_[first], rows_[second] = (
            replace(rows_[first], white=rows_[second].white),
            replace(rows_[second], white=rows_[first].white),
        )
        exchanged = replace(tournament, rounds=(*tournament.rounds[:-1], tuple(rows_)))
        for played in (tournament, exchanged):
            judged, costs = compute_round_cost(played, number), Costs(played, number)
            cost = sum(min(costs.cost(*row.sides), 10_000_000) for row in played.rounds[-1])
            assert (judged.drawn.limited, judged.least.limited) == (cost, compute_optimum(costs))
        if not TRIALS:
            with monkeypatch.context() as patch:
                patch.setattr(optimum_module, "find_optimal_pairs", None)
                assert compute_round_cost(tournament, number).is_optimal


@pytest.mark.rule(
    "Othello S2", "BIP", "games/othello/rules/costs.py: _bye_parts", "games/othello/rules/optimum.py: add_bip_if_odd"
)
def test_s2_bips_terms():
    """2 (White, lost) has BIP in round 2: scores 0 and -1."""
    tournament = build_four([build_game(1, 2, 40, 24), build_game(3, 4, 40, 24)])
    costs = Costs(tournament, 2, {1, 2, 3})
    terms = {(term.kind, term.player_id): (term.cost, term.fact) for term in costs.terms(BIP, 2)}
    assert terms == {("balance", 2): (20, -1), ("float", 2): (20000, 1)}
    late = OthelloTournament(
        OthelloSettings(SWISS, seed="1"), build_players("A", "B", "C"), ((build_game(1, 2, 40, 24),),)
    )
    terms = {(term.kind, term.player_id): (term.cost, term.fact) for term in Costs(late, 2).terms(3, BIP)}
    assert terms[("without game", 3)] == (10_000_001, 1)


def test_s1_compatriots_by_the_setting_round_by_round():
    for setting, costs in [
        ("toujours", [2, 2, 2]),
        ("ronde 1", [2, 0, 0]),
        ("jamais", [0, 0, 0]),
        ("interdit dès 2", [2, 10_000_000, 10_000_000]),
    ]:
        assert [compute_compatriot_cost(setting, number, 2) for number in (1, 2, 3)] == costs


@pytest.mark.rule("Othello S6", "revanches permises", "games/othello/rules/costs.py: compute_rematch_cost")
def test_s6_a_second_meeting_allowed_wants_the_other_colours():
    for games, black, expected in [
        ([(1, 1)], 1, 10_000_000),
        ([(1, 1)], 2, 0),
        ([(2, 1)], 2, 1),  # in the preceding round
        ([(1, 1), (2, 2)], 1, 15_000_001),  # they have met as often as allowed: S1
    ]:
        assert compute_rematch_cost(games, black, 3, 2, 2) == expected


@pytest.mark.rule("Othello S4", "couleurs", "games/othello/rules/swiss.py: choose_colours")
def test_s4_equal_costs_reverse_the_latest_round_in_which_the_colours_differed():
    """1 and 4 meet in round 3 with N B and B N: in round 2 player 4 had Black, so 1 has it now."""
    tournament = build_four(
        [build_game(1, 2, 40, 24), build_game(3, 4, 40, 24)], [build_game(3, 1, 40, 24), build_game(4, 2, 40, 24)]
    )
    costs = Costs(tournament, 3)
    assert costs.cost(1, 4) == costs.cost(4, 1) - 30  # alternation decides first
    assert swiss.choose_colours(tournament, costs, 4, 1)[:2] == ((1, 4), swiss.CHEAPER)
    rested = build_four(
        [build_game(1, 2, 40, 24), build_game(3, 4, 40, 24)], [build_game(2, 1, 40, 24), build_game(4, 3, 40, 24)], []
    )
    costs = Costs(rested, 4)  # nobody played round 3; in round 2 player 4 had Black and player 1 White
    assert costs.cost(1, 4) == costs.cost(4, 1)
    assert swiss.choose_colours(rested, costs, 4, 1) == ((1, 4), swiss.TURNED, 2)


REFERENCE = sorted({row["tid"] for row in read_rows("reference_rounds")})
PAIRED_BY_PAPP = [row["tid"] for row in read_rows("tournaments") if row["tid"] not in ("geneva2017", "gpf2017")]


@pytest.mark.parametrize("tid", [*REFERENCE, *PAIRED_BY_PAPP])
def test_s4_colours_of_the_reference_runs_and_of_real_tournaments_wherever_no_lot_decides(tid):
    tournament = read_reference_run(tid) if tid in REFERENCE else read_real_tournament(tid)
    decided = 0
    for number in range(2, len(tournament.rounds) + 1):
        costs = Costs(tournament, number)
        for row in tournament.rounds[number - 1]:
            sides, why, _ = swiss.choose_colours(tournament, costs, *row.sides)
            if why != swiss.DRAWN:
                assert sides == row.sides, number
                decided += 1
    assert decided >= 5


def test_s4_without_a_difference_the_colour_is_drawn_from_the_seed_whatever_the_order():
    drawn = set()
    for seed in range(30):
        tournament = build_four(seed=str(seed))
        costs = Costs(tournament, 1)
        choice = swiss.choose_colours(tournament, costs, 1, 2)
        assert choice == swiss.choose_colours(tournament, costs, 2, 1)
        assert choice[1:] == (swiss.DRAWN, 0)
        drawn.add(choice[0])
    assert drawn == {(1, 2), (2, 1)}


@pytest.mark.rule("Othello S5", "numéros de table", "games/othello/rules/swiss.py: number_swiss_tables")
def test_s5_tables_by_the_better_score_then_the_sum_then_blacks_number_highest_first_bip_last():
    source = Random("tables")
    tournament = invent_tournament(source, 23, 6, events=0)
    for number in range(1, 6):
        tournament = add_round(tournament, source)
        scores = {
            player_id: past.score for player_id, past in collect_pairing_history(tournament, number + 1).players.items()
        }
        pairs = swiss.pair_swiss_round(tournament).pairs
        assert [pair.table for pair in pairs] == list(range(1, 13))
        assert BIP in pairs[-1].sides
        keys = [(max(scores[w] for w in p.sides), sum(scores[w] for w in p.sides), p.black) for p in pairs[:-1]]
        assert keys == sorted(keys, reverse=True)


def test_s5_the_leader_is_at_table_1_even_where_he_meets_the_last():
    six = OthelloTournament(OthelloSettings(SWISS, seed="7"), build_players(*"ABCDEF"))
    won = (((1, 4), (3, 6), (2, 5)), ((1, 2), (5, 6), (3, 4)), ((1, 3), (2, 6), (4, 5)))
    rounds = tuple(tuple(build_game(*sides, 40, 24) for sides in pairs) for pairs in won)
    fixed = tuple(OthelloGame(*sides) for sides in ((2, 3), (4, 5), (1, 6)))
    drawn = swiss.pair_swiss_round(replace(six, rounds=rounds, fixed=fixed)).pairs
    assert [pair.sides for pair in drawn] == [(1, 6), (2, 3), (4, 5)]


@pytest.mark.rule("Othello S7", "départ après l'appariement", "games/othello/rules/swiss.py: repair_after_departure")
def test_s7_when_there_was_a_bip_the_two_without_opponent_meet():
    five = OthelloTournament(OthelloSettings(SWISS, seed="7"), build_players("A", "B", "C", "D", "E"))
    drawn = (OthelloGame(1, 2, table=1), OthelloGame(3, 4, table=2), OthelloGame(5, BIP, table=3, complete=True))
    rows = swiss.repair_after_departure(replace(five, rounds=(drawn,)), 1, [4])
    assert rows[0] == drawn[0]
    assert {frozenset(row.sides) for row in rows} == {frozenset((1, 2)), frozenset((3, 5))}
    assert [row.table for row in rows] == [1, 2]
    assert swiss.repair_after_departure(replace(five, rounds=(drawn,)), 1, [5]) == drawn[:2]


@pytest.mark.rule("Othello S8", "paires faites à la main", "games/othello/rules/swiss.py: pair_swiss_round")
def test_s8_a_pair_by_hand_stands_and_its_cost_above_the_optimum_is_told():
    """Winners 1 and 3 are to meet; the organiser pairs them with the losers instead."""
    first = [build_game(1, 2, 40, 24), build_game(3, 4, 40, 24)]
    free = swiss.pair_swiss_round(build_four(first))
    assert free.cost == free.optimum
    by_hand = swiss.pair_swiss_round(build_four(first, fixed=(OthelloGame(4, 1, table=2),)))
    assert {pair.sides for pair in by_hand.pairs if pair.by_hand} == {(4, 1)}
    assert {frozenset(pair.sides) for pair in by_hand.pairs} == {frozenset((1, 4)), frozenset((2, 3))}
    assert [(pair.table, pair.by_hand) for pair in by_hand.pairs] == [(1, False), (2, True)]
    assert by_hand.optimum == free.optimum
    assert by_hand.cost == sum(pair.cost for pair in by_hand.pairs) > by_hand.optimum


def test_s3_the_order_of_players_and_rows_changes_nothing():
    source = Random("order")
    tournament = invent_tournament(source, source.randint(8, 40), 5)
    for _ in range(3):
        tournament = add_round(tournament, source)
    pairing = swiss.pair_swiss_round(tournament)
    mixed = replace(
        tournament,
        players=tuple(source.sample(tournament.players, len(tournament.players))),
        rounds=tuple(tuple(source.sample(rows_, len(rows_))) for rows_ in tournament.rounds),
    )
    assert swiss.pair_swiss_round(mixed) == pairing


@pytest.mark.rule(
    "Othello R1",
    "toutes-rondes simple et double",
    "games/othello/rules/round_robin.py: build_table_round",
    "games/othello/rules/round_robin.py: find_scheduled_games",
    "games/othello/rules/formulas.py: suggest_round_robin",
)
@pytest.mark.parametrize(("tid", "formula"), [("egp_athens2019", ROUND_ROBIN), ("gpf2017", DOUBLE_ROUND_ROBIN)])
def test_r1_real_round_robins_come_out_game_for_game_with_colours_and_order(tid, formula):
    whole = read_real_tournament(tid)
    rounds = [  # the games in the order of the file, BIP last, as the program numbers tables
        tuple(replace(row, table=index) for index, row in enumerate(sorted(rows_, key=lambda row: row.bye), start=1))
        for rows_ in whole.rounds
    ]
    tournament = replace(whole, settings=replace(whole.settings, formula=formula))
    for number, games in enumerate(rounds[1:], start=1):
        pairs = formula.pair(replace(tournament, rounds=tuple(rounds[:number]))).pairs
        assert [pair.table for pair in pairs] == [row.table for row in games]
        for pair, row in zip(pairs, games, strict=True):
            assert {*pair.sides} == {*row.sides} if row.bye else pair.sides == row.sides, number


def test_r1_everybody_meets_everybody_once_per_cycle_and_with_both_colours_in_two():
    for seats in (2, 4, 6, 8, 10, 16, 30):
        start = tuple(range(seats))
        once = [pair for number in range(1, seats) for pair in round_robin.build_table_round(start, number)]
        assert sorted(tuple(sorted(pair)) for pair in once) == sorted(combinations(range(seats), 2))
        second = [
            pair for number in range(seats, 2 * seats - 1) for pair in round_robin.build_table_round(start, number)
        ]
        assert sorted(pair[::-1] for pair in second) == sorted(once)


def test_r1_when_a_round_robin_is_proposed_and_how_long_it_is():
    """At most 2·⌈R/2⌉ players for R rounds; double when R = 2(n - 1)."""
    single, double = ROUND_ROBIN, DOUBLE_ROUND_ROBIN
    for present, announced, formula in [
        (6, 5, single), (5, 5, single), (6, 10, double), (7, 5, None), (4, 6, double), (1, 5, None),
    ]:  # fmt: skip
        assert suggest_round_robin(present, announced) == formula
    for formula, present, rounds in [
        (single, 6, 5), (single, 5, 5), (double, 6, 10), (double, 5, 10), (SWISS, 40, 7), (SWISS, 5, 5),
    ]:  # fmt: skip
        assert formula.default_rounds(present) == rounds

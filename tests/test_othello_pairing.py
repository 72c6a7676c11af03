"""Rules S1 to S8: costs of the reference program and of real tournaments, pairs, colours, tables, departures."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest
import rustworkx

from tests import naive_othello as naive
from tests.othello_data import four, game, id_of, optimum, players, present, real, reference, rows
from tests.othello_fields import field, with_round
from tournament_xl.model import Refused
from tournament_xl.record import replace
from tournament_xl.rules.othello import swiss
from tournament_xl.rules.othello.costs import Costs, repetition
from tournament_xl.rules.othello.model import BIP, Game, Settings, Tournament
from tournament_xl.rules.othello.optimum import alternative
from tournament_xl.rules.othello.results import history


@pytest.mark.parametrize("round_", sorted({int(row["round"]) for row in rows("reference_matrix")}))
def test_s1_s2_every_cost_of_the_reference_program_and_its_terms(round_):
    cells = [row for row in rows("reference_matrix") if int(row["round"]) == round_]
    costs = Costs(reference(cells[0]["tid"]), round_)
    assert len(cells) == 132  # 11 players and BIP, both colours
    for row in cells:
        black, white = id_of(row["black_id"]), id_of(row["white_id"])
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


def test_s7_when_there_was_a_bip_the_two_without_opponent_meet():
    five = Tournament(Settings(seed="7"), players("A", "B", "C", "D", "E"))
    drawn = (Game(1, 2, table=1), Game(3, 4, table=2), Game(5, BIP, table=3, complete=True))
    rows = swiss.after_departure(replace(five, rounds=(drawn,)), 1, [4])
    assert rows[0] == drawn[0]
    assert {frozenset(row.sides) for row in rows} == {frozenset((1, 2)), frozenset((3, 5))}
    assert [row.table for row in rows] == [1, 2]
    assert swiss.after_departure(replace(five, rounds=(drawn,)), 1, [5]) == drawn[:2]


def test_s8_a_pair_by_hand_stands_and_its_cost_above_the_optimum_is_told():
    """Winners 1 and 3 are to meet; the organiser pairs them with the losers instead."""
    first = [game(1, 2, 40, 24), game(3, 4, 40, 24)]
    free = swiss.pair(four(first))
    assert free.cost == free.optimum
    by_hand = swiss.pair(four(first, fixed=(Game(4, 1, table=2),)))
    assert {pair.sides for pair in by_hand.pairs if pair.by_hand} == {(4, 1)}
    assert {frozenset(pair.sides) for pair in by_hand.pairs} == {frozenset((1, 4)), frozenset((2, 3))}
    assert [(pair.table, pair.by_hand) for pair in by_hand.pairs] == [(1, False), (2, True)]
    assert by_hand.optimum == free.optimum
    assert by_hand.cost == sum(pair.cost for pair in by_hand.pairs) > by_hand.optimum


def test_s8_forbidding_a_pair_raises_the_optimum_by_what_trying_all_pairings_says():
    source = Random("forbidden")
    for size in (4, 7, 8, 11):
        tournament = field(source, size, 5, events=0)
        for _ in range(4):
            tournament = with_round(tournament, source)
            number, costs = tournament.next_round, Costs(tournament, tournament.next_round)
            limited = {
                (a, b): min(max(costs.cheaper(a, b), 0), 10_000_000) for a in costs.who for b in costs.who if a != b
            }
            best = naive.optimum(lambda a, b, limited=limited: limited[a, b], costs.who)
            pairs = swiss.pair(tournament).pairs
            for pair in (*pairs[:2], pairs[-1]):
                without = limited | dict.fromkeys((pair.sides, pair.sides[::-1]), 10**9)
                found = alternative(tournament, number, pair.sides)
                rise = optimum_of(without, costs.who) - best
                assert found.rise == rise >= 0
                assert pair.sides[1] != found.meets[0] != found.meets[1] != pair.sides[0]


def optimum_of(costs: dict[tuple[int, int], int], who: tuple[int, ...]) -> int:
    """By trying all, costs unlimited."""
    if not who:
        return 0
    first, *rest = who
    return min(costs[first, other] + optimum_of(costs, tuple(w for w in rest if w != other)) for other in rest)


def test_s3_nobody_present_is_refused_and_one_alone_has_bip():
    nobody = Tournament(Settings(), ())
    with pytest.raises(Refused):
        swiss.pair(nobody)
    (pair,) = swiss.pair(Tournament(Settings(), players("A"))).pairs
    assert set(pair.sides) == {1, BIP}


@pytest.mark.parametrize("seed", range(2))
def test_s3_the_order_of_players_and_rows_changes_nothing_and_the_seed_does(seed):
    source = Random(f"order {seed}")
    tournament = field(source, source.randint(8, 40), 5)
    for _ in range(3):
        tournament = with_round(tournament, source)
    found = swiss.pair(tournament)
    mixed = replace(
        tournament,
        players=tuple(source.sample(tournament.players, len(tournament.players))),
        rounds=tuple(tuple(source.sample(rows_, len(rows_))) for rows_ in tournament.rounds),
    )
    assert swiss.pair(mixed) == found
    others = [replace(tournament, settings=replace(tournament.settings, seed=f"other {n}")) for n in range(8)]
    assert {swiss.pair(other).optimum for other in others} == {found.optimum}


@pytest.mark.parametrize("size", [5, 6, 9, 21, 47])
def test_s3_neither_a_rematch_nor_a_second_round_without_game_while_it_can_be_avoided(size):
    """Random events; that it can be avoided is proved by a perfect matching of the pairs that avoid it."""
    source = Random(f"avoid {size}")
    announced = 9 if size < 40 else 6
    tournament = field(source, size, announced, 0.08)
    avoidable = 0
    for number in range(1, announced + 1):
        if not tournament.present(number):
            break
        costs = Costs(tournament, number)
        past = costs.history

        def again(one, two, past=past):
            if BIP in (one, two):
                return bool(past.players[max(one, two)].without_game)
            return frozenset((one, two)) in past.meetings

        graph = rustworkx.PyGraph()
        graph.add_nodes_from(costs.who)
        graph.add_edges_from(
            [(i, j, 1) for i, j in combinations(range(len(costs.who)), 2) if not again(costs.who[i], costs.who[j])]
        )
        possible = 2 * len(rustworkx.max_weight_matching(graph, max_cardinality=True)) == len(costs.who)
        pairs = swiss.pair(tournament).pairs
        if possible:
            avoidable += 1
            assert not [pair.sides for pair in pairs if again(*pair.sides)], number
        tournament = with_round(tournament, source, 0.08)
    assert avoidable >= min(size // 3, 5)

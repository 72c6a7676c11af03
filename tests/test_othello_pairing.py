"""Rules S3, S7, S8: what a pairing promises, departures after it, pairs by hand."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest
import rustworkx

from tests import naive_othello as naive
from tests.othello_data import game
from tests.othello_fields import field, with_round
from tests.othello_pairs import four, players
from tournament_xl.model import Refused
from tournament_xl.othello import swiss
from tournament_xl.othello.costs import Costs
from tournament_xl.othello.model import BIP, Game, Settings, Tournament
from tournament_xl.othello.optimum import alternative, judge
from tournament_xl.pairing.lots import lot
from tournament_xl.pairing.matching import least_cost_matching
from tournament_xl.record import replace


def test_s7_a_departure_after_the_pairing_gives_bip_on_the_same_side_and_leaves_the_others():
    drawn = (Game(1, 2, table=1), Game(3, 4, table=2))
    tournament = four(drawn)
    assert swiss.after_departure(tournament, 1, [4]) == (drawn[0], Game(3, BIP, table=2, complete=True))
    assert swiss.after_departure(tournament, 1, [1]) == (Game(BIP, 2, table=1, complete=True), drawn[1])
    assert swiss.after_departure(tournament, 1, [1, 2]) == (drawn[1],)


def test_s7_when_there_was_a_bip_the_two_without_opponent_meet():
    five = Tournament(Settings(seed="7"), players("A", "B", "C", "D", "E"))
    drawn = (Game(1, 2, table=1), Game(3, 4, table=2), Game(5, BIP, table=3, complete=True))
    rows = swiss.after_departure(replace(five, rounds=(drawn,)), 1, [4])
    assert rows[0] == drawn[0]
    assert {frozenset(row.sides) for row in rows} == {frozenset((1, 2)), frozenset((3, 5))}
    assert [row.table for row in rows] == [1, 2]
    assert swiss.after_departure(replace(five, rounds=(drawn,)), 1, [5]) == drawn[:2]


def test_s7_two_departures_at_once_leave_two_who_meet_with_a_bip_three():
    five = Tournament(Settings(seed="7"), players("A", "B", "C", "D", "E"))
    drawn = (Game(1, 2, table=1), Game(3, 4, table=2), Game(5, BIP, table=3, complete=True))
    rows = swiss.after_departure(replace(five, rounds=(drawn,)), 1, [1, 4])
    assert sorted(who for row in rows for who in row.sides) == [BIP, 2, 3, 5]
    assert [row.complete for row in rows] == [BIP in row.sides for row in rows]


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


@pytest.mark.parametrize("fixed", [Game(1, BIP), Game(BIP, 1)])
def test_s8_a_bye_by_hand_in_an_even_field_gives_a_second_one(fixed):
    pairs = swiss.pair(four(fixed=(fixed,))).pairs
    assert sorted(who for pair in pairs for who in pair.sides) == [BIP, BIP, 1, 2, 3, 4]
    assert fixed.sides in {pair.sides for pair in pairs}


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


def test_s8_two_players_alone_have_no_alternative():
    tournament = Tournament(Settings(seed="1"), players("A", "B"))
    assert alternative(tournament, 1, (1, 2)) is None


def test_s8_the_alternative_keeps_the_pairs_that_stand():
    tournament = Tournament(Settings(seed="1"), players("A", "B", "C", "D", "E", "F"))
    found = alternative(tournament, 1, (1, 2), standing=[(3, 4)])
    assert set(found.meets) == {5, 6}
    assert alternative(tournament, 1, (1, 2), standing=[(3, 4), (5, 6)]) is None


def test_s3_nobody_present_is_refused_and_one_alone_has_bip():
    nobody = Tournament(Settings(), ())
    with pytest.raises(Refused):
        swiss.pair(nobody)
    (pair,) = swiss.pair(Tournament(Settings(), players("A"))).pairs
    assert set(pair.sides) == {1, BIP}


@pytest.mark.parametrize("seed", range(12))
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


def test_s3_the_seed_chooses_among_optima():
    opening = field(Random("first"), 12, 5, events=0)
    seeds = [replace(opening, settings=replace(opening.settings, seed=str(seed))) for seed in range(20)]
    assert len({tuple(pair.sides for pair in swiss.pair(one).pairs) for one in seeds}) == 20


SIZES = [5, 6, 7, 8, 9, 10, 12, 15, 16, 21, 27, 34, 47, 62, 81, 104, 129, 130]


@pytest.mark.parametrize("size", SIZES)
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


def test_s3_judges_a_round_as_it_stands():
    source = Random("judge")
    tournament = field(source, 14, 5, events=0)
    for _ in range(3):
        tournament = with_round(tournament, source)
    found = judge(tournament, 3)
    assert found.optimal
    assert found.cost == found.optimum
    rows_ = list(tournament.rounds[2])
    rows_[0], rows_[-1] = (
        replace(rows_[0], white=rows_[-1].white),
        replace(rows_[-1], white=rows_[0].white),
    )
    exchanged = judge(replace(tournament, rounds=(*tournament.rounds[:2], tuple(rows_))), 3)
    assert not exchanged.optimal
    assert exchanged.optimum == found.optimum


def test_s3_above_the_limit_of_lots_the_total_is_still_the_optimum():
    """402 players in round 1 can avoid all compatriots: every pair costs 20, Black's colour and White's 20 each."""
    tournament = field(Random("large"), 402, 5, events=0)
    costs = Costs(tournament, 1).limited
    found = least_cost_matching(costs, lot("a"))
    assert {costs[i][j] for i, j in found} == {40}
    assert sorted(row for pair in found for row in pair) == list(range(402))


def test_s8_a_round_typed_whole_stands_with_its_colours_and_the_optimum_is_told():
    typed = (Game(1, 2), Game(4, 3), Game(BIP, 5))
    five = Tournament(Settings(seed="1"), players(*"ABCDE"), (), typed)
    found = swiss.pair(five)
    assert [pair.sides for pair in found.pairs] == [(1, 2), (4, 3), (BIP, 5)]
    assert found.cost == found.optimum == 40 + 40 + 20000
    assert all(pair.by_hand for pair in found.pairs)


def test_s3_a_forfeit_to_bip_is_no_part_of_the_round_that_is_judged():
    rows_ = (game(1, 2, 40, 24), game(3, 4, 40, 24), game(5, BIP, end="FN"))
    found = judge(Tournament(Settings(seed="1"), players(*"ABCDE"), (rows_,)), 1)
    assert (found.cost, found.optimum) == (80, 80)

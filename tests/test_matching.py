"""Exact matching: by trying everything, and the draw among several optima as its docstring says."""

from __future__ import annotations

import hashlib
import sys
from random import Random

import numpy
import pytest
import rustworkx

from tournament_xl.pairing import matching
from tournament_xl.pairing.lots import lot
from tournament_xl.pairing.matching import NoMatching, least_cost_matching


def all_matchings(who):
    if not who:
        yield []
        return
    first, *rest = who
    for other in rest:
        for others in all_matchings([one for one in rest if one != other]):
            yield [(first, other), *others]


def symmetric(source, count, costs):
    matrix = numpy.zeros((count, count), dtype=numpy.int64)
    for i in range(count):
        for j in range(i):
            matrix[i, j] = matrix[j, i] = source.choice(costs)
    return matrix


def lots_by_hand(name, count):
    """SHAKE-256 of the name, 8 bytes for each pair (1st, 2nd), (1st, 3rd), …, little-endian, their highest 40 bits."""
    stream = hashlib.shake_256(name.encode()).digest(8 * count * count)
    pairs = [(i, j) for i in range(count) for j in range(i + 1, count)]
    return {pair: int.from_bytes(stream[8 * at : 8 * at + 8], "little") >> 24 for at, pair in enumerate(pairs)}


@pytest.mark.parametrize("seed", range(40))
def test_the_cheapest_matching_and_among_equals_the_one_with_the_least_sum_of_lots(seed):
    source = Random(seed)
    count = source.choice((2, 4, 6, 8))
    costs = symmetric(source, count, source.choice(((0,), (0, 1), (0, 20, 20, 5_000_000), range(10_000_001))))
    drawing = lot(seed, "essai")
    lots = lots_by_hand(f"{seed}|essai", count)
    expected = min(
        all_matchings(list(range(count))),
        key=lambda pairs: (sum(costs[pair] for pair in pairs), sum(lots[pair] for pair in pairs)),
    )
    assert least_cost_matching(costs.tolist(), drawing) == sorted(expected)


@pytest.mark.parametrize("count", [64, 90, 404])
def test_large_fields_first_look_at_the_cheap_pairs_only_and_still_find_the_optimum(count, monkeypatch):
    """Half of them are of a kind that costs much within: the cheap pairs alone give no perfect matching."""
    monkeypatch.setattr(matching, "LARGE", 64)
    source = Random(count)
    for costs in (symmetric(source, count, range(1000)), symmetric(source, count, (0, 7))):
        for dear in (0, count // 2 + 5):
            costs[:dear, :dear] += 3_000_000
            graph = rustworkx.PyGraph()
            graph.add_nodes_from(range(count))
            graph.add_edges_from([(i, j, 10_000_000 - int(costs[i, j])) for i in range(count) for j in range(i)])
            best = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
            found = least_cost_matching(costs.tolist(), lot("a"))
            assert sorted(who for pair in found for who in pair) == list(range(count))
            assert sum(int(costs[pair]) for pair in found) == sum(int(costs[pair]) for pair in best)


@pytest.mark.parametrize("count", [16, 82])
def test_without_rustworkx_networkx_finds_the_same_matching(monkeypatch, count):
    """Windows on ARM."""
    costs = symmetric(Random(count), count, (0, 20, 40_000, 5_000_000))
    found = least_cost_matching(costs.tolist(), lot("a"))
    monkeypatch.setitem(sys.modules, "rustworkx", None)
    assert least_cost_matching(costs.tolist(), lot("a")) == found


def test_the_lots_decide_in_large_fields_as_well(monkeypatch):
    """With and without the first look at cheap pairs the same matching comes out."""
    costs = symmetric(Random("lots"), 80, (0, 0, 20, 40000))
    found = least_cost_matching(costs.tolist(), lot("a"))
    monkeypatch.setattr(matching, "LARGE", 64)
    assert least_cost_matching(costs.tolist(), lot("a")) == found
    assert least_cost_matching(costs.tolist(), lot("b")) != found


def test_an_odd_number_has_no_matching_and_nobody_an_empty_one():
    costs = symmetric(Random(1), 3, (1, 2))
    with pytest.raises(NoMatching):
        least_cost_matching(costs.tolist(), lot("a"))
    assert least_cost_matching([], lot("a")) == []

"""Exact matching: by trying everything, and the draw among several optima as its docstring says; lots."""

from __future__ import annotations

import hashlib
import sys
from collections import Counter
from random import Random

import numpy
import pytest

from tournament_xl.rules.lots import lot
from tournament_xl.rules.matching import least_cost_matching


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


@pytest.mark.parametrize("count", [16, 82])
def test_without_rustworkx_networkx_finds_the_same_matching(monkeypatch, count):
    """Windows on ARM."""
    costs = symmetric(Random(count), count, (0, 20, 40_000, 5_000_000))
    found = least_cost_matching(costs.tolist(), lot("a"))
    monkeypatch.setitem(sys.modules, "rustworkx", None)
    assert least_cost_matching(costs.tolist(), lot("a")) == found


def test_the_order_is_that_of_the_published_digests():
    """SHA-256 of "2010|groupe|3|14" and so on, as sha256sum prints them."""
    digests = {who: hashlib.sha256(f"2010|groupe|3|{who}".encode()).hexdigest() for who in (3, 6, 11, 26, 19, 22)}
    assert lot("2010", "groupe", 3).order([3, 6, 11, 26, 19, 22]) == sorted(digests, key=digests.__getitem__)
    assert lot("é", "a").of("b") == int(hashlib.sha256("é|a|b".encode()).hexdigest(), 16)


def test_every_place_is_as_likely():
    """6000 draws of 6: each place of each thing about 1000 times (standard deviation 29)."""
    firsts = Counter(
        (place, who) for seed in range(6000) for place, who in enumerate(lot(str(seed), "t").order(range(6)))
    )
    assert len(firsts) == 36 and all(abs(count - 1000) < 130 for count in firsts.values())

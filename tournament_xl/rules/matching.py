"""Exact minimum-cost perfect matching in integers, with the choice among several optima drawn by lot (rule S3).

The draw: every pair of players gets a lot of 40 bits, from one SHAKE-256 of the drawing's name: the highest 40 of 8
little-endian bytes per pair in the order (1st, 2nd), (1st, 3rd), … of the players as listed. Of all matchings of least
total cost the one with the least sum of lots is taken. By the isolation lemma two share that sum with a probability
below pairs / 2**40, so that the result is a function of costs, players and seed alone, whatever library or version
computes it. A second criterion (S3: the unlimited costs) stands between the two: lower digits than the costs, higher
than the lots. Above `DRAWN_AT_MOST` players the lots would cost too much time: there the players are listed to the
library in an order drawn by lot and the choice among optima is the library's own, the same on every machine with the
same version; the total is as exact.

Large fields: the library's time grows with the pairs it is given, so it is given the few that matter, and what it
finds is proved to be the optimum of all. Three things make the proof.

- A discount for a player, taken off the cost of all his pairs, takes the same from every perfect matching.
- Above a level of scores with an odd number of players, somebody must meet somebody from below: each perfect matching
  has at least one pair across this cut. A discount for all pairs across it takes at least itself from every perfect
  matching, and exactly itself from one with a single pair across.
- The library looks for the greatest weight, "limit - discounted cost". A pair at the limit or above weighs nothing, so
  leaving it out changes no greatest weight; when the matching found is perfect, no perfect matching has a smaller
  discounted cost, left-out pairs included.

So a matching found that is perfect and crosses every discounted cut once costs, with the discounts given back, no more
than any other. The lots are lower digits of the same sums. When the proof fails (somebody is left alone, or a cut is
crossed three times), those left alone get a discount that brings in their next pairs, such a cut loses its own, the
limit rises, and it is solved again, at last with all pairs and without discounts. Which discounts are chosen decides
the time taken and never the result.

The matching library (rustworkx, Edmonds' algorithm) counts in 128-bit integers. Costs are below 2**34 (a forbidden
pair; others 2**24), limits below 2**44, a second criterion in all below 2**32, players with lots below 2**9; times
2**40 for the lots everything stays below 2**125.
"""

from __future__ import annotations

import hashlib
import sys
from array import array
from collections.abc import Callable, Sequence
from itertools import combinations, islice
from operator import itemgetter
from typing import TYPE_CHECKING

from tournament_xl.rules.lots import Lot

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    Ints = NDArray[numpy.int64]

Rows = Sequence[Sequence[int]]
Pair = tuple[int, int]

LOT_BITS = 40
SECOND = 2**32  # what the second criterion of all pairs together stays below; of one pair it counts up to its share
DRAWN_AT_MOST = 400  # players
LARGE = 256  # players from which few pairs are tried first
LIMITS = (800, 3_200, 12_800, 51_200)  # discounted costs below which pairs are tried: about the colours of a pair first
LEFT = 150  # what a discount leaves of the cheapest pair: it is to be possible, and not to be sought
NEVER = 2**50  # nobody meets himself


class NoMatching(Exception):
    """An odd number of players, or none."""


def least_cost_matching(
    costs: Rows, drawing: Lot, levels: Sequence[int] | None = None, second: Rows | None = None
) -> list[Pair]:
    """The pairs (i, j), i < j, ascending, of the perfect matching with the least total cost.

    `costs` is a symmetric matrix of integers from 0 to 2**34, its diagonal not read. Among several the least total of
    `second` decides, another such matrix (all zero without), then `drawing`.
    `levels`, the players' scores, make large fields quick. NoMatching when the number of rows is odd.
    """
    count = len(costs)
    if count % 2:
        raise NoMatching
    if not count:
        return []
    order: Sequence[int] = range(count)
    if count > DRAWN_AT_MOST:
        order = drawing.order(order)
        second = second and _listed(second, order)
        levels = levels and [levels[who] for who in order]
    then: list[tuple[Rows, int]] = []
    if second:
        share = SECOND // count
        then.append(([[min(one, share) for one in row] if any(row) else row for row in second], share * count))
    if count <= DRAWN_AT_MOST:
        then.append((_lots(drawing, count), count << LOT_BITS))
    found = _among_few(costs, order, then, levels or [0] * count) if count >= LARGE else None
    if found is None:
        costs = _listed(costs, order)
        firsts, seconds = zip(*combinations(range(count), 2), strict=True)
        limit = (max(map(max, costs)) + 1) * count  # with it every perfect matching is heavier than any other
        weights = [limit - costs[i][j] for i, j in zip(firsts, seconds, strict=True)]
        found = _heaviest(count, firsts, seconds, weights, then)
    return sorted((min(pair), max(pair)) for pair in ((order[one], order[two]) for one, two in found))


def _listed(rows: Rows, order: Sequence[int]) -> Rows:
    """The matrix with its rows and columns in this order."""
    pick = itemgetter(*order)
    return [pick(row) for row in pick(rows)]


def _among_few(
    costs: Rows, order: Sequence[int], then: list[tuple[Rows, int]], scores: Sequence[int]
) -> set[Pair] | None:
    """The optimum, proved with the cheapest pairs alone as the module says; None when no try proves it."""
    import numpy

    reduced = numpy.array(costs, dtype=numpy.int64)[numpy.ix_(order, order)]  # less the discounts
    levels = numpy.array(scores)
    numpy.fill_diagonal(reduced, NEVER)
    above = [levels > level for level in sorted(set(scores))]
    cuts = [(up[:, None] != up[None, :], up) for up in above if up.sum() % 2]
    discounts = []
    for across, up in sorted(cuts, key=lambda cut: int(reduced[cut[0]].min())):
        discount = int(reduced[across].min()) - LEFT  # of what nearer cuts have left
        if discount > 0:
            reduced[across] -= discount
            discounts.append((discount, across, up))
    _bring_in(reduced, numpy.flatnonzero(reduced.min(axis=1) >= LIMITS[0]), LIMITS[0])
    for limit in LIMITS:
        pairs = _heaviest(len(costs), *_below(limit, reduced), then)
        crossings = [sum(up[one] != up[two] for one, two in pairs) for _, _, up in discounts]
        if 2 * len(pairs) == len(costs) and all(times == 1 for times in crossings):
            return pairs
        for (discount, across, _), times in zip(discounts, crossings, strict=True):
            if times > 1:
                reduced[across] += discount
        discounts = [one for one, times in zip(discounts, crossings, strict=True) if times <= 1]
        alone = numpy.ones(len(costs), dtype=bool)
        alone[[who for pair in pairs for who in pair]] = False
        _bring_in(reduced, numpy.flatnonzero(alone), limit)
    return None


def _bring_in(reduced: Ints, players: Ints, limit: int) -> None:
    """Discounts for these players by which the cheapest of their pairs at the limit or above comes below it."""
    for who in players:
        dear = reduced[who][(reduced[who] >= limit) & (reduced[who] < NEVER // 2)]
        if len(dear):
            discount = dear.min() - LEFT
            reduced[who] -= discount
            reduced[:, who] -= discount


def _below(limit: int, reduced: Ints) -> tuple[list[int], list[int], list[int]]:
    """The pairs whose discounted cost is below the limit: first ones, second ones, and by how much."""
    import numpy

    firsts, seconds = numpy.nonzero(numpy.triu(reduced < limit, 1))
    weights = limit - reduced[firsts, seconds]
    return firsts.tolist(), seconds.tolist(), weights.tolist()


def _heaviest(
    count: int, firsts: Sequence[int], seconds: Sequence[int], weights: list[int], then: list[tuple[Rows, int]]
) -> set[Pair]:
    """The matching of greatest weight, perfect or not.

    `then`: lower digits of the sums, the less the better, each with a bound of their sum.
    """
    for digits, bound in then:
        weights = [weight * bound - digits[i][j] for i, j, weight in zip(firsts, seconds, weights, strict=True)]
    return _greatest_weight(count, list(zip(firsts, seconds, weights, strict=True)))


def _greatest_weight(count: int, edges: list[tuple[int, int, int]]) -> set[Pair]:
    """The matching of greatest weight among edges (player, player, weight): Edmonds' algorithm in whole numbers.

    Where rustworkx is not to be had (Windows on ARM), networkx does the same, slower.
    """
    try:
        import rustworkx
    except ModuleNotFoundError:  # not one that fails to load: that is told
        return _with_networkx(edges)
    graph = rustworkx.PyGraph()
    graph.add_nodes_from(range(count))
    graph.add_edges_from(edges)
    found: set[Pair] = rustworkx.max_weight_matching(graph, weight_fn=int)
    return found


def _with_networkx(edges: list[tuple[int, int, int]]) -> set[Pair]:
    import networkx

    graph = networkx.Graph()
    graph.add_weighted_edges_from(edges)
    found: set[Pair] = networkx.max_weight_matching(graph)
    return found


def have_perfect_matching(people: Sequence[int], may_meet: Callable[[int, int], bool]) -> bool:
    """Whether all of them can be paired, each with one whom he may meet."""
    allowed = [(i, j, 1) for (i, one), (j, two) in combinations(enumerate(people), 2) if may_meet(one, two)]
    return 2 * len(_greatest_weight(len(people), allowed)) == len(people)


def _lots(drawing: Lot, count: int) -> Rows:
    """The lot of each pair, above the diagonal."""
    lots = array("Q", hashlib.shake_256(drawing.name.encode(errors="surrogatepass")).digest(4 * count * (count - 1)))
    if sys.byteorder == "big":
        lots.byteswap()
    numbers = iter(lots)
    return [
        [0] * (i + 1) + [number >> (64 - LOT_BITS) for number in islice(numbers, count - 1 - i)] for i in range(count)
    ]

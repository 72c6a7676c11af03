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
from collections.abc import Iterable, Sequence
from itertools import combinations, islice
from operator import itemgetter

from tournament_xl.core.lots import Lot

Rows = Sequence[Sequence[int]]
Pair = tuple[int, int]
Edge = tuple[int, int, int]  # two players, the weight of their pair

LOT_BITS = 40
SECOND = 2**32  # what the second criterion of all pairs together stays below; of one pair it counts up to its share
DRAWN_AT_MOST = 400  # players
LARGE = 64  # players from which few pairs are tried first
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
        second = second and _reorder(second, order)
        levels = levels and [levels[index] for index in order]
    criteria: list[tuple[Rows, int]] = []
    if second:
        share = SECOND // count
        criteria.append(([[min(cost, share) for cost in row] if any(row) else row for row in second], share * count))
    if count <= DRAWN_AT_MOST:
        criteria.append((_lots(drawing, count), count << LOT_BITS))
    matching = _find_perfect(_reorder(costs, order), criteria, levels)
    return sorted((min(pair), max(pair)) for pair in ((order[first], order[second]) for first, second in matching))


def least_total(costs: Rows, levels: Sequence[int]) -> int:
    """What that matching costs, for those whom the choice among several does not matter."""
    return sum(costs[first][second] for first, second in _find_perfect(costs, [], levels)) if costs else 0


def _find_perfect(costs: Rows, criteria: list[tuple[Rows, int]], levels: Sequence[int] | None) -> set[Pair]:
    """The optimum of an even number of players; `then` as in `_heaviest`."""
    count = len(costs)
    if count >= LARGE and (matching := _find_among_few(costs, criteria, levels or [0] * count)) is not None:
        return matching
    limit = (max(map(max, costs)) + 1) * count  # with it every perfect matching is heavier than any other
    return _find_heaviest(
        count,
        [(first, second, limit - costs[first][second]) for first, second in combinations(range(count), 2)],
        criteria,
    )


def _reorder(rows: Rows, order: Sequence[int]) -> Rows:
    """The matrix with its rows and columns in this order."""
    pick = itemgetter(*order)
    return [pick(row) for row in pick(rows)]


def _find_among_few(costs: Rows, criteria: list[tuple[Rows, int]], scores: Sequence[int]) -> set[Pair] | None:
    """The optimum, proved with the cheapest pairs alone as the module says; None when no try proves it."""
    reduced = _ReducedCosts(costs, scores)
    reduced.discount_cuts()
    reduced.bring_in(reduced.without_pairs(LIMITS[0]), LIMITS[0])
    for limit in LIMITS:
        pairs = _find_heaviest(len(costs), reduced.below(limit), criteria)
        crossed = [cut for cut in reduced.cuts if reduced.crossings(cut, pairs) > 1]
        if 2 * len(pairs) == len(costs) and not crossed:
            return pairs
        for cut in crossed:
            del reduced.cuts[cut]
        reduced.bring_in(sorted({*range(len(costs))}.difference(*pairs)), limit)
    return None


class _ReducedCosts:
    """The costs of all pairs less the discounts."""

    def __init__(self, costs: Rows, scores: Sequence[int]) -> None:
        ranks = {score: rank for rank, score in enumerate(sorted(set(scores)))}
        self.costs = costs
        self.level = [ranks[score] for score in scores]  # of each player, 0 the lowest
        self.groups = [
            [player for player, level in enumerate(self.level) if level == rank] for rank in range(len(ranks))
        ]
        self.cuts: dict[int, int] = {}  # the cut above a level -> its discount
        self.own = [0] * len(costs)  # the discount of each player
        self.cheapest = [
            self._cheapest(player) for player in range(len(costs))
        ]  # of each player's pairs, level by level

    def _cheapest(self, player: int) -> list[int]:
        row = [*self.costs[player]]
        row[player] = NEVER
        return [min(itemgetter(*group, player)(row)) for group in self.groups]

    def _across(self) -> list[list[int]]:
        """What the discounts of cuts make of a pair's cost less, by the levels of the two."""
        below = [sum(discount for cut, discount in self.cuts.items() if cut < rank) for rank in range(len(self.groups))]
        return [[abs(first - second) for second in below] for first in below]

    def discount_cuts(self) -> None:
        """A discount for each cut that every perfect matching crosses, the one with the cheapest pairs first."""
        levels = range(len(self.groups))
        nearest: list[list[int]] = [
            [min(costs) for costs in zip(*(self.cheapest[player] for player in group), strict=True)]
            for group in self.groups
        ]

        def least(cut: int) -> int:
            across = self._across()
            return min(
                nearest[upper][lower] - across[upper][lower]
                for upper in levels[cut + 1 :]
                for lower in levels[: cut + 1]
            )

        odd = [cut for cut in levels if sum(map(len, self.groups[cut + 1 :])) % 2]
        for cut in sorted(odd, key=least):
            if (discount := least(cut) - LEFT) > 0:  # of what nearer cuts have left
                self.cuts[cut] = discount

    def crossings(self, cut: int, pairs: Iterable[Pair]) -> int:
        """How many of the pairs cross a cut."""
        return sum((self.level[first] > cut) != (self.level[second] > cut) for first, second in pairs)

    def without_pairs(self, limit: int) -> list[int]:
        """The players all of whose pairs are at the limit or above, before any of them has a discount."""
        across = self._across()
        return [
            player
            for player, (level, cheapest) in enumerate(zip(self.level, self.cheapest, strict=True))
            if min(cost - discount for cost, discount in zip(cheapest, across[level], strict=True)) >= limit
        ]

    def bring_in(self, players: Iterable[int], limit: int) -> None:
        """Discounts for these players by which the cheapest of their pairs at the limit or above comes below it."""
        across = self._across()
        for player in players:
            cut_discounts, own_discount = across[self.level[player]], self.own[player]
            rest = (
                cost - cut_discounts[level] - discount - own_discount
                for opponent, (cost, level, discount) in enumerate(
                    zip(self.costs[player], self.level, self.own, strict=True)
                )
                if opponent != player
            )
            self.own[player] += min((cost for cost in rest if cost >= limit), default=LEFT) - LEFT

    def below(self, limit: int) -> list[Edge]:
        """The pairs whose reduced cost is below the limit, and by how much."""
        most = [
            [limit + taken[level] + discount for level, discount in zip(self.level, self.own, strict=True)]
            for taken in self._across()
        ]
        edges: list[Edge] = []
        for first, (row, level, own_discount) in enumerate(zip(self.costs, self.level, self.own, strict=True)):
            rest = range(first + 1, len(row))
            bound = most[level]
            edges += [
                (first, second, weight) for second in rest if (weight := bound[second] + own_discount - row[second]) > 0
            ]
        return edges


def _find_heaviest(count: int, edges: list[Edge], criteria: list[tuple[Rows, int]]) -> set[Pair]:
    """The matching of greatest weight, perfect or not: Edmonds' algorithm in whole numbers.

    `then`: lower digits of the sums, the less the better, each with a bound of their sum.
    Where rustworkx is not to be had (Windows on ARM), networkx does the same, slower.
    """
    for digits, bound in criteria:
        edges = [(first, second, weight * bound - digits[first][second]) for first, second, weight in edges]
    try:
        import rustworkx
    except ModuleNotFoundError:  # not one that fails to load: that is told
        return _with_networkx(edges)
    graph = rustworkx.PyGraph()
    graph.add_nodes_from(range(count))
    graph.add_edges_from(edges)
    matching: set[Pair] = rustworkx.max_weight_matching(graph, weight_fn=int)
    return matching


def _with_networkx(edges: list[Edge]) -> set[Pair]:
    import networkx

    graph = networkx.Graph()
    graph.add_weighted_edges_from(edges)
    matching: set[Pair] = networkx.max_weight_matching(graph)
    return matching


def _lots(drawing: Lot, count: int) -> Rows:
    """The lot of each pair, above the diagonal."""
    lots = array("Q", hashlib.shake_256(drawing.name.encode(errors="surrogatepass")).digest(4 * count * (count - 1)))
    if sys.byteorder == "big":
        lots.byteswap()
    numbers = iter(lots)
    return [
        [0] * (i + 1) + [number >> (64 - LOT_BITS) for number in islice(numbers, count - 1 - i)] for i in range(count)
    ]

"""Exact minimum-cost perfect matching in integers; lots decide among several optima (S3).

A matching is a set of pairs in which nobody occurs twice; it is perfect if everybody occurs.

Lots: every pair of players gets a lot of 40 bits from one SHAKE-256 of the drawing's name: the highest 40 bits of
8 little-endian bytes per pair, in the order (1st, 2nd), (1st, 3rd), … of the players as listed. Among the matchings of
least total cost the one with the least sum of lots is taken. By the isolation lemma two of them have the same sum with
a probability below pairs / 2**40, so the result is a function of costs, players and seed alone, whatever library or
version computes it. A second criterion (S3: the unlimited costs) ranks between costs and lots. Above `DRAWN_AT_MOST`
players lots would take too long: the players are then passed to the library in an order drawn by lot, and the library's
own choice among optima is final, the same on every machine with the same version; the total is just as exact.

Large fields: the library's time grows with the number of pairs, so it gets only the cheapest ones, and the result is
proved to be the optimum of all. The proof rests on three facts.

- A discount for a player, subtracted from the cost of all his pairs, changes every perfect matching by the same amount.
- Above a level of scores with an odd number of players, somebody must meet a player from below: each perfect matching
  has at least one pair across this cut. A discount for all pairs across it lowers every perfect matching by at least
  the discount, and by exactly the discount if a single pair crosses.
- The library maximises the weight "limit - discounted cost". A pair at the limit or above weighs nothing, so leaving it
  out does not change the maximum; if the matching is perfect, no perfect matching has a smaller discounted cost, pairs
  left out included.

So a perfect matching that crosses every discounted cut once costs, without the discounts, no more than any other. Lots
are lower digits of the same sums. When the proof fails (a player is left alone, or a cut is crossed three times),
players left alone get a discount that admits their next pairs, the cut loses its discount, the limit rises, and the
matching is computed again; finally with all pairs and without discounts. The choice of discounts decides the time taken
and never the result.

The matching library (rustworkx, Edmonds' algorithm) counts in 128-bit integers. Costs are below 2**34 (a forbidden
pair; others 2**24), limits below 2**44, the sum of the second criterion below 2**32, the number of players with lots
below 2**9; with the factor 2**40 for the lots everything stays below 2**125.
"""

from __future__ import annotations

import hashlib
import sys
from array import array
from collections.abc import Iterable, Sequence
from importlib.util import find_spec
from itertools import combinations, islice
from operator import itemgetter

from tournament_xl.core.lots import Drawing

Rows = Sequence[Sequence[int]]
Pair = tuple[int, int]
Edge = tuple[int, int, int]  # two players, the weight of their pair

LOT_BITS = 40
SECOND = 2**32  # bound of the second criterion's sum; each pair counts at most an equal share of it
DRAWN_AT_MOST = 400  # players
LARGE = 64  # players; from here on few pairs are tried first
LIMITS = (800, 3_200, 12_800, 51_200)  # discounted costs; pairs below are tried. 800: about the colours of a pair
LEFT = 150  # rest of the cheapest pair's cost after a discount: possible, but not attractive
NEVER = 2**50  # nobody meets himself


def find_least_cost_matching(
    costs: Rows, drawing: Drawing, levels: Sequence[int] | None = None, second: Rows | None = None
) -> list[Pair]:
    """Find the perfect matching with the least total cost.

    Of several, the least total of `second` decides, then the least sum of lots. Above `DRAWN_AT_MOST` players the
    choice of the matching library replaces the lots; it gets the players in an order drawn by lot.

    Args:
        costs: Symmetric matrix of integers from 0 to 2**34; its diagonal is not read.
        drawing: Drawing of the lots.
        levels: Scores of the players; they make large fields fast and do not change the result.
        second: Second criterion, a matrix like `costs`, each cost counted up to 2**32 / players; None for all zero.

    Returns:
        Pairs (i, j) of row numbers from 0, i < j, ascending; empty without players.

    Raises:
        ValueError: The number of players is odd.
    """
    count = len(costs)
    if count % 2:
        raise ValueError(f"no perfect matching of {count} players")
    if not count:
        return []
    order: Sequence[int] = range(count)
    if count > DRAWN_AT_MOST:
        order = drawing.sort_by_lot(order)
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


def compute_least_total(costs: Rows, levels: Sequence[int]) -> int:
    """Compute the total cost of the matching that `find_least_cost_matching` finds; faster, as no lots are drawn.

    The number of players must be even; `levels` are for speed only.
    """
    return sum(costs[first][second] for first, second in _find_perfect(costs, [], levels)) if costs else 0


def _find_perfect(costs: Rows, criteria: list[tuple[Rows, int]], levels: Sequence[int] | None) -> set[Pair]:
    """Find the optimum of an even number of players; `criteria` as in `_find_heaviest`."""
    count = len(costs)
    if count >= LARGE and (matching := _find_among_few(costs, criteria, levels or [0] * count)) is not None:
        return matching
    limit = (max(map(max, costs)) + 1) * count  # makes every perfect matching heavier than any other
    return _find_heaviest(
        count,
        [(first, second, limit - costs[first][second]) for first, second in combinations(range(count), 2)],
        criteria,
    )


def _reorder(rows: Rows, order: Sequence[int]) -> Rows:
    """Return the matrix with rows and columns in this order."""
    pick = itemgetter(*order)
    return [pick(row) for row in pick(rows)]


def _find_among_few(costs: Rows, criteria: list[tuple[Rows, int]], scores: Sequence[int]) -> set[Pair] | None:
    """Find the optimum among the cheapest pairs, with the proof above; None when no attempt proves it."""
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
    """Costs of all pairs minus the discounts."""

    def __init__(self, costs: Rows, scores: Sequence[int]) -> None:
        ranks = {score: rank for rank, score in enumerate(sorted(set(scores)))}
        self.costs = costs
        self.level = [ranks[score] for score in scores]  # level of each player, 0 the lowest
        self.groups = [
            [player for player, level in enumerate(self.level) if level == rank] for rank in range(len(ranks))
        ]
        self.cuts: dict[int, int] = {}  # level below the cut -> discount
        self.own = [0] * len(costs)  # discount of each player
        self.cheapest = [
            self._cheapest(player) for player in range(len(costs))
        ]  # least cost of each player's pairs, level by level

    def _cheapest(self, player: int) -> list[int]:
        row = [*self.costs[player]]
        row[player] = NEVER
        return [min(itemgetter(*group, player)(row)) for group in self.groups]

    def _across(self) -> list[list[int]]:
        """Return what the discounts of cuts subtract from a pair's cost, by the levels of the two players."""
        below = [sum(discount for cut, discount in self.cuts.items() if cut < rank) for rank in range(len(self.groups))]
        return [[abs(first - second) for second in below] for first in below]

    def discount_cuts(self) -> None:
        """Give each cut that every perfect matching crosses a discount, cheapest pairs first."""
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
        """Count the pairs that cross a cut."""
        return sum((self.level[first] > cut) != (self.level[second] > cut) for first, second in pairs)

    def without_pairs(self, limit: int) -> list[int]:
        """Return the players whose pairs all cost the limit or more after the discounts of cuts.

        Only valid before a player has a discount of his own.
        """
        across = self._across()
        return [
            player
            for player, (level, cheapest) in enumerate(zip(self.level, self.cheapest, strict=True))
            if min(cost - discount for cost, discount in zip(cheapest, across[level], strict=True)) >= limit
        ]

    def bring_in(self, players: Iterable[int], limit: int) -> None:
        """Give players the discount that brings their cheapest pair at the limit or above below it."""
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
        """Return the pairs with a reduced cost below the limit; the weight of each is by how much it is below."""
        most = [
            [limit + cut_discounts[level] + discount for level, discount in zip(self.level, self.own, strict=True)]
            for cut_discounts in self._across()
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
    """Find the matching of greatest weight, perfect or not, by Edmonds' algorithm in integers.

    Each of `criteria` adds lower digits to the weights: a matrix of penalties, and a bound of their sum. Where
    rustworkx is not available (Windows on ARM), networkx gives the same, more slowly.
    """
    for digits, bound in criteria:
        edges = [(first, second, weight * bound - digits[first][second]) for first, second, weight in edges]
    try:
        import rustworkx
    except ModuleNotFoundError:  # an installed library that fails to load raises another error
        if not find_spec("networkx"):
            raise  # rustworkx is what this installation lacks
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


def _lots(drawing: Drawing, count: int) -> Rows:
    """Return the lot of each pair, above the diagonal."""
    lots = array("Q", hashlib.shake_256(drawing.name.encode(errors="surrogatepass")).digest(4 * count * (count - 1)))
    if sys.byteorder == "big":
        lots.byteswap()
    numbers = iter(lots)
    return [
        [0] * (i + 1) + [number >> (64 - LOT_BITS) for number in islice(numbers, count - 1 - i)] for i in range(count)
    ]

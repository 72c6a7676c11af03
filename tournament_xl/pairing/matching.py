"""Exact minimum-cost perfect matching in integers, with the choice among several optima drawn by lot (rule S3).

The matching library (rustworkx, Edmonds' algorithm) counts in 128-bit integers. Costs are below 2**34 (a forbidden
pair; others 2**24), limits below 2**45, players below 2**10; times 2**40 for the lots everything stays below 2**96.

The draw: every pair of players gets a lot of 40 bits, from one SHAKE-256 of the drawing's name: the highest 40 of 8
little-endian bytes per pair in the order (1st, 2nd), (1st, 3rd), … of the players as listed. Of all matchings of least
total cost the one with the least sum of lots is taken. By the isolation lemma two share that sum with a probability
below pairs / 2**40, so that the result is a function of costs, players and seed alone, whatever library or version
computes it. Above `DRAWN_AT_MOST` players the lots would cost too much time: there the players are listed to the
library in an order drawn by lot and the choice among optima is the library's own, the same on every machine with the
same version; the total is as exact.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from tournament_xl.pairing.lots import Lot

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    Ints = NDArray[numpy.int64]

LOT_BITS = 40
DRAWN_AT_MOST = 400  # players
LARGE = 64  # players from which the cheapest pairs are tried alone first: half the time in the middle of a tournament
NEAR = 0.7  # share of all pairs


class NoMatching(Exception):
    """An odd number of players, or none."""


def least_cost_matching(costs: Ints, drawing: Lot) -> list[tuple[int, int]]:
    """The pairs (i, j), i < j, ascending, of the perfect matching with the least total cost.

    `costs` is a symmetric matrix of integers from 0 to 2**34, its diagonal not read. `drawing` chooses among several.
    NoMatching when the number of rows is odd.
    """
    import numpy

    count = len(costs)
    if count % 2:
        raise NoMatching
    if not count:
        return []
    drawn = count <= DRAWN_AT_MOST
    order = numpy.arange(count) if drawn else numpy.array(drawing.order(range(count)))
    firsts, seconds = numpy.triu_indices(count, 1)
    flat = costs[order[firsts], order[seconds]]
    lots = numpy.array(_lots(drawing, len(flat)) if drawn else [0] * len(flat))
    scale = count << LOT_BITS if drawn else 1
    for limit in _limits(flat, count):
        near = flat < limit
        weights = [
            (limit - cost) * scale - lot for cost, lot in zip(flat[near].tolist(), lots[near].tolist(), strict=True)
        ]
        found = _greatest_weight(count, list(zip(firsts[near].tolist(), seconds[near].tolist(), weights, strict=True)))
        if 2 * len(found) == count:
            break
    return sorted((min(pair), max(pair)) for pair in ((int(order[i]), int(order[j])) for i, j in found))


def _greatest_weight(count: int, edges: list[tuple[int, int, int]]) -> set[tuple[int, int]]:
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
    found: set[tuple[int, int]] = rustworkx.max_weight_matching(graph, weight_fn=int)
    return found


def _with_networkx(edges: list[tuple[int, int, int]]) -> set[tuple[int, int]]:
    import networkx

    graph = networkx.Graph()
    graph.add_weighted_edges_from(edges)
    found: set[tuple[int, int]] = networkx.max_weight_matching(graph)
    return found


def _limits(flat: Ints, count: int) -> list[int]:
    """Costs below which pairs are looked at, the last above everything.

    With the weight "limit - cost" a pair at the limit or above is worth nothing, so it can be left out: a matching of
    greatest weight that is perfect without them is the one of least cost. Weight and not number of pairs is what the
    library maximises. The last limit makes every perfect matching heavier than any other.
    """
    import numpy

    everything = (int(flat.max()) + 1) * count
    if count < LARGE:
        return [everything]
    return [int(numpy.partition(flat, int(NEAR * len(flat)))[int(NEAR * len(flat))]) + 1, everything]


def _lots(drawing: Lot, count: int) -> list[int]:
    import numpy

    stream = hashlib.shake_256(drawing.name.encode(errors="surrogatepass")).digest(8 * count)
    lots: list[int] = (numpy.frombuffer(stream, dtype="<u8") >> (64 - LOT_BITS)).tolist()
    return lots

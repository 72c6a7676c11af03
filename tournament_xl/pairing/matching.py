"""Exact minimum-cost perfect matching in integers, with the choice among several optima drawn by lot (rule S3).

The matching library (rustworkx, Edmonds' algorithm) counts in 128-bit integers. Costs are below 2**24; times the number
of players (below 2**10) and 2**40 for the lots they stay below 2**75.

The draw: every pair of players gets a lot of 40 bits, from one SHAKE-256 of the drawing's name, 8 bytes per pair in the
order (1st, 2nd), (1st, 3rd), … of the players as listed. Of all matchings of least total cost the one with the least
sum of lots is taken. By the isolation lemma two share that sum with a probability below pairs / 2**40, so that the
result is a function of costs, players and seed alone, whatever library or version computes it. Above `DRAWN_AT_MOST`
players the lots would cost too much time: there the players are listed to the library in an order drawn by lot and the
choice among optima is the library's own, the same on every machine with the same version; the total is as exact.
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


class NoMatching(Exception):
    """An odd number of players, or none."""


def least_cost_matching(costs: Ints, drawing: Lot) -> list[tuple[int, int]]:
    """The pairs (i, j), i < j, ascending, of the perfect matching with the least total cost.

    `costs` is a symmetric matrix of integers from 0 to 2**24, its diagonal not read. `drawing` chooses among several.
    NoMatching when the number of rows is odd.
    """
    import numpy
    import rustworkx

    count = len(costs)
    if count % 2:
        raise NoMatching
    if not count:
        return []
    drawn = count <= DRAWN_AT_MOST
    order = numpy.arange(count) if drawn else numpy.array(drawing.order(range(count)))
    firsts, seconds = numpy.triu_indices(count, 1)
    flat = costs[order[firsts], order[seconds]]
    weights: list[int] = (flat.max() - flat).tolist()  # the library looks for the greatest sum
    if drawn:
        scale = count << LOT_BITS
        weights = [weight * scale - lot for weight, lot in zip(weights, _lots(drawing, len(weights)), strict=True)]
    graph = rustworkx.PyGraph()
    graph.add_nodes_from(range(count))
    graph.add_edges_from(list(zip(firsts.tolist(), seconds.tolist(), weights, strict=True)))
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sorted((min(pair), max(pair)) for pair in ((int(order[i]), int(order[j])) for i, j in found))


def _lots(drawing: Lot, count: int) -> list[int]:
    import numpy

    stream = hashlib.shake_256(drawing.name.encode()).digest(8 * count)
    lots: list[int] = (numpy.frombuffer(stream, dtype="<u8") >> (64 - LOT_BITS)).tolist()
    return lots

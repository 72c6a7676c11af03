"""What is measured of a simulated tournament, as numbers of which means are taken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

NEIGHBOURS = 4  # places apart, at most, for a game between neighbours
FIRST = 10


class Measures(NamedTuple):
    """Of one tournament; shares from 0 to 1."""

    best_wins: float  # the strongest is first; a shared place counts its share
    kendall: float  # rank correlation of strength and final place, tau-b
    first_ten: float  # of the ten strongest (or half the field), those among the first ten
    rematches: float  # games of two who have met before, per player
    neighbours: float  # of the games in the last third, those of two no more than NEIGHBOURS places apart before
    byes: float  # games against X or BIP, per player
    twice: float  # players who had two byes or more
    colours: float  # Othello: mean of |Black - White| per player; 0 for Scrabble


def measured(
    strengths: Mapping[int, float],
    drawn: Sequence[Sequence[tuple[int, int]]],
    ranked: Mapping[int, Sequence[tuple[int, int]]],
    *,
    colours: bool = False,
) -> Measures:
    """`drawn`: the pairs of each round, 0 for no opponent; `ranked`: round -> place and N° in the standings after."""
    count = len(strengths)
    final = ranked[len(drawn)]
    places = {who: place for place, who in final}
    strongest = sorted(strengths, key=lambda who: -strengths[who])
    winners = [who for who, place in places.items() if place == 1]
    ten = min(FIRST, count // 2)
    met: Counter[frozenset[int]] = Counter(frozenset(pair) for pairs in drawn for pair in pairs if 0 not in pair)
    byes: Counter[int] = Counter(max(pair) for pairs in drawn for pair in pairs if 0 in pair)
    balance: Counter[int] = Counter()
    for black, white in (pair for pairs in drawn for pair in pairs if colours and 0 not in pair):
        balance[black] += 1
        balance[white] -= 1
    return Measures(
        (strongest[0] in winners) / len(winners),
        kendall([-strengths[who] for who in places], [*places.values()]),
        len(set(strongest[:ten]) & {who for _, who in final[:ten]}) / ten,
        sum(2 * (times - 1) for times in met.values()) / count,
        _neighbours(drawn, ranked),
        sum(byes.values()) / count,
        sum(times > 1 for times in byes.values()) / count,
        sum(map(abs, balance.values())) / count,
    )


def _neighbours(drawn: Sequence[Sequence[tuple[int, int]]], ranked: Mapping[int, Sequence[tuple[int, int]]]) -> float:
    near = games = 0
    for after in ranked:
        if after == len(drawn) or not after:
            continue
        at = {who: position for position, (_, who) in enumerate(ranked[after])}
        for one, two in drawn[after]:
            if 0 not in (one, two):
                games += 1
                near += abs(at[one] - at[two]) <= NEIGHBOURS
    return near / games if games else 0.0


def kendall(first: Sequence[float], second: Sequence[float]) -> float:
    """Kendall's tau-b of two lists: pairs in the same order less those in the other, ties taken off."""
    same = ties_first = ties_second = 0
    for (a, b), (c, d) in combinations(list(zip(first, second, strict=True)), 2):
        x, y = (a > c) - (a < c), (b > d) - (b < d)
        same += x * y
        ties_first += not x
        ties_second += not y
    pairs = len(first) * (len(first) - 1) // 2
    whole = ((pairs - ties_first) * (pairs - ties_second)) ** 0.5
    return same / whole if whole else 0.0

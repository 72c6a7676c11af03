"""Pairing of every later round: normal opponent, permutation, end repair (rule C9; regulation §6.1.2, §6.1.3, §7);
pairs to avoid (C13); the look ahead of an Open's second phase (O6).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from tournament_xl.core.model import Pair, Reason, X

Met = Callable[[int, int], bool]
Later = Callable[[int], tuple[int, int] | None]  # an opponent -> two who would meet again beyond what must be


def nobody(one: int, two: int) -> bool:
    """Of no two people."""
    return False


class _Round(NamedTuple):
    """What every search of a round asks."""

    pm: Mapping[int, int]  # match points of each
    met: Met
    avoid: Met  # who are to avoid each other (C13)


def pair_ranking(
    ranking: Sequence[int],
    pm: Mapping[int, int],
    unpaired: set[int],
    met: Met,
    *,
    end_repair: bool,
    met_in_phase_1: Met | None = None,
    avoid: Met = nobody,
) -> list[Pair]:
    """Pairs of all `unpaired` numbers (an even count), highest first (C9).

    `ranking`: everybody ranked for this round, X included, highest first, also those whose pair already stands;
    `pm`: match points of each; `met(a, b)`: whether the two have met; `avoid(a, b)`: whether they
    are to avoid each other (C13). With `end_repair` (edition F50) a rematch that is left over makes the last third be
    paired again from the bottom. With `met_in_phase_1(a, b)` (O6) rematches that are left after that make way for a
    pairing with fewer of phase 1, or as many of them and fewer in all, where there is one.
    """
    free, now = [number for number in ranking if number in unpaired], _Round(pm, met, avoid)
    pairs = _pair_on(free, now)
    if end_repair and any(pair.reason.rematch for pair in pairs):
        pairs = _repaired(ranking, pairs, now)
    if met_in_phase_1 is not None and any(pair.reason.rematch for pair in pairs):
        pairs = _of_least_cost(free, pairs, now, met_in_phase_1)
    position = {number: place for place, number in enumerate(ranking)}
    return sorted(pairs, key=lambda pair: min(position[pair.one], position[pair.two]))


def _pair_on(free: Sequence[int], now: _Round, *, upwards: bool = False) -> list[Pair]:
    """Each first player meets the last of his group, or the first of the next one if it is odd; `upwards`: `free` is
    in reversed order (end repair).
    """
    left, pairs = list(free), list[Pair]()
    while left:
        pairs.append(_first_pair(left, now, upwards=upwards))
    return pairs


def _first_pair(left: list[int], now: _Round, later: Later | None = None, *, upwards: bool = False) -> Pair:
    """The pair of the first of those who are left, from whom it is taken."""
    size = [now.pm[number] for number in left].count(now.pm[left[0]])
    kind = ("repair_" if upwards else "") + ("odd" if size % 2 else "even")
    found, reason = _search(left, size - 1 + size % 2, size, kind, now, later)
    one, two = (left[found], left[0]) if upwards else (left[0], left[found])
    del left[found], left[0]
    return Pair(two, one, reason) if one == X else Pair(one, two, reason)


class _Costs:
    """What pairings cost by O6, as one number: rematches of phase 1, then all rematches."""

    def __init__(self, people: Sequence[int], met: Met, met_in_phase_1: Met) -> None:
        self._met, self._met_in_phase_1 = met, met_in_phase_1
        self._phase_1 = len(people)  # what one of phase 1 weighs: more than all rematches of a round
        self._most_met = max(sum(met(one, other) for other in people if other != one) for one in people)

    def of(self, one: int, two: int) -> int:
        """The cost of a pair."""
        return self._met(one, two) + self._phase_1 * self._met_in_phase_1(one, two)

    def of_all(self, pairs: Sequence[Pair]) -> int:
        """The cost of some pairs together."""
        return sum(self.of(pair.one, pair.two) for pair in pairs)

    def least(self, people: Sequence[int]) -> int:
        """The least cost of a pairing of an even number of people.

        Nothing by Dirac, and quickly so, where each of n may meet half of the n or more.
        """
        if len(people) >= 2 * (self._most_met + 1):
            return 0
        from tournament_xl.core.matching import least_total  # seldom wanted

        return least_total([[self.of(one, two) for two in people] for one in people], [0] * len(people))

    def first_beyond(self, pairs: Sequence[Pair], allowed: int) -> tuple[int, int]:
        """The first rematch that makes `pairs` cost more than is allowed: of phase 1 where those are too many."""
        phase_1, rematches = divmod(allowed, self._phase_1)
        again = [(pair.one, pair.two) for pair in pairs if self._met(pair.one, pair.two)]
        early = [two for two in again if self._met_in_phase_1(*two)]
        return early[phase_1] if len(early) > phase_1 else again[rematches]


def _of_least_cost(free: Sequence[int], pairs: list[Pair], now: _Round, met_in_phase_1: Met) -> list[Pair]:
    """These pairs where none cost less (O6, ours); else the same way down once more with a look ahead.

    There an opponent is passed over after whom the whole would cost more than it must.
    """
    costs = _Costs(free, now.met, met_in_phase_1)
    least = costs.least(free)
    if costs.of_all(pairs) == least:
        return pairs
    left, pairs = list(free), []

    def later(other: int) -> tuple[int, int] | None:
        rest = [who for who in left[1:] if who != other]
        allowed = least - costs.of_all(pairs) - costs.of(left[0], other)
        if allowed < 0:
            return left[0], other
        if costs.least(rest) <= allowed:
            return None
        return costs.first_beyond(_pair_on(rest, now._replace(avoid=nobody)), allowed)

    while left:
        pairs.append(_first_pair(left, now, later))
    return pairs


def _search(
    free: Sequence[int], normal: int, size: int, kind: str, now: _Round, later: Later | None
) -> tuple[int, Reason]:
    """Index of the opponent of the first of `free`: the normal one, else the first not met, towards the player, then
    away.

    The list may be in ranking order (the regulation's search: upwards, then downwards) or reversed (end repair:
    downwards, then upwards); the reason names the direction by its kind. Whoever forces a rematch `later` is passed
    over like one already met, and so is whoever is to be avoided, unless there is nobody else (C13). With `later` a
    rematch is with the first of them all after whom it does not cost more (O6).
    """
    index, reason = _once(free, normal, size, kind, now, later)
    if reason.rematch and now.avoid is not nobody:
        index, reason = _once(free, normal, size, kind, now._replace(avoid=nobody), later)
        reason = reason._replace(unavoidable=now.avoid(free[0], free[index]))
    if reason.rematch and later:
        index, again = _once(free, normal, size, kind, now._replace(met=nobody, avoid=nobody), later)
        dear = {other: two for other, two in again.forcing.items() if other not in two}
        unavoidable = now.avoid(free[0], free[index])
        reason = reason._replace(opponent=free[index], forcing={**reason.forcing, **dear}, unavoidable=unavoidable)
    return index, reason


def _once(
    free: Sequence[int], normal: int, size: int, kind: str, now: _Round, later: Later | None
) -> tuple[int, Reason]:
    """One search; the normal opponent, as a rematch, where it finds nobody."""
    one = free[0]
    facts = {"pm": now.pm[one], "size": size, "other_pm": now.pm[free[normal]]}
    forcing: dict[int, tuple[int, int]] = {}
    avoided: set[int] = set()

    def passed_over(other: int) -> bool:
        if now.met(one, other):
            return True
        if now.avoid(one, other):
            avoided.add(other)
            return True
        if again := later and later(other):
            forcing[other] = again
        return other in forcing

    if not passed_over(free[normal]):
        return normal, Reason(kind, facts)
    passed: tuple[list[int], list[int]] = ([], [])
    for turned, indices in enumerate((range(normal - 1, 0, -1), range(normal + 1, len(free)))):
        for index in indices:
            if not passed_over(free[index]):
                up, down = map(tuple, passed)
                return index, Reason(
                    kind, facts, free[normal], up, down, free[index], turned=bool(turned), forcing=forcing,
                    avoided=frozenset(avoided),
                )  # fmt: skip
            passed[turned].append(free[index])
    up, down = map(tuple, passed)
    return normal, Reason(kind, facts, free[normal], up, down, free[normal], turned=True, rematch=True)


def _repaired(ranking: Sequence[int], pairs: list[Pair], now: _Round) -> list[Pair]:
    """End repair of edition F50 (C9): the last third and the rematches are paired again, from the bottom.

    The new pairs count only if they leave fewer rematches than the old ones.
    """
    total = len(ranking)
    last_third = {number for place, number in enumerate(ranking, start=1) if 3 * place > 2 * total}
    dissolved = [p for p in pairs if p.one in last_third or p.two in last_third or p.reason.rematch]
    freed = {number for pair in dissolved for number in (pair.one, pair.two)}
    new = _pair_on([number for number in reversed(ranking) if number in freed], now, upwards=True)
    if sum(p.reason.rematch for p in new) >= sum(p.reason.rematch for p in dissolved):
        return pairs
    return [pair for pair in pairs if pair not in dissolved] + new

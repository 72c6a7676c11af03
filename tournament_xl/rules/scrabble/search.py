"""Pairing of every later round: normal opponent, permutation, end repair (rule C9; regulation §6.1.2, §6.1.3, §7);
pairs to avoid (C13); the look ahead of an Open's second phase (O6).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from tournament_xl.model import Pair, Reason, X

Met = Callable[[int, int], bool]
Later = Callable[[int], tuple[int, int] | None]  # an opponent -> two who would have to meet again after him


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
    look_ahead: bool = False,
    avoid: Met = nobody,
) -> list[Pair]:
    """Pairs of all `unpaired` numbers (an even count), highest first (C9).

    `ranking`: everybody ranked for this round, X included, highest first, also those whose pair already stands;
    `pm`: match points of each; `met(a, b)`: whether the two have met; `avoid(a, b)`: whether they
    are to avoid each other (C13). With `end_repair` (edition F50) a rematch that is left over makes the last third be
    paired again from the bottom. With `look_ahead` (O6) one that is left after that is avoided where some pairing has
    none.
    """
    free, now = [number for number in ranking if number in unpaired], _Round(pm, met, avoid)
    pairs = _pair_on(free, now)
    if end_repair and any(pair.reason.rematch for pair in pairs):
        pairs = _repaired(ranking, pairs, now)
    if look_ahead and any(pair.reason.rematch for pair in pairs):
        pairs = _looking_ahead(free, now) or pairs
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


def _looking_ahead(free: Sequence[int], now: _Round) -> list[Pair]:
    """The same way down; an opponent after whom the others could not all meet somebody new is passed over (O6, ours).

    [] where everybody cannot meet somebody new in any case.
    """
    from tournament_xl.rules.matching import have_perfect_matching  # seldom wanted

    most = max(sum(now.met(one, other) for other in free if other != one) for one in free)
    left, pairs = list(free), list[Pair]()

    def can_all_meet(people: Sequence[int]) -> bool:
        """Dirac: where each of n may meet half of the n or more, all of them can be paired."""
        return len(people) >= 2 * (most + 1) or have_perfect_matching(people, lambda one, two: not now.met(one, two))

    def later(other: int) -> tuple[int, int] | None:
        rest = [who for who in left[1:] if who != other]
        if can_all_meet(rest):
            return None
        pairs = _pair_on(rest, now._replace(avoid=nobody))
        return next((pair.one, pair.two) for pair in pairs if pair.reason.rematch)

    while left and (pairs or can_all_meet(left)):
        pairs.append(_first_pair(left, now, later))
    return pairs


def _search(
    free: Sequence[int], normal: int, size: int, kind: str, now: _Round, later: Later | None
) -> tuple[int, Reason]:
    """Index of the opponent of the first of `free`: the normal one, else the first not met, towards the player, then
    away.

    The list may be in ranking order (the regulation's search: upwards, then downwards) or reversed (end repair:
    downwards, then upwards); the reason names the direction by its kind. Whoever forces a rematch `later` is passed
    over like one already met, and so is whoever is to be avoided, unless there is nobody else (C13).
    """
    index, reason = _once(free, normal, size, kind, now, later)
    if reason.rematch and now.avoid is not nobody:
        index, reason = _once(free, normal, size, kind, now._replace(avoid=nobody), later)
        reason = reason._replace(unavoidable=now.avoid(free[0], free[index]))
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

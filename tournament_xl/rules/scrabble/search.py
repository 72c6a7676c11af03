"""Pairing of every later round: normal opponent, permutation, end repair (rule C9; regulation §6.1.2, §6.1.3, §7);
pairs to avoid (C13); the look ahead of an Open's second phase (O6).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from tournament_xl.model import Pair, Reason, X

Met = Callable[[int, int], bool]


def nobody(one: int, two: int) -> bool:
    """Of no two people."""
    return False


Later = Callable[[int], tuple[int, int] | None]  # an opponent -> two who would have to meet again after him


def pair_ranking(
    ranking: Sequence[int],
    pm: dict[int, int],
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
    free = [number for number in ranking if number in unpaired]
    pairs = _pair_down(free, pm, met, avoid)
    if end_repair and any(pair.reason.rematch for pair in pairs):
        pairs = _repaired(ranking, pm, pairs, met, avoid)
    if look_ahead and any(pair.reason.rematch for pair in pairs):
        pairs = _looking_ahead(free, pm, met, avoid) or pairs
    position = {number: place for place, number in enumerate(ranking)}
    return sorted(pairs, key=lambda pair: min(position[pair.one], position[pair.two]))


def _pair_down(free: list[int], pm: dict[int, int], met: Met, avoid: Met = nobody) -> list[Pair]:
    """From the top: each highest player meets the last of his group, or the first of the next one if it is odd."""
    free = list(free)
    pairs: list[Pair] = []
    while free:
        high, size, normal = _normal_opponent(free, pm)
        found, reason = _search(free, 0, normal, pm, size, met, avoid, kind="even" if size % 2 == 0 else "odd")
        pairs.append(_pair(high, free[found], reason))
        del free[found], free[0]
    return pairs


def _looking_ahead(free: list[int], pm: dict[int, int], met: Met, avoid: Met) -> list[Pair]:
    """The same way down; an opponent after whom the others could not all meet somebody new is passed over (O6, ours).

    [] where everybody cannot meet somebody new in any case.
    """
    from tournament_xl.rules.matching import have_perfect_matching  # seldom wanted

    most = max(sum(met(one, other) for other in free if other != one) for one in free)
    left = list(free)

    def can_all_meet(people: Sequence[int]) -> bool:
        """Dirac: where each of n may meet half of the n or more, all of them can be paired."""
        return len(people) >= 2 * (most + 1) or have_perfect_matching(people, lambda one, two: not met(one, two))

    def later(other: int) -> tuple[int, int] | None:
        rest = [who for who in left[1:] if who != other]
        if can_all_meet(rest):
            return None
        return next((pair.one, pair.two) for pair in _pair_down(rest, pm, met) if pair.reason.rematch)

    pairs: list[Pair] = []
    while left and (pairs or can_all_meet(left)):
        high, size, normal = _normal_opponent(left, pm)
        kind = "even" if size % 2 == 0 else "odd"
        found, reason = _search(left, 0, normal, pm, size, met, avoid, kind=kind, later=later)
        pairs.append(_pair(high, left[found], reason))
        del left[found], left[0]
    return pairs


def _normal_opponent(free: Sequence[int], pm: dict[int, int]) -> tuple[int, int, int]:
    """The first player, the size of his group among the free, the index of his normal opponent."""
    size = sum(pm[number] == pm[free[0]] for number in free)
    return free[0], size, size - 1 if size % 2 == 0 else size


def _search(
    free: Sequence[int],
    player: int,
    normal: int,
    pm: dict[int, int],
    size: int,
    met: Met,
    avoid: Met,
    *,
    kind: str,
    later: Later = lambda other: None,
) -> tuple[int, Reason]:
    """Index of the opponent of free[player]: the normal one, else the first not met, towards the player, then away.

    The list may be in ranking order (the regulation's search: upwards, then downwards) or reversed (end repair:
    downwards, then upwards); the reason names the direction by its kind. Whoever forces a rematch `later` is passed
    over like one already met, and so is whoever is to be avoided, unless there is nobody else (C13).
    """
    index, reason = _first(free, player, normal, pm, size, met, avoid, kind, later)
    if reason.rematch and avoid is not nobody:
        index, reason = _first(free, player, normal, pm, size, met, nobody, kind, later)
        reason = replace(reason, unavoidable=avoid(free[player], free[index]))
    return index, reason


def _first(
    free: Sequence[int],
    player: int,
    normal: int,
    pm: dict[int, int],
    size: int,
    met: Met,
    avoid: Met,
    kind: str,
    later: Later,
) -> tuple[int, Reason]:
    """One search; the normal opponent, as a rematch, where it finds nobody."""
    one = free[player]
    facts = {"pm": pm[one], "size": size, "other_pm": pm[free[normal]]}
    forcing: dict[int, tuple[int, int]] = {}
    avoided: set[int] = set()

    def passed_over(other: int) -> bool:
        if met(one, other):
            return True
        if avoid(one, other):
            avoided.add(other)
            return True
        if again := later(other):
            forcing[other] = again
        return other in forcing

    if not passed_over(free[normal]):
        return normal, Reason(kind, facts)
    towards = range(normal - 1, player, -1)
    away = range(normal + 1, len(free))
    passed: tuple[list[int], list[int]] = ([], [])
    for turned, indices in enumerate((towards, away)):
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


def _repaired(ranking: Sequence[int], pm: dict[int, int], pairs: list[Pair], met: Met, avoid: Met) -> list[Pair]:
    """End repair of edition F50 (C9): the last third and the rematches are paired again, from the bottom.

    The new pairs count only if they leave fewer rematches than the old ones.
    """
    total = len(ranking)
    last_third = {number for place, number in enumerate(ranking, start=1) if 3 * place > 2 * total}
    dissolved = [p for p in pairs if p.one in last_third or p.two in last_third or p.reason.rematch]
    freed = {number for pair in dissolved for number in (pair.one, pair.two)}
    free = [number for number in reversed(ranking) if number in freed]  # lowest first
    new: list[Pair] = []
    while free:
        low, size, normal = _normal_opponent(free, pm)
        kind = "repair_even" if size % 2 == 0 else "repair_odd"
        found, reason = _search(free, 0, normal, pm, size, met, avoid, kind=kind)
        new.append(_pair(free[found], low, reason))
        del free[found], free[0]
    if sum(p.reason.rematch for p in new) >= sum(p.reason.rematch for p in dissolved):
        return pairs
    return [pair for pair in pairs if pair not in dissolved] + new


def _pair(one: int, two: int, reason: Reason) -> Pair:
    return Pair(two, one, reason) if one == X else Pair(one, two, reason)

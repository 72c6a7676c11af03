"""Pairing of every later round: normal opponent, permutation, end repair (rule C9; regulation §6.1.2, §6.1.3, §7)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tournament_xl.model import Pair, Reason, X

Met = Callable[[int, int], bool]


def pair_ranking(
    ranking: Sequence[int], pm: dict[int, int], unpaired: set[int], met: Met, *, end_repair: bool
) -> list[Pair]:
    """Pairs of all `unpaired` numbers (an even count), highest first (C9).

    `ranking`: everybody ranked for this round, X included, highest first, also those whose pair already stands;
    `pm`: match points of each; `met(a, b)`: whether the two have met. With `end_repair` (edition F50) a rematch that
    is left over makes the last third be paired again from the bottom.
    """
    pairs = _pair_down([number for number in ranking if number in unpaired], pm, met)
    if end_repair and any(pair.reason.rematch for pair in pairs):
        pairs = _repaired(ranking, pm, pairs, met)
    position = {number: place for place, number in enumerate(ranking)}
    return sorted(pairs, key=lambda pair: min(position[pair.one], position[pair.two]))


def _pair_down(free: list[int], pm: dict[int, int], met: Met) -> list[Pair]:
    """From the top: each highest player meets the last of his group, or the first of the next one if it is odd."""
    free = list(free)
    pairs: list[Pair] = []
    while free:
        high, size, normal = _normal_opponent(free, pm)
        found, reason = _search(free, 0, normal, pm, size, met, kind="even" if size % 2 == 0 else "odd")
        pairs.append(_pair(high, free[found], reason))
        del free[found], free[0]
    return pairs


def _normal_opponent(free: Sequence[int], pm: dict[int, int]) -> tuple[int, int, int]:
    """The first player, the size of his group among the free, the index of his normal opponent."""
    size = sum(pm[number] == pm[free[0]] for number in free)
    return free[0], size, size - 1 if size % 2 == 0 else size


def _search(
    free: Sequence[int], player: int, normal: int, pm: dict[int, int], size: int, met: Met, *, kind: str
) -> tuple[int, Reason]:
    """Index of the opponent of free[player]: the normal one, else the first not met, towards the player, then away.

    The list may be in ranking order (the regulation's search: upwards, then downwards) or reversed (end repair:
    downwards, then upwards); the reason names the direction by its kind.
    """
    one = free[player]
    facts = {"pm": pm[one], "size": size, "other_pm": pm[free[normal]]}
    if not met(one, free[normal]):
        return normal, Reason(kind, facts)
    towards = range(normal - 1, player, -1)
    away = range(normal + 1, len(free))
    passed: tuple[list[int], list[int]] = ([], [])
    for turned, indices in enumerate((towards, away)):
        for index in indices:
            if not met(one, free[index]):
                up, down = map(tuple, passed)
                return index, Reason(kind, facts, free[normal], up, down, free[index], turned=bool(turned))
            passed[turned].append(free[index])
    up, down = map(tuple, passed)
    return normal, Reason(kind, facts, free[normal], up, down, free[normal], turned=True, rematch=True)


def _repaired(ranking: Sequence[int], pm: dict[int, int], pairs: list[Pair], met: Met) -> list[Pair]:
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
        found, reason = _search(free, 0, normal, pm, size, met, kind="repair_even" if size % 2 == 0 else "repair_odd")
        new.append(_pair(free[found], low, reason))
        del free[found], free[0]
    if sum(p.reason.rematch for p in new) >= sum(p.reason.rematch for p in dissolved):
        return pairs
    return [pair for pair in pairs if pair not in dissolved] + new


def _pair(one: int, two: int, reason: Reason) -> Pair:
    return Pair(two, one, reason) if one == X else Pair(one, two, reason)

"""Pairing of every later round: normal opponent, permutation, end repair (rule C9; regulation §6.1.2, §6.1.3, §7);
pairs to avoid (C13); the look ahead of an Open's second phase (O6).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from tournament_xl.core.model import Pair, Reason, X

Met = Callable[[int, int], bool]
Later = Callable[[int], tuple[int, int] | None]  # an opponent -> two who would meet again beyond what must be


def nobody(first: int, second: int) -> bool:
    """Of no two people."""
    return False


class _RoundContext(NamedTuple):
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
    free, context = [number for number in ranking if number in unpaired], _RoundContext(pm, met, avoid)
    pairs = _pair_downwards(free, context)
    if end_repair and any(pair.reason.rematch for pair in pairs):
        pairs = _repair_end(ranking, pairs, context)
    if met_in_phase_1 is not None and any(pair.reason.rematch for pair in pairs):
        pairs = _pair_at_least_cost(free, pairs, context, met_in_phase_1)
    position = {number: rank for rank, number in enumerate(ranking)}
    return sorted(pairs, key=lambda pair: min(position[pair.one], position[pair.two]))


def _pair_downwards(free: Sequence[int], context: _RoundContext, *, upwards: bool = False) -> list[Pair]:
    """Each first player meets the last of his group, or the first of the next one if it is odd; `upwards`: `free` is
    in reversed order (end repair).
    """
    remaining, pairs = list(free), list[Pair]()
    while remaining:
        pairs.append(_first_pair(remaining, context, upwards=upwards))
    return pairs


def _first_pair(
    remaining: list[int], context: _RoundContext, later: Later | None = None, *, upwards: bool = False
) -> Pair:
    """The pair of the first of those who are left, from whom it is taken."""
    size = [context.pm[number] for number in remaining].count(context.pm[remaining[0]])
    kind = ("repair_" if upwards else "") + ("odd" if size % 2 else "even")
    opponent_index, reason = _find_opponent(remaining, size - 1 + size % 2, size, kind, context, later)
    first, second = (remaining[opponent_index], remaining[0]) if upwards else (remaining[0], remaining[opponent_index])
    del remaining[opponent_index], remaining[0]
    return Pair(second, first, reason) if first == X else Pair(first, second, reason)


class _Costs:
    """What pairings cost by O6, as one number: rematches of phase 1, then all rematches."""

    def __init__(self, player_ids: Sequence[int], met: Met, met_in_phase_1: Met) -> None:
        self._met, self._met_in_phase_1 = met, met_in_phase_1
        self._phase_1 = len(player_ids)  # what one of phase 1 weighs: more than all rematches of a round
        self._most_met = max(
            sum(met(player_id, opponent) for opponent in player_ids if opponent != player_id)
            for player_id in player_ids
        )

    def of(self, first: int, second: int) -> int:
        """The cost of a pair."""
        return self._met(first, second) + self._phase_1 * self._met_in_phase_1(first, second)

    def of_all(self, pairs: Sequence[Pair]) -> int:
        """The cost of some pairs together."""
        return sum(self.of(pair.one, pair.two) for pair in pairs)

    def least(self, player_ids: Sequence[int]) -> int:
        """The least cost of a pairing of an even number of people.

        Nothing by Dirac, and quickly so, where each of n may meet half of the n or more.
        """
        if len(player_ids) >= 2 * (self._most_met + 1):
            return 0
        from tournament_xl.core.matching import least_total  # seldom wanted

        return least_total(
            [[self.of(first, second) for second in player_ids] for first in player_ids], [0] * len(player_ids)
        )

    def first_beyond(self, pairs: Sequence[Pair], allowed: int) -> tuple[int, int]:
        """The first rematch that makes `pairs` cost more than is allowed: of phase 1 where those are too many."""
        allowed_in_phase_1, allowed_rematches = divmod(allowed, self._phase_1)
        rematch_sides = [(pair.one, pair.two) for pair in pairs if self._met(pair.one, pair.two)]
        phase_1_sides = [sides for sides in rematch_sides if self._met_in_phase_1(*sides)]
        return (
            phase_1_sides[allowed_in_phase_1]
            if len(phase_1_sides) > allowed_in_phase_1
            else rematch_sides[allowed_rematches]
        )


def _pair_at_least_cost(
    free: Sequence[int], pairs: list[Pair], context: _RoundContext, met_in_phase_1: Met
) -> list[Pair]:
    """These pairs where none cost less (O6, ours); else the same way down once more with a look ahead.

    There an opponent is passed over after whom the whole would cost more than it must.
    """
    costs = _Costs(free, context.met, met_in_phase_1)
    least = costs.least(free)
    if costs.of_all(pairs) == least:
        return pairs
    remaining, pairs = list(free), []

    def later(opponent: int) -> tuple[int, int] | None:
        others = [player_id for player_id in remaining[1:] if player_id != opponent]
        allowed = least - costs.of_all(pairs) - costs.of(remaining[0], opponent)
        if allowed < 0:
            return remaining[0], opponent
        if costs.least(others) <= allowed:
            return None
        return costs.first_beyond(_pair_downwards(others, context._replace(avoid=nobody)), allowed)

    while remaining:
        pairs.append(_first_pair(remaining, context, later))
    return pairs


def _find_opponent(
    free: Sequence[int], normal: int, size: int, kind: str, context: _RoundContext, later: Later | None
) -> tuple[int, Reason]:
    """Index of the opponent of the first of `free`: the normal one, else the first not met, towards the player, then
    away.

    The list may be in ranking order (the regulation's search: upwards, then downwards) or reversed (end repair:
    downwards, then upwards); the reason names the direction by its kind. Whoever forces a rematch `later` is passed
    over like one already met, and so is whoever is to be avoided, unless there is nobody else (C13). With `later` a
    rematch is with the first of them all after whom it does not cost more (O6).
    """
    index, reason = _search_once(free, normal, size, kind, context, later)
    if reason.rematch and context.avoid is not nobody:
        index, reason = _search_once(free, normal, size, kind, context._replace(avoid=nobody), later)
        reason = reason._replace(unavoidable=context.avoid(free[0], free[index]))
    if reason.rematch and later:
        index, cheapest_reason = _search_once(
            free, normal, size, kind, context._replace(met=nobody, avoid=nobody), later
        )
        costly = {opponent: rematch for opponent, rematch in cheapest_reason.forcing.items() if opponent not in rematch}
        unavoidable = context.avoid(free[0], free[index])
        reason = reason._replace(opponent=free[index], forcing={**reason.forcing, **costly}, unavoidable=unavoidable)
    return index, reason


def _search_once(
    free: Sequence[int], normal: int, size: int, kind: str, context: _RoundContext, later: Later | None
) -> tuple[int, Reason]:
    """One search; the normal opponent, as a rematch, where it finds nobody."""
    player_id = free[0]
    facts = {"pm": context.pm[player_id], "size": size, "other_pm": context.pm[free[normal]]}
    forcing: dict[int, tuple[int, int]] = {}
    avoided: set[int] = set()

    def is_passed_over(opponent: int) -> bool:
        if context.met(player_id, opponent):
            return True
        if context.avoid(player_id, opponent):
            avoided.add(opponent)
            return True
        if forced_rematch := later and later(opponent):
            forcing[opponent] = forced_rematch
        return opponent in forcing

    if not is_passed_over(free[normal]):
        return normal, Reason(kind, facts)
    passed_ids: tuple[list[int], list[int]] = ([], [])
    for turned, indices in enumerate((range(normal - 1, 0, -1), range(normal + 1, len(free)))):
        for index in indices:
            if not is_passed_over(free[index]):
                up, down = map(tuple, passed_ids)
                return index, Reason(
                    kind, facts, free[normal], up, down, free[index], turned=bool(turned), forcing=forcing,
                    avoided=frozenset(avoided),
                )  # fmt: skip
            passed_ids[turned].append(free[index])
    up, down = map(tuple, passed_ids)
    return normal, Reason(kind, facts, free[normal], up, down, free[normal], turned=True, rematch=True)


def _repair_end(ranking: Sequence[int], pairs: list[Pair], context: _RoundContext) -> list[Pair]:
    """End repair of edition F50 (C9): the last third and the rematches are paired again, from the bottom.

    The new pairs count only if they leave fewer rematches than the old ones.
    """
    total = len(ranking)
    last_third = {number for rank, number in enumerate(ranking, start=1) if 3 * rank > 2 * total}
    dissolved = [pair for pair in pairs if pair.one in last_third or pair.two in last_third or pair.reason.rematch]
    freed = {number for pair in dissolved for number in (pair.one, pair.two)}
    repaired_pairs = _pair_downwards([number for number in reversed(ranking) if number in freed], context, upwards=True)
    if sum(pair.reason.rematch for pair in repaired_pairs) >= sum(pair.reason.rematch for pair in dissolved):
        return pairs
    return [pair for pair in pairs if pair not in dissolved] + repaired_pairs

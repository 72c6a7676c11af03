"""Pairing by the ranking, for rounds without a seat table: normal opponent, permutation, end repair.

Players with the same match points (PM) are a group. The normal opponent of the highest unpaired player is the last of
his group, or if the group is odd the first of the next one. If they have met, the search that the regulation calls
permutation takes the nearest player whom he has not met: from the normal opponent up the ranking to the player, then
from the normal opponent down. X, N° 0, is the fictitious opponent in an odd field (the bye).

Rule C9 of docs/regles.md (regulation §6.1.2, §6.1.3, §7), with pairs to avoid (C13) and, in phase 2 of an Open, a look
ahead at the rematches that a pair would force on the players below (O6).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from tournament_xl.core.matching import compute_least_total
from tournament_xl.core.model import X
from tournament_xl.games.scrabble.rules.model import Pair, Reason

PairPredicate = Callable[[int, int], bool]  # two N° -> whether they have met, or are to avoid each other
# opponent of the first player -> two players who would then meet again without need; None if there are none
ForcedRematchFinder = Callable[[int], tuple[int, int] | None]


def no_pair(first: int, second: int) -> bool:
    """Return False: the predicate for "nobody is to be avoided" or "nobody has met"."""
    return False


class _RoundContext(NamedTuple):
    """Facts that every search in a round needs."""

    pm: Mapping[int, int]  # N° -> match points
    met: PairPredicate
    avoid: PairPredicate  # whether two are to avoid each other (C13)


def pair_ranking(
    ranking: Sequence[int],
    pm: Mapping[int, int],
    unpaired: set[int],
    met: PairPredicate,
    *,
    end_repair: bool,
    met_in_phase_1: PairPredicate | None = None,
    avoid: PairPredicate = no_pair,
) -> list[Pair]:
    """Pair the unpaired players, from the top of the ranking down (C9).

    A player meets an opponent whom he is to avoid rather than one whom he has met. If he has met all who are left, he
    gets his normal opponent again: a rematch.

    Then, with `end_repair`, if there is a rematch: all rematches, and the pairs with a player of the last third of
    `ranking`, are dissolved and paired again from the bottom. The new pairs are taken only if they have fewer
    rematches.

    Then, with `met_in_phase_1`, if other pairs would have fewer rematches of phase 1, or no more of these and fewer
    rematches in all: everybody in `unpaired` is paired again from the top, without end repair, so that first those of
    phase 1 and then all rematches are as few as possible (O6).

    Args:
        ranking: N° of everybody in this round, X (0) included, highest first. Players with a fixed pair are among them,
            because the last third is one of all players; their pairs are not touched.
        pm: N° -> match points, of each in `unpaired`.
        unpaired: N° to pair, an even number, each in `ranking`.
        met: Predicate of two N°: they have met.
        end_repair: Whether to do the end repair, which edition F50 of the regulation has and F10 lacks.
        met_in_phase_1: Predicate of two N°: they have met in phase 1 of an Open; None outside an Open.
        avoid: Predicate of two N°: they are to avoid each other, if possible (C13).

    Returns:
        Pairs by the rank of their higher player, highest first. The higher player of a pair is `one`, except that X is
        always `two`.
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
    """Pair each first player with the last of his group, or with the first of the next one if his group is odd.

    With `upwards` the list is in reversed order (end repair).
    """
    remaining, pairs = list(free), list[Pair]()
    while remaining:
        pairs.append(_first_pair(remaining, context, upwards=upwards))
    return pairs


def _first_pair(
    remaining: list[int],
    context: _RoundContext,
    find_forced_rematch: ForcedRematchFinder | None = None,
    *,
    upwards: bool = False,
) -> Pair:
    """Pair the first of the remaining players, and remove both from the list."""
    size = [context.pm[number] for number in remaining].count(context.pm[remaining[0]])
    kind = ("repair_" if upwards else "") + ("odd" if size % 2 else "even")
    opponent_index, reason = _find_opponent(remaining, size - 1 + size % 2, size, kind, context, find_forced_rematch)
    first, second = (remaining[opponent_index], remaining[0]) if upwards else (remaining[0], remaining[opponent_index])
    del remaining[opponent_index], remaining[0]
    return Pair(second, first, reason) if first == X else Pair(first, second, reason)


class _Costs:
    """Costs of pairings by O6, each as one number: rematches of phase 1 first, then all rematches."""

    def __init__(self, player_ids: Sequence[int], met: PairPredicate, met_in_phase_1: PairPredicate) -> None:
        self._met, self._met_in_phase_1 = met, met_in_phase_1
        self._phase_1_cost = len(player_ids)  # cost of a rematch of phase 1: more than all rematches of a round
        self._most_met = max(
            sum(met(player_id, opponent) for opponent in player_ids if opponent != player_id)
            for player_id in player_ids
        )

    def pair_cost(self, first: int, second: int) -> int:
        """Return the cost of a pair: 0 unless they have met, 1 for a rematch, much more for one of phase 1."""
        return self._met(first, second) + self._phase_1_cost * self._met_in_phase_1(first, second)

    def total_cost(self, pairs: Sequence[Pair]) -> int:
        """Return the cost of several pairs together."""
        return sum(self.pair_cost(pair.one, pair.two) for pair in pairs)

    def least_cost(self, player_ids: Sequence[int]) -> int:
        """Return the least cost of a pairing of an even number of players.

        By Dirac's theorem it is 0 where each of n players may meet at least half of them.
        """
        if len(player_ids) >= 2 * (self._most_met + 1):
            return 0
        return compute_least_total(
            [[self.pair_cost(first, second) for second in player_ids] for first in player_ids], [0] * len(player_ids)
        )

    def first_beyond(self, pairs: Sequence[Pair], allowed: int) -> tuple[int, int]:
        """Return the first rematch among pairs that cost more than allowed, counted from the top.

        It is the first rematch of phase 1 too many, or if there are not too many of these, the first rematch too many.
        """
        allowed_in_phase_1, allowed_rematches = divmod(allowed, self._phase_1_cost)
        rematch_sides = [(pair.one, pair.two) for pair in pairs if self._met(pair.one, pair.two)]
        phase_1_sides = [sides for sides in rematch_sides if self._met_in_phase_1(*sides)]
        return (
            phase_1_sides[allowed_in_phase_1]
            if len(phase_1_sides) > allowed_in_phase_1
            else rematch_sides[allowed_rematches]
        )


def _pair_at_least_cost(
    free: Sequence[int], pairs: list[Pair], context: _RoundContext, met_in_phase_1: PairPredicate
) -> list[Pair]:
    """Return the pairs if no others cost less; else pair again in the same order with a look ahead.

    Decision of this project (O6). The look ahead passes over each opponent after whom the whole pairing would cost more
    than necessary.
    """
    costs = _Costs(free, context.met, met_in_phase_1)
    least = costs.least_cost(free)
    if costs.total_cost(pairs) == least:
        return pairs
    remaining, pairs = list(free), []

    def find_forced_rematch(opponent: int) -> tuple[int, int] | None:
        others = [player_id for player_id in remaining[1:] if player_id != opponent]
        allowed = least - costs.total_cost(pairs) - costs.pair_cost(remaining[0], opponent)
        if allowed < 0:
            return remaining[0], opponent
        if costs.least_cost(others) <= allowed:
            return None
        return costs.first_beyond(_pair_downwards(others, context._replace(avoid=no_pair)), allowed)

    while remaining:
        pairs.append(_first_pair(remaining, context, find_forced_rematch))
    return pairs


def _find_opponent(
    free: Sequence[int],
    normal: int,
    size: int,
    kind: str,
    context: _RoundContext,
    find_forced_rematch: ForcedRematchFinder | None,
) -> tuple[int, Reason]:
    """Find the opponent of the first player: the normal one, else the nearest not met, towards the player, then away.

    The list may be in ranking order (the regulation's search: upwards, then downwards) or reversed (end repair:
    downwards, then upwards); the reason names the direction by its kind. Opponents who would force a
    rematch further down (`find_forced_rematch`) are passed over like those already met, and so are those to avoid,
    unless there is nobody else (C13). A rematch then goes to the first opponent after whom the rest costs no more than
    necessary (O6).

    Returns:
        Index of the opponent in the list, and the reason.
    """
    index, reason = _search_once(free, normal, size, kind, context, find_forced_rematch)
    if reason.rematch and context.avoid is not no_pair:
        index, reason = _search_once(free, normal, size, kind, context._replace(avoid=no_pair), find_forced_rematch)
        reason = reason._replace(unavoidable=context.avoid(free[0], free[index]))
    if reason.rematch and find_forced_rematch:
        index, cheapest_reason = _search_once(
            free, normal, size, kind, context._replace(met=no_pair, avoid=no_pair), find_forced_rematch
        )
        costly = {opponent: rematch for opponent, rematch in cheapest_reason.forcing.items() if opponent not in rematch}
        unavoidable = context.avoid(free[0], free[index])
        reason = reason._replace(opponent=free[index], forcing={**reason.forcing, **costly}, unavoidable=unavoidable)
    return index, reason


def _search_once(
    free: Sequence[int],
    normal: int,
    size: int,
    kind: str,
    context: _RoundContext,
    find_forced_rematch: ForcedRematchFinder | None,
) -> tuple[int, Reason]:
    """Search once; where nobody is found, the normal opponent as a rematch."""
    player_id = free[0]
    pm = context.pm[player_id]
    facts = {
        "pm": pm,
        "size": size,
        "other_pm": context.pm[free[normal]],
        "x_left": int(X in free and context.pm[X] == pm),
    }
    forcing: dict[int, tuple[int, int]] = {}
    avoided: set[int] = set()

    def is_passed_over(opponent: int) -> bool:
        if context.met(player_id, opponent):
            return True
        if context.avoid(player_id, opponent):
            avoided.add(opponent)
            return True
        if forced_rematch := find_forced_rematch and find_forced_rematch(opponent):
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
    """Pair the last third and the rematches again from the bottom: the end repair of edition F50 (C9).

    The new pairs count only if they leave fewer rematches than the old ones.
    """
    total = len(ranking)
    last_third = {number for rank, number in enumerate(ranking, start=1) if 3 * rank > 2 * total}
    dissolved = [pair for pair in pairs if pair.one in last_third or pair.two in last_third or pair.reason.rematch]
    freed = {number for pair in dissolved for number in (pair.one, pair.two)}
    repaired_pairs = _pair_downwards([number for number in reversed(ranking) if number in freed], context, upwards=True)
    if sum(pair.reason.rematch for pair in repaired_pairs) >= sum(pair.reason.rematch for pair in dissolved):
        return pairs
    repaired_sides = [{pair.one, pair.two} for pair in repaired_pairs]
    dissolved_rematches = tuple(
        (pair.one, pair.two) for pair in dissolved if pair.reason.rematch and {pair.one, pair.two} not in repaired_sides
    )
    return [pair for pair in pairs if pair not in dissolved] + [
        pair._replace(reason=pair.reason._replace(dissolved_rematches=dissolved_rematches)) for pair in repaired_pairs
    ]

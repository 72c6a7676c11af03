"""Contributions: what each movement of a player adds to the correction of his cote, and because of which change.

A movement is a step of a player's cote (rating). A change is a file or a decision that is new since the previous
publication and alters the past; as the cause of corrections it is called a root. A cote is where a player entered plus
what each of his movements gave him. So its correction is the sum of what each movement gives him now less what it gave
him then, exactly. Decision of this project [ours].
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import NamedTuple

from tournament_xl.messages import federation as texts
from tournament_xl.messages.federation_pages import signed_change_text
from tournament_xl.messages.names import count, join_items

_SHOWN = 3  # contributions named before "4 autres mouvements"
_ZERO = Fraction(0)


class Root(NamedTuple):
    """Change (a file or a decision) as the cause of corrections."""

    where: str  # "TH de Vienne (10/01/2016)"
    why: str  # "arrivé après la publication."
    day: date = date.min  # last day of the tournament
    ricochet: bool = False  # acts on a movement only through cotes from which players start there

    @property
    def origin(self) -> Root:
        """The same change with `ricochet` False, so that it is counted or numbered once."""
        return self._replace(ricochet=False)

    @property
    def text(self) -> str:
        """French sentence of `where` and `why`."""
        return texts.ROOT.format(where=self.where, why=self.why)


RECOUNTED = Root(*texts.RECOUNTED)  # the list, a season or the program has changed


class Contribution(NamedTuple):
    """Part of a correction: what one movement gives now less what it gave, because of one change."""

    where: str  # of the movement: "TH de Vienne (10/01/2016)"
    points: Fraction
    root: Root


class Share(NamedTuple):
    """Difference of a movement between two publications, not yet split among the changes that make it."""

    group: object  # movements of one group are reported as one
    where: str
    points: Fraction
    weights: Mapping[Root, Fraction]  # points that each change adds; without those that add none
    direct: Collection[Root]  # changes of this very tournament or movement
    reached: Collection[Root]  # changes that matter to it, whatever they add
    is_in_both: bool  # the movement is in both publications


def split_shares(shares: Iterable[Share]) -> tuple[Contribution, ...]:
    """Split the differences of movements into contributions, the largest first; each has one change as its root.

    Shares of one group are added up; sums of 0 points are left out. A change of the movement itself contributes what it
    adds. The rest is a ricochet of the other change that adds most (of several the earliest, then the first by name);
    but it goes to the movement's own change that adds most, if there is one and either no other change adds anything or
    the movement is in one publication only. If no change acts on the movement at all, the root is RECOUNTED.
    """
    groups: dict[object, Share] = {}
    for share in shares:
        groups[share.group] = _merge(groups[share.group], share) if share.group in groups else share
    contributions = [contribution for share in groups.values() if share.points for contribution in _split(share)]
    return tuple(sorted(contributions, key=lambda contribution: -abs(contribution.points)))


def _merge(first: Share, second: Share) -> Share:
    weights = {
        root: first.weights.get(root, _ZERO) + second.weights.get(root, _ZERO)
        for root in {**first.weights, **second.weights}
    }
    return Share(
        second.group, second.where, first.points + second.points, weights, {*first.direct, *second.direct},
        {*first.reached, *second.reached}, first.is_in_both and second.is_in_both,
    )  # fmt: skip


def _split(share: Share) -> Iterator[Contribution]:
    by_weight = sorted(
        (root for root, weight in share.weights.items() if weight),
        key=lambda root: (-abs(share.weights[root]), *root_sort_key(root)),
    )
    direct = [root for root in by_weight if root in share.direct]
    others = [root for root in by_weight if root not in share.direct]
    if not by_weight:  # several changes, none of which does anything alone or by its absence
        direct = sorted(share.direct, key=root_sort_key)
        others = sorted(share.reached, key=root_sort_key) or [RECOUNTED]
    rest = share.points - sum(share.weights.get(root, _ZERO) for root in direct)
    is_ricochet = not direct or (bool(rest and others and by_weight) and share.is_in_both)
    for number, root in enumerate(direct):
        points = share.weights.get(root, _ZERO) + (_ZERO if is_ricochet or number else rest)
        if points:
            yield Contribution(share.where, points, root)
    if is_ricochet:
        root = others[0]
        yield Contribution(share.where, rest, root._replace(ricochet=root != RECOUNTED))


def root_sort_key(root: Root) -> tuple[date, str, str]:
    """Return the sort key of changes: last day of the tournament, then `where`, then `why`."""
    return root.day, root.where, root.why


def describe_contributions(
    contributions: Sequence[Contribution], numbers: Mapping[Root, int] | None, *, with_points: bool = True
) -> list[str]:
    """Describe contributions in French, a text each with points, movement and cause; [] without contributions.

    Of more than four only the first three have a text; the last text sums up the others.

    Args:
        contributions: Contributions, the largest first.
        numbers: Number of each cause, to refer to it; None for no numbers: then only a ricochet names its cause.
        with_points: Whether to say the points; they mean nothing where there is no cote now.
    """
    shown = contributions if len(contributions) <= _SHOWN + 1 else contributions[:_SHOWN]
    lines = []
    for where, points, root in shown:
        if numbers:
            sentence = texts.BY_RICOCHET_OF if root.ricochet else texts.OF_CAUSE
            line = sentence.format(where=where, number=numbers[root.origin])
        else:
            line = texts.BY_RICOCHET_FROM.format(where=where, root=root.where) if root.ricochet else where
        lines.append(texts.WITH_POINTS.format(points=signed_change_text(points), text=line) if with_points else line)
    if rest := contributions[len(shown) :]:
        line = texts.OTHER_MOVEMENTS.format(movements=count(len({part.where for part in rest}), "autre mouvement"))
        if numbers:
            causes = sorted({numbers[contribution.root.origin] for contribution in rest})
            line = texts.OF_CAUSE.format(where=line, number=join_items(list(map(str, causes))))
        points = sum((contribution.points for contribution in rest), _ZERO)
        lines.append(texts.WITH_POINTS.format(points=signed_change_text(points), text=line) if with_points else line)
    return lines


def count_ricochets(players: Iterable[Sequence[Contribution]]) -> Counter[Root]:
    """Count for each change (as `Root.origin`) the players whom it moves by ricochet and not directly.

    Args:
        players: The contributions of each player.
    """
    counts: Counter[Root] = Counter()
    for contributions in players:
        direct = {contribution.root for contribution in contributions if not contribution.root.ricochet}
        counts.update({contribution.root.origin for contribution in contributions} - direct)
    return counts

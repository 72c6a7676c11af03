"""Who can still win a tournament, by the points that are left."""

from __future__ import annotations

from collections.abc import Mapping


def contenders(points: Mapping[int, int], rounds_left: Mapping[int, int], *, win: int, loss: int) -> set[int]:
    """N° of the players whom nobody is sure to pass: if they win all their rounds left and the others lose all theirs.

    points: N° -> points so far; rounds_left: N° -> rounds in which he will still play (0 when missing). A forfeit,
    which brings less than a loss, is not reckoned with; nor is who meets whom. [ours]
    """
    sure = max((have + loss * rounds_left.get(who, 0) for who, have in points.items()), default=0)
    return {who for who, have in points.items() if have + win * rounds_left.get(who, 0) >= sure}

"""Who can still win a tournament, by the points that are left."""

from __future__ import annotations

from collections.abc import Collection, Mapping


def contenders(
    points: Mapping[int, int],
    rounds_left: Mapping[int, int],
    *,
    win: int,
    loss: int,
    pairs: Collection[tuple[int, int]] = (),
) -> set[int]:
    """N° of the players whom nobody is sure to pass: if they win all their rounds left and the others lose all theirs.

    points: N° -> points so far; rounds_left: N° -> rounds in which he will still play (0 when missing); pairs: those
    who meet in the round under way, of whom not both can lose. A forfeit, which brings less than a loss, is not
    reckoned with. [ours]
    """
    least = {who: have + loss * rounds_left.get(who, 0) for who, have in points.items()}
    sure: list[tuple[int, tuple[int, ...]]] = [(have, (who,)) for who, have in least.items()]
    more, draw = win - loss, (win - loss) // 2
    for one, two in pairs:
        if one in least and two in least:
            ends = ((more, 0), (draw, draw), (0, more))
            sure.append((min(max(least[one] + a, least[two] + b) for a, b in ends), (one, two)))
    sure.sort(reverse=True)

    def best_of_others(who: int) -> int:
        return next((have for have, those in sure if who not in those), 0)

    return {who for who, have in points.items() if have + win * rounds_left.get(who, 0) >= best_of_others(who)}

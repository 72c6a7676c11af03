"""Curve of a player's cote, in percent of the width and height that the page gives it; its labels keep their size."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from fractions import Fraction
from typing import NamedTuple

from tournament_xl.federation.ranking.ledger import Movement

# A label and its distance from the dot, in percent of the smallest plot, a phone's: 250 by 110 pixels
_LABEL_WIDTH, _LABEL_HEIGHT, _LABEL_DISTANCE = 24.0, 19.0, 16.0
_DOT_WIDTH, _DOT_HEIGHT = 4.0, 9.0
Point = tuple[float, float]  # percent from the left and from the top


class Label(NamedTuple):
    """Marked cote of the curve, at its dot."""

    x: float  # percent from the left
    y: float  # percent from the top
    cote: Fraction
    side: str  # where its text is, "above" or "below" the dot; "": none, it would cover a dot or text on both sides


class CoteCurve(NamedTuple):
    """Cotes over days."""

    points: str  # "x,y x,y …" in percent, for an SVG polyline
    labels: list[Label]
    first: date  # at the left edge
    last: date  # at the right edge


def draw_curve(movements: Sequence[Movement]) -> CoteCurve | None:
    """Return the curve of a player's cotes (ratings) over the days of his movements; None for fewer than two cotes.

    The last, the first, the highest and the lowest cote are marked with a dot and get a label, in this order. The text
    of a label is above or below its dot; it is left out where it would cover a dot or an earlier text on both sides.

    Args:
        movements: Movements of the player (changes of his cote) in order of date. The cote before the first movement,
            if he had one, is the first of the curve, a day before it.
    """
    cotes = list(_cotes(movements))
    if len(cotes) < 2:
        return None
    first, last = cotes[0][0], cotes[-1][0]
    values = [cote for _, cote in cotes]
    top, days, cote_span = max(values), max((last - first).days, 1), max(max(values) - min(values), Fraction(1))
    points = [(round(100 * (day - first).days / days, 2), round(float(100 * (top - cote) / cote_span), 2))
              for day, cote in cotes]  # fmt: skip
    marked = dict.fromkeys((len(cotes) - 1, 0, values.index(top), values.index(min(values))))
    taken = [(points[index], _DOT_WIDTH, _DOT_HEIGHT) for index in marked]
    labels = []
    for index in marked:
        x, y = points[index]
        sides = {"above": (x, y - _LABEL_DISTANCE), "below": (x, y + _LABEL_DISTANCE)}
        free = [side for side, middle in sides.items() if not any(_overlaps(middle, *box) for box in taken)]
        neighbours = [points[other][1] for other in (index - 1, index + 1) if 0 <= other < len(points)]
        outer = "below" if sum(neighbours) < y * len(neighbours) else "above"  # where the curve does not go
        free.sort(key=lambda side: (sum(_overlaps(sides[side], point) for point in points), side != outer))
        side = free[0] if free else ""
        if side:
            taken.append((sides[side], _LABEL_WIDTH, _LABEL_HEIGHT))
        labels.append(Label(x, y, values[index], side))
    return CoteCurve(" ".join(f"{x:g},{y:g}" for x, y in points), labels, first, last)


def _cotes(movements: Sequence[Movement]) -> Iterator[tuple[date, Fraction]]:
    if movements and movements[0].before is not None:
        yield movements[0].day - timedelta(days=1), movements[0].before
    yield from ((movement.day, movement.after) for movement in movements)


def _overlaps(label: Point, middle: Point, width: float = 0, height: float = 0) -> bool:
    """Check whether a label, by its middle, overlaps a box of this middle and size."""
    return (
        abs(label[0] - middle[0]) < (_LABEL_WIDTH + width) / 2
        and abs(label[1] - middle[1]) < (_LABEL_HEIGHT + height) / 2
    )

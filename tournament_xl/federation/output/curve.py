"""Curve of a player's cote, in percent of the width and height that the page gives it; letters keep their size."""

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
    side: str  # where its text is, "above" or "below" the dot; "": none, it would cover a dot or another text


class CoteCurve(NamedTuple):
    """Cotes over days."""

    points: str  # of an SVG polyline in a square of 100
    labels: list[Label]
    first: date  # at the left edge
    last: date  # at the right edge


def draw_curve(movements: Sequence[Movement]) -> CoteCurve | None:
    """Draw the cotes (ratings) of a player over the days of his movements; None for fewer than two cotes.

    The last, the first, the highest and the lowest cote are marked with dots. Their texts are placed in this order,
    above or below the dot; a text that would cover a dot or an earlier text in both places is left out.

    Args:
        movements: Movements of the player (changes of his cote) in order of date. The cote before the first movement,
            if he had one, is drawn a day before it.
    """
    cotes = list(_cotes(movements))
    if len(cotes) < 2:
        return None
    first, last = cotes[0][0], cotes[-1][0]
    values = [cote for _, cote in cotes]
    top, days, height = max(values), max((last - first).days, 1), max(max(values) - min(values), Fraction(1))
    places = [(round(100 * (day - first).days / days, 2), round(float(100 * (top - cote) / height), 2))
              for day, cote in cotes]  # fmt: skip
    marked = dict.fromkeys((len(cotes) - 1, 0, values.index(top), values.index(min(values))))
    taken = [(places[index], _DOT_WIDTH, _DOT_HEIGHT) for index in marked]
    labels = []
    for index in marked:
        x, y = places[index]
        sides = {"above": (x, y - _LABEL_DISTANCE), "below": (x, y + _LABEL_DISTANCE)}
        free = [side for side, place in sides.items() if not any(_overlaps(place, *box) for box in taken)]
        neighbours = [places[other][1] for other in (index - 1, index + 1) if 0 <= other < len(places)]
        outer = "below" if sum(neighbours) < y * len(neighbours) else "above"  # where the curve does not go
        free.sort(key=lambda side: (sum(_overlaps(sides[side], place) for place in places), side != outer))
        side = free[0] if free else ""
        if side:
            taken.append((sides[side], _LABEL_WIDTH, _LABEL_HEIGHT))
        labels.append(Label(x, y, values[index], side))
    return CoteCurve(" ".join(f"{x:g},{y:g}" for x, y in places), labels, first, last)


def _cotes(movements: Sequence[Movement]) -> Iterator[tuple[date, Fraction]]:
    if movements and movements[0].before is not None:
        yield movements[0].day - timedelta(days=1), movements[0].before
    yield from ((movement.day, movement.after) for movement in movements)


def _overlaps(label: Point, place: Point, width: float = 0, height: float = 0) -> bool:
    """Check whether a label, by its middle, overlaps a box of this middle and size."""
    return (
        abs(label[0] - place[0]) < (_LABEL_WIDTH + width) / 2
        and abs(label[1] - place[1]) < (_LABEL_HEIGHT + height) / 2
    )

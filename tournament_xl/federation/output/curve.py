"""Curve of a player's cote, in percent of the width and height that the page gives it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from fractions import Fraction
from typing import NamedTuple

from tournament_xl.federation.ranking.ledger import Movement


class Label(NamedTuple):
    """Marked cote of the curve, at its dot."""

    x: float  # percent from the left
    y: float  # percent from the top
    cote: Fraction
    side: str  # where its text is: the highest cote has it "above" its dot, the lowest "below"


class CoteCurve(NamedTuple):
    """Cotes over days."""

    points: str  # "x,y x,y …" in percent, for an SVG polyline
    labels: list[Label]  # highest and lowest cote
    ends: list[tuple[date, Fraction]]  # first and last day, with the cotes


def draw_curve(movements: Sequence[Movement]) -> CoteCurve | None:
    """Return the curve of a player's cotes (ratings) over the days of his movements; None for fewer than two cotes.

    The movements (changes of his cote) are in order of date. The cote before the first one, if he had one, is the first
    of the curve, a day before it.
    """
    cotes = list(_cotes(movements))
    if len(cotes) < 2:
        return None
    first, last = cotes[0][0], cotes[-1][0]
    values = [cote for _, cote in cotes]
    top, bottom, days = max(values), min(values), max((last - first).days, 1)
    cote_span = max(top - bottom, Fraction(1))
    points = [(round(100 * (day - first).days / days, 2), round(float(100 * (top - cote) / cote_span), 2))
              for day, cote in cotes]  # fmt: skip
    labels = [Label(*points[values.index(top)], top, "above")]
    if bottom < top:
        labels.append(Label(*points[values.index(bottom)], bottom, "below"))
    return CoteCurve(" ".join(f"{x:g},{y:g}" for x, y in points), labels, [cotes[0], cotes[-1]])


def _cotes(movements: Sequence[Movement]) -> Iterator[tuple[date, Fraction]]:
    if movements and movements[0].before is not None:
        yield movements[0].day - timedelta(days=1), movements[0].before
    yield from ((movement.day, movement.after) for movement in movements)

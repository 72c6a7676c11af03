"""The players of a simulated tournament: cotes, and how strong each really is that day."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from random import Random

from tournament_xl.record import record

FORM = 120.0  # ours: standard deviation of a day's strength around the cote, in points of cote


@record
class Entrant:
    """A player: what the organiser knows, and what decides his games."""

    cote: int
    strength: float  # on the scale of cotes


def draw(count: int, cotes: Sequence[float], source: Random) -> list[Entrant]:
    """So many entrants, best cote first; their cotes are spread as those given are (linear between neighbours)."""
    known = sorted(cotes)
    drawn = sorted((round(_quantile(known, source.random())) for _ in range(count)), reverse=True)
    return [Entrant(cote, cote + source.gauss(0, FORM)) for cote in drawn]


def _quantile(known: Sequence[float], share: float) -> float:
    steps = [at / max(1, len(known) - 1) for at in range(len(known))]
    upper = min(len(known) - 1, bisect_left(steps, share))
    lower = max(0, upper - 1)
    width = steps[upper] - steps[lower]
    within = (share - steps[lower]) / width if width else 0.0
    return known[lower] + (known[upper] - known[lower]) * within

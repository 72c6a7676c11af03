"""R3: the thresholds of the next season, proposed from a ranking: about 5, 10, 30 and 55 % of the ranked players."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from tournament_xl.record import record
from tournament_xl.rules.scrabble.rating import series_of, to_nearest
from tournament_xl.rules.scrabble.seasons import LAST_SERIES, Season

SHARES = {"Joker": 5, "A": 10, "B": 30, LAST_SERIES: 55}  # percent of the ranked players
STEP = 50  # [ours] proposals are rounded to the nearest 50


@record
class Proposal:
    """A series now and as proposed."""

    series: str
    share: int  # wanted, in percent
    now: int | None  # the lowest cote in it this season; None for the last series
    players: int  # in it now
    rank: int | None  # the last ranked player who would be in it at exactly this share, or in a higher one
    cote: Fraction | None  # his cote
    proposed: int | None  # that cote rounded
    then: int  # players in it with the proposed thresholds


def propose(cotes: Sequence[Fraction], season: Season) -> list[Proposal]:
    """A proposal per series, highest first; `cotes`: of the ranked players, in any order. None of them: no proposal."""
    order = sorted(cotes, reverse=True)
    if not order:
        return []
    now = dict(season.thresholds)
    total, found = 0, []
    upper: int | None = None
    for series, share in SHARES.items():
        total += share
        players = sum(series_of(cote, season) == series for cote in order)
        if series == LAST_SERIES:
            then = sum(upper is None or cote < upper for cote in order)
            found.append(Proposal(series, share, None, players, None, None, None, then))
            break
        rank = max(1, to_nearest(Fraction(len(order) * total, 100)))
        cote = order[rank - 1]
        proposed = STEP * to_nearest(cote / STEP)
        then = sum(proposed <= other and (upper is None or other < upper) for other in order)
        found.append(Proposal(series, share, now.get(series), players, rank, cote, proposed, then))
        upper = proposed
    return found

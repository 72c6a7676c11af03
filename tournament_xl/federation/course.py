"""A season later: everybody's cote month by month, the field as a whole, one season beside the other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from fractions import Fraction
from itertools import groupby

from tournament_xl.federation.build import Publication
from tournament_xl.federation.ledger import Movement
from tournament_xl.federation.register import Account
from tournament_xl.record import record
from tournament_xl.texts import federation as texts

_MOST_MONTHS = 24  # the last ones


@record
class Month:
    """The field at the end of a month: of the players ranked today, those who had a cote then."""

    last: date  # its last day; of the current one the day of the publication
    cotes: tuple[Fraction | None, ...]  # in the order of the ranking

    def shares(self, parts: Sequence[Fraction]) -> list[Fraction]:
        """The cotes that these parts of the field do not exceed; none for nobody."""
        found = sorted((cote for cote in self.cotes if cote is not None), key=float)
        return [found[int(part * (len(found) - 1))] for part in parts] if found else []


@record
class SeasonLine:
    """A season in numbers."""

    name: str
    tournaments: int
    entries: int  # lines of players in them
    players: int
    new: int
    highest: tuple[str, Fraction] | None  # who gained most, and how much
    lowest: tuple[str, Fraction] | None


def months(publication: Publication) -> list[Month]:
    """The months since the first movement, at most the last two years."""
    moves: dict[Account, list[Movement]] = defaultdict(list)
    for one in publication.movements:
        moves[one.account].append(one)
    ends = _ends(publication)
    ways = [_way(moves[line.account], line.cote, ends) for line in publication.ranking]
    return [Month(day, tuple(way[at] for way in ways)) for at, day in enumerate(ends)]


def _ends(publication: Publication) -> list[date]:
    day, found = publication.day, [publication.day]
    first = publication.movements[0].day if publication.movements else day
    while len(found) < _MOST_MONTHS and day.replace(day=1) > first:
        day = day.replace(day=1) - timedelta(days=1)
        found.append(day)
    return found[::-1]


def _way(moves: Sequence[Movement], now: Fraction, ends: Sequence[date]) -> list[Fraction | None]:
    """A player's cote at the end of each of these days."""
    cote, at, found = moves[0].before if moves else now, 0, []
    for day in ends:
        while at < len(moves) and moves[at].day <= day:
            cote, at = moves[at].after, at + 1
        found.append(cote)
    return found


def seasons(publication: Publication) -> Iterator[SeasonLine]:
    """Each season with movements, in order."""
    calendar = publication.calendar
    for name, found in groupby(publication.movements, key=lambda one: calendar.on(one.day).name):
        moves = [one for one in found if not one.account.guest]
        played = [one for one in moves if one.kind == texts.TOURNAMENT]
        gains: dict[Account, Fraction] = defaultdict(Fraction)
        for one in played:
            gains[one.account] += one.change or 0
        order = sorted(gains.items(), key=lambda item: (item[1], item[0].order))
        yield SeasonLine(
            name, len({id(one.counted) for one in played}), len(played), len(gains),
            sum(one.kind == texts.ENTRY for one in moves),
            (order[-1][0].full_name, order[-1][1]) if order else None,
            (order[0][0].full_name, order[0][1]) if order else None,
        )  # fmt: skip

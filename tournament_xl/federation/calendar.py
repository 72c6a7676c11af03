"""Seasons day by day: the data known go on, year after year, until those of a later season are (rules R3, R9, R10)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import MINYEAR, date, timedelta

from tournament_xl.record import replace
from tournament_xl.rules.scrabble.seasons import Season, year_name

_ACTIVE_YEARS = 2  # R10


class Calendar:
    """Every season, past and to come, on the data of those known."""

    def __init__(self, known: Iterable[Season]) -> None:
        """`known`: at least one season."""
        self._known = sorted(known, key=lambda season: season.first_day)

    def named(self, name: str) -> Season | None:
        """The known season of this name."""
        return next((season for season in self._known if season.name == name), None)

    def on(self, day: date) -> Season:
        """The season of a day."""
        season = self._of(day.year)
        return season if season.first_day <= day else self._of(day.year - 1)

    def _of(self, year: int) -> Season:
        """The season that begins in a year: a known one, else the last one before under the year's own name."""
        begun = [season for season in self._known if season.first_day.year <= year]
        base = begun[-1] if begun else self._known[0]
        if base.first_day.year == year:
            return base
        return replace(base, name=year_name(year), first_day=_in_year(base.first_day, year))

    def lender(self, season: Season) -> str:
        """The name of the season whose numbers this one has, because it has no own; "" when it has."""
        if self.named(season.name):
            return ""
        own = [known for known in self._known if replace(known, name=season.name, first_day=season.first_day) == season]
        return own[-1].name if own else ""

    def starting(self, after: date, until: date) -> list[Season]:
        """The seasons whose first day is later than `after` and not later than `until`, in order."""
        found = []
        season = self.on(until)
        while season.first_day > after:
            found.append(season)
            season = self.on(season.first_day - timedelta(days=1))
        return found[::-1]


def two_years_before(day: date) -> date:
    """The first day of the two years that end with this one (R10)."""
    return _in_year(day, day.year - _ACTIVE_YEARS)


def _in_year(day: date, year: int) -> date:
    """The same day of another year; 28 February for the 29th, the first year for those before it."""
    year = max(year, MINYEAR)
    try:
        return day.replace(year=year)
    except ValueError:
        return day.replace(year=year, day=28)

"""A rating season as data: thresholds, PL*, values of the events, limits (rules R1, R3, R4, R6, R7, R9)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import MINYEAR, date
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from fractions import Fraction

JOKER = "Joker"
LAST_SERIES = "C"  # below the lowest threshold
_ACTIVE_YEARS = 2  # R10
YEARS = (1980, 2200)  # that a tournament can have: dates outside are typing errors


class Season(NamedTuple):
    """Numbers that the federation may change from one season to the next."""

    name: str  # "2015-2016"
    first_day: date  # R9
    thresholds: tuple[tuple[str, int], ...]  # R3: series and the lowest cote in it, highest first
    unrated: Mapping[str, int]  # R1: first letter of a duplicate series ("S", "1" … "7") -> PL*
    new_licence: int  # R1: PL* of a player without duplicate series
    values: Mapping[int, int]  # R4: category 1 … 5 -> M
    events: Mapping[str, int]  # R4: Type d'épreuve -> category, for those whose category is always the same
    field_sizes: Mapping[int, int]  # R4: category -> the largest field of a TH in it; above the last one: `large_field`
    large_field: int  # R4: category of a TH with more players than that
    coefficients: Mapping[str, Fraction]  # R7: Type d'épreuve -> CT; 1 for every other
    bonus: tuple[int, ...]  # R6: what M is divided by for places 1, 2, …
    most_games: int  # R7: games of the longest tournament (NbPmax)

    @property
    def joker(self) -> int:
        """Lowest cote of the series Joker."""
        return dict(self.thresholds)[JOKER]


def year_name(year: int) -> str:
    """Return the name of the season that begins in a year: "2015-2016"."""
    return f"{year}-{year + 1}"


def two_years_before(day: date) -> date:
    """Return the same day two years earlier (R10); 28 February for 29 February."""
    return in_year(day, day.year - _ACTIVE_YEARS)


def in_year(day: date, year: int) -> date:
    """Return the same day and month of a year; 28 February for 29 February, even if that year is a leap year.

    A year below 1, where Python's dates begin, counts as 1.

    Raises:
        ValueError: The year is above 9999.
    """
    year = max(year, MINYEAR)
    return day.replace(year=year, day=28 if (day.month, day.day) == (2, 29) else day.day)

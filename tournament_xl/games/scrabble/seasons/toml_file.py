"""Rating seasons (the numbers by which a year's tournaments are rated) from TOML files.

The file 2015-2016.toml in this folder shows the keys, all of which are required.
"""

from __future__ import annotations

import re
import tomllib
from datetime import date
from fractions import Fraction
from pathlib import Path

from tournament_xl.core import text_limits
from tournament_xl.core.resources import read_regular_file
from tournament_xl.games.scrabble.rules.seasons import JOKER, YEARS, Season, year_name
from tournament_xl.messages import seasons as texts


def read_season(path: Path) -> Season:
    """Read a season from its file.

    Raises:
        NotOrdinaryError: The path leads to a folder, a pipe or a device.
        OSError: The file cannot be read.
        ValueError: The content is too large or not a valid season (`parse_season`).
    """
    return parse_season(read_regular_file(path, text_limits.SEASON_BYTES + 1))


def parse_season(text: bytes) -> Season:
    """Parse the content of a season's file, TOML in UTF-8.

    Thresholds are sorted by cote, highest first, and field sizes by category, whatever their order in the file.

    Raises:
        ValueError: The content is too large, no UTF-8 or no TOML, lacks a key, or has a value that no season can have,
            such as a name that does not fit the first day, or a category without a value. The text says which.
    """
    if len(text) > text_limits.SEASON_BYTES:
        raise ValueError(texts.TOO_LARGE.format(most=text_limits.SEASON_BYTES))
    try:
        data = tomllib.loads(text.decode("utf-8"))
    except RecursionError:
        raise ValueError(texts.TOO_DEEP) from None
    try:
        sizes = dict(data["field_sizes"])
        large_field = _whole(sizes.pop("above"))
        thresholds = sorted(data["thresholds"].items(), key=lambda item: -_whole(item[1]))
        season = Season(
            name=_name(data["name"], data["first_day"]),
            first_day=data["first_day"],
            thresholds=tuple(thresholds),
            unrated={str(series): _whole(cote) for series, cote in data["unrated"].items()},
            new_licence=_whole(data["new_licence"]),
            values={_category(category): _whole(value) for category, value in data["values"].items()},
            events={str(event): _whole(category) for event, category in data["events"].items()},
            field_sizes=dict(sorted((_category(category), _whole(most)) for category, most in sizes.items())),
            large_field=large_field,
            coefficients={str(event): _share(ct) for event, ct in data["coefficients"].items()},
            bonus=tuple(map(_whole, data["bonus"])),
            most_games=_whole(data["most_games"]),
        )
    except KeyError as error:
        raise ValueError(texts.WANTING.format(key=error.args[0])) from error
    except (TypeError, AttributeError, ZeroDivisionError) as error:
        raise ValueError(texts.SHAPE) from error
    categories_used = {*season.events.values(), *season.field_sizes, season.large_field}
    if not categories_used <= season.values.keys() or JOKER not in dict(thresholds):
        raise ValueError(texts.CATEGORIES)
    if not season.unrated.keys() >= {"S", *"1234567"}:
        raise ValueError(texts.UNRATED)
    return season


def _name(value: object, first_day: object) -> str:
    """Check the name of a season against its first day, and return it; sheets are named after it."""
    if type(first_day) is not date or not YEARS[0] <= first_day.year <= YEARS[1]:
        raise ValueError(texts.FIRST_DAY.format(first=YEARS[0], last=YEARS[1]))
    if value != (name := year_name(first_day.year)):
        raise ValueError(texts.NAME.format(name=name))
    return name


def _category(text: str) -> int:
    if not re.fullmatch(r"\d{1,2}", text, re.ASCII):
        raise ValueError(texts.SHAPE)
    return int(text)


def _whole(value: object) -> int:
    if type(value) is not int or not 1 <= value <= text_limits.SEASON_NUMBER:
        raise ValueError(texts.WHOLE.format(most=text_limits.SEASON_NUMBER))
    return value


def _share(value: object) -> Fraction:
    text = str(value)[:40] if isinstance(value, int | float | str) else ""  # a table could be too deep for str
    if not re.fullmatch(r"\d{1,6}([./]\d{1,6})?", text, re.ASCII):
        raise ValueError(texts.SHARE)
    return Fraction(text)

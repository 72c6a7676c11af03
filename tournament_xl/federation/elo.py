"""An Elo beside PL, from the same games, with the numbers of a TOML file.

Expected score of a game: 1 / (1 + 10^((other - own) / scale)). After a period everybody gains K times what he scored
above it; all games of a period start from the ratings before it. Nothing here says how any federation rates.
"""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from tournament_xl.federation.ledger import Counted
from tournament_xl.federation.register import Account
from tournament_xl.ordinary import read_ordinary
from tournament_xl.record import record, workspace
from tournament_xl.texts import federation as texts

_MOST_BYTES = 20_000
_LIMITS = {"k": (1, 1000), "start": (0, 100_000), "scale": (1, 100_000)}
PERIODS = ("tournoi", "mois")
_SCORES = re.compile(r"(-?\d+)-(-?\d+)")


@record
class Numbers:
    """What a rating is made with."""

    k: float  # points for a whole score above the expected one
    start: float  # rating before the first game
    scale: float  # a difference of so much makes ten wins to one
    period: str  # one of PERIODS


@workspace
class Rated:
    """A player with his rating."""

    account: Account
    rating: float
    games: int = 0
    won: float = 0.0  # points of a game: 1, ½, 0
    last: float = 0.0  # what the last period with games added


def read_numbers(path: Path) -> Numbers:
    """The numbers in a file. OSError when it cannot be read, ValueError with a French reason when it is none."""
    try:
        data = tomllib.loads(read_ordinary(path, _MOST_BYTES).decode("utf-8"))
    except (ValueError, RecursionError):
        raise ValueError(texts.NOT_TOML) from None
    for key, (least, most) in _LIMITS.items():
        if type(data.get(key)) not in (int, float) or not least <= data[key] <= most:
            raise ValueError(texts.ELO_NUMBER.format(key=key, least=least, most=most))
    if data.get("period") not in PERIODS:
        raise ValueError(texts.ELO_PERIOD.format(periods=" / ".join(PERIODS)))
    return Numbers(float(data["k"]), float(data["start"]), float(data["scale"]), data["period"])


def elo(tournaments: Iterable[Counted], numbers: Numbers) -> list[Rated]:
    """Everybody with a game, highest first; `tournaments` in the order of R12.

    Each game of a match counts, forfeits and X do not; a player in doubt plays as a new one and is not in the result.
    """
    rated: dict[Account, Rated] = {}
    periods: dict[Any, list[Counted]] = defaultdict(list)
    for number, one in enumerate(tournaments):
        assert one.file.played
        day = one.file.played.last
        periods[number if numbers.period == "tournoi" else (day.year, day.month)].append(one)
    for together in periods.values():
        gains: dict[Account, float] = defaultdict(float)
        for first, second, score in (game for counted in together for game in _games(counted)):
            for own, other, got in ((first, second, score), (second, first, 1 - score)):
                line = rated.setdefault(own, Rated(own, numbers.start))
                against = rated[other].rating if other in rated else numbers.start
                gains[own] += numbers.k * (got - 1 / (1 + 10 ** ((against - line.rating) / numbers.scale)))
                line.games, line.won = line.games + 1, line.won + got
        for account, gain in gains.items():
            rated[account].rating += gain
            rated[account].last = gain
            if account.guest:
                del rated[account]
    return sorted(rated.values(), key=lambda line: (-line.rating, line.account.order))


def _games(counted: Counted) -> Iterator[tuple[Account, Account, float]]:
    """Two players and what the first one scored, game by game."""
    assert counted.file.played
    for result in counted.file.played.results:
        _, one, two, games, forfeits = result.split(":")
        if not two.isdigit() or forfeits or not games:
            continue
        first, second = (counted.accounts.get(int(number)) for number in (one, two))
        for own, other in _SCORES.findall(games):
            if first and second:
                yield first, second, (int(own) > int(other)) + (int(own) == int(other)) / 2

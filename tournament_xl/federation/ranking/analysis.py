"""What a federation reads out of its ranking: thresholds for the next season (R3), the field month by month, a season
beside the other, and an Elo of the same games.
"""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction
from itertools import groupby
from math import ceil, floor, lcm
from pathlib import Path
from typing import Any

from tournament_xl.core.resources import read_regular_file
from tournament_xl.federation.identity.people import Account
from tournament_xl.federation.ranking.build import Publication
from tournament_xl.federation.ranking.ledger import Counted, Movement
from tournament_xl.games.scrabble.input_sheets import read_result
from tournament_xl.games.scrabble.rules.rating import series_of, to_nearest
from tournament_xl.games.scrabble.rules.seasons import LAST_SERIES, Season
from tournament_xl.messages import federation as texts

SHARES = {"Joker": 5, "A": 10, "B": 30, LAST_SERIES: 55}  # percent of the ranked players
STEP = 50  # [ours] proposals are rounded to the nearest 50
_MOST_MONTHS = 24  # the last ones
_MOST_BYTES = 20_000  # of a file with the numbers of an Elo
_LIMITS = {"k": (1, 1000), "start": (0, 100_000), "scale": (1, 100_000)}
PERIODS = ("tournoi", "mois")


# Thresholds


@dataclass(frozen=True, slots=True)
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
    """R3: a proposal per series, highest first; `cotes`: of the ranked players. None of them: no proposal."""
    order = sorted(cotes, reverse=True)
    now, total, above = dict(season.thresholds), 0, 0  # above: players in higher series with the thresholds proposed
    found = []
    for series, share in SHARES.items() if order else ():
        total += share
        rank, cote, proposed = None, None, None
        then = len(order) - above
        if series != LAST_SERIES:
            rank = max(1, to_nearest(Fraction(len(order) * total, 100)))
            cote = order[rank - 1]
            proposed = STEP * to_nearest(cote / STEP)
            then = sum(proposed <= one for one in order) - above
        players = sum(series_of(one, season) == series for one in order)
        found.append(Proposal(series, share, now.get(series), players, rank, cote, proposed, then))
        above += then
    return found


# The field month by month


def months(publication: Publication) -> dict[date, list[Fraction | None]]:
    """Last days of months -> the cotes then, in the order of the ranking; None for who had none yet.

    The months since the first movement, at most the last two years; the last day is that of the publication.
    """
    moves: dict[Account, list[Movement]] = defaultdict(list)
    for one in publication.movements:
        moves[one.account].append(one)
    day, ends = publication.day, [publication.day]
    first = publication.movements[0].day if publication.movements else day
    while len(ends) < _MOST_MONTHS and day.replace(day=1) > first:
        day = day.replace(day=1) - timedelta(days=1)
        ends.append(day)
    ends.reverse()
    ways = [_way(moves[line.account], line.cote, ends) for line in publication.ranking]
    return {day: [way[at] for way in ways] for at, day in enumerate(ends)}


def _way(moves: Sequence[Movement], now: Fraction, ends: Sequence[date]) -> list[Fraction | None]:
    """A player's cote at the end of each of these days."""
    cote, at, found = moves[0].before if moves else now, 0, []
    for day in ends:
        while at < len(moves) and moves[at].day <= day:
            cote, at = moves[at].after, at + 1
        found.append(cote)
    return found


def parts(cotes: Iterable[Fraction | None], shares: Sequence[Fraction]) -> list[Fraction]:
    """The least cotes that at least these shares of the field do not exceed, which for a half is the median: of two
    that would do, the middle; none for nobody.
    """
    there = [cote for cote in cotes if cote is not None]
    whole = lcm(*(cote.denominator for cote in there))
    found = sorted(cote.numerator * (whole // cote.denominator) for cote in there)  # compared fast
    counts = [share * len(found) for share in shares]
    return [Fraction(found[ceil(one) - 1] + found[floor(one)], 2 * whole) for one in counts] if found else []


def season_lines(publication: Publication) -> Iterator[list[Any]]:
    """Each season with movements, in order, with the columns of texts.SEASONS_COLUMNS."""
    for name, found in groupby(publication.movements, key=lambda one: publication.calendar.on(one.day).name):
        moves = [one for one in found if not one.account.guest]
        played = [one for one in moves if one.kind == texts.TOURNAMENT]
        gains: dict[Account, Fraction] = defaultdict(Fraction)
        for one in played:
            gains[one.account] += one.change or 0
        order = sorted(gains.items(), key=lambda item: (item[1], item[0].order))
        ends: list[Any] = [None] * 4
        if order:
            ends = [cell for who, points in (order[-1], order[0]) for cell in (who.full_name, points)]
        new = sum(one.kind == texts.ENTRY for one in moves)
        tournaments = len({id(one.counted) for one in played})
        yield [name, tournaments, len(played), len(gains), new, *ends]


# An Elo beside PL: nothing here says how any federation rates


@dataclass(frozen=True, slots=True)
class Numbers:
    """What an Elo is made with."""

    k: float  # points for a whole score above the expected one
    start: float  # rating before the first game
    scale: float  # a difference of so much makes ten wins to one
    period: str  # one of PERIODS


@dataclass(eq=False)
class Rated:
    """A player with his rating."""

    account: Account
    rating: float
    games: int = 0
    won: float = 0.0  # points of a game: 1, ½, 0
    last: float = 0.0  # what the last period with games added


def read_numbers(path: Path) -> Numbers:
    """The numbers in a file. OSError when it cannot be read, ValueError when they are not there."""
    try:
        data = tomllib.loads(read_regular_file(path, _MOST_BYTES).decode("utf-8"))
    except RecursionError:
        raise ValueError("too deep") from None
    for key, (least, most) in _LIMITS.items():
        if type(data.get(key)) not in (int, float) or not least <= data[key] <= most:
            raise ValueError(key)
    if data.get("period") not in PERIODS:
        raise ValueError("period")
    return Numbers(float(data["k"]), float(data["start"]), float(data["scale"]), data["period"])


def elo(tournaments: Iterable[Counted], numbers: Numbers) -> list[Rated]:
    """Everybody with a game, highest first; `tournaments` in the order of R12.

    Expected score of a game: 1 / (1 + 10^((other - own) / scale)). After a period everybody gains K times what he
    scored above it; all games of a period start from the ratings before it. Each game of a match counts, forfeits and X
    do not; a player in doubt plays as a new one and is not in the result.
    """
    rated: dict[Account, Rated] = {}
    periods: dict[Any, list[Counted]] = defaultdict(list)
    for number, one in enumerate(tournaments):
        day = one.file.tournament.last
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
    for result in counted.file.tournament.results:
        match = read_result(result.partition(":")[2])
        if match is None or match.forfeits:
            continue
        first, second = (counted.accounts.get(number) for number in match.sides)
        for own, other in match.games:
            if first and second:
                yield first, second, (own > other) + (own == other) / 2

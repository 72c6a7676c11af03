"""Analyses of a ranking: thresholds for the next season, cotes (ratings) by month, seasons, an Elo of the same games.

A movement is a change of a player's cote, or his entry with a first one. Rules R3 and R12: Scrabble in docs/regles.md.
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

from tournament_xl.core import text_limits
from tournament_xl.core.resources import read_regular_file
from tournament_xl.federation.identity.people import Account
from tournament_xl.federation.ranking.build import Publication
from tournament_xl.federation.ranking.ledger import CountedTournament, Movement
from tournament_xl.games.scrabble.input_sheets import read_result
from tournament_xl.games.scrabble.rules.rating import find_series, to_nearest
from tournament_xl.games.scrabble.rules.seasons import LAST_SERIES, Season
from tournament_xl.messages import federation as texts
from tournament_xl.xlsx.report_workbook import Value

SHARES = {"Joker": 5, "A": 10, "B": 30, LAST_SERIES: 55}  # target shares, percent of the ranked players
STEP = 50  # [ours] proposals are rounded to the nearest 50
_MAX_MONTHS = 24  # the most recent months
_LIMITS = {"k": (1, 1000), "start": (0, 100_000), "scale": (1, 100_000)}
PERIODS = ("tournoi", "mois")


# Thresholds


@dataclass(frozen=True, slots=True)
class Proposal:
    """Proposal of a threshold (lowest cote) for a series, with the current one."""

    series: str
    share: int  # target in percent
    now: int | None  # current threshold; None for the last series
    players: int  # players in it now
    rank: int | None  # last rank within it if the target shares were met exactly
    cote: Fraction | None  # cote of that rank
    proposed: int | None  # that cote rounded
    then: int  # players in it with the proposed thresholds


def propose_thresholds(cotes: Sequence[Fraction], season: Season) -> list[Proposal]:
    """Propose a threshold per series (R3), highest series first: the cote at its target rank, to the nearest 50.

    Args:
        cotes: Cotes of the ranked players.
        season: Season with the current thresholds.

    Returns:
        A proposal per series; [] without ranked players.
    """
    order = sorted(cotes, reverse=True)
    thresholds, total, above = (
        dict(season.thresholds),
        0,
        0,
    )  # above: players in higher series by the proposed thresholds
    proposals = []
    for series, share in SHARES.items() if order else ():
        total += share
        rank, cote, proposed = None, None, None
        then = len(order) - above
        if series != LAST_SERIES:
            rank = max(1, to_nearest(Fraction(len(order) * total, 100)))
            cote = order[rank - 1]
            proposed = STEP * to_nearest(cote / STEP)
            then = sum(proposed <= current for current in order) - above
        players = sum(find_series(current, season) == series for current in order)
        proposals.append(Proposal(series, share, thresholds.get(series), players, rank, cote, proposed, then))
        above += then
    return proposals


# The field month by month


def compute_cotes_by_month_end(publication: Publication) -> dict[date, list[Fraction | None]]:
    """Compute the cotes of the ranked players at the end of each month.

    Returns:
        Last day of the month -> cotes in the order of the ranking, None for a player who had none. The first
        month is the month of the first movement, but there are 24 at most; the last ends on the day of the publication.
    """
    moves: dict[Account, list[Movement]] = defaultdict(list)
    for movement in publication.movements:
        moves[movement.account].append(movement)
    day, ends = publication.day, [publication.day]
    first = publication.movements[0].day if publication.movements else day
    while len(ends) < _MAX_MONTHS and day.replace(day=1) > first:
        day = day.replace(day=1) - timedelta(days=1)
        ends.append(day)
    ends.reverse()
    courses = [_cotes_at(moves[line.account], line.cote, ends) for line in publication.ranking]
    return {day: [course[index] for course in courses] for index, day in enumerate(ends)}


def _cotes_at(moves: Sequence[Movement], default: Fraction, ends: Sequence[date]) -> list[Fraction | None]:
    """Return a player's cote at the end of each of these days."""
    cote, position, cotes_at_ends = moves[0].before if moves else default, 0, []
    for day in ends:
        while position < len(moves) and moves[position].day <= day:
            cote, position = moves[position].after, position + 1
        cotes_at_ends.append(cote)
    return cotes_at_ends


def compute_quantiles(cotes: Iterable[Fraction | None], shares: Sequence[Fraction]) -> list[Fraction]:
    """Compute the quantiles of cotes for these shares.

    A quantile is the lowest cote such that at least this share of the players have it or less. If the share falls
    exactly between two players it is the mean of their cotes, so ½ gives the median.

    Args:
        cotes: Cotes; None for players without one.
        shares: Shares, more than 0 and less than 1.

    Returns:
        A quantile per share; [] without cotes.
    """
    known_cotes = [cote for cote in cotes if cote is not None]
    denominator = lcm(*(cote.denominator for cote in known_cotes))
    numerators = sorted(cote.numerator * (denominator // cote.denominator) for cote in known_cotes)  # compared fast
    positions = [share * len(numerators) for share in shares]
    if not numerators:
        return []
    return [
        Fraction(numerators[ceil(position) - 1] + numerators[floor(position)], 2 * denominator)
        for position in positions
    ]


def build_season_rows(publication: Publication) -> Iterator[list[Value]]:
    """Yield a row of cells per season that has movements, in order, for the columns texts.SEASONS_COLUMNS.

    The columns of the largest rise and fall name the player and his points, which tournaments alone gave; they are
    empty in a season without tournaments. Players in doubt do not count.
    """
    for name, season_movements in groupby(
        publication.movements, key=lambda movement: publication.calendar.season_on(movement.day).name
    ):
        moves = [movement for movement in season_movements if not movement.account.guest]
        played = [movement for movement in moves if movement.kind == texts.TOURNAMENT]
        gains: dict[Account, Fraction] = defaultdict(Fraction)
        for movement in played:
            gains[movement.account] += movement.change or 0
        order = sorted(gains.items(), key=lambda item: (item[1], item[0].order))
        ends: list[Value] = [None] * 4
        if order:
            ends = [cell for account, points in (order[-1], order[0]) for cell in (account.full_name, points)]
        new = sum(movement.kind == texts.ENTRY for movement in moves)
        tournaments = len({id(movement.counted) for movement in played})
        yield [name, tournaments, len(played), len(gains), new, *ends]


# An Elo in addition to PL: not the rating of any federation


@dataclass(frozen=True, slots=True)
class EloParameters:
    """Parameters of an Elo that is computed for comparison with the cotes; it is the rating of no federation."""

    k: float  # points for one game won more than expected
    start: float  # rating before the first game
    scale: float  # rating difference at which ten games are won for one lost
    period: str  # one of PERIODS


@dataclass(eq=False)
class EloRating:
    """Player with his Elo rating so far."""

    account: Account
    rating: float
    games: int = 0
    won: float = 0.0  # sum of 1, ½ or 0 per game
    last: float = 0.0  # gain of the last period with games


def read_elo_parameters(path: Path) -> EloParameters:
    """Read the parameters of an Elo from a TOML file.

    Raises:
        OSError: The file cannot be read.
        ValueError: It is no TOML, or a parameter is missing or out of range.
    """
    try:
        data = tomllib.loads(read_regular_file(path, text_limits.PARAMETERS_BYTES).decode("utf-8"))
    except RecursionError:
        raise ValueError("too deep") from None
    for key, (minimum, maximum) in _LIMITS.items():
        if type(data.get(key)) not in (int, float) or not minimum <= data[key] <= maximum:
            raise ValueError(key)
    if data.get("period") not in PERIODS:
        raise ValueError("period")
    return EloParameters(float(data["k"]), float(data["start"]), float(data["scale"]), data["period"])


def rate_by_elo(tournaments: Iterable[CountedTournament], parameters: EloParameters) -> list[EloRating]:
    """Rate everybody with a game by Elo, highest first.

    Expected score of a game: 1 / (1 + 10^((opponent - player) / scale)). After each period (a tournament or a month)
    everybody gains K times his scores minus his expected scores; all games of a period start from the ratings before
    it. Each game of a match counts; forfeits and byes do not. A guest (a player about whom a question is open) plays as
    a new player in each period and is not in the result.

    Args:
        tournaments: Tournaments in the order of R12.
        parameters: Parameters of the Elo.

    Returns:
        Players by rating, equal ones alphabetically.
    """
    rated: dict[Account, EloRating] = {}
    periods: dict[object, list[CountedTournament]] = defaultdict(list)
    for number, tournament in enumerate(tournaments):
        day = tournament.file.tournament.last
        periods[number if parameters.period == "tournoi" else (day.year, day.month)].append(tournament)
    for period_tournaments in periods.values():
        gains: dict[Account, float] = defaultdict(float)
        for first, second, score in (game for counted in period_tournaments for game in _games(counted)):
            for account, opponent, points in ((first, second, score), (second, first, 1 - score)):
                line = rated.setdefault(account, EloRating(account, parameters.start))
                against = rated[opponent].rating if opponent in rated else parameters.start
                gains[account] += parameters.k * (points - 1 / (1 + 10 ** ((against - line.rating) / parameters.scale)))
                line.games, line.won = line.games + 1, line.won + points
        for player, gain in gains.items():
            rated[player].rating += gain
            rated[player].last = gain
            if player.guest:
                del rated[player]
    return sorted(rated.values(), key=lambda line: (-line.rating, line.account.order))


def _games(counted: CountedTournament) -> Iterator[tuple[Account, Account, float]]:
    """Yield two accounts and the score of the first one (1, ½, 0) for each game."""
    for result in counted.file.tournament.results:
        match = read_result(result.partition(":")[2])
        if match is None or match.forfeits:
            continue
        first, second = (counted.accounts.get(number) for number in match.sides)
        for first_score, second_score in match.games:
            if first and second:
                yield first, second, (first_score > second_score) + (first_score == second_score) / 2

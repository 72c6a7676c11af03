"""Analyses of a ranking: thresholds for the next season, cotes (ratings) by month, seasons.

A movement is a change of a player's cote, or his entry with a first one. Rules R3 and R12: Scrabble in docs/regles.md.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction
from itertools import groupby

from tournament_xl.federation.ranking.build import Publication
from tournament_xl.federation.ranking.ledger import Movement
from tournament_xl.games.scrabble.rules.rating import find_series, to_nearest
from tournament_xl.games.scrabble.rules.seasons import LAST_SERIES, Season
from tournament_xl.messages import federation as texts
from tournament_xl.xlsx.report_workbook import Value

SHARES = {"Joker": 5, "A": 10, "B": 30, LAST_SERIES: 55}  # target shares, percent of the ranked players
STEP = 50  # [ours] proposals are rounded to the nearest 50
_MAX_MONTHS = 24  # the most recent months


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

    Without ranked players there is no proposal.
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
    moves: dict[int, list[Movement]] = defaultdict(list)
    for movement in publication.movements:
        moves[movement.person].append(movement)
    day, ends = publication.day, [publication.day]
    first = publication.movements[0].day if publication.movements else day
    while len(ends) < _MAX_MONTHS and day.replace(day=1) > first:
        day = day.replace(day=1) - timedelta(days=1)
        ends.append(day)
    ends.reverse()
    courses = [_cotes_at(moves[line.account.number], line.cote, ends) for line in publication.ranking]
    return {day: [course[index] for course in courses] for index, day in enumerate(ends)}


def _cotes_at(moves: Sequence[Movement], default: Fraction, ends: Sequence[date]) -> list[Fraction | None]:
    """Return a player's cote at the end of each of these days."""
    cote, position, cotes_at_ends = moves[0].before if moves else default, 0, []
    for day in ends:
        while position < len(moves) and moves[position].day <= day:
            cote, position = moves[position].after, position + 1
        cotes_at_ends.append(cote)
    return cotes_at_ends


def build_season_rows(publication: Publication) -> Iterator[list[Value]]:
    """Yield a row of cells per season that has movements, in order, for the columns texts.SEASONS_COLUMNS.

    The columns of the largest rise and fall name the player and his points, which tournaments alone gave; they are
    empty in a season without tournaments. Players in doubt do not count.
    """
    people = {account.number: account for account in publication.accounts}
    for name, season_movements in groupby(
        publication.movements, key=lambda movement: publication.calendar.season_on(movement.day).name
    ):
        moves = [movement for movement in season_movements if movement.person]
        played = [movement for movement in moves if movement.kind == texts.TOURNAMENT]
        gains: dict[int, Fraction] = defaultdict(Fraction)
        for movement in played:
            gains[movement.person] += movement.change or 0
        order = sorted(
            ((people[person], points) for person, points in gains.items() if person in people),
            key=lambda item: (item[1], item[0].order),
        )
        ends: list[Value] = [None] * 4
        if order:
            ends = [cell for account, points in (order[-1], order[0]) for cell in (account.full_name, points)]
        new = sum(movement.kind == texts.ENTRY for movement in moves)
        tournaments = len({movement.tournament for movement in played})
        yield [name, tournaments, len(played), len(gains), new, *ends]

"""What may still come: standings and pairs if results come; in the last round every place that is still possible.

`race` tries every outcome of the last round: a win or a loss, by 1 and by the cap, or a draw, at each table still
playing. What decides in the standings is a sum over the tables, so that each table is ranked alone, by the one
`standings`, and numpy adds up; only Scrabble's PPM (C7) is counted anew. A test compares with brute force.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.util import find_spec
from typing import Any

from tournament_xl.actions import workbook_actions
from tournament_xl.core.exit_codes import DONE, REFUSED
from tournament_xl.games.jobs import RESULTS
from tournament_xl.games.registry import decode, jobs_of, of
from tournament_xl.messages import publication as texts
from tournament_xl.messages.names import ranges
from tournament_xl.workbook import schema
from tournament_xl.workbook.decoded import Workbook
from tournament_xl.workbook.snapshot import Draft, Snapshot
from tournament_xl.workbook.working_copy import ActionAborted, Outcome, require_valid

MOST = 16  # players for whom every outcome is tried
_AT_A_TIME = 5_000  # outcomes, so that memory stays small
_DRAW = RESULTS.index("draw")  # the other's results are these from the end
_DAY = "01/01/2000 12:00"  # of a pairing that is written nowhere


@dataclass(frozen=True, slots=True)
class IfSo:
    """The tournament if the given results come."""

    sentence: str
    decoded: Workbook
    after: int
    next: Workbook | None  # with the next round drawn, when no result is missing
    title: str = ""  # of these standings, where some results are missing


def what_if(snapshot: Snapshot, given: Sequence[Sequence[str]]) -> IfSo:
    """The tournament if these results come. `given`: tables with their scores as typed, ("3", "444-333"), games of one
    match joined by "+". Stop for others, for problems, and where nothing is missing.
    """
    decoded = require_valid(decode(snapshot))
    if not decoded.pending:
        raise ActionAborted(Outcome(REFUSED, texts.IF_NOTHING))
    draft, rows = Draft(snapshot), {str(row.match.table): row for row in decoded.pending}
    columns = of(decoded).SCORE_PAIRS
    for table, text in given:
        games = [re.fullmatch(r"\s*(-?\d{1,4})\s*[-–:/]\s*(-?\d{1,4})\s*", game) for game in text.split("+")]
        if table not in rows:
            known = ranges(int(name) for name in rows)
            told = texts.IF_NO_TABLE.format(round=len(decoded.tournament.rounds), table=table, tables=known)
            raise ActionAborted(Outcome(REFUSED, told))
        if not all(games) or len(games) > len(columns):
            raise ActionAborted(Outcome(REFUSED, texts.IF_NOT_A_RESULT.format(text=text)))
        line = rows[table].line
        for pair, game in zip(columns, games, strict=False):
            for column, score in zip(pair, game.groups() if game else (), strict=True):
                draft.put(schema.RESULTS, line.row, line.table.columns[column], int(score))
    then = require_valid(decode(draft.after()))
    after, following = len(then.tournament.rounds), None
    told, title, tables = texts.IF_TITLE, "", {rows[table].line.row: table for table, _ in given}
    for at, _, score in jobs_of(then).unlikely_cells(then):
        if at in tables:
            told += "\n" + texts.IF_UNLIKELY.format(table=tables[at], score=score)
    if then.pending:
        told += "\n" + texts.IF_MISSING.format(tables=ranges(row.match.table for row in then.pending))
        title = texts.IF_STANDINGS.format(round=after)
        then = _without_pending(then)
    elif after < (then.tournament.settings.rounds or 0):
        outcome = workbook_actions.pair(draft.after(), _DAY)
        if outcome.code != DONE:
            raise ActionAborted(outcome)
        following = require_valid(decode(workbook_actions.apply_outcome(draft.after(), outcome)))
    return IfSo(told, then, after, following, title)


def _without_pending(decoded: Workbook) -> Workbook:
    """The games without a result are not counted as played."""
    *before, last = decoded.tournament.rounds
    rounds = (*before, tuple(game for game in last if game.complete))
    return replace(decoded, tournament=replace(decoded.tournament, rounds=rounds))


# Every outcome of the last round


def is_raced(decoded: Workbook) -> bool:
    """Whether it is the last round of few enough players, without finals after it."""
    tournament = decoded.tournament
    drawn, rounds = len(tournament.rounds), tournament.settings.rounds or 0
    few = len(tournament.players) <= MOST and not decoded.has_finals
    return 0 < rounds <= drawn and tournament.played < rounds and few


def race(decoded: Workbook, numbers: Mapping[int, int]) -> dict[str, Any] | None:
    """In the last round: the places that each player may still take by his own result, and who may still be first.

    None before, after, for more than `MOST` players, and where there is no numpy (the page, the setup). `numbers`:
    N° -> the number that is published.
    """
    if not is_raced(decoded) or find_spec("numpy") is None:
        return None
    lines: list[dict[str, Any]] = [
        {"number": numbers[number], "places": {result: sorted(places) for result, places in by_result.items()}}
        for number, by_result in _tried(decoded).items()
    ]
    lines.sort(key=lambda line: sorted(place for places in line["places"].values() for place in places))
    first = [line["number"] for line in lines if any(1 in places for places in line["places"].values())]
    return {"in_race": first, "players": lines}


def _tried(decoded: Workbook) -> dict[int, dict[str, set[int]]]:
    """N° -> own result -> places, over all outcomes of the games without a result."""
    import numpy as np

    job, last = jobs_of(decoded), decoded.tournament.rounds[-1]
    ways = [at for at, match in enumerate(last) if not match.complete]

    drawn = dict.fromkeys(ways, _DRAW)
    all_drawn = job.if_ended(decoded, drawn)
    base = job.merits(all_drawn)
    who = list(base)
    sums = np.array([*base.values()])[:, None]  # player x outcome
    gains = []  # a table: more than with a draw, by its result
    for at in ways:
        tables = [job.merits(job.if_ended(decoded, drawn | {at: way})) for way in range(len(RESULTS))]
        gains.append(np.array([[table[number] for table in tables] for number in who]) - sums)
    seats = {number: (table, side) for table, at in enumerate(ways) for side, number in enumerate(last[at].sides)}
    found: dict[int, dict[str, set[int]]] = {number: {} for number in who}
    total = len(RESULTS) ** len(ways)
    for start in range(0, total, _AT_A_TIME):
        outcomes = np.arange(start, min(start + _AT_A_TIME, total))
        chosen = [outcomes // len(RESULTS) ** table % len(RESULTS) for table in range(len(ways))]
        now = sums + sum(gain[:, way] for gain, way in zip(gains, chosen, strict=True))
        now = now + job.refined(all_drawn, who, now, sums)
        for row, number in enumerate(who):
            places = 1 + (now > now[row]).sum(axis=0)
            table, side = seats.get(number, (-1, 0))
            for way, result in enumerate(RESULTS[::-1] if side else RESULTS) if table >= 0 else [(0, "no_game")]:
                counted = np.bincount(places[chosen[table] == way] if table >= 0 else places)
                found[number].setdefault(result, set()).update(np.flatnonzero(counted).tolist())
    return found

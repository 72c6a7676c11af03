"""Possible continuations: standings and pairings for assumed results, and in the last round every rank still possible.

`race` tries every outcome of the last round: a win or a loss, by 1 and by the cap, or a draw, at each open table. The
standings depend on sums over the tables, so each table is ranked alone by the usual `standings` and numpy adds the
results; only Scrabble's PPM (C7) is recounted. A test compares with brute force.
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
from tournament_xl.games.registry import actions_of, decode, jobs_of
from tournament_xl.messages import publication as texts
from tournament_xl.messages.names import ranges
from tournament_xl.workbook import schema
from tournament_xl.workbook.decoded import Workbook
from tournament_xl.workbook.snapshot import Draft, Snapshot
from tournament_xl.workbook.working_copy import ActionAborted, Outcome, require_valid

MAX_PLAYERS = 16  # players for whom every outcome is tried
_BATCH_SIZE = 5_000  # outcomes computed together, which limits memory
_DRAW = RESULTS.index("draw")  # the opponent's results are RESULTS reversed
_DAY = "01/01/2000 12:00"  # date of a pairing that is never written


@dataclass(frozen=True, slots=True)
class SupposedTournament:
    """Tournament under assumed results."""

    sentence: str
    decoded: Workbook
    after: int
    next: Workbook | None  # with the next round paired, when no result is missing
    title: str = ""  # title of the standings while results are missing


def suppose_results(snapshot: Snapshot, typed_results: Sequence[Sequence[str]]) -> SupposedTournament:
    """Return the tournament under assumed results.

    Args:
        snapshot: Workbook of the tournament.
        typed_results: Tables with their scores as typed, ("3", "444-333"); games of one match are joined by "+".

    Raises:
        ActionAborted: A result is invalid, the workbook has problems, or no result is missing.
    """
    decoded = require_valid(decode(snapshot))
    if not decoded.pending:
        raise ActionAborted(Outcome(REFUSED, texts.IF_NOTHING))
    draft, rows = Draft(snapshot), {str(row.match.table): row for row in decoded.pending}
    columns = actions_of(decoded).SCORE_PAIRS
    for table, text in typed_results:
        games = [re.fullmatch(r"\s*(-?\d{1,4})\s*[-–:/]\s*(-?\d{1,4})\s*", game) for game in text.split("+")]
        if table not in rows:
            open_tables = ranges(int(name) for name in rows)
            message = texts.IF_NO_TABLE.format(round=len(decoded.tournament.rounds), table=table, tables=open_tables)
            raise ActionAborted(Outcome(REFUSED, message))
        if not all(games) or len(games) > len(columns):
            raise ActionAborted(Outcome(REFUSED, texts.IF_NOT_A_RESULT.format(text=text)))
        line = rows[table].line
        for pair, game in zip(columns, games, strict=False):
            for column, score in zip(pair, game.groups() if game else (), strict=True):
                draft.put(schema.RESULTS, line.row, line.table.columns[column], int(score))
    decoded_after = require_valid(decode(draft.after()))
    round_number, next_workbook = len(decoded_after.tournament.rounds), None
    message, title, tables = texts.IF_TITLE, "", {rows[table].line.row: table for table, _ in typed_results}
    for row_number, _, score in jobs_of(decoded_after).unlikely_cells(decoded_after):
        if row_number in tables:
            message += "\n" + texts.IF_UNLIKELY.format(table=tables[row_number], score=score)
    if decoded_after.pending:
        message += "\n" + texts.IF_MISSING.format(tables=ranges(row.match.table for row in decoded_after.pending))
        title = texts.IF_STANDINGS.format(round=round_number)
        decoded_after = _without_pending(decoded_after)
    elif round_number < (decoded_after.tournament.settings.rounds or 0):
        outcome = workbook_actions.pair(draft.after(), _DAY)
        if outcome.code != DONE:
            raise ActionAborted(outcome)
        next_workbook = require_valid(decode(workbook_actions.apply_outcome(draft.after(), outcome)))
    return SupposedTournament(message, decoded_after, round_number, next_workbook, title)


def _without_pending(decoded: Workbook) -> Workbook:
    """Return the workbook without the games that have no result."""
    *before, last = decoded.tournament.rounds
    rounds = (*before, tuple(game for game in last if game.complete))
    return replace(decoded, tournament=replace(decoded.tournament, rounds=rounds))


# Every outcome of the last round


def is_raced(decoded: Workbook) -> bool:
    """Check whether the last round is open, for few enough players and without finals after it."""
    tournament = decoded.tournament
    drawn, rounds = len(tournament.rounds), tournament.settings.rounds or 0
    few = len(tournament.players) <= MAX_PLAYERS and not decoded.has_finals
    return 0 < rounds <= drawn and tournament.played < rounds and few


def compute_race(decoded: Workbook, numbers: Mapping[int, int]) -> dict[str, Any] | None:
    """Compute the ranks that each player may still reach by his own result, and who may still be first.

    Args:
        decoded: Workbook in its last round.
        numbers: Published number by N°.

    Returns:
        The object that is published; None outside the last round, for more than `MOST` players, and without numpy (page
        and setup).
    """
    if not is_raced(decoded) or find_spec("numpy") is None:
        return None
    lines: list[dict[str, Any]] = [
        {"number": numbers[number], "places": {result: sorted(places) for result, places in by_result.items()}}
        for number, by_result in _possible_places(decoded).items()
    ]
    lines.sort(key=lambda line: sorted(place for places in line["places"].values() for place in places))
    first = [line["number"] for line in lines if any(1 in places for places in line["places"].values())]
    return {"in_race": first, "players": lines}


def _possible_places(decoded: Workbook) -> dict[int, dict[str, set[int]]]:
    """Return the possible ranks by own result, by N°, over all outcomes of the open games."""
    import numpy as np

    job, last = jobs_of(decoded), decoded.tournament.rounds[-1]
    open_indexes = [index for index, match in enumerate(last) if not match.complete]

    drawn = dict.fromkeys(open_indexes, _DRAW)
    all_drawn = job.if_ended(decoded, drawn)
    base = job.merits(all_drawn)
    player_ids = list(base)
    sums = np.array([*base.values()])[:, None]  # player × outcome
    gains = []  # for each table: gain over a draw, by result
    for index in open_indexes:
        tables = [
            job.merits(job.if_ended(decoded, drawn | {index: result_index})) for result_index in range(len(RESULTS))
        ]
        gains.append(np.array([[table[number] for table in tables] for number in player_ids]) - sums)
    seats = {
        number: (table, side)
        for table, index in enumerate(open_indexes)
        for side, number in enumerate(last[index].sides)
    }
    places_by_player: dict[int, dict[str, set[int]]] = {number: {} for number in player_ids}
    total = len(RESULTS) ** len(open_indexes)
    for start in range(0, total, _BATCH_SIZE):
        outcomes = np.arange(start, min(start + _BATCH_SIZE, total))
        result_indexes = [outcomes // len(RESULTS) ** table % len(RESULTS) for table in range(len(open_indexes))]
        merits = sums + sum(gain[:, result_index] for gain, result_index in zip(gains, result_indexes, strict=True))
        merits = merits + job.refined(all_drawn, player_ids, merits, sums)
        for row, number in enumerate(player_ids):
            places = 1 + (merits > merits[row]).sum(axis=0)
            table, side = seats.get(number, (-1, 0))
            for result_index, result in (
                enumerate(RESULTS[::-1] if side else RESULTS) if table >= 0 else [(0, "no_game")]
            ):
                counted = np.bincount(places[result_indexes[table] == result_index] if table >= 0 else places)
                places_by_player[number].setdefault(result, set()).update(np.flatnonzero(counted).tolist())
    return places_by_player

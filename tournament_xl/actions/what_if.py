"""What if (Et si…): standings and next pairing for assumed results of the current round; nothing is written."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from tournament_xl.actions import workbook_actions
from tournament_xl.core.exit_codes import DONE, REFUSED
from tournament_xl.games.registry import decode, game_of
from tournament_xl.messages import publication as texts
from tournament_xl.messages.names import ranges
from tournament_xl.workbook import schema
from tournament_xl.workbook.context import EMPTY_CONTEXT, DecodeContext
from tournament_xl.workbook.decoded import Workbook
from tournament_xl.workbook.snapshot import Draft, Snapshot
from tournament_xl.workbook.working_copy import ActionAborted, Outcome, require_valid

_DAY = "01/01/2000 12:00"  # date of a pairing that is never written


@dataclass(frozen=True, slots=True)
class SupposedTournament:
    """Tournament as it would be with assumed results; exists in memory only."""

    sentence: str  # French, several lines: what is shown, unlikely scores, tables still without result
    decoded: Workbook  # with the assumed results; matches still without one are left out of the last round
    after: int  # number of the last drawn round, after which the standings are
    next: Workbook | None  # with the next round paired; None while results are missing, or after the last round
    title: str = ""  # title of the standings while results are missing


def suppose_results(
    snapshot: Snapshot, typed_results: Sequence[Sequence[str]], context: DecodeContext = EMPTY_CONTEXT
) -> SupposedTournament:
    """Return the tournament as it would be with assumed results of tables that have none yet.

    `typed_results` are pairs of a table and its scores, both as text, ("3", "444-333"); "+" joins the games of a match.
    Of two results for one table the later one counts. If no table lacks a result any more, the next round is paired
    too, unless the current round is the last.

    Raises:
        ActionAborted: The workbook has problems, no table lacks a result, a table of `typed_results` has a result or
            does not exist, a result is invalid, or the next round cannot be paired.
    """
    decoded = require_valid(decode(snapshot, context))
    if not decoded.pending:
        raise ActionAborted(Outcome(REFUSED, texts.IF_NOTHING))
    draft, rows = Draft(snapshot), {str(row.match.table): row for row in decoded.pending}
    columns = game_of(decoded).score_pairs
    for table, text in typed_results:
        games = [re.fullmatch(r"\s*(-?\d{1,9})\s*[-–:/]\s*(-?\d{1,9})\s*", game) for game in text.split("+")]
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
    decoded_after = require_valid(decode(draft.after(), context))
    round_number, next_workbook = len(decoded_after.tournament.rounds), None
    message, title, tables = texts.IF_TITLE, "", {rows[table].line.row: table for table, _ in typed_results}
    for row_number, _, score in game_of(decoded_after).find_unlikely_cells(decoded_after):
        if row_number in tables:
            message += "\n" + texts.IF_UNLIKELY.format(table=tables[row_number], score=score)
    if decoded_after.pending:
        message += "\n" + texts.IF_MISSING.format(tables=ranges(row.match.table for row in decoded_after.pending))
        title = texts.IF_STANDINGS.format(round=round_number)
        decoded_after = _without_pending(decoded_after)
    elif round_number < (decoded_after.tournament.settings.rounds or 0):
        outcome = workbook_actions.pair(draft.after(), _DAY, context)
        if outcome.code != DONE:
            raise ActionAborted(outcome)
        next_workbook = require_valid(decode(workbook_actions.apply_outcome(draft.after(), outcome), context))
    return SupposedTournament(message, decoded_after, round_number, next_workbook, title)


def _without_pending(decoded: Workbook) -> Workbook:
    """Return the workbook without the matches of the last drawn round that have no result."""
    *before, last = decoded.tournament.rounds
    rounds = (*before, tuple(game for game in last if game.complete))
    return replace(decoded, tournament=replace(decoded.tournament, rounds=rounds))

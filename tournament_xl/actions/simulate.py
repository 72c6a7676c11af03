"""Plausible results for rehearsals and tests (`tournament-xl simulate`); nothing here is a rule."""

from __future__ import annotations

import re

from tournament_xl.actions import workbook_actions
from tournament_xl.core.exit_codes import DONE, REFUSED
from tournament_xl.core.model import Notice
from tournament_xl.games.registry import decode, game_of
from tournament_xl.games.simulation import Chances
from tournament_xl.messages.notices import notice_text
from tournament_xl.workbook import schema
from tournament_xl.workbook.context import EMPTY_CONTEXT, DecodeContext
from tournament_xl.workbook.decoded import Workbook
from tournament_xl.workbook.snapshot import Draft, Snapshot, compute_edits
from tournament_xl.workbook.working_copy import Outcome, require_valid, returns_outcome


@returns_outcome
def simulate(
    snapshot: Snapshot, rounds: int | None, chances: Chances, date: str, context: DecodeContext = EMPTY_CONTEXT
) -> Outcome:
    """Play rounds with random results, by the same actions as the buttons, and update the workbook at the end.

    At most `rounds` are played, one that waits for results included; None means to the end. `date` is the time of all
    actions.

    Returns:
        Outcome with the edits of all actions together and the warnings of the first pairing and of the last update;
        REFUSED if nothing changes. If a pairing is refused or has problems, its outcome, which has no edits: what was
        played before it is lost. So the outcome is refused when all rounds were complete at the start.
    """
    current, played = snapshot, 0
    unhide: dict[str, None] = {}
    first_pairing: Outcome | None = None  # the pairing that observes the organiser's changes
    while True:
        decoded = require_valid(decode(current, context))
        tournament = decoded.tournament
        finished = tournament.played == tournament.settings.rounds
        if played == rounds or (finished and played):
            break
        if decoded.pending:
            current = _fill(decoded, chances)
            played += 1
            continue
        ready = _with_absences(decoded, chances)
        outcome = workbook_actions.pair(ready, date, context)
        if outcome.code != DONE:
            return outcome
        first_pairing = first_pairing or outcome
        unhide |= dict.fromkeys(outcome.unhide)
        current = workbook_actions.apply_outcome(ready, outcome)
        played += not decode(current, context).pending  # all present players met X
    last = workbook_actions.update(current, date, context)
    edits = compute_edits(snapshot, workbook_actions.apply_outcome(current, last))
    code = last.code if edits else REFUSED
    message = notice_text(Notice("simulated", {"rounds": played}))
    warnings = dict.fromkeys([*(first_pairing.warnings if first_pairing else ()), *last.warnings])
    unhidden_sheets = tuple(unhide | dict.fromkeys(last.unhide))
    return last._replace(code=code, edits=edits, message=message, warnings=tuple(warnings), unhide=unhidden_sheets)


def find_tournament_seed(snapshot: Snapshot) -> str:
    """Return the setting Graine, the seed of the tournament's lots; "" without one. Problems elsewhere do not matter.

    Raises:
        ActionAborted: A table cannot be read.
    """
    return str(decode(snapshot).tournament.settings.seed)


def fill_last_round(snapshot: Snapshot, chances: Chances) -> Snapshot:
    """Return the workbook with a random result in every row of the last drawn round that lacks one.

    Only empty score cells are filled. The workbook may have problems. `snapshot` itself is not changed.

    Raises:
        ActionAborted: A table cannot be read.
    """
    return _fill(decode(snapshot), chances)


def _fill(decoded: Workbook, chances: Chances) -> Snapshot:
    """Return the workbook with random scores in the empty score cells of the last drawn round; typed ones stay."""
    draft, table = Draft(decoded.snapshot), decoded.results.table
    for row, values in game_of(decoded).simulate_results(decoded, chances).items():
        line = table.line(row)
        for column, value in values.items():
            if line.empty(column):
                draft.put(schema.RESULTS, row, table.columns[column], value)
    return draft.after()


def _with_absences(decoded: Workbook, chances: Chances) -> Snapshot:
    """Return the workbook with some players, never all, announced absent in the round to be paired."""
    if not chances.absences:
        return decoded.snapshot
    draft, number = Draft(decoded.snapshot), decoded.tournament.next_round
    present_ids = sorted(decoded.tournament.present(number))
    absent_ids = [
        player_id for player_id in present_ids if chances.draw("absence", number, player_id).random() < chances.absences
    ]
    for player_id in absent_ids if len(absent_ids) < len(present_ids) else absent_ids[1:]:
        line = decoded.lines[player_id]
        old = line.text("Absences")
        draft.put(schema.PLAYERS, line.row, line.table.columns["Absences"], add_absence(old, number))
    return draft.after()


def add_absence(absences: str, number: int) -> str:
    """Return a text of the column Absences with one more round: "1, 3" and 4 give "1, 3-4", "" and 4 give "4".

    All rounds of the text must be earlier than the new one.
    """
    last = re.search(r"(?:^|, )(\d+)(?:-(\d+))?$", absences)
    if last and int(last[2] or last[1]) == number - 1:
        return f"{absences[: last.start(1)]}{last[1]}-{number}"
    return f"{absences}, {number}" if absences else str(number)

"""Explanations of the pairs of a round, for both games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournament_xl.core.exit_codes import REFUSED
from tournament_xl.core.model import Notice
from tournament_xl.games.answers import Explanation
from tournament_xl.games.registry import game_of
from tournament_xl.messages import ribbon as texts
from tournament_xl.service.workbook_access import decode_workbook
from tournament_xl.workbook import schema
from tournament_xl.workbook.working_copy import ActionAborted, Outcome, refused

if TYPE_CHECKING:
    from tournament_xl.service.workbook_access import WorkbookAccess
    from tournament_xl.workbook.decoded import Workbook


def explain(
    workbook: WorkbookAccess, round_number: int | None = None, table: int | None = None
) -> tuple[Explanation, ...]:
    """Explain why the players of each pair of a round meet.

    `round_number` None means the last drawn round; `table` 0 means the pairs without one (byes), None all pairs.

    Returns:
        For each pair, in the order of tables, a title and French sentences: the rule's reason, or that the organiser
        chose, and places or points before the round as its pairing read them. For all tables of an Othello Swiss it is
        said first what is drawn by lot.

    Raises:
        ExternalError: The workbook cannot be read.
        ActionAborted: The workbook has problems (warnings are none), no round is drawn yet, or there is no such round
            or table.
    """
    return explain_decoded(decode_workbook(workbook), round_number, table)


def explain_decoded(
    decoded: Workbook, round_number: int | None = None, table: int | None = None
) -> tuple[Explanation, ...]:
    """Explain the pairs of a round of a decoded workbook; round, table and result are as for `explain`.

    Raises:
        ActionAborted: No round is drawn yet, or there is no such round or table.
    """
    last = len(decoded.tournament.rounds)
    number = last if round_number is None else round_number
    if not last:
        raise refused(Notice("no_round_yet"))
    if not 1 <= number <= last:
        raise refused(Notice("no_such_round", {"round": number, "last": last}))
    explanations = tuple(game_of(decoded).explain_round(decoded, number, table))
    if not explanations:
        raise refused(Notice("no_such_table", {"round": number, "table": table or 0}))
    return explanations


def explain_selected(workbook: WorkbookAccess, sheet: str, row: int) -> Explanation:
    """Explain the pair in the selected row of Résultats.

    `row` counts from 1. Rows without a table number (a bye) count as table 0: of several in a round the first pair is
    explained.

    Raises:
        ExternalError: The workbook cannot be read.
        ActionAborted: The workbook has problems, the sheet is not Résultats, or the row has no pair of a drawn round.
    """
    decoded = decode_workbook(workbook)
    drawn = len(decoded.tournament.rounds)
    selected = (entry for entry in decoded.results.rows if entry.line.row == row and entry.round <= drawn)
    entry = next(selected, None)
    if sheet != schema.RESULTS or entry is None:
        raise ActionAborted(Outcome(REFUSED, texts.SELECT_A_PAIR))
    return explain_decoded(decoded, entry.round, entry.match.table)[0]

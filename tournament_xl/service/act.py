"""Actions on a workbook: pair, update, undo, take the results of phones, rate, simulate.

What few actions need is imported where it is needed, here and in the modules that an action loads: results of phones,
simulation, judgements, seasons in TOML, exact ratings, ElementTree. Together that saves 15 of the 150 ms of processor
time of `pair` with 12 players.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from tournament_xl.actions import workbook_actions
from tournament_xl.core.exit_codes import DONE
from tournament_xl.messages.cli import BACKUPS
from tournament_xl.messages.notices import Reason
from tournament_xl.phones import report_file
from tournament_xl.service.workbook_access import collect_context
from tournament_xl.storage import newer_backup, timestamps
from tournament_xl.storage.backups import refuse_backup
from tournament_xl.workbook import schema
from tournament_xl.workbook.context import DecodeContext
from tournament_xl.workbook.program_version import refuse_newer
from tournament_xl.workbook.snapshot import Snapshot
from tournament_xl.workbook.working_copy import Outcome

if TYPE_CHECKING:
    from tournament_xl.service.workbook_access import WorkbookAccess

Action = Callable[[Snapshot, str, DecodeContext], Outcome]  # sheets, date for the Journal, what is known besides
SHEETS = {
    "pair": schema.PAIRINGS,
    "update": schema.STANDINGS,
    "undo": schema.RESULTS,
    "ratings": schema.RATINGS,
    "take": schema.RESULTS,
}  # action -> sheet to show afterwards
_WITH_PHONE_RESULTS = ("pair", "update", "take")  # actions that first take what the phones agreed on


class ActionRequest(NamedTuple):
    """Action that somebody asks for on a workbook.

    Attributes:
        action: A key of `SHEETS`.
        force: For `undo`: remove the round even if it has scores.
        provisional: For `ratings`: as if the tournament ended now.
    """

    action: str
    force: bool = False
    provisional: bool = False


class ActionResult(NamedTuple):
    """What an action did.

    Attributes:
        outcome: What happened; its edits are written.
        sheet: Name of the sheet to show; "" where the action was not done.
        doubt: True when an `undo` was refused only because the round has scores; with `force` it would be done.
    """

    outcome: Outcome
    sheet: str = ""
    doubt: bool = False


def act(workbook: WorkbookAccess, request: ActionRequest) -> ActionResult:
    """Do an action on a workbook and write what it changes, after a backup; on any problem nothing is written.

    `pair`, `update` and `take` first put results sent from phones into empty cells of Résultats: those that both
    players sent alike or that the organiser decided. An unknown action is a KeyError. One of the notes says so if a
    backup is newer than the workbook.

    Raises:
        ExternalError: The workbook cannot be read or written, is open elsewhere, or is a backup or the federation's
            copy; or the file of results from phones cannot be read. The workbook is then unchanged.
    """
    name = request.action
    options = {"undo": {"force": request.force}, "ratings": {"provisional": request.provisional}}.get(name, {})
    action = partial(workbook_actions.ACTIONS[name], **options)
    outcome = run_action(workbook, action, BACKUPS[name], with_phones=name in _WITH_PHONE_RESULTS)
    doubt = outcome.reason is Reason.ROUND_HAS_SCORES
    return ActionResult(outcome, SHEETS[name] if outcome.code == DONE else "", doubt)


def run_action(workbook: WorkbookAccess, action: Action, backup_label: str, *, with_phones: bool = False) -> Outcome:
    """Run a function on the sheets of a workbook as an action and write what it changes, after a backup.

    `backup_label` is the action that follows the backup, such as "avant ronde 3". With `with_phones` agreed results
    from phones are first put into empty cells, as `act` does. The outcome has notes on a newer backup, on results from
    phones and on what the file lost when it was written; one that is not DONE was not written.

    Raises:
        ExternalError: As `act`.
    """
    workbook.refuse_unwritable()
    snapshot, date = workbook.read(), timestamps.journal_date()
    if workbook.path:
        refuse_backup(workbook.path, snapshot)
    outcome = run_action_on_sheets(workbook, snapshot, action, date, with_phones=with_phones)
    return workbook.write(outcome, timestamps.backup_stamp(backup_label, date))


def run_action_on_sheets(
    workbook: WorkbookAccess, snapshot: Snapshot, action: Action, date: str, *, with_phones: bool = False
) -> Outcome:
    """Run a function on sheets that have been read; nothing is written.

    If a backup is newer than the workbook, the first note says so; an action that writes the history (sheet Mémoire)
    records that there, so that it is reported once. With `with_phones` agreed results from phones are first put into
    empty cells, as `act` does, and are then among the edits. `date` is for the Journal.

    Raises:
        ExternalError: The file of results from phones cannot be read, or a newer version of the program wrote the
            workbook.
    """
    refuse_newer(snapshot)
    newer, reports = newer_backup.find_newer_backup(workbook.path, snapshot), report_file.read_reports(workbook.path)
    context = collect_context(workbook)._replace(newer_backup=newer.time if newer else "")
    if with_phones and reports:
        from tournament_xl.phones.merge import run_with_phone_results

        outcome = run_with_phone_results(
            lambda filled, filled_context: action(filled, date, filled_context), snapshot, reports, context
        )
    else:
        outcome = action(snapshot, date, context)
    newer_warnings = (newer_backup.newer_backup_text(newer),) if newer else ()
    return outcome._replace(warnings=(*newer_warnings, *outcome.warnings))


class SimulationRequest(NamedTuple):
    """Rounds to play with random results.

    Attributes:
        rounds: Most rounds to play, a round that waits for results included; None: to the end.
        seed: Seed of the random results; None for the setting Graine of the tournament.
        forfeits: Probability of a forfeit per match, from 0 to 1.
        absences: Probability that a player misses a round, from 0 to 1.
    """

    rounds: int | None = None
    seed: str | None = None
    forfeits: float = 0.0
    absences: float = 0.0


def simulate(workbook: WorkbookAccess, request: SimulationRequest) -> Outcome:
    """Fill in random results, pair the next rounds and fill in theirs, to practise; write all of it after a backup.

    Results that are typed already stay. The outcome is refused if there is nothing to play. Problems of the workbook
    are in it, and nothing is then written.

    Raises:
        ExternalError: As `act`.
        ActionAborted: `request.seed` is None and a table of the workbook cannot be read.
    """
    from tournament_xl.actions import simulate as simulation
    from tournament_xl.games.simulation import Chances

    def play(snapshot: Snapshot, date: str, context: DecodeContext) -> Outcome:
        seed = request.seed if request.seed is not None else simulation.find_tournament_seed(snapshot)
        chances = Chances(seed, request.forfeits, request.absences)
        return simulation.simulate(snapshot, request.rounds, chances, date, context)

    return run_action(workbook, play, BACKUPS["simulate"])

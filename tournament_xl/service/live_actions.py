"""Actions of buttons on a workbook that is open in Excel or in LibreOffice.

An action is one of two kinds, and is registered here or in `workbook_actions.BY_NAME`:

- on the sheets: action(snapshot, date) → outcome, with edits (`pair`, `ratings`) or with a text to read (`check`);
- on the file: action(path, snapshot) → outcome with a text; it writes files next to the workbook (`send`, `publish`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from tournament_xl.actions import workbook_actions
from tournament_xl.core.exit_codes import REFUSED
from tournament_xl.messages import live as texts
from tournament_xl.storage import file_actions
from tournament_xl.storage.workbook_file import refuse_backup
from tournament_xl.workbook import schema
from tournament_xl.workbook.snapshot import Snapshot
from tournament_xl.workbook.working_copy import Outcome


def _check(snapshot: Snapshot, date: str) -> Outcome:
    """Check the workbook as it is open, whether saved or not."""
    from tournament_xl.actions.check import check_as_action  # saves its import in all other actions

    return check_as_action(snapshot, date)


SHEET_AFTER_ACTION = {
    "pair": schema.PAIRINGS,
    "update": schema.STANDINGS,
    "undo": schema.RESULTS,
    "ratings": schema.RATINGS,
    "take": schema.RESULTS,
}  # action -> sheet to show afterwards; the other actions give a text to read


def _send(path: Path, snapshot: Snapshot) -> Outcome:
    from tournament_xl.submission.send import send  # saves its import in actions on the sheets

    return send(path, snapshot=snapshot)


def _publish(path: Path, snapshot: Snapshot) -> Outcome:
    from tournament_xl.publication.publish import publish

    return publish(path, snapshot)


ON_SHEETS: dict[str, file_actions.Action] = {**workbook_actions.ACTIONS, "check": _check}
ON_FILE: dict[str, Callable[[Path, Snapshot], Outcome]] = {"send": _send, "publish": _publish}


@dataclass(frozen=True, slots=True)
class OpenWorkbook:
    """Location of the open workbook, and the date of the action."""

    path: Path | None  # None: never saved, or not on this computer's disks
    modified: bool = False  # the open workbook has changes that the file lacks
    date: str = field(
        default_factory=lambda: file_actions.journal_date()
    )  # of the action: its line in the Journal and its backup have the same


def run_action(action: str, snapshot: Snapshot, open_workbook: OpenWorkbook) -> Outcome:
    """Do an action on the open workbook; edits are returned, not written.

    Args:
        action: Name of the action, of `ON_SHEETS` or `ON_FILE`.
        snapshot: The sheets as they are open.
        open_workbook: Where the workbook is saved.

    Returns:
        The outcome.

    Raises:
        HostError: The file cannot be read, or files next to it cannot be written; or the workbook is itself a backup.
    """
    if open_workbook.path and action in SHEET_AFTER_ACTION:
        refuse_backup(open_workbook.path, snapshot)
    if action in ON_SHEETS:
        return file_actions.run_action_on_snapshot(ON_SHEETS[action], snapshot, open_workbook.date, open_workbook.path)
    button = texts.BUTTONS[action]
    if open_workbook.path is None:
        return Outcome(REFUSED, texts.NO_FILE.format(button=button))
    if open_workbook.modified:
        return Outcome(REFUSED, texts.NOT_SAVED.format(button=button))
    return ON_FILE[action](open_workbook.path, snapshot)

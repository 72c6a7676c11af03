"""What a live host presses: the action of a button, on the workbook that it has open.

A button's action is one of two kinds, and is registered here or in `actions.BY_NAME`:

- on the sheets: action(snapshot, date) → outcome, with edits (`pair`, `ratings`) or with a text to read (`check`);
- beside the file: action(path, snapshot) → outcome with a text: it writes beside the workbook what is shown (`send`,
  `publish`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from tournament_xl.actions import workbook_actions
from tournament_xl.core.exit_codes import REFUSED
from tournament_xl.messages import live as texts
from tournament_xl.storage import file_actions
from tournament_xl.storage.workbook_file import refuse_copy
from tournament_xl.workbook import schema
from tournament_xl.workbook.snapshot import Snapshot
from tournament_xl.workbook.working_copy import Outcome


def _check(snapshot: Snapshot, date: str) -> Outcome:
    """Check the workbook as it is open, whether saved or not."""
    from tournament_xl.actions.check import press  # other presses want none of it

    return press(snapshot, date)


SHOWN = {
    "pair": schema.PAIRINGS,
    "update": schema.STANDINGS,
    "undo": schema.RESULTS,
    "ratings": schema.RATINGS,
    "take": schema.RESULTS,
}  # action -> sheet to look at afterwards; the others have a text to read instead


def _send(path: Path, snapshot: Snapshot) -> Outcome:
    from tournament_xl.submission.send import send  # a press on the sheets wants none of it

    return send(path, snapshot=snapshot)


def _publish(path: Path, snapshot: Snapshot) -> Outcome:
    from tournament_xl.publication.publish import publish

    return publish(path, snapshot)


ON_SHEETS: dict[str, file_actions.Action] = {**workbook_actions.BY_NAME, "check": _check}
ON_FILE: dict[str, Callable[[Path, Snapshot], Outcome]] = {"send": _send, "publish": _publish}


@dataclass(frozen=True, slots=True)
class Place:
    """Where the open workbook is saved, and whether the file has all of it."""

    path: Path | None  # None: never saved, or not on this computer's disks
    modified: bool = False  # the open workbook has changes that the file lacks
    date: str = field(
        default_factory=lambda: file_actions.journal_date()
    )  # of the press: its line and its copy have the same


def act(action: str, snapshot: Snapshot, place: Place) -> Outcome:
    """Press `action` (of ON_SHEETS or ON_FILE). What it writes on the file's side is written; edits are not.

    HostError when an action on the file cannot read it or write beside it, or one on the sheets has a backup before it.
    """
    if place.path and action in SHOWN:
        refuse_copy(place.path, snapshot)
    if action in ON_SHEETS:
        return file_actions.pressed(ON_SHEETS[action], snapshot, place.date, place.path)
    button = texts.BUTTONS[action]
    if place.path is None:
        return Outcome(REFUSED, texts.NO_FILE.format(button=button))
    if place.modified:
        return Outcome(REFUSED, texts.NOT_SAVED.format(button=button))
    return ON_FILE[action](place.path, snapshot)

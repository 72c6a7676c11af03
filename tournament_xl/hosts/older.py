"""Whether a workbook is older than its backups: another version was put in its place, by a cloud, a stick or a hand.

Each press that writes makes a copy, and a line in Mémoire of the same second. A newer copy than the last line, of the
same tournament, was made for a press that this workbook does not know. It is told once.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from tournament_xl.hosts import backups, closed
from tournament_xl.press import Outcome, news
from tournament_xl.record import replace
from tournament_xl.texts import cli, restore
from tournament_xl.texts import hosts as texts
from tournament_xl.workbook.grid import Problems
from tournament_xl.workbook.memory import read_memory, share_a_past
from tournament_xl.workbook.snapshot import HostError, Snapshot

_STAMP = "%Y-%m-%d %H-%M-%S"  # of a copy


def pressed(action: Callable[[Snapshot, str], Outcome], snapshot: Snapshot, date: str, path: Path | None) -> Outcome:
    """What an action gives on the workbook at `path`, which reads as `snapshot`; a warning first when that is older.

    A press that writes keeps in the memory of which copy this was told. A command to be typed has the workbook's name.
    """
    copy = newer_copy(path, snapshot)
    outcome = action(replace(snapshot, newer_copy=copy.time if copy else ""), date)
    outcome = replace(outcome, warnings=news(outcome, snapshot))
    if path:
        outcome = replace(outcome, message=outcome.message.replace(cli.A_WORKBOOK, f'"{path}"'))
    return replace(outcome, warnings=(_text(copy), *outcome.warnings)) if copy else outcome


def word(path: Path | None, snapshot: Snapshot) -> str:
    """That warning; "" when there is nothing to tell."""
    copy = newer_copy(path, snapshot)
    return _text(copy) if copy else ""


def _text(copy: backups.Copy) -> str:
    return texts.OLDER.format(copy=copy.file.name)


def newer_copy(path: Path | None, snapshot: Snapshot) -> backups.Copy | None:
    """The newest copy beside the workbook, if its memory has lines of this tournament that the workbook's has not.

    The copy that `restore` made is known by its label. Only a copy made after the last line is looked into.
    """
    newest = max(backups.copies(path), key=lambda copy: copy.time, default=None) if path and path.name else None
    if newest is None or newest.label.startswith(backups.nameable(restore.BACKUP_LABEL)):
        return None
    memory = read_memory(snapshot, Problems())
    dates = [moment for entry in memory.entries if (moment := _moment(entry.date))]
    made = _moment(newest.time, _STAMP)
    if not dates or not made or made <= max(dates) or f"copie|{newest.time}" in memory.facts:
        return None
    try:
        other = read_memory(closed.ClosedFile(newest.file).read(), Problems())
    except HostError:
        return None
    known = {entry.chain for entry in memory.entries}
    missing = bool(other.entries) and other.entries[-1].chain not in known
    return newest if missing and share_a_past(memory.entries, other.entries) else None


def _moment(text: str, form: str = "%d/%m/%Y %H:%M:%S") -> datetime | None:
    try:
        return datetime.strptime(text, form)
    except ValueError:
        return None

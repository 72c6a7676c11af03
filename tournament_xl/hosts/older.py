"""A workbook that is older than its copies: an earlier version was put back, by a program, a cloud or a hand ([ours]).

Its Journal goes back with it, so nothing in it contradicts anything. Each press that writes makes a copy and a line in
the Journal of the same second: a copy later than the last line was made for a press that this workbook does not know.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

from tournament_xl.hosts import backups
from tournament_xl.press import Outcome
from tournament_xl.texts import cli, repair, restore
from tournament_xl.texts import hosts as texts
from tournament_xl.workbook import labels
from tournament_xl.workbook.grid import Problems, find_table, number, whole
from tournament_xl.workbook.journal import read_detail
from tournament_xl.workbook.snapshot import Snapshot

_EPOCH = datetime(1899, 12, 30)


def with_word(outcome: Outcome, path: Path | None, snapshot: Snapshot) -> Outcome:
    """The outcome of a press on the workbook at `path`, which read as `snapshot`, and a warning when that is older."""
    if path is None or (copy := later_copy(path, snapshot)) is None:
        return outcome
    return replace(outcome, warnings=(texts.OLDER.format(copy=copy.file.name), *outcome.warnings))


def later_copy(path: Path, snapshot: Snapshot) -> backups.Copy | None:
    """The newest copy, if it was made for a press of which this workbook has no line."""
    now = f"{datetime.now():%Y-%m-%d %H-%M-%S}"
    without = (restore.BACKUP_LABEL, repair.BACKUP_LABEL, cli.BACKUPS["type"])  # of what writes no line
    without_line = {backups.nameable(label) for label in without}
    known = [copy for copy in backups.copies(path, now) if copy.time <= now]
    last = max(_moments(snapshot), default=None)
    if not known or known[-1].label in without_line or last is None:
        return None
    with suppress(ValueError):
        return known[-1] if datetime.strptime(known[-1].time, "%Y-%m-%d %H-%M-%S") > last else None
    return None


def _moments(snapshot: Snapshot) -> Iterator[datetime]:
    """When the lines of the Journal were written, as far as they tell; a spreadsheet may have made numbers of them.

    Only the last line of a press has its seconds; where none has (older versions) it may have been any of them.
    """
    table = find_table(snapshot, labels.JOURNAL, labels.SCRABBLE_COLUMNS[labels.JOURNAL], Problems())
    lines = list(table.lines()) if table else []
    seconds = [whole(read_detail(line.text("Détail")).get("s", "")) for line in lines]
    unknown = 0 if any(second is not None for second in seconds) else 59
    for line, second in zip(lines, seconds, strict=True):
        text = line.text("Date")
        with suppress(ValueError, OverflowError):
            serial = number(text)
            minute = _EPOCH + timedelta(days=serial) if serial else datetime.strptime(text[:16], "%d/%m/%Y %H:%M")
            yield minute.replace(second=0) + timedelta(seconds=unknown if second is None else second)

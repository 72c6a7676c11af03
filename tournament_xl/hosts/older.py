"""A workbook that does not know its copies: another version was put there, by a program, a cloud or a hand ([ours]).

Its Journal goes back with it, so nothing in it contradicts anything. Each press that writes makes a copy and a line in
the Journal of the same second: a copy without its line was made for a press that this workbook does not know.
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
_STAMP = "%Y-%m-%d %H-%M-%S"  # of a copy


def with_word(outcome: Outcome, path: Path | None, snapshot: Snapshot) -> Outcome:
    """The outcome of a press on the workbook at `path`, which read as `snapshot`, and a warning when that is older."""
    if path is None or (copy := unknown_copy(path, snapshot)) is None:
        return outcome
    return replace(outcome, warnings=(texts.OLDER.format(copy=copy.file.name), *outcome.warnings))


def unknown_copy(path: Path, snapshot: Snapshot) -> backups.Copy | None:
    """The newest copy that was made for a press of which this workbook has no line, since the last one that it has.

    What was put back on purpose (`restore`) counts as known, with all before it.
    """
    lines = set(_moments(snapshot))
    if not lines:
        return None
    now, found = f"{datetime.now():{_STAMP}}", None
    without_line = {backups.nameable(label) for label in (repair.BACKUP_LABEL, cli.BACKUPS["type"])}
    for copy in reversed(backups.copies(path, now)):
        with suppress(ValueError):
            moment = datetime.strptime(copy.time, _STAMP)
            if moment in lines or copy.label == backups.nameable(restore.BACKUP_LABEL) or moment < min(lines):
                break
            if copy.time <= now and copy.label not in without_line:
                found = found or copy
    return found


def _moments(snapshot: Snapshot) -> Iterator[datetime]:
    """When the lines of the Journal were written, as far as they tell; a spreadsheet may have made numbers of them.

    The last line of a press has its seconds; of another line all seconds of its minute count (older versions had none).
    """
    table = find_table(snapshot, labels.JOURNAL, labels.SCRABBLE_COLUMNS[labels.JOURNAL], Problems())
    for line in table.lines() if table else ():
        text, known = line.text("Date"), whole(read_detail(line.text("Détail")).get("s", ""))
        with suppress(ValueError, OverflowError):
            serial = number(text)
            minute = _EPOCH + timedelta(days=serial) if serial else datetime.strptime(text[:16], "%d/%m/%Y %H:%M")
            minute = (minute + timedelta(seconds=1)).replace(second=0, microsecond=0)  # of a number: nearly a minute
            for second in range(60) if known is None else [known]:
                yield minute + timedelta(seconds=second)

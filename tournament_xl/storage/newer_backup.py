"""Search for a backup that is newer than its workbook, which an older version has then replaced."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path

from tournament_xl.core.model import Notice
from tournament_xl.core.resources import printable_path
from tournament_xl.messages.notices import notice_text
from tournament_xl.storage import timestamps
from tournament_xl.storage.backups import Backup, find_backups
from tournament_xl.storage.workbook_file import ClosedFile
from tournament_xl.workbook import schema
from tournament_xl.workbook.history.history import find_history, have_same_origin
from tournament_xl.workbook.snapshot import ExternalError, Snapshot

_DATE = re.compile(r"\d\d/\d\d/\d{4} \d\d:\d\d:\d\d")  # of a line in Mémoire


def find_newer_backup_warning(path: Path, snapshot: Snapshot) -> str:
    """Return the warning that a backup is newer than the workbook; "" where `find_newer_backup` returns None.

    That the warning was given is recorded by the next action, not here.
    """
    newer = find_newer_backup(path, snapshot)
    return newer_backup_text(newer) if newer else ""


def newer_backup_text(newer: Backup) -> str:
    """Render the warning that this backup is newer than the workbook."""
    return notice_text(Notice("newer_backup", {"copy": printable_path(newer.file.name)}))


def find_newer_backup(path: Path | None, snapshot: Snapshot) -> Backup | None:
    """Return the newest backup if it is of this tournament and the workbook's history lacks its last line of Mémoire.

    Then a cloud, a memory stick or a person has put an older version in the workbook's place. Only the newest backup is
    examined. Each action that writes makes a backup, and a line in Mémoire of the same second: a backup is read only
    if it was made after the last line.

    Returns:
        The backup. None if none is newer, if the workbook has no file or history, or if the backup cannot be read, was
        made by `restore`, or is recorded by the history as reported before.
    """
    newest_copy = None
    with suppress(ExternalError):  # the folder cannot be read
        newest_copy = next(reversed(find_backups(path)), None) if path else None
    if newest_copy is None or newest_copy.before_restore:
        return None
    cells = (cell for row in snapshot.sheets.get(schema.MEMORY, ()) for cell in row if isinstance(cell, str))
    dates = [timestamps.backup_stamp("", cell)[:19] for cell in cells if _DATE.fullmatch(cell)]
    if not dates or newest_copy.time <= max(dates):
        return None
    history = find_history(snapshot)
    try:
        copy_history = find_history(ClosedFile(newest_copy.file).read())
    except ExternalError:
        return None
    chains = {entry.chain for entry in history.entries}
    has_other_lines = bool(copy_history.entries) and copy_history.entries[-1].chain not in chains
    was_reported = newest_copy.time in history.document.get("backups_told", {})
    is_newer = has_other_lines and not was_reported and have_same_origin(history.entries, copy_history.entries)
    return newest_copy if is_newer else None

"""Backups of a workbook in the folder Sauvegardes: made before an action, found by name, the newest kept."""

from __future__ import annotations

import os
import re
import unicodedata
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from tournament_xl.core.resources import printable_path
from tournament_xl.messages import submission
from tournament_xl.messages import workbook_files as texts
from tournament_xl.workbook.file_failures import FileFailure
from tournament_xl.workbook.snapshot import ExternalError, Snapshot
from tournament_xl.xlsx.atomic_write import translate_os_errors, write_temporary_file

FOLDER = texts.BACKUP_FOLDER
KEEP = 30  # backups of one workbook
_TIME = r"\d{4}-\d{2}-\d{2} \d{2}-\d{2}-\d{2}"
_TIME_LENGTH = len("2026-11-21 14-05-33")
_FORBIDDEN = r'[<>:"/\\|?*\x00-\x1f\x7f]'  # in Windows file names


class Backup(NamedTuple):
    """A backup of a workbook, as its file name describes it."""

    file: Path
    time: str  # "2026-11-21 14-05-33", by the clock of that moment
    label: str  # what came next: "avant appariement"; may be empty
    before_restore: bool = False  # made by `restore`, of the state that it replaced


def write_backup(path: Path, data: bytes, stamp: str) -> Path:
    """Write a backup of a workbook, whole or not at all, as `Sauvegardes/<stem> <stamp><ending>`.

    The folder is made where it is missing. A backup is never overwritten: the next of the same name ends in " (2)". The
    backup gets the permissions of `path`. The stamp begins with a time, "2026-11-21 14-05-33 avant ronde 3"; backups
    are ordered by it.

    Raises:
        ExternalError: The backup cannot be written.
        ValueError: The stamp does not begin with a time.
    """
    folder = path.parent / FOLDER
    with translate_os_errors(folder, texts.BACKUP_FAILED):
        folder.mkdir(exist_ok=True)
        with write_temporary_file(path, data, path.stat() if path.exists() else None, folder) as temporary_file:
            copy = find_free_backup_path(path, stamp)
            os.rename(temporary_file, copy)
    return copy


def find_free_backup_path(path: Path, stamp: str) -> Path:
    """Return the path for a backup with this stamp, with " (2)", " (3)" … at the end of its name if that is taken.

    Nothing is written: another command may take the path before it is used.

    Raises:
        ValueError: The stamp does not begin with a time.
    """
    name = path.parent / FOLDER / f"{path.stem} {clean_stamp(stamp)}"
    file, number = Path(f"{name}{path.suffix}"), 1
    while os.path.lexists(file):
        number += 1
        file = Path(f"{name} ({number}){path.suffix}")
    return file


def find_backups(path: Path) -> list[Backup]:
    """List the backups of the workbook at `path`, oldest first; empty without a folder of backups.

    They are recognised by their names: links, folders and files with other names are left out. They are sorted by the
    time in the name, then by the time of the file, then by the number in the name.

    Raises:
        ExternalError: Their folder cannot be read.
    """
    stem, ending = re.escape(_composed(path.stem)), re.escape(path.suffix)
    copy_name = re.compile(
        rf"{stem} (?P<time>{_TIME})(?!.* {_TIME})(?: (?P<label>(?P<restore>{texts.BEFORE_RESTORE})?.*?))??"
        rf"(?: \((?P<number>\d+)\))?{ending}"
    )
    dated_copies = []
    for file in _files(path):
        if (match := copy_name.fullmatch(_composed(file.name))) and file.is_file(follow_symlinks=False):
            with suppress(FileNotFoundError):  # another command has just removed it
                sort_key = (match["time"], file.stat().st_mtime_ns, int(match["number"] or 1), file.name)
                label = match["label"] or ""
                is_of_restore = match["restore"] is not None  # nothing but its name says so
                dated_copies.append((sort_key, Backup(Path(file.path), match["time"], label, is_of_restore)))
    return [copy for _, copy in sorted(dated_copies, key=lambda entry: entry[0])]


def list_workbooks_with_backups(path: Path) -> list[str]:
    """Return, sorted, the file names of workbooks other than `path` that have backups in the folder of its backups.

    Raises:
        ExternalError: The folder of the backups cannot be read.
    """
    copy_name = re.compile(rf"(?P<stem>.+) {_TIME}(?: .*)?(?P<ending>\.xls[xm])", re.IGNORECASE)
    matches = filter(None, (copy_name.fullmatch(file.name) for file in _files(path)))
    return sorted({match["stem"] + match["ending"] for match in matches} - {path.name})


def _files(path: Path) -> list[os.DirEntry[str]]:
    """List the folder of the backups; empty if there is none."""
    folder = path.parent / FOLDER
    with translate_os_errors(folder, texts.UNREADABLE):
        try:
            with os.scandir(folder) as entries:
                return list(entries)
        except (FileNotFoundError, NotADirectoryError):
            return []


def _composed(name: str) -> str:
    """Return a file name in composed form (é as one letter): macOS may list it decomposed."""
    return unicodedata.normalize("NFC", name)


def refuse_backup(path: Path, snapshot: Snapshot) -> None:
    """Refuse a workbook that is a backup or the copy for the federation: changes there would not reach the tournament.

    Name and folder of `path` show whether it is a backup, its content whether it is the federation's copy.

    Raises:
        FileFailure: The workbook is such a copy.
    """
    facts = {"file": printable_path(path.name), "folder": texts.BACKUP_FOLDER}
    if path.parent.name == FOLDER and re.search(rf" {_TIME}( |$)", path.stem):
        raise FileFailure(texts.IS_A_COPY, path, **facts)
    if submission.PAGE in snapshot.sheets and snapshot.cell(submission.PAGE, 2, 1) == submission.PAGE_SUBTITLE:
        raise FileFailure(texts.IS_SENT, path, **facts)


def remove_surplus_backups(path: Path, newest: Path) -> None:
    """Remove the backups that `list_surplus_backups` lists for `KEEP`; one that cannot be removed stays, silently.

    `newest`, the backup made last, is never removed.
    """
    with suppress(ExternalError):
        for file in list_surplus_backups(path, KEEP, newest):
            with suppress(OSError):
                file.unlink()


def list_surplus_backups(path: Path, keep: int, newest: Path) -> list[Path]:
    """Return the backups to remove so that `keep` stay; nothing is removed here.

    Backups with a later time than `newest` are to go first, since a clock was ahead; then the oldest. `keep` is at
    least 1; `newest`, the backup made last, is never listed.

    Raises:
        ExternalError: The folder of the backups cannot be read.
    """
    newest_time = newest.name[len(path.stem) + 1 :][:_TIME_LENGTH]
    by_age = sorted(find_backups(path), key=lambda copy: copy.time <= newest_time)
    return [copy.file for copy in by_age[:-keep] if copy.file != newest]


def clean_stamp(stamp: str) -> str:
    """Return a stamp fit for a Windows file name: "-" for each character not allowed, no space or dot at the end.

    Raises:
        ValueError: The stamp does not begin with a time.
    """
    safe_stamp = re.sub(_FORBIDDEN, "-", stamp).rstrip(" .")
    if not re.match(rf"{_TIME}(?: |$)", safe_stamp):
        raise ValueError(f"a stamp begins with a time like 2026-11-21 14-05-33: {stamp!r}")
    return safe_stamp

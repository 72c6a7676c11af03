"""Workbooks read to be shown, listed from a folder, and put into it."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tournament_xl.actions import workbook_actions
from tournament_xl.core.exit_codes import DONE
from tournament_xl.core.resources import printable_path
from tournament_xl.messages import page as texts
from tournament_xl.service.workbook_access import (
    WorkbookAccess,
    WorkbookFile,
    collect_context,
    decode_sheets,
    decode_workbook,
)
from tournament_xl.storage import new_file, newer_backup, timestamps
from tournament_xl.storage.backups import refuse_backup
from tournament_xl.storage.lock_files import find_lock
from tournament_xl.storage.workbook_file import ENDINGS, ClosedFile
from tournament_xl.workbook import schema
from tournament_xl.workbook.decoded import Workbook
from tournament_xl.workbook.file_failures import FileFailure
from tournament_xl.workbook.snapshot import ExternalError, Snapshot
from tournament_xl.workbook.tables import text_right_of
from tournament_xl.workbook.working_copy import ActionAborted, Outcome

HIDDEN_PREFIXES = ("~", ".")  # of the names of lock files and hidden files
_MOST_LISTED = 60  # workbooks of a folder


@dataclass(frozen=True, slots=True)
class ReadWorkbook:
    """Workbook as saved.

    Attributes:
        newer_backup: Warning that a backup is newer than the workbook; "" where none is, or it was given before.
    """

    decoded: Workbook
    newer_backup: str = ""


def find_other_program(path: str | os.PathLike[str]) -> str:
    """Name the program that has a workbook open by its lock file, "Excel par Zoé"; "" without a lock file.

    A program that crashed may have left the lock file.
    """
    lock = find_lock(Path(path))
    return lock.program if lock else ""


def read_workbook(path: str | os.PathLike[str]) -> ReadWorkbook:
    """Read and decode a workbook file as it was saved last; it may be open elsewhere.

    Raises:
        ExternalError: The file cannot be read.
        ActionAborted: The workbook has problems.
    """
    workbook = WorkbookFile(path)
    decoded = decode_workbook(workbook)
    return ReadWorkbook(decoded, newer_backup.find_newer_backup_warning(workbook.path, decoded.snapshot))


@dataclass(frozen=True, slots=True)
class UpdatedWorkbook:
    """Workbook as an update would leave it.

    Attributes:
        snapshot: Its sheets.
        update: Outcome of the update, which is not written. If it is not DONE, the sheets are as read.
        decoded: The workbook decoded, perhaps with problems; None where a table cannot be read.
    """

    snapshot: Snapshot
    update: Outcome
    decoded: Workbook | None


def read_updated(workbook: WorkbookAccess, *, is_current: bool = False) -> UpdatedWorkbook:
    """Read a workbook as an update would leave it; nothing is written.

    Args:
        workbook: The workbook; its `previous` becomes the result of this decoding.
        is_current: An action has just updated the workbook: the sheets are then returned as read, and `update` is
            DONE, without edits.

    Returns:
        The sheets and their decoding. Problems of the workbook are in `update` and do not raise.

    Raises:
        ExternalError: The workbook cannot be read.
    """
    saved = workbook.read()
    if is_current:
        outcome = Outcome(DONE)
    else:
        outcome = workbook_actions.update(saved, timestamps.journal_date(), collect_context(workbook))
    updated = workbook_actions.apply_outcome(saved, outcome)
    try:
        return UpdatedWorkbook(updated, outcome, decode_sheets(workbook, updated))
    except ActionAborted:
        return UpdatedWorkbook(updated, outcome, None)


@dataclass(frozen=True, slots=True)
class ListedWorkbook:
    """Workbook of a folder: file name, time of its last change (Unix seconds), status or why it cannot be read."""

    file: str
    modified: float
    status: str


def list_workbooks(folder: Path) -> Sequence[ListedWorkbook]:
    """List the workbooks of a folder, the most recently changed first, at most sixty; each is read for its status.

    Lock files and hidden files, by their names, are left out, and so are folders. A link that leads out of the folder
    is listed but not read, and its status says so. Else the status is the line on the sheet Tournoi, or the reason why
    the file cannot be read.

    Raises:
        ExternalError: The folder cannot be read.
    """
    try:
        files = [file for file in folder.iterdir() if file.name.lower().endswith(ENDINGS) and file.is_file()]
    except OSError:
        raise ExternalError(texts.FOLDER_GONE, folder=printable_path(folder)) from None
    shown_files = (file for file in files if not file.name.startswith(HIDDEN_PREFIXES))
    newest = sorted(shown_files, key=os.path.getmtime, reverse=True)
    return [_list_workbook(folder, file) for file in newest[:_MOST_LISTED]]


def _list_workbook(folder: Path, file: Path) -> ListedWorkbook:
    modified = file.stat().st_mtime
    if resolve_inside(folder, file.name) is None:
        return ListedWorkbook(file.name, modified, texts.LEADS_OUT.format(file=printable_path(file.name)))
    try:
        snapshot = ClosedFile(file).read()
    except ExternalError as error:
        return ListedWorkbook(file.name, modified, str(error))
    return ListedWorkbook(file.name, modified, text_right_of(snapshot, schema.TOURNAMENT, schema.STATUS))


def resolve_inside(folder: Path, name: str) -> Path | None:
    """Return the absolute path of a name (or relative path) in a folder, links followed; nothing need be there.

    None is returned where it leads out of the folder, or cannot be resolved.
    """
    try:
        target = (folder / name).resolve()
    except (OSError, RuntimeError, ValueError):  # links in a circle; a name that no system has
        return None
    return target if target.is_relative_to(folder.resolve()) else None


def add_workbook(path: Path, content: bytes, *, replace: bool = False) -> None:
    """Write a workbook from elsewhere, given as bytes, to a file; only a sound workbook gets there.

    A file that is replaced is not backed up. Nothing is written when the file has these bytes already.

    Raises:
        FileFailure: `path` has other bytes, and `replace` is false.
        ExternalError: `content` is no sound workbook, or is a backup or the federation's copy; or the file cannot be
            written.
    """
    if path.exists() and path.read_bytes() != content and not replace:
        raise FileFailure(texts.OTHER_FILE, path, file=printable_path(path.name))
    with tempfile.TemporaryDirectory() as staging:
        file = Path(staging) / path.name
        file.write_bytes(content)
        snapshot = ClosedFile(file).read()
    refuse_backup(path, snapshot)
    if path.exists():
        ClosedFile(path).replace(lambda _: content, stamp=None)
    else:
        new_file.write_new(path, content)

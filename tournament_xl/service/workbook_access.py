"""Access of a use case to a workbook: a file that no program has open, or the sheets of an open one.

A use case reads sheets, decides, and writes an outcome; whether its cells go into a file, into Excel, or as JSON to
LibreOffice is the access's business. A front end with a workbook of its own kind writes a class with the members of
`WorkbookAccess` (`frontends/excel/live.py` has one).
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple, Protocol

from tournament_xl.core.exit_codes import DONE
from tournament_xl.games.registry import decode
from tournament_xl.messages import workbook_files as texts
from tournament_xl.storage.backups import KEEP, find_free_backup_path, list_surplus_backups
from tournament_xl.storage.season_files import read_season_files
from tournament_xl.storage.workbook_file import ClosedFile
from tournament_xl.workbook.cells import cell_address
from tournament_xl.workbook.context import DecodeContext
from tournament_xl.workbook.decoded import Workbook
from tournament_xl.workbook.snapshot import Snapshot
from tournament_xl.workbook.working_copy import Outcome, require_valid


class WorkbookAccess(Protocol):
    """Workbook that a use case may read and write."""

    @property
    def path(self) -> Path | None:
        """File of the workbook; None where it was never saved, or is not on this computer's disks."""

    @property
    def is_open(self) -> bool:
        """True when a program has the workbook open, so that its sheets may differ from its file."""

    @property
    def modified(self) -> bool:
        """True when the open workbook has changes that its file lacks; False for a file."""

    previous: Workbook | None  # as decoded earlier: sheets without a change are not read again; None if there is none

    def refuse_unwritable(self) -> None:
        """Raise ExternalError for a workbook that could not be written; called before it is read.

        Raises:
            ExternalError: Another program has the file open, or it is read-only.
        """

    def read(self) -> Snapshot:
        """Read all sheets.

        Raises:
            ExternalError: The workbook cannot be read.
        """

    def write(self, outcome: Outcome, stamp: str | None) -> Outcome:
        """Write the cells of an outcome, after a backup.

        `stamp` begins with a time; None means no backup. Nothing changes if the outcome has no edits, and one that is
        not DONE has none. It is returned with notes on what could not be written or kept.

        Raises:
            ExternalError: Nothing was written.
        """


def collect_context(workbook: WorkbookAccess) -> DecodeContext:
    """Collect facts from outside a workbook's cells: its earlier decoding, and the files of rating seasons next to it.

    A season file that cannot be read does not raise here: its entry has the reason.
    """
    folder = workbook.path.parent if workbook.path else None
    return DecodeContext(previous=workbook.previous, season_files=read_season_files(folder))


def decode_sheets(workbook: WorkbookAccess, snapshot: Snapshot) -> Workbook:
    """Decode the workbook's sheets, as they are or with edits not written yet; the result becomes its `previous`.

    Mistakes in its cells do not raise but are its `problems`.

    Raises:
        ActionAborted: A table of a sheet cannot be read at all; `previous` is as before.
    """
    workbook.previous = decode(snapshot, collect_context(workbook))
    return workbook.previous


def decode_workbook(workbook: WorkbookAccess) -> Workbook:
    """Read and decode a workbook that has no problem, and keep the result as its `previous`.

    Raises:
        ExternalError: The workbook cannot be read.
        ActionAborted: The workbook has problems.
    """
    return require_valid(decode_sheets(workbook, workbook.read()))


class WorkbookFile:
    """Workbook file that no program has open. Read again, it parses only what has changed.

    Attributes:
        previous: The workbook as decoded last.
    """

    is_open = modified = False

    def __init__(self, path: str | os.PathLike[str] | ClosedFile) -> None:
        """Prepare the access; the file is read by `read`."""
        self.file = path if isinstance(path, ClosedFile) else ClosedFile(path)
        self.previous: Workbook | None = None

    @property
    def path(self) -> Path:
        """Absolute path of the file, without links."""
        return self.file.path

    def refuse_unwritable(self) -> None:
        """Raise ExternalError for a file that is read-only or open in another program, perhaps with unsaved input."""
        self.file.refuse_when_open()

    def read(self) -> Snapshot:
        """Read all sheets as saved."""
        return self.file.read()

    def write(self, outcome: Outcome, stamp: str | None) -> Outcome:
        """Write the cells of an outcome into the file, whole or not at all, if it is DONE and has edits.

        A backup is made first; with None for `stamp`, none. The outcome is returned with a note in front for each thing
        that the new file lost, a signature for example; one that is not DONE as it is.

        Raises:
            ExternalError: The file has changed since `read`, is open elsewhere, or cannot be written.
        """
        if outcome.code != DONE:
            return outcome
        select = {sheet: cell_address(row, column) for sheet, row, column in outcome.select}
        was_signed = self.file.signed
        self.file.write(
            outcome.edits, stamp=stamp, unhide=outcome.unhide, select=select, layout_changes=outcome.layout_changes
        )
        warnings = (texts.UNSIGNED, *self.file.lost) if outcome.edits and was_signed else self.file.lost
        return outcome._replace(warnings=(*warnings, *outcome.warnings))


class BackupPlan(NamedTuple):
    """Backup that the program with the open workbook makes before it writes."""

    file: Path  # to save the workbook as it is now
    surplus: tuple[Path, ...]  # older backups to delete afterwards


@dataclass(slots=True)
class OpenWorkbook:
    """Sheets of a workbook that another program has open; that program writes the edits and the backup.

    Attributes:
        snapshot: The sheets as that program sent them.
        path: File of the workbook; None if it has none on this computer's disks.
        modified: Whether the sheets have changes that the file lacks.
        previous: The workbook as decoded last; None before.
        backup: The backup to make before the edits are written; None without edits or without a file.
    """

    snapshot: Snapshot
    path: Path | None = None
    modified: bool = False
    previous: Workbook | None = None
    is_open: bool = field(default=True, init=False)
    backup: BackupPlan | None = field(default=None, init=False)

    def refuse_unwritable(self) -> None:
        """Do nothing: the program that has the workbook open finds out itself whether it can be written."""

    def read(self) -> Snapshot:
        """Return the sheets as that program sent them."""
        return self.snapshot

    def write(self, outcome: Outcome, stamp: str | None) -> Outcome:
        """Plan the `backup` for an outcome with edits, and return the outcome unchanged; nothing is written here.

        The other program makes the backup and writes the edits.

        `backup` stays as it is without edits, without a stamp or without a file.
        """
        if outcome.edits and stamp is not None and self.path is not None:
            copy = find_free_backup_path(self.path, stamp)
            self.backup = BackupPlan(copy, tuple(list_surplus_backups(self.path, KEEP - 1, copy)))
        return outcome

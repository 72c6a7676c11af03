"""A workbook file on disk, .xlsx or .xlsm: read at once, written whole or not at all, after a backup."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from pathlib import Path

from tournament_xl.core.resources import printable_path
from tournament_xl.messages import workbook_files as texts
from tournament_xl.messages.publication import LOGO
from tournament_xl.storage.backups import clean_stamp, remove_surplus_backups, write_backup
from tournament_xl.storage.lock_files import find_lock
from tournament_xl.workbook import schema
from tournament_xl.workbook.file_failures import FileFailure
from tournament_xl.workbook.snapshot import Edits, LayoutChange, Snapshot
from tournament_xl.xlsx import limits, workbook_package
from tournament_xl.xlsx.atomic_write import (
    UncertainWriteError,
    delay_interrupts,
    describe_losses,
    lock_folder,
    rename_into_place,
    resolve_path,
    retry_while_locked,
    translate_os_errors,
    write_temporary_file,
)
from tournament_xl.xlsx.package import Package
from tournament_xl.xlsx.pictures import PictureSpot, read_picture, repeat_picture

ENDINGS = (".xlsx", ".xlsm")
_PIXEL, POINT = 9525, 12700  # in EMU
SPOTS = {
    schema.PAIRINGS: PictureSpot(0, 5, 320 * _PIXEL, True, (150 * POINT, 46 * POINT)),
    schema.PALMARES: PictureSpot(2, 1, 8 * _PIXEL, False, (110 * POINT, 70 * POINT)),
}  # room for the club's logo on the templates' sheets, next to the title


class ClosedFile:
    """A workbook file that no spreadsheet program has open: `read`, compute, `write`.

    `write` refuses if the file has changed since `read`. A symbolic link is followed: its target is read, written, and
    backed up next to the target.

    Attributes:
        path: Absolute path without links; need not exist yet.
        lost: French sentences on what the last writing could not keep of the file.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = resolve_path(path)
        self._last_bytes: bytes | None = None  # the bytes last read or written
        self._book: workbook_package.Book | None = None  # the file as last parsed
        self._parsed_bytes = b""
        self.lost: tuple[str, ...] = ()

    def read(self) -> Snapshot:
        """Read all sheets in their order, with hidden ones; a chart or dialog sheet has no rows.

        A file that is open elsewhere is read as saved. Every value is text as the file stores it, an empty cell None: a
        number "12.5" (with a point; a fraction at times "4.5E-1"), a whole number "7" even if stored as 7.0, a date or
        time its serial number "46347", a percentage "0.5", an error "#DIV/0!"; TRUE, FALSE are bools. A formula gives
        its stored result, None while it has none. Rich text gives its plain text, a link its shown text. A merged range
        has its value in the top left cell, None elsewhere. A row ends at its last value, a sheet at its last row with
        one: cells that only have a style do not count, hidden rows and columns do.

        Raises:
            ExternalError: There is no such file, no access, or no sound workbook within `xlsx.limits`.
        """
        data = self.read_bytes()
        self._last_bytes = data
        return self._parse(data).snapshot()

    def _parse(self, data: bytes) -> workbook_package.Book:
        """Parse the bytes of the workbook; unchanged sheets are not parsed again."""
        if self._book is None or self._parsed_bytes != data:
            self._book, self._parsed_bytes = workbook_package.parse_workbook(self.path, data, self._book), data
        return self._book

    def read_picture(self, sheet: str, name: str) -> bytes:
        """Return the bytes of the image file of a sheet's picture, found by its name; b"" if there is none.

        Upper and lower case of the name are alike. The workbook is the one last read or written; it is read from the
        disk if neither was done.

        Raises:
            ExternalError: The file cannot be read.
        """
        return read_picture(
            (self._book or workbook_package.parse_workbook(self.path, self.read_bytes())).package, sheet, name
        )

    @property
    def signed(self) -> bool:
        """True when the workbook as last read or written has a digital signature; False before that."""
        return self._book is not None and self._book.signed

    def write(
        self,
        edits: Edits,
        *,
        stamp: str | None,
        unhide: Collection[str] = (),
        select: Mapping[str, str] | None = None,
        layout_changes: Collection[LayoutChange] = (),
    ) -> Path | None:
        """Write cells, after a backup, and add the club's logo where it is missing (see `edit_workbook`, `replace`).

        Without any cell to write nothing happens: nothing is unhidden, selected or laid out either. A block without any
        cell is skipped (a block of None empties cells). The stamp begins with a time (see `write_backup`); of all
        backups then only the newest `KEEP` stay. Stamp None means no backup, for typed input, which the backup before
        the next action has.

        Returns:
            Path of the backup; None without backup, without edits, or if the file's bytes stay the same.

        Raises:
            ExternalError: The workbook is open in Excel or LibreOffice, changed since the last `read` or `write`, or
                read-only; or the edit, the backup or the saving fails. The file is then unchanged to the byte, and no
                temporary file is left.
            UncertainWriteError: It is unknown whether the file was replaced; the backup stays. It is an ExternalError.
            ValueError: The stamp has no time.
        """
        edits = tuple(block for block in edits if any(block.values))
        if not edits:
            return None

        def apply_edits(data: bytes) -> bytes:
            if self._last_bytes not in (None, data):
                raise FileFailure(texts.CHANGED, self.path)
            book = workbook_package.edit_workbook(
                self.path, self._parse(data), edits, unhide, select, layout_changes, _with_logo
            )
            self._book, self._parsed_bytes = book, book.data
            return book.data

        return self.replace(apply_edits, stamp=stamp)

    def replace(self, change: Callable[[bytes], bytes], *, stamp: str | None) -> Path | None:
        """Replace the file's bytes in one step, after a backup; another action in the folder waits meanwhile.

        Sets `lost`; if a backup is made, only the newest `KEEP` of all backups stay. If the bytes stay the same,
        nothing is written and no backup is made. `change` gives the new bytes for the present ones. Stamp None means no
        backup. Returned is the path of the backup, None without one.

        Raises:
            ExternalError: As in `write`, or from `change`; the file is then unchanged, and the backup removed again.
            UncertainWriteError: It is unknown whether the file was replaced; the backup stays.
            ValueError: The stamp has no time.
        """
        if stamp is not None:
            clean_stamp(stamp)
        self.refuse_when_open()
        with lock_folder(self.path.parent):
            data, state_before = self._load()
            new_data = change(data)
            if new_data == data:
                return None
            with delay_interrupts():
                copy = None if stamp is None else write_backup(self.path, data, stamp)
                try:
                    with (
                        translate_os_errors(self.path),
                        write_temporary_file(self.path, new_data, state_before) as temporary_file,
                    ):
                        state_now = self.path.stat()
                        if (state_now.st_mtime_ns, state_now.st_size) != (
                            state_before.st_mtime_ns,
                            state_before.st_size,
                        ):
                            raise FileFailure(texts.CHANGED, self.path)
                        rename_into_place(temporary_file, self.path, new_data, data)
                except UncertainWriteError as error:
                    where = texts.COPY_STAYS.format(copy=printable_path(copy)) if copy else ""
                    raise UncertainWriteError(f"{error} {where}".rstrip()) from error
                except BaseException:
                    with suppress(OSError):
                        if copy:
                            copy.unlink()
                    raise
            if copy:
                remove_surplus_backups(self.path, copy)
        self._last_bytes = new_data
        self.lost = tuple(describe_losses({self.path: state_before}))
        return copy

    def read_bytes(self) -> bytes:
        """Read the file's bytes without parsing them; unlike after `read`, `write` does not compare the file with them.

        Raises:
            ExternalError: The file is missing or unreadable, or no workbook by its name or size.
        """
        return self._load()[0]

    def _load(self) -> tuple[bytes, os.stat_result]:
        """Read the file's bytes and state; raise ExternalError if name, kind or size shows that it is no workbook."""
        path = self.path
        with translate_os_errors(path, texts.UNREADABLE):
            try:
                state = path.stat()
            except (FileNotFoundError, NotADirectoryError) as error:
                raise FileFailure(texts.MISSING, path) from error
            if stat.S_ISDIR(state.st_mode):
                raise FileFailure(texts.IS_FOLDER, path)
            if path.suffix.lower() not in ENDINGS:
                raise FileFailure(texts.ENDING, path)
            if not stat.S_ISREG(state.st_mode):
                raise FileFailure(texts.NOT_A_WORKBOOK, path)
            limits.require_within(path, texts.FILE_SIZE, state.st_size, limits.MAX_FILE, limits.MEGABYTE)
            return retry_while_locked(path.read_bytes), state

    def refuse_when_open(self) -> None:
        """Refuse a workbook that is open in a program or cannot be opened for writing; accept one that does not exist.

        Raises:
            FileFailure: A lock file says that the workbook is open.
            FileFailure: The operating system does not open the file for writing.
        """
        self.refuse_when_locked()
        with translate_os_errors(self.path):
            if self.path.is_file():
                retry_while_locked(lambda: open(self.path, "r+b").close())

    def refuse_when_locked(self) -> None:
        """Refuse a workbook with a lock file next to it, since input that is not saved yet is not in the file.

        Raises:
            FileFailure: A lock file says that the workbook is open.
        """
        if lock := find_lock(self.path):
            raise FileFailure(texts.LOCKED, self.path, program=lock.program, lock=printable_path(lock.file.name))


def _with_logo(package: Package) -> None:
    """Put the club's logo from Tournoi on the sheets that are printed to be hung up or framed."""
    repeat_picture(package, schema.TOURNAMENT, LOGO, SPOTS)

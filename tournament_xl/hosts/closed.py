"""A workbook file on disk, .xlsx or .xlsm: read at once, written whole or not at all, with a backup before."""

from __future__ import annotations

import errno
import hashlib
import os
import stat
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from tournament_xl.files import limits, xlsx
from tournament_xl.hosts.backups import KEEP, file_stamp, keep_copy, prune, set_mode, sweep, temporary, why
from tournament_xl.hosts.locks import alone, lock_on
from tournament_xl.hosts.places import put, real, uninterrupted
from tournament_xl.texts import hosts as texts
from tournament_xl.workbook.snapshot import Edits, HostError, Look, Snapshot

ENDINGS = (".xlsx", ".xlsm")


class ClosedFile:
    """One workbook file: `read`, compute, `write`. The file must not change in between, or `write` refuses.

    A symbolic link is followed: its target is what is read, written and backed up (beside the target).
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = real(path)  # absolute, without links; need not exist yet
        self._seen: bytes | None = None  # digest of the bytes last read or written, which read as:
        self._snapshot = Snapshot({})

    def read(self) -> Snapshot:
        """All sheets in their order, hidden ones too; a chart or dialog sheet has no rows. A lock does not matter here.

        Every value is text as the file stores it, an empty cell None: a number "12.5" (point, at times "4.5E1"), a date
        or time its serial number "46347", a percentage "0.5", an error "#DIV/0!"; TRUE and FALSE are bools. A formula
        stands as its stored result, None while it has none. Rich text is its plain text, a link its shown text. A
        merged range has its value in the top left cell, None elsewhere. A row ends at its last value, a sheet at its
        last row with one: cells that only have a style do not count, hidden rows and columns do.

        Raises HostError when there is no such file, no access, or no sound workbook within `files.limits`.
        """
        data, _ = self._load()
        if self._seen != _digest(data):
            self._snapshot = xlsx.load(self.path, data)
            self._seen = _digest(data)
        return self._snapshot

    def write(
        self,
        edits: Edits,
        *,
        stamp: str,
        keep: int = KEEP,
        reveal: Collection[str] = (),
        select: Mapping[str, str] | None = None,
        looks: Collection[Look] = (),
    ) -> Path | None:
        """Write the cells of `edits` and nothing else; the path of the backup made before, None without edits.

        `stamp` names the backup and begins with a time (see `keep_copy`); the `keep` newest are kept. A cell
        keeps its style; None and "" empty it; a formula in it gives way. Text stays text, also "=1+1", "007" or "1/2";
        control characters, which no workbook can hold, are dropped, and line ends become "\\n". 5.0 is written as 5.
        The sheets named in `reveal` are hidden no longer; those of `select` open at that cell, and
        `looks` are done (see `xlsx.edit`).
        When the workbook has formulas, Excel is told to recalculate when it opens it.

        Raises HostError, the file then being as before to the byte and no temporary file left, when the workbook is
        open in Excel or LibreOffice, changed since `read`, or read-only; when a sheet is missing or a cell lies under a
        merged range; when a value does not fit (text over 32767 characters, a whole number over 2**53, an infinite
        one); when the backup, the saving or the check of what was saved fails. ValueError for a stamp without time.
        """
        edits = tuple(block for block in edits if any(block.values))
        if not edits:
            return None
        after = self._snapshot

        def edited(data: bytes) -> bytes:
            nonlocal after
            if self._seen is None:
                self._seen, self._snapshot = _digest(data), xlsx.load(self.path, data)
            if self._seen != _digest(data):
                raise HostError(texts.CHANGED.format(path=self.path))
            saved, after = xlsx.edit(self.path, data, edits, reveal, select, looks)
            return saved

        copy = self.replace(edited, stamp=stamp, keep=keep)
        self._snapshot = after
        return copy

    def replace(self, change: Callable[[bytes], bytes], *, stamp: str, keep: int = KEEP) -> Path | None:
        """Put what `change` gives for the file's bytes in its place; the path of the backup made before.

        None when these are the bytes that it has already. Another press on the same file waits meanwhile. Raises what
        `change` raises, and HostError as `write`; the file is then as before.
        """
        file_stamp(stamp)
        self.refuse_when_open()
        with alone(self.path):
            sweep(self.path)
            data, before = self._load()
            with self._refusals(texts.UNWRITABLE):
                saved = change(data)
            if saved == data:
                return None
            with uninterrupted():
                copy = keep_copy(self.path, data, stamp)
                try:
                    self._replace(saved, before)
                except BaseException:
                    with suppress(OSError):
                        copy.unlink()
                    raise
            prune(self.path, stamp, keep)
        self._seen = _digest(saved)
        return copy

    def content(self) -> bytes:
        """The file's bytes, looked at no further. Raises HostError as `read`."""
        return self._load()[0]

    def _load(self) -> tuple[bytes, os.stat_result]:
        """The file's bytes and state. Raises HostError when its name, kind or size says that it is no workbook."""
        path = self.path
        with self._refusals(texts.UNREADABLE):
            try:
                state = path.stat()
            except (FileNotFoundError, NotADirectoryError) as error:
                raise HostError(texts.MISSING.format(path=path)) from error
            if stat.S_ISDIR(state.st_mode):
                raise HostError(texts.FOLDER.format(path=path))
            if path.suffix.lower() not in ENDINGS:
                raise HostError((texts.NAMELESS if path.name.lower() in ENDINGS else texts.ENDING).format(path=path))
            if not stat.S_ISREG(state.st_mode):
                raise HostError(texts.NOT_A_WORKBOOK.format(path=path))
            limits.within(path, texts.FILE_SIZE, state.st_size, limits.MAX_FILE, limits.MEGABYTE)
            return path.read_bytes(), state

    def refuse_when_open(self) -> None:
        """Raises HostError when a lock file, or the operating system, says that the workbook is in use or read-only."""
        self.refuse_when_locked()
        with self._refusals(texts.UNWRITABLE):
            if self.path.is_file():
                open(self.path, "r+b").close()

    def refuse_when_locked(self) -> None:
        """Raises HostError when a lock file says that the workbook is open: what is typed there is not in the file."""
        if lock := lock_on(self.path):
            user = texts.LOCKED_BY.format(user=lock.user) if lock.user else ""
            raise HostError(texts.LOCKED.format(program=lock.program, user=user, path=self.path, lock=lock.file.name))

    def _replace(self, saved: bytes, before: os.stat_result) -> None:
        """Put `saved` in the file's place, whole or not at all; `before` is the state of the file it replaces."""
        with self._refusals(texts.UNWRITABLE, texts.DENIED_FOLDER):
            handle, name = temporary(self.path.parent, self.path)
        try:
            with self._refusals(texts.UNWRITABLE):
                with os.fdopen(handle, "wb") as stream:
                    stream.write(saved)
                    stream.flush()
                    os.fsync(stream.fileno())
                if Path(name).read_bytes() != saved:
                    raise OSError(errno.EIO, os.strerror(errno.EIO))
                if hasattr(os, "chown"):
                    with suppress(OSError):  # only root may give a file to another
                        os.chown(name, before.st_uid, before.st_gid)
                set_mode(name, stat.S_IMODE(before.st_mode))
                now = self.path.stat()
                if (now.st_mtime_ns, now.st_size) != (before.st_mtime_ns, before.st_size):
                    raise HostError(texts.CHANGED.format(path=self.path))
                put(name, self.path)
        except BaseException:
            with suppress(OSError):
                os.unlink(name)
            raise
        with suppress(OSError):  # Windows cannot
            folder = os.open(self.path.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)

    @contextmanager
    def _refusals(self, sentence: str, denied: str = texts.DENIED_FILE) -> Iterator[None]:
        """Turns the operating system's errors into `sentence`; `denied` is the advice when access is refused."""
        try:
            yield
        except OSError as error:
            reason, advice = why(error, denied)
            raise HostError(sentence.format(path=self.path, reason=reason, advice=advice)) from error


def _digest(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()

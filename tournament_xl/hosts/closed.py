"""A workbook file on disk, .xlsx or .xlsm: read at once, written whole or not at all, with a backup before."""

from __future__ import annotations

import errno
import hashlib
import os
import re
import shutil
import stat
import tempfile
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from tournament_xl.hosts import package, parts
from tournament_xl.texts import hosts as texts
from tournament_xl.workbook.snapshot import Edits, HostError, Snapshot

ENDINGS = (".xlsx", ".xlsm")
MAX_FILE = 50 * parts.MEGABYTE
FOLDER = texts.BACKUP_FOLDER
KEEP = 30  # copies kept of one workbook

_TIME = r"\d{4}-\d{2}-\d{2} \d{2}-\d{2}-\d{2}"
_FORBIDDEN = re.compile(r'[<>:"/\\|?*\x00-\x1f\x7f]')  # in Windows file names
_LONGEST_STAMP = 80  # characters


class ClosedFile:
    """One workbook file: `read`, compute, `write`. The file must not change in between, or `write` refuses.

    A symbolic link is followed: its target is what is read, written and backed up (beside the target).
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(os.path.realpath(path))  # absolute, without links; need not exist yet
        self._seen: bytes | None = None  # digest of the bytes last read or written, which read as:
        self._snapshot = Snapshot({})

    def read(self) -> Snapshot:
        """All sheets in their order, hidden ones too; a chart or dialog sheet has no rows. A lock does not matter here.

        Every value is text as the file stores it, an empty cell None: a number "12.5" (point, at times "4.5E1"), a date
        or time its serial number "46347", a percentage "0.5", TRUE and FALSE "1" and "0", an error "#DIV/0!". A formula
        stands as its stored result, None while it has none. Rich text is its plain text, a link its shown text. A
        merged range has its value in the top left cell, None elsewhere. A row ends at its last value, a sheet at its
        last row with one: cells that only have a style do not count, hidden rows and columns do.

        Raises HostError when there is no such file, no access, or no sound workbook within the limits of `parts`.
        """
        data, _ = self._load()
        if self._seen != _digest(data):
            self._snapshot = package.load(self.path, data)
            self._seen = _digest(data)
        return self._snapshot

    def write(self, edits: Edits, *, stamp: str, keep: int = KEEP, reveal: Collection[str] = ()) -> Path | None:
        """Write the cells of `edits` and nothing else; the path of the backup made before, None without edits.

        `stamp` names the backup and begins with a time (see `keep_copy`); the `keep` newest are kept. A cell
        keeps its style; None and "" empty it; a formula in it gives way. Text stays text, also "=1+1", "007" or "1/2";
        control characters, which no workbook can hold, are dropped, and line ends become "\\n". 5.0 is written as 5.
        The sheets named in `reveal` are hidden no longer.
        When the workbook has formulas, Excel is told to recalculate when it opens it.

        Raises HostError, the file then being as before to the byte and no temporary file left, when the workbook is
        open in Excel or LibreOffice, changed since `read`, or read-only; when a sheet is missing or a cell lies under a
        merged range; when a value does not fit (text over 32767 characters, a whole number over 2**53, an infinite
        one); when the backup, the saving or the check of what was saved fails. ValueError for a stamp without time.
        """
        edits = tuple(block for block in edits if any(block.values))
        if not edits:
            return None
        file_stamp(stamp)
        self.refuse_when_open()
        data, before = self._load()
        if self._seen is None:
            self._seen, self._snapshot = _digest(data), package.load(self.path, data)
        if self._seen != _digest(data):
            raise HostError(texts.CHANGED.format(path=self.path))
        with self._refusals(texts.UNWRITABLE):
            saved, after = package.edit(self.path, data, self._snapshot, edits, reveal)
        copy = keep_copy(self.path, data, stamp)
        try:
            self._replace(saved, before)
        except BaseException:
            with suppress(OSError):
                copy.unlink()
            raise
        self._seen, self._snapshot = _digest(saved), after
        prune(self.path, keep)
        return copy

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
                raise HostError(texts.ENDING.format(path=path))
            if not stat.S_ISREG(state.st_mode):
                raise HostError(texts.NOT_A_WORKBOOK.format(path=path))
            parts.within(path, texts.FILE_SIZE, state.st_size, MAX_FILE, parts.MEGABYTE)
            return path.read_bytes(), state

    def refuse_when_open(self) -> None:
        """Raises HostError when a lock file, or the operating system, says that the workbook is in use or read-only."""
        if lock := lock_on(self.path):
            user = texts.LOCKED_BY.format(user=lock.user) if lock.user else ""
            raise HostError(texts.LOCKED.format(program=lock.program, user=user, path=self.path, lock=lock.file.name))
        with self._refusals(texts.UNWRITABLE):
            if self.path.is_file():
                open(self.path, "r+b").close()

    def _replace(self, saved: bytes, before: os.stat_result) -> None:
        """Put `saved` in the file's place, whole or not at all; `before` is the state of the file it replaces."""
        with self._refusals(texts.UNWRITABLE, texts.DENIED_FOLDER):
            handle, name = tempfile.mkstemp(".tmp", f"~{self.path.stem[:40]}.tournament-xl.", self.path.parent)
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
                os.chmod(name, stat.S_IMODE(before.st_mode))
                now = self.path.stat()
                if (now.st_mtime_ns, now.st_size) != (before.st_mtime_ns, before.st_size):
                    raise HostError(texts.CHANGED.format(path=self.path))
                os.replace(name, self.path)
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


def keep_copy(path: Path, data: bytes, stamp: str) -> Path:
    """Write `data`, the workbook's present bytes, as `Sauvegardes/<stem> <stamp><ending>`; the copy's path.

    `stamp` begins with a time, "2026-11-21 14-05-33 avant ronde 3": its order is the copies' order. Characters that
    Windows does not allow in names become "-". A copy is never overwritten: the next of the same name ends in " (2)".
    The copy is read back and compared. Raises HostError, and leaves no partial copy, when that cannot be done.
    """
    folder, name = path.parent / FOLDER, f"{path.stem} {file_stamp(stamp)}"
    copy = None
    try:
        folder.mkdir(exist_ok=True)
        copy = _new_file(folder, name, path.suffix)
        with open(copy, "r+b") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        shutil.copymode(path, copy)
        if copy.read_bytes() != data:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
    except BaseException as error:
        if copy is not None:
            with suppress(OSError):
                copy.unlink()
        if isinstance(error, OSError):
            reason, advice = why(error, texts.DENIED_FOLDER)
            raise HostError(texts.BACKUP_FAILED.format(folder=folder, reason=reason, advice=advice)) from error
        raise
    return copy


def copies(path: Path) -> list[Path]:
    """The copies that `keep_copy` made of the workbook at `path`, oldest first; other files are left out."""
    stem, ending = re.escape(path.stem), re.escape(path.suffix)
    ours = re.compile(rf"{stem} (?P<time>{_TIME})(?! {_TIME})(?: .*?)??(?: \((?P<number>\d+)\))?{ending}")
    found = []
    with suppress(OSError):
        for file in (path.parent / FOLDER).iterdir():
            match = ours.fullmatch(file.name)
            if match and file.is_file() and not file.is_symlink():
                found.append((match["time"], file.stat().st_mtime_ns, int(match["number"] or 1), file))
    return [file for *_, file in sorted(found)]


def prune(path: Path, keep: int = KEEP) -> None:
    """Remove the oldest copies of the workbook at `path` beyond `keep` (at least 1); what cannot be removed stays."""
    for file in copies(path)[: -max(keep, 1)]:
        with suppress(OSError):
            file.unlink()


def file_stamp(stamp: str) -> str:
    """`stamp` as it stands in a file name. Raises ValueError when it does not begin with a time."""
    safe = _FORBIDDEN.sub("-", stamp)[:_LONGEST_STAMP].rstrip(" .")
    if not re.match(rf"{_TIME}(?: |$)", safe):
        raise ValueError(f"a stamp begins with a time like 2026-11-21 14-05-33: {stamp!r}")
    return safe


def why(error: OSError, denied: str) -> tuple[str, str]:
    """The reason of a refusal and what to do, in French; `denied` is the advice when access is refused."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return texts.FULL, texts.FULL_ADVICE
    if isinstance(error, PermissionError) or error.errno == errno.EROFS:
        return texts.DENIED, denied
    return texts.REASONS.get(errno.errorcode.get(error.errno or 0, ""), texts.OTHER_REASON), texts.OTHER_ADVICE


def _new_file(folder: Path, name: str, ending: str) -> Path:
    """An empty file that was not there before."""
    number = 1
    while True:
        file = folder / (f"{name}{ending}" if number == 1 else f"{name} ({number}){ending}")
        try:
            file.touch(exist_ok=False)
        except FileExistsError:
            number += 1
        else:
            return file


@dataclass(frozen=True, slots=True)
class Lock:
    """A sign that a program has the workbook open, or crashed with it open."""

    program: str  # "Excel" or "LibreOffice"
    user: str  # as written in the lock file; "" when it cannot be read
    file: Path  # the lock file itself


def lock_on(path: Path) -> Lock | None:
    """The lock file beside the workbook at `path`, or None; an unreadable one counts too.

    LibreOffice's is looked at first: LibreOffice may write one like Excel's as well, never the other way round.
    """
    for program, name, user_in in (
        ("LibreOffice", f".~lock.{path.name}#", _libreoffice_user),
        ("Excel", f"~${path.name}", _excel_user),
    ):
        file = path.with_name(name)
        if os.path.lexists(file):
            try:
                user = user_in(file.read_bytes()[:4096])
            except OSError:  # Excel on Windows keeps it to itself
                user = ""
            return Lock(program, user, file)
    return None


def _libreoffice_user(data: bytes) -> str:
    """`name,login,computer,date,profile;` with a backslash before commas; the name may be empty."""
    fields = re.split(r"(?<!\\),", data.decode("utf-8", "replace"))
    return _printable(next((field for field in fields[:2] if field.strip()), "").replace("\\", ""))


def _excel_user(data: bytes) -> str:
    """165 bytes: a length and the name in the system's code page; from byte 55 a length and the name in UTF-16."""
    if len(data) > 57 and 0 < data[55] <= 52:
        return _printable(data[57 : 57 + 2 * data[55]].decode("utf-16-le", "replace"))
    if data and 0 < data[0] <= 54:
        return _printable(data[1 : 1 + data[0]].decode("cp1252", "replace"))
    return ""


def _printable(text: str) -> str:
    return "".join(letter for letter in text if letter.isprintable()).strip()

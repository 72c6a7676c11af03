"""Copies of a workbook beside it, in the folder Sauvegardes: made before each change, listed, pruned."""

from __future__ import annotations

import errno
import os
import re
import stat
import sys
import tempfile
import time
import unicodedata
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from tournament_xl.files.limits import DAMAGE
from tournament_xl.ordinary import NotOrdinaryError
from tournament_xl.record import record
from tournament_xl.texts import hosts as texts
from tournament_xl.texts import send
from tournament_xl.workbook.snapshot import HostError, Snapshot

FOLDER = texts.BACKUP_FOLDER
KEEP = 30  # copies kept of one workbook
COMPARED = 10_000_000  # bytes of unpacked copies that are read to compare them with the workbook: some seconds

_PART = 100  # bytes

_TIME = r"\d{4}-\d{2}-\d{2} \d{2}-\d{2}-\d{2}"
_FORBIDDEN = re.compile(r'[<>:"/\\|?*\x00-\x1f\x7f]')  # in Windows file names
_NO_MODES = {errno.EPERM, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP}
_SLOW = 120  # seconds that writing a copy may take
_LONGEST_STAMP = 80  # characters
ROOM = 64  # bytes that a copy's name may have beyond the workbook's own: a time, what came next, a number


@record
class Copy:
    """One backup of a workbook, as its file's name tells."""

    file: Path
    time: str  # "2026-11-21 14-05-33", by the clock of that moment
    label: str  # what came next: "avant appariement"; may be empty


def keep_copy(path: Path, data: bytes, stamp: str) -> Path:
    """Write `data`, the workbook's present bytes, as `Sauvegardes/<stem> <stamp><ending>`; the copy's path.

    `stamp` begins with a time, "2026-11-21 14-05-33 avant ronde 3": its order is the copies' order. Characters that
    Windows does not allow in names become "-". A copy is never overwritten: the next of the same name ends in " (2)".
    The copy is read back and compared, and has its name only when it is whole. Raises HostError, and leaves no partial
    copy, when that cannot be done.
    """
    folder, name = path.parent / FOLDER, f"{path.stem} {file_stamp(stamp)}"
    partial = ""
    try:
        folder.mkdir(exist_ok=True)
        handle, partial = temporary(folder, path)
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        if path.exists():
            set_mode(partial, stat.S_IMODE(path.stat().st_mode))
        if Path(partial).read_bytes() != data:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        copy = free_name(folder, name, path.suffix)
        made = _seconds(stamp)
        if made and abs(time.time() - made) > _SLOW:  # as when the clock is set meanwhile
            os.utime(partial, (made, made))
        os.rename(partial, copy)
    except BaseException as error:
        with suppress(OSError):
            if partial:
                os.unlink(partial)
        if isinstance(error, OSError):
            reason, advice = why(error, texts.DENIED_FOLDER)
            raise HostError(texts.BACKUP_FAILED.format(folder=folder, reason=reason, advice=advice)) from error
        raise
    return copy


def free_name(folder: Path, name: str, ending: str) -> Path:
    """The first of "name", "name (2)", "name (3)" … that no file has."""
    file, number = folder / f"{name}{ending}", 1
    while os.path.lexists(file):
        number += 1
        file = folder / f"{name} ({number}){ending}"
    return file


def refuse_long_name(path: Path) -> None:
    """Raises HostError when the folder's disk could not give the copies of the workbook at `path` their names."""
    try:
        os.lstat(path.with_name(f"{path.stem}{ROOM * 'x'}{path.suffix}"))
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG:
            raise HostError(texts.NAME_TOO_LONG.format(name=path.name)) from error


def copies(path: Path, now: str = "") -> list[Copy]:
    """The copies of the workbook at `path`, oldest first; other files are left out.

    `now` is the present time as in a stamp: copies that claim to be later were made before the clock was set back, so
    they count as older than all others.
    """
    stem, ending = re.escape(_composed(path.stem)), re.escape(path.suffix)
    ours = re.compile(rf"{stem} (?P<time>{_TIME})(?!.* {_TIME})(?: (?P<label>.*?))??(?: \((?P<number>\d+)\))?{ending}")
    found = []
    for file in _files(path):
        match = ours.fullmatch(_composed(file.name))
        if match and file.is_file(follow_symlinks=False):
            with suppress(OSError):  # gone meanwhile
                order = (not now or match["time"] <= now, match["time"], file.stat().st_mtime_ns)
                copy = Copy(Path(file.path), match["time"], match["label"] or "")
                found.append((order, int(match["number"] or 1), file.name, copy))
    return [copy for *_, copy in sorted(found, key=lambda one: one[:3])]


def _composed(name: str) -> str:
    """A name with each accent in its letter: macOS may list it in the other form than it was given."""
    return name if name.isascii() else unicodedata.normalize("NFC", name)


def set_mode(name: str, mode: int) -> None:
    """The permissions of a new file; as its folder gives them where nobody may change any (shared folders of a
    Chromebook or a phone, network shares). OSError for any other cause.
    """
    try:
        os.chmod(name, mode)
    except OSError as error:
        if error.errno not in _NO_MODES:
            raise


def refuse_copy(path: Path, snapshot: Snapshot) -> None:
    """Raises HostError when the workbook at `path`, which reads as `snapshot`, is one of the copies, or that for the
    federation: what is done there is not done in the tournament.
    """
    if path.parent.name == FOLDER and re.search(rf" {_TIME}( |$)", path.stem):
        raise HostError(texts.IS_A_COPY.format(file=path.name, folder=FOLDER))
    if send.PAGE in snapshot.sheets and snapshot.cell(send.PAGE, 2, 1) == send.PAGE_SUBTITLE:
        raise HostError(texts.IS_SENT.format(file=path.name))


def _files(path: Path) -> Iterator[os.DirEntry[str]]:
    """What the folder of copies has; nothing where it cannot be read. The copies of a hundred workbooks may be there:
    none is looked at before its name is.
    """
    with suppress(OSError), os.scandir(path.parent / FOLDER) as entries:
        yield from entries


def others(path: Path) -> list[str]:
    """The names of other workbooks whose copies lie there: that with the other ending first, then the latest copied."""
    name = re.compile(rf"(?P<stem>.+) (?P<time>{_TIME})(?: .*)?(?P<ending>\.xls[xm])", re.IGNORECASE)
    latest: dict[str, tuple[bool, str]] = {}
    for file in _files(path):
        match = name.fullmatch(file.name)
        if match and file.is_file(follow_symlinks=False):
            other = match["stem"] + match["ending"]
            latest[other] = max(latest.get(other, (False, "")), (match["stem"] == path.stem, match["time"]))
    latest.pop(path.name, None)
    return sorted(latest, key=lambda other: latest[other], reverse=True)


class Readings:
    """Which copies are read to compare them, which takes its time: the first ones, as many as `COMPARED` bytes are."""

    def __init__(self) -> None:
        self._size = 0

    def allow(self, *copies: Copy) -> bool:
        """Whether these may be read, too."""
        for copy in copies:
            self._size += _unpacked(copy.file) if self._size <= COMPARED else 0
        return self._size <= COMPARED


def _unpacked(file: Path) -> int:
    """How many bytes of a copy are to be looked at, as it says itself: sheets whole, of pictures a tenth, and something
    for each part, of which there may be very many.
    """
    size = 0
    with suppress(OSError, *DAMAGE):
        size = file.stat().st_size
        if size <= 2 * COMPARED:
            with zipfile.ZipFile(file) as package:
                parts = package.infolist()
            size = sum(_PART + part.file_size // (1 if part.filename.endswith(".xml") else 10) for part in parts)
    return size


def prune(path: Path, stamp: str, keep: int = KEEP) -> None:
    """Remove the oldest copies of the workbook at `path` beyond `keep` (at least 1); what cannot be removed stays.

    `stamp` is that of the copy just made, which stays whatever the clock says.
    """
    for file in surplus(path, stamp, keep):
        with suppress(OSError):
            file.unlink()


def surplus(path: Path, stamp: str, keep: int = KEEP) -> list[Path]:
    """The copies that are too many, `stamp` being the newest's; those in which somebody has written since stay."""
    old = copies(path, file_stamp(stamp)[:19])[: -max(keep, 1)]
    return [copy.file for copy in old if not _written_since(copy)]


def _written_since(copy: Copy) -> bool:
    """Whether a file is younger than its name says: somebody's work, or put there by a program that gives new times."""
    with suppress(OSError):
        return copy.file.stat().st_mtime > _seconds(copy.time) + _SLOW
    return True


def _seconds(stamp: str) -> float:
    """The time of a stamp in the system's seconds; 0 for one that no calendar has."""
    with suppress(ValueError, OverflowError):
        return time.mktime(time.strptime(stamp[:19], "%Y-%m-%d %H-%M-%S"))
    return 0


def file_stamp(stamp: str) -> str:
    """`stamp` as it stands in a file name. Raises ValueError when it does not begin with a time."""
    safe = _FORBIDDEN.sub("-", nameable(stamp))[:_LONGEST_STAMP].rstrip(" .")
    if not re.match(rf"{_TIME}(?: |$)", safe):
        raise ValueError(f"a stamp begins with a time like 2026-11-21 14-05-33: {stamp!r}")
    return safe


def nameable(text: str) -> str:
    """`text` with "-" for letters that names of files cannot have here: without a language set there is only ASCII."""
    encoding = sys.getfilesystemencoding()
    letters = (letter.encode(encoding, "replace").decode(encoding) for letter in text)
    return "".join("-" if back != letter else letter for letter, back in zip(text, letters, strict=True))


def temporary(folder: Path, path: Path) -> tuple[int, str]:
    """A new file for what becomes the workbook at `path` or its copy: its handle and its name."""
    return tempfile.mkstemp(".tmp", _temporary_prefix(path), folder)


def sweep(path: Path) -> None:
    """Remove what a press on the workbook at `path` left when it was killed."""
    for folder in (path.parent, path.parent / FOLDER):
        with suppress(OSError):
            for file in folder.iterdir():
                if file.name.startswith(_temporary_prefix(path)) and file.suffix == ".tmp":
                    with suppress(OSError):
                        file.unlink()


def _temporary_prefix(path: Path) -> str:
    """Ours, and of this workbook only: the end of a long name stands as a number."""
    return f"~{path.stem[:40]}.{zlib.crc32(path.name.encode('utf-8', 'surrogatepass')):08x}.tournament-xl."


def why(error: OSError, denied: str) -> tuple[str, str]:
    """The reason of a refusal and what to do, in French; `denied` is the advice when access is refused."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return texts.FULL, texts.FULL_ADVICE
    if isinstance(error, PermissionError) or error.errno == errno.EROFS:
        return texts.DENIED, denied
    if error.errno in (errno.EMFILE, errno.ENFILE):
        return texts.TOO_MANY, texts.TOO_MANY_ADVICE
    if error.errno == errno.EFBIG:
        return texts.LIMITED, texts.LIMITED_ADVICE
    if error.errno == errno.ENAMETOOLONG:
        return texts.LONG, texts.LONG_ADVICE
    if isinstance(error, NotOrdinaryError):
        return texts.NOT_ORDINARY, texts.NOT_ORDINARY_ADVICE
    return texts.REASONS.get(errno.errorcode.get(error.errno or 0, ""), texts.OTHER_REASON), texts.OTHER_ADVICE

"""Beside a workbook: the file of the results received from phones, which only grows, and the secret of the keys."""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from tournament_xl.files.places import refusal
from tournament_xl.hosts.closed import FOLDER
from tournament_xl.resources import read_ordinary
from tournament_xl.texts import hosts
from tournament_xl.texts import received as texts

if TYPE_CHECKING:
    from tournament_xl.book.received import Report

_MOST_BYTES = 4_000_000
_BINARY = getattr(os, "O_BINARY", 0)
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
_SECRET = 32  # bytes


def file_of(workbook: Path) -> Path:
    """Where the results of a workbook are received."""
    return workbook.parent / texts.FILE.format(stem=workbook.stem)


def reports(workbook: Path | None) -> tuple[Report, ...]:
    """All that has been received; HostError when there is a file that cannot be read."""
    file = file_of(workbook) if workbook else None
    if file is None or not os.path.lexists(file):
        return ()
    from tournament_xl.book.received import read  # most presses have none

    with refusal(file, hosts.UNREADABLE):
        return tuple(read(read_ordinary(file, _MOST_BYTES)))


def size(workbook: Path) -> int:
    """How many bytes have been received: it only grows."""
    try:
        return file_of(workbook).stat().st_size
    except OSError:
        return 0


def append(workbook: Path, report: Report, state: str) -> None:
    """One more line, on the disk when this returns. OSError when it is not; a line that was torn is closed first."""
    from tournament_xl.book.received import HEADER, line

    flags = os.O_APPEND | os.O_CREAT | os.O_RDWR | _BINARY | _NO_LINK
    handle = os.open(file_of(workbook), flags, 0o666)
    try:
        size = os.lseek(handle, 0, os.SEEK_END)
        if size > _MOST_BYTES:
            raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
        before = HEADER if not size else b""
        if size:
            os.lseek(handle, -1, os.SEEK_END)
            before = b"" if os.read(handle, 1) == b"\n" else b"\r\n"
        data = before + line(report, state)
        if os.write(handle, data) < len(data):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        os.fsync(handle)
    finally:
        os.close(handle)


def _secret_file(workbook: Path) -> Path:
    return workbook.parent / FOLDER / texts.SECRET.format(stem=workbook.stem)


def secret(workbook: Path) -> bytes:
    """What the keys of this workbook's slips are made from; made at first. HostError where that cannot be."""
    import secrets  # with hashing and chance, which no press wants

    file = _secret_file(workbook)
    with refusal(file):
        file.parent.mkdir(exist_ok=True)
        with suppress(FileNotFoundError, ValueError):
            found = bytes.fromhex(read_ordinary(file, 1000).decode())
            if len(found) >= _SECRET:
                return found
            file.unlink()  # somebody was killed while writing it
        made = secrets.token_bytes(_SECRET)
        handle = os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY | _BINARY, 0o600)
        try:
            os.write(handle, made.hex().encode())
            os.fsync(handle)
        finally:
            os.close(handle)
        return made


def forget_secret(workbook: Path) -> None:
    """The tournament is over: no slip of it is good any more."""
    with suppress(OSError):
        _secret_file(workbook).unlink()

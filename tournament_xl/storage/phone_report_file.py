"""Beside a workbook: the file of the results received from phones, which only grows, and the secret of the keys."""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from tournament_xl.core.resources import printable_path, read_regular_file
from tournament_xl.messages import phone_reports as texts
from tournament_xl.messages import workbook_files
from tournament_xl.storage.workbook_file import FOLDER
from tournament_xl.workbook.snapshot import HostError
from tournament_xl.xlsx.atomic_write import refusal

if TYPE_CHECKING:
    from tournament_xl.workbook.phone_reports import Report

_MOST_BYTES = 4_000_000  # a hall of 500 sends some 600,000
_TAIL = 64  # bytes before the lines that are new, which show whether those read before still stand there
_BINARY = getattr(os, "O_BINARY", 0)
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
_SECRET = 32  # bytes


def file_of(workbook: Path) -> Path:
    """Where the results of a workbook are received."""
    return workbook.parent / texts.FILE.format(stem=workbook.stem)


def reports(workbook: Path | None) -> tuple[Report, ...]:
    """All that has been received; HostError when there is a file that cannot be read, or is too large for ours."""
    file = file_of(workbook) if workbook else None
    if file is None or not os.path.lexists(file):
        return ()
    from tournament_xl.workbook.phone_reports import read  # most presses have none

    return tuple(read(_content(file)))


def _content(file: Path) -> bytes:
    with refusal(file, workbook_files.UNREADABLE):
        data = read_regular_file(file, _MOST_BYTES + 1)
    if len(data) > _MOST_BYTES:
        raise HostError(texts.TOO_LARGE.format(file=printable_path(file)))
    return data


def _size(file: Path) -> int:
    try:
        return file.stat().st_size
    except OSError:
        return 0


class ReceivedFile:
    """The file of a workbook's results while they come in: a line is read once, since the file only grows."""

    def __init__(self, workbook: Path) -> None:
        self._file = file_of(workbook)
        self._read, self._tail = 0, b""  # bytes of whole lines that are read, the last of them
        self._reports: list[Report] = []

    def reports(self) -> list[Report]:
        """All that has been received: the same list with what is new, another one where the file is another.
        HostError as in `reports`.
        """
        from tournament_xl.workbook.phone_reports import read

        size = _size(self._file)
        if size == self._read:
            return self._reports
        new_bytes = self._behind(self._read - len(self._tail)) if self._read < size <= _MOST_BYTES else b""
        if not new_bytes.startswith(self._tail) or size < self._read or size > _MOST_BYTES:
            self._read, self._tail, self._reports = 0, b"", []
            new_bytes = _content(self._file) if size else b""
        whole_lines = new_bytes[: new_bytes.rfind(b"\n") + 1]
        self._reports += read(whole_lines[len(self._tail) :])
        self._read += len(whole_lines) - len(self._tail)
        self._tail = whole_lines[-_TAIL:]
        return self._reports

    def _behind(self, start: int) -> bytes:
        with refusal(self._file, workbook_files.UNREADABLE), self._file.open("rb") as file:
            file.seek(start)
            return file.read(_MOST_BYTES)


def append(workbook: Path, report: Report, state: str) -> None:
    """One more line, on the disk when this returns; a line that was torn is closed first.

    Raises:
        OSError: It is not on the disk.
        HostError: The file is full.
    """
    from tournament_xl.workbook.phone_reports import HEADER, line

    flags = os.O_APPEND | os.O_CREAT | os.O_RDWR | _BINARY | _NO_LINK
    handle = os.open(file_of(workbook), flags, 0o666)
    try:
        size = os.lseek(handle, 0, os.SEEK_END)
        prefix = HEADER if not size else b""
        if size:
            os.lseek(handle, -1, os.SEEK_END)
            prefix = b"" if os.read(handle, 1) == b"\n" else b"\r\n"
        data = prefix + line(report, state)
        if size + len(data) > _MOST_BYTES:
            raise HostError(texts.FILE_FULL)
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
            stored = bytes.fromhex(read_regular_file(file, 1000).decode())
            if len(stored) >= _SECRET:
                return stored
            file.unlink()  # somebody was killed while writing it
        token = secrets.token_bytes(_SECRET)
        handle = os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY | _BINARY, 0o600)
        try:
            os.write(handle, token.hex().encode())
            os.fsync(handle)
        finally:
            os.close(handle)
        return token


def forget_secret(workbook: Path) -> None:
    """The tournament is over: no slip of it is good any more."""
    with suppress(OSError):
        _secret_file(workbook).unlink()

"""Whether somebody else has the workbook: a program that has it open, or another press at the same moment."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tournament_xl.ordinary import read_ordinary
from tournament_xl.record import record
from tournament_xl.texts import hosts as texts
from tournament_xl.workbook.snapshot import HostError

PATIENCE = 10.0  # seconds that a press waits for another one
_PAUSE = 0.05  # seconds


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Within, no other press of this computer writes the workbook at `path`; it waits for one that does.

    The lock is the operating system's on the file itself, so that a killed press leaves none. Where there is none of
    the kind (Windows, some network drives), the check of the file's bytes before writing has to do.
    Raises HostError when the other one does not end.
    """
    try:
        import fcntl
    except ImportError:
        yield
        return
    until = time.monotonic() + PATIENCE
    handle = None
    try:
        while handle is None:
            with suppress(OSError):  # told by who reads it next
                handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK)  # a pipe is refused when it is read
            if handle is None:
                break
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                current = os.stat(path).st_ino == os.fstat(handle).st_ino  # else the other one has replaced the file
            except BlockingIOError as error:
                if time.monotonic() > until:
                    raise HostError(texts.OTHER_PRESS.format(path=path)) from error
                current = False
            except OSError:  # no such locks here
                current = True
            if not current and time.monotonic() <= until:
                os.close(handle)
                handle = None
                time.sleep(_PAUSE)
        yield
    finally:
        if handle is not None:
            os.close(handle)


@record
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
        file = path.parent / name
        if os.path.lexists(file):
            try:
                user = user_in(read_ordinary(file, 4096))
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

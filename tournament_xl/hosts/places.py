"""Where files stand, and how they get there: written beside their place, read back, put in it in one step.

Ctrl-C waits while a file is put in its place, and afterwards it is known which ones were.
"""

from __future__ import annotations

import errno
import os
import signal
import stat
import threading
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tournament_xl.book.snapshot import HostError
from tournament_xl.ordinary import NotOrdinaryError
from tournament_xl.texts import hosts as texts

PLACED: list[Path] = []  # by the present command, in their order


def full(path: str | os.PathLike[str]) -> Path:
    """`path` from the root; HostError when it counts from the current folder, and that one is gone."""
    if os.path.isabs(path):
        return Path(path)
    try:
        return Path(os.getcwd(), path)
    except OSError as error:
        raise HostError(texts.NO_CURRENT_FOLDER.format(path=path)) from error


def real(path: str | os.PathLike[str]) -> Path:
    """`full`, without links; with them where one cannot be read: what opens the file then says why."""
    whole = full(path)
    try:
        return Path(os.path.realpath(whole))
    except OSError:
        return whole


@contextmanager
def waiting(target: Path, data: bytes, like: os.stat_result | None = None, folder: Path | None = None) -> Iterator[str]:
    """Within, a file with this content waits for its place `target`, on the disk and read back: its name.

    It stands in the same folder, or in `folder`, and has the rights of `like`, or those of a new file. Afterwards it is
    gone, if it was not given another name. Raises OSError.
    """
    name = os.path.join(folder or target.parent, f"{_mark(target)}{os.getpid()}.tmp")
    mode = stat.S_IMODE(like.st_mode) if like else 0o666
    try:
        flags = os.O_CREAT | os.O_TRUNC | os.O_WRONLY | getattr(os, "O_BINARY", 0)
        with os.fdopen(os.open(name, flags, mode), "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        if Path(name).read_bytes() != data:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        if like:
            with suppress(OSError):  # in shared folders of a phone or a network nobody may
                os.chmod(name, mode)
        yield name
    finally:
        with suppress(OSError):
            os.unlink(name)


def sweep(targets: Iterable[Path], folder: Path | None = None) -> None:
    """Remove what a command left that was killed while files waited for these places, there or in `folder`."""
    marks: dict[Path, set[str]] = {}
    for target in targets:
        marks.setdefault(folder or target.parent, set()).add(_mark(target))
    for where, wanted in marks.items():
        with suppress(OSError):
            for name in os.listdir(where):
                if name[: len(min(wanted))] in wanted:
                    with suppress(OSError):
                        os.unlink(os.path.join(where, name))


def _mark(target: Path) -> str:
    """How the names begin of the files that wait for this place."""
    return f"~tournament-xl.{zlib.crc32(target.name.encode('utf-8', 'surrogatepass')):08x}."


def put(name: str, target: Path) -> None:
    """Give the finished file `name` the name `target`, in one step of the system. Raises OSError."""
    with uninterrupted():
        os.replace(name, target)
        PLACED.append(target)


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Within, Ctrl-C waits; it counts at the end. Python interrupts no other thread than the main one anyway."""
    usual = signal.getsignal(signal.SIGINT)
    if not callable(usual) or threading.current_thread() is not threading.main_thread():
        yield
        return
    came = []
    signal.signal(signal.SIGINT, lambda *_: came.append(True))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)
        if came:
            usual(signal.SIGINT, None)


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Within, no other command of this computer writes into the folder: it waits for one that does.

    The lock is the operating system's, so that a killed command leaves none. Where there is none of the kind (Windows,
    some network drives), the comparison before a file is replaced has to do.
    """
    handle = None
    try:
        with suppress(ImportError, OSError):
            import fcntl

            handle = os.open(folder, os.O_RDONLY)
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        if handle is not None:
            os.close(handle)


@contextmanager
def refusal(path: str | os.PathLike[str], sentence: str = texts.UNWRITABLE) -> Iterator[None]:
    """Turns the operating system's errors into `sentence`, with the reason and what to do."""
    try:
        yield
    except OSError as error:
        reason, advice = why(error)
        raise HostError(sentence.format(path=path, reason=reason, advice=advice)) from error


def why(error: OSError) -> tuple[str, str]:
    """The reason of the system's error and what to do, in French."""
    if isinstance(error, NotOrdinaryError):
        return texts.NOT_ORDINARY
    return texts.REASONS.get(errno.errorcode.get(error.errno or 0, ""), texts.OTHER_REASON)

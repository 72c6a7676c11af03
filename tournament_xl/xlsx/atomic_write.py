"""How files get to their place: written beside it, read back, put there in one step; several of them all or none.

Ctrl-C waits while a file is put in its place, and afterwards it is known which ones were.
"""

from __future__ import annotations

import errno
import os
import signal
import stat
import sys
import threading
import time
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from itertools import compress
from pathlib import Path
from typing import TypeVar

from tournament_xl.core.resources import NotOrdinaryError, printable_path, read_regular_file
from tournament_xl.messages import workbook_files as texts
from tournament_xl.messages.notices import first_of
from tournament_xl.workbook.snapshot import HostError

_T = TypeVar("_T")
_HELD = (5, 32, 33)  # Windows: access denied, as for a file in use that is to be replaced; sharing and lock violations
PATIENCE = 2.0  # seconds
SILENCE = 1.0  # seconds of waiting for another command, before it is told
PLACED: list[Path] = []  # by the present command, in their order


def full(path: str | os.PathLike[str]) -> Path:
    """`path` from the root; HostError when it counts from the current folder, and that one is gone."""
    with refusal(path, texts.UNREADABLE):
        return Path(os.path.abspath(path))


def real(path: str | os.PathLike[str]) -> Path:
    """`full`, without links."""
    with refusal(path, texts.UNREADABLE):
        return Path(os.path.realpath(path))


@contextmanager
def waiting(target: Path, data: bytes, like: os.stat_result | None = None, folder: Path | None = None) -> Iterator[str]:
    """Within, a file with this content waits for its place `target`, on the disk and read back: its name.

    It stands in the same folder, or in `folder`, and has the rights, owner and group of `like`, or those of a new file.
    Afterwards it is gone, if it was not given another name; so is what a command left that was killed here. Raises
    OSError.
    """
    where = folder or target.parent
    mark = f"~tournament-xl.{zlib.crc32(target.name.encode('utf-8', 'surrogatepass')):08x}."
    with suppress(OSError):
        for left in (one for one in os.listdir(where) if one.startswith(mark)):
            os.unlink(os.path.join(where, left))
    name = os.path.join(where, f"{mark}{os.getpid()}.tmp")
    mode = stat.S_IMODE(like.st_mode) if like else 0o666
    try:
        flags = os.O_CREAT | os.O_TRUNC | os.O_WRONLY | getattr(os, "O_BINARY", 0)
        with os.fdopen(os.open(name, flags, mode), "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
            made = os.fstat(stream.fileno())
        if Path(name).read_bytes() != data:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        if like:
            if (made.st_uid, made.st_gid) != (like.st_uid, like.st_gid):
                with suppress(OSError):  # to a group of his own anybody may
                    os.chown(name, -1, like.st_gid)
                with suppress(OSError):  # only the system's administrator may give a file away
                    os.chown(name, like.st_uid, -1)
            with suppress(OSError):  # in shared folders of a phone or a network nobody may
                os.chmod(name, mode)
        yield name
    finally:
        with suppress(OSError):
            patiently(lambda: os.unlink(name))


def patiently(call: Callable[[], _T]) -> _T:
    """What `call` gives; two seconds more where another program holds the file: Windows' scanners and indexers do so,
    for a moment, after each change. Raises OSError.
    """
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return call()
        except OSError as error:
            if getattr(error, "winerror", None) not in _HELD or time.monotonic() >= end:
                raise
            time.sleep(0.05)


def lost(before: Mapping[Path, os.stat_result]) -> Iterator[str]:
    """What files that were put in the place of others could not keep of them, in sentences."""
    found: dict[str, list[str]] = {texts.OTHER_NAME: [], texts.OTHER_OWNER: [], texts.OTHER_GROUP: []}
    for path, old in before.items():
        with suppress(OSError):
            now = path.stat()
            gone = old.st_nlink > 1, now.st_uid != old.st_uid, now.st_gid != old.st_gid
            for files in compress(found.values(), gone):
                files.append(printable_path(path))
    return (sentence.format(files=first_of(files)) for sentence, files in found.items() if files)


class UnsureError(HostError):
    """A file that was to be put in its place may be there or not."""


def put(name: str, target: Path, content: bytes, before: bytes | None = None) -> None:
    """Give the finished file `name` the name `target`, in one step of the system.

    Args:
        name: The file that waits.
        target: Its place.
        content: What is in it.
        before: What stands at its place; None for nothing.

    Raises:
        OSError: It cannot be done, and the place is as before.
        UnsureError: The system says so, and the place cannot be read, or is not as before.
    """
    with uninterrupted():
        _rename(name, target, content, before)
        PLACED.append(target)


def _rename(name: str, target: Path, content: bytes, before: bytes | None) -> None:
    """Rename, and where that fails read the place again: network drives may report as failed what they have done.

    Raises as `put`.
    """
    try:
        patiently(lambda: os.replace(name, target))
    except OSError as error:
        now: bytes | None = None
        try:
            with suppress(FileNotFoundError):
                now = patiently(target.read_bytes)
        except OSError:
            now = b""  # no file that is put anywhere
        if now == content and not os.path.lexists(name):
            return
        if now != before:
            raise UnsureError(texts.UNSURE.format(path=printable_path(target), reason=why(error)[0])) from error
        raise


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
    """Within, no other command of this computer writes into the folder: it waits for one that does, and says so after a
    second.

    The lock is the operating system's, so that a killed command leaves none. Where there is none of the kind (Windows,
    some network drives), the comparison before a file is replaced has to do.
    """
    handle = None
    try:
        with suppress(ImportError, OSError):
            import fcntl

            handle = os.open(folder, os.O_RDONLY)
            end = time.monotonic() + SILENCE
            while time.monotonic() < end:
                with suppress(BlockingIOError):
                    fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    break
                time.sleep(0.05)
            else:
                print(texts.WAITING.format(folder=printable_path(folder)), file=sys.stderr, flush=True)
                fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        if handle is not None:
            os.close(handle)


def check_place(target: Path) -> bool:
    """Whether something stands there that can be replaced; HostError where a folder does, or for too long a name."""
    with refusal(target):
        try:
            found = os.lstat(target)
        except FileNotFoundError:
            return False
        if stat.S_ISDIR(found.st_mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        return True


def write_together(contents: Mapping[Path, bytes]) -> None:
    """Give each file its content, or none; a folder that is missing is made, what stood there is replaced. What it
    could not keep of those is told.

    Raises HostError that names the file that cannot be written; all are then as they were, or, when even that fails,
    it names those that are not.
    """
    with ExitStack() as stack:
        first = next(iter(contents))
        with refusal(first):  # a folder that is not there yet could not be locked
            if not first.parent.is_dir():
                first.parent.mkdir(parents=True, exist_ok=True)
                stack.callback(_remove_empty, first.parent)
        stack.enter_context(alone(first.parent))
        names: dict[Path, str] = {}
        before: dict[Path, tuple[os.stat_result, bytes]] = {}
        for target, content in contents.items():
            with refusal(target):
                if not target.parent.is_dir():
                    target.parent.mkdir(parents=True, exist_ok=True)
                    stack.callback(_remove_empty, target.parent)
                if check_place(target):
                    before[target] = target.stat(), read_regular_file(target)
                like, _ = before.get(target, (None, b""))
                names[target] = stack.enter_context(waiting(target, content, like))
        stack.enter_context(uninterrupted())
        done: list[Path] = []
        for target, name in names.items():
            try:
                put(name, target, contents[target], before[target][1] if target in before else None)
                done.append(target)
            except (OSError, UnsureError) as error:
                reason, advice = why(error)
                told = {"path": target, "reason": reason, "advice": advice}
                if left := [one for one in reversed(done) if not _taken_back(one, *before.get(one, ()))]:
                    raise HostError(
                        texts.HALF_WRITTEN.format(files=", ".join(map(printable_path, left)), **told)
                    ) from error
                if isinstance(error, UnsureError):
                    raise
                raise HostError(texts.UNWRITABLE.format(**told)) from error
    for sentence in lost({target: like for target, (like, _) in before.items()}):
        print(sentence, file=sys.stderr, flush=True)


def _remove_empty(folder: Path) -> None:
    with suppress(OSError):
        folder.rmdir()


def _taken_back(target: Path, like: os.stat_result | None = None, old: bytes = b"") -> bool:
    """Whether the file is again what it was."""
    try:
        if like is None:
            target.unlink()
        else:
            with waiting(target, old, like) as name:
                _rename(name, target, old, target.read_bytes())
        PLACED.remove(target)
    except (OSError, UnsureError):
        return False
    return True


@contextmanager
def refusal(path: str | os.PathLike[str], sentence: str = texts.UNWRITABLE) -> Iterator[None]:
    """Within, an error of the operating system becomes HostError: `sentence`, with the reason and what to do."""
    try:
        yield
    except OSError as error:
        reason, advice = why(error)
        raise HostError(sentence.format(path=printable_path(path), reason=reason, advice=advice)) from error


def why(error: Exception) -> tuple[str, str]:
    """The reason of the system's error and what to do, in French."""
    if isinstance(error, NotOrdinaryError):
        return texts.NOT_ORDINARY
    return texts.REASONS.get(errno.errorcode.get(getattr(error, "errno", None) or 0, ""), texts.OTHER_REASON)

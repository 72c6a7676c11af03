"""Atomic writing of files: a temporary file is written, read back and renamed in one step.

Several files are written together: either all of them, or none. Ctrl-C is delayed while a file is renamed into place.
Inside the block `record_placed_files` the files that were put in place are recorded, even if the block fails later.
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
from contextvars import ContextVar
from itertools import compress
from pathlib import Path
from typing import TypeVar

from tournament_xl.core.resources import NotOrdinaryError, printable_path, read_regular_file
from tournament_xl.messages import workbook_files as texts
from tournament_xl.messages.names import fill_sentence
from tournament_xl.workbook.file_failures import FileFailure
from tournament_xl.workbook.snapshot import ExternalError

_T = TypeVar("_T")
# Windows' error codes: access denied (as when a file in use is replaced), sharing violation, lock violation.
_LOCK_ERRORS = (5, 32, 33)
RETRY_SECONDS = 2.0
SILENT_WAIT_SECONDS = 1.0  # how long a command waits for another one before it says so
_placed_files: ContextVar[list[Path] | None] = ContextVar("placed_files", default=None)


def make_absolute(path: str | os.PathLike[str]) -> Path:
    """Return the absolute path of `path`, without following links; it need not exist.

    Raises:
        ExternalError: The path is relative, and the current folder no longer exists.
    """
    with translate_os_errors(path, texts.UNREADABLE):
        return Path(os.path.abspath(path))


def resolve_path(path: str | os.PathLike[str]) -> Path:
    """Return the absolute path of `path`, to which its links lead; it need not exist.

    Raises:
        ExternalError: The path is relative, and the current folder no longer exists.
    """
    with translate_os_errors(path, texts.UNREADABLE):
        return Path(os.path.realpath(path))


@contextmanager
def record_placed_files(files: list[Path]) -> Iterator[None]:
    """Record the files that the block puts in place, as far as it does so in this thread.

    The command line reports them when the block ends with Ctrl-C or an error: they are written all the same. A file
    whose former content `write_together` restores is taken off the list. `files` receives their paths, in order.
    """
    token = _placed_files.set(files)
    try:
        yield
    finally:
        _placed_files.reset(token)


@contextmanager
def write_temporary_file(
    target: Path, data: bytes, original: os.stat_result | None = None, folder: Path | None = None
) -> Iterator[str]:
    """Write a temporary file, flush it to the disk and read it back, before the block; remove it after the block.

    The block may rename it, which keeps it. Temporary files for the same target, left by a killed command, are removed
    first. The target itself is not touched. The block gets the path of the temporary file, which gets permissions,
    owner and group of `original`, the file to replace, as far as the system allows; None means a new file. `folder`
    None means the folder of `target`.

    Raises:
        OSError: The file cannot be written, or reads back with other content.
    """
    temporary_folder = folder or target.parent
    mark = f"~tournament-xl.{zlib.crc32(target.name.encode('utf-8', 'surrogatepass')):08x}."
    with suppress(OSError):
        for leftover in (entry for entry in os.listdir(temporary_folder) if entry.startswith(mark)):
            os.unlink(os.path.join(temporary_folder, leftover))
    name = os.path.join(temporary_folder, f"{mark}{os.getpid()}.tmp")
    mode = stat.S_IMODE(original.st_mode) if original else 0o666
    try:
        flags = os.O_CREAT | os.O_TRUNC | os.O_WRONLY | getattr(os, "O_BINARY", 0)
        with os.fdopen(os.open(name, flags, mode), "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
            status = os.fstat(stream.fileno())
        if Path(name).read_bytes() != data:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        if original:
            if (status.st_uid, status.st_gid) != (original.st_uid, original.st_gid):
                with suppress(OSError):  # users may give a file only to groups of their own
                    os.chown(name, -1, original.st_gid)
                with suppress(OSError):  # only an administrator may change the owner
                    os.chown(name, original.st_uid, -1)
            with suppress(OSError):  # shared folders of a phone or a network allow nobody to
                os.chmod(name, mode)
        yield name
    finally:
        with suppress(OSError):
            retry_while_locked(lambda: os.unlink(name))


def retry_while_locked(call: Callable[[], _T]) -> _T:
    """Return the result of `call`, repeated for up to two seconds while another program locks the file.

    Windows' virus scanners and indexers lock a file for a moment after each change; elsewhere `call` runs once.

    Raises:
        OSError: The call failed for another reason than a lock, or the file is still locked.
    """
    end = time.monotonic() + RETRY_SECONDS
    while True:
        try:
            return call()
        except OSError as error:
            if getattr(error, "winerror", None) not in _LOCK_ERRORS or time.monotonic() >= end:
                raise
            time.sleep(0.05)


def describe_losses(before: Mapping[Path, os.stat_result]) -> Iterator[str]:
    """Describe what replaced files lost: another hard link, their owner, their group.

    A file that cannot be looked at now is left out. `before` is the status of each file before it was replaced. There
    is a French sentence for each kind of loss, with the first files.
    """
    files_by_sentence: dict[str, list[str]] = {texts.OTHER_NAME: [], texts.OTHER_OWNER: [], texts.OTHER_GROUP: []}
    for path, old in before.items():
        with suppress(OSError):
            new = path.stat()
            changes = old.st_nlink > 1, new.st_uid != old.st_uid, new.st_gid != old.st_gid
            for files in compress(files_by_sentence.values(), changes):
                files.append(printable_path(path))
    return (fill_sentence(sentence, {"files": files}) for sentence, files in files_by_sentence.items() if files)


class UncertainWriteError(ExternalError):
    """Failure after which it is unknown whether a file was replaced."""


def rename_into_place(name: str, target: Path, content: bytes, before: bytes | None = None) -> None:
    """Rename a finished temporary file to its target in one step of the operating system.

    Tries again for up to two seconds while another program locks the target; Ctrl-C waits until the end. A target that
    was replaced is recorded for `record_placed_files`. `name` is the path of the temporary file and `content` what it
    holds; `before` is what the target holds now, None when there is no such file.

    Raises:
        OSError: The file cannot be renamed, and the target is unchanged.
        UncertainWriteError: Renaming was reported as failed, and the target cannot be read or has changed.
    """
    with delay_interrupts():
        _rename_and_verify(name, target, content, before)
        if (placed_files := _placed_files.get()) is not None:
            placed_files.append(target)


def _rename_and_verify(name: str, target: Path, content: bytes, before: bytes | None) -> None:
    """Rename the file; after an error read the target, since network drives may report a failure of what they did.

    Raises:
        OSError: The file cannot be renamed, and the target is unchanged.
        UncertainWriteError: Renaming was reported as failed, and the target cannot be read or has changed.
    """
    try:
        retry_while_locked(lambda: os.replace(name, target))
    except OSError as error:
        current: bytes | None = None
        try:
            with suppress(FileNotFoundError):
                current = retry_while_locked(target.read_bytes)
        except OSError:
            current = b""  # equals neither `content` nor `before`: no file that is written here is empty
        if current == content and not os.path.lexists(name):
            return
        if current != before:
            raise UncertainWriteError(
                texts.UNSURE.format(path=printable_path(target), reason=explain_error(error)[0])
            ) from error
        raise


@contextmanager
def delay_interrupts() -> Iterator[None]:
    """Delay Ctrl-C until the end of the block, then handle it.

    Does nothing outside the main thread, which alone Python interrupts, or where Ctrl-C is ignored.
    """
    handler = signal.getsignal(signal.SIGINT)
    if not callable(handler) or threading.current_thread() is not threading.main_thread():
        yield
        return
    interrupts = []
    signal.signal(signal.SIGINT, lambda *_: interrupts.append(True))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
        if interrupts:
            handler(signal.SIGINT, None)


@contextmanager
def lock_folder(folder: Path) -> Iterator[None]:
    """Lock a folder against other commands on this computer during the block; wait without limit for the lock.

    After a second of waiting a French line on the standard error stream says so. The operating system holds the lock,
    so a killed command leaves none behind. Where folders cannot be locked (Windows, some network drives), the block
    runs without a lock.
    """
    handle = None
    try:
        with suppress(ImportError, OSError):
            import fcntl

            handle = os.open(folder, os.O_RDONLY)
            end = time.monotonic() + SILENT_WAIT_SECONDS
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


def has_replaceable_file(target: Path) -> bool:
    """Check whether there is a file or a link at `target`; whether it is writable is not checked.

    Raises:
        ExternalError: A folder is there, or the system cannot look at the path, as when the name is too long.
    """
    with translate_os_errors(target):
        try:
            status = os.lstat(target)
        except FileNotFoundError:
            return False
        if stat.S_ISDIR(status.st_mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        return True


def write_together(contents: Mapping[Path, bytes]) -> None:
    """Write all files or none; missing folders are created, existing files replaced.

    Only the folder of the first file is locked meanwhile (`lock_folder`). The files are recorded in the list of
    `record_placed_files`, if the call is inside its block. A warning on the standard error stream names replaced files
    that lost their owner, their group or another hard link (`describe_losses`). There is at least one file.

    Raises:
        FileFailure: A file cannot be written, and files written before it could not be restored; both are named.
        UncertainWriteError: It is unknown whether one file was replaced; the others are as before.
        ExternalError: A file cannot be written; all files are as before. Base class of the two above.
    """
    with ExitStack() as stack:
        first = next(iter(contents))
        with translate_os_errors(first):  # only an existing folder can be locked
            if not first.parent.is_dir():
                first.parent.mkdir(parents=True, exist_ok=True)
                stack.callback(_remove_empty, first.parent)
        stack.enter_context(lock_folder(first.parent))
        names: dict[Path, str] = {}
        before: dict[Path, tuple[os.stat_result, bytes]] = {}
        for target, content in contents.items():
            with translate_os_errors(target):
                if not target.parent.is_dir():
                    target.parent.mkdir(parents=True, exist_ok=True)
                    stack.callback(_remove_empty, target.parent)
                if has_replaceable_file(target):
                    before[target] = target.stat(), read_regular_file(target)
                original, _ = before.get(target, (None, b""))
                names[target] = stack.enter_context(write_temporary_file(target, content, original))
        stack.enter_context(delay_interrupts())
        done: list[Path] = []
        for target, name in names.items():
            try:
                rename_into_place(name, target, contents[target], before[target][1] if target in before else None)
                done.append(target)
            except (OSError, UncertainWriteError) as error:
                reason, advice = explain_error(error)
                if changed_files := [path for path in reversed(done) if not _restore_file(path, *before.get(path, ()))]:
                    files = ", ".join(map(printable_path, changed_files))
                    raise FileFailure(texts.HALF_WRITTEN, target, reason=reason, advice=advice, files=files) from error
                if isinstance(error, UncertainWriteError):
                    raise
                raise FileFailure(texts.UNWRITABLE, target, reason=reason, advice=advice) from error
    for sentence in describe_losses({target: original for target, (original, _) in before.items()}):
        print(sentence, file=sys.stderr, flush=True)


def _remove_empty(folder: Path) -> None:
    with suppress(OSError):
        folder.rmdir()


def _restore_file(target: Path, original: os.stat_result | None = None, old: bytes = b"") -> bool:
    """Restore the former content of a file, or remove a new one; return whether that succeeded."""
    try:
        if original is None:
            target.unlink()
        else:
            with write_temporary_file(target, old, original) as name:
                _rename_and_verify(name, target, old, target.read_bytes())
        if placed_files := _placed_files.get():
            placed_files.remove(target)
    except (OSError, UncertainWriteError):
        return False
    return True


@contextmanager
def translate_os_errors(path: str | os.PathLike[str], sentence: str = texts.UNWRITABLE) -> Iterator[None]:
    """Turn an OSError in the block into a FileFailure.

    The French sentence has the fields {path}, {reason} and {advice}.

    Raises:
        FileFailure: The block raised an OSError, which is its cause.
    """
    try:
        yield
    except OSError as error:
        reason, advice = explain_error(error)
        raise FileFailure(sentence, path, reason=reason, advice=advice) from error


def explain_error(error: Exception) -> tuple[str, str]:
    """Return the reason of an error of the operating system, and advice what to do about it, both in French.

    An error that the catalogue does not have gets a general reason and advice.
    """
    if isinstance(error, NotOrdinaryError):
        return texts.NOT_ORDINARY
    return texts.REASONS.get(errno.errorcode.get(getattr(error, "errno", None) or 0, ""), texts.OTHER_REASON)

"""Files that belong together: all of them get their new content, or every one is as before."""

from __future__ import annotations

import errno
import os
import shutil
import stat
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from tournament_xl.hosts.backups import set_mode, sweep, temporary, why
from tournament_xl.hosts.locks import alone
from tournament_xl.hosts.places import PLACED, put, uninterrupted
from tournament_xl.record import workspace
from tournament_xl.texts import hosts as texts
from tournament_xl.workbook.snapshot import HostError


@workspace
class _New:
    """A content that waits beside its place."""

    target: Path
    name: str  # of the file that waits; what stood in its place is kept under the next one
    old: str
    there: bool  # whether something stood in its place


def write_together(contents: Mapping[Path, bytes]) -> None:
    """Give each file its content; a folder that is missing is made, what stood there is replaced. Another command that
    writes so into the folder of the first one is waited for.

    Raises HostError that names the file that cannot be written; all are then as they were, or, when even that fails,
    it names the copies of what stood there.
    """
    with alone(next(iter(contents)).parent):
        _write_together(contents)


def _write_together(contents: Mapping[Path, bytes]) -> None:
    waiting: list[_New] = []
    try:
        for target, content in contents.items():
            with refusal(target):
                waiting.append(_prepared(target, content))
        with uninterrupted():
            for new in waiting:
                with refusal(new.target):
                    _keep(new)
            _place(waiting)
    finally:
        for new in waiting:
            for name in (new.name, new.old):
                with suppress(OSError):
                    os.unlink(name)


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


def _prepared(target: Path, content: bytes) -> _New:
    target.parent.mkdir(parents=True, exist_ok=True)
    there = check_place(target)
    sweep(target)
    handle, name = temporary(target.parent, target)
    new = _New(target, name, f"{name.removesuffix('.tmp')}.avant.tmp", there)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        set_mode(name, 0o644)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise
    return new


def _keep(new: _New) -> None:
    """What stands in the place gets a second name; where the disk knows none, a copy."""
    if new.there:
        try:
            os.link(new.target, new.old, follow_symlinks=False)
        except (OSError, NotImplementedError):
            shutil.copy2(new.target, new.old, follow_symlinks=False)


def _place(waiting: list[_New]) -> None:
    """Every content in its place; when one cannot be, those before it are taken back."""
    done: list[_New] = []
    for new in waiting:
        try:
            put(new.name, new.target)
            done.append(new)
        except OSError as error:
            left = [one for one in reversed(done) if not _taken_back(one)]
            reason, advice = why(error, texts.DENIED_FOLDER)
            if left:
                files = ", ".join(str(one.target) for one in left)
                kept = ", ".join(one.old for one in left if one.there) or "—"
                for one in left:
                    one.old = ""  # stays
                sentence = texts.HALF_WRITTEN.format(path=new.target, reason=reason, files=files, copies=kept)
                raise HostError(sentence) from error
            raise HostError(texts.UNWRITABLE.format(path=new.target, reason=reason, advice=advice)) from error


def _taken_back(new: _New) -> bool:
    try:
        if new.there:
            os.replace(new.old, new.target)
        else:
            os.unlink(new.target)
        PLACED.remove(new.target)
    except OSError:
        return False
    return True


@contextmanager
def refusal(target: Path) -> Iterator[None]:
    """Turns the system's errors into a sentence."""
    try:
        yield
    except OSError as error:
        reason, advice = why(error, texts.DENIED_FOLDER)
        if error.errno == errno.ENAMETOOLONG:
            advice = texts.SHORTER_NAME
        raise HostError(texts.UNWRITABLE.format(path=target, reason=reason, advice=advice)) from error

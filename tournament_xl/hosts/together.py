"""Files that belong together: all of them get their new content, or every one is as before."""

from __future__ import annotations

import errno
import os
import shutil
import stat
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from pathlib import Path

from tournament_xl.book.snapshot import HostError
from tournament_xl.hosts.places import PLACED, alone, put, refusal, sweep, uninterrupted, waiting, why
from tournament_xl.texts import hosts as texts


def write_together(contents: Mapping[Path, bytes]) -> None:
    """Give each file its content; a folder that is missing is made, what stood there is replaced.

    Raises HostError that names the file that cannot be written; all are then as they were, or, when even that fails,
    it names the copies of what stood there.
    """
    with ExitStack() as stack:
        stack.enter_context(alone(next(iter(contents)).parent))
        names = {}
        sweep(contents)
        for target, content in contents.items():
            with refusal(target):
                target.parent.mkdir(parents=True, exist_ok=True)
                check_place(target)
                names[target] = stack.enter_context(waiting(target, content))
        stack.enter_context(uninterrupted())
        before: dict[Path, str] = {}
        try:
            for target, name in names.items():
                before[target] = _kept(target, f"{name}.avant") if check_place(target) else ""
            _place(names, before)
        finally:
            for old in filter(None, before.values()):
                with suppress(OSError):
                    os.unlink(old)


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


def _kept(target: Path, old: str) -> str:
    """A second name for what stands in the place, or a copy where the disk knows none."""
    with refusal(target):
        try:
            os.link(target, old, follow_symlinks=False)
        except (OSError, NotImplementedError):
            shutil.copy2(target, old, follow_symlinks=False)
    return old


def _place(names: Mapping[Path, str], before: dict[Path, str]) -> None:
    """Every content in its place; when one cannot be, those before it are taken back."""
    done: list[Path] = []
    for target, name in names.items():
        try:
            put(name, target)
            done.append(target)
        except OSError as error:
            reason, advice = why(error)
            if left := [one for one in reversed(done) if not _taken_back(one, before[one])]:
                copies = ", ".join(before.pop(one) or "—" for one in left)  # these stay
                told = {"files": ", ".join(map(str, left)), "copies": copies}
                raise HostError(texts.HALF_WRITTEN.format(path=target, reason=reason, **told)) from error
            raise HostError(texts.UNWRITABLE.format(path=target, reason=reason, advice=advice)) from error


def _taken_back(target: Path, old: str) -> bool:
    try:
        if old:
            os.replace(old, target)
        else:
            os.unlink(target)
        PLACED.remove(target)
    except OSError:
        return False
    return True

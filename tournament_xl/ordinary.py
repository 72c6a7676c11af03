"""Reading a file that somebody named: an ordinary one only, because a pipe or a device may never end."""

from __future__ import annotations

import errno
import os
import stat


class NotOrdinaryError(OSError):
    """It is there, but a folder, a pipe or a device."""


def read_ordinary(path: str | os.PathLike[str], most: int = -1) -> bytes:
    """The first `most` bytes of a file, links followed; all of them without `most`. Raises OSError at once."""
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise NotOrdinaryError(errno.EINVAL, os.strerror(errno.EINVAL), os.fspath(path))
        with os.fdopen(handle, "rb", closefd=False) as file:
            return file.read(most)
    finally:
        os.close(handle)

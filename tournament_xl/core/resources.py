"""Files that the program opens: its own, and those named by the user."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parents[1]


class MissingFileError(FileNotFoundError):
    """Missing file of the program; the text is its name."""


class NotOrdinaryError(OSError):
    """Path that is a folder, a pipe or a device."""


def resource_path(folder: str, name: str) -> Path:
    """Find a file of the program, such as a template or a sample list, in the installed package or in the checkout.

    Args:
        folder: Name of its folder.
        name: Name of the file.

    Raises:
        MissingFileError: The installation is incomplete.
    """
    for root in (_PACKAGE, _PACKAGE.parent):
        path = root / folder / name
        if path.is_file():
            return path
    raise MissingFileError(f"{folder}/{name}")


def read_regular_file(path: str | os.PathLike[str], limit: int = -1) -> bytes:
    """Read an ordinary file, following links.

    Args:
        path: Path of the file.
        limit: Largest number of bytes to read; -1 for all.

    Raises:
        OSError: The file cannot be read. Pipes and devices, which may never end, are refused at once.
    """
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise NotOrdinaryError(errno.EINVAL, os.strerror(errno.EINVAL), os.fspath(path))
        with os.fdopen(handle, "rb", closefd=False) as file:
            return file.read(limit)
    finally:
        os.close(handle)


def printable_path(path: str | os.PathLike[str]) -> str:
    """Return a path on one line for display, with control characters escaped."""
    text = os.fspath(path)
    if text.isprintable():
        return text
    return "".join(
        character if character.isprintable() or character in _BLANKS else ascii(character)[1:-1] for character in text
    )


_BLANKS = "\u00a0\u202f"  # used by macOS in file names

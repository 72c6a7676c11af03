"""Files that the program opens: its own, and those named by the user."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parents[1]


class MissingFileError(FileNotFoundError):
    """Missing file of the program; the text is its folder and name, "templates/NAME.xlsx"."""


class NotOrdinaryError(OSError):
    """Path that leads to a folder, a pipe or a device instead of a file."""


def resource_path(folder: str, name: str) -> Path:
    """Find a file of the program, such as a template or a sample list, in the installed package, else in the checkout.

    Raises:
        MissingFileError: There is no such file: the installation is incomplete.
    """
    for root in (_PACKAGE, _PACKAGE.parent):
        path = root / folder / name
        if path.is_file():
            return path
    raise MissingFileError(f"{folder}/{name}")


def read_regular_file(path: str | os.PathLike[str], limit: int = -1) -> bytes:
    """Return the content of an ordinary file; links are followed.

    `limit` is the most bytes to read: of a longer file only the beginning is returned; -1 for all.

    Raises:
        NotOrdinaryError: The path leads to a pipe or a device, which may never end, or to a folder.
        OSError: The file cannot be opened or read.
        ValueError: The path has a null character.
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
    r"""Return a path on one line for display; control and other invisible characters are escaped ("\n" as two letters).

    No-break spaces, which macOS uses in file names, stay.
    """
    text = os.fspath(path)
    if text.isprintable():
        return text
    return "".join(
        character if character.isprintable() or character in _BLANKS else ascii(character)[1:-1] for character in text
    )


_BLANKS = "\u00a0\u202f"  # used by macOS in file names

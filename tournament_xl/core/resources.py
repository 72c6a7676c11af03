"""Files that the program opens: those that come with it, and those that somebody named."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parents[1]


class MissingFileError(FileNotFoundError):
    """A file that comes with the program is not there; the text is its own name."""


class NotOrdinaryError(OSError):
    """It is there, but a folder, a pipe or a device."""


def resource_path(folder: str, name: str) -> Path:
    """The path of `folder/name`, a template or a sample list, in the installed package or in the checkout;
    MissingFileError when the installation is incomplete.
    """
    for root in (_PACKAGE, _PACKAGE.parent):
        path = root / folder / name
        if path.is_file():
            return path
    raise MissingFileError(f"{folder}/{name}")


def read_regular_file(path: str | os.PathLike[str], limit: int = -1) -> bytes:
    """The first `most` bytes of an ordinary file, links followed; all of them without `most`. Raises OSError at once,
    also for a pipe or a device, which may never end.
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
    """A path as people are told it: on one line, and letters that a terminal would obey written out."""
    text = os.fspath(path)
    if text.isprintable():
        return text
    return "".join(
        character if character.isprintable() or character in _BLANKS else ascii(character)[1:-1] for character in text
    )


_BLANKS = "\u00a0\u202f"  # macOS has them in names of its own


_SEASONS = "20[0-9][0-9]-20[0-9][0-9].toml"
_season_files: list[tuple[Path, int]] = []


def find_season_files(folder: Path | None) -> None:
    """Note which files of seasons lie in a workbook's folder ("2026-2027.toml"), and no longer those of another one."""
    paths = sorted(folder.glob(_SEASONS)) if folder else []
    _season_files[:] = [(path, path.stat().st_mtime_ns) for path in paths if path.is_file()]


def season_files() -> list[tuple[Path, int]]:
    """The files of seasons beside the workbook that was read last, and when each was written."""
    return _season_files

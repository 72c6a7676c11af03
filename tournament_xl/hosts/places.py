"""Where files stand: their full names, and how they get there.

Ctrl-C waits while a file is put in its place, and afterwards it is known which ones were.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tournament_xl.texts import hosts as texts
from tournament_xl.workbook.snapshot import HostError

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

"""Files that a command puts in their place: Ctrl-C waits meanwhile, and afterwards it is known which they are."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PLACED: list[Path] = []  # by the present command, in their order


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

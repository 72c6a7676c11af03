"""Processes that a command starts beside its own."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from threading import Thread

_EVERY = 0.5  # seconds between two looks at who the parent is


def initialize_worker() -> None:
    """What each of them does first: it leaves Ctrl-C to the first one, holds none of the streams that came with it (who
    reads a command's answer waits for all that hold it), and ends when the process that started it does, even killed.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent
    if multiprocessing.get_start_method() == "fork":  # its brothers hold the end of the pipe that would tell
        while os.getppid() == parent.pid:
            time.sleep(_EVERY)
    else:
        parent.join()
    os._exit(1)

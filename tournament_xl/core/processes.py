"""Worker processes that a command starts."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from threading import Thread

_EVERY = 0.5  # seconds between two checks of the parent


def initialize_worker() -> None:
    """Prepare the worker process in which this is called; call it first.

    It then ignores Ctrl-C, which its parent handles; has input, output and errors redirected to nothing (the reader of
    a command's output waits for all processes that hold it); and ends when its parent does, even when that is killed,
    by a thread that is started here.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent
    if multiprocessing.get_start_method() == "fork":  # sibling processes keep the pipe open that `join` waits for
        while os.getppid() == parent.pid:
            time.sleep(_EVERY)
    else:
        parent.join()
    os._exit(1)

"""Worker processes that a command starts."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from threading import Thread
from types import TracebackType
from typing import Generic, TypeVar

_EVERY = 0.5  # seconds between two checks of the parent
_Result = TypeVar("_Result")


class BackgroundCall(Generic[_Result]):
    """Call of a function in a separate process, which is killed at the end of the `with` block if it still runs.

    Where processes are forked the arguments are not copied; a pool would copy them for each call.
    """

    def __init__(self, function: Callable[..., _Result], *args: object) -> None:
        """Start the call.

        `function` must belong to a module; its result is copied to this process.

        Raises:
            OSError: No process can be started.
        """
        self._receiver, sender = multiprocessing.Pipe(duplex=False)
        self._process = multiprocessing.Process(target=_send_result, args=(sender, function, args), daemon=True)
        self._process.start()
        sender.close()

    def __enter__(self) -> BackgroundCall[_Result]:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.join()
        self._receiver.close()

    def result(self) -> _Result:
        """Wait until the function ends, and return its result; to be called once.

        Raises:
            ChildProcessError: The process died.
            Exception: What the function raised.
        """
        try:
            result, error = self._receiver.recv()
        except EOFError:
            self._process.join()
            raise ChildProcessError(f"process ended ({self._process.exitcode})") from None
        if error:
            raise error
        return result  # type: ignore[no-any-return]


def _send_result(sender: Connection, function: Callable[..., object], args: tuple[object, ...]) -> None:
    """Call a function in a worker process; without garbage collection, which may take seconds for many objects."""
    initialize_worker()
    gc.disable()
    try:
        sender.send((function(*args), None))
    except Exception as error:
        sender.send((None, error))


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

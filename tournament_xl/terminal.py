"""Standard input, output and error of a command: one that fails or is closed neither breaks it nor changes its code."""

from __future__ import annotations

import io
import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any


class OutputError(Exception):
    """The answer cannot be shown; the cause is the system's error."""


class _Output:
    """Standard output, or standard error: there nobody can be told that it fails, so that its failures are silent."""

    def __init__(self, stream: Any, silent: bool) -> None:
        self._stream, self._silent = stream, silent

    def write(self, text: Any) -> Any:
        return self._tried(self._stream.write, text)

    def flush(self) -> None:
        self._tried(self._stream.flush)

    @property
    def buffer(self) -> _Output:
        """For bytes."""
        return _Output(self._stream.buffer, self._silent)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def _tried(self, call: Callable[..., Any], *given: Any) -> Any:
        try:
            return call(*given)
        except OSError as error:
            with suppress(OSError):  # what waits in its buffer would fail again when Python ends
                null = os.open(os.devnull, os.O_WRONLY)
                os.dup2(null, self._stream.fileno())
                os.close(null)
            if not self._silent:
                raise OutputError from error
            return None


@contextmanager
def streams() -> Iterator[None]:
    """Within, writing to standard output raises OutputError where it would raise OSError, to standard error nothing.

    Letters that the terminal does not have are replaced. The number of a stream that was closed before the start goes
    to the null device, so that no file of ours gets it; Python's name for it stays None, which `print` leaves alone.
    """
    for name in ("COLUMNS", "LINES"):  # the size of the window; rich stumbles over what is none ("²")
        if not re.fullmatch("[0-9]{1,4}", os.environ.get(name, "")):
            os.environ.pop(name, None)
    before = sys.stdout, sys.stderr
    held = []
    with suppress(OSError):  # no more files may be opened, of ours neither
        for _ in range([sys.stdin, *before].count(None)):
            held.append(os.open(os.devnull, os.O_RDWR))
    for stream in before:
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    if sys.stdout is not None:
        sys.stdout = _Output(sys.stdout, silent=False)
    sys.stderr = _Output(sys.stderr or io.StringIO(), silent=True)  # `print` would take None for standard output
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before
        for number in held:
            os.close(number)


def fail(code: int, sentence: str) -> int:
    """Tell why a command ends with this exit code; the code."""
    print(sentence, file=sys.stderr)
    return code

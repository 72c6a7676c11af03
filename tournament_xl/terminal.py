"""Standard input, output and error of a command: one that fails or is closed neither breaks it nor changes its code."""

from __future__ import annotations

import os
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

    Letters that the terminal does not have are replaced. A stream that was closed before the start is the null device,
    so that no file of ours gets its number.
    """
    before = sys.stdin, sys.stdout, sys.stderr
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):  # in the order of their numbers
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    sys.stdout, sys.stderr = _Output(sys.stdout, silent=False), _Output(sys.stderr, silent=True)
    try:
        yield
    finally:
        sys.stdin, sys.stdout, sys.stderr = before


def fail(code: int, sentence: str) -> int:
    """Tell why a command ends with this exit code; the code."""
    print(sentence, file=sys.stderr)
    return code

"""What the environment says to the runtime of Go, with which excelize comes: it ends the process when it is misled."""

from __future__ import annotations

import os
import sys
from contextlib import suppress

_NAMES = ("GODEBUG", "GOGC", "GOMEMLIMIT", "GOTRACEBACK")
_PROCESSORS = frozenset(map(str, range(1, 65)))  # more take long to begin, and end it at last


def take_away() -> bool:
    """Whether there was something of the kind, which no longer stands in the environment."""
    found = [name for name in _NAMES if name in os.environ]
    found += ["GOMAXPROCS"] if os.environ.get("GOMAXPROCS", "1") not in _PROCESSORS else []
    for name in found:
        del os.environ[name]
    return bool(found)


def begin_anew() -> None:
    """Start this process again without it, before excelize is loaded: on Linux its runtime reads the environment with
    which the process began.
    """
    if take_away() and os.name == "posix":
        with suppress(OSError):
            os.execve(sys.executable, [sys.executable, *sys.orig_argv[1:]], os.environ)

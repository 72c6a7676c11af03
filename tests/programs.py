"""Tests that start other programs: which runs leave them out, who runs them, and how their programs end.

`make test` leaves to `make check`, which needs everything installed, those that start LibreOffice or a browser, the
rest of long series of one kind, and what takes seconds by itself.
"""

import os
import signal
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

import pytest

from tests import ROOT
from tests.fuzz import TRIALS

WANTED = bool(os.environ.get("TOURNAMENT_XL_NEEDS_LIBREOFFICE"))  # then none is skipped, whatever is missing
WHOLE = WANTED or TRIALS  # each of a series, not some of them
starts_programs = pytest.mark.skipif(not WANTED, reason="starts LibreOffice or a browser: make check")
takes_seconds = pytest.mark.skipif(not WHOLE, reason="takes seconds: make check")
needs_bundle = pytest.mark.skipif(
    not WANTED and not (ROOT / "web" / "built" / "page.js").exists(), reason="wants the page's bundle: make page"
)
starts_office = starts_programs  # the same; all files that name it are one worker's: conftest.py


@contextmanager
def program_group() -> Iterator[Callable[..., subprocess.Popen[bytes]]]:
    """Yield a function that starts programs, as Popen does; at the end of the block all of them are ended.

    They are killed too when this process ends in the middle of the block, were it by SIGKILL: the input of the first of
    their process group then ends, and it kills the group.
    """
    first = subprocess.Popen(["sh", "-c", "trap '' TERM; read -r _; kill -KILL 0"], process_group=0,
                             stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # fmt: skip
    started = []

    def start(words: Sequence[str], **more: Any) -> subprocess.Popen[bytes]:
        streams = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.DEVNULL)
        started.append(subprocess.Popen(words, process_group=first.pid, **streams | more))
        return started[-1]

    try:
        yield start
    finally:
        os.killpg(first.pid, signal.SIGTERM)  # asked politely, a screen removes its lock
        for program in started:
            with suppress(subprocess.TimeoutExpired):
                program.wait(5)
        os.killpg(first.pid, signal.SIGKILL)
        for program in (first, *started):
            program.communicate()

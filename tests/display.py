"""Virtual screen (Xvfb) for programs that need one."""

from __future__ import annotations

import os
import select
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def display() -> Iterator[str]:
    """Start the screen and yield its name, as in the variable DISPLAY."""
    reading, writing = os.pipe()
    words = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x900x24", "-nolisten", "tcp", "-noreset"]
    server = subprocess.Popen(words, pass_fds=[writing], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(writing)
    try:
        assert select.select([reading], [], [], 20)[0], "Xvfb does not start"
        with os.fdopen(reading) as number:  # to the end of the line: it comes in two pieces
            yield f":{number.readline().strip()}"
    finally:
        server.terminate()
        server.wait(20)

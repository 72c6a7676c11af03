"""Virtual screen (Xvfb) for programs that need one."""

from __future__ import annotations

import os
import select
from collections.abc import Iterator
from contextlib import contextmanager

from tests.programs import program_group


@contextmanager
def display(size: str = "1280x900") -> Iterator[str]:
    """Start the screen and yield its name, as in the variable DISPLAY."""
    reading, writing = os.pipe()
    words = ["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{size}x24", "-nolisten", "tcp", "-noreset"]
    with program_group() as start, os.fdopen(reading) as number:
        start(words, pass_fds=[writing])
        os.close(writing)
        assert select.select([reading], [], [], 20)[0], "Xvfb does not start"
        yield f":{number.readline().strip()}"  # to the end of the line: it comes in two pieces

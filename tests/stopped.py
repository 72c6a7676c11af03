"""A command that is killed at its N-th step on files, or whose N-th step fails: `python -m tests.stopped WORDS…`, with
folders, N ("0" to list the steps) and the error's number (0: killed) as JSON on standard input. Each runs in a process
of its own, forked once all is loaded; their exit codes. Processes that it starts itself go through unharmed.

A step is before each call that the operating system gets from Python (opening, renaming, removing, folders, rights,
locks), around flushing to the disk, and before, in the middle of and after each writing of bytes. The clock stands
still, so that a press not killed always gives the same bytes.
"""

import json
import os
import sys

from tournament_xl.federation import publish  # noqa: F401
from tournament_xl.frontends.cli.main import main
from tournament_xl.publication import pages  # noqa: F401
from tournament_xl.storage import timestamps
from tournament_xl.support import repair  # noqa: F401

DATE, TIME = "21/11/2026 14:00", "2026-11-21 14-00-00"
KILLED = 99
CALLS = ("os.", "shutil.", "tempfile.", "fcntl.")


def stopped(last, error, words):
    """The exit code of a command that ends at step number `last`, or in which that one fails."""
    steps, open_file, flush, first = iter(range(1, 10_000)), os.fdopen, os.fsync, os.getpid()

    def step(name, path=None):
        if os.getpid() != first:
            return
        number = next(steps)
        if not last:
            print(number, name, file=sys.stderr)
        if number == last and error:
            raise OSError(error, os.strerror(error), path)
        if number == last:
            os._exit(KILLED)

    def heard(event, arguments):
        """Python's audit events: the calls, and opening a file that is no part of the program. None of importing."""
        call = event.startswith(CALLS) and event not in ("os.putenv", "os.fork", "os.listxattr")
        path = arguments[0] if arguments and isinstance(arguments[0], str) else None
        if not call and (event != "open" or path is None or path.endswith((".py", ".pyc", ".so"))):
            return
        if not sys._getframe(1).f_code.co_filename.startswith("<frozen importlib"):
            step(event if call else f"open {os.path.basename(path)}", path)

    def flushed(handle):
        step("before fsync")
        flush(handle)
        step("after fsync")

    timestamps.journal_date = lambda: DATE
    timestamps.backup_stamp = lambda label, *_: f"{TIME} {label}"
    os.fdopen = lambda handle, *more, **named: Stream(open_file(handle, *more, **named), step)
    os.fsync = flushed
    sys.addaudithook(heard)
    return main(words)


class Stream:
    """A file that is written in two halves, with a step around each."""

    def __init__(self, stream, step):
        self._stream, self._step = stream, step

    def write(self, data):
        for name, part in (("first half", data[: len(data) // 2]), ("second half", data[len(data) // 2 :])):
            self._step(name)
            self._stream.write(part)
            self._stream.flush()
        self._step("written")

    def __getattr__(self, name):
        return getattr(self._stream, name)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._stream.close()


def forked(folder, step, error, words):
    """The exit code of a command in this folder."""
    process = os.fork()
    if process == 0:
        os.chdir(folder)
        os._exit(stopped(step, error, words))
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])


if __name__ == "__main__":
    print(json.dumps([forked(*job, sys.argv[1:]) for job in json.load(sys.stdin)]))

"""Commands that are killed at their N-th step on files, or whose N-th step fails.

Each command runs in a process of its own, forked from one that has loaded the program (`python -m tests.stopped`).
Processes that it starts itself are left alone.

A step is before each call that the operating system gets from Python (opening, renaming, removing, folders, rights,
locks), around flushing to the disk, and before, in the middle of and after each writing of bytes. The clock stands
still, so that a press that is not killed always gives the same bytes.
"""

import atexit
import json
import os
import resource
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

from tests import ROOT
from tournament_xl.federation import publish  # noqa: F401
from tournament_xl.frontends.cli.main import main
from tournament_xl.publication import pages  # noqa: F401
from tournament_xl.storage import timestamps
from tournament_xl.support import repair  # noqa: F401

DATE, TIME = "21/11/2026 14:00", "2026-11-21 14-00-00"
KILLED, ALL = 99, -1  # its exit code; no step is counted
CALLS = ("os.", "shutil.", "tempfile.", "fcntl.")


def children(jobs, words):
    """Run a verb once per job: the exit codes, and the output with the steps where N is 0.

    Args:
        jobs: Each a folder, N (0: none) and perhaps the error's number, without which the verb is killed there.
    """
    done, output = _asked([[str(folder), step, *(error or (0,))] for folder, step, *error in jobs], words)
    return [code for code, *_ in done], output


def child(*words):
    """Run a command in its own process, with a minute of processor time.

    Returns:
        Exit code, output, most memory in megabytes, seconds of processor time.
    """
    ((code, seconds, memory),), output = _asked([[str(ROOT), ALL, 0]], [str(word) for word in words])
    return code, output, memory, seconds


def _asked(jobs, words):
    server = _server()
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        log.touch()
        server.stdin.write(json.dumps([jobs, words, str(log)]) + "\n")
        server.stdin.flush()
        return json.loads(server.stdout.readline()), log.read_text(encoding="utf-8")


@cache
def _server():
    """Start the process that all others are forked from; it ends with this one."""
    server = subprocess.Popen(
        [sys.executable, "-m", "tests.stopped"], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        encoding="utf-8", env=os.environ | {"PYTHONUTF8": "1"},
    )  # fmt: skip
    atexit.register(server.communicate)
    return server


def stopped(last, error, words):
    """Run a command that is killed at step number `last`, or in which that step fails; return its exit code."""
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
    os.fdopen = lambda handle, *more, **options: Stream(open_file(handle, *more, **options), step)
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


def forked(folder, step, error, words, log):
    """Run a command in this folder: exit code, seconds of processor time, megabytes."""
    process = os.fork()
    if process == 0:
        log_handle = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        for stream, handle in (
            (0, os.open(os.devnull, os.O_RDONLY)),
            (1, os.open(os.devnull, os.O_WRONLY)),
            (2, log_handle),
        ):
            os.dup2(handle, stream)
            os.close(handle)
        os.chdir(folder)
        resource.setrlimit(resource.RLIMIT_CPU, (60, 60))
        os._exit(main(words) if step == ALL else stopped(step, error, words))
    _, status, used = os.wait4(process, 0)
    return os.waitstatus_to_exitcode(status), used.ru_utime + used.ru_stime, used.ru_maxrss // 1024


if __name__ == "__main__":
    for line in sys.stdin:
        jobs, words, log = json.loads(line)
        print(json.dumps([forked(*job, words, log) for job in jobs]), flush=True)

"""Files read in processes of their own, each with its time: one that crashes or hangs costs its own file only."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import SimpleQueue
from threading import Event, Timer
from typing import Any

from tournament_xl.book.snapshot import HostError
from tournament_xl.federation.limits import SECONDS
from tournament_xl.hosts.places import why
from tournament_xl.texts import federation as texts

_SURROUNDINGS = {"PYTHONUTF8": "1", "PYTHONIOENCODING": "utf-8"}  # the second wins over the first
_PACKAGE = Path(__file__).resolve().parents[2]


class Reader:
    """One process at a time, replaced when it dies or is too slow."""

    def __init__(self, seconds: float, seasons: Sequence[Path]) -> None:
        self._seconds, self._seasons = seconds, [os.path.abspath(path) for path in seasons]
        self._process: subprocess.Popen[str] | None = None

    def read(self, path: Path, name: str) -> dict[str, Any]:
        """What the worker answers about a file; a refusal when it does not."""
        process = self._running()
        too_slow = Event()

        def expire() -> None:
            too_slow.set()
            process.kill()

        late = Timer(self._seconds, expire)
        late.start()
        try:
            assert process.stdin and process.stdout
            there = os.fsencode(path).decode("latin-1")  # its bytes: the worker's encoding may be another
            process.stdin.write(json.dumps({"path": there, "name": name}) + "\n")
            process.stdin.flush()
            answer = process.stdout.readline()
            found = json.loads(answer) if answer.endswith("\n") else None
        except (OSError, ValueError):  # the process is gone, or wrote something else
            found = None
        finally:
            late.cancel()
        if isinstance(found, dict):
            return found
        self.stop()
        sentence = texts.TOO_SLOW.format(seconds=round(self._seconds)) if too_slow.is_set() else texts.CRASHED
        return {"sha256": "", "refusal": sentence}

    def _running(self) -> subprocess.Popen[str]:
        if self._process is None:
            paths = [str(_PACKAGE), *filter(None, [os.environ.get("PYTHONPATH")])]
            command = [sys.executable, "-P", "-m", "tournament_xl.federation.worker"]  # -P: not from where we are
            try:
                self._process = subprocess.Popen(
                    [*command, *self._seasons],
                    stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="utf-8",
                    env=os.environ | _SURROUNDINGS | {"PYTHONPATH": os.pathsep.join(paths)},
                )  # fmt: skip
            except OSError as error:
                raise HostError(texts.NO_READER.format(reason=why(error)[0])) from error
        return self._process

    def stop(self) -> None:
        """End the process, if there is one."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            with suppress(OSError, ValueError):
                process.communicate()


@contextmanager
def _enough_threads() -> Iterator[None]:
    """HostError where the system allows no further thread."""
    try:
        yield
    except RuntimeError as error:
        raise HostError(texts.NO_READER.format(reason=texts.NO_THREAD)) from error


def read_all(
    files: Sequence[tuple[Path, str]],
    tell: Callable[[int, str], None] = lambda done, name: None,
    seconds: float = SECONDS,
    seasons: Sequence[Path] = (),
) -> list[dict[str, Any]]:
    """The answers about files (path, name), in their order; `tell` is called with the number done and the last name.

    `seasons`: files of seasons that are not built in. Raises HostError when no process can be started.
    """
    count = max(1, min(os.cpu_count() or 1, len(files)))
    every = [Reader(seconds, seasons) for _ in range(count)]
    free: SimpleQueue[Reader] = SimpleQueue()
    for reader in every:
        free.put(reader)

    def one(path: Path, name: str) -> dict[str, Any]:
        reader = free.get()
        try:
            return reader.read(path, name)
        finally:
            free.put(reader)

    with _enough_threads(), ThreadPoolExecutor(count) as pool:
        tasks = [pool.submit(one, path, name) for path, name in files]
        names = dict(zip(tasks, (name for _, name in files), strict=True))
        try:
            for done, task in enumerate(as_completed(tasks), start=1):
                task.result()
                tell(done, names[task])
        finally:
            pool.shutdown(wait=False, cancel_futures=True)  # interrupted: nothing more is begun
            for reader in every:
                reader.stop()
        return [task.result() for task in tasks]

"""Worker processes with a deadline for each file: if one crashes or hangs, only its file is lost."""

from __future__ import annotations

import multiprocessing
import os
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pickle import UnpicklingError
from time import monotonic
from typing import TypeVar

from tournament_xl.core.processes import initialize_worker
from tournament_xl.messages import federation as texts
from tournament_xl.workbook.snapshot import ExternalError
from tournament_xl.xlsx import limits
from tournament_xl.xlsx.atomic_write import explain_error

SECONDS = 60.0  # for one file, unless the caller says otherwise
_Task = TypeVar("_Task", bound=tuple[object, ...])
_Answer = TypeVar("_Answer")
Work = Callable[..., object]


@dataclass(eq=False)
class _Worker:
    """Process that does one task after the other."""

    process: BaseProcess
    pipe: Connection
    task: int | None = None  # index of the task, None while idle
    start: float = 0.0
    deadline: float = 0.0

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()


def run_in_workers(
    tasks: Sequence[_Task],
    work: Work,
    answer_type: type[_Answer],
    *,
    processes: int = 0,
    seconds: float = SECONDS,
    groups: Sequence[str] = (),
) -> Iterator[tuple[_Task, _Answer | str]]:
    """Call a function for each task in worker processes, several at once.

    A worker that crashes, answers wrongly or takes too long is killed; another one takes its place.

    Args:
        tasks: Arguments of each call: path and name of a file, and what else the function takes.
        work: Function that a worker calls with them; it can be pickled.
        answer_type: Type of its result; a worker that sends anything else has failed.
        processes: Number of workers; 0 for one per processor.
        seconds: Time limit for one task.
        groups: For each task the name of a group, whose tasks share this limit, or "".

    Yields:
        Each task in the order in which the tasks end, with its result, or a French sentence if it has crashed or took
        too long.

    Raises:
        ExternalError: No process can be started.
    """

    def group_of(task: int) -> str:
        return groups[task] if groups else ""

    waiting, done = list(range(len(tasks)))[::-1], 0
    workers: list[_Worker] = []
    too_slow = texts.TOO_SLOW.format(seconds=round(seconds))
    spent = defaultdict[str, float](float)  # seconds of each group
    try:
        while done < len(tasks):
            if waiting and spent[group_of(waiting[-1])] >= seconds:
                done += 1
                yield tasks[waiting.pop()], too_slow
                continue
            while len(workers) < min(processes or os.cpu_count() or 1, len(tasks) - done):
                workers.append(_start(work))
            for worker in (worker for worker in workers if worker.task is None and waiting):
                worker.task, worker.start = waiting.pop(), monotonic()
                worker.deadline = worker.start + max(0.0, seconds - spent[group_of(worker.task)])
                with suppress(OSError):  # the process died: handled below
                    worker.pipe.send(tasks[worker.task])
            busy = [worker for worker in workers if worker.task is not None]
            first = min(worker.deadline for worker in busy)
            ready = wait([worker.pipe for worker in busy], max(0.0, first - monotonic()))
            for worker in busy:
                late = monotonic() > worker.deadline
                if worker.pipe not in ready and not late:
                    continue
                answer = _receive(worker) if worker.pipe in ready else None
                assert worker.task is not None
                if group := group_of(worker.task):
                    spent[group] += monotonic() - worker.start
                task, worker.task, done = tasks[worker.task], None, done + 1
                if isinstance(answer, answer_type):
                    yield task, answer
                    continue
                worker.end()
                workers.remove(worker)
                yield task, too_slow if late else texts.CRASHED
    finally:
        for worker in workers:
            worker.end()


def _receive(worker: _Worker) -> object:
    """Return what a worker sends, None when it died."""
    try:
        return worker.pipe.recv()
    except (EOFError, OSError, UnpicklingError):
        return None


def _start(work: Work) -> _Worker:
    parent_end, worker_end = multiprocessing.Pipe()
    try:
        process = multiprocessing.get_context().Process(target=_serve, args=(worker_end, parent_end, work), daemon=True)
        process.start()
    except OSError as error:
        raise ExternalError(texts.NO_READER, reason=explain_error(error)[0]) from error
    worker_end.close()
    return _Worker(process, parent_end)


def _serve(pipe: Connection, parent_end: Connection, work: Work) -> None:
    """Work in a worker process: receive path and name, send a result, until the pipe closes."""
    parent_end.close()
    initialize_worker()
    limits.confine_process()
    with suppress(EOFError, OSError):
        while True:
            pipe.send(work(*pipe.recv()))

"""Spreading of tasks over the workers of a Dask cluster; its failures become errors with a French sentence."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

import tournament_xl
from tournament_xl.core.resources import printable_path
from tournament_xl.messages import compare as texts
from tournament_xl.workbook.snapshot import ExternalError, UsageError

if TYPE_CHECKING:
    from distributed import Client

CONNECT = 10.0  # seconds for a scheduler to answer
JOIN = 30.0  # seconds for the first worker to appear
_LONGEST = 200  # characters of a reason that are displayed

TaskT = TypeVar("TaskT")
ResultT = TypeVar("ResultT")


def map_on_cluster(
    play: Callable[[TaskT], ResultT], tasks: Sequence[TaskT], address: str
) -> Iterator[tuple[TaskT, ResultT]]:
    """Run a function for each of many tasks on the workers of a Dask scheduler.

    While it runs, the log of this whole process is silent. `play` is a function of this package, which workers import
    by its name; `address` is "HOST:PORT".

    Yields:
        Each task with its result, in the order in which they finish.

    Raises:
        ModuleNotFoundError: `distributed` is not installed here.
        UsageError: The address is invalid.
        ExternalError: The scheduler does not answer or is lost, or there is no worker; or a worker lacks the program or
            has another version of it, or the function failed there.
    """
    from distributed import Client, wait

    with _quiet_log():
        try:
            client = Client(address, timeout=CONNECT)
        except (ValueError, TypeError) as error:  # TypeError: tls:// without certificates, ucx://
            raise UsageError(texts.ADDRESS.format(address=address, reason=_reason(error))) from error
        except OSError as error:
            raise ExternalError(texts.NO_SCHEDULER, address=address) from error
        with client:
            _check_workers(client, address)
            futures = {client.submit(_with_version, play, task, pure=False): task for task in tasks}
            pending = {*futures}
            while pending:
                try:
                    finished, pending = wait(pending, timeout=JOIN, return_when="FIRST_COMPLETED")
                except TimeoutError:  # a long task, or no worker is left
                    _wait_for_worker(client, address)
                    continue
                except CancelledError as error:
                    raise ExternalError(texts.LOST, address=address) from error
                for future in finished:
                    version, result = _fetch(future.result, address)
                    _check_version(version)
                    yield futures.pop(future), result


def _wait_for_worker(client: Client, address: str) -> None:
    try:
        client.wait_for_workers(1, timeout=JOIN)
    except TimeoutError as error:
        raise ExternalError(texts.NO_WORKER, address=address, seconds=f"{JOIN:.0f}") from error


def _check_workers(client: Client, address: str) -> None:
    """Raise ExternalError unless all workers have this version.

    A worker without it would die of its first task and leave no reason.
    """
    from pydoc import locate  # standard library: present on workers without our package

    _wait_for_worker(client, address)
    for version in _fetch(lambda: client.run(locate, "tournament_xl.__version__"), address).values():
        _check_version(version)


def _check_version(version: str | None) -> None:
    if version != tournament_xl.__version__:
        raise _worker_failure(f"tournament_xl {version}" if version else texts.NO_MODULE)


def _with_version(play: Callable[[TaskT], ResultT], task: TaskT) -> tuple[str, ResultT]:
    """Play a task on a worker; return the version of the program there, and the result."""
    return tournament_xl.__version__, play(task)


def _fetch(call: Callable[[], ResultT], address: str) -> ResultT:
    """Call a function that asks the workers; ExternalError where they fail."""
    try:
        return call()
    except (CancelledError, OSError) as error:
        raise ExternalError(texts.LOST, address=address) from error
    except Exception as error:  # any error of another program on another computer
        raise _worker_failure(_reason(error)) from error


def _worker_failure(reason: str) -> ExternalError:
    """Build the failure of a worker without this version of the program, or of a task that failed there."""
    return ExternalError(texts.NO_PACKAGE, reason=reason, version=tournament_xl.__version__)


def _reason(error: BaseException) -> str:
    """Return the first cause of an error in the words of the library."""
    while error.__cause__:
        error = error.__cause__
    return printable_path(" ".join(f"{type(error).__name__}: {error}".split())[:_LONGEST])


@contextmanager
def _quiet_log() -> Iterator[None]:
    """Silence the library's own log, which repeats the errors in English with tracebacks."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(before)

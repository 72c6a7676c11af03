"""Simulated tournaments on a Dask cluster: what can go wrong there, each with its sentence."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

import tournament_xl
from tournament_xl.core.resources import printable_path
from tournament_xl.messages import compare as texts
from tournament_xl.workbook.snapshot import HostError, UsageError

if TYPE_CHECKING:
    from distributed import Client

CONNECT = 10.0  # seconds for a scheduler to answer
JOIN = 30.0  # seconds for the first worker to be there
_LONGEST = 200  # letters of a reason that are told

TaskT = TypeVar("TaskT")
ResultT = TypeVar("ResultT")


def map_on_cluster(
    play: Callable[[TaskT], ResultT], tasks: Sequence[TaskT], address: str
) -> Iterator[tuple[TaskT, ResultT]]:
    """Play tasks on the workers of a scheduler.

    Args:
        play: A function of this package, which workers import by its name.
        tasks: What it is called with.
        address: Of the scheduler, "HOST:PORT".

    Yields:
        A task and its result, as they finish.

    Raises:
        ModuleNotFoundError: `distributed` is missing here.
        UsageError: This is no address.
        HostError: The scheduler does not answer or is lost, there is no worker, or one has not this version.
    """
    from distributed import Client, wait

    with _quiet_log():
        try:
            client = Client(address, timeout=CONNECT)
        except (ValueError, TypeError) as error:  # TypeError: tls:// without certificates, ucx://
            raise UsageError(texts.ADDRESS.format(address=address, reason=_reason(error))) from error
        except OSError as error:
            raise HostError(texts.NO_SCHEDULER.format(address=address)) from error
        with client:
            _check_workers(client, address)
            futures = {client.submit(_with_version, play, task, pure=False): task for task in tasks}
            pending = {*futures}
            while pending:
                try:
                    finished, pending = wait(pending, timeout=JOIN, return_when="FIRST_COMPLETED")
                except TimeoutError:  # a long task, or nobody is left to play
                    _wait_for_worker(client, address)
                    continue
                except CancelledError as error:
                    raise HostError(texts.LOST.format(address=address)) from error
                for future in finished:
                    version, result = _fetch(future.result, address)
                    _check_version(version)
                    yield futures.pop(future), result


def _wait_for_worker(client: Client, address: str) -> None:
    try:
        client.wait_for_workers(1, timeout=JOIN)
    except TimeoutError as error:
        raise HostError(texts.NO_WORKER.format(address=address, seconds=f"{JOIN:.0f}")) from error


def _check_workers(client: Client, address: str) -> None:
    """HostError unless all workers have this version: one without it dies of its first task, and leaves no reason."""
    from pydoc import locate  # a worker without our package has this one

    _wait_for_worker(client, address)
    for version in _fetch(lambda: client.run(locate, "tournament_xl.__version__"), address).values():
        _check_version(version)


def _check_version(version: str | None) -> None:
    if version != tournament_xl.__version__:
        raise _not_ours(f"tournament_xl {version}" if version else texts.NO_MODULE)


def _not_ours(reason: str) -> HostError:
    return HostError(texts.NO_PACKAGE.format(reason=reason, version=tournament_xl.__version__))


def _with_version(play: Callable[[TaskT], ResultT], task: TaskT) -> tuple[str, ResultT]:
    """What a worker does: the result, and by which version of the program."""
    return tournament_xl.__version__, play(task)


def _fetch(call: Callable[[], ResultT], address: str) -> ResultT:
    """What workers gave; HostError where they could not."""
    try:
        return call()
    except (CancelledError, OSError) as error:
        raise HostError(texts.LOST.format(address=address)) from error
    except Exception as error:  # of another program on another computer
        raise _not_ours(_reason(error)) from error


def _reason(error: BaseException) -> str:
    """In the words of the library."""
    while error.__cause__:
        error = error.__cause__
    return printable_path(" ".join(f"{type(error).__name__}: {error}".split())[:_LONGEST])


@contextmanager
def _quiet_log() -> Iterator[None]:
    """The library's own lines on the error stream say the same in English, with tracebacks."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(before)

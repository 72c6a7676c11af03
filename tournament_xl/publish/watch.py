"""`publish --watch` and `--serve`: one loop until Ctrl-C, in which the workbook's saves are seen and pages given."""

from __future__ import annotations

import asyncio
import os
import sys
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from tournament_xl.book.snapshot import HostError
from tournament_xl.press import DONE, Outcome
from tournament_xl.publish import serve
from tournament_xl.publish.desk import Publication
from tournament_xl.texts import publish as texts

EVERY = 0.5  # seconds between two looks at the file
_Seen = tuple[int, int, int] | None


def run(publication: Publication, *, watching: bool, serving: bool) -> int:
    """Publish, then go on until Ctrl-C; the exit code. What is told goes to the terminal."""
    listening = serve.listen() if serving else None
    if listening:
        publication.address = serve.address(listening.getsockname()[1])
    before = _look(publication.path)
    first = publication.publish()
    if first.code != DONE and not watching:
        return _tell(first)
    _tell(first)
    if listening:
        _tell_address(publication.address)
    if watching:
        print(texts.WATCHING.format(file=publication.path.name), flush=True)

    async def both() -> None:
        tasks = [serve.serve(listening, lambda: publication.files)] if listening else []
        if watching:
            tasks.append(_watch(publication, before))
        await asyncio.gather(*tasks)

    with suppress(KeyboardInterrupt):
        asyncio.run(both())
    print(texts.STOPPED)
    return DONE


async def _watch(publication: Publication, before: _Seen) -> None:
    while True:
        await asyncio.sleep(EVERY)
        now = _look(publication.path)
        if now is None or now == before:
            continue
        await asyncio.sleep(EVERY)
        if _look(publication.path) == now:  # whoever saves has finished
            before = now
            print(await asyncio.to_thread(_again, publication), flush=True)


def _again(publication: Publication) -> str:
    """Publish again; a line about it."""
    time = f"{datetime.now():%H:%M:%S}"
    try:
        outcome = publication.publish()
    except HostError as error:
        return texts.TROUBLE_AT.format(time=time, reason=error)
    if outcome.code != DONE:
        reason = outcome.problems[0] if outcome.problems else outcome.message
        return texts.TROUBLE_AT.format(time=time, reason=reason)
    return texts.PUBLISHED_AT.format(time=time, status=outcome.status)


def _look(path: Path) -> _Seen:
    with suppress(OSError):
        found = os.stat(path)
        return found.st_mtime_ns, found.st_size, found.st_ino
    return None


def _tell(outcome: Outcome) -> int:
    for problem in outcome.problems:
        print(problem, file=sys.stderr)
    if outcome.message:
        print(outcome.message, file=sys.stdout if outcome.code == DONE else sys.stderr, flush=True)
    return outcome.code


def _tell_address(address: str) -> None:
    import segno

    print(texts.SERVING.format(address=address))
    with suppress(UnicodeEncodeError, LookupError):  # a terminal without its blocks
        segno.make(address, error="m").terminal(compact=True)
    print(texts.SERVED_HERE.format(address=address), flush=True)

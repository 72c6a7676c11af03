"""`publish`: read the workbook, make its pages, put them into the folder; once, or at each save until Ctrl-C."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any

from tournament_xl import actions
from tournament_xl.book.snapshot import HostError, Snapshot
from tournament_xl.exits import DONE
from tournament_xl.games import decode
from tournament_xl.hosts import files
from tournament_xl.hosts.closed import ClosedFile
from tournament_xl.hosts.places import full
from tournament_xl.press import Outcome, answering, understood
from tournament_xl.publish.facts import facts_of
from tournament_xl.publish.pages import files_of, former, write
from tournament_xl.texts import publish as texts

EVERY = 0.5  # seconds between two looks at the file


class Publication:
    """A workbook and the folder in which it is published; `files`: what the last publication wrote."""

    def __init__(self, path: str | os.PathLike[str], folder: str | None = None, *, initials: bool = False) -> None:
        self.path = ClosedFile(path).path
        named = self.path.parent / texts.FOLDER.format(stem=self.path.stem)
        self.folder = full(folder) if folder is not None else named
        self.initials, self.address = initials, ""
        self.files: dict[str, bytes] = {}

    @answering
    def publish(self, snapshot: Snapshot | None = None) -> Outcome:
        """Once, what the file has, or a program that has it open shows (`snapshot`).

        HostError when the workbook cannot be read or the folder not written; the folder is then as before.
        """
        facts = facts_of(_now(snapshot or ClosedFile(self.path).read()), initials=self.initials)
        made = files_of(facts, self.address)
        changed = write(self.folder, made, facts["hidden"], initials=self.initials)
        self.files = made
        sentence = texts.DONE if changed else texts.SAME
        return Outcome(DONE, sentence.format(folder=self.folder), status=facts["status"])


def publish(path: str | os.PathLike[str], snapshot: Snapshot) -> Outcome:
    """What the button does; initials stay where the last publication had them."""
    publication = Publication(path)
    publication.initials = bool((former(publication.folder) or {}).get("initials"))
    return publication.publish(snapshot)


def _now(snapshot: Snapshot) -> Any:
    """The workbook understood as an update would leave it: prizes, teams and highlights of what is typed by now."""
    decoded = understood(decode(snapshot))
    outcome = actions.update(snapshot, files.journal_date())
    return understood(decode(actions.after(snapshot, outcome))) if outcome.edits else decoded


def run(publication: Publication, report: Callable[[Outcome], int], *, watching: bool, serving: bool) -> int:
    """Publish, then go on until Ctrl-C: publish each save, give the pages. The exit code."""
    from tournament_xl.publish.serve import Pages, hall_address, listen, tell_address
    from tournament_xl.publish.server import hall_hosts

    server = listen(Pages(lambda: publication.files)) if serving else None
    if server:
        publication.address = hall_address(server)
    seen = _look(publication.path)
    first = publication.publish()
    code = report(first)
    if first.code != DONE and not watching:
        return code
    if server:
        server.start()
        tell_address(server)
    if watching:
        print(texts.WATCHING.format(file=publication.path.name), flush=True)
    with suppress(KeyboardInterrupt):
        while True:
            time.sleep(EVERY)
            if server and hall_address(server) != publication.address and hall_hosts():
                server.also(hall_hosts())
                publication.address = hall_address(server)
                print(_again(publication), flush=True)
                tell_address(server)
            now = _look(publication.path)
            if not watching or now is None or now == seen:
                continue
            time.sleep(EVERY)
            if _look(publication.path) == now:  # whoever saves has finished
                seen = now
                print(_again(publication), flush=True)
    print(texts.STOPPED)
    return DONE


def _again(publication: Publication) -> str:
    """Publish again; a line about it."""
    at = f"{datetime.now():%H:%M:%S}"
    try:
        outcome = publication.publish()
    except HostError as error:
        return texts.TROUBLE_AT.format(time=at, reason=error)
    if outcome.code != DONE:
        reason = outcome.problems[0] if outcome.problems else outcome.message
        return texts.TROUBLE_AT.format(time=at, reason=reason)
    return texts.PUBLISHED_AT.format(time=at, status=outcome.status)


def _look(path: Path) -> tuple[int, int, int] | None:
    with suppress(OSError):
        found = os.stat(path)
        return found.st_mtime_ns, found.st_size, found.st_ino
    return None

"""`publish`: read the workbook, make its pages, put them into the folder; once, or at each save until Ctrl-C."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from tournament_xl import actions
from tournament_xl.book.snapshot import HostError, Snapshot
from tournament_xl.book.workbook import Workbook
from tournament_xl.exits import DONE
from tournament_xl.files.places import full
from tournament_xl.games import decode
from tournament_xl.hosts import files
from tournament_xl.hosts.closed import ClosedFile
from tournament_xl.hosts.received import forget_secret
from tournament_xl.press import Outcome, catching_stop, without_problems
from tournament_xl.publish.facts import facts_of
from tournament_xl.publish.pages import files_of, former, write
from tournament_xl.resources import legible
from tournament_xl.texts import publish as texts
from tournament_xl.texts import received

EVERY = 0.5  # seconds between two looks at the file


class PublishedWorkbook:
    """A workbook and the folder in which it is published; `files`: what the last publication wrote."""

    def __init__(self, path: str | os.PathLike[str], folder: str | None = None, *, initials: bool = False) -> None:
        self.path = ClosedFile(path).path
        named = self.path.parent / texts.FOLDER.format(stem=self.path.stem)
        self.folder = full(folder) if folder is not None else named
        self.initials, self.address = initials, ""
        self.files: dict[str, bytes] = {}
        self.decoded: Workbook | None = None  # the workbook as it was last published
        self.title = ""

    @catching_stop
    def publish(self, snapshot: Snapshot | None = None) -> Outcome:
        """Once, what the file has, or a program that has it open shows (`snapshot`).

        HostError when the workbook cannot be read or the folder not written; the folder is then as before.
        """
        decoded = _now(snapshot or ClosedFile(self.path).read())
        facts = facts_of(decoded, initials=self.initials)
        made = files_of(facts, self.address)
        changed = write(self.folder, made, facts["hidden"], initials=self.initials)
        self.files, self.decoded, self.title = made, decoded, facts["title"]
        sentence = texts.DONE if changed else texts.SAME
        return Outcome(DONE, sentence.format(folder=legible(self.folder)), status=facts["status"])


def publish(path: str | os.PathLike[str], snapshot: Snapshot | None = None) -> Outcome:
    """What the button does; initials stay where the last publication had them."""
    publication = PublishedWorkbook(path)
    publication.initials = bool((former(publication.folder) or {}).get("initials"))
    return publication.publish(snapshot)


def _now(snapshot: Snapshot) -> Workbook:
    """The workbook understood as an update would leave it: prizes, teams and highlights of what is typed by now."""
    decoded = without_problems(decode(snapshot))
    outcome = actions.update(snapshot, files.journal_date())
    return without_problems(decode(actions.after(snapshot, outcome))) if outcome.edits else decoded


def run(publication: PublishedWorkbook, report: Callable[[Outcome], int], *, serving: bool, clock: bool = False) -> int:
    """Publish, then go on until Ctrl-C: publish each save, give the pages and receive results. The exit code."""
    hall = _Hall(publication, clock=clock) if serving else None
    seen = _look(publication.path)
    report(publication.publish())
    if hall:
        hall.look()
    print(texts.WATCHING.format(file=legible(publication.path.name)), flush=True)
    with suppress(KeyboardInterrupt):
        while True:
            time.sleep(EVERY)
            if hall:
                hall.look()
            now = _look(publication.path)
            if now is None or now == seen:
                continue
            time.sleep(EVERY)
            if _look(publication.path) == now:  # whoever saves has finished
                seen = now
                print(_again(publication), flush=True)
    if hall:
        hall.end()
    print(texts.STOPPED)
    return DONE


class _Hall:
    """The server of a publication: begun when there is something to show, moved when the computer's address changes."""

    def __init__(self, publication: PublishedWorkbook, *, clock: bool) -> None:
        from tournament_xl.hosts import reports
        from tournament_xl.publish import serve, server  # a publication in a folder wants none of it

        self._serve, self._hosts, self._publication, self._clock = serve, server.hall_hosts, publication, clock
        self._reports = reports.Reports(publication)
        self._server = serve.listen(self._reports)
        publication.address = serve.hall_address(self._server)
        self._begun = False

    def look(self) -> None:
        """Begin, or move, when it is time."""
        publication, server = self._publication, self._server
        hosts = self._hosts()
        if not self._begun and publication.decoded is not None:
            self._begun = True
            server.start()
            self._tell()
            if self._clock and not self._reports.start_clock():
                print(received.NO_CLOCK, flush=True)
        elif self._begun and hosts and self._serve.hall_address(server) != publication.address:
            server.also(hosts)
            publication.address = self._serve.hall_address(server)
            print(_again(publication), flush=True)
            self._tell()

    def _tell(self) -> None:
        self._serve.tell_address(self._server, self._reports.desk_key)

    def end(self) -> None:
        """The keys die with the tournament."""
        decoded = self._publication.decoded
        if decoded is not None and decoded.tournament.played == decoded.tournament.settings.rounds:
            forget_secret(self._publication.path)


def _again(publication: PublishedWorkbook) -> str:
    """Publish again, and print one line about it."""
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

"""`publish`: read the workbook, make its pages, put them into the folder. In use, at each save: `phones.hall`."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from tournament_xl.actions import workbook_actions
from tournament_xl.actions.what_if import is_raced
from tournament_xl.core.exit_codes import DONE
from tournament_xl.core.resources import printable_path
from tournament_xl.games.registry import decode
from tournament_xl.messages import publication as texts
from tournament_xl.publication.facts import facts_of
from tournament_xl.publication.pages import files_of, former, write
from tournament_xl.storage import file_actions
from tournament_xl.storage.workbook_file import ClosedFile
from tournament_xl.workbook import schema
from tournament_xl.workbook.decoded import Workbook
from tournament_xl.workbook.snapshot import HostError, Snapshot
from tournament_xl.workbook.working_copy import Outcome, require_valid, returns_outcome
from tournament_xl.xlsx.atomic_write import full
from tournament_xl.xlsx.pictures import in_a_page


class PublishedWorkbook:
    """A workbook and the folder in which it is published; `files`: what the last publication wrote.

    `initials`: instead of names; None: as the folder has them at each publication.
    """

    def __init__(
        self, path: str | os.PathLike[str], folder: str | None = None, *, initials: bool | None = False
    ) -> None:
        self.path = ClosedFile(path).path
        named = self.path.parent / texts.FOLDER.format(stem=self.path.stem)
        self.folder = full(folder) if folder is not None else named
        self._asked, self.initials = initials, bool(initials)
        self.address = ""
        self.trouble = ""  # why the last save is not published, for who reads no terminal
        self.files: dict[str, bytes] = {}
        self.decoded: Workbook | None = None  # the workbook as it was last published
        self.title, self.logo = "", ""  # the logo as a data: URI
        self.seen: tuple[int, int, int] | None = None  # the file as it was when it was last read

    @returns_outcome
    def publish(self, snapshot: Snapshot | None = None) -> Outcome:
        """Once, what the file has, or a program that has it open shows (`snapshot`).

        HostError when the workbook cannot be read or the folder not written; the folder is then as before.
        """
        self.seen = look(self.path)
        book = ClosedFile(self.path)
        decoded = _now(snapshot or book.read())
        with suppress(HostError):  # the file of a program that has it open need not be readable
            self.logo = in_a_page(book.picture(schema.TOURNAMENT, texts.LOGO))
        initials = bool((former(self.folder) or {}).get("initials")) if self._asked is None else self._asked
        facts = facts_of(decoded, initials=initials)
        made = files_of(facts, self.address, self.logo)
        changed = write(self.folder, made, facts["hidden"], initials=initials)
        self.files, self.initials, self.decoded, self.title = made, initials, decoded, facts["title"]
        sentence = texts.DONE if changed else texts.SAME
        told = (texts.NO_RACE,) if is_raced(decoded) and facts["race"] is None else ()
        return Outcome(DONE, sentence.format(folder=printable_path(self.folder)), warnings=told, status=facts["status"])


def publish(path: str | os.PathLike[str], snapshot: Snapshot | None = None) -> Outcome:
    """What the button does."""
    return PublishedWorkbook(path, initials=None).publish(snapshot)


def _now(snapshot: Snapshot) -> Workbook:
    """The workbook understood as an update would leave it: prizes, teams and highlights of what is typed by now."""
    decoded = require_valid(decode(snapshot))
    outcome = workbook_actions.update(snapshot, file_actions.journal_date())
    return require_valid(decode(workbook_actions.apply_outcome(snapshot, outcome))) if outcome.edits else decoded


def look(path: Path) -> tuple[int, int, int] | None:
    """What tells a saved file from the one before; None when there is none."""
    with suppress(OSError):
        found = os.stat(path)
        return found.st_mtime_ns, found.st_size, found.st_ino
    return None

"""`publish`: read the workbook, make its pages, put them into the folder; once, or at each save."""

from __future__ import annotations

import os
from typing import Any

from tournament_xl import actions
from tournament_xl.book.snapshot import Snapshot
from tournament_xl.games import decode
from tournament_xl.hosts import files
from tournament_xl.hosts.closed import ClosedFile
from tournament_xl.hosts.places import full
from tournament_xl.press import DONE, Outcome, understood
from tournament_xl.publish.facts import facts_of
from tournament_xl.publish.pages import files_of
from tournament_xl.publish.write import with_initials, write
from tournament_xl.texts import publish as texts


class Publication:
    """A workbook and the folder in which it is published; `files`: what the last publication wrote."""

    def __init__(self, path: str | os.PathLike[str], folder: str | None = None, *, initials: bool = False) -> None:
        self.path = ClosedFile(path).path
        named = self.path.parent / texts.FOLDER.format(stem=self.path.stem)
        self.folder = full(folder) if folder is not None else named
        self.initials, self.address = initials, ""
        self.files: dict[str, bytes] = {}

    def publish(self) -> Outcome:
        """Once. HostError when the workbook cannot be read or the folder not written; the folder is then as before."""
        decoded = _now(ClosedFile(self.path).read())
        if isinstance(decoded, Outcome):
            return decoded
        facts = facts_of(decoded, initials=self.initials)
        made = files_of(facts, self.address)
        changed = write(self.folder, made, facts["hidden"], initials=self.initials)
        self.files = made
        sentence = texts.DONE if changed else texts.SAME
        return Outcome(DONE, sentence.format(folder=self.folder), status=facts["status"])


def publish(path: str | os.PathLike[str], folder: str | None = None, *, initials: bool = False) -> Outcome:
    """What the button does; initials stay where the last publication had them."""
    publication = Publication(path, folder, initials=initials)
    publication.initials = initials or with_initials(publication.folder)
    return publication.publish()


def _now(snapshot: Snapshot) -> Any:
    """The workbook understood as an update would leave it: prizes, teams and highlights of what is typed by now."""
    decoded = understood(decode(snapshot))
    if isinstance(decoded, Outcome):
        return decoded
    outcome = actions.update(snapshot, files.journal_date())
    return understood(decode(actions.after(snapshot, outcome))) if outcome.edits else decoded

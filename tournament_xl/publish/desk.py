"""`publish`: read the workbook, make its pages, put them into the folder; once, or at each save."""

from __future__ import annotations

import os
from pathlib import Path

from tournament_xl.hosts import files
from tournament_xl.hosts.closed import ClosedFile
from tournament_xl.hosts.places import full
from tournament_xl.press import DONE, Outcome
from tournament_xl.publish.facts import facts_of
from tournament_xl.publish.pages import files_of
from tournament_xl.publish.write import write
from tournament_xl.texts import publish as texts


class Publication:
    """A workbook and the folder in which it is published; `files`: what the last publication wrote."""

    def __init__(self, path: str | os.PathLike[str], folder: str | None = None, *, initials: bool = False) -> None:
        self.path = ClosedFile(path).path
        named = self.path.parent / texts.FOLDER.format(stem=self.path.stem)
        self.folder = Path(os.path.abspath(full(folder))) if folder is not None else named
        self.initials, self.address = initials, ""
        self.files: dict[str, bytes] = {}

    def publish(self) -> Outcome:
        """Once. HostError when the workbook cannot be read or the folder not written; the folder is then as before."""
        decoded = files.read(self.path)
        if isinstance(decoded, Outcome):
            return decoded
        facts = facts_of(decoded, initials=self.initials)
        made = files_of(facts, self.address)
        changed = write(self.folder, made)
        self.files = made
        sentence = texts.DONE if changed else texts.SAME
        return Outcome(DONE, sentence.format(folder=self.folder), status=facts["status"])


def publish(path: str | os.PathLike[str], folder: str | None = None, *, initials: bool = False) -> Outcome:
    """What the button does."""
    return Publication(path, folder, initials=initials).publish()

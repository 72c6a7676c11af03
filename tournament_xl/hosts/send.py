"""`send`: the federation's copy, the ratings and the mail written beside the workbook, or into another folder.

The copy is a workbook made anew from the template: only values come from the organiser's one, so nothing else can. No
macro, button, formula in a cell, link, picture, private sheet or name; the looks are the template's.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from tournament_xl.book import labels
from tournament_xl.book.snapshot import Snapshot, difference, over
from tournament_xl.exits import DONE
from tournament_xl.files import xlsx
from tournament_xl.hosts import files
from tournament_xl.hosts.closed import ClosedFile
from tournament_xl.hosts.places import full, write_together
from tournament_xl.press import Outcome, answering
from tournament_xl.resources import resource
from tournament_xl.send import Parcel, digest, draft, parcel
from tournament_xl.texts import send as texts

_HEAD_ROWS, _HEAD_COLUMNS = 5, 3  # of Tournoi, right of which cells are merged


@answering
def send(path: str | os.PathLike[str], folder: str | os.PathLike[str] | None = None) -> Outcome:
    """Prepare the mail of a finished tournament; the workbook is only read.

    The files have fixed names made of the tournament's: what an earlier `send` wrote is replaced, nothing else is.
    HostError when the workbook cannot be read or a file not written; then none of them is there or has changed.
    """
    book = ClosedFile(path)
    snapshot, data = book.read(), book.content()
    made = parcel(snapshot, digest(data))
    target = full(folder) if folder is not None else book.path.parent
    parts = _files(book.path, target, made)
    write_together(parts)
    sentence = texts.DONE if made.to else texts.DONE_NO_ADDRESS
    if made.empty or not made.sound:
        sentence = texts.DONE_WANTING if made.sound else texts.DONE_FOUND
    told = [texts.FILES, *(f"  {file.name}" for file in parts), made.facts["check"]]
    notes = filter(None, (files.older(book.path, snapshot), made.empty, made.wanting))
    return Outcome(DONE, sentence.format(folder=target), text="\n".join(told), warnings=tuple(notes))


def _files(source: Path, target: Path, made: Parcel) -> dict[Path, bytes]:
    """The three files with their content."""
    copy, enclosure, mail = (
        _apart(source, target / name.format(stem=made.stem))
        for name in (texts.COPY_NAME, made.enclosure_name, texts.MAIL_NAME)
    )
    attached = {copy.name: _clean_copy(source, made), enclosure.name: made.enclosure}
    listed = (texts.ATTACHMENT.format(name=name, digest=digest(data)) for name, data in attached.items())
    body = texts.BODY.format(**made.facts, attachments="\n".join(listed)).rstrip() + "\n"
    return {
        copy: attached[copy.name],
        enclosure: attached[enclosure.name],
        mail: draft(made.to, made.subject, body, attached),
    }


def _apart(source: Path, file: Path) -> Path:
    """The file, under another name when it is the workbook itself."""
    with suppress(OSError):
        if file.exists() and file.samefile(source):
            return file.with_name(f"{file.stem} (2){file.suffix}")
    return file


def _clean_copy(path: Path, made: Parcel) -> bytes:
    """The bytes of the copy, the page Fiche first; a sheet that the organiser has deleted is as the template has it.

    `path` is for the sentences. The same values give the same bytes. Raises HostError when one fits no cell.
    """
    source = resource("templates", made.template)
    data = source.read_bytes()
    empty, own = xlsx.load(source, data), made.snapshot.sheets
    wanted = {sheet: over(grid, own[sheet]) if sheet in own else grid for sheet, grid in empty.sheets.items()}
    head = wanted[labels.TOURNAMENT]
    wanted[labels.TOURNAMENT] = [*(row[:_HEAD_COLUMNS] for row in head[:_HEAD_ROWS]), *head[_HEAD_ROWS:]]
    wanted[texts.PAGE] = [[made.page[0][1]], [texts.PAGE_SUBTITLE], [], *map(list, made.page)]
    return xlsx.edit(path, data, difference(empty, Snapshot(wanted)), made.reveal)

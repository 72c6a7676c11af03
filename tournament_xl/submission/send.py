"""`send`: the federation's copy, the ratings and the mail written beside the workbook, or into another folder.

The copy is a workbook made anew from the template: only values come from the organiser's one, so nothing else can. No
macro, button, formula in a cell, link, picture, private sheet or name; the looks are the template's.
"""

from __future__ import annotations

import os
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path

from tournament_xl.core.exit_codes import DONE
from tournament_xl.core.resources import printable_path, read_regular_file, resource_path
from tournament_xl.messages import submission as texts
from tournament_xl.storage import file_actions
from tournament_xl.storage.workbook_file import ClosedFile
from tournament_xl.submission.parcel import Parcel, digest, draft, drafted, parcel
from tournament_xl.workbook import schema
from tournament_xl.workbook.history.history import read_history
from tournament_xl.workbook.snapshot import HostError, Snapshot, difference, over
from tournament_xl.workbook.tables import Problems
from tournament_xl.workbook.working_copy import Outcome, returns_outcome
from tournament_xl.xlsx import workbook_package
from tournament_xl.xlsx.atomic_write import full, write_together
from tournament_xl.xlsx.limits import MAX_FILE

_HEAD_ROWS, _HEAD_COLUMNS = 5, 3  # of Tournoi, right of which cells are merged


@returns_outcome
def send(
    path: str | os.PathLike[str], folder: str | os.PathLike[str] | None = None, snapshot: Snapshot | None = None
) -> Outcome:
    """Prepare the mail of a finished tournament; the workbook is only read. `snapshot`: as a program shows it that has
    it open, whether saved or not.

    The files have fixed names made of the tournament's: what the last `send` wrote is replaced, also under the names of
    another day, and nothing else is.
    HostError when the workbook cannot be read or a file not written; then none of them is there or has changed.
    """
    book = ClosedFile(path)
    saved, data = book.read(), book.content()
    snapshot = snapshot or saved
    made = parcel(snapshot, digest(data))
    target = full(folder) if folder is not None else book.path.parent
    parts = _files(book.path, target, made)
    past = _sent_before(target, {entry.chain for entry in read_history(snapshot, Problems()).entries}, parts)
    write_together(parts)
    for file in past:
        with suppress(OSError):
            file.unlink()
    sentence = texts.DONE if made.to else texts.DONE_NO_ADDRESS
    if made.empty or not made.sound:
        sentence = texts.DONE_WANTING if made.sound else texts.DONE_FOUND
    gone = [texts.REPLACED, *(f"  {printable_path(file.name)}" for file in past)] if past else []
    told = [texts.FILES, *(f"  {printable_path(file.name)}" for file in parts), *gone, made.facts["check"]]
    notes = filter(None, (file_actions.older(book.path, snapshot), made.empty, made.wanting, made.remarks))
    return Outcome(DONE, sentence.format(folder=printable_path(target)), text="\n".join(told), warnings=tuple(notes))


def _sent_before(target: Path, chains: Collection[str], new: Collection[Path]) -> list[Path]:
    """The files that the last `send` of this workbook left there under other names, unchanged since: known by their
    mail, whose copy ends with a line of this workbook's memory.
    """
    found = []
    for mail in sorted(target.glob(texts.MAIL_NAME.format(stem="*"))) if target.is_dir() else ():
        with suppress(OSError, HostError):
            attached = drafted(read_regular_file(mail, MAX_FILE)) if mail not in new else {}
            copies = [workbook_package.load(mail, data) for name, data in attached.items() if name.endswith(".xlsx")]
            entries = read_history(copies[0], Problems()).entries if copies else ()
            if entries and entries[-1].chain in chains:
                beside = {target / Path(name).name: data for name, data in attached.items()}
                found += [file for file, data in beside.items() if file not in new and _holds(file, data)]
                found.append(mail)
    return found


def _holds(file: Path, data: bytes) -> bool:
    with suppress(OSError):
        return read_regular_file(file, len(data) + 1) == data
    return False


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
    source = resource_path("templates", made.template)
    book, own = workbook_package.read(source, source.read_bytes()), made.snapshot.sheets
    empty = book.snapshot()
    wanted = {sheet: over(grid, own[sheet]) if sheet in own else grid for sheet, grid in empty.sheets.items()}
    head = wanted[schema.TOURNAMENT]
    wanted[schema.TOURNAMENT] = [*(row[:_HEAD_COLUMNS] for row in head[:_HEAD_ROWS]), *head[_HEAD_ROWS:]]
    wanted[texts.PAGE] = [[made.page[0][1]], [texts.PAGE_SUBTITLE], [], *map(list, made.page)]
    edits = difference(empty, Snapshot(wanted))
    filled = {one.sheet for one in edits if one.row + len(one.values) > _HEAD_ROWS} - {schema.MEMORY}
    return workbook_package.edit(path, book, edits, filled).data

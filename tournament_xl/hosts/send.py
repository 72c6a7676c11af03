"""`send`: the federation's copy, the ratings and the mail written beside the workbook, or into another folder."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from tournament_xl.book.snapshot import Snapshot
from tournament_xl.files import limits
from tournament_xl.games import is_othello
from tournament_xl.hosts import files
from tournament_xl.hosts.backups import keep_copy, prune
from tournament_xl.hosts.clean_copy import clean_copy
from tournament_xl.hosts.closed import ClosedFile
from tournament_xl.hosts.places import full, refusal
from tournament_xl.hosts.together import check_place, write_together
from tournament_xl.ordinary import read_ordinary
from tournament_xl.press import DONE, Outcome
from tournament_xl.send.contents import Parcel
from tournament_xl.send.mail import digest, draft
from tournament_xl.texts import send as texts


def send(path: str | os.PathLike[str], folder: str | os.PathLike[str] | None = None) -> Outcome:
    """Prepare the mail of a finished tournament; the workbook is only read.

    The files have fixed names made of the tournament's: what an earlier `send` wrote is replaced, nothing else is.
    HostError when the workbook cannot be read or a file not written; then none of them is there or has changed.
    """
    book = ClosedFile(path)
    snapshot, data = book.read(), book.content()
    made = parcel(snapshot, digest(data))
    if isinstance(made, Outcome):
        return made
    target = Path(os.path.abspath(full(folder))) if folder is not None else book.path.parent
    parts = _files(book.path, target, made)
    former: list[Path] = []
    try:
        for file, content in parts.items():
            former += _former(file, content)
        write_together(parts)
    except BaseException:
        for kept in former:
            kept.unlink(missing_ok=True)
        raise
    notes = (files.older(book.path, snapshot), *made.empty, *made.wanting)
    sentence = texts.DONE if made.to else texts.DONE_NO_ADDRESS
    if made.report.code or made.empty:
        sentence = texts.DONE_FOUND if made.report.code else texts.DONE_WANTING
    told = [texts.FILES, *(f"  {file.name}" for file in parts), made.facts["check"]]
    told[-1:-1] = [texts.FORMER.format(file=kept) for kept in former]
    return Outcome(DONE, sentence.format(folder=target), text="\n".join(told), warnings=tuple(filter(None, notes)))


def parcel(snapshot: Snapshot, source: str) -> Parcel | Outcome:
    """The parcel of a tournament of either game, or why there is none; `source`: SHA-256 of the workbook."""
    if is_othello(snapshot):
        from tournament_xl.send.othello import parcel as of_othello

        return of_othello(snapshot, source)
    from tournament_xl.send.scrabble import parcel as of_scrabble

    return of_scrabble(snapshot, source)


def _files(source: Path, target: Path, made: Parcel) -> dict[Path, bytes]:
    """The three files with their content."""
    copy, enclosure, mail = (
        _apart(source, target / name.format(stem=made.stem))
        for name in (texts.COPY_NAME, made.enclosure_name, texts.MAIL_NAME)
    )
    attached = {
        copy.name: clean_copy(source, made.snapshot, made.reveal, made.page, made.template),
        enclosure.name: made.enclosure,
    }
    listed = (texts.ATTACHMENT.format(name=name, digest=digest(data)) for name, data in attached.items())
    body = texts.BODY.format(**made.facts, attachments="\n".join(listed)).rstrip() + "\n"
    return {
        copy: attached[copy.name],
        enclosure: attached[enclosure.name],
        mail: draft(made.to, made.subject, body, attached),
    }


def _former(copy: Path, content: bytes) -> list[Path]:
    """The backup of an earlier file that is to be replaced: somebody may have written in it. None for the same."""
    if not check_place(copy):
        return []
    with refusal(copy):
        before = read_ordinary(copy, limits.MAX_FILE)
    if before == content:
        return []
    kept = keep_copy(copy, before, stamp := files.stamp(texts.BACKUP_LABEL))
    prune(copy, stamp)
    return [kept]


def _apart(source: Path, file: Path) -> Path:
    """The file, under another name when it is the workbook itself."""
    with suppress(OSError):
        if file.exists() and file.samefile(source):
            return file.with_name(f"{file.stem} (2){file.suffix}")
    return file

"""`send`: the federation's copy, the ratings and the mail written beside the workbook, or into another folder."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from tournament_xl.hosts.backups import nameable, sweep, temporary, why
from tournament_xl.hosts.clean_copy import clean_copy
from tournament_xl.hosts.closed import ClosedFile
from tournament_xl.hosts.places import full, put, uninterrupted
from tournament_xl.press import DONE, Outcome
from tournament_xl.send.contents import Parcel
from tournament_xl.send.mail import digest, draft
from tournament_xl.send.parcel import parcel
from tournament_xl.texts import hosts as host_texts
from tournament_xl.texts import send as texts
from tournament_xl.workbook.snapshot import HostError


def send(path: str | os.PathLike[str], folder: str | os.PathLike[str] | None = None) -> Outcome:
    """Prepare the mail of a finished tournament; the workbook is only read.

    The files have fixed names made of the tournament's: what an earlier `send` wrote is replaced, nothing else is.
    HostError when the workbook cannot be read or a file not written; then none of them is there or has changed, but for
    a disk that fails between two of them.
    """
    book = ClosedFile(path)
    snapshot, data = book.read(), book.path.read_bytes()
    made = parcel(snapshot, digest(data))
    if isinstance(made, Outcome):
        return made
    target = Path(os.path.abspath(full(folder))) if folder is not None else book.path.parent
    files = _files(book.path, target, made)
    _write(files)
    sentence = texts.DONE if made.to else texts.DONE_NO_ADDRESS
    told = [texts.FILES, *(f"  {file.name}" for file in files), made.facts["check"]]
    return Outcome(DONE, sentence.format(folder=target), text="\n".join(told), warnings=made.report.warnings)


def _files(source: Path, target: Path, made: Parcel) -> dict[Path, bytes]:
    """The three files with their content."""
    copy, enclosure, mail = (
        _apart(source, target / nameable(name.format(stem=made.stem)))
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


def _apart(source: Path, file: Path) -> Path:
    """The file, under another name when it is the workbook itself."""
    with suppress(OSError):
        if file.exists() and file.samefile(source):
            return file.with_name(f"{file.stem} (2){file.suffix}")
    return file


def _write(files: dict[Path, bytes]) -> None:
    """All files first under other names, then each in its place."""
    ready: list[tuple[str, Path]] = []
    try:
        for file, data in files.items():
            try:
                file.parent.mkdir(parents=True, exist_ok=True)
                sweep(file)
                handle, name = temporary(file.parent, file)
                ready.append((name, file))
                with os.fdopen(handle, "wb") as stream:
                    stream.write(data)
                    stream.flush()
                    os.fsync(stream.fileno())
                os.chmod(name, 0o644)
            except OSError as error:
                raise _refusal(file, error) from error
        with uninterrupted():
            for name, file in ready:
                try:
                    put(name, file)
                except OSError as error:
                    raise _refusal(file, error) from error
    finally:
        for name, _ in ready:
            with suppress(OSError):
                os.unlink(name)


def _refusal(file: Path, error: OSError) -> HostError:
    reason, advice = why(error, host_texts.DENIED_FOLDER)
    return HostError(texts.NOT_WRITTEN.format(path=file, reason=reason, advice=advice))

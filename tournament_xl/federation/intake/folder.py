"""Reading of the folder of what people sent: workbooks, and mails, mailboxes and archives with workbooks in them."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp

from tournament_xl.core import text_limits
from tournament_xl.core.resources import printable_path, read_regular_file
from tournament_xl.federation.intake.containers import Contents, Part, open_container
from tournament_xl.federation.intake.facts import File
from tournament_xl.federation.intake.kinds import COMPOUND_MARK, HEAD_BYTES, MAILS, OPENED, Kind, find_kind
from tournament_xl.federation.intake.leaves import explain_unread
from tournament_xl.federation.intake.reading import ReportProgress, read_files
from tournament_xl.federation.intake.readings import Readings
from tournament_xl.federation.intake.workers import SECONDS, run_in_workers
from tournament_xl.messages import federation as texts
from tournament_xl.messages.publication import FOLDER
from tournament_xl.messages.workbook_files import BACKUP_FOLDER
from tournament_xl.workbook.context import SeasonFile
from tournament_xl.workbook.snapshot import ExternalError
from tournament_xl.xlsx.atomic_write import explain_error, resolve_path

_MAX_FILES = 10_000
_MAILBOX_SECONDS = 600.0  # to cut a mailbox into its mails
_MAIL_SECONDS = 30.0  # to open a mail; its workbooks have as long as one file


def read_folder(
    folder: Path,
    excluded: Collection[Path] = (),
    tell: ReportProgress = lambda done, count, name: None,
    season_files: Sequence[SeasonFile] = (),
    *,
    players: Path | None = None,
    readings: Readings | None = None,
) -> list[File]:
    """Read every workbook of a folder and its subfolders, even inside mails, mailboxes and archives.

    A file is what its content says, whatever its name. Everything else that may hold a tournament (other spreadsheets
    and archives, links, unfinished downloads, tables with results) is returned as a file left out. Hidden files, lock
    files, backups, published pages and files of other kinds are ignored.

    Args:
        folder: The folder.
        excluded: Files and folders to ignore.
        tell: Called after each file that is read now, with the numbers of files read and to read, and its name.
        season_files: Files of seasons that are not built in and that workbooks may name.
        players: Path of the list of players, which is ignored unless it holds a tournament; None for no list.
        readings: What was read before and is not read again; None for nothing.

    Returns:
        Files sorted by name, with their tournament or the reason why they are left out.

    Raises:
        ExternalError: The folder is missing, cannot be read or holds too many files.
        ExternalError: No process can be started, or no copy written to the temporary folder.
    """
    excluded_paths = {resolve_path(path) for path in excluded}
    files, of_folder = list_received(folder, excluded_paths)
    try:
        with TemporaryDirectory(prefix="tournament-xl-") as scratch:
            readings = readings or Readings()
            parts, done = _open_all(of_folder, Path(scratch), readings)
            files += done
            parts_by_name = {part.name: part for part in parts}
            files += [
                _add_mail(file, parts_by_name[file.name]) for file in _read_all(parts, tell, season_files, readings)
            ]
    except OSError as error:
        raise ExternalError(texts.NO_READER, reason=explain_error(error)[0]) from error
    tables = {part.name for part in of_folder if part.kind is Kind.TABLE}
    ignored = {part.name for part in of_folder if players and resolve_path(part.path) == resolve_path(players)}
    ignored |= {file.name for file in files if file.name in tables and file.word == texts.ASIDE}
    return sorted((file for file in files if file.played or file.name not in ignored), key=lambda file: file.name)


def _read_all(
    parts: Sequence[Part], tell: ReportProgress, season_files: Sequence[SeasonFile], readings: Readings
) -> list[File]:
    """Read workbooks and tables, except those that were read before."""
    known = [file for part in parts if (file := readings.find_file(part))]
    known_names = {file.name for file in known}
    new = {part.name: part for part in parts if part.name not in known_names}
    sharing = {name: part.within for name, part in new.items() if part.within}
    return known + read_files([(part.path, name) for name, part in new.items()], tell, season_files, sharing=sharing)


def _open_all(parts: Sequence[Part], scratch: Path, readings: Readings) -> tuple[list[Part], list[File]]:
    """Copy the workbooks out of all mails and archives.

    Returns:
        Workbooks and tables to read, of the folder and the copies; files that were read before, or left out.
    """
    to_read = [part for part in parts if part.kind not in OPENED]
    done: list[File] = []
    mails: list[Part] = []
    for kinds, seconds in (((Kind.MAILBOX,), _MAILBOX_SECONDS), ((Kind.ARCHIVE,), SECONDS), (MAILS, _MAIL_SECONDS)):
        to_open = [part for part in [*parts, *mails] if part.kind in kinds]
        known = {part.name: files for part in to_open if (files := readings.find_contents(part))}
        done += [file for files in known.values() for file in files]
        for contents in _open_each([part for part in to_open if part.name not in known], scratch, seconds):
            mails += [part for part in contents.parts if part.kind in MAILS]
            to_read += [part for part in contents.parts if part.kind not in MAILS]
            done += contents.files
    return to_read, done


def _open_each(parts: Sequence[Part], scratch: Path, seconds: float) -> Iterator[Contents]:
    """Open containers in worker processes; one that crashes or hangs its process is left out."""
    tasks = [(part, Path(mkdtemp(dir=scratch))) for part in parts]
    for (part, _), contents in run_in_workers(tasks, open_container, Contents, seconds=seconds):
        if isinstance(contents, str):
            yield Contents((), (File(part.name, "", None, contents),))
        else:
            yield _mark_origin(part, contents)


def _mark_origin(part: Part, contents: Contents) -> Contents:
    """Note on all that a container holds that it came in it, unless mails in it are still to be opened."""
    if not part.digest or any(inner.kind in MAILS for inner in contents.parts):
        return contents
    return Contents(
        tuple(replace(inner, origin=(part.digest, inner.name.removeprefix(part.name))) for inner in contents.parts),
        tuple(replace(file, within=(part.digest, file.name.removeprefix(part.name))) for file in contents.files),
    )


def _add_mail(file: File, part: Part) -> File:
    """Add the mail or archive that a file came with; the letter about a refused workbook goes to its sender."""
    file = replace(file, within=part.origin)
    if part.mail is None:
        return file
    title, organiser, address = file.sender
    mail = part.mail
    sender = (title or mail.subject, organiser or mail.sender, mail.address or address)
    is_refused = part.kind is Kind.WORKBOOK and not file.played
    return replace(file, mail=mail, sender=sender if is_refused else file.sender)


def list_received(folder: Path, excluded: Collection[Path]) -> tuple[list[File], list[Part]]:
    """List the files to read in a folder and its subfolders.

    Hidden folders and folders with backups or published pages are not entered; hidden files, lock files and files of
    other kinds are ignored. `excluded` are paths as `resolve_path` returns them.

    Returns:
        Files refused without being opened (links, other spreadsheets and archives, downloads that did not end, folders
        that cannot be read); the files to read, named relative to the folder.

    Raises:
        ExternalError: The folder is missing, cannot be read, or holds more than 10,000 files to read or refuse.
    """
    refused: list[File] = []
    to_read: list[Part] = []
    published = FOLDER.format(stem="")

    def name_of(path: Path) -> str:
        return printable_path(path.relative_to(folder).as_posix())

    def unreadable(error: OSError) -> None:
        path = Path(error.filename)
        reason = explain_error(error)[0]
        if path == folder:
            raise ExternalError(
                f"{{path}} : {texts.FOLDER_CLOSED}", path=printable_path(folder), reason=reason
            ) from error
        refused.append(File(name_of(path), "", None, texts.FOLDER_CLOSED.format(reason=reason)))

    if not os.path.isdir(folder):
        raise ExternalError(texts.NO_FOLDER, path=printable_path(folder))
    for current, folders, names in os.walk(folder, onerror=unreadable):
        skipped = {
            name for name in folders
            if name == BACKUP_FOLDER or name.startswith(".") or name.endswith(published)
            or resolve_path(Path(current, name)) in excluded
        }  # fmt: skip
        folders[:] = sorted({*folders} - skipped)
        unfinished = [name for name in folders if find_kind(name, b"") is Kind.UNFINISHED]  # Safari makes a folder
        links = [name for name in folders if os.path.islink(os.path.join(current, name))]
        for path in (Path(current, name) for name in [*links, *unfinished, *sorted(names)]):
            kind = find_kind(path.name, b"")
            if resolve_path(path) in excluded or (path.name.startswith((".", "~$")) and kind is not Kind.CLOUD):
                continue
            if path.is_symlink():
                if path.name in links or kind is not Kind.OTHER:
                    refused.append(File(name_of(path), "", None, texts.LINK))
                continue
            part, head = _look_at(path, name_of(path))
            if sentence := explain_unread(part.kind, path.name, head):
                refused.append(File(part.name, _digest(path), None, sentence))
            elif part.kind is not Kind.OTHER:
                to_read.append(part)
        folders[:] = [name for name in folders if name not in unfinished]
        if len(refused) + len(to_read) > _MAX_FILES:
            raise ExternalError(texts.TOO_MANY_FILES, path=printable_path(folder), limit=_MAX_FILES)
    return refused, to_read


def _look_at(path: Path, name: str) -> tuple[Part, bytes]:
    """Return a file with its kind and digest, and its first bytes."""
    try:
        content = read_regular_file(path, HEAD_BYTES)
        kind = find_kind(path.name, content)
        if kind is not Kind.OTHER or content.startswith(COMPOUND_MARK):
            content = read_regular_file(path, text_limits.MAIL_BYTES + 1)
            kind = find_kind(path.name, content)
    except OSError:
        return Part(path, name, find_kind(path.name, b""), ""), b""
    if kind is Kind.ARCHIVE and find_kind(path.name, b"") is Kind.WORKBOOK and b"xl/workbook" in content:
        kind = Kind.WORKBOOK  # no other process need look at its directory
    is_kept = 0 < len(content) <= text_limits.MAIL_BYTES
    return Part(path, name, kind, hashlib.sha256(content).hexdigest() if is_kept else ""), content[:HEAD_BYTES]


def _digest(path: Path) -> str:
    """Return the SHA-256 of a regular file of any size, "" when it cannot be read."""
    try:
        read_regular_file(path, 0)
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return ""

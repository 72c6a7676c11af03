"""Reading of the folder of what people sent: workbooks, and mails, mailboxes and archives with workbooks in them."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp

from tournament_xl.core.resources import printable_path, read_regular_file
from tournament_xl.federation.intake.cache import ReadingCache, digest_file
from tournament_xl.federation.intake.containers import (
    CONTAINERS,
    OTHER_CONTAINERS,
    OTHER_SPREADSHEETS,
    TABLES,
    WORKBOOKS,
    Contents,
    Part,
    find_ending,
    open_container,
    split_mailbox,
)
from tournament_xl.federation.intake.facts import File, Mail
from tournament_xl.federation.intake.reading import ReportProgress, read_files
from tournament_xl.federation.intake.workers import SECONDS, Work, run_in_workers
from tournament_xl.messages import federation as texts
from tournament_xl.messages.publication import FOLDER
from tournament_xl.messages.workbook_files import BACKUP_FOLDER
from tournament_xl.workbook.context import SeasonFile
from tournament_xl.workbook.snapshot import ExternalError
from tournament_xl.xlsx.atomic_write import explain_error, resolve_path

_MAX_FILES = 10_000
_MAILBOX_SECONDS = 600.0  # to cut a mailbox into its mails


def read_folder(
    folder: Path,
    excluded: Collection[Path] = (),
    tell: ReportProgress = lambda done, count, name: None,
    season_files: Sequence[SeasonFile] = (),
    *,
    players: Path | None = None,
    cache: ReadingCache | None = None,
) -> list[File]:
    """Read every workbook of a folder and its subfolders, even inside mails, mailboxes and archives.

    Everything else that may hold a tournament (other spreadsheets and archives, links, tables with results) is returned
    as a file left out. Hidden files, lock files, backups, published pages and files of other kinds are ignored.

    Args:
        folder: The folder.
        excluded: Files and folders to ignore.
        tell: Called after each file that is not in the cache, with the numbers of files read and to read, and its name.
        season_files: Files of seasons that are not built in and that workbooks may name.
        players: Path of the list of players, which is ignored unless it holds a tournament; None for no list.
        cache: Contents of files read before, which are not read again; newly read files are added to it. None for none.

    Returns:
        Files sorted by name, with their tournament or the reason why they are left out.

    Raises:
        ExternalError: The folder is missing, cannot be read or holds too many files.
        ExternalError: No process can be started, or no copy written to the temporary folder.
    """
    excluded_paths = {resolve_path(path) for path in excluded}
    files, paths = list_spreadsheets(folder, excluded_paths, OTHER_CONTAINERS, [*CONTAINERS, *TABLES])
    try:
        with TemporaryDirectory(prefix="tournament-xl-") as scratch:
            cache = cache or ReadingCache()
            of_folder = [Part(path, name, digest=digest_file(path)) for path, name in paths]
            parts, left_out = _open_all(of_folder, Path(scratch), cache)
            files += left_out + _read_all(parts, tell, season_files, cache)
    except OSError as error:
        raise ExternalError(texts.NO_READER, reason=explain_error(error)[0]) from error
    mails = {part.name: part.mail for part in parts}
    files = [_add_mail(file, mails.get(file.name)) for file in files]
    tables = {name for path, name in paths if find_ending(path) in TABLES}
    ignored = {name for path, name in paths if players and resolve_path(path) == resolve_path(players)}
    ignored |= {file.name for file in files if file.name in tables and file.word == texts.ASIDE}
    return sorted((file for file in files if file.played or file.name not in ignored), key=lambda file: file.name)


def _read_all(
    parts: Sequence[Part], tell: ReportProgress, season_files: Sequence[SeasonFile], cache: ReadingCache
) -> list[File]:
    """Read workbooks and tables, except those that the cache has."""
    cached = [file for part in parts if (file := cache.find_file(part))]
    cached_names = {file.name for file in cached}
    uncached = {part.name: part for part in parts if part.name not in cached_names}
    files = read_files([(part.path, name) for name, part in uncached.items()], tell, season_files)
    for file in files:
        cache.add_file(uncached[file.name], file)
    return cached + files


def _open_all(parts: Sequence[Part], scratch: Path, cache: ReadingCache) -> tuple[list[Part], list[File]]:
    """Copy the workbooks out of all mails and archives.

    Args:
        parts: Files of the folder.
        scratch: Folder for the copies.
        cache: What was opened before.

    Returns:
        Workbooks and tables, of the folder and the copies; files that were left out and not copied.
    """
    of_folder, containers, mailboxes = list[Part](), list[Part](), list[Part]()
    for part in parts:
        ending = find_ending(part.path)
        (mailboxes if ending == ".mbox" else containers if ending in CONTAINERS else of_folder).append(part)
    mails, left_out = _open_each(mailboxes, split_mailbox, scratch, seconds=_MAILBOX_SECONDS)
    cached = {part.name: contents for part in containers + mails if (contents := cache.find_contents(part))}
    uncached = [part for part in containers + mails if part.name not in cached]
    copies, more_left_out = _open_each(uncached, open_container, scratch, cache)
    for contents in cached.values():
        copies += contents.parts
        more_left_out += contents.files
    return of_folder + copies, left_out + more_left_out


def _open_each(
    parts: Sequence[Part], work: Work, scratch: Path, cache: ReadingCache | None = None, *, seconds: float = SECONDS
) -> tuple[list[Part], list[File]]:
    """Open containers in worker processes; one that crashes or hangs its process is left out."""
    copies: list[Part] = []
    left_out: list[File] = []
    by_name = {part.name: part for part in parts}
    tasks = [(part.path, part.name, Path(mkdtemp(dir=scratch))) for part in parts]
    for (_, name, _), contents in run_in_workers(tasks, work, Contents, seconds=seconds):
        if isinstance(contents, str):
            left_out.append(File(name, "", None, contents))
            continue
        copies += contents.parts
        left_out += contents.files
        if cache:
            cache.add_contents(by_name[name], contents)
    return copies, left_out


def _add_mail(file: File, mail: Mail | None) -> File:
    """Add the mail that a file came with; the letter about a refused workbook goes to its sender."""
    if mail is None:
        return file
    title, organiser, address = file.sender
    sender = (title or mail.subject, organiser or mail.sender, mail.address or address)
    is_workbook = find_ending(Path(file.short_name)) in WORKBOOKS
    return replace(file, mail=mail, sender=sender if is_workbook and not file.played else file.sender)


def list_spreadsheets(
    folder: Path, excluded: Collection[Path], enclosing: Collection[str], more: Collection[str]
) -> tuple[list[File], list[tuple[Path, str]]]:
    """List the files to read in a folder and its subfolders: the workbooks, and files with the suffixes in `more`.

    Hidden folders and folders with backups or published pages are not entered; hidden files, lock files and files of
    other kinds are ignored.

    Args:
        folder: The folder.
        excluded: Files and folders to ignore, as `resolve_path` returns them.
        enclosing: Suffixes of files that may contain workbooks; these files are refused.
        more: Suffixes of other files to read.

    Returns:
        Files refused without being opened (links, other spreadsheets, `enclosing`, folders that cannot be read); path
        and name of each file to read, the name relative to the folder.

    Raises:
        ExternalError: The folder is missing, cannot be read, or holds more than 10,000 files to read or refuse.
    """
    refused: list[File] = []
    to_read: list[tuple[Path, str]] = []
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
        links = [name for name in folders if os.path.islink(os.path.join(current, name))]
        for path in (Path(current, name) for name in [*links, *sorted(names)]):
            ending = find_ending(path)
            if path.name.startswith((".", "~$")) or resolve_path(path) in excluded:
                continue
            if path.name in links or (
                ending in (*WORKBOOKS, *OTHER_SPREADSHEETS, *enclosing, *more) and path.is_symlink()
            ):
                refused.append(File(name_of(path), "", None, texts.LINK))
            elif ending in (*OTHER_SPREADSHEETS, *enclosing):
                sentence = texts.ENCLOSING if ending in enclosing else texts.OTHER_FORMAT
                refused.append(File(name_of(path), _digest(path), None, sentence.format(ending=ending)))
            elif ending in (*WORKBOOKS, *more):
                to_read.append((path, name_of(path)))
        if len(refused) + len(to_read) > _MAX_FILES:
            raise ExternalError(texts.TOO_MANY_FILES, path=printable_path(folder), limit=_MAX_FILES)
    return refused, to_read


def _digest(path: Path) -> str:
    """Return the SHA-256 of a regular file of any size, "" when it cannot be read."""
    try:
        read_regular_file(path, 0)
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return ""

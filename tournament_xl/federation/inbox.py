"""The folder: which files there are, each read apart, each with its verdict."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Collection, Sequence
from pathlib import Path

from tournament_xl.book.snapshot import HostError
from tournament_xl.federation.facts import File, played
from tournament_xl.federation.limits import MAX_BYTES, MAX_FILES
from tournament_xl.federation.readers import read_all
from tournament_xl.hosts.places import real, why
from tournament_xl.texts import federation as texts
from tournament_xl.texts.hosts import BACKUP_FOLDER

_WORKBOOKS = (".xlsx", ".xlsm")
_OTHER_SHEETS = (".xls", ".xlsb", ".ods", ".xltx", ".xltm", ".xlam", ".numbers")


def read_folder(
    folder: Path,
    but: Collection[Path] = (),
    tell: Callable[[int, int, str], None] = lambda done, count, name: None,
    seasons: Sequence[Path] = (),
    *,
    players: Path | None = None,
) -> list[File]:
    """Every workbook of a folder and of the folders in it, by name; `tell` hears of each file done: how many, of how
    many, its name.

    `seasons`: files of seasons that are not built in and that workbooks may name. Left alone: files named in `but`,
    hidden ones, locks, backups, what is no spreadsheet, and `players`, the list, unless it is a tournament, too. A
    folder inside that cannot be read has its verdict, too.
    Raises HostError when the folder itself cannot be read, or holds too many files.
    """
    found: list[File] = []
    to_read: list[tuple[Path, str]] = []
    names: dict[str, int] = {}
    paths, closed = _spreadsheets(folder, {real(one) for one in but})
    for path in [*closed, *paths]:
        name = _shown(path.relative_to(folder).as_posix(), names)
        refusal = closed.get(path) or _refusal(path)
        if refusal:
            found.append(File(name, "", None, refusal))
        else:
            to_read.append((path, name))
    answers = read_all(to_read, lambda done, name: tell(done, len(to_read), name), seasons=seasons)
    for (_, name), answer in zip(to_read, answers, strict=True):
        found.append(_file(name, answer))
    lists = {name for path, name in to_read if players and real(path) == real(players)}
    found = [file for file in found if file.played or file.name not in lists]
    return sorted(found, key=lambda file: file.name)


def _spreadsheets(folder: Path, but: Collection[Path]) -> tuple[list[Path], dict[Path, str]]:
    """The files that say by their ending that they are spreadsheets; the folders that are not looked into, and why."""
    if not os.path.isdir(folder):
        raise HostError(texts.NO_FOLDER.format(folder=folder))
    found: list[Path] = []
    closed: dict[Path, str] = {}
    to_do = [folder]
    while to_do:
        where = to_do.pop()
        try:
            with os.scandir(where) as entries:
                inside = sorted(entries, key=lambda entry: entry.name)
        except OSError as error:
            if where == folder:
                raise HostError(texts.FOLDER_UNREADABLE.format(folder=folder)) from error
            closed[where] = texts.FOLDER_CLOSED.format(reason=why(error)[0])
            continue
        for entry in inside:
            path = where / entry.name
            if not entry.name.startswith((".", "~$")) and _is_named_so(path):
                found += [path] if not _is_folder(entry) and real(path) not in but else []
        wanted = [entry for entry in inside if entry.name != BACKUP_FOLDER and not entry.name.startswith(".")]
        to_do += [where / entry.name for entry in wanted if _is_folder(entry)][::-1]
        closed |= {
            where / entry.name: texts.FOLDER_LINK
            for entry in wanted
            if _leads_away(entry) and not _is_named_so(where / entry.name)
        }
        if len(found) + len(closed) > MAX_FILES:
            raise HostError(texts.TOO_MANY_FILES.format(folder=folder, limit=MAX_FILES))
    return found, closed


def _is_folder(entry: os.DirEntry[str]) -> bool:
    """Whether it is to be looked into: a link to a folder is not."""
    try:
        return entry.is_dir(follow_symlinks=False)
    except OSError:
        return False


def _is_named_so(path: Path) -> bool:
    """Whether its name is a spreadsheet's."""
    return path.suffix.lower() in (*_WORKBOOKS, *_OTHER_SHEETS)


def _leads_away(entry: os.DirEntry[str]) -> bool:
    """Whether it is a link to a folder."""
    try:
        return entry.is_symlink() and entry.is_dir()
    except OSError:
        return False


def _shown(name: str, taken: dict[str, int]) -> str:
    """A name as it can be shown: a terminal would obey control characters; never the same twice: "x", "x (2)"; `taken`
    has how often each was wanted.
    """
    shown = wanted = "".join(letter if letter.isprintable() else f"\\x{ord(letter):02x}" for letter in name)
    while shown in taken:
        taken[wanted] += 1
        shown = f"{wanted} ({taken[wanted]})"
    taken[shown] = 1
    return shown


def _refusal(path: Path) -> str:
    """Why a file is not even opened; "" when it is to be read."""
    try:
        state = path.lstat()
    except OSError:
        return texts.UNREADABLE
    if stat.S_ISLNK(state.st_mode):
        return texts.LINK
    if not stat.S_ISREG(state.st_mode):
        return texts.NO_FILE
    if path.suffix.lower() in _OTHER_SHEETS:
        return texts.OTHER_FORMAT.format(ending=path.suffix.lower())
    size = state.st_size
    return texts.TOO_BIG.format(size=-(-size // 10**6), limit=MAX_BYTES // 10**6) if size > MAX_BYTES else ""


def _file(name: str, answer: dict[str, object]) -> File:
    """A worker's answer as a file; one that is none counts as a crash."""
    try:
        sha256 = str(answer["sha256"])
        if "played" in answer:
            return File(name, sha256, played(answer["played"]))  # type: ignore[arg-type]  # checked by reading it
        title, organiser, email = map(str, answer.get("sender", ("", "", "")))  # type: ignore[call-overload]
        return File(name, sha256, None, str(answer["refusal"]), sender=(title, organiser, email))
    except (KeyError, TypeError, ValueError, AttributeError):
        return File(name, "", None, texts.CRASHED)

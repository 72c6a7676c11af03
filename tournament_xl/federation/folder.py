"""The folder: which workbooks there are, each read by a process apart with its deadline; one that crashes or hangs
costs its own file only.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from pickle import UnpicklingError
from time import monotonic

from tournament_xl.book.snapshot import HostError
from tournament_xl.federation.facts import File
from tournament_xl.federation.reading import read_file
from tournament_xl.hosts.places import real, why
from tournament_xl.record import workspace
from tournament_xl.rules.scrabble.seasons import Season
from tournament_xl.seasons import learn
from tournament_xl.texts import federation as texts
from tournament_xl.texts.hosts import BACKUP_FOLDER

SECONDS = 60.0  # for reading and checking one file
_MEMORY = 2 * 2**30  # bytes of address space of a process that reads (Linux and macOS)
_MOST_FILES = 10_000
_WORKBOOKS = (".xlsx", ".xlsm")
_OTHER_SHEETS = (".xls", ".xlsb", ".ods", ".xltx", ".xltm", ".xlam", ".numbers")
Tell = Callable[[int, int, str], None]  # how many files are done, of how many, the last one's name
Read = Callable[[Path, str], File]


def read_folder(
    folder: Path,
    but: Collection[Path] = (),
    tell: Tell = lambda done, count, name: None,
    seasons: Iterable[Season] = (),
    *,
    players: Path | None = None,
) -> list[File]:
    """Every workbook of a folder and of the folders in it, by name.

    `seasons` that are not built in and that workbooks may name. Left alone: files named in `but`, hidden ones, locks,
    backups, what is no spreadsheet, and `players`, the list, unless it is a tournament, too.
    Raises HostError when the folder itself cannot be read, or holds too many files.
    """
    found, to_read = _spreadsheets(folder, {real(one) for one in but})
    found += read_all(to_read, tell, seasons)
    lists = {name for path, name in to_read if players and real(path) == real(players)}
    return sorted((file for file in found if file.played or file.name not in lists), key=lambda file: file.name)


def _spreadsheets(folder: Path, but: Collection[Path]) -> tuple[list[File], list[tuple[Path, str]]]:
    """What is refused without being opened; the workbooks to be read, path and name."""
    refused: list[File] = []
    to_read: list[tuple[Path, str]] = []

    def name_of(path: Path) -> str:
        name = path.relative_to(folder).as_posix()
        return name if name.isprintable() else repr(name)  # a terminal would obey control characters

    def unreadable(error: OSError) -> None:
        path = Path(error.filename)
        sentence = texts.FOLDER_CLOSED.format(reason=why(error)[0])
        if path == folder:
            raise HostError(f"{folder} : {sentence}") from error
        refused.append(File(name_of(path), "", None, sentence))

    if not os.path.isdir(folder):
        raise HostError(texts.NO_FOLDER.format(folder=folder))
    for where, folders, names in os.walk(folder, onerror=unreadable):
        folders[:] = sorted(name for name in folders if name != BACKUP_FOLDER and not name.startswith("."))
        links = [name for name in folders if os.path.islink(os.path.join(where, name))]
        for path in (Path(where, name) for name in [*links, *sorted(names)]):
            ending = path.suffix.lower()
            if path.name.startswith((".", "~$")) or real(path) in but:
                continue
            if path.name in links or (ending in (*_WORKBOOKS, *_OTHER_SHEETS) and path.is_symlink()):
                refused.append(File(name_of(path), "", None, texts.LINK))
            elif ending in _OTHER_SHEETS:
                refused.append(File(name_of(path), "", None, texts.OTHER_FORMAT.format(ending=ending)))
            elif ending in _WORKBOOKS:
                to_read.append((path, name_of(path)))
        if len(refused) + len(to_read) > _MOST_FILES:
            raise HostError(texts.TOO_MANY_FILES.format(folder=folder, limit=_MOST_FILES))
    return refused, to_read


@workspace
class _Reader:
    """A process that reads one file after the other."""

    process: BaseProcess
    pipe: Connection
    name: str = ""  # of the file that it reads, "" for none
    deadline: float = 0.0

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()


def read_all(
    files: Sequence[tuple[Path, str]],
    tell: Tell = lambda done, count, name: None,
    seasons: Iterable[Season] = (),
    *,
    processes: int = 0,
    seconds: float = SECONDS,
    read: Read = read_file,
) -> list[File]:
    """The files read by as many `processes`, by default one a processor, each file within `seconds`.

    Raises HostError when no process can be started.
    """
    left, found = list(files)[::-1], list[File]()
    readers: list[_Reader] = []
    try:
        while len(found) < len(files):
            while len(readers) < min(processes or os.cpu_count() or 1, len(files) - len(found)):
                readers.append(_start(tuple(seasons), read))
            for reader in (reader for reader in readers if not reader.name and left):
                path, reader.name = left.pop()
                reader.deadline = monotonic() + seconds
                with suppress(OSError):  # the process is gone: its end is met below
                    reader.pipe.send((path, reader.name))
            busy = [reader for reader in readers if reader.name]
            first = min(reader.deadline for reader in busy)
            ready = wait([reader.pipe for reader in busy], max(0.0, first - monotonic()))
            for reader in busy:
                late = monotonic() > reader.deadline
                if reader.pipe not in ready and not late:
                    continue
                file = _received(reader) if reader.pipe in ready else None
                if file is None:
                    sentence = texts.TOO_SLOW.format(seconds=round(seconds)) if late else texts.CRASHED
                    file = File(reader.name, "", None, sentence)
                    reader.end()
                    readers.remove(reader)
                found.append(file)
                tell(len(found), len(files), reader.name)
                reader.name = ""
    finally:
        for reader in readers:
            reader.end()
    return found


def _received(reader: _Reader) -> File | None:
    """What a process answers; None when it is gone."""
    try:
        answer = reader.pipe.recv()
    except (EOFError, OSError, UnpicklingError):
        return None
    return answer if isinstance(answer, File) else None


def _start(seasons: tuple[Season, ...], read: Read) -> _Reader:
    here, there = multiprocessing.Pipe()
    try:
        process = multiprocessing.get_context().Process(target=_serve, args=(there, here, seasons, read), daemon=True)
        process.start()
    except OSError as error:
        raise HostError(texts.NO_READER.format(reason=why(error)[0])) from error
    there.close()
    return _Reader(process, here)


def _serve(pipe: Connection, others: Connection, seasons: Iterable[Season], read: Read) -> None:
    """A process that reads: a path and a name in, a file out, until nobody asks any more."""
    others.close()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the first process
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    with suppress(ImportError, ValueError, OSError):  # Windows has no such limit
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    for season in seasons:
        learn(season)
    with suppress(EOFError, OSError):
        while True:
            pipe.send(read(*pipe.recv()))

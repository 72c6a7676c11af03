"""Reads the workbooks of a folder, each in a separate process with a deadline.

A file that crashes or hangs its process is refused; the others are read. Nothing in a file is executed: of formulas the
stored results are read, macros and links to other files are ignored.
"""

from __future__ import annotations

import hashlib
import multiprocessing
import os
import re
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from pickle import UnpicklingError
from time import monotonic

from tournament_xl.actions.check import check
from tournament_xl.core.normalization import normalize
from tournament_xl.core.processes import initialize_worker
from tournament_xl.core.resources import printable_path, read_regular_file
from tournament_xl.federation.intake.facts import Entrant, File, PlayedTournament
from tournament_xl.federation.intake.own_files import is_ours
from tournament_xl.games.findings import DRAW, LOT, MEMORY, PAIR, RESULT, SEED, SETTING, STANDINGS
from tournament_xl.games.registry import find_game
from tournament_xl.games.scrabble.book import ScrabbleBook
from tournament_xl.games.scrabble.read import decode
from tournament_xl.games.scrabble.rules.rating import participants, places
from tournament_xl.games.scrabble.rules.seasons import YEARS, Season
from tournament_xl.games.scrabble.rules.standings import standings
from tournament_xl.games.scrabble.seasons.catalogue import learn
from tournament_xl.messages import federation as texts
from tournament_xl.messages.notices import notice_text
from tournament_xl.messages.publication import FOLDER
from tournament_xl.messages.workbook_files import BACKUP_FOLDER
from tournament_xl.publication.facts import anonymous_numbers
from tournament_xl.workbook.decoded import Workbook
from tournament_xl.workbook.history import history
from tournament_xl.workbook.schema import PLAYERS, RESULTS, SHARED_SETTINGS, TOURNAMENT
from tournament_xl.workbook.snapshot import HostError, Snapshot, cell_text
from tournament_xl.workbook.tables import find_right_of_each, read_date, to_cell_number
from tournament_xl.workbook.working_copy import ActionAborted, require_valid
from tournament_xl.xlsx import limits, workbook_package
from tournament_xl.xlsx.atomic_write import explain_error, resolve_path

SECONDS = 60.0  # to read and check one file
_MAX_FILES = 10_000
_WORKBOOKS = (".xlsx", ".xlsm")
_OTHER_SPREADSHEETS = (".xls", ".xlsb", ".ods", ".fods", ".xltx", ".xltm", ".xlam", ".numbers")
_CONTAINERS = (".zip", ".eml", ".mbox", ".msg")  # may contain workbooks
MAX_BYTES = 20_000_000  # of a file
_ADDRESS = re.compile(r"[\w.+-]{1,64}@[\w-]{1,63}(\.[\w-]{1,63}){1,5}")
_MIN_TYPED_SHEETS = 2  # a workbook of ours has at least this many of the three sheets that people type
_MAX_TITLE_LENGTH = 200  # characters of a title or a name in a letter
_SERIOUS_KINDS = {MEMORY, SETTING, RESULT, PAIR, SEED, DRAW, LOT, STANDINGS}  # kinds of findings of a check
ReportProgress = Callable[[int, int, str], None]  # files done, files in all, name of the last one
ReadFile = Callable[[Path, str], File]


def read_folder(
    folder: Path,
    excluded: Collection[Path] = (),
    tell: ReportProgress = lambda done, count, name: None,
    seasons: Iterable[Season] = (),
    *,
    players: Path | None = None,
) -> list[File]:
    """Read every workbook of a folder and its subfolders.

    Ignored: hidden files, lock files, backups, and what is no spreadsheet.

    Args:
        folder: The folder.
        excluded: Paths to ignore.
        tell: Called after each file.
        seasons: Seasons that are not built in and that workbooks may name.
        players: The list of players, ignored unless it holds a tournament, too.

    Returns:
        Files by name, with their tournament or the reason why they are refused.

    Raises:
        HostError: The folder cannot be read or holds too many files.
    """
    files, to_read = list_spreadsheets(folder, {resolve_path(path) for path in excluded}, _CONTAINERS)
    files += read_files(to_read, tell, seasons)
    lists = {name for path, name in to_read if players and resolve_path(path) == resolve_path(players)}
    return sorted((file for file in files if file.played or file.name not in lists), key=lambda file: file.name)


def list_spreadsheets(
    folder: Path, excluded: Collection[Path] = (), enclosing: Collection[str] = ()
) -> tuple[list[File], list[tuple[Path, str]]]:
    """List the workbooks of a folder; folders with backups and published pages are not entered.

    Args:
        folder: The folder.
        excluded: Paths to ignore.
        enclosing: Suffixes of files that may contain workbooks; these files are refused.

    Returns:
        Files refused without being opened; path and name of each workbook to read.

    Raises:
        HostError: The folder cannot be read or holds too many files.
    """
    refused: list[File] = []
    to_read: list[tuple[Path, str]] = []
    published = FOLDER.format(stem="")

    def name_of(path: Path) -> str:
        return printable_path(path.relative_to(folder).as_posix())

    def unreadable(error: OSError) -> None:
        path = Path(error.filename)
        sentence = texts.FOLDER_CLOSED.format(reason=explain_error(error)[0])
        if path == folder:
            raise HostError(f"{printable_path(folder)} : {sentence}") from error
        refused.append(File(name_of(path), "", None, sentence))

    if not os.path.isdir(folder):
        raise HostError(texts.NO_FOLDER.format(folder=printable_path(folder)))
    for current, folders, names in os.walk(folder, onerror=unreadable):
        skipped = {
            name for name in folders if name == BACKUP_FOLDER or name.startswith(".") or name.endswith(published)
        }
        folders[:] = sorted({*folders} - skipped)
        links = [name for name in folders if os.path.islink(os.path.join(current, name))]
        for path in (Path(current, name) for name in [*links, *sorted(names)]):
            ending = path.suffix.lower()
            if path.name.startswith((".", "~$")) or resolve_path(path) in excluded:
                continue
            if path.name in links or (ending in (*_WORKBOOKS, *_OTHER_SPREADSHEETS, *enclosing) and path.is_symlink()):
                refused.append(File(name_of(path), "", None, texts.LINK))
            elif ending in (*_OTHER_SPREADSHEETS, *enclosing):
                sentence = texts.ENCLOSING if ending in enclosing else texts.OTHER_FORMAT
                refused.append(File(name_of(path), _digest(path), None, sentence.format(ending=ending)))
            elif ending in _WORKBOOKS:
                to_read.append((path, name_of(path)))
        if len(refused) + len(to_read) > _MAX_FILES:
            raise HostError(texts.TOO_MANY_FILES.format(folder=printable_path(folder), limit=_MAX_FILES))
    return refused, to_read


def _digest(path: Path) -> str:
    """Return the SHA-256 of a regular file of any size, "" when it cannot be read."""
    try:
        read_regular_file(path, 0)
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return ""


# Processes that read


@dataclass(eq=False)
class _ReadingProcess:
    """Worker that reads one file after the other."""

    process: BaseProcess
    pipe: Connection
    name: str = ""  # of the file being read, "" while idle
    deadline: float = 0.0

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()


def read_files(
    files: Sequence[tuple[Path, str]],
    tell: ReportProgress = lambda done, count, name: None,
    seasons: Iterable[Season] = (),
    *,
    processes: int = 0,
    seconds: float = SECONDS,
    read_one: ReadFile | None = None,
) -> list[File]:
    """Read files in worker processes.

    Args:
        files: Path and name of each file.
        tell: Called after each file.
        seasons: Seasons that are not built in.
        processes: Number of workers; 0 for one per processor.
        seconds: Time limit for one file.
        read_one: Function that reads one file; None for `read_file`.

    Raises:
        HostError: No process can be started.
    """
    waiting, files_read = list(files)[::-1], list[File]()
    readers: list[_ReadingProcess] = []
    try:
        while len(files_read) < len(files):
            while len(readers) < min(processes or os.cpu_count() or 1, len(files) - len(files_read)):
                readers.append(_start(tuple(seasons), read_one or read_file))
            for reader in (reader for reader in readers if not reader.name and waiting):
                path, reader.name = waiting.pop()
                reader.deadline = monotonic() + seconds
                with suppress(OSError):  # the process died: handled below
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
                files_read.append(file)
                tell(len(files_read), len(files), reader.name)
                reader.name = ""
    finally:
        for reader in readers:
            reader.end()
    return files_read


def _received(reader: _ReadingProcess) -> File | None:
    """Return the file that a worker sends, None when the worker died."""
    try:
        answer = reader.pipe.recv()
    except (EOFError, OSError, UnpicklingError):
        return None
    return answer if isinstance(answer, File) else None


def _start(seasons: tuple[Season, ...], read_one: ReadFile) -> _ReadingProcess:
    parent_end, worker_end = multiprocessing.Pipe()
    try:
        process = multiprocessing.get_context().Process(
            target=_serve, args=(worker_end, parent_end, seasons, read_one), daemon=True
        )
        process.start()
    except OSError as error:
        raise HostError(texts.NO_READER.format(reason=explain_error(error)[0])) from error
    worker_end.close()
    return _ReadingProcess(process, parent_end)


def _serve(pipe: Connection, parent_end: Connection, seasons: Iterable[Season], read_one: ReadFile) -> None:
    """Read in a worker process: receive path and name, send a file, until the pipe closes."""
    parent_end.close()
    initialize_worker()
    limits.confine_process()
    for season in seasons:
        learn(season)
    with suppress(EOFError, OSError):
        while True:
            pipe.send(read_one(*pipe.recv()))


# One file


class LeftOutError(Exception):
    """Raised for a file that does not count; the text is the French sentence of its verdict."""


def read_file(path: Path, name: str) -> File:
    """Read the tournament in a file, or the reason why it does not count; never raises for any content."""
    sha256, snapshot = "", None
    try:
        data = read_regular_file(path, MAX_BYTES + 1)
        if len(data) > MAX_BYTES:
            return File(name, _digest(path), None, texts.TOO_BIG.format(limit=MAX_BYTES // 10**6))
        sha256 = hashlib.sha256(data).hexdigest()
        snapshot = workbook_package.parse_snapshot(Path(path.name), data)
        if TOURNAMENT not in snapshot.sheets and is_ours(data):
            return File(name, sha256, None, texts.OUR_RANKING, texts.ASIDE)
        if (
            len({TOURNAMENT, PLAYERS, RESULTS} & {sheet.partition(" ")[0] for sheet in snapshot.sheets})
            < _MIN_TYPED_SHEETS
        ):
            return File(name, sha256, None, texts.NOT_A_TOURNAMENT)
        if not find_game(snapshot).has_ratings:
            return File(name, sha256, None, texts.OTHELLO)
        return File(name, sha256, _tournament(snapshot))
    except LeftOutError as error:
        refusal = str(error)
    except HostError as error:
        refusal = " ".join(str(error).split())
    except OSError:
        refusal = texts.UNREADABLE
    except MemoryError:
        refusal = texts.CRASHED
    except Exception as error:  # a bug of ours must not cost the other files
        refusal = texts.BUG.format(kind=type(error).__name__)
    return File(name, sha256, None, refusal, sender=_sender(snapshot) if snapshot else ("", "", ""))


def _tournament(snapshot: Snapshot) -> PlayedTournament:
    """Return the finished tournament in a workbook; LeftOutError with the sentence of the verdict."""
    try:
        decoded: ScrabbleBook = require_valid(decode(snapshot))
    except ActionAborted as stop:
        more = len(stop.outcome.problems) - 1
        raise LeftOutError(f"{stop}{texts.MORE_PROBLEMS.format(count=more) if more else ''}") from None
    _check_finished(decoded)
    settings = decoded.tournament.settings
    causes = check(snapshot, decoded).causes
    serious = [finding.message for finding in causes if finding.kind in _SERIOUS_KINDS]
    return PlayedTournament(
        settings.title, settings.place, *_dates(decoded), settings.formula, settings.event, settings.season,
        settings.rated_games, _entrants(decoded), render_results(decoded), find_draw_chain(decoded),
        *_sender(snapshot)[1:],
        _first(serious), _first([finding.message for finding in causes if finding.kind not in _SERIOUS_KINDS]),
    )  # fmt: skip


def _check_finished(decoded: ScrabbleBook) -> None:
    tournament = decoded.tournament
    rounds = tournament.settings.rounds or 0
    if not tournament.rounds:
        raise LeftOutError(texts.NOT_BEGUN)
    if tournament.played < rounds:
        raise LeftOutError(texts.NOT_FINISHED.format(played=tournament.played, rounds=rounds))
    if to_play := decoded.formula.still_to_play(tournament):
        raise LeftOutError(notice_text(to_play))


def _dates(decoded: ScrabbleBook) -> tuple[date, date]:
    """Return first and last day; a missing one equals the other."""
    days = {name: read_date(decoded.settings.text(name)) for name in ("Date de début", "Date de fin")}
    first, last = days.values()
    first, last = first or last, last or first
    if first is None or last is None:
        raise LeftOutError(texts.NO_DATE.format(setting="Date de début"))
    for setting, day in days.items():
        if day and not YEARS[0] <= day.year <= YEARS[1]:
            raise LeftOutError(texts.NO_DATE.format(setting=setting))
    return first, last


def _sender(snapshot: Snapshot) -> tuple[str, str, str]:
    """Return title, organiser and e-mail address: that of line Courriel on Tournoi, else the one after his name."""
    places = find_right_of_each(snapshot, TOURNAMENT, [setting.name for setting in SHARED_SETTINGS])
    title, name = (
        " ".join(cell_text(snapshot.cell(TOURNAMENT, *position)).split())[:_MAX_TITLE_LENGTH]
        if (position := places.get(label))
        else ""
        for label in ("Nom", "Organisateur")
    )
    lines = ([text for cell in row if (text := cell_text(cell))] for row in snapshot.sheets.get(TOURNAMENT, ()))
    address_line = next((row[1] for row in lines if len(row) > 1 and normalize(row[0]) in texts.OWN_ADDRESS), "")
    address = _ADDRESS.search(address_line) or _ADDRESS.search(name)
    return title, " ".join(_ADDRESS.sub("", name).split()).strip(" ,;<>()"), address[0] if address else ""


def _entrants(decoded: ScrabbleBook) -> tuple[Entrant, ...]:
    """Return the registered players, each with his rank among the participants (R7)."""
    tournament = decoded.tournament
    after = len(tournament.rounds)
    place = places(standings(tournament, after), participants(tournament, after))
    anonymous = set(anonymous_numbers(decoded))
    return tuple(
        Entrant(
            player.number, player.name, player.first_name, player.licence, player.club,
            decoded.lines[player.number].text("Série duplicate"), cell_text(to_cell_number(player.cote)),
            place.get(player.number), player.number in anonymous,
        )
        for player in sorted(tournament.players, key=lambda player: player.number)
    )  # fmt: skip


def find_draw_chain(decoded: Workbook) -> str:
    """Return the chain of the history entry that drew round 1, equal in all versions of a workbook; "" without."""
    drawn = (entry.chain for entry in decoded.memory.entries if (entry.action, entry.round) == (history.PAIRED, 1))
    return next(drawn, "")


def render_results(decoded: Workbook) -> tuple[str, ...]:
    """Return one text per match: its round, then the form of sheet Mémoire.

    Two files with equal results hold the same matches.
    """
    texts_of_matches = [f"{row.round}:{row.compact}" for row in decoded.results.rows]
    return tuple(sorted(texts_of_matches + [f"0:{result}" for result in decoded.deciding.values()]))


def _first(messages: list[str]) -> tuple[str, ...]:
    """Return the first few messages of a check and a note how many more there are."""
    distinct = list(dict.fromkeys(messages))  # the same sentence may come from two sheets
    more = len(distinct) - texts.SHOWN
    return (*distinct[: texts.SHOWN], texts.MORE_FINDINGS.format(count=more)) if more > 0 else tuple(distinct)

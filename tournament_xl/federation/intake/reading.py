"""Reading of workbooks and tables of results in worker processes, with a deadline for each file.

A file that crashes or hangs its process does not keep the others from being read. Nothing in a file is executed: of
formulas the stored results are read, macros and links to other files are ignored.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import partial
from pathlib import Path

from tournament_xl.actions.check import check
from tournament_xl.core import text_limits
from tournament_xl.core.normalization import normalize
from tournament_xl.core.resources import read_regular_file
from tournament_xl.federation.intake.facts import Entrant, File, Lack, PlayedTournament
from tournament_xl.federation.intake.kinds import Kind, find_kind
from tournament_xl.federation.intake.own_files import is_ours
from tournament_xl.federation.intake.result_tables import judge_table
from tournament_xl.federation.intake.workers import SECONDS, run_in_workers
from tournament_xl.games.findings import DRAW, LOT, MEMORY, PAIR, RESULT, SEED, SETTING, STANDINGS
from tournament_xl.games.registry import GAMES, find_game
from tournament_xl.games.scrabble.book import ScrabbleBook
from tournament_xl.games.scrabble.read import decode
from tournament_xl.games.scrabble.rules.rating import compute_places, find_participants
from tournament_xl.games.scrabble.rules.seasons import YEARS
from tournament_xl.games.scrabble.rules.standings import standings
from tournament_xl.messages import federation as texts
from tournament_xl.messages.names import fill_sentence
from tournament_xl.messages.notices import notice_text
from tournament_xl.publication.facts import find_anonymous_numbers
from tournament_xl.workbook.cells import cell_text, read_date, to_cell_number
from tournament_xl.workbook.context import DecodeContext, SeasonFile
from tournament_xl.workbook.decoded import Workbook
from tournament_xl.workbook.history import history
from tournament_xl.workbook.program_version import NewerWorkbookError
from tournament_xl.workbook.schema import PLAYERS, RESULTS, TOURNAMENT
from tournament_xl.workbook.settings import SHARED_SETTINGS
from tournament_xl.workbook.snapshot import ExternalError, Snapshot
from tournament_xl.workbook.tables import find_right_of_each
from tournament_xl.workbook.working_copy import ActionAborted, require_valid
from tournament_xl.xlsx import workbook_package

_ADDRESS = re.compile(r"[\w.+-]{1,64}@[\w-]{1,63}(\.[\w-]{1,63}){1,5}")
_MIN_TYPED_SHEETS = 2  # a workbook of ours has at least this many of the three sheets that people type
_SHOWN = 3  # findings of a check
_MAX_TITLE_LENGTH = 200  # characters of a title or a name in a letter
_SERIOUS_KINDS = {MEMORY, SETTING, RESULT, PAIR, SEED, DRAW, LOT, STANDINGS}  # kinds of findings of a check
ReportProgress = Callable[[int, int, str], None]  # files done, files in all, name of the last one
ReadFile = Callable[[Path, str], File]


def read_files(
    files: Sequence[tuple[Path, str]],
    tell: ReportProgress = lambda done, count, name: None,
    season_files: Sequence[SeasonFile] = (),
    *,
    processes: int = 0,
    seconds: float = SECONDS,
    sharing: Mapping[str, str] | None = None,
    read_one: ReadFile | None = None,
) -> list[File]:
    """Read files in worker processes, each with `read_file` or another function.

    Args:
        files: Path and name of each file.
        tell: Called after each file with the number of files done, the number of all files, and its name.
        season_files: Files of seasons that are not built in and that workbooks may name; for `read_file` only.
        processes: Number of workers; 0 for one per processor.
        seconds: Time limit for one file.
        sharing: Name of a file -> name of its mail: the files of a mail share the time of one.
        read_one: Function that reads one file; None for `read_file`.

    Returns:
        A `File` for each, in the order in which their reading ended; it has no tournament but the reason if the file
        crashed its process or took too long.

    Raises:
        ExternalError: No process can be started.
    """
    files_read = list[File]()
    work = read_one or partial(read_file, season_files=tuple(season_files))
    groups = [(sharing or {}).get(name, "") for _, name in files]
    answers = run_in_workers(files, work, File, processes=processes, seconds=seconds, groups=groups)
    for (_, name), answer in answers:
        files_read.append(File(name, "", None, answer, lack=Lack.WHOLE) if isinstance(answer, str) else answer)
        tell(len(files_read), len(files), name)
    return files_read


# One file


class LeftOutError(Exception):
    """Raised for a file that is left out; the text is the French reason."""


def read_file(path: Path, name: str, season_files: tuple[SeasonFile, ...] = ()) -> File:
    """Read the finished Scrabble tournament in a workbook; a file without one is returned left out, with the reason.

    A table is always left out: its reason says whether `import` would make a tournament of it. Never raises for any
    content.
    """
    sha256, snapshot, is_transient, lack = "", None, False, Lack.NOTHING
    try:
        data = read_regular_file(path, text_limits.RECEIVED_BYTES + 1)
        if len(data) > text_limits.RECEIVED_BYTES:
            with path.open("rb") as large:
                sha256 = hashlib.file_digest(large, "sha256").hexdigest()
            return File(name, sha256, None, texts.TOO_BIG.format(limit=text_limits.RECEIVED_BYTES // 10**6))
        sha256, file = hashlib.sha256(data).hexdigest(), File(name, "", None)
        if find_kind(path.name, data) is Kind.TABLE:
            return File(name, sha256, None, *judge_table(file.short_name, data), lack=Lack.TABLE)
        snapshot = workbook_package.parse_snapshot(Path(file.short_name), data)
        if TOURNAMENT not in snapshot.sheets and is_ours(data):
            return File(name, sha256, None, texts.OUR_RANKING, texts.ASIDE)
        if (
            len({TOURNAMENT, PLAYERS, RESULTS} & {sheet.partition(" ")[0] for sheet in snapshot.sheets})
            < _MIN_TYPED_SHEETS
        ):
            sentence, word = judge_table(file.short_name, data)
            if word == texts.REFUSED:
                return File(name, sha256, None, sentence, lack=Lack.TABLE)
            return File(name, sha256, None, texts.NOT_A_TOURNAMENT, lack=Lack.TOURNAMENT)
        if not find_game(snapshot).has_ratings:
            return File(name, sha256, None, texts.OTHELLO, lack=Lack.GAME)
        return File(name, sha256, _tournament(snapshot, DecodeContext(season_files=season_files)))
    except LeftOutError as error:
        refusal = str(error)
    except NewerWorkbookError as error:
        refusal, is_transient = str(error), True
    except ExternalError as error:
        refusal = " ".join(str(error).split())
    except OSError:
        refusal, is_transient = texts.UNREADABLE, True
    except MemoryError:
        refusal, is_transient, lack = texts.CRASHED, True, Lack.WHOLE
    except Exception as error:  # a bug of ours must not cost the other files
        refusal, is_transient = texts.BUG.format(kind=type(error).__name__), True
    sender = _sender(snapshot) if snapshot else ("", "", "")
    return File(name, sha256, None, refusal, sender=sender, is_transient=is_transient, lack=lack)


def _tournament(snapshot: Snapshot, context: DecodeContext) -> PlayedTournament:
    """Return the finished tournament in a workbook; LeftOutError with the reason why it is left out."""
    try:
        decoded: ScrabbleBook = require_valid(decode(snapshot, context))
    except ActionAborted as stop:
        more = len(stop.outcome.problems) - 1
        raise LeftOutError(f"{stop}{fill_sentence(texts.MORE_PROBLEMS, {'more': more}) if more else ''}") from None
    _check_finished(decoded)
    settings = decoded.tournament.settings
    season = settings.season if decoded.settings.text("Saison") else ""  # that of its date, unless one is named
    report = check(snapshot, context, decoded)
    serious = [finding.message for finding in report.findings if finding.kind in _SERIOUS_KINDS]
    details = [finding.message for finding in report.findings if finding.kind not in _SERIOUS_KINDS]
    return PlayedTournament(
        settings.title, settings.place, *_dates(decoded), settings.formula.name, settings.event, season,
        decoded.scoring.rated_games, _entrants(decoded), find_draw_chain(decoded), *_sender(snapshot)[1:],
        _first(serious), _first(details),
        GAMES[decoded.game].record(decoded),
    )  # fmt: skip


def _check_finished(decoded: ScrabbleBook) -> None:
    tournament = decoded.tournament
    rounds = tournament.settings.rounds or 0
    if not tournament.rounds:
        raise LeftOutError(texts.NOT_BEGUN)
    if tournament.played < rounds:
        raise LeftOutError(texts.NOT_FINISHED.format(played=tournament.played, rounds=rounds))
    if to_play := decoded.formula.find_missing_final(tournament):
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
    """Return title, organiser and e-mail address: the line Courriel on Tournoi, else the address after his name."""
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
    place = compute_places(standings(tournament, after), find_participants(tournament, after))
    anonymous = set(find_anonymous_numbers(decoded))
    return tuple(
        Entrant(
            player.number, player.name, player.first_name, player.licence, player.club,
            decoded.lines[player.number].text("Série duplicate"), cell_text(to_cell_number(player.cote)),
            place.get(player.number), player.number in anonymous,
        )
        for player in sorted(tournament.players, key=lambda player: player.number)
    )  # fmt: skip


def find_draw_chain(decoded: Workbook) -> str:
    """Return the hash of the entry of the history (sheet Mémoire) that drew round 1; "" if there is none.

    It is the same in all versions of a workbook.
    """
    drawn = (entry.chain for entry in decoded.memory.entries if (entry.action, entry.round) == (history.PAIRED, 1))
    return next(drawn, "")


def _first(messages: list[str]) -> tuple[str, ...]:
    """Return the first few messages of a check and a note how many more there are."""
    distinct = list(dict.fromkeys(messages))  # the same sentence may come from two sheets
    more = distinct[_SHOWN:]
    return (*distinct[:_SHOWN], fill_sentence(texts.MORE_FINDINGS, {"more": more})) if more else tuple(distinct)

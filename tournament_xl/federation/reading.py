"""One file of the folder: from its bytes to the tournament in it, or to the sentence that says why not.

Nothing in the file is run: of formulas the last results are read, macros and links to other files are left alone.
"""

from __future__ import annotations

import hashlib
import io
import re
import zipfile
from collections import defaultdict
from datetime import date
from pathlib import Path
from typing import Any

from tournament_xl.book import memory
from tournament_xl.book.grid import Problem, read_date, right_of_each
from tournament_xl.book.labels import SHARED_SETTINGS, TOURNAMENT
from tournament_xl.book.snapshot import HostError, Snapshot, cell_text
from tournament_xl.check import check
from tournament_xl.check.report import DRAW, LOT, MEMORY, PAIR, RESULT, SEED, SETTING, STANDINGS
from tournament_xl.federation.facts import Entrant, Played
from tournament_xl.federation.limits import MAX_BYTES, MAX_ROWS
from tournament_xl.federation.marks import is_ours
from tournament_xl.federation.register import licence_key
from tournament_xl.files import xlsx
from tournament_xl.folding import fold
from tournament_xl.games import is_othello
from tournament_xl.games.scrabble.decode import decode
from tournament_xl.games.scrabble.decoded import Decoded
from tournament_xl.model import Match, Tournament
from tournament_xl.ordinary import read_ordinary
from tournament_xl.rules.scrabble.rating import participants, places
from tournament_xl.rules.scrabble.seasons import YEARS
from tournament_xl.rules.scrabble.standings import standings
from tournament_xl.texts import federation as texts
from tournament_xl.texts.notices import notice_text

_ADDRESS = re.compile(r"[\w.+-]{1,64}@[\w-]{1,63}(\.[\w-]{1,63}){1,5}")
_TITLE = 200  # letters of a title or a name in a letter
_SERIOUS = {MEMORY, SETTING, RESULT, PAIR, SEED, DRAW, LOT, STANDINGS}  # kinds of findings


class LeftOutError(Exception):
    """The file does not count; the text is the French sentence of its verdict."""


def read_file(path: str, name: str) -> dict[str, Any]:
    """{"sha256", "played"} with the tournament as JSON values, or {"sha256", "refusal", "sender"} with a sentence and
    title, organiser, address as far as they can be read.
    """
    sha256, snapshot, sender = "", None, ("", "", "")
    try:
        data = _load(Path(path))
        sha256 = hashlib.sha256(data).hexdigest()
        snapshot = xlsx.load(Path(Path(name).name), data)
        return {"sha256": sha256, "played": _tournament(snapshot, data).data()}
    except LeftOutError as error:
        refusal = str(error)
        if snapshot is not None and refusal != texts.OTHELLO:
            sender = _sender(snapshot)
    except HostError as error:
        refusal = " ".join(str(error).split())
    except MemoryError:
        refusal = texts.CRASHED
    except Exception as error:  # a bug of ours: it costs this file only
        refusal = texts.BUG.format(kind=type(error).__name__)
    return {"sha256": sha256, "refusal": refusal, "sender": sender}


def _load(path: Path) -> bytes:
    try:
        data = read_ordinary(path, MAX_BYTES + 1)
    except OSError:
        raise LeftOutError(texts.UNREADABLE) from None
    if len(data) > MAX_BYTES:
        raise LeftOutError(texts.TOO_BIG.format(size=-(-len(data) // 10**6), limit=MAX_BYTES // 10**6))
    return data


def _tournament(snapshot: Snapshot, data: bytes) -> Played:
    """The finished tournament in a workbook. Raises LeftOutError with the sentence of the verdict."""
    parts = _part_names(data)
    if is_ours(data):
        raise LeftOutError(texts.OUR_RANKING)
    for sheet, grid in snapshot.sheets.items():
        if len(grid) > MAX_ROWS:
            raise LeftOutError(texts.TOO_MANY_ROWS.format(sheet=sheet, rows=len(grid), limit=MAX_ROWS))
    decoded = _understood(snapshot)
    tournament = decoded.tournament
    _check_finished(decoded)
    first, last = _dates(decoded)
    _check_licences(tournament)
    settings = tournament.settings
    return Played(
        settings.title, settings.place, first, last, settings.formula, settings.event, settings.season,
        len(tournament.rounds), _entrants(decoded), tuple(_results(tournament)), _draw(decoded),
        *_sender(snapshot)[1:], *_findings(decoded, _ignored(parts)),
    )  # fmt: skip


def _draw(decoded: Decoded) -> str:
    """What tells a workbook's versions: the chain of the line that drew round 1."""
    return next((one.chain for one in decoded.memory.entries if (one.action, one.round) == (memory.PAIRED, 1)), "")


def _sender(snapshot: Snapshot) -> tuple[str, str, str]:
    """Title, organiser and his address: on a line Courriel of his own on Tournoi, else beside his name."""
    places = right_of_each(snapshot, TOURNAMENT, [setting.name for setting in SHARED_SETTINGS])
    title, name = (
        " ".join(cell_text(snapshot.cell(TOURNAMENT, *at)).split())[:_TITLE] if (at := places.get(label)) else ""
        for label in ("Nom", "Organisateur")
    )
    rows = ([cell_text(cell) for cell in row] for row in snapshot.sheets.get(TOURNAMENT, ()))
    lines = (list(filter(None, row)) for row in rows)
    own = next((row[1] for row in lines if len(row) > 1 and fold(row[0]) in ("courriel", "courriel organisateur")), "")
    found = _ADDRESS.search(own) or _ADDRESS.search(name)
    return title, " ".join(_ADDRESS.sub("", name).split()).strip(" ,;<>()"), found[0] if found else ""


def _part_names(data: bytes) -> list[str]:
    with zipfile.ZipFile(io.BytesIO(data)) as parts:
        return parts.namelist()


def _understood(snapshot: Snapshot) -> Decoded:
    if is_othello(snapshot):
        raise LeftOutError(texts.OTHELLO)
    decoded = decode(snapshot)
    problems = decoded if isinstance(decoded, list) else decoded.problems.found
    if problems:
        raise LeftOutError(_problems_text(problems))
    assert isinstance(decoded, Decoded)
    return decoded


def _problems_text(problems: list[Problem]) -> str:
    """The first problem, and how many more there are."""
    more = texts.MORE_PROBLEMS.format(count=len(problems) - 1) if len(problems) > 1 else ""
    return f"{problems[0]}{more}"


def _check_finished(decoded: Decoded) -> None:
    tournament = decoded.tournament
    rounds = tournament.settings.rounds or 0
    if not tournament.rounds:
        raise LeftOutError(texts.NOT_BEGUN)
    if tournament.played < rounds:
        raise LeftOutError(texts.NOT_FINISHED.format(played=tournament.played, rounds=rounds))
    if to_play := decoded.formula.still_to_play(tournament):
        raise LeftOutError(notice_text(to_play))


def _dates(decoded: Decoded) -> tuple[date, date]:
    """First and last day; one that is missing is the other."""
    first, last = (read_date(decoded.settings.text(name)) for name in ("Date de début", "Date de fin"))
    first, last = first or last, last or first
    if first is None or last is None:
        raise LeftOutError(texts.NO_DATE)
    if not YEARS[0] <= first.year <= last.year <= YEARS[1]:
        raise LeftOutError(texts.BAD_DATE.format(day=first if first.year < YEARS[0] else last))
    return first, last


def _check_licences(tournament: Tournament) -> None:
    """A licence twice, blanks and case aside: `decode` finds only those typed alike."""
    held: dict[str, list[str]] = defaultdict(list)
    for player in tournament.players:
        held[licence_key(player.licence)].append(player.full_name)
    for player in tournament.players:
        same = held[licence_key(player.licence)]
        if player.licence and len(same) > 1:
            raise LeftOutError(texts.LICENCE_TWICE.format(licence=player.licence, names=texts.names(same)))


def _entrants(decoded: Decoded) -> tuple[Entrant, ...]:
    """The registered players, each with his place x among the participants (R7)."""
    tournament = decoded.tournament
    after = len(tournament.rounds)
    place = places(standings(tournament, after), participants(tournament, after))
    return tuple(
        Entrant(
            player.number, player.name, player.first_name, player.licence, player.club,
            decoded.lines[player.number].text("Série duplicate"), cell_text(player.cote), place.get(player.number),
        )
        for player in sorted(tournament.players, key=lambda player: player.number)
    )  # fmt: skip


def _results(tournament: Tournament) -> list[str]:
    """One text per match, "round:N°:N°:games:forfeits": two files with the same ones tell the same tournament."""

    def text(number: int, match: Match) -> str:
        games = ",".join(f"{own}-{other}" for own, other in match.games)
        return f"{number}:{match.one}:{match.two or 'X'}:{games}:{''.join(map(str, sorted(match.forfeits)))}"

    found = [text(number, match) for number, matches in enumerate(tournament.rounds, 1) for match in matches]
    return sorted(found + ([text(0, tournament.final)] if tournament.final else []))


def _ignored(parts: list[str]) -> list[str]:
    """What is in the file and was left alone."""
    lower = [part.lower() for part in parts]
    found = []
    if any(part.startswith("xl/externallinks/") for part in lower):
        found.append(texts.EXTERNAL)
    if any(part.startswith(("xl/embeddings/", "xl/activex/")) for part in lower):
        found.append(texts.EMBEDDED)
    return found


def _findings(decoded: Decoded, ignored: list[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What the check finds, causes only, the first few of them: what is serious, and the rest with what was ignored."""
    causes = check(decoded.snapshot, decoded).causes
    serious = _first([finding.message for finding in causes if finding.kind in _SERIOUS])
    return serious, (*ignored, *_first([finding.message for finding in causes if finding.kind not in _SERIOUS]))


def _first(messages: list[str]) -> tuple[str, ...]:
    told = list(dict.fromkeys(messages))  # one sentence may concern two sheets
    more = len(told) - texts.SHOWN
    return (*told[: texts.SHOWN], texts.MORE_FINDINGS.format(count=more)) if more > 0 else tuple(told)

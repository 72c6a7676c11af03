"""One file of the folder: from its bytes to the tournament in it, or to the sentence that says why not.

Nothing in the file is run: of formulas the last results are read, macros and links to other files are left alone.
"""

from __future__ import annotations

import hashlib
import re
from datetime import date
from pathlib import Path

from tournament_xl.book import memory
from tournament_xl.book.grid import read_date, right_of_each
from tournament_xl.book.labels import SHARED_SETTINGS, TOURNAMENT
from tournament_xl.book.snapshot import HostError, Snapshot, cell_text
from tournament_xl.check import check
from tournament_xl.check.report import DRAW, LOT, MEMORY, PAIR, RESULT, SEED, SETTING, STANDINGS
from tournament_xl.federation.facts import Entrant, File, Played
from tournament_xl.federation.history import is_ours
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

MAX_BYTES = 20_000_000  # of a file
_ADDRESS = re.compile(r"[\w.+-]{1,64}@[\w-]{1,63}(\.[\w-]{1,63}){1,5}")
_TITLE = 200  # letters of a title or a name in a letter
_SERIOUS = {MEMORY, SETTING, RESULT, PAIR, SEED, DRAW, LOT, STANDINGS}  # kinds of findings


class LeftOutError(Exception):
    """The file does not count; the text is the French sentence of its verdict."""


def read_file(path: Path, name: str) -> File:
    """A file with its tournament, or with why it does not count; whatever is in it, there is an answer."""
    sha256, snapshot = "", None
    try:
        data = read_ordinary(path, MAX_BYTES + 1)
        if len(data) > MAX_BYTES:
            return File(name, "", None, texts.TOO_BIG.format(limit=MAX_BYTES // 10**6))
        sha256 = hashlib.sha256(data).hexdigest()
        snapshot = xlsx.load(Path(path.name), data)
        if TOURNAMENT not in snapshot.sheets and is_ours(data):
            return File(name, sha256, None, texts.OUR_RANKING, texts.ASIDE)
        if is_othello(snapshot):
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
    except Exception as error:  # a bug of ours: it costs this file only
        refusal = texts.BUG.format(kind=type(error).__name__)
    return File(name, sha256, None, refusal, sender=_sender(snapshot) if snapshot else ("", "", ""))


def _tournament(snapshot: Snapshot) -> Played:
    """The finished tournament in a workbook. Raises LeftOutError with the sentence of the verdict."""
    decoded = decode(snapshot)
    problems = decoded if isinstance(decoded, list) else decoded.problems.found
    if problems:
        more = texts.MORE_PROBLEMS.format(count=len(problems) - 1) if len(problems) > 1 else ""
        raise LeftOutError(f"{problems[0]}{more}")
    assert isinstance(decoded, Decoded)
    _check_finished(decoded)
    tournament, settings = decoded.tournament, decoded.tournament.settings
    drawn = (one.chain for one in decoded.memory.entries if (one.action, one.round) == (memory.PAIRED, 1))
    causes = check(snapshot, decoded).causes
    serious = [finding.message for finding in causes if finding.kind in _SERIOUS]
    return Played(
        settings.title, settings.place, *_dates(decoded), settings.formula, settings.event, settings.season,
        len(tournament.rounds), _entrants(decoded), _results(tournament), next(drawn, ""), *_sender(snapshot)[1:],
        _first(serious), _first([finding.message for finding in causes if finding.kind not in _SERIOUS]),
    )  # fmt: skip


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
    if first is None or last is None or not YEARS[0] <= first.year <= last.year <= YEARS[1]:
        raise LeftOutError(texts.NO_DATE)
    return first, last


def _sender(snapshot: Snapshot) -> tuple[str, str, str]:
    """Title, organiser and his address: on a line Courriel of his own on Tournoi, else beside his name."""
    places = right_of_each(snapshot, TOURNAMENT, [setting.name for setting in SHARED_SETTINGS])
    title, name = (
        " ".join(cell_text(snapshot.cell(TOURNAMENT, *at)).split())[:_TITLE] if (at := places.get(label)) else ""
        for label in ("Nom", "Organisateur")
    )
    lines = ([text for cell in row if (text := cell_text(cell))] for row in snapshot.sheets.get(TOURNAMENT, ()))
    own = next((row[1] for row in lines if len(row) > 1 and fold(row[0]) in texts.OWN_ADDRESS), "")
    found = _ADDRESS.search(own) or _ADDRESS.search(name)
    return title, " ".join(_ADDRESS.sub("", name).split()).strip(" ,;<>()"), found[0] if found else ""


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


def _results(tournament: Tournament) -> tuple[str, ...]:
    """One text per match, "round:N°:N°:games:forfeits": two files with the same ones tell the same tournament."""

    def text(number: int, match: Match) -> str:
        games = ",".join(f"{own}-{other}" for own, other in match.games)
        return f"{number}:{match.one}:{match.two or 'X'}:{games}:{''.join(map(str, sorted(match.forfeits)))}"

    found = [text(number, match) for number, matches in enumerate(tournament.rounds, 1) for match in matches]
    return tuple(sorted(found + ([text(0, tournament.final)] if tournament.final else [])))


def _first(messages: list[str]) -> tuple[str, ...]:
    """The first few of what a check found."""
    told = list(dict.fromkeys(messages))  # one sentence may concern two sheets
    more = len(told) - texts.SHOWN
    return (*told[: texts.SHOWN], texts.MORE_FINDINGS.format(count=more)) if more > 0 else tuple(told)

"""Reader of the ranking workbooks of before the register: all that a publication was made of, on a very hidden sheet.

The sheet Mémoire holds one JSON text in as many cells as it needs; a record is the list of its values, without their
names. A register is made of it once (`--avant`).
"""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date
from fractions import Fraction
from pathlib import Path
from xml.etree.ElementTree import Element, fromstring

from tournament_xl.core.resources import printable_path, read_regular_file
from tournament_xl.document.keys import Document
from tournament_xl.federation.identity.people import RegisteredPlayer, Spelling
from tournament_xl.federation.intake.decisions import Adjustment
from tournament_xl.federation.intake.facts import Entrant, File, Mail, PlayedTournament
from tournament_xl.federation.intake.own_files import is_ours
from tournament_xl.federation.ranking import history
from tournament_xl.federation.ranking.ledger import Calendar, DatedList, Movement, Terms, rate_tournament
from tournament_xl.games.scrabble.rules.rating import Rating
from tournament_xl.games.scrabble.seasons.catalogue import seasons
from tournament_xl.messages import federation as texts
from tournament_xl.workbook.cells import parse_number
from tournament_xl.workbook.snapshot import ExternalError, Json
from tournament_xl.xlsx import limits
from tournament_xl.xlsx.atomic_write import explain_error
from tournament_xl.xlsx.limits import DAMAGE, xml_parser

FORMAT = 4
_MAIN_NAMESPACE = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_RELATION_ID = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_SHARED_STRINGS = "xl/sharedStrings.xml"
_ESCAPED_CHARACTER = re.compile("_x([0-9A-Fa-f]{4})_")


def _file(number: int, values: Json) -> File:
    """Build a file from the list of its values; ValueError or TypeError for other values."""
    name, sha256, played, refusal, word, sender, published, _, repeats, mail = values
    tournament = None if played is None else _played(played)
    day = None if published is None else date.fromisoformat(published)
    return File(
        name, sha256, tournament, refusal, word, _texts(sender), day, repeats=repeats,
        mail=None if mail is None else Mail(*_texts(mail)), number=number,
    )  # fmt: skip


def _played(values: Json) -> PlayedTournament:
    (title, where, first, last, formula, kind, season, games, entrants, results, draw, organiser, email, serious,
     details) = values  # fmt: skip
    return PlayedTournament(
        title, where, date.fromisoformat(first), date.fromisoformat(last), formula, kind, season, int(games),
        tuple(Entrant(*entrant) for entrant in entrants), draw, organiser, email, _texts(serious), _texts(details),
        _document(_texts(results)),
    )  # fmt: skip


def _document(results: tuple[str, ...]) -> Document:
    """Return a document with matches alone, of lines "1:3-5:451/407", "2:3-X", "3:3-7:F1"; round 0 is the final."""
    rounds: dict[str, Document] = {}
    for line in results:
        number, pair, *parts = line.split(":")
        match: Document = {"sides": [int(side) if side.isdigit() else side for side in pair.split("-")]}
        for part in parts:
            if part.startswith("F"):
                match["forfeit"] = part[1:]
            else:
                games = [[_score(score) for score in game.split("/")] for game in part.split("+")]
                match |= {"scores": games[0]} | ({"further": games[1:]} if games[1:] else {})
        rounds.setdefault(number, {"matches": {}})["matches"][pair] = match
    finals = rounds.pop("0", None)
    return {"rounds": rounds} | ({"finals": finals} if finals else {})


def _score(text: str) -> float | str | None:
    number = parse_number(text)
    return None if text == "?" else text if number is None else int(number) if number.is_integer() else number


def _text(value: Json) -> str:
    if type(value) is not str:
        raise TypeError("text wanted")
    return value


def _texts(values: Json) -> tuple[str, ...]:
    return tuple(map(_text, values))


def _cote(value: Json) -> Fraction | None:
    return None if value is None else Fraction(value)


def _line(value: Json) -> dict[str, str]:
    """Convert a JSON object to a line of a list or of the decisions."""
    return {_text(key): _text(cell) for key, cell in value.items()}


def _number(key: str) -> int:
    """Return the register number in the key of a player, "R-12"; 0 for "", a player in doubt."""
    return int(key.removeprefix("R-") or 0)


def _movement(values: Json, numbers: Mapping[str, int]) -> Movement:
    """Build a movement; `numbers`: SHA-256 of a file -> its number."""
    day, kind, reason, before, after, sha256, entrant, _, _, key, _, _ = values
    return Movement(
        _number(key), date.fromisoformat(day), kind, reason, _cote(before), Fraction(after),
        numbers[sha256] if sha256 else 0, entrant if sha256 else 0,
    )  # fmt: skip


def _ranking(values: Json) -> history.PublishedRanking:
    day, lines = values
    return history.PublishedRanking(date.fromisoformat(day), tuple(
        history.PublishedLine(_number(key), int(place), _text(name), _text(club), _text(series), Fraction(cote))
        for key, place, name, club, series, cote in lines
    ))  # fmt: skip


def _person(values: Json) -> RegisteredPlayer:
    number, spellings = values
    return RegisteredPlayer(
        int(number),
        tuple(Spelling(date.fromisoformat(since), *_texts(licence_to_club)) for since, *licence_to_club in spellings),
    )


def _standing(values: Json, numbers: Mapping[str, int], first_numbers: Mapping[str, int]) -> history.StandingTournament:
    """Build how a tournament counts; SHA-256 of a file -> its number, or that of the version that it replaced."""
    sha256, day, rows = values
    return history.StandingTournament(first_numbers[sha256], numbers[sha256], date.fromisoformat(day), tuple(
        history.StandingRow(int(number), _number(key), Fraction(start)) for number, key, start in rows
    ))  # fmt: skip


def _history(values: Json) -> tuple[history.PublicationHistory, tuple[Mapping[str, str], ...]]:
    """Build a history and the journal of decisions from a list of values; ValueError or TypeError for other values."""
    day, lists, files, adjustments, decisions, seasons, refused, places, *results = values
    movements, people, rankings, publisher, journal, standing = results
    federation, logo, signature, *_ = publisher  # version 0.1.0 kept a limit for letters
    numbers = {_text(sha256): number for number, (_, sha256, *_) in enumerate(files, start=1)}
    first_numbers = numbers | {instead: numbers[sha256] for _, sha256, _, _, _, _, day, instead, *_ in files
                               if day and instead in numbers}  # fmt: skip
    past = history.PublicationHistory(
        date.fromisoformat(day),
        tuple(DatedList(date.fromisoformat(since), tuple(map(_line, lines))) for since, lines in lists),
        tuple(_file(number, values) for number, values in enumerate(files, start=1)),
        tuple(
            Adjustment(date.fromisoformat(since), licence, Fraction(points), *reason_and_source)
            for since, licence, points, *reason_and_source in adjustments
        ),
        tuple(map(_line, decisions)), _texts(seasons), _line(refused),
        {_number(key): (place, _cote(cote)) for key, (place, cote) in places.items()},
        tuple(_movement(values, numbers) for values in movements), tuple(map(_person, people)),
        tuple(map(_ranking, rankings)), history.Publisher(_text(federation), _text(logo), _text(signature)),
        tuple(_standing(values, numbers, first_numbers) for values in standing),
    )  # fmt: skip
    return replace(past, movements=tuple(_add_terms(past))), tuple(map(_line, journal))


def _add_terms(past: history.PublicationHistory) -> Iterator[Movement]:
    """Yield the movements, those of tournaments with the terms that give what was published.

    The report kept the starting cotes; guests have those of the workbook.
    """
    calendar, files = Calendar(seasons().values()), {file.number: file.tournament for file in past.files}
    starts = {standing.number: {row.number: row.start for row in standing.rows} for standing in past.standing}
    lines: dict[int, dict[int, Rating]] = {}
    for number, own in starts.items():
        played = files[number]
        season = calendar.find_season(played.season) or calendar.season_on(played.first)
        typed = {entrant.number: Fraction(entrant.cote) for entrant in played.participants}
        lines[number] = {line.player.number: line for line in rate_tournament(played, typed | own, season).lines}
    for movement in past.movements:
        line = lines.get(movement.tournament, {}).get(movement.entrant)
        if line and line.gain.total == movement.change:
            movement = movement._replace(terms=Terms(line.place, line.rank, line.old, line.gain))
        yield movement


def read_old_report(path: Path) -> tuple[history.PublicationHistory, tuple[Mapping[str, str], ...]]:
    """Read the history in a ranking workbook that `federation build` wrote before there was a register.

    Returns:
        What the publication leaves to the next one, and every decision as it was given, the oldest first.

    Raises:
        ExternalError: The file cannot be read, is no ranking workbook of ours, or its history is missing,
            damaged or of an unknown format.
    """
    try:
        data = read_regular_file(path, limits.MAX_PUBLICATION)
    except OSError as error:
        reason = explain_error(error)[0]
        raise ExternalError(texts.BEFORE_UNREADABLE, path=printable_path(path), reason=reason) from None
    if not is_ours(data):
        raise ExternalError(texts.BEFORE_NOT_OURS, path=printable_path(path))
    try:
        version, values = json.loads(_memory_text(data))
        if version != FORMAT:
            raise ValueError(f"format {version}")
        return _history(values)
    except (*DAMAGE, TypeError, AttributeError, SyntaxError, OSError):
        raise ExternalError(texts.BEFORE_WITHOUT_MEMORY, path=printable_path(path)) from None


def _memory_text(data: bytes) -> str:
    """Join the texts of the sheet Mémoire, whatever the size of the other sheets.

    `xlsx.workbook_package` is no help: its limits are those of a tournament, and 1,200 tournaments have more text.
    """
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        sheets = _part(package, "xl/workbook.xml").iter(f"{_MAIN_NAMESPACE}sheet")
        sheet_id = {sheet.get("name"): sheet.get(_RELATION_ID) for sheet in sheets}[texts.MEMORY_SHEET]
        links = _part(package, "xl/_rels/workbook.xml.rels")
        target = next(link.get("Target", "") for link in links if link.get("Id") == sheet_id)
        sheet = _part(package, target.lstrip("/") if target.startswith("/") else f"xl/{target}")
        has_shared_strings = _SHARED_STRINGS in package.namelist()  # some programs store each text in its cell
        shared = (
            [_element_text(item) for item in _part(package, _SHARED_STRINGS).iter(f"{_MAIN_NAMESPACE}si")]
            if has_shared_strings
            else []
        )
    return "".join(
        shared[int(cell.findtext(f"{_MAIN_NAMESPACE}v", ""))] if cell.get("t") == "s" else _element_text(cell)
        for cell in sheet.iter(f"{_MAIN_NAMESPACE}c")
    )


def _part(package: zipfile.ZipFile, name: str) -> Element:
    with package.open(name) as part:
        content = part.read(limits.MAX_PUBLICATION_PART)
    xml_parser(content, strict=False).Parse(content, True)
    return fromstring(content)


def _element_text(item: Element) -> str:
    text = "".join(part.text or "" for part in item.iter(f"{_MAIN_NAMESPACE}t"))
    return _ESCAPED_CHARACTER.sub(lambda match: chr(int(match[1], 16)), text)

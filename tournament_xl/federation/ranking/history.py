"""History of a publication: its inputs and cotes (ratings), on the very hidden sheet Mémoire, for the next publication.

The sheet holds one JSON text in as many cells as it needs; a record is the list of its values, without their names. The
next build starts from it, so a season built month by month equals one built at once. A movement is a change of a cote.
"""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from pathlib import Path
from xml.etree.ElementTree import Element, fromstring

from tournament_xl.core.resources import printable_path, read_regular_file
from tournament_xl.federation.identity.people import RegisteredPlayer, Spelling
from tournament_xl.federation.intake.decisions import Adjustment
from tournament_xl.federation.intake.facts import File
from tournament_xl.federation.intake.file_records import read_file_record, to_json
from tournament_xl.federation.intake.own_files import is_ours
from tournament_xl.federation.ranking.ledger import DatedList, Movement, RanksAndCotes
from tournament_xl.messages import federation as texts
from tournament_xl.workbook.snapshot import ExternalError, Json
from tournament_xl.xlsx import limits
from tournament_xl.xlsx.atomic_write import explain_error
from tournament_xl.xlsx.limits import DAMAGE, xml_parser

FORMAT = 4
_CELL_LENGTH = 16_000  # characters of one cell
_OWN_COLUMNS = ("Cote", "Dernier tournoi", "Coefficient classique")  # each publication changes them in a list
_MAIN_NAMESPACE = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_RELATION_ID = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_SHARED_STRINGS = "xl/sharedStrings.xml"
_ESCAPED_CHARACTER = re.compile("_x([0-9A-Fa-f]{4})_")


@dataclass(frozen=True, slots=True)
class PublishedLine:
    """Line of a published ranking."""

    key: str  # of the account
    place: int
    name: str
    club: str
    series: str
    cote: Fraction


@dataclass(frozen=True, slots=True)
class PublishedRanking:
    """Ranking as it was published, for the archive."""

    day: date
    lines: tuple[PublishedLine, ...]


@dataclass(frozen=True, slots=True)
class Publisher:
    """Federation that publishes, as pages and letters present it; carried over from month to month."""

    federation: str = ""  # name on the pages
    logo: str = ""  # picture as data: URI
    signature: str = ""  # last lines of the letters


@dataclass(frozen=True, slots=True)
class StandingRow:
    """Participant of a tournament, in the version of the tournament that counts."""

    number: int  # N° in the tournament
    key: str  # of the player, "" while he is in doubt
    start: Fraction  # C_j: the cote from which he starts


@dataclass(frozen=True, slots=True)
class StandingTournament:
    """How a tournament counts: what a closed period keeps (R13)."""

    sha256: str
    day: date  # on which it counts
    rows: tuple[StandingRow, ...]


@dataclass(frozen=True, slots=True)
class PublicationHistory:
    """Inputs and results of a publication."""

    day: date
    lists: tuple[DatedList, ...]  # the initial list, then later ones, each valid from its day
    files: tuple[File, ...]  # every tournament read: counted (`published`), or waiting for its day or for an answer
    adjustments: tuple[Adjustment, ...]
    decisions: tuple[Mapping[str, str], ...]  # lines of the CSV with an answer
    seasons: tuple[str, ...]  # contents of the TOML files
    refused: Mapping[str, str]  # files ever left out: SHA-256 -> French reason, which is reported once
    ranks_and_cotes: RanksAndCotes  # as published
    movements: tuple[Movement, ...]
    people: tuple[RegisteredPlayer, ...]  # everybody ever registered
    rankings: tuple[PublishedRanking, ...]  # as published, oldest first, this one last
    publisher: Publisher
    journal: tuple[Mapping[str, str], ...]  # every decision as it was given, withdrawals included, oldest first
    standing: tuple[StandingTournament, ...]  # in the order in which they count


def prepare_movements(movements: Iterable[Movement]) -> list[Movement]:
    """Return the movements as they are published: with key, name and licence of the player, without ledger objects.

    Movements of guests (players about whom a question is open) are left out. A movement without tournament gets as
    number how many movements of its day, kind and player come before it.
    """
    published_movements = []
    counts: dict[tuple[date, str, str], int] = {}
    for movement in (movement for movement in movements if not movement.account.guest):
        key = movement.account.key
        earlier_count = counts.get((movement.day, movement.kind, key), 0)
        counts[movement.day, movement.kind, key] = earlier_count + 1
        published_movements.append(replace(
            movement, number=movement.number if movement.sha256 else earlier_count, key=key,
            name=movement.account.full_name, licence=movement.account.licence, _account=None, rating=None, counted=None,
        ))  # fmt: skip
    return published_movements


def find_new_lines(lists: Sequence[DatedList], lines: Iterable[Mapping[str, str]]) -> tuple[Mapping[str, str], ...]:
    """Return the lines of a player list that differ from every line of all earlier lists, in their order.

    A changed line is new, unless it is again as in some earlier list. Cote, last tournament and coefficient are not
    compared: each publication changes them.
    """

    def content(line: Mapping[str, str]) -> frozenset[tuple[str, str]]:
        return frozenset((key, value) for key, value in line.items() if key not in _OWN_COLUMNS)

    known_contents = {content(line) for player_list in lists for line in player_list.lines}
    return tuple(line for line in lines if content(line) not in known_contents)


# The sheet Mémoire


def render_cells(history: PublicationHistory) -> list[str]:
    """Render a history as the texts of the cells of sheet Mémoire, one per row; joined they are one JSON text."""
    text = json.dumps([FORMAT, history], separators=(",", ":"), default=to_json)
    return [text[start : start + _CELL_LENGTH] for start in range(0, len(text), _CELL_LENGTH)]


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


def _movement(values: Json) -> Movement:
    day, kind, reason, before, after, sha256, number, start, reference, key, name, licence = values
    return Movement(
        date.fromisoformat(day), kind, reason, _cote(before), Fraction(after), sha256, number, _cote(start),
        _cote(reference), _text(key), _text(name), _text(licence),
    )  # fmt: skip


def _ranking(values: Json) -> PublishedRanking:
    day, lines = values
    return PublishedRanking(date.fromisoformat(day), tuple(
        PublishedLine(_text(key), int(place), _text(name), _text(club), _text(series), Fraction(cote))
        for key, place, name, club, series, cote in lines
    ))  # fmt: skip


def _person(values: Json) -> RegisteredPlayer:
    number, spellings = values
    return RegisteredPlayer(
        int(number),
        tuple(Spelling(date.fromisoformat(since), *_texts(licence_to_club)) for since, *licence_to_club in spellings),
    )


def _standing(values: Json) -> StandingTournament:
    sha256, day, rows = values
    return StandingTournament(_text(sha256), date.fromisoformat(day), tuple(
        StandingRow(int(number), _text(key), Fraction(start)) for number, key, start in rows
    ))  # fmt: skip


def _history(values: Json) -> PublicationHistory:
    """Build a history from the list of its values; ValueError or TypeError for other values."""
    (
        day,
        lists,
        files,
        adjustments,
        decisions,
        seasons,
        refused,
        places,
        movements,
        people,
        rankings,
        publisher,
        journal,
        standing,
    ) = values
    federation, logo, signature, *_ = publisher  # version 0.1.0 kept a limit for letters
    return PublicationHistory(
        date.fromisoformat(day),
        tuple(DatedList(date.fromisoformat(since), tuple(map(_line, lines))) for since, lines in lists),
        tuple(map(read_file_record, files)),
        tuple(
            Adjustment(date.fromisoformat(since), licence, Fraction(points), *reason_and_source)
            for since, licence, points, *reason_and_source in adjustments
        ),
        tuple(map(_line, decisions)), _texts(seasons), _line(refused),
        {_text(key): (place, _cote(cote)) for key, (place, cote) in places.items()},
        tuple(map(_movement, movements)), tuple(map(_person, people)), tuple(map(_ranking, rankings)),
        Publisher(_text(federation), _text(logo), _text(signature)), tuple(map(_line, journal)),
        tuple(map(_standing, standing)),
    )  # fmt: skip


def read_publication_history(path: Path) -> PublicationHistory:
    """Read the history in a ranking workbook that `federation build` wrote.

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

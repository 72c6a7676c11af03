"""What a publication carries for the next one, on its very hidden sheet Mémoire: all that it was made of and every
cote that it published.

The sheet has one JSON text, in as many cells as it needs; a record is the list of its values. The next build starts
from there, so a season built month by month and one built at once are the same build.
"""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import date
from fractions import Fraction
from pathlib import Path
from xml.etree.ElementTree import Element, fromstring

from tournament_xl.core.resources import printable_path, read_regular_file
from tournament_xl.federation.identity.people import RegisteredPlayer, Spelling
from tournament_xl.federation.intake.decisions import Adjustment
from tournament_xl.federation.intake.facts import Entrant, File, Played
from tournament_xl.federation.intake.own_files import is_ours
from tournament_xl.federation.ranking.ledger import LaterList, Movement, Places
from tournament_xl.messages import federation as texts
from tournament_xl.workbook.snapshot import HostError, Json
from tournament_xl.xlsx.atomic_write import why
from tournament_xl.xlsx.limits import DAMAGE, xml_parser

FORMAT = 3
_LETTERS = 16_000  # of a cell
_CHANGING = ("Cote", "Dernier tournoi", "Coefficient classique")  # of a list: our own publication changes them
_MOST_BYTES = 200_000_000  # of the workbook
_MOST_PART = 500_000_000  # of a part of it, unpacked
_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_LINK = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_SHARED = "xl/sharedStrings.xml"
_CODED = re.compile("_x([0-9A-Fa-f]{4})_")


@dataclass(frozen=True, slots=True)
class PublishedLine:
    """A line of a ranking as it was published."""

    key: str
    place: int
    name: str
    club: str
    series: str
    cote: Fraction


@dataclass(frozen=True, slots=True)
class Ranking:
    """A ranking as it was published."""

    day: date
    lines: tuple[PublishedLine, ...]


@dataclass(frozen=True, slots=True)
class Publisher:
    """Who publishes; kept from month to month."""

    federation: str = ""  # its name on the pages
    logo: str = ""  # a picture as data: URI
    signature: str = ""  # under the letters
    limit: Fraction = Fraction(5)  # points from which on a correction is written to an organiser


@dataclass(frozen=True, slots=True)
class History:
    """A publication as it was made."""

    day: date
    lists: tuple[LaterList, ...]  # the first one is the beginning; each of the others counts from its day on
    files: tuple[File, ...]  # every tournament that was read: counted (`published`), or waiting for its day or answer
    adjustments: tuple[Adjustment, ...]
    decisions: tuple[Mapping[str, str], ...]  # lines of the CSV with an answer
    seasons: tuple[str, ...]  # TOML files that were given
    refused: Mapping[str, str]  # SHA-256 -> sentence: told once
    places: Places  # as published
    movements: tuple[Movement, ...]
    people: tuple[RegisteredPlayer, ...]  # everybody whom the register has known
    rankings: tuple[Ranking, ...]  # as published, the first one first, this one last
    desk: Publisher


def published(movements: Iterable[Movement]) -> list[Movement]:
    """The movements as they are to be published; those of a player in doubt are nobody's."""
    found = []
    times: dict[tuple[date, str, str], int] = {}
    for one in (one for one in movements if not one.account.guest):
        key = one.account.key
        again = times.get((one.day, one.kind, key), 0)
        times[one.day, one.kind, key] = again + 1
        found.append(replace(
            one, number=one.number if one.sha256 else again, key=key, name=one.account.full_name,
            licence=one.account.licence, _account=None, rating=None, counted=None,
        ))  # fmt: skip
    return found


def new_lines(lists: Sequence[LaterList], lines: Iterable[Mapping[str, str]]) -> tuple[Mapping[str, str], ...]:
    """The lines of a list that say anything which none of the earlier lists says, cotes and dates aside."""

    def said(line: Mapping[str, str]) -> frozenset[tuple[str, str]]:
        return frozenset((key, value) for key, value in line.items() if key not in _CHANGING)

    known = {said(line) for one in lists for line in one.lines}
    return tuple(line for line in lines if said(line) not in known)


# The sheet Mémoire


def cells(history: History) -> list[str]:
    """The texts of the sheet's cells, one a row."""
    text = json.dumps([FORMAT, history], separators=(",", ":"), default=_plain)
    return [text[at : at + _LETTERS] for at in range(0, len(text), _LETTERS)]


def _plain(value: Json) -> str | list[object]:
    """A day or a cote as text, a record as the list of its values."""
    if isinstance(value, date | Fraction):
        return str(value)
    return [getattr(value, field.name) for field in fields(value) if field.compare]


def _text(value: Json) -> str:
    if type(value) is not str:
        raise TypeError("text wanted")
    return value


def _texts(values: Json) -> tuple[str, ...]:
    return tuple(map(_text, values))


def _day(value: Json) -> date | None:
    return None if value is None else date.fromisoformat(value)


def _cote(value: Json) -> Fraction | None:
    return None if value is None else Fraction(value)


def _line(value: Json) -> dict[str, str]:
    """A line of a list or of the decisions."""
    return {_text(key): _text(cell) for key, cell in value.items()}


def _played(values: Json) -> Played:
    title, where, first, last, formula, kind, season, games, entrants, results, draw, who, email, *found = values
    return Played(
        title, where, date.fromisoformat(first), date.fromisoformat(last), formula, kind, season, int(games),
        tuple(Entrant(*one) for one in entrants), _texts(results), draw, who, email, *map(_texts, found),
    )  # fmt: skip


def _file(values: Json) -> File:
    name, sha256, played, refusal, word, sender, published, instead, repeats = values
    tournament = None if played is None else _played(played)
    return File(name, sha256, tournament, refusal, word, _texts(sender), _day(published), instead, repeats)


def _movement(values: Json) -> Movement:
    day, kind, reason, before, after, sha256, number, start, reference, key, name, licence = values
    return Movement(
        date.fromisoformat(day), kind, reason, _cote(before), Fraction(after), sha256, number, _cote(start),
        _cote(reference), _text(key), _text(name), _text(licence),
    )  # fmt: skip


def _ranking(values: Json) -> Ranking:
    day, lines = values
    return Ranking(date.fromisoformat(day), tuple(
        PublishedLine(_text(key), int(place), _text(name), _text(club), _text(series), Fraction(cote))
        for key, place, name, club, series, cote in lines
    ))  # fmt: skip


def _person(values: Json) -> RegisteredPlayer:
    number, known = values
    return RegisteredPlayer(
        int(number), tuple(Spelling(date.fromisoformat(since), *_texts(how)) for since, *how in known)
    )


def _history(values: Json) -> History:
    """A publication out of the list of its values. ValueError or TypeError when they are no such values."""
    day, lists, files, adjustments, decisions, seasons, refused, places, movements, people, rankings, desk = values
    federation, logo, signature, limit = desk
    return History(
        date.fromisoformat(day),
        tuple(LaterList(date.fromisoformat(since), tuple(map(_line, lines))) for since, lines in lists),
        tuple(map(_file, files)),
        tuple(Adjustment(date.fromisoformat(on), who, Fraction(points), *why) for on, who, points, *why in adjustments),
        tuple(map(_line, decisions)), _texts(seasons), _line(refused),
        {_text(key): (place, _cote(cote)) for key, (place, cote) in places.items()},
        tuple(map(_movement, movements)), tuple(map(_person, people)), tuple(map(_ranking, rankings)),
        Publisher(_text(federation), _text(logo), _text(signature), Fraction(limit)),
    )  # fmt: skip


def read_history(path: Path) -> History:
    """The publication in a workbook that `build` wrote. HostError when it is another file, or damaged."""
    try:
        data = read_regular_file(path, _MOST_BYTES)
    except OSError as error:
        raise HostError(texts.BEFORE_UNREADABLE.format(path=printable_path(path), reason=why(error)[0])) from None
    if not is_ours(data):
        raise HostError(texts.BEFORE_NOT_OURS.format(path=printable_path(path)))
    try:
        form, values = json.loads(_memory(data))
        if form != FORMAT:
            raise ValueError(f"format {form}")
        return _history(values)
    except (*DAMAGE, TypeError, AttributeError, SyntaxError, OSError):
        raise HostError(texts.BEFORE_WITHOUT_MEMORY.format(path=printable_path(path))) from None


def _memory(data: bytes) -> str:
    """The texts of the sheet Mémoire, joined, however large the other sheets are.

    Not by `xlsx.workbook_package`: its bounds are those of a tournament, and 1,200 of them have more letters.
    """
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        sheets = _part(package, "xl/workbook.xml").iter(f"{_MAIN}sheet")
        wanted = {sheet.get("name"): sheet.get(_LINK) for sheet in sheets}[texts.MEMORY_SHEET]
        links = _part(package, "xl/_rels/workbook.xml.rels")
        target = next(one.get("Target", "") for one in links if one.get("Id") == wanted)
        sheet = _part(package, target.lstrip("/") if target.startswith("/") else f"xl/{target}")
        there = _SHARED in package.namelist()  # some programs write every text into its cell
        shared = [_inside(one) for one in _part(package, _SHARED).iter(f"{_MAIN}si")] if there else []
    return "".join(
        shared[int(cell.findtext(f"{_MAIN}v", ""))] if cell.get("t") == "s" else _inside(cell)
        for cell in sheet.iter(f"{_MAIN}c")
    )


def _part(package: zipfile.ZipFile, name: str) -> Element:
    with package.open(name) as part:
        content = part.read(_MOST_PART)
    xml_parser(content, ours=False).Parse(content, True)
    return fromstring(content)


def _inside(item: Element) -> str:
    text = "".join(one.text or "" for one in item.iter(f"{_MAIN}t"))
    return _CODED.sub(lambda found: chr(int(found[1], 16)), text)

"""What a publication carries for the next one, on its very hidden sheet Mémoire: all that it was made of and every
cote that it published; and what the next one changes of them.

The sheet has one JSON text, in as many cells as it needs; a record is the list of its values. The next build starts
from there, so a season built month by month and one built at once are the same build.
"""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import date
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any, TypeVar
from xml.etree.ElementTree import Element, fromstring

from tournament_xl.book.snapshot import HostError
from tournament_xl.federation.decisions import Adjustment
from tournament_xl.federation.facts import Entrant, File, Played
from tournament_xl.federation.ledger import LaterList, Movement, Places
from tournament_xl.files.limits import DAMAGE
from tournament_xl.files.places import why
from tournament_xl.resources import legible, read_ordinary
from tournament_xl.texts import federation as texts

CATEGORY = "tournament-xl federation build"  # in the workbook's properties: how our rankings are recognised
FORMAT = 3
_LETTERS = 16_000  # of a cell
_CHANGING = ("Cote", "Dernier tournoi", "Coefficient classique")  # of a list: our own publication changes them
_MOST_BYTES = 200_000_000  # of the workbook
_MOST_PART = 500_000_000  # of a part of it, unpacked
_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_LINK = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_SHARED = "xl/sharedStrings.xml"
_CODED = re.compile("_x([0-9A-Fa-f]{4})_")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Published:
    """A movement as it was published."""

    day: date
    kind: str  # of texts.federation, as `Movement`
    reason: str
    sha256: str  # of the tournament's file; "" without
    number: int  # N° in it; for others how many of this day, kind and player came before
    key: str  # of the account
    name: str
    licence: str
    start: Fraction | None  # C_j
    reference: Fraction | None  # C_i
    before: Fraction | None
    after: Fraction

    @property
    def change(self) -> Fraction | None:
        return None if self.before is None else self.after - self.before


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
    movements: tuple[Published, ...]


def published(movements: Iterable[Movement]) -> list[Published]:
    """The movements as they are to be published; those of a player in doubt are nobody's."""
    found = []
    times: dict[tuple[date, str, str], int] = {}
    for one in (one for one in movements if not one.account.guest):
        line, account = one.rating, one.account
        sha256 = one.counted.file.sha256 if one.counted else ""
        again = times.get((one.day, one.kind, account.key), 0)
        times[one.day, one.kind, account.key] = again + 1
        found.append(
            Published(
                one.day, one.kind, one.reason, sha256, line.player.number if line else again, account.key,
                account.full_name, account.licence, line.old if line else None, line.gain.reference if line else None,
                one.before, one.after,
            )
        )  # fmt: skip
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


def _plain(value: Any) -> str | list[object]:
    """A day or a cote as text, a record as the list of its values."""
    if isinstance(value, date | Fraction):
        return str(value)
    return [getattr(value, field.name) for field in fields(value)]


def _made(kind: Callable[..., T], values: Sequence[Any]) -> T:
    """The record of a list of its values. ValueError or TypeError when they are no such values."""
    kinds = kind.__annotations__.values()
    return kind(*(_READ[one](value) for one, value in zip(kinds, values, strict=True)))


def _is(*kinds: type) -> Callable[[Any], Any]:
    def checked(value: Any) -> Any:
        if type(value) not in kinds:
            raise TypeError(f"{kinds} wanted")
        return value

    return checked


def _or_none(read: Callable[[Any], T]) -> Callable[[Any], T | None]:
    return lambda value: None if value is None else read(value)


def _tuple_of(read: Callable[[Any], T]) -> Callable[[Any], tuple[T, ...]]:
    return lambda values: tuple(map(read, values))


_text, _cote = _is(str), _or_none(Fraction)
_READ: dict[str, Callable[[Any], Any]] = {
    "str": _text, "int": _is(int), "bool": _is(bool), "int | None": _is(int, type(None)),
    "date": date.fromisoformat, "date | None": _or_none(date.fromisoformat),
    "Fraction": Fraction, "Fraction | None": _cote, "tuple[str, ...]": _tuple_of(_text),
    "Mapping[str, str]": _is(dict), "tuple[Mapping[str, str], ...]": _tuple_of(_is(dict)),
    "Played | None": _or_none(partial(_made, Played)),
    "Places": lambda places: {key: (place, _cote(cote)) for key, (place, cote) in places.items()},
    **{f"tuple[{kind.__name__}, ...]": _tuple_of(partial(_made, kind))
       for kind in (Entrant, File, LaterList, Adjustment, Published)},
}  # annotation of a field -> what makes its value again  # fmt: skip


def read_history(path: Path) -> History:
    """The publication in a workbook that `build` wrote. HostError when it is another file, or damaged."""
    try:
        data = read_ordinary(path, _MOST_BYTES)
    except OSError as error:
        raise HostError(texts.BEFORE_UNREADABLE.format(path=legible(path), reason=why(error)[0])) from None
    if not is_ours(data):
        raise HostError(texts.BEFORE_NOT_OURS.format(path=legible(path)))
    try:
        form, values = json.loads(_memory(data))
        if form != FORMAT:
            raise ValueError(f"format {form}")
        return _made(History, values)
    except (*DAMAGE, TypeError, AttributeError, SyntaxError, OSError):
        raise HostError(texts.BEFORE_WITHOUT_MEMORY.format(path=legible(path))) from None


def is_ours(data: bytes) -> bool:
    """Whether a file is a ranking that `build` wrote."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as parts, parts.open("docProps/core.xml") as part:
            return f"<cp:category>{CATEGORY}</cp:category>".encode() in part.read(1_000_000)
    except (OSError, *DAMAGE):
        return False


def _memory(data: bytes) -> str:
    """The texts of the sheet Mémoire, joined, however large the other sheets are."""
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
    if b"<!DOCTYPE" in content:
        raise ValueError("DOCTYPE")
    return fromstring(content)


def _inside(item: Element) -> str:
    text = "".join(one.text or "" for one in item.iter(f"{_MAIN}t"))
    return _CODED.sub(lambda found: chr(int(found[1], 16)), text)


# Corrections of the past


@dataclass(frozen=True, slots=True)
class Correction:
    """A movement of the past that is not as it was published."""

    day: date
    published: Published | None  # None: was not there
    now: Published | None  # None: is no longer there
    cause: str  # a French sentence

    @property
    def one(self) -> Published:
        """Whose movement it is, by the newer of both."""
        found = self.now or self.published
        assert found
        return found


def corrections(history: History, movements: Iterable[Published], files: Iterable[File]) -> list[Correction]:
    """In the order of the days: the movements up to the earlier publication that differ from it, each with its cause.

    `movements`: those of the new publication; `files`: its files, those left out included.
    """
    by_sha = {file.sha256: file for file in files if file.sha256 and not file.repeats}
    before = {_place(one, by_sha): one for one in history.movements}
    after = {_place(one, {}): one for one in movements}
    after = {place: one for place, one in after.items() if one.day <= history.day or place in before}
    pairs = [(before.get(place), after.get(place)) for place in dict.fromkeys([*after, *before])]
    changed = [pair for pair in pairs if _cotes(pair[0]) != _cotes(pair[1])]
    changed.sort(key=lambda pair: (pair[1] or pair[0]).day)  # type: ignore[union-attr]  # one of them is there
    counted = {one.sha256 for one in history.movements}
    last: dict[str, str] = {}  # key of a player -> where his cote became another one: what follows comes from there
    found = []
    for was, now in changed:
        one = now or was
        assert one
        follows = last.get(one.key, one.reason)
        cause = texts.FOLLOWS.format(title=follows) if follows != one.reason else texts.RECOUNTED
        found.append(Correction(one.day, was, now, _cause(was, now, cause, by_sha, counted)))
        for side in (side for side in (was, now) if side):
            if not (was and now and was.key == now.key and was.change == now.change):
                last[side.key] = one.reason
    return found


def _cause(
    was: Published | None, now: Published | None, follows: str, files: Mapping[str, File], counted: set[str]
) -> str:
    """Why a movement differs; `follows` is the cause when it only comes after another one that does."""
    if was is None:
        assert now
        if now.sha256:
            return texts.DECIDED if now.sha256 in counted else texts.LATE
        return texts.ADDED.format(kind=now.kind)
    if now is None:
        file = files.get(was.sha256)
        if file and not file.played:
            return texts.NO_LONGER.format(reason=file.refusal)
        return texts.UNDECIDED if was.sha256 else texts.GONE.format(kind=was.kind)
    if was.sha256 != now.sha256:
        return texts.CORRECTED_VERSION
    if was.key != now.key:
        return texts.OTHER_PLAYER.format(old=legible(was.name), new=now.name)
    if was.start == now.start and was.change != now.change and now.sha256:
        return texts.OTHER_FIELD
    return follows


def _place(one: Published, files: Mapping[str, File]) -> tuple[object, ...]:
    """What makes it the same movement; a version in the place of another has its movements."""
    if not one.sha256:
        return one.day, one.kind, one.key, one.number
    file = files.get(one.sha256)
    return (file and file.instead) or one.sha256, one.number


def _cotes(one: Published | None) -> object:
    return one and (one.key, one.before, one.after, one.start)


def told(found: Sequence[Correction]) -> str:
    """How many and whose, in a sentence; "" for none."""
    if not found:
        return ""
    late = {one.one.sha256 for one in found if one.cause == texts.LATE}
    return texts.corrections_told(len(found), len({one.one.key for one in found}), len(late))

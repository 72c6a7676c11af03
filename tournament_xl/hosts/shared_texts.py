"""How much text the cells of a package hold: it keeps a text once, and each cell that shows it gets one of its own."""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from xml.parsers import expat

MAX_TAGS = 2_000_000  # in a sheet: four for each cell that a workbook may have
_ESCAPE = re.compile("_x[0-9A-Fa-f]{4}_")
_PIECE = 2**20  # letters of a text that are looked at together: no sign is cut in two
_FEW = 50  # signs written so: their cost is nothing
_COSTLY = 100  # a text with so many of them takes as long as one of twice its letters
_END = re.compile(rb"</(?:[^\s<>/?!]+:)?si\s*>")


def longest(part: bytes) -> int:
    """The length in bytes of the longest shared text of a part, or more; 0 when it has none."""
    if b"si>" not in part and b"si " not in part:
        return 0
    if b"<!" in part:  # a comment may hold the end of one
        return len(part)
    texts = _END.split(part)
    return max(map(len, texts)) if len(texts) > 1 else 0


def escapes(part: bytes) -> int:
    """How many signs of a part's texts are written in the way of "_x000D_", for which excelize copies the text."""
    if part.count(b"_x") + part.count(b"&#") < _FEW:
        return 0
    counted = 0

    def text(data: str) -> None:
        nonlocal counted
        counted += len(_ESCAPE.findall(data))

    parser = expat.ParserCreate()
    parser.buffer_text, parser.buffer_size = True, _PIECE
    parser.CharacterDataHandler = text
    parser.Parse(part, True)
    return counted if counted >= _FEW else 0


def letters(parts: Iterable[bytes], sheets: Iterable[bytes], limit: int) -> int:
    """The letters of all cells of `sheets` that show a text of `parts`; more than `limit` when there are too many."""
    sizes: list[int] = []
    for part in parts:
        sizes += _Sizes().of(part)
    total = 0
    for sheet in sheets:
        total += _References(sizes, limit - total).of(sheet)
        if total > limit:
            break
    return total


class _Sizes:
    """The letters of each shared text; more of them as it has signs that take time."""

    def __init__(self) -> None:
        self.found: list[int] = []
        self.inside, self.escapes = False, 0

    def of(self, part: bytes) -> list[int]:
        parser = expat.ParserCreate()
        parser.buffer_text, parser.buffer_size = True, _PIECE
        parser.StartElementHandler, parser.EndElementHandler = self._start, self._end
        parser.CharacterDataHandler = self._text
        parser.Parse(part, True)
        return self.found

    def _start(self, name: str, _attributes: object) -> None:
        if _local(name) == "si":
            self.found.append(0)
            self.inside, self.escapes = True, 0

    def _end(self, name: str) -> None:
        if self.inside and _local(name) == "si":
            self.found[-1] += self.found[-1] * self.escapes // _COSTLY
            self.inside = False

    def _text(self, data: str) -> None:
        if self.inside:
            self.found[-1] += len(data)
            self.escapes += len(_ESCAPE.findall(data)) if "_x" in data else 0


class _EnoughError(Exception):
    """The limit is passed."""


class _References:
    """What the cells of a sheet show."""

    def __init__(self, sizes: list[int], limit: int) -> None:
        self.sizes, self.limit, self.total, self.tags = sizes, limit, 0, 0
        self.shows, self.number = False, ""  # the present cell shows a shared text, and which

    def of(self, sheet: bytes) -> int:
        parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.StartElementHandler, parser.EndElementHandler = self._start, self._end
        parser.CharacterDataHandler = self._text
        with suppress(_EnoughError):
            parser.Parse(sheet, True)
        return self.total

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self.tags += 1
        if _local(name) == "c":
            self.shows = any(_local(one) == "t" and value == "s" for one, value in attributes.items())
        self.number = ""
        if self.total > self.limit or self.tags > MAX_TAGS:
            self.total = max(self.total, self.limit + 1)
            raise _EnoughError

    def _text(self, data: str) -> None:
        if self.shows:
            self.number += data

    def _end(self, name: str) -> None:
        if self.shows and _local(name) == "v" and self.number:
            at = _whole(self.number)
            self.total += self.sizes[at] if 0 <= at < len(self.sizes) else 0
        self.number = ""


def _whole(text: str) -> int:
    """As excelize reads it: what is no number is 0."""
    try:
        return int(text[:4000])
    except ValueError:
        return 0


def _local(name: str) -> str:
    return name.rpartition(":")[2]

"""How far a sheet reaches, found in its XML before excelize reads it.

excelize makes room for every cell up to the last of each row. It also places rows that are out of order wrongly, and
where it does not understand an address it reads the rest of the sheet as empty, without a word: such a sheet is not
sound.
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass
from xml.parsers import expat

MAX_ROW, MAX_COLUMN = 1_048_576, 16_384  # Excel's
FAR = 100_000  # a row that no tournament has
MAX_TAGS = 500_000  # of a sheet written in an unusual way: some seconds

_TAG = re.compile(rb"<(?:[^\s<>/?!]+:)?(?:row|c)(?=[\s/>])")
_PLAIN = re.compile(  # as Excel, LibreOffice, excelize and most others write: row, or letters and row of a cell
    rb"""<(?:row r="([1-9][0-9]{0,4})"|c r="([A-Z]{1,3})([1-9][0-9]{0,4})")(?: [\w:]+="[^"<>&]*")*\s?/?>"""
)
_WHOLE = re.compile(r"[1-9][0-9]{0,6}")
_ADDRESS = re.compile(r"([A-Z]{1,3})([1-9][0-9]{0,6})")


@dataclass(frozen=True, slots=True)
class Extent:
    """The size of a sheet."""

    room: int  # cells up to the last of each row
    far: str  # the address of a filled cell from row FAR on; "" when there is none


def extent(sheet: bytes, limit: int) -> Extent:
    """The size of a sheet that is well-formed XML; a room over `limit` when it takes more or has too many tags.

    Raises ValueError for what excelize would misread: rows or cells out of order, addresses that are none.
    """
    tags = _PLAIN.findall(sheet)
    walk = _Walk(limit)
    if b"<!" in sheet or len(tags) != len(_TAG.findall(sheet)):
        return walk.through(sheet)
    for row, letters, number in tags:  # up to row 99999
        if row:
            walk.row(int(row))
        else:
            walk.cell(_column(letters), int(number))
    return Extent(walk.room + walk.column, "")


class _EnoughError(Exception):
    """The limit is passed."""


class _Walk:
    """From tag to tag: where the last row and cell stood."""

    def __init__(self, limit: int) -> None:
        self.limit, self.room, self.far = limit, 0, ""
        self.number = self.column = 0  # of the last row, of the last cell in it
        self.inside, self.address = False, ""  # a cell, and which
        self.tags = 0

    def row(self, number: int) -> None:
        if not self.number < number <= MAX_ROW:
            raise ValueError("row number")
        self.room += self.column
        self.number, self.column = number, 0

    def cell(self, column: int, row: int) -> None:
        if row != self.number or not self.column < column <= MAX_COLUMN:
            raise ValueError("cell address")
        self.column = column

    def through(self, sheet: bytes) -> Extent:
        """The same with a parser, for whatever can be written in XML."""
        parser = expat.ParserCreate()
        parser.StartElementHandler = self._start
        with suppress(_EnoughError):
            parser.Parse(sheet, True)
        return Extent(self.room + self.column, self.far)

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self.tags += 1
        if self.tags > MAX_TAGS or self.room + self.column > self.limit:
            self.room += self.limit + 1
            raise _EnoughError
        match name.rpartition(":")[2]:
            case "row":
                given = _own(attributes)
                if given is not None and not _WHOLE.fullmatch(given):
                    raise ValueError("row number")
                self.row(int(given) if given else self.number + 1)
            case "c":
                given = _own(attributes)
                self.inside, self.address = True, given or f"A{self.number}"
                if given is None:
                    self.cell(self.column + 1, self.number)
                elif address := _ADDRESS.fullmatch(given):
                    self.cell(_column(address[1].encode()), int(address[2]))
                else:
                    raise ValueError("cell address")
            case "v" | "is" | "f" if self.inside and self.number >= FAR:
                self.far = self.far or self.address
            case _:
                self.inside = False


def _own(attributes: dict[str, str]) -> str | None:
    """The attribute r. Raises ValueError for another one with the same local name, which excelize would take, too."""
    found = [name for name in attributes if name.rpartition(":")[2] == "r"]
    if found not in ([], ["r"]):
        raise ValueError("two addresses")
    return attributes.get("r")


def _column(letters: bytes) -> int:
    """AA -> 27."""
    number = 0
    for letter in letters:
        number = 26 * number + letter - 64
    return number

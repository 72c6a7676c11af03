"""The cells of one sheet's part, read by expat in whatever way they are written, and how a value is stored."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from functools import cache
from xml.parsers import expat

from tournament_xl.messages import workbook_files as texts_of
from tournament_xl.workbook.snapshot import Cell, HostError, address
from tournament_xl.xlsx.limits import MAX_ALL_LETTERS, MAX_CELLS, MAX_COLUMN, MAX_LETTERS, MAX_ROW, MAX_WHOLE

Place = tuple[str, int, int]  # sheet, row and column counted from 1
Rows = dict[str, tuple[int, list[Cell]]]  # a row as it is written -> its number, its values
_ADDRESS = re.compile(r"([A-Z]{1,3})([1-9][0-9]{0,6})")
_TEXTS = ("str", "inlineStr")  # types of cells in which no number stands
_REFERENCE = "&(?:#x([0-9A-Fa-f]+)|#([0-9]+)|([a-z]+));"
_NAMED = {"lt": "<", "gt": ">", "quot": '"', "apos": "'", "amp": "&"}  # "&" last: what it begins is no reference
_ESCAPED = "_x([0-9A-Fa-f]{4})_"
_BOOLEANS: dict[str, Cell] = {"1": True, "true": True, "0": False, "false": False}
_MOST_EXACT = 1e15  # whole numbers below it are shown with all their digits
NOT_IN_XML = "[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]"
_LOOKS_ESCAPED = "_(?=x[0-9A-Fa-f]{4}_)"


class TooManyError(Exception):
    """There are more letters than a workbook may have: the sentence, how many, the limit."""


class TooFarError(Exception):
    """There are more cells than a workbook may have: row and column of the last one."""


class Sheet:
    """What a sheet holds; `grid` as in Snapshot."""

    def __init__(self) -> None:
        self.grid: list[list[Cell]] = []
        self.uncomputed: set[tuple[int, int]] = set()  # row, column of formulas saved without result
        self.formulas = False  # there is one
        self.room = 0  # rows, and cells up to the last filled one of each
        self.rows: Rows = {}  # those without formulas

    def put(self, row: int, column: int, value: Cell) -> None:
        """A filled cell, behind all those before it. Raises ValueError for one that is not."""
        grid = self.grid
        new = row - len(grid)
        line = grid[-1] if new == 0 and grid else []
        gap = column - len(line) - 1
        if new < 0 or gap < 0:
            raise ValueError("cell address")
        self.room += new + gap + 1
        if self.room > MAX_CELLS:
            raise TooFarError(row, column)
        if new:
            grid.extend([] for _ in range(new))
            line = grid[-1]
        if gap:
            line.extend([None] * gap)
        line.append(value)

    def put_row(self, row: int, values: list[Cell]) -> None:
        """The values of a row, behind all those before it."""
        if values:
            empty = row - len(self.grid) - 1
            self.room += empty + 1 + len(values)
            if self.room > MAX_CELLS:
                raise TooFarError(row, len(values))
            self.grid.extend([] for _ in range(empty))
            self.grid.append(values)

    def put_formula(self, row: int, column: int, kind: str | None, result: str | None) -> None:
        """That there is a formula, perhaps without its result."""
        self.formulas = True
        if kind not in _TEXTS and not (result or "").strip():
            self.uncomputed.add((row, column))


@cache
def column_number(letters: str) -> int:
    """AA -> 27. Raises ValueError for what is no column."""
    number = 0
    for letter in letters:
        number = 26 * number + ord(letter) - 64
    if not re.fullmatch("[A-Z]{1,3}", letters) or number > MAX_COLUMN:
        raise ValueError("cell address")
    return number


def place(text: str) -> tuple[int, int]:
    """F12 -> row 12, column 6. Raises ValueError for what is no address."""
    found = _ADDRESS.fullmatch(text)
    if not found or int(found[2]) > MAX_ROW:
        raise ValueError("cell address")
    return int(found[2]), column_number(found[1])


def _walk(
    part: bytes, start: Callable[[str, dict[str, str]], None], end: Callable[[str], None], text: list[str]
) -> None:
    """From tag to tag with expat; what stands since the last one is in `text`."""
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.CharacterDataHandler = text.append
    parser.Parse(part, True)


def shared_texts(part: bytes) -> list[str]:
    """The texts that cells share, by their number. Raises TooManyError."""
    found: list[str] = []
    runs: list[str] = []
    text: list[str] = []
    phonetic, letters = False, 0  # within how a text is pronounced; of all texts

    def start(name: str, _: dict[str, str]) -> None:
        nonlocal phonetic
        text.clear()
        phonetic = phonetic or name.endswith("rPh")

    def end(name: str) -> None:
        nonlocal phonetic, letters
        local = name.rpartition(":")[2]
        if local == "t" and not phonetic:
            runs.extend(text)
            letters += sum(map(len, text))
            if letters > MAX_ALL_LETTERS:
                raise TooManyError(texts_of.LETTER_COUNT, letters, MAX_ALL_LETTERS)
        elif local == "rPh":
            phonetic = False
        elif local == "si":
            found.append(_unescaped("".join(runs)))
            runs.clear()

    _walk(part, start, end, text)
    return found


def unusual(part: bytes, texts: list[str]) -> Sheet:
    """The cells of a part, whatever way it is written; none when it is no sheet with cells. `texts`: the workbook's
    shared ones. Raises ExpatError for what is no well-formed XML, ValueError or LookupError for what is not sound.
    """
    return _Unusual(texts).read(part)


class _Unusual:
    """The cells of a part, as expat goes from tag to tag."""

    def __init__(self, texts: list[str]) -> None:
        self.texts, self.sheet = texts, Sheet()
        self.row = self.column = self.at = 0  # `at`: the row that the cell says it is in
        self.kind: str | None = None
        self.formula = self.phonetic = False
        self.stored: str | None = None
        self.inline: str | None = None
        self.text: list[str] = []

    def read(self, part: bytes) -> Sheet:
        _walk(part, self.start, self.end, self.text)
        return self.sheet

    def start(self, name: str, given: dict[str, str]) -> None:
        local = name.rpartition(":")[2] if ":" in name else name
        self.text.clear()
        if local == "c":
            self.at, self.column = self.row, self.column + 1
            if "r" in given:
                found = _ADDRESS.fullmatch(given["r"])
                if found is None:
                    raise ValueError("cell address")
                self.at, self.column = int(found[2]), column_number(found[1])
            self.kind, self.formula, self.stored, self.inline = given.get("t"), False, None, None
        elif local == "row":
            last, self.row, self.column = self.row, _whole(given.get("r", str(self.row + 1))), 0
            if not last < self.row <= MAX_ROW:
                raise ValueError("row number")
        elif local == "f":
            self.formula = True
        elif local == "is":
            self.inline = ""
        elif local == "rPh":
            self.phonetic = True

    def end(self, name: str) -> None:
        local = name.rpartition(":")[2] if ":" in name else name
        if local == "v":
            self.stored = "".join(self.text)
        elif local == "t" and not self.phonetic:
            self.inline = (self.inline or "") + "".join(self.text)
        elif local == "rPh":
            self.phonetic = False
        elif local == "c" and (self.formula or self.stored or self.inline is not None):
            if self.at != self.row:
                raise ValueError("cell address")
            if self.formula:
                self.sheet.put_formula(self.row, self.column, self.kind, self.stored)
            if (value := value_of(self.kind, self.stored, self.inline, self.texts)) is not None:
                self.sheet.put(self.row, self.column, value)


def _whole(text: str) -> int:
    if not re.fullmatch("[1-9][0-9]{0,6}", text):
        raise ValueError("row number")
    return int(text)


# One cell's value


def value_of(kind: str | None, stored: str | None, inline: str | None, texts: list[str]) -> Cell:
    """What a cell of this type shows; None for nothing. Raises ValueError or LookupError for a wrong number."""
    if kind == "s":
        if not stored:
            return None
        number = int(stored)
        if number < 0:
            raise ValueError("shared text")
        return texts[number] or None
    if kind == "inlineStr":
        return (_unescaped(inline) if inline is not None else stored) or None
    if not stored:
        return None
    if kind == "b":
        return _BOOLEANS.get(stored.strip(), stored)
    return stored if kind in ("str", "e") else _number(stored)


def _number(stored: str) -> str:
    """A whole number as people see it: Google Sheets stores 7.0, libraries of Java 1.12045E7; others as they are."""
    if not stored.isdecimal() and (stored.endswith(".0") or "E" in stored):
        try:
            number = float(stored)
        except ValueError:
            return stored
        if number.is_integer() and abs(number) < _MOST_EXACT:
            return str(int(number))
    return stored


def plain(text: str) -> str:
    """Text as it stands between tags, without references. Raises ValueError or LookupError for what is none."""

    def meant(found: re.Match[str]) -> str:
        if found[3]:
            return _NAMED[found[3]]
        return chr(int(found[1], 16) if found[1] else int(found[2]))

    signs = text.count("&")
    if signs > sum([text.count(f"&{name};") for name in _NAMED]):  # some are numbers
        plain, found = re.subn(_REFERENCE, meant, text)
        if found < signs:
            raise ValueError("reference")
        return plain
    for name, sign in _NAMED.items():
        text = text.replace(f"&{name};", sign)
    return text


def _unescaped(text: str) -> str:
    """Text with the signs that Excel writes as _x000D_; half a letter is none."""
    if "_x" not in text:
        return text

    def meant(found: re.Match[str]) -> str:
        sign = chr(int(found[1], 16))
        return "" if "\ud800" <= sign <= "\udfff" else sign

    return re.sub(_ESCAPED, meant, text)


def stored(value: Cell, at: Place) -> Cell:
    """What stands for `value` in a file. Raises HostError when nothing can."""
    if isinstance(value, str):
        text = value
        if not value.replace("\n", "").isprintable():
            text = re.sub(NOT_IN_XML, "", value).replace("\r\n", "\n").replace("\r", "\n")
        size = len(text) if text.isascii() else len(text.encode("utf-16-le")) // 2
        if size > MAX_LETTERS:
            cell = address(*at[1:])
            raise HostError(texts_of.TOO_LONG.format(cell=cell, sheet=at[0], size=size, limit=MAX_LETTERS))
        return text or None
    if value is None or isinstance(value, bool):
        return value
    if not math.isfinite(value) or (isinstance(value, int) and abs(value) > MAX_WHOLE):
        raise HostError(texts_of.NO_NUMBER.format(value=value, cell=address(*at[1:]), sheet=at[0]))
    return int(value) if value == int(value) and abs(value) <= MAX_WHOLE else value


def as_read(value: Cell) -> Cell:
    """How a stored value is read."""
    if isinstance(value, float):
        if "e" not in (digits := repr(value)):
            return digits
        from decimal import Decimal

        return format(Decimal(digits), "f")
    return value if value is None or isinstance(value, bool) else str(value)


def cell_xml(tag: str, value: Cell) -> str:
    """The XML of a cell for what `stored` gave, never an empty text, behind `<c r="`; `tag`: its start, 'A1" s="3"'."""
    if value is None:
        return f"{tag}/>"
    if isinstance(value, str):
        text = escaped(re.sub(_LOOKS_ESCAPED, "_x005F_", value) if "_x" in value else value)
        space = ' xml:space="preserve"' if text != text.strip() or "\n" in text else ""
        return f'{tag} t="inlineStr"><is><t{space}>{text}</t></is></c>'
    if isinstance(value, bool):
        return f'{tag} t="b"><v>{int(value)}</v></c>'
    return f"{tag}><v>{as_read(value)}</v></c>"


def escaped(text: str) -> str:
    """A text as it stands between tags, or in an attribute's quotes."""
    for sign, reference in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;")):
        if sign in text:  # few have one
            text = text.replace(sign, reference)
    return text

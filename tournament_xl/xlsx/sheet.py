"""The cells of one sheet's part, read by expat in whatever way they are written, and how a value is stored."""

from __future__ import annotations

import math
import re
from functools import cache

from tournament_xl.messages import workbook_files as texts_of
from tournament_xl.workbook.snapshot import Cell, HostError, cell_address
from tournament_xl.xlsx.limits import (
    MAX_ALL_LETTERS,
    MAX_CELLS,
    MAX_COLUMN,
    MAX_LETTERS,
    MAX_ROW,
    MAX_WHOLE,
    xml_parser,
)

Place = tuple[str, int, int]  # sheet, row and column counted from 1
_ADDRESS = re.compile(r"([A-Z]{1,3})([1-9][0-9]{0,6})")
_TEXTS = ("str", "inlineStr")  # types of cells in which no number stands
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
        self.hidden: set[int] = set()  # rows that a filter or somebody has put out of sight
        self.merges: list[str] = []  # merged ranges: "A1:C2"
        self.formats: dict[int, str] = {}  # row -> the number of the cell's format, in the column asked for

    def put_row(self, row: int, values: list[Cell]) -> None:
        """The values of a row, behind all those before it. Raises TooFarError."""
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


def read_shared_texts(part: bytes) -> list[str]:
    """Read the texts that cells share, by their number.

    Raises:
        TooManyError: They have too many letters.
        ExpatError, ValueError: The part is not sound.
    """
    found: list[str] = []
    runs: list[str] = []
    text: list[str] = []
    phonetic, letters = False, 0  # within how a text is pronounced; of all texts

    def start(name: str, _: dict[str, str]) -> None:
        nonlocal phonetic
        text.clear()
        phonetic = phonetic or name.endswith("}rPh")

    def end(name: str) -> None:
        nonlocal phonetic, letters
        local = name.rpartition("}")[2]
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

    parser = xml_parser(part)
    parser.buffer_text = True
    parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = start, end, text.append
    parser.Parse(part, True)
    return found


def read_sheet(part: bytes, texts: list[str], formatted: int = 0) -> Sheet:
    """Read the cells of a part, whatever way it is written; none when it is no sheet with cells.

    Args:
        part: The sheet's part.
        texts: The workbook's shared ones.
        formatted: Column whose cells' formats are wanted too; 0 for none.

    Returns:
        What the sheet holds.

    Raises:
        ExpatError: The part is no well-formed XML.
        ValueError, LookupError: It is not sound.
        TooFarError: It has too many cells.
    """
    return _Reader(part, texts, formatted).sheet


class _Reader:
    """Takes the cells of a part as the parser goes from tag to tag."""

    def __init__(self, part: bytes, texts: list[str], formatted: int) -> None:
        self.sheet, self.texts, self.formatted = Sheet(), texts, formatted
        self.parser = xml_parser(part)
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self.start_root
        self.parser.Parse(part, True)

    def start_root(self, name: str, _: dict[str, str]) -> None:
        """Elements count that are of the root's namespace."""
        self.namespace = name[: name.rfind("}") + 1]
        self.data, self.merge = f"{self.namespace}sheetData", f"{self.namespace}mergeCell"
        self.started = False
        self.parser.StartElementHandler = self.start_around

    def start_around(self, name: str, given: dict[str, str]) -> None:
        if name == self.data:
            if self.started:
                raise ValueError("sheetData")
            self.started = True
            self.read_rows()
        elif name == self.merge:
            self.sheet.merges.append(given.get("ref", ""))

    def read_rows(self) -> None:
        """Let two functions take the parser's calls up to the end of `sheetData`; local variables are fast."""
        sheet, texts, parser, formatted = self.sheet, self.texts, self.parser, self.formatted
        row_tag, cell_tag, value_tag, text_tag, formula_tag, inline_tag, phonetic_tag, data_tag = (
            self.namespace + local for local in ("row", "c", "v", "t", "f", "is", "rPh", "sheetData")
        )
        text_tags = frozenset((value_tag, text_tag))
        text: list[str] = []  # since the last value or text began
        line: list[Cell] | None = None  # of the row that is open
        row = column = 0
        digits = ""  # of the row's number
        kind: str | None = None
        stored: str | None = None
        inline: str | None = None
        formula = phonetic = False

        def start(name: str, given: dict[str, str]) -> None:
            nonlocal line, row, column, digits, kind, stored, inline, formula, phonetic
            if name == cell_tag:
                if line is None:
                    raise ValueError("cell")
                at = given.get("r")
                if at is None:
                    column += 1
                    if column > MAX_COLUMN:
                        raise ValueError("cell address")
                else:
                    letters = at.rstrip("0123456789")
                    column = column_number(letters)
                    if at[len(letters) :] != digits:
                        raise ValueError("cell address")
                kind, formula, stored, inline = given.get("t"), False, None, None
                if column == formatted:
                    sheet.formats[row] = given.get("s", "0")
            elif name in text_tags:
                text.clear()
            elif name == row_tag:
                last, row, column = row, _whole(given.get("r", str(row + 1))), 0
                if not last < row <= MAX_ROW or line is not None:
                    raise ValueError("row number")
                line, digits = [], str(row)
                if given.get("hidden") in ("1", "true"):
                    sheet.hidden.add(row)
            elif name == formula_tag:
                formula = True
            elif name == inline_tag:
                inline = ""
            elif name == phonetic_tag:
                phonetic = True
            elif name == data_tag:
                raise ValueError("sheetData")

        def end(name: str) -> None:
            nonlocal line, stored, inline, phonetic
            if name == cell_tag:
                if line is None or not (formula or stored or inline is not None):
                    return
                if formula:
                    sheet.put_formula(row, column, kind, stored)
                if (value := value_of(kind, stored, inline, texts)) is not None:
                    gap = column - len(line) - 1
                    if gap:
                        if gap < 0:
                            raise ValueError("cell address")
                        line.extend([None] * gap)
                    line.append(value)
            elif name == value_tag:
                stored = "".join(text)
            elif name == text_tag:
                if not phonetic:
                    inline = (inline or "") + "".join(text)
            elif name == row_tag:
                sheet.put_row(row, line or [])
                line = None
            elif name == phonetic_tag:
                phonetic = False
            elif name == data_tag:
                parser.StartElementHandler, parser.EndElementHandler = self.start_around, None
                parser.CharacterDataHandler = None

        parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = start, end, text.append


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
            cell = cell_address(*at[1:])
            raise HostError(texts_of.TOO_LONG.format(cell=cell, sheet=at[0], size=size, limit=MAX_LETTERS))
        return text or None
    if value is None or isinstance(value, bool):
        return value
    if not math.isfinite(value) or (isinstance(value, int) and abs(value) > MAX_WHOLE):
        raise HostError(texts_of.NO_NUMBER.format(value=value, cell=cell_address(*at[1:]), sheet=at[0]))
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

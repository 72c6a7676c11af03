"""One sheet's part: its cells are read by expat in whatever way they are written; new values become XML to write."""

from __future__ import annotations

import math
import re
from collections.abc import Collection
from functools import cache

from tournament_xl.messages import workbook_files as messages
from tournament_xl.workbook.cells import Cell, cell_address
from tournament_xl.workbook.snapshot import ExternalError
from tournament_xl.xlsx.limits import (
    MAX_ALL_LETTERS,
    MAX_CELLS,
    MAX_COLUMN,
    MAX_EXACT_INTEGER,
    MAX_LETTERS,
    MAX_ROW,
    xml_parser,
)

SheetPosition = tuple[str, int, int]  # sheet, row and column counted from 1
_MAX_COLUMN_LETTERS = 3
_ADDRESS = re.compile(r"([A-Z]{1,3})([1-9][0-9]{0,6})")
_TEXT_TYPES = ("str", "inlineStr")  # types of cells that hold text
_ESCAPED_CHARACTER = "_x([0-9A-Fa-f]{4})_"
_BOOLEANS: dict[str, Cell] = {"1": True, "true": True, "0": False, "false": False}
_MAX_SHOWN_EXACTLY = 1e15  # whole numbers below are shown with all digits
NOT_IN_XML = "[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]"
_LOOKS_ESCAPED = "_(?=x[0-9A-Fa-f]{4}_)"


class TooManyLettersError(Exception):
    """A workbook has too many letters; arguments: French text, number of letters, limit."""


class TooManyCellsError(Exception):
    """A workbook has too many cells; arguments: row and column of the last one."""


class Sheet:
    """Content of a sheet; its `grid` has the form of a sheet in `Snapshot`."""

    def __init__(self) -> None:
        self.grid: list[list[Cell]] = []
        self.uncomputed: set[tuple[int, int]] = set()  # row and column of formulas saved without a result
        self.formula_rows: set[int] = set()  # rows with a formula
        self.cell_count = 0  # each row, and its cells up to the last filled one
        self.hidden: set[int] = set()  # rows hidden by a filter or a person
        self.merges: list[str] = []  # merged ranges: "A1:C2"
        self.formats: dict[int, str] = {}  # row -> number of the cell's format, in the column that was asked for

    def append_row(self, row: int, values: list[Cell]) -> None:
        """Append the values of a row to `grid`, after an empty row for each number skipped; add to `cell_count`.

        Rows must come in ascending order. A row without values is not appended. `row` counts from 1; `values` end with
        the last filled cell.

        Raises:
            TooManyCellsError: The sheet alone has too many cells.
        """
        if values:
            empty = row - len(self.grid) - 1
            self.cell_count += empty + 1 + len(values)
            if self.cell_count > MAX_CELLS:
                raise TooManyCellsError(row, len(values))
            self.grid.extend([] for _ in range(empty))
            self.grid.append(values)

    def add_formula(self, row: int, column: int, cell_type: str | None, result: str | None) -> None:
        """Record that the row has a formula; add the cell to `uncomputed` if it has no result and its type is no text.

        Row and column count from 1. `cell_type` is the attribute `t`; `result` is None when the formula was saved
        without one.
        """
        self.formula_rows.add(row)
        if cell_type not in _TEXT_TYPES and not (result or "").strip():
            self.uncomputed.add((row, column))

    def with_rows_of(self, other: Sheet, numbers: Collection[int]) -> Sheet:
        """Return a copy with some rows, by their numbers from 1, of another reading of the sheet."""
        merged = Sheet()
        merged.merges, merged.formats = self.merges, self.formats
        filled = {number for number in numbers if number <= len(other.grid) and other.grid[number - 1]}
        merged.grid = [*self.grid, *([] for _ in range(max(filled, default=0) - len(self.grid)))]
        for number in filled:
            merged.grid[number - 1] = other.grid[number - 1]
        merged.cell_count = len(merged.grid) + sum(map(len, merged.grid))
        merged.formula_rows = self.formula_rows | other.formula_rows.intersection(numbers)
        merged.hidden = self.hidden | other.hidden.intersection(numbers)
        merged.uncomputed = self.uncomputed | {cell for cell in other.uncomputed if cell[0] in numbers}
        return merged


@cache  # of each cell that is read: 5 % of an action at 128 players
def parse_column(letters: str) -> int:
    """Parse the letters of a column: AA -> 27.

    Raises:
        ValueError: There is no such column.
    """
    number = 0
    if len(letters) <= _MAX_COLUMN_LETTERS:
        for letter in letters:
            if not "A" <= letter <= "Z":
                raise ValueError("cell address")
            number = 26 * number + ord(letter) - 64
    if not 1 <= number <= MAX_COLUMN:
        raise ValueError("cell address")
    return number


def parse_address(text: str) -> tuple[int, int]:
    """Parse the address of a cell: F12 -> row 12, column 6.

    Raises:
        ValueError: The text is no address.
    """
    match = _ADDRESS.fullmatch(text)
    if not match or int(match[2]) > MAX_ROW:
        raise ValueError("cell address")
    return int(match[2]), parse_column(match[1])


def read_shared_texts(part: bytes) -> list[str]:
    """Read the part of shared texts, to which cells refer by index from 0.

    Runs of rich text are joined, pronunciations are left out, characters written as `_x000D_` are decoded.

    Raises:
        TooManyLettersError: The texts have too many letters.
        ExpatError: The part is not well-formed.
        ValueError: The part is not sound.
    """
    shared_texts: list[str] = []
    runs: list[str] = []
    text: list[str] = []
    phonetic = False  # inside the pronunciation of a text, which is skipped
    letters = 0  # of all texts so far

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
                raise TooManyLettersError(messages.LETTER_COUNT, letters, MAX_ALL_LETTERS)
        elif local == "rPh":
            phonetic = False
        elif local == "si":
            shared_texts.append(_unescape("".join(runs)))
            runs.clear()

    parser = xml_parser(part)
    parser.buffer_text = True
    parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = start, end, text.append
    parser.Parse(part, True)
    return shared_texts


def read_sheet(part: bytes, texts: list[str], format_column: int = 0) -> Sheet:
    """Read the cells of a sheet's part, in whatever way it is written.

    `texts` are the shared texts of the workbook. `format_column` is a column whose cell formats are read too, 0 for
    none. A sheet without cells, such as a chart, is empty.

    Raises:
        ExpatError: The part is not well-formed.
        ValueError: It is no possible sheet: an impossible row number or address, or rows or cells out of order.
        LookupError: A cell refers to a shared text that does not exist.
        TooManyCellsError: It has too many cells.
    """
    return _Reader(part, texts, format_column).sheet


class _Reader:
    """Collects the cells of a part from the parser's events."""

    def __init__(self, part: bytes, texts: list[str], format_column: int) -> None:
        self.sheet, self.texts, self.format_column = Sheet(), texts, format_column
        self.parser = xml_parser(part)
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self.start_root
        self.parser.Parse(part, True)

    def start_root(self, name: str, _: dict[str, str]) -> None:
        """Take the root's namespace; elements of other namespaces are skipped."""
        self.namespace = name[: name.rfind("}") + 1]
        self.data, self.merge = f"{self.namespace}sheetData", f"{self.namespace}mergeCell"
        self.started = False
        self.parser.StartElementHandler = self.start_around

    def start_around(self, name: str, attributes: dict[str, str]) -> None:
        """Handle the start of an element outside `sheetData`."""
        if name == self.data:
            if self.started:
                raise ValueError("sheetData")
            self.started = True
            self.read_rows()
        elif name == self.merge:
            self.sheet.merges.append(attributes.get("ref", ""))

    def read_rows(self) -> None:
        """Install two handlers for the parser's events up to the end of `sheetData`; local variables are fast."""
        sheet, texts, parser, format_column = self.sheet, self.texts, self.parser, self.format_column
        row_tag, cell_tag, value_tag, text_tag, formula_tag, inline_tag, phonetic_tag, data_tag = (
            self.namespace + local for local in ("row", "c", "v", "t", "f", "is", "rPh", "sheetData")
        )
        text_tags = frozenset((value_tag, text_tag))
        text: list[str] = []  # pieces since the last value or text element began
        values: list[Cell] | None = None  # of the open row; None between rows
        row = column = 0
        digits = ""  # the row's number as text
        cell_type: str | None = None
        stored: str | None = None
        inline: str | None = None
        formula = phonetic = False

        def start(name: str, attributes: dict[str, str]) -> None:
            nonlocal values, row, column, digits, cell_type, stored, inline, formula, phonetic
            if name == cell_tag:
                if values is None:
                    raise ValueError("cell")
                address = attributes.get("r")
                if address is None:
                    column += 1
                    if column > MAX_COLUMN:
                        raise ValueError("cell address")
                else:
                    column = parse_column(address.removesuffix(digits))  # of another row it is no column
                cell_type, formula, stored, inline = attributes.get("t"), False, None, None
                if column == format_column:
                    sheet.formats[row] = attributes.get("s", "0")
            elif name in text_tags:
                text.clear()
            elif name == row_tag:
                last, row, column = row, _parse_row_number(attributes.get("r", str(row + 1))), 0
                if not last < row <= MAX_ROW or values is not None:
                    raise ValueError("row number")
                values, digits = [], str(row)
                if attributes.get("hidden") in ("1", "true"):
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
            nonlocal values, stored, inline, phonetic
            if name == cell_tag:
                if values is None or not (formula or stored or inline is not None):
                    return
                if formula:
                    sheet.add_formula(row, column, cell_type, stored)
                if (value := decode_value(cell_type, stored, inline, texts)) is not None:
                    gap = column - len(values) - 1
                    if gap:
                        if gap < 0:
                            raise ValueError("cell address")
                        values.extend([None] * gap)
                    values.append(value)
            elif name == value_tag:
                stored = "".join(text)
            elif name == text_tag:
                if not phonetic:
                    inline = (inline or "") + "".join(text)
            elif name == row_tag:
                sheet.append_row(row, values or [])
                values = None
            elif name == phonetic_tag:
                phonetic = False
            elif name == data_tag:
                parser.StartElementHandler, parser.EndElementHandler = self.start_around, None
                parser.CharacterDataHandler = None

        parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = start, end, text.append


def _parse_row_number(text: str) -> int:
    if not re.fullmatch("[1-9][0-9]{0,6}", text):
        raise ValueError("row number")
    return int(text)


# One cell's value


def decode_value(cell_type: str | None, stored: str | None, inline: str | None, texts: list[str]) -> Cell:
    """Decode the value of a cell; a number stays text.

    `cell_type` is the attribute `t`, `stored` the content of the element `v`, `inline` the text inside the cell itself,
    None where there is none; `texts` are the shared texts of the workbook.

    Returns:
        Text: a number as stored, but a whole one without exponent and ".0" ("7"), an error as "#N/A"; True or False for
        a boolean cell; None for an empty cell or text.

    Raises:
        ValueError: The number of a shared text is invalid.
        LookupError: There is no shared text with this number.
    """
    if cell_type is None:
        return _normalize_number(stored) if stored else None
    if cell_type == "s":
        if not stored:
            return None
        number = int(stored)
        if number < 0:
            raise ValueError("shared text")
        return texts[number] or None
    if cell_type == "inlineStr":
        return (_unescape(inline) if inline is not None else stored) or None
    if not stored:
        return None
    if cell_type == "b":
        return _BOOLEANS.get(stored.strip(), stored)
    return stored if cell_type in ("str", "e") else _normalize_number(stored)


def _normalize_number(stored: str) -> str:
    """Write a whole number as people see it: Google Sheets stores 7.0, Java libraries 1.12045E7; others stay."""
    if not stored.isdecimal() and (stored.endswith(".0") or "E" in stored):
        try:
            number = float(stored)
        except ValueError:
            return stored
        if number.is_integer() and abs(number) < _MAX_SHOWN_EXACTLY:
            return str(int(number))
    return stored


def _unescape(text: str) -> str:
    """Decode the characters that Excel writes as _x000D_; unpaired halves of UTF-16 characters are dropped."""
    if "_x" not in text:
        return text

    def decode_character(match: re.Match[str]) -> str:
        character = chr(int(match[1], 16))
        return "" if "\ud800" <= character <= "\udfff" else character

    return re.sub(_ESCAPED_CHARACTER, decode_character, text)


def encode_value(value: Cell, position: SheetPosition) -> Cell:
    """Encode a value as it is stored in a file.

    Control characters are dropped, line ends become a line feed; 5.0 becomes 5. None is an empty cell, which an empty
    text gives too. `position` is for the sentence of an error.

    Raises:
        ExternalError: No cell can hold the value: a text of more than 32,767 letters (UTF-16 units), an infinite
            number or NaN, or an integer beyond 2**53.
    """
    if isinstance(value, str):
        text = value
        if not value.replace("\n", "").isprintable():
            text = re.sub(NOT_IN_XML, "", value).replace("\r\n", "\n").replace("\r", "\n")
        size = len(text) if text.isascii() else len(text.encode("utf-16-le")) // 2
        if size > MAX_LETTERS:
            cell = cell_address(*position[1:])
            raise ExternalError(messages.TOO_LONG, sheet=position[0], cell=cell, size=size, limit=MAX_LETTERS)
        return text or None
    if value is None or isinstance(value, bool):
        return value
    if not math.isfinite(value) or (isinstance(value, int) and abs(value) > MAX_EXACT_INTEGER):
        cell = cell_address(*position[1:])
        raise ExternalError(messages.NO_NUMBER, sheet=position[0], cell=cell, value=value)
    return int(value) if value == int(value) and abs(value) <= MAX_EXACT_INTEGER else value


def format_as_read(value: Cell) -> Cell:
    """Return a value from `encode_value` as `read_sheet` will read it: a number as text, without exponent."""
    if isinstance(value, float):
        if "e" not in (digits := repr(value)):
            return digits
        from decimal import Decimal

        return format(Decimal(digits), "f")
    return value if value is None or isinstance(value, bool) else str(value)


def render_cell(start: str, value: Cell) -> str:
    """Render the XML of a cell after `<c r="`.

    `start` is the rest of its start tag: 'A1" s="3"'. The value is from `encode_value` and no empty text.
    """
    if value is None:
        return f"{start}/>"
    if isinstance(value, str):
        text = escape_xml(re.sub(_LOOKS_ESCAPED, "_x005F_", value) if "_x" in value else value)
        space = ' xml:space="preserve"' if text != text.strip() or "\n" in text else ""
        return f'{start} t="inlineStr"><is><t{space}>{text}</t></is></c>'
    if isinstance(value, bool):
        return f'{start} t="b"><v>{int(value)}</v></c>'
    return f"{start}><v>{format_as_read(value)}</v></c>"


def escape_xml(text: str) -> str:
    """Escape a text for use between tags or in an attribute's double quotes."""
    for character, reference in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;")):
        if character in text:  # few texts have one
            text = text.replace(character, reference)
    return text

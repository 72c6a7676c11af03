"""The cells of a sheet written as nearly every program does, read without a parser of XML: what stands between the
addresses of a row is looked at once in a workbook, by an expression that takes nothing but well-formed XML. All else is
read by expat, which says whether it is sound (`sheet.unusual`).
"""

from __future__ import annotations

import re
from itertools import pairwise

from tournament_xl.workbook.snapshot import Cell
from tournament_xl.xlsx.limits import MAX_ROW, where_rows_stand
from tournament_xl.xlsx.sheet import NOT_IN_XML, Rows, Sheet, column_number, plain, shared_texts, unusual, value_of

_ROW_END, _ROW, _NEXT = "</row>", "<row", "<c"  # how a row ends; how it, and a cell, begins
_PLACE = re.compile(r' r="([A-Z]*)([0-9]+)"')
_CELL = re.compile(
    r'(?: s="[0-9]+")?(?: t="(s|n|str|inlineStr|b|e)")?'
    r"(?:/>|>(?:<f([^<>/]*)(?:/>|>[^<]*</f>))?"
    r'(?:<v>([^<]*)</v>|<v/>|<is><t(?: xml:space="preserve")?>([^<]*)</t></is>)?</c>)(<c)?'
)  # behind its address, perhaps with what the next one begins with
_ATTRIBUTE = r' ([A-Za-z_][A-Za-z0-9_.:-]*)="([^"<>]*)"'
_EMPTY = ""  # what a cell shows that shows nothing: `sheet.value_of` says None


class _UnusualError(Exception):
    """Something is not written as usual."""


class Reader:
    """Reads the sheets of one workbook, each kind of cell once."""

    def __init__(self, part: bytes) -> None:
        """`part`: with the shared texts. Raises TooManyError."""
        self.part = part
        self._texts = shared_texts(part) if part else []
        self._cells: dict[str, Cell] = {}  # what stands between two addresses of a row -> the value; no formula
        self._lasts: dict[str, Cell] = {}  # what stands behind the last one
        self._looks: set[str] = set()  # what stands behind the number of a row
        self._columns: dict[tuple[str, ...], tuple[int, ...]] = {}  # letters of a row's addresses -> numbers

    def read(self, part: bytes, known: Rows) -> Sheet:
        """The cells of a part that is well-formed XML, its rows perhaps excepted; none when it is no sheet with cells.
        `known`: rows that this reader has read. Raises what `sheet.unusual` raises.
        """
        try:
            return self._usual(part, known)
        except _UnusualError:
            return unusual(part, self._texts)

    def _usual(self, part: bytes, known: Rows) -> Sheet:
        if not (place := where_rows_stand(part)):
            raise _UnusualError
        sheet, number, data = Sheet(), 0, part[slice(*place)].decode()
        if "\r" in data:  # XML has it for the end of a line
            raise _UnusualError
        formulas = "<f" in data
        *rows, last = data.split(_ROW_END)
        for text in rows:
            if known and text in known:
                before, (number, line) = number, known[text]
                if number <= before:
                    raise ValueError("row number")
            else:
                number, line = self._row(sheet, text, number)
            sheet.put_row(number, line)
            if not (formulas and "<f" in text) and f"/>{_ROW}" not in text:
                sheet.rows[text] = number, line
        if self._behind_empty(last, number)[0]:
            raise _UnusualError
        return sheet

    def _behind_empty(self, text: str, number: int) -> tuple[str, int]:
        """What stands behind the rows without cells, `<row …/>`, with which a text begins; the number of the last."""
        *empty, rest = text.split("/>")
        for one in empty:
            start, *parts = _PLACE.split(one)
            if start != _ROW or len(parts) != 3 or parts[0]:
                raise _UnusualError
            _check_attributes(parts[2], "r")
            number = _following(parts[1], number)
        return rest, number

    def _row(self, sheet: Sheet, text: str, before: int) -> tuple[int, list[Cell]]:
        """Number and values of a row behind that of number `before`; its formulas into the sheet."""
        start, *parts = _PLACE.split(text)
        letters, digits = parts[::3], parts[1::3]
        if start != _ROW or letters[0] or digits.count(digits[0]) < len(digits):
            row = text.rfind("/>" + _ROW) + 2
            if row < 2:
                raise _UnusualError
            return self._row(sheet, text[row:], self._behind_empty(text[:row], before)[1])
        number, looks = _following(digits[0], before), parts[2]
        if looks not in self._looks:
            end = f">{_NEXT}" if parts[3:] else ">"
            if not looks.endswith(end):
                raise _UnusualError
            _check_attributes(looks.removesuffix(end), "r")
            self._looks.add(looks)
        if not parts[3:]:
            return number, []
        columns = self._columns.get((*letters,)) or self._new_columns(letters)
        values = [*map(self._cells.get, parts[5:-1:3]), self._lasts.get(parts[-1])]
        if None in values:
            for at, column in enumerate(columns):
                if values[at] is None:
                    values[at] = self._value(parts[3 * at + 5], at < len(columns) - 1, sheet, number, column)
        if columns[-1] == len(values) and _EMPTY not in values:
            return number, values
        line: list[Cell] = []
        for column, value in zip(columns, values, strict=True):
            if value != _EMPTY:
                if gap := column - len(line) - 1:
                    line.extend([None] * gap)
                line.append(value)
        return number, line

    def _new_columns(self, letters: list[str]) -> tuple[int, ...]:
        columns = tuple(map(column_number, letters[1:]))
        if any(one >= two for one, two in pairwise(columns)):
            raise _UnusualError
        self._columns[*letters,] = columns
        return columns

    def _value(self, text: str, followed: bool, sheet: Sheet, row: int, column: int) -> Cell:
        """What a cell shows whose text has not been seen yet; another one may follow."""
        if not (found := _CELL.fullmatch(text)) or (found[5] is not None) is not followed or not _is_sound(text):
            raise _UnusualError
        kind, attributes, stored, inline, _ = found.groups()
        if "&" in text:
            stored, inline = stored and plain(stored), inline and plain(inline)
        value = value_of(kind, stored, inline, self._texts)
        if value is None:
            value = _EMPTY
        if attributes is None:
            (self._cells if followed else self._lasts)[text] = value
        else:
            _check_attributes(attributes)
            sheet.put_formula(row, column, kind, stored)
        return value


def _following(digits: str, before: int) -> int:
    """The number of a row, behind that of number `before`."""
    number = int(digits)
    if not before < number <= MAX_ROW or str(number) != digits:
        raise ValueError("row number")
    return number


def _check_attributes(text: str, *others: str) -> None:
    """That the attributes of a tag are well-formed, each there once, as are the `others` before them."""
    names = [*others, *(name for name, _ in re.findall(_ATTRIBUTE, text))]
    if re.sub(_ATTRIBUTE, "", text).strip(" ") or len(names) != len({*names}) or not _is_sound(text):
        raise _UnusualError


def _is_sound(text: str) -> bool:
    """Whether no sign in a text, attributes and tags included, is one that XML does not have. Raises as `plain`."""
    if "&" in text:
        text = plain(text)
    return "]]>" not in text and (text.replace("\n", "").isprintable() or not re.search(NOT_IN_XML, text))

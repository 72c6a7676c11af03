"""A workbook's values as openpyxl has them, a sheet when asked for: openpyxl also reads every look of every sheet.

Cells know their place, value and data type; sheets their title and state. Looks, merges and the rest: openpyxl.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from xml.etree import ElementTree

from openpyxl.styles.numbers import BUILTIN_FORMATS, is_date_format
from openpyxl.utils import column_index_from_string, get_column_letter
from openpyxl.utils.cell import coordinate_from_string
from openpyxl.utils.datetime import from_excel

MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
OFFICE = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"


@dataclass(frozen=True, slots=True)
class Cell:
    sheet: Sheet
    row: int
    column: int
    value: Any = None
    data_type: str = "n"

    @property
    def column_letter(self) -> str:
        return get_column_letter(self.column)

    @property
    def coordinate(self) -> str:
        return f"{self.column_letter}{self.row}"

    def offset(self, rows: int = 0, columns: int = 0) -> Cell:
        return self.sheet.cell(self.row + rows, self.column + columns)


class Book:
    """A workbook; its sheets by name or one after the other."""

    def __init__(self, data: bytes) -> None:
        self._package = zipfile.ZipFile(io.BytesIO(data))
        links = {one.get("Id"): one.get("Target", "") for one in self.part("xl/_rels/workbook.xml.rels")}
        listed = self.part("xl/workbook.xml").find(f"{MAIN}sheets")
        self._sheets = {
            one.get("name", ""): Sheet(self, one, links[one.get(f"{OFFICE}id")])
            for one in (listed if listed is not None else ())
        }
        self.sheetnames = list(self._sheets)

    def part(self, name: str) -> ElementTree.Element:
        return ElementTree.fromstring(self._package.read(name))

    def __iter__(self) -> Iterator[Sheet]:
        return iter(self._sheets.values())

    def __getitem__(self, name: str) -> Sheet:
        return self._sheets[name]

    @cached_property
    def texts(self) -> list[str]:
        """The shared texts."""
        if "xl/sharedStrings.xml" not in self._package.namelist():
            return []
        return [_text(one) for one in self.part("xl/sharedStrings.xml")]

    @cached_property
    def dated(self) -> list[bool]:
        """Whether cells of a style show a date."""
        styles = self.part("xl/styles.xml")
        codes = BUILTIN_FORMATS | {
            int(one.get("numFmtId", 0)): one.get("formatCode", "") for one in styles.iter(f"{MAIN}numFmt")
        }
        kinds = styles.findall(f"{MAIN}cellXfs/{MAIN}xf")
        return [is_date_format(codes.get(int(one.get("numFmtId", 0)))) for one in kinds]


class Sheet:
    """A sheet: cells by "B4", rows by 4, columns by "B"."""

    def __init__(self, book: Book, listed: ElementTree.Element, target: str) -> None:
        self.title, self.sheet_state = listed.get("name", ""), listed.get("state", "visible")
        self._book, self._part = book, target.removeprefix("/") if target.startswith("/") else f"xl/{target}"

    @cached_property
    def _cells(self) -> dict[tuple[int, int], Cell]:
        found, row = {}, 0
        for line in self._book.part(self._part).iter(f"{MAIN}row"):
            row, column = int(line.get("r", row + 1)), 0
            for cell in line:
                letters = cell.get("r")
                column = column_index_from_string(coordinate_from_string(letters)[0]) if letters else column + 1
                if (value := self._value(cell)) is not None:
                    found[row, column] = Cell(self, row, column, *value)
        return found

    def _value(self, cell: ElementTree.Element) -> tuple[Any, str] | None:
        kind, formula, stored = cell.get("t", "n"), cell.find(f"{MAIN}f"), cell.findtext(f"{MAIN}v")
        if formula is not None:
            return f"={formula.text or ''}", "f"
        if kind == "inlineStr":
            inside = cell.find(f"{MAIN}is")  # openpyxl writes some without
            return None if inside is None else (_text(inside), "s")
        if stored is None:
            return None
        if kind == "s":
            return self._book.texts[int(stored)], "s"
        if kind in ("str", "e"):
            return stored, "e" if kind == "e" else "s"
        if kind == "b":
            return bool(int(stored)), "b"
        number = float(stored) if set(".eE") & set(stored) else int(stored)
        return (from_excel(number), "d") if self._book.dated[int(cell.get("s", 0))] else (number, "n")

    @property
    def max_row(self) -> int:
        return max((row for row, _ in self._cells), default=1)

    @property
    def max_column(self) -> int:
        return max((column for _, column in self._cells), default=1)

    def cell(self, row: int, column: int) -> Cell:
        return self._cells.get((row, column)) or Cell(self, row, column)

    def __getitem__(self, place: str | int) -> Any:
        if isinstance(place, int):
            return tuple(self.cell(place, column) for column in range(1, self.max_column + 1))
        if place.isalpha():
            return tuple(self.cell(row, column_index_from_string(place)) for row in range(1, self.max_row + 1))
        letters, row = coordinate_from_string(place)
        return self.cell(row, column_index_from_string(letters))

    def __iter__(self) -> Iterator[tuple[Cell, ...]]:
        return self.iter_rows()

    def iter_rows(
        self, min_row: int = 1, max_row: int = 0, max_col: int = 0, values_only: bool = False
    ) -> Iterator[tuple[Any, ...]]:
        for row in range(min_row, (max_row or self.max_row) + 1):
            cells = tuple(self.cell(row, column) for column in range(1, (max_col or self.max_column) + 1))
            yield tuple(cell.value for cell in cells) if values_only else cells


def _text(one: ElementTree.Element) -> str:
    """Of a text or its runs, not of how it is to be pronounced; as openpyxl, which leaves other escapes."""
    whole = [one.find(f"{MAIN}t"), *(run.find(f"{MAIN}t") for run in one.findall(f"{MAIN}r"))]
    return "".join(part.text or "" for part in whole if part is not None).replace("x005F_", "")

"""Sheet with all that its print needs: values, looks, widths and heights; and the rows and columns of each page."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple
from xml.etree import ElementTree

from tournament_xl.printing.drawings import read_drawings
from tournament_xl.printing.formulas import Condition, FormulaError, Value
from tournament_xl.printing.looks import Look, Looks, find_child, local_name, read_looks
from tournament_xl.printing.print_setup import NONE, Area, PrintSetup, Span, read_defined_names, read_print_setup
from tournament_xl.xlsx.limits import MAX_COLUMN
from tournament_xl.xlsx.sheet import decode_value, parse_address
from tournament_xl.xlsx.workbook_package import Book

_DIGIT = 5.556  # points: width of a digit of Calibri 11, the unit of a column's width
_WIDTH, _HEIGHT = 8.43, 15.0  # of a column and a row without any
_LEAST_PERCENT = 10  # scale of a print
_SLACK = 1.5  # points by which a page may run into a margin, as spreadsheets let it, which round lengths
_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?")
Position = tuple[int, int]  # row, column


class StyledCell(NamedTuple):
    """Value and look of a cell, before conditional formats."""

    value: Value
    look: Look


class ConditionalFormat(NamedTuple):
    """Conditional format of a sheet."""

    priority: int  # the smallest is tried first
    areas: tuple[tuple[Position, Position], ...]  # first and last cell of each
    condition: Condition
    look: Look  # what it changes in the look of a cell for which the condition holds

    def covers(self, row: int, column: int) -> bool:
        """Check whether a cell lies in one of the areas."""
        return any(top <= row <= bottom and left <= column <= right for (top, left), (bottom, right) in self.areas)


class Page(NamedTuple):
    """Visible rows and columns of a page, from 1, the repeated ones first."""

    rows: tuple[int, ...]
    columns: tuple[int, ...]


class PrintedSheet:
    """Sheet of a workbook as it prints; rows and columns are counted from 1, lengths are in points before scaling.

    Attributes:
        name: Name of the sheet.
        setup: Its print setup.
        merges: First cell of each merged area -> its last cell.
        drawings: Its pictures and line charts.
    """

    def __init__(self, book: Book, name: str) -> None:
        """Read a sheet.

        Args:
            book: Workbook that `xlsx` has read, and so checked.
            name: Name of the sheet.

        Raises:
            KeyError: There is no such sheet.
        """
        self.name = name
        self._book, self._looks = book, read_looks(book.package)
        root = ElementTree.fromstring(book.package.parts[book.parts[name]])
        names = read_defined_names(book.package)
        self._parts = {local_name(part): part for part in root}
        self.setup: PrintSetup = read_print_setup(root, names.get(name, ()))
        self._cells: dict[Position, StyledCell] = {}
        self._heights: dict[int, float] = {}
        self._default_height = _number(self._parts.get("sheetFormatPr"), "defaultRowHeight", _HEIGHT)
        self._widths, self._column_looks = self._read_columns()
        self._read_rows()
        self.merges = dict(_read_area(merge.get("ref", "A1")) for merge in self._parts.get("mergeCells", ()))
        self._covered = {
            (row, column): first
            for first, last in self.merges.items()
            for row in range(first[0], last[0] + 1)
            for column in range(first[1], min(last[1], first[1] + 200) + 1)
            if (row, column) != first
        }
        self._formats = _read_conditional_formats(root, self._looks, dict(names.get("", ())))
        self.drawings = read_drawings(book.package, book.parts[name])
        self._results: dict[tuple[int, int, int], bool] = {}  # format, row, column or 0 -> whether its condition holds

    def _read_columns(self) -> tuple[dict[int, float], dict[int, Look]]:
        widths, looks = dict[int, float](), dict[int, Look]()
        for column in self._parts.get("cols", ()):
            hidden = column.get("hidden") in ("1", "true")
            width = 0 if hidden else _to_points(float(column.get("width", str(_WIDTH))))
            for number in range(int(column.get("min", "1")), min(int(column.get("max", "1")), MAX_COLUMN) + 1):
                widths[number] = width
                looks[number] = self._looks.cell(int(column.get("style", "0")))
        return widths, looks

    def _read_rows(self) -> None:
        for line in self._parts.get("sheetData", ()):
            row = int(line.get("r", "0"))
            if line.get("hidden") in ("1", "true"):
                self._heights[row] = 0
            elif "ht" in line.attrib:
                self._heights[row] = float(line.get("ht", "0"))
            for cell in line:
                position = parse_address(cell.get("r", ""))
                look = self._looks.cell(int(cell.get("s", "0")))
                self._cells[position] = StyledCell(_read_value(cell, self._book.texts), look)

    def height(self, row: int) -> float:
        """Return the height of a row; 0 for a hidden one."""
        return self._heights.get(row, self._default_height)

    def width(self, column: int) -> float:
        """Return the width of a column; 0 for a hidden one."""
        return self._widths.get(column, _to_points(_WIDTH))

    def value(self, row: int, column: int) -> Value:
        """Return the value of a cell: None, str, float or bool; a formula has its saved result."""
        cell = self._cells.get((row, column))
        return cell.value if cell else None

    def is_covered(self, row: int, column: int) -> bool:
        """Check whether a cell lies in a merged area, but is not its first one."""
        return (row, column) in self._covered

    def look(self, row: int, column: int) -> Look:
        """Return the look of a cell, changed by the first conditional format, by priority, whose condition holds there.

        A cell that the file does not have gets the look of its column.
        """
        cell = self._cells.get((row, column))
        look = cell.look if cell else self._column_looks.get(column, Look())
        for number, conditional_format in enumerate(self._formats):
            if conditional_format.covers(row, column):
                condition = conditional_format.condition
                key = number, row, 0 if condition.by_row else column
                if key not in self._results:
                    self._results[key] = condition.holds(self._read, row, column)
                if self._results[key]:
                    return look.apply_condition(conditional_format.look)
        return look

    def _read(self, sheet: str, row: int, column: int) -> Value:
        """Return the value of a cell of another sheet, or of this one for the name ""; None outside every sheet."""
        if sheet in ("", self.name):
            return self.value(row, column)
        grid = self._book.sheets[sheet].grid if sheet in self._book.sheets else []
        value = grid[row - 1][column - 1] if 0 < row <= len(grid) and 0 < column <= len(grid[row - 1]) else None
        return float(value) if isinstance(value, str) and _NUMBER.fullmatch(value) else value

    @cached_property
    def pages(self) -> list[Page]:
        """Pages of the sheet, area by area, from top to bottom, then to the right; none for an area without content."""
        return [page for area in self._areas for page in self._split_area(area)]

    def _split_area(self, area: Area) -> list[Page]:
        setup, title_rows = self.setup, self._titles(self.setup.title_rows)
        columns = self._list_columns(area)
        title_columns = [column for column in _range(setup.title_columns) if self.width(column) and column in columns]
        body_width = (setup.body[0] + _SLACK) / self.scale
        row_pages = [self._list_rows(area)] if setup.pages_high == 1 else self._split_rows(area, self.scale)
        wide = setup.pages_wide == 1
        column_pages = [columns] if wide else _split(columns, self.width, body_width, title_columns, ())
        return [
            Page((*(row for row in title_rows if row < part[0]), *part),
                 (*(column for column in title_columns if column < piece[0]), *piece))
            for piece in column_pages for part in row_pages
        ]  # fmt: skip

    @cached_property
    def scale(self) -> float:
        """Factor of all lengths on paper: the scale of the setup, unless the setup fits the sheet to a number of pages.

        It is then the largest, in whole percent and at most 1, at which the sheet has the one page of width and the
        number of pages of height that the setup states; a width of several pages is no limit.
        """
        setup, areas = self.setup, self._areas
        if not setup.pages_wide and not setup.pages_high:
            return setup.scale / 100
        width = max((sum(map(self.width, self._list_columns(area))) for area in areas), default=0)
        height = max((sum(map(self.height, self._list_rows_with_titles(area))) for area in areas), default=0)
        factors = [1.0]
        if setup.pages_wide == 1 and width:
            factors.append(setup.body[0] / width)
        if setup.pages_high == 1 and height:
            factors.append(setup.body[1] / height)
        percent = int(100 * min(factors) + 0.1)
        if setup.pages_high > 1:
            percent = next(
                (smaller for smaller in range(percent, _LEAST_PERCENT, -1)
                 if sum(len(self._split_rows(area, smaller / 100)) for area in areas) <= setup.pages_high),
                _LEAST_PERCENT,
            )  # fmt: skip
        return percent / 100

    def _split_rows(self, area: Area, scale: float) -> list[list[int]]:
        """Split the rows of an area into pages at a scale."""
        setup = self.setup
        room = (setup.body[1] + _SLACK) / scale
        return _split(self._list_rows(area), self.height, room, self._titles(setup.title_rows), setup.breaks)

    def _list_rows(self, area: Area) -> list[int]:
        """Return the rows to print of an area, down to the last one with something to print."""
        first, last = area.rows
        bottom = self._ends[area][0]
        return [row for row in range(max(first, 1), min(last or bottom, bottom) + 1) if self.height(row)]

    def _list_rows_with_titles(self, area: Area) -> list[int]:
        titles = [row for row in self._titles(self.setup.title_rows) if row < max(area.rows[0], 1)]
        return [*titles, *self._list_rows(area)]

    def _list_columns(self, area: Area) -> list[int]:
        """Return the columns to print: all of the print area, else up to the last one with something to print."""
        first, last = area.columns
        right = last or self._ends[area][1]
        return [number for number in range(max(first, 1), right + 1) if self.width(number)]

    def _titles(self, span: Span) -> list[int]:
        return [row for row in _range(span) if self.height(row)]

    @cached_property
    def _areas(self) -> list[Area]:
        """Areas with something to print."""
        return [area for area in self.setup.areas if self._ends[area] != NONE]

    @cached_property
    def _ends(self) -> dict[Area, Position]:
        """Print area -> its last row and column with something to print; NONE where nothing is."""
        return {area: self._find_last(area) for area in self.setup.areas}

    def _find_last(self, area: Area) -> Position:
        """Return the last row and the last column of an area with something to print; NONE for none."""
        first_row, (first_column, last_column) = area.rows[0], area.columns
        in_area = [
            position
            for position in self._cells
            if position[0] >= first_row and first_column <= position[1] <= (last_column or position[1])
        ]
        cells = [(position, self._cells[position]) for position in in_area]
        visible = [
            position for position, cell in cells if cell.value is not None or cell.look.borders or cell.look.fill
        ]
        if not visible:
            return NONE
        lowest = max(row for row, _ in visible)  # boxes that a conditional format draws below stand there
        visible += [position for position in in_area if position[0] > lowest and self.look(*position).borders]
        ends = [last for first, last in self.merges.items() if first in visible] if len(self.merges) < 50 else []
        ends += [(drawing.end.row, drawing.end.column) for drawing in self.drawings if drawing.end]
        return max(row for row, _ in (*visible, *ends)), max(column for _, column in (*visible, *ends))


def _split(
    numbers: Sequence[int], size: Callable[[int], float], room: float, titles: Sequence[int], breaks: Iterable[int]
) -> list[list[int]]:
    """Split rows or columns into pages that have room for them and for the titles that the later ones repeat."""
    pages, breaks_after = [list[int]()], frozenset(breaks)
    used = 0.0
    for number in numbers:
        broken = pages[-1] and any(pages[-1][-1] <= row < number for row in breaks_after)
        if pages[-1] and (broken or used + size(number) > room):
            pages.append([])
        if not pages[-1]:
            used = sum(size(title) for title in titles if title < number)
        pages[-1].append(number)
        used += size(number)
    return [page for page in pages if page]


def _range(span: Span) -> range:
    return range(span[0], span[1] + 1) if span != NONE else range(0)


def _number(element: ElementTree.Element | None, name: str, default: float) -> float:
    return default if element is None else float(element.get(name, default))


def _to_points(width: float) -> float:
    """Width of a column in points, from its width in the file."""
    return width * _DIGIT


def _read_area(reference: str) -> tuple[Position, Position]:
    """Return the first and the last cell of "A2:G2"."""
    first, _, last = reference.partition(":")
    return parse_address(first), parse_address(last or first)


def _read_value(cell: ElementTree.Element, texts: list[str]) -> Value:
    kind, stored, inline = cell.get("t"), find_child(cell, "v"), find_child(cell, "is")
    text = "".join(part.text or "" for part in inline.iter() if local_name(part) == "t") if inline is not None else None
    value = decode_value(kind, stored.text if stored is not None else None, text, texts)
    try:
        return float(value) if kind in (None, "n") and value is not None else value
    except ValueError:
        return value


def _read_conditional_formats(
    root: ElementTree.Element, looks: Looks, names: Mapping[str, str]
) -> list[ConditionalFormat]:
    """Read the conditional formats, the first to be tried first; formats that are not understood are left out."""
    formats = []
    for group in root:
        if local_name(group) != "conditionalFormatting":
            continue
        areas = tuple(map(_read_area, group.get("sqref", "A1").split()))
        for rule in group:
            formula, number = find_child(rule, "formula"), int(rule.get("dxfId", "-1"))
            if rule.get("type") != "expression" or formula is None or not 0 <= number < len(looks.conditions):
                continue
            try:
                condition = Condition(formula.text or "", areas[0][0], names)
            except FormulaError:
                continue
            priority = int(rule.get("priority", "0"))
            formats.append(ConditionalFormat(priority, areas, condition, looks.conditions[number]))
    return sorted(formats, key=lambda conditional_format: conditional_format.priority)

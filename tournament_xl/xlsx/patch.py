"""Values written into the cells of one sheet's part; each cell keeps its style."""

from __future__ import annotations

import re
import sys
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

from tournament_xl.messages import workbook_files as texts
from tournament_xl.workbook.cells import Cell, cell_address
from tournament_xl.xlsx.limits import MAX_COLUMN
from tournament_xl.xlsx.sheet import parse_address, parse_column, render_cell

CellPosition = tuple[int, int]  # row, column
ByRow = Mapping[int, Mapping[int, Cell]]  # row -> column -> stored value
Area = tuple[int, int, int, int]  # first and last row, first and last column
_ROW = b'<row r="'
_ANY_ROW = rb"<(?:[^\s<>/?!:]+:)?row[\s/>]"  # a row in any way of writing; slow
_CELL = '<c r="'
_ANY_CELL = rb"<(?:[^\s<>/?!:]+:)?c[\s/>]"
_SHEET_DATA = re.compile(rb"<sheetData(?:\s[^<>]*?)?(/?)>")
_STYLE = re.compile(r"""\ss\s*=\s*["']([0-9]{1,9})["']""")
_SPANS = re.compile(rb"""\sspans\s*=\s*["'][0-9: ]*["']""")
_CUSTOM_FORMAT = re.compile(rb"""\scustomFormat\s*=\s*["'](?:1|true)["']""")
_HEIGHT = re.compile(rb"""\s(?:ht|customHeight)\s*=\s*["'][\w.+-]+["']""")
_COLUMN = re.compile(rb"<(?:[^\s<>/?!:]+:)?col(\s[^<>]*)>")
_ATTRIBUTE = re.compile(rb"""\b(\w+)\s*=\s*["']([0-9]+)["']""")
_MERGE = re.compile(rb"""<(?:[^\s<>/?!:]+:)?mergeCell\s[^<>]*?\bref\s*=\s*["']([A-Z0-9:]+)["']""")
_FORMULA = re.compile(rb"<(?:[^\s<>/?!:]+:)?f(\s[^<>]*)>")
_FORMULA_ATTRIBUTE = re.compile(rb"""\b(t|ref|si)\s*=\s*["']([\w:]*)["']""")
_DIMENSION = re.compile(
    rb"""(<(?:[^\s<>/?!:]+:)?dimension\s[^<>]*?\bref\s*=\s*["'])([A-Z]+[0-9]+)(?::([A-Z]+[0-9]+))?"""
)


class UnwritableCellError(Exception):
    """A cell to be filled lies under a merged range, or a cell to be written has a formula that other cells need.

    Arguments: French text, address of the cell, address of the range.
    """


class _Row(NamedTuple):
    tag: bytes
    start: int  # of its tag
    inside: int  # where its content begins
    end: int  # where its content ends; equal to `inside` for <row/>


class SheetRows:
    """Offsets of the rows of a sheet's part, found by their tags as nearly every program writes them.

    Attributes:
        content: The part.
        start: Offset of the tag `<sheetData>`.
        inside: Offset after this tag.
        end: Offset of `</sheetData`; equal to `inside` for `<sheetData/>`.
        single: Whether it is `<sheetData/>`.
        rows: Number of a row, from 1 -> offset of its tag.
    """

    def __init__(self, content: bytes) -> None:
        """Find the rows of a part.

        Raises:
            ValueError: The part has no cells, such as a chart's, or is written in another way.
        """
        match = _SHEET_DATA.search(content)
        first = content.find(b">")  # `<?xml` may come before
        if match is None or _contains(content, b"<!", b"!") or _contains(content, b"<?", b"?", first):
            raise ValueError("sheetData")
        self.content, self.start, self.inside, self.single = content, match.start(), match.end(), bool(match[1])
        self.end = self.inside if self.single else content.index(b"</sheetData", self.inside)
        data = content[self.inside : self.end]
        head, *rows = data.split(_ROW)
        self.rows: dict[int, int] = {}
        position = self.inside + len(head)
        for row in rows:
            self.rows[int(row[: row.index(b'"')])] = position
            position += len(_ROW) + len(row)
        if _may_have_unusual_tags(data, b"row", len(self.rows)) and len(re.findall(_ANY_ROW, data)) != len(self.rows):
            raise ValueError("row")

    @cached_property
    def prefixed(self) -> bool:
        """Whether cells may have a namespace prefix."""
        return _contains(self.content, b":c", b":", self.inside, self.end)

    def row(self, number: int) -> _Row | None:
        """Find a row by its number, from 1; None when the part does not have it."""
        if (start := self.rows.get(number)) is None:
            return None
        content = self.content
        inside = end = content.index(b">", start) + 1
        if content[end - 2 : end] != b"/>":
            end = content.index(b"</row", inside)
        return _Row(content[start:inside], start, inside, end)

    def bytes_by_number(self) -> dict[int, bytes]:
        """Return the bytes of each row, up to the tag of the next one; rows are in the order of the part."""
        ends = [*self.rows.values(), self.end][1:]
        return {number: self.content[start:end] for (number, start), end in zip(self.rows.items(), ends, strict=True)}


def _may_have_unusual_tags(content: bytes, name: bytes, count: int) -> bool:
    """Check whether elements of this name may exist besides the `count` ones written as usual."""
    return content.count(b"<" + name) != count or _contains(content, b":" + name, b":")


def _contains(content: bytes, mark: bytes, rare: bytes, start: int = 0, end: int = sys.maxsize) -> bool:
    """Check whether a part has a mark; first for the rare byte in it, for which a search is 30 times as fast."""
    return content.find(rare, start, end) >= 0 and content.find(mark, start, end) >= 0


def write_cells(content: bytes, values_by_row: ByRow) -> tuple[bytes, ByRow]:
    """Write values into the cells of a sheet's part; a part written in an unusual way is made canonical first.

    Values come from `sheet.encode_value`; None empties a cell, and a value replaces a formula.

    Returns:
        The changed part, and the values that were written, without None for cells under a merged range. A cell keeps
        its style; a new cell has the style of its row or column, a new row the height of the row above. In a row that
        gets a new cell, such as a pasted one, constants without a style get that of their column as well.

    Raises:
        UnwritableCellError: A value is for a cell under a merged range, or a value or None for a cell whose formula
            other cells need.
        ValueError: The part cannot be changed.
    """
    try:
        return _write_cells(content, values_by_row)
    except ValueError:
        from tournament_xl.xlsx.canonical import canonicalize_sheet  # loads ElementTree, which few sheets need

        return _write_cells(canonicalize_sheet(content), values_by_row)


def _write_cells(content: bytes, values_by_row: ByRow) -> tuple[bytes, ByRow]:
    sheet, by_row = SheetRows(content), {row: dict(values) for row, values in values_by_row.items()}
    _drop_merged_cells(_read_merges(content[sheet.end :]), by_row)
    shared_formulas = dict(_list_shared_formulas(sheet))
    for cell in _list_covered(shared_formulas, by_row):
        raise UnwritableCellError(
            texts.FILLED_DOWN, cell_address(*cell), _format_area(shared_formulas[_find_area(cell, shared_formulas)])
        )
    columns = _read_column_styles(content[: sheet.inside])
    changes: list[tuple[int, int, str]] = []  # start, end, replacement
    numbers = sorted(sheet.rows)
    heights: dict[int, str] = {}  # of new rows
    for number, values in sorted(by_row.items()):
        if row := sheet.row(number):
            changes += _changes_in_row(sheet, row, number, values, columns)
            continue
        xml = "".join(
            _CELL + _render_cell(cell_address(number, column), value, columns.get(column, ""))
            for column, value in sorted(values.items())
            if value is not None
        )
        if xml:
            above = sheet.row(number - 1)
            attributes = b"".join(_HEIGHT.findall(above.tag)).decode() if above else heights.get(number - 1, "")
            heights[number] = attributes
            index = bisect_left(numbers, number)
            position = sheet.rows[numbers[index]] if index < len(numbers) else sheet.end
            changes.append((position, position, f'<row r="{number}"{attributes}>{xml}</row>'))
    if changes and sheet.single:
        rows = "".join(new_row for _, _, new_row in changes)
        changes = [(sheet.start, sheet.inside, f"<sheetData>{rows}</sheetData>")]
    chunks, position = [], 0
    for start, end, xml in changes:
        chunks += [content[position:start], xml.encode()]
        position = end
    return _extend_dimension(b"".join([*chunks, content[position:]]), by_row), by_row


def _changes_in_row(
    sheet: SheetRows, row: _Row, number: int, values: Mapping[int, Cell], columns: Mapping[int, str]
) -> list[tuple[int, int, str]]:
    inside = sheet.content[row.inside : row.end]
    start, *cells = inside.decode().split(_CELL)
    if (sheet.prefixed or inside.count(b"<c") != len(cells)) and len(re.findall(_ANY_CELL, inside)) != len(cells):
        raise ValueError("cell")  # some are written in another way
    places = {cell.partition('"')[0]: index for index, cell in enumerate(cells)}
    new_cells: dict[int, str] = {}
    for column, value in values.items():
        name = cell_address(number, column)
        if (cell_index := places.get(name)) is not None:
            attributes, _, rest = cells[cell_index][len(name) + 1 :].partition(">")
            if attributes[-1:] != "/":
                rest = rest[rest.index(">", rest.index("</c")) + 1 :]
            style = _STYLE.search(attributes)
            cells[cell_index] = _render_cell(name, value, style[1] if style else "") + rest
        elif value is not None:
            formatted = _CUSTOM_FORMAT.search(row.tag) and _STYLE.search(row.tag.decode())
            new_cells[column] = _render_cell(name, value, formatted[1] if formatted else columns.get(column, ""))
    if not new_cells:
        return [(row.inside, row.end, _CELL.join([start, *cells]))]
    if not _CUSTOM_FORMAT.search(row.tag):
        for name, index in places.items():
            cells[index] = _take_column_style(cells[index], columns.get(parse_column(name.rstrip("0123456789")), ""))
    existing_columns = [parse_column(name.rstrip("0123456789")) for name in places]
    for column, xml in sorted(new_cells.items(), reverse=True):
        index = next((i for i, existing in enumerate(existing_columns) if existing > column), len(existing_columns))
        cells.insert(index, xml)
    text = _CELL.join([start, *cells])
    bare = _SPANS.sub(b"", row.tag).decode()  # a hint, which may be wrong now
    if row.inside == row.end and bare.endswith("/>"):
        return [(row.start, row.inside, f"{bare[:-2].rstrip()}>{text}</row>")]
    return [(row.start, row.inside, bare), (row.inside, row.end, text)]


def _take_column_style(cell: str, style: str) -> str:
    """Give a cell the style of its column if it has none and no formula, which Excel would take for a text there."""
    attributes, end, rest = cell.partition(">")
    own = _STYLE.search(attributes)
    if not style or (own and own[1] != "0") or re.search(r"<(?:[^\s<>/?!:]+:)?f[\s/>]", rest):
        return cell
    bare = _STYLE.sub("", attributes)
    slash = "/" if bare.endswith("/") else ""
    return f'{bare.removesuffix("/").rstrip()} s="{style}"{slash}{end}{rest}'


def _render_cell(name: str, value: Cell, style: str) -> str:
    """Render a cell's XML after `_CELL`."""
    style_attribute = f' s="{style}"' if style else ""
    return render_cell(f'{name}"{style_attribute}', value)


def _read_merges(tail: bytes) -> list[Area]:
    """Read the merged ranges from the part of a sheet after its rows."""
    ranges = _MERGE.findall(tail)
    if len(ranges) != len(re.findall(rb"mergeCell[\s/>]", tail)):
        raise ValueError("mergeCell")
    return [_parse_area(text.decode()) for text in ranges]


def _parse_area(text: str) -> Area:
    first, _, last = text.partition(":")
    (top, left), (bottom, right) = parse_address(first), parse_address(last or first)
    return top, bottom, left, right


def _list_covered(areas: Collection[Area], by_row: Mapping[int, Mapping[int, Cell]]) -> list[CellPosition]:
    """List the cells of `by_row` that lie in one of the areas.

    There may be as many areas as cells. Therefore each area is counted only at its corners, on a grid of the rows and
    columns of `by_row`; running sums then give the number of areas that cover each cell.
    """
    rows, columns = sorted(by_row), sorted({column for values in by_row.values() for column in values})
    corners: dict[int, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for top, bottom, left, right in areas:
        top_index, bottom_index = bisect_left(rows, top), bisect_left(rows, bottom + 1)
        left_index, right_index = bisect_left(columns, left), bisect_left(columns, right + 1)
        if top_index < bottom_index and left_index < right_index:
            for row_index, sign in ((top_index, 1), (bottom_index, -1)):
                corners[row_index][left_index] += sign
                corners[row_index][right_index] -= sign
    covered_cells: list[CellPosition] = []
    sums = [0] * (len(columns) + 1)
    for row_index, row in enumerate(rows if corners else ()):
        for column, change in corners[row_index].items():
            sums[column] += change
        if any(sums):
            column_counts = zip(columns, accumulate(sums), strict=False)
            covered_cells += [(row, column) for column, count in column_counts if count and column in by_row[row]]
    return covered_cells


def _find_area(cell: CellPosition, areas: Iterable[Area]) -> Area:
    """Find the first area in which a covered cell lies."""
    return next(area for area in areas if area[0] <= cell[0] <= area[1] and area[2] <= cell[1] <= area[3])


def _format_area(area: Area) -> str:
    return f"{cell_address(area[0], area[2])}:{cell_address(area[1], area[3])}"


def _drop_merged_cells(merges: list[Area], by_row: dict[int, dict[int, Cell]]) -> None:
    """Remove empty cells under merged ranges from `by_row`; raise UnwritableCellError for a filled one."""
    first = {(top, left) for top, _, left, _ in merges}
    for row, column in _list_covered(merges, by_row):
        if (row, column) not in first:
            if by_row[row][column] is not None:
                raise UnwritableCellError(
                    texts.MERGED, cell_address(row, column), _format_area(_find_area((row, column), merges))
                )
            del by_row[row][column]


def _list_shared_formulas(sheet: SheetRows) -> Iterator[tuple[Area, Area]]:
    """List the areas that must not be written because other cells need their formula, each with the formula's range."""
    if sheet.content.find(b"ref", sheet.inside, sheet.end) < 0:
        return
    for match in _FORMULA.finditer(sheet.content, sheet.inside, sheet.end):
        attributes = dict(_FORMULA_ATTRIBUTE.findall(match[1]))
        if b"ref" in attributes and (formula_type := attributes.get(b"t")) in (b"shared", b"array", b"dataTable"):
            top, bottom, left, right = area = _parse_area(attributes[b"ref"].decode())
            if (top, left) != (bottom, right):
                yield (top, top, left, left) if formula_type == b"shared" else area, area


def _read_column_styles(head: bytes) -> dict[int, str]:
    """Return column -> style of its new cells, for the columns that have one."""
    runs = [dict(_ATTRIBUTE.findall(text)) for text in _COLUMN.findall(head)]
    styled = [(int(run[b"min"]), int(run[b"max"]), run[b"style"].decode()) for run in runs if b"style" in run]
    if sum(last - first + 1 for first, last, _ in styled) > MAX_COLUMN:  # they overlap
        raise ValueError("col")
    return {column: style for first, last, style in styled for column in range(first, last + 1)}


def _extend_dimension(content: bytes, written: ByRow) -> bytes:
    """Extend the part's stated dimension to the filled cells: some readers stop at it."""
    dimension = _DIMENSION.search(content, 0, 20_000)
    rows = [row for row, values in written.items() if {*values.values()} != {None}]
    columns = {column for values in written.values() for column, value in values.items() if value is not None}
    if not dimension or not rows:
        return content
    for row, column in map(parse_address, filter(None, (dimension[2].decode(), (dimension[3] or b"").decode()))):
        rows.append(row)
        columns.add(column)
    first, last = cell_address(min(rows), min(columns)), cell_address(max(rows), max(columns))
    extent = first if first == last else f"{first}:{last}"
    return content[: dimension.start(2)] + extent.encode() + content[dimension.end() :]

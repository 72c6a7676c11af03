"""Workbooks as bytes: read them, and edit cells without losing anything else; no file is touched.

An edit changes only the parts of the sheets concerned, and asks for recalculation where there are formulas. The result
is read back and compared cell by cell.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from itertools import product
from pathlib import Path
from typing import NamedTuple

from tournament_xl.messages import workbook_files as texts
from tournament_xl.workbook import schema
from tournament_xl.workbook.cells import Cell, cell_address
from tournament_xl.workbook.file_failures import FileFailure
from tournament_xl.workbook.snapshot import Edits, ExternalError, Grid, LayoutChange, Snapshot
from tournament_xl.xlsx import layout, limits, patch, sheet
from tournament_xl.xlsx.package import Package, list_children, open_package, relations_part_name
from tournament_xl.xlsx.sheet import encode_value, format_as_read

DAYS_TO_1904 = 1462
_SHEET = re.compile(rb"<(?:\w+:)?sheet\s[^<>]*>")
_HIDDEN = re.compile(rb"""\sstate=["']\w+["']""")
_SIGNATURE_RELATION = "origin"  # last word of the relation's type
_CALCULATION = re.compile(rb"<(?:\w+:)?calcPr\b[^<>]*>")
_FULL_CALCULATION = re.compile(rb"""\sfullCalcOnLoad\s*=\s*["'](\w{1,9})["']""")
_BEFORE_CALCULATION = re.compile(rb"</(\w+:)?(?:sheets|functionGroups|externalReferences|definedNames)>")


class Book(NamedTuple):
    """A workbook as it was read."""

    package: Package
    parts: Mapping[str, str]  # sheet -> name of its part
    sheets: Mapping[str, sheet.Sheet]  # by name
    shared: bytes  # the part of shared texts
    texts: list[str]  # shared texts, by index

    def snapshot(self, input_sheets: Collection[str] = schema.INPUT_SHEETS) -> Snapshot:
        """Return the snapshot of all sheets.

        Its `uncomputed` has the formulas without result of `input_sheets`; empty means all sheets.
        """
        uncomputed = {
            (name, *position)
            for name, sheet_content in self.sheets.items()
            if not input_sheets or name in input_sheets
            for position in sheet_content.uncomputed
        }
        return Snapshot(
            {name: sheet_content.grid for name, sheet_content in self.sheets.items()}, frozenset(uncomputed)
        )

    @property
    def data(self) -> bytes:
        """Bytes of the file."""
        return self.package.to_bytes()

    @property
    def signed(self) -> bool:
        """True when the workbook has a digital signature."""
        return any(relation.kind == _SIGNATURE_RELATION for relation in self.package.relations(""))


def parse_workbook(path: Path, data: bytes, previous: Book | None = None) -> Book:
    """Parse the bytes of a workbook: all its sheets are read, all its XML is checked.

    The path is not opened. Sheets of `previous` are reused where their parts are equal.

    Raises:
        FileFailure: The bytes are no sound workbook, or exceed the limits.
    """
    return _read_package(path, open_package(path, data), previous)


def parse_snapshot(path: Path, data: bytes) -> Snapshot:
    """Parse a workbook and return the snapshot of all its sheets.

    Raises:
        ExternalError: The bytes are no sound workbook, or exceed the limits.
    """
    return parse_workbook(path, data).snapshot()


def find_hidden_rows(book: Book) -> dict[str, frozenset[int]]:
    """Return each sheet -> its rows, from 1, that a filter or a person has hidden; an empty set if none is."""
    return {name: frozenset(sheet_content.hidden) for name, sheet_content in book.sheets.items()}


def find_date_offset(book: Book) -> int:
    """Return the number of days to add to the workbook's dates: 0, or 1462 when they count from 1904."""
    workbook_elements = list_children(book.package.parts[book.package.workbook()])
    properties = [child.attributes for child in workbook_elements if child.name == "workbookPr"]
    from_1904 = any(attributes.get("date1904") in ("1", "true") for attributes in properties)
    return DAYS_TO_1904 if from_1904 else 0


def find_multirow_merges(book: Book) -> dict[str, list[tuple[int, int, int]]]:
    """Find the merged ranges that cover several rows.

    Each range is its first row, first column and last row, from 1; sheets without any are left out.

    Raises:
        ValueError: A range is no address.
    """
    merged: dict[str, list[tuple[int, int, int]]] = {}
    for name, sheet_content in book.sheets.items():
        for area in sheet_content.merges:
            first, _, last = area.partition(":")
            (top, left), (bottom, _) = sheet.parse_address(first), sheet.parse_address(last or first)
            if top < bottom:
                merged.setdefault(name, []).append((top, left, bottom))
    return merged


def find_covered_cells(book: Book, name: str) -> set[tuple[int, int]]:
    """Find the cells of a sheet that a merged range hides: all of it but its first one.

    Each is its row and column, from 1.
    """
    covered = set[tuple[int, int]]()
    for area in book.sheets[name].merges:
        first, _, last = area.partition(":")
        (top, left), (bottom, right) = sheet.parse_address(first), sheet.parse_address(last or first)
        covered |= {*product(range(top, bottom + 1), range(left, right + 1))} - {(top, left)}
    return covered


def find_date_rows(book: Book, name: str, column: int) -> list[int]:
    """Find the cells of a column that are shown as dates or times, filled or not.

    Column and rows count from 1; rows are ascending.
    """
    return _find_rows_with_format(book, name, column, _find_date_styles(book.package))


def find_struck_rows(book: Book, name: str, column: int) -> list[int]:
    """Find the cells of a column whose text is struck out, as a whole or, in a shared text of several looks, in part.

    Column and rows count from 1; rows are ascending.
    """
    styles = _find_struck_styles(book.package)
    texts = {
        book.texts[index]
        for index, element in enumerate(list_children(book.shared) if b"strike" in book.shared else ())
        if index < len(book.texts) and _is_struck(book.shared[element.start : element.end])
    }
    grid = book.sheets[name].grid
    struck = {row for row, cells in enumerate(grid, start=1) if column <= len(cells) and cells[column - 1] in texts}
    return sorted(struck.union(_find_rows_with_format(book, name, column, styles)))


def _find_rows_with_format(book: Book, name: str, column: int, styles: set[str]) -> list[int]:
    sheet_content = (
        sheet.read_sheet(book.package.parts[book.parts[name]], book.texts, column) if styles else sheet.Sheet()
    )
    return [row for row, style in sheet_content.formats.items() if style in styles]


def _is_struck(element: bytes) -> bool:
    """Check whether a font, or a text of several looks, is struck out."""
    return re.search(rb"<(?:\w+:)?d?strike(?:\s+val=[\"'](?:1|true)[\"'])?\s*/?>", element) is not None


def _find_struck_styles(package: Package) -> set[str]:
    """Return the numbers of the cell formats whose font is struck out."""
    part = _styles_part(package)
    if b"strike" not in part:
        return set()
    fonts = {
        str(index)
        for index, element in enumerate(list_children(part, "fonts"))
        if _is_struck(part[element.start : element.end])
    }
    formats = enumerate(list_children(part, "cellXfs"))
    return {str(index) for index, element in formats if element.attributes.get("fontId") in fonts}


def _styles_part(package: Package) -> bytes:
    """Return the part of styles; empty if the workbook has none."""
    targets = (relation.target for relation in package.relations(package.workbook()) if relation.kind == "styles")
    return package.parts.get(next(targets, ""), b"")


def _find_date_styles(package: Package) -> set[str]:
    """Return the numbers of the cell formats that show a number as a date or a time."""
    if not (part := _styles_part(package)):
        return set()
    custom_formats = {
        element.attributes.get("numFmtId"): element.attributes.get("formatCode", "")
        for element in list_children(part, "numFmts")
    }
    date_formats = {
        *map(str, (*range(14, 23), *range(45, 48))),
        *(number for number, code in custom_formats.items() if _is_date_format(code)),
    }
    formats = enumerate(list_children(part, "cellXfs"))
    return {
        str(index)
        for index, element in formats
        if element.name == "xf" and element.attributes.get("numFmtId") in date_formats
    }


def _is_date_format(code: str) -> bool:
    """Check whether a format shows a part of a date or a time; text in brackets and quotes does not count."""
    return bool(re.search("[dmyhsDMYHS]", re.sub(r'\[[^]]{0,40}\]|"[^"]{0,80}"|\\.|General', "", code[:255])))


def _read_package(path: Path, package: Package, previous: Book | None = None) -> Book:
    """Read the sheets of a package; sheets of `previous` are reused where their parts are equal."""
    sheets: dict[str, sheet.Sheet] = {}
    cell_count = letters = 0
    try:
        parts = package.sheets()
        related = package.relations(package.workbook())
        shared_parts = (relation.target for relation in related if relation.kind == "sharedStrings")
        shared = package.parts.get(next(shared_parts, ""), b"")  # some programs relate to a part that they do not write
        if previous and shared != previous.shared:
            previous = None
        shared_texts = previous.texts if previous else sheet.read_shared_texts(shared) if shared else []
        checked_parts = dict(previous.package.parts) if previous else {}
        for name, part in parts.items():
            content = package.parts[part]
            former_content = previous.package.parts.get(previous.parts.get(name, "")) if previous else None
            if previous and content == former_content:
                sheets[name] = previous.sheets[name]
                continue
            if previous and former_content:  # an edit is read back, or a file that was changed is read again
                sheet_content = _read_changed_rows(content, shared_texts, former_content, previous.sheets[name])
            else:
                sheet_content = sheet.read_sheet(content, shared_texts)
            sheets[name] = sheet_content
            checked_parts[part] = content
            limits.require_within(path, texts.MERGE_COUNT, len(sheet_content.merges), limits.MAX_MERGES)
            cell_count += sheet_content.cell_count
            letters += sum(len(value) for line in sheet_content.grid for value in line if isinstance(value, str))
            if cell_count > limits.MAX_CELLS:
                name = max(sheets, key=lambda sheet_name: sheets[sheet_name].cell_count)
                grid = sheets[name].grid
                raise sheet.TooManyCellsError(len(grid), len(grid[-1]))
            limits.require_within(path, texts.LETTER_COUNT, letters, limits.MAX_ALL_LETTERS)
        package.check(checked_parts, {relation.target for relation in related if relation.kind == "styles"})
    except sheet.TooManyCellsError as error:
        facts = {"sheet": name, "cell": cell_address(*error.args), "limit": limits.MAX_CELLS}
        raise FileFailure(texts.TOO_FAR, path, **facts) from error
    except sheet.TooManyLettersError as error:
        limits.require_within(path, *error.args)
    except limits.DAMAGE as error:
        raise FileFailure(texts.DAMAGED, path, folder=texts.BACKUP_FOLDER) from error
    if not sheets:
        raise FileFailure(texts.NOT_A_WORKBOOK, path)
    return Book(package, parts, sheets, shared, shared_texts)


def _read_changed_rows(
    content: bytes, shared_texts: list[str], former: bytes, former_sheet: sheet.Sheet
) -> sheet.Sheet:
    """Read a sheet's part of which only some rows have changed: the others have the values that they had before.

    Those rows have the same bytes as before, and were sound; what is left without them is sound only if the whole part
    is. This saves 4 % of `pair`. A part written in an unusual way is read as a whole.
    """
    try:
        former_rows, part = patch.SheetRows(former).bytes_by_number(), patch.SheetRows(content)
    except ValueError:
        return sheet.read_sheet(content, shared_texts)
    rows = part.bytes_by_number()
    same = {number for number, row in rows.items() if former_rows.get(number) == row}
    if [*rows] != sorted(rows) or not same:
        return sheet.read_sheet(content, shared_texts)
    changed_rows = b"".join(row for number, row in rows.items() if number not in same)
    first = min(part.rows.values(), default=part.end)
    changed = sheet.read_sheet(content[:first] + changed_rows + content[part.end :], shared_texts)
    return changed.with_rows_of(former_sheet, same)


def edit_workbook(
    path: Path,
    before: Book,
    edits: Edits,
    unhide: Collection[str] = (),
    select: Mapping[str, str] | None = None,
    layout_changes: Collection[LayoutChange] = (),
    finish: Callable[[Package], None] = lambda package: None,
) -> Book:
    r"""Edit cells of a workbook, read the result back and compare it cell by cell.

    A cell keeps its style; None and "" empty it; a value replaces a formula. Text stays text, also "=1+1", "007" or
    "1/2"; control characters, which no workbook can hold, are dropped, and line ends become "\n". 5.0 is written as 5.
    Where there are formulas, Excel is asked to recalculate. If `edits` is not empty, a digital signature
    (`Book.signed`) is removed, since an edit makes it void. `unhide` are sheets to show if they are hidden; `select`
    gives by sheet the address of the cell that is selected when the sheet opens ("E12"). `finish` makes a further
    change to the package, in place, after all others. `before` is unchanged.

    Raises:
        ExternalError: No cell can hold a value. A `FileFailure`: a sheet to write is missing; a cell to fill lies under
            a merged range, or has a formula that others need; the package cannot be changed, or the result does not
            read back as written.
    """
    values_by_sheet: dict[str, patch.ByRow] = {**_values_by_cell(path, before, edits)}
    package = before.package.copy()
    try:
        for name, cells in values_by_sheet.items():
            part = before.parts[name]
            package.parts[part], values_by_sheet[name] = patch.write_cells(package.parts[part], cells)
        book = package.workbook()
        if values_by_sheet and any(sheet_content.formula_rows for sheet_content in before.sheets.values()):
            _remove_calculation_order(package, book)
            package.parts[book] = _request_recalculation(package.parts[book])
        package.parts[book] = _unhide(package.parts[book], unhide)
        if edits:
            _remove_signatures(package)
        layout.select_cells(package, before.parts, select or {})
        layout.apply_layout(package, before.parts, layout_changes)
        finish(package)
        saved = package.to_bytes()
    except patch.UnwritableCellError as error:
        sentence, cell, area = error.args
        raise FileFailure(sentence, path, sheet=name, cell=cell, area=area) from error
    except limits.DAMAGE as error:
        raise FileFailure(texts.NOT_SAVED, path, reason=str(error)) from error
    try:
        after = _read_package(path, open_package(path, saved), before)
    except ExternalError as error:
        raise FileFailure(texts.NOT_SAVED, path, reason=texts.NOT_READ_BACK) from error
    if [*after.parts] != [*before.parts]:
        raise FileFailure(texts.NOT_SAVED, path, reason=texts.NOT_READ_BACK)
    for name in before.parts:
        if difference := _find_difference(
            before.sheets[name].grid, after.sheets[name].grid, values_by_sheet.get(name, {})
        ):
            reason = texts.READ_BACK.format(sheet=name, cell=cell_address(*difference))
            raise FileFailure(texts.NOT_SAVED, path, reason=reason)
    return after


def _values_by_cell(path: Path, book: Book, edits: Edits) -> dict[str, dict[int, dict[int, Cell]]]:
    """Return sheet -> row -> column -> stored value of each cell to write."""
    values_by_sheet: dict[str, dict[int, dict[int, Cell]]] = {}
    for block in edits:
        if block.sheet not in book.parts:
            raise FileFailure(texts.NO_SHEET, path, sheet=block.sheet)
        rows = values_by_sheet.setdefault(block.sheet, {})
        for row, values in enumerate(block.values, start=block.row):
            cells = rows.setdefault(row, {})
            for column, value in enumerate(values, start=block.column):
                cells[column] = encode_value(value, (block.sheet, row, column))
    return values_by_sheet


def _find_difference(before: Grid, after: Grid, written: patch.ByRow) -> patch.CellPosition | None:
    """Find the first cell of `after` that is neither as before nor as written; values are text, booleans or None."""
    if before is after and not written:
        return None
    for row in range(1, max(len(before), len(after), *written, 0) + 1):
        old_values, new_values = (grid[row - 1] if row <= len(grid) else [] for grid in (before, after))
        if row not in written and old_values == new_values:
            continue
        cells = dict(enumerate(old_values, start=1))
        for column, value in written.get(row, {}).items():
            cells[column] = format_as_read(value)
        expected = [cells.get(column) for column in range(1, max(len(new_values), *cells, 0) + 1)]
        actual = [*new_values, *[None] * (len(expected) - len(new_values))]
        if expected != actual:
            return row, next(index for index in range(len(expected)) if expected[index] != actual[index]) + 1
    return None


def _remove_calculation_order(package: Package, book: str) -> None:
    """Remove the order of calculation, which may list a formula that was replaced; Excel builds a new one."""
    package.remove(book, [relation for relation in package.relations(book) if relation.kind == "calcChain"])


def _remove_signatures(package: Package) -> None:
    origins = [relation for relation in package.relations("") if relation.kind == _SIGNATURE_RELATION]
    for part in {relation.target for relation in origins}:
        package.remove(part, package.relations(part))
        package.parts.pop(relations_part_name(part), None)
    package.remove("", origins)


def _request_recalculation(workbook: bytes) -> bytes:
    """Return the workbook's part with a request to recalculate on opening."""
    if match := _CALCULATION.search(workbook):
        request = _FULL_CALCULATION.search(match[0])
        if request and request[1] in (b"1", b"true"):
            return workbook
        tag = _FULL_CALCULATION.sub(b"", match[0]).replace(b"calcPr", b'calcPr fullCalcOnLoad="1"', 1)
        return workbook[: match.start()] + tag + workbook[match.end() :]
    *_, before = _BEFORE_CALCULATION.finditer(workbook)
    tag = b'<%scalcPr fullCalcOnLoad="1"/>' % (before[1] or b"")
    return workbook[: before.end()] + tag + workbook[before.end() :]


def _unhide(workbook: bytes, sheets: Collection[str]) -> bytes:
    """Return the workbook's part with these sheets visible."""
    names = [f'name="{sheet.escape_xml(name)}"'.encode() for name in sheets]

    def remove_state(match: re.Match[bytes]) -> bytes:
        return _HIDDEN.sub(b"", match[0]) if any(name in match[0] for name in names) else match[0]

    return _SHEET.sub(remove_state, workbook) if names else workbook

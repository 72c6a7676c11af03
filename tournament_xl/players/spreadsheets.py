"""Tables of players in workbooks of any form.

Excel's own form is read through `xlsx`. OpenDocument is read here, since only its XML says which rows a filter hides.
Older forms go through python-calamine in a separate process.
"""

from __future__ import annotations

import io
import re
import zipfile
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree

from tournament_xl.core.resources import printable_path
from tournament_xl.messages import players as texts
from tournament_xl.messages import workbook_files as hosts_texts
from tournament_xl.messages.players import LAST_PLAYED
from tournament_xl.players import columns, list_table
from tournament_xl.players.list_table import NAME_KEYS, ListError, ListTable, Row
from tournament_xl.players.other_forms import OLD_PACKAGE, restore_letters
from tournament_xl.players.previous_workbook import is_tournament, list_from_tournament
from tournament_xl.workbook.cells import Cell, cell_text, read_date
from tournament_xl.workbook.schema import PLAYERS
from tournament_xl.workbook.snapshot import ExternalError, Snapshot
from tournament_xl.xlsx import limits, workbook_package

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

PACKED = (b"PK\x03\x04", OLD_PACKAGE)  # first bytes of a workbook; the second: .xls, or a password
SECONDS = 30.0  # allowed to a separate process
_MAX_TITLES = 6
_PERSONAL_KEYS = ("N°", "Licence", *NAME_KEYS)  # never shared by players, even in a merged cell
_STORED_DECIMAL = re.compile(r"[0-9]{1,15}\.[0-9]{8,20}")
_CONTENT, _MANIFEST = "content.xml", "META-INF/manifest.xml"
_TABLE, _TEXT, _OFFICE, _STYLE = (
    f"{{urn:oasis:names:tc:opendocument:xmlns:{name}:1.0}}" for name in ("table", "text", "office", "style")
)
_BLANKS = {f"{_TEXT}{name}" for name in ("s", "tab", "line-break")}


Merged = tuple[int, int, int]  # first row, column and last row of a merged cell, from 1


@dataclass(frozen=True, slots=True)
class _ListBook:
    """Sheets of a workbook, whatever its form."""

    snapshot: Snapshot
    hidden: Mapping[str, frozenset[int]] = field(default_factory=dict)  # rows, from 1
    days: int = 0  # to add to the number of a date
    merged: Mapping[str, Sequence[Merged]] = field(default_factory=dict)
    notes: tuple[str, ...] = ()  # French sentences on what the form does not tell
    formats: workbook_package.Book | None = None  # if the formats of its cells are known
    struck: Mapping[str, frozenset[tuple[int, int]]] = field(default_factory=dict)  # rows and columns, from 1


def is_flat(data: bytes) -> bool:
    """Check by their first 4000 whether the bytes of a file are an OpenDocument workbook in one XML text, .fods."""
    return b"<office:document" in data[:4000]


def read_workbook_table(file: str, data: bytes, keys: Sequence[str]) -> ListTable:
    """Read the table of players in a workbook: sheet Joueurs if it has a header, else the only sheet with one.

    Text of a merged cell is repeated in the empty cells of those of its rows that have a name, except in columns of N°,
    licence or names. Hidden rows are in the table, which marks them (`hidden`); of .xls and .xlsb a note says that they
    are not known. A formula without result in one of the columns `keys` adds a problem to the table. The table of a
    tournament's workbook is as `list_from_tournament` gives it.

    Raises:
        ListError: The workbook cannot be read, no sheet has a header, several have one and none of them is Joueurs, or
            two columns of one meaning have different cells.
    """
    book = _open_book(file, data)
    snapshot = book.snapshot
    sheets: list[tuple[str, list[Row]]] = []  # name, rows that are not blank
    for name, grid in snapshot.sheets.items():
        list_table.check_size(file, len(grid), sum(map(len, grid)))
        rows = [
            (line, [list_table.clean_cell(_shown_text(cell_text(cell))) for cell in cells])
            for line, cells in enumerate(grid, start=1)
        ]
        sheets.append((name, [row for row in rows if any(row[1])]))
    sheets_with_header = [(name, rows) for name, rows in sheets if columns.find_header(rows)[1]]
    players_sheets = [
        (name, rows)
        for name, rows in sheets_with_header
        if columns.normalize_title(name) == columns.normalize_title(PLAYERS)
    ]
    sheets_with_header = players_sheets or sheets_with_header
    if len(sheets_with_header) > 1:
        names = ", ".join(f"« {list_table.shorten(name)} »" for name, _ in sheets_with_header[:_MAX_TITLES])
        raise ListError([texts.SEVERAL_SHEETS.format(file=printable_path(file), sheets=names, players=PLAYERS)])
    filled_sheets = [(name, rows) for name, rows in sheets if rows] or [("", [])]
    is_whole_tournament = is_tournament(snapshot)
    table = columns.read_below_header(file, *(sheets_with_header or filled_sheets)[0], event=is_whole_tournament)
    table = replace(table, hidden=book.hidden.get(table.sheet or "", frozenset()), notes=[*book.notes])
    table = replace(table, struck=_find_struck_rows(book, table))
    key_of_column = {column: key for key, (column, _) in table.columns.items() if key in (*keys, *NAME_KEYS)}
    for sheet, line, column in sorted(snapshot.uncomputed):
        if sheet == table.sheet and column - 1 in key_of_column:
            table.add_problem(texts.NO_RESULT, line, key_of_column[column - 1])
    if book.days and LAST_PLAYED in table.columns:
        column = table.columns[LAST_PLAYED][0]
        for _, cells in table.rows:
            if column < len(cells) and cells[column].isdecimal():
                cells[column] = str(int(cells[column]) + book.days)
    _fill_merged(table, book.merged.get(table.sheet or "", ()))
    if (
        book.formats and table.sheet and "Licence" in table.columns
    ):  # a date is stored as a number; only its format shows it
        column = table.columns["Licence"][0]
        dated_lines = {*workbook_package.find_date_rows(book.formats, table.sheet, column + 1)}
        for line, cells in table.rows:
            if line in dated_lines and column < len(cells) and (day := read_date(cells[column])):
                cells[column] = f"{day:%d/%m/%Y}"
    return list_from_tournament(table, snapshot) if is_whole_tournament else table


def _find_struck_rows(book: _ListBook, table: ListTable) -> frozenset[int]:
    """Return the rows in which a name is struck out."""
    rows = set[int]()
    for column in {table.columns[key][0] + 1 for key in (*NAME_KEYS, "Prénom") if key in table.columns}:
        if book.formats and table.sheet:
            rows |= {*workbook_package.find_struck_rows(book.formats, table.sheet, column)}
        rows |= {row for row, cell in book.struck.get(table.sheet or "", ()) if cell == column}
    return frozenset(rows)


def _fill_merged(table: ListTable, merged: Sequence[Merged]) -> None:
    """Repeat the text of a merged cell, such as a club or a series, on each of its rows that has a name."""
    key_of_column = {column: key for key, (column, _) in table.columns.items() if key not in _PERSONAL_KEYS}
    name_columns = [column for key, (column, _) in table.columns.items() if key in NAME_KEYS]
    lines, last_filled = [line for line, _ in table.rows], dict[int, int]()  # column -> last row
    for top, column, bottom in sorted(merged):
        first, last = bisect_left(lines, max(top, last_filled.get(column, 0))), bisect_right(lines, bottom)
        if column - 1 not in key_of_column or first >= len(lines) or lines[first] != top:
            continue
        last_filled[column] = bottom
        text = list_table.cell_of(table.rows[first][1], column - 1)
        for _, cells in table.rows[first + 1 : last]:
            has_name = any(list_table.cell_of(cells, name_column) for name_column in name_columns)
            if text and has_name and not list_table.cell_of(cells, column - 1):
                cells += [""] * (column - len(cells))
                cells[column - 1] = text


def read_workbook_rows(file: str, data: bytes) -> tuple[dict[str, list[Row]], int]:
    """Read all sheets of a workbook, whatever its form; hidden sheets and rows too.

    Returns:
        Sheet -> rows that are not blank, each with its number from 1 and its cells as text; and the number of days to
        add to a date that is a number: 0, except in workbooks that count days from 1904.

    Raises:
        ListError: The workbook cannot be read.
    """
    book = _open_book(file, data)
    rows = {
        name: [
            (line, cells)
            for line, row in enumerate(grid, start=1)
            if any(cells := [list_table.clean_cell(_shown_text(cell_text(cell))) for cell in row])
        ]
        for name, grid in book.snapshot.sheets.items()
    }
    return rows, book.days


def _open_book(file: str, data: bytes) -> _ListBook:
    try:
        return _read_book(Path(file), data)
    except ExternalError as error:
        raise ListError([f"{error} {texts.OR_CSV}"]) from None
    except limits.DAMAGE:
        raise ListError([texts.OTHER_FORM.format(file=printable_path(file))]) from None


def _shown_text(text: str) -> str:
    """Render a decimal number as a spreadsheet program shows it: Excel stores 1803.1 as 1803.0999999999999."""
    return repr(float(text)) if _STORED_DECIMAL.fullmatch(text) else text


def _read_book(path: Path, data: bytes) -> _ListBook:
    """Read a workbook; raise ExternalError or ListError with a sentence, one of DAMAGE for a file of another form."""
    if is_flat(data):
        return _read_open_document(path, data)
    if not data.startswith(PACKED):
        raise ValueError("no workbook")
    if data.startswith(PACKED[1]):
        if "EncryptedPackage".encode("utf-16-le") in data:
            raise ListError([texts.PASSWORD.format(file=printable_path(path))])
        return _read_in_process(path, data)
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        names = package.namelist()
        if _MANIFEST in names:
            return _read_open_document(path, _unpack_content(path, package))
        if limits.TYPES not in names:
            raise ValueError("no workbook")
    if "xl/workbook.bin" in names:
        return _read_in_process(path, data)
    book = workbook_package.parse_workbook(path, data)
    return _ListBook(
        book.snapshot(()),
        workbook_package.find_hidden_rows(book),
        workbook_package.find_date_offset(book),
        merged=workbook_package.find_multirow_merges(book),
        formats=book,
    )


# OpenDocument


def _unpack_content(path: Path, package: zipfile.ZipFile) -> bytes:
    parts = {part.filename: part for part in limits.list_parts(path, package, _MANIFEST)}

    def content(part_name: str) -> bytes:
        with package.open(parts[part_name]) as stream:
            return stream.read(
                parts[part_name].file_size + 1
            )  # `read` could unpack more than the size that the part states

    if b"encryption-data" in content(_MANIFEST):
        raise ListError([texts.PASSWORD.format(file=printable_path(path))])
    return content(_CONTENT)


def _read_open_document(path: Path, content: bytes) -> _ListBook:
    limits.count_tags(path, content)
    limits.check_xml(_CONTENT, content)
    grids: dict[str, list[list[Cell]]] = {}
    hidden: dict[str, frozenset[int]] = {}
    merged: dict[str, list[Merged]] = {}
    struck: dict[str, set[tuple[int, int]]] = {}
    struck_styles = set[str]()
    name, row, cell_count = "", 0, 0  # `row`: rows before the element
    for event, element in ElementTree.iterparse(io.BytesIO(content), events=("start", "end")):
        if element.tag == f"{_STYLE}style" and event == "end" and _strikes(element):
            struck_styles.add(element.get(f"{_STYLE}name", ""))
        elif element.tag == f"{_TABLE}table" and event == "start":
            name, row = element.get(f"{_TABLE}name", ""), 0
            grids.setdefault(name, [])
        elif element.tag == f"{_TABLE}table-row" and event == "end" and name in grids:
            grid, times = grids[name], _repetitions(element, "rows")
            if cells := _cells(element):
                blank = row - len(grid)
                cell_count += blank + times * (len(cells) + 1)
                limits.require_within(path, hosts_texts.CELL_COUNT, cell_count, limits.MAX_CELLS)
                if element.get(f"{_TABLE}visibility") in ("collapse", "filter"):
                    hidden[name] = hidden.get(name, frozenset()) | {*range(row + 1, row + times + 1)}
                columns_struck = [*_struck_columns(element, struck_styles)] if struck_styles else []
                struck.setdefault(name, set()).update(
                    (number, column) for number in range(row + 1, row + times + 1) for column in columns_struck
                )
                merged.setdefault(name, []).extend(
                    (row + 1, column, row + rows) for column, rows in _row_spans(element)
                )
                grid += [*([] for _ in range(blank)), *[cells] * times]
            row += times
            element.clear()
    struck_cells = {sheet: frozenset(cells) for sheet, cells in struck.items()}
    return _ListBook(Snapshot({**grids}), hidden, merged=merged, struck=struck_cells)


def _strikes(style: ElementTree.Element) -> bool:
    """Check whether a style of OpenDocument strikes its text out."""
    marks = (f"{_STYLE}text-line-through-style", f"{_STYLE}text-line-through-type")
    return any(child.get(mark, "none") != "none" for child in style for mark in marks)


def _struck_columns(row: ElementTree.Element, styles: Collection[str]) -> Iterator[int]:
    """Yield the columns, from 1, of a row's filled cells that are struck out, as a whole or in part."""
    column = 1
    for cell in row:
        times = _repetitions(cell, "columns")
        spans = (span.get(f"{_TEXT}style-name") for span in cell.iter(f"{_TEXT}span"))
        if _cell_value(cell) and (cell.get(f"{_TABLE}style-name") in styles or any(span in styles for span in spans)):
            yield from range(column, min(column + times, limits.MAX_COLUMN))
        column += times


def _repetitions(element: ElementTree.Element, unit: str) -> int:
    return max(1, int(element.get(f"{_TABLE}number-{unit}-repeated", "1")))


def _row_spans(row: ElementTree.Element) -> Iterator[tuple[int, int]]:
    """Yield column and number of rows of each cell that covers several rows."""
    column = 1
    for cell in row:
        if (rows := int(cell.get(f"{_TABLE}number-rows-spanned", "1"))) > 1:
            yield column, rows
        column += _repetitions(cell, "columns")


def _cells(row: ElementTree.Element) -> list[Cell]:
    """Return the values of a row up to the last filled one; OpenDocument repeats blank cells by the thousand."""
    cells: list[Cell] = []
    gap = 0
    for cell in row:
        times, text = _repetitions(cell, "columns"), _cell_value(cell)
        if not text:
            gap += times
        elif len(cells) + gap + times <= limits.MAX_COLUMN:
            cells += [None] * gap + [text] * times
            gap = 0
    return cells


def _cell_value(cell: ElementTree.Element) -> str:
    value_type = cell.get(f"{_OFFICE}value-type", "")
    stored = cell.get(f"{_OFFICE}date-value" if value_type == "date" else f"{_OFFICE}value", "")
    if stored and value_type != "string":
        return stored[:10] if value_type == "date" else cell_text(float(stored))
    return " ".join(
        filter(None, (_paragraph_text(paragraph).strip() for paragraph in cell if paragraph.tag == f"{_TEXT}p"))
    )


def _paragraph_text(element: ElementTree.Element) -> str:
    """Return the text of a paragraph without its notes."""
    letters = [element.text or ""]
    for child in element:
        letters += [
            " " if child.tag in _BLANKS else "" if child.tag == f"{_OFFICE}annotation" else _paragraph_text(child)
        ]
        letters += [child.tail or ""]
    return "".join(letters)


# Forms that python-calamine reads: .xls, .xlsb


def _read_in_process(path: Path, data: bytes) -> _ListBook:
    """Read a workbook in a separate process: a malicious file may crash it or fill its memory."""
    try:
        import multiprocessing
    except ModuleNotFoundError as error:  # in a web page; the caller refuses the file
        raise ValueError("no processes") from error
    receiver, sender = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.get_context("spawn").Process(target=_send_sheets, args=(sender, data), daemon=True)
    process.start()
    sender.close()
    answer: object = None
    with suppress(EOFError, OSError):
        answer = receiver.recv() if receiver.poll(SECONDS) else None
    process.kill()
    process.join()
    receiver.close()
    if not isinstance(answer, tuple):
        raise ValueError("no workbook")
    sheets, merged = answer
    for grid in sheets.values():
        list_table.check_size(path.name, len(grid), sum(map(len, grid)))
    sheets = restore_letters(path.name, data, sheets)
    return _ListBook(Snapshot(sheets), merged=merged, notes=(texts.FILTER_UNKNOWN,))


def _send_sheets(pipe: Connection, data: bytes) -> None:
    """Read a workbook with python-calamine and send its cells and merged cells; run in a process of its own."""
    from tournament_xl.core.processes import initialize_worker  # absent in a web page

    initialize_worker()
    limits.confine_process()
    import python_calamine  # may be missing: no answer then, and the caller refuses the file

    with python_calamine.load_workbook(io.BytesIO(data)) as book:
        sheets, merged, cell_count = {}, {}, 0
        for name in book.sheet_names:
            sheet = book.get_sheet_by_name(name)
            cell_count += sheet.total_height * (sheet.total_width + 1)
            if cell_count > 3 * limits.MAX_CELLS:  # with blank cells up to the last filled row and column
                return
            areas = sheet.merged_cell_ranges or ()
            merged[name] = [(top + 1, left + 1, bottom + 1) for (top, left), (bottom, _) in areas if top < bottom]
            sheets[name] = [[_plain_value(value) for value in row] for row in sheet.to_python(skip_empty_area=False)]
    pipe.send((sheets, merged))


def _plain_value(value: object) -> Cell:
    if isinstance(value, date):
        day = value.date() if isinstance(value, datetime) else value
        return f"{day:%d/%m/%Y}"
    return value if isinstance(value, str | int | float) else str(value)

"""The table of players in a workbook: Excel's own form through `xlsx`, OpenDocument taken apart here (only so is it
known what a filter hides), older forms through python-calamine in a process apart.
"""

from __future__ import annotations

import io
import re
import zipfile
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

from tournament_xl.core.resources import printable_path
from tournament_xl.messages import players as texts
from tournament_xl.messages import workbook_files as hosts_texts
from tournament_xl.messages.players import LAST_PLAYED
from tournament_xl.players import columns
from tournament_xl.players.columns import NAME_KEYS, ListError, ListTable, Row
from tournament_xl.players.other_forms import OLD_PACKAGE, restore_letters
from tournament_xl.players.previous_workbook import as_list, is_tournament
from tournament_xl.workbook.schema import PLAYERS
from tournament_xl.workbook.snapshot import Cell, HostError, Snapshot, cell_text
from tournament_xl.workbook.tables import read_date
from tournament_xl.xlsx import limits, workbook_package

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

PACKED = (b"PK\x03\x04", OLD_PACKAGE)  # how workbooks begin; the second: .xls, or a password
SECONDS = 30.0  # for a workbook read apart
_MOST_TITLES = 6
_ONES_OWN = ("N°", "Licence", *NAME_KEYS)  # of no two players, merged or not
_STORED = re.compile(r"[0-9]{1,15}\.[0-9]{8,20}")
_CONTENT, _MANIFEST = "content.xml", "META-INF/manifest.xml"
_TABLE, _TEXT, _OFFICE = (
    f"{{urn:oasis:names:tc:opendocument:xmlns:{name}:1.0}}" for name in ("table", "text", "office")
)
_BLANKS = {f"{_TEXT}{name}" for name in ("s", "tab", "line-break")}


Merged = tuple[int, int, int]  # a merged cell: its first row, its column, its last row, from 1


@dataclass(frozen=True, slots=True)
class _ListBook:
    """The sheets of a workbook, whatever its form."""

    snapshot: Snapshot
    hidden: Mapping[str, frozenset[int]] = field(default_factory=dict)  # rows out of sight, from 1
    days: int = 0  # to add to a date's number
    merged: Mapping[str, Sequence[Merged]] = field(default_factory=dict)
    notes: tuple[str, ...] = ()  # what cannot be known of it
    formats: workbook_package.Book | None = None  # where the formats of its cells are known


def is_flat(data: bytes) -> bool:
    """Whether a text is a workbook in one XML file, .fods."""
    return b"<office:document" in data[:4000]


def workbook_table(file: str, data: bytes, keys: Sequence[str]) -> ListTable:
    """The sheet Joueurs if it has a header, else the only sheet that has one; ListError when several have."""
    book = _open_book(file, data)
    snapshot = book.snapshot
    found: list[tuple[str, list[Row]]] = []  # the filled sheets
    for name, grid in snapshot.sheets.items():
        columns.check_size(file, len(grid), sum(map(len, grid)))
        rows = [
            (at, [columns.clean(_shown(cell_text(cell))) for cell in cells]) for at, cells in enumerate(grid, start=1)
        ]
        found.append((name, [row for row in rows if any(row[1])]))
    headed = [one for one in found if columns.find_header(one[1])[1]]
    headed = [one for one in headed if columns.fold_title(one[0]) == columns.fold_title(PLAYERS)] or headed
    if len(headed) > 1:
        names = ", ".join(f"« {columns.short(name)} »" for name, _ in headed[:_MOST_TITLES])
        raise ListError([texts.SEVERAL_SHEETS.format(file=printable_path(file), sheets=names, players=PLAYERS)])
    filled = [one for one in found if one[1]] or [("", [])]
    whole = is_tournament(snapshot)
    table = columns.under_header(file, *(headed or filled)[0], event=whole)
    table = replace(table, hidden=book.hidden.get(table.sheet or "", frozenset()), notes=[*book.notes])
    wanted = {column: key for key, (column, _) in table.columns.items() if key in (*keys, *NAME_KEYS)}
    for sheet, line, at in sorted(snapshot.uncomputed):
        if sheet == table.sheet and at - 1 in wanted:
            table.say(texts.NO_RESULT, line, wanted[at - 1])
    if book.days and LAST_PLAYED in table.columns:
        at = table.columns[LAST_PLAYED][0]
        for _, cells in table.rows:
            if at < len(cells) and cells[at].isdecimal():
                cells[at] = str(int(cells[at]) + book.days)
    _fill_merged(table, book.merged.get(table.sheet or "", ()))
    if book.formats and table.sheet and "Licence" in table.columns:  # a date is a number like any other
        at = table.columns["Licence"][0]
        dated = {*workbook_package.dated_rows(book.formats, table.sheet, at + 1)}
        for line, cells in table.rows:
            if line in dated and at < len(cells) and (day := read_date(cells[at])):
                cells[at] = f"{day:%d/%m/%Y}"
    return as_list(table, snapshot) if whole else table


def _fill_merged(table: ListTable, merged: Sequence[Merged]) -> None:
    """A club, a series … counts for every row that its merged cell covers and in which somebody is named."""
    wanted = {at: key for key, (at, _) in table.columns.items() if key not in _ONES_OWN}
    names = [at for key, (at, _) in table.columns.items() if key in NAME_KEYS]
    lines, filled = [line for line, _ in table.rows], dict[int, int]()  # column -> last row done
    for top, column, bottom in sorted(merged):
        first, last = bisect_left(lines, max(top, filled.get(column, 0))), bisect_right(lines, bottom)
        if column - 1 not in wanted or first >= len(lines) or lines[first] != top:
            continue
        filled[column] = bottom
        text = columns.cell_of(table.rows[first][1], column - 1)
        for _, cells in table.rows[first + 1 : last]:
            if text and any(columns.cell_of(cells, at) for at in names) and not columns.cell_of(cells, column - 1):
                cells += [""] * (column - len(cells))
                cells[column - 1] = text


def workbook_rows(file: str, data: bytes) -> tuple[dict[str, list[Row]], int]:
    """Read all sheets of a workbook, whatever its form.

    Args:
        file: Its name, for the sentences.
        data: Its bytes.

    Returns:
        By sheet the rows that are not blank, and how many days the numbers of its dates count too few.

    Raises:
        ListError: It cannot be read.
    """
    book = _open_book(file, data)
    rows = {
        name: [
            (at, cells)
            for at, row in enumerate(grid, start=1)
            if any(cells := [columns.clean(_shown(cell_text(cell))) for cell in row])
        ]
        for name, grid in book.snapshot.sheets.items()
    }
    return rows, book.days


def _open_book(file: str, data: bytes) -> _ListBook:
    try:
        return _book(Path(file), data)
    except HostError as error:
        raise ListError([f"{error} {texts.OR_CSV}"]) from None
    except limits.DAMAGE:
        raise ListError([texts.OTHER_FORM.format(file=printable_path(file))]) from None


def _shown(text: str) -> str:
    """A number with decimals as its program shows it: Excel stores 1803.1 as 1803.0999999999999."""
    return repr(float(text)) if _STORED.fullmatch(text) else text


def _book(path: Path, data: bytes) -> _ListBook:
    """Raises HostError with the sentence, ListError, or one of DAMAGE for what is no such file."""
    if is_flat(data):
        return _open_document(path, data)
    if not data.startswith(PACKED):
        raise ValueError("no workbook")
    if data.startswith(PACKED[1]):
        if "EncryptedPackage".encode("utf-16-le") in data:
            raise ListError([texts.PASSWORD.format(file=printable_path(path))])
        return _read_apart(path, data)
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        names = package.namelist()
        if _MANIFEST in names:
            return _open_document(path, _unpacked(path, package))
        if limits.TYPES not in names:
            raise ValueError("no workbook")
    if "xl/workbook.bin" in names:
        return _read_apart(path, data)
    book = workbook_package.read(path, data)
    return _ListBook(
        book.snapshot(()), *workbook_package.hidden_rows(book), merged=workbook_package.merged_cells(book), formats=book
    )


# OpenDocument


def _unpacked(path: Path, package: zipfile.ZipFile) -> bytes:
    found = {part.filename: part for part in limits.parts(path, package, _MANIFEST)}

    def content(name: str) -> bytes:
        with package.open(found[name]) as stream:
            return stream.read(found[name].file_size + 1)  # `read` would unpack more than the part says it is

    if b"encryption-data" in content(_MANIFEST):
        raise ListError([texts.PASSWORD.format(file=printable_path(path))])
    return content(_CONTENT)


def _open_document(path: Path, content: bytes) -> _ListBook:
    limits.count_tags(path, content)
    limits.check_xml(_CONTENT, content)
    grids: dict[str, list[list[Cell]]] = {}
    hidden: dict[str, frozenset[int]] = {}
    merged: dict[str, list[Merged]] = {}
    name, row, room = "", 0, 0  # `row`: how many are passed
    for event, one in ElementTree.iterparse(io.BytesIO(content), events=("start", "end")):
        if one.tag == f"{_TABLE}table" and event == "start":
            name, row = one.get(f"{_TABLE}name", ""), 0
            grids.setdefault(name, [])
        elif one.tag == f"{_TABLE}table-row" and event == "end" and name in grids:
            grid, times = grids[name], _times(one, "rows")
            if cells := _cells(one):
                blank = row - len(grid)
                room += blank + times * (len(cells) + 1)
                limits.within(path, hosts_texts.CELL_COUNT, room, limits.MAX_CELLS)
                if one.get(f"{_TABLE}visibility") in ("collapse", "filter"):
                    hidden[name] = hidden.get(name, frozenset()) | {*range(row + 1, row + times + 1)}
                merged.setdefault(name, []).extend((row + 1, at, row + rows) for at, rows in _spans(one))
                grid += [*([] for _ in range(blank)), *[cells] * times]
            row += times
            one.clear()
    return _ListBook(Snapshot({**grids}), hidden, merged=merged)


def _times(element: ElementTree.Element, what: str) -> int:
    return max(1, int(element.get(f"{_TABLE}number-{what}-repeated", "1")))


def _spans(row: ElementTree.Element) -> Iterator[tuple[int, int]]:
    """Column and number of rows of each cell that covers several."""
    column = 1
    for one in row:
        if (rows := int(one.get(f"{_TABLE}number-rows-spanned", "1"))) > 1:
            yield column, rows
        column += _times(one, "columns")


def _cells(row: ElementTree.Element) -> list[Cell]:
    """The values of a row up to the last filled one; blank cells are repeated by the thousand."""
    cells: list[Cell] = []
    gap = 0
    for one in row:
        times, text = _times(one, "columns"), _value(one)
        if not text:
            gap += times
        elif len(cells) + gap + times <= limits.MAX_COLUMN:
            cells += [None] * gap + [text] * times
            gap = 0
    return cells


def _value(cell: ElementTree.Element) -> str:
    kind = cell.get(f"{_OFFICE}value-type", "")
    stored = cell.get(f"{_OFFICE}date-value" if kind == "date" else f"{_OFFICE}value", "")
    if stored and kind != "string":
        return stored[:10] if kind == "date" else cell_text(float(stored))
    return " ".join(filter(None, (_letters(one).strip() for one in cell if one.tag == f"{_TEXT}p")))


def _letters(element: ElementTree.Element) -> str:
    """What is written in a paragraph, without the notes beside it."""
    found = [element.text or ""]
    for one in element:
        found += [" " if one.tag in _BLANKS else "" if one.tag == f"{_OFFICE}annotation" else _letters(one)]
        found += [one.tail or ""]
    return "".join(found)


# Forms that python-calamine reads: .xls, .xlsb


def _read_apart(path: Path, data: bytes) -> _ListBook:
    """What another process finds in the file, which may be made to crash it or to fill the memory."""
    try:
        import multiprocessing
    except ModuleNotFoundError as error:  # in a page: as of a file that is none
        raise ValueError("no processes") from error
    here, there = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.get_context("spawn").Process(target=_answer, args=(there, data), daemon=True)
    process.start()
    there.close()
    answer: Any = None
    with suppress(EOFError, OSError):
        answer = here.recv() if here.poll(SECONDS) else None
    process.kill()
    process.join()
    here.close()
    if not isinstance(answer, tuple):
        raise ValueError("no workbook")
    grids, merged = answer
    for grid in grids.values():
        columns.check_size(path.name, len(grid), sum(map(len, grid)))
    grids = restore_letters(path.name, data, grids)
    return _ListBook(Snapshot(grids), merged=merged, notes=(texts.FILTER_UNKNOWN.format(file=printable_path(path)),))


def _answer(pipe: Connection, data: bytes) -> None:
    from tournament_xl.core.processes import initialize_worker  # a page has none

    initialize_worker()
    limits.confine()
    import python_calamine  # not on every machine: then no answer comes, as of a file that is none

    with python_calamine.load_workbook(io.BytesIO(data)) as book:
        found, merged, room = {}, {}, 0
        for name in book.sheet_names:
            sheet = book.get_sheet_by_name(name)
            room += sheet.total_height * (sheet.total_width + 1)
            if room > 3 * limits.MAX_CELLS:  # blank ones included, up to the last filled row and column
                return
            areas = sheet.merged_cell_ranges or ()
            merged[name] = [(top + 1, left + 1, bottom + 1) for (top, left), (bottom, _) in areas if top < bottom]
            found[name] = [[_plain(value) for value in row] for row in sheet.to_python(skip_empty_area=False)]
    pipe.send((found, merged))


def _plain(value: object) -> Cell:
    if isinstance(value, date):
        day = value.date() if isinstance(value, datetime) else value
        return f"{day:%d/%m/%Y}"
    return value if isinstance(value, str | int | float) else str(value)

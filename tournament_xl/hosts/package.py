"""The bytes of a workbook, read and edited without losing anything that is in it; nothing here touches the file.

Reading and setting cells are excelize's. Around it: what it would misread is refused before, what it would lose is put
back after (`parts`), and what came out is read again and compared, cell by cell.
"""

from __future__ import annotations

import math
import os
import re
import tempfile
import zipfile
import zlib
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from decimal import Decimal
from pathlib import Path

import excelize

from tournament_xl.hosts import chain, parts
from tournament_xl.hosts.backups import why
from tournament_xl.hosts.extent import FAR
from tournament_xl.texts import hosts as texts
from tournament_xl.workbook import labels
from tournament_xl.workbook.snapshot import Cell, Edits, HostError, Snapshot, address

MAX_LETTERS = 32767  # in a cell, counted as Excel does, in UTF-16 units
MAX_ALL_LETTERS = 10_000_000  # ours: many times those of the largest tournament; some seconds of reading
MAX_WHOLE = 2**53  # beyond it a cell's numbers are not exact

_HANDLES = 6  # files that may be open at once while excelize saves
_OPTIONS = excelize.Options(
    raw_cell_value=True,
    unzip_size_limit=parts.MAX_UNPACKED,
    unzip_xml_size_limit=parts.MAX_UNPACKED,  # no temporary files, which it does not check
)
_NOT_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_POWER, _LONGEST_NUMBER = re.compile(r"-?[0-9]\.[0-9]+E(?:[0-9]|1[0-4])"), 25
_LOOKS_ESCAPED = re.compile("_(?=x[0-9A-Fa-f]{4}_)")
_DISK = {
    "no space left": texts.NOT_SAVED_FULL, "not enough space": texts.NOT_SAVED_FULL,  # Linux and macOS, Windows
    "file too large": texts.NOT_SAVED_LIMITED,
}  # what excelize hears from the system when it saves -> what is told  # fmt: skip

Place = tuple[str, int, int]  # sheet, row and column counted from 1


def load(path: Path, data: bytes, typed: Collection[str] = labels.FACTS) -> Snapshot:
    """All sheets of the workbook `data`; `path` is for the sentences. Raises HostError when it is not a sound one.

    `typed`: the sheets of which formulas without result are named; () for all.
    """
    facts = parts.inspect(path, data)
    with _opened(path, data, texts.DAMAGED) as book:
        if len(book.get_sheet_list()) > facts.sheets:  # one part for several: read again for each
            raise ValueError("<sheet>")
        snapshot = _sheets(path, book)
    if facts.untold:
        from tournament_xl.hosts.untold import with_untold  # what few workbooks need

        snapshot = with_untold(snapshot, data, typed or snapshot.sheets)
    if not snapshot.sheets:
        raise HostError(texts.NOT_A_WORKBOOK.format(path=path))
    return snapshot


def edit(
    path: Path,
    data: bytes,
    snapshot: Snapshot,
    edits: Edits,
    reveal: Collection[str] = (),
    finish: Callable[[bytes], bytes] = bytes,
) -> tuple[bytes, Snapshot]:
    """The workbook `data`, which reads as `snapshot`, with `edits` in it, and how that reads.

    The sheets named in `reveal` are hidden no longer. `finish`: what is done to the package before it is read again.

    It is checked that these cells read as written and all others as before. Raises HostError otherwise, and for a sheet
    that is missing, a cell under a merged range, a value that no cell can hold.
    """
    wanted = _wanted(edits)
    for sheet in {sheet for sheet, _, _ in wanted} - set(snapshot.sheets):
        raise HostError(texts.NO_SHEET.format(sheet=sheet, path=path))
    for sheet, row, _ in wanted:
        if row >= FAR:  # it could not be read again: the program writes below what is there
            raise HostError(texts.TOO_LOW.format(path=path, sheet=sheet, row=row - 1))
    facts = parts.inspect(path, data)
    _refuse_without_handles(path)
    if facts.formulas:
        data = chain.without(data)
    with _opened(path, data, texts.NOT_SAVED) as book:
        wanted = _uncovered(book, wanted, {place for block in edits if block.optional for place, _ in block.cells()})
        with _formulas_kept(path, data, book, facts, wanted):
            _set_cells(book, wanted)
        _extend(book, wanted)
        if facts.formulas:
            book.set_calc_props(excelize.CalcPropsOptions(full_calc_on_load=True))
        with _work_folder(path) as folder:
            file = folder / f"a{path.suffix.lower()}"  # a short path: excelize refuses one over 207 bytes
            book.save_as(str(file))
            saved = parts.graft(data, file.read_bytes(), reveal)
    saved = finish(saved)
    try:
        after = load(path, saved)
    except HostError as error:
        raise HostError(texts.NOT_SAVED.format(path=path, reason=texts.NOT_READ_BACK)) from error
    expected, got = _filled(snapshot), _filled(after)
    for place, value in wanted.items():
        if (text := _as_read(value)) is None:
            expected.pop(place, None)
        else:
            expected[place] = text
    if expected != got:
        other = (at for at in expected.keys() | got.keys() if expected.get(at) != got.get(at))
        sheet, row, column = min(other)
        reason = texts.READ_BACK.format(sheet=sheet, cell=address(row, column))
        raise HostError(texts.NOT_SAVED.format(path=path, reason=reason))
    return saved, after


def _refuse_without_handles(path: Path) -> None:
    """Raises HostError when the process may open no further files: excelize, which saves from Go, would end it."""
    handles: list[int] = []
    try:
        while len(handles) < _HANDLES:
            handles.append(os.open(os.devnull, os.O_RDONLY))
    except OSError as error:
        raise HostError(texts.TOO_MANY_OPEN.format(path=path)) from error
    finally:
        for handle in handles:
            os.close(handle)


@contextmanager
def _work_folder(path: Path) -> Iterator[Path]:
    """A folder of the system for what becomes `path`, removed afterwards. Raises HostError when there can be none."""
    try:
        with tempfile.TemporaryDirectory(prefix="tournament-xl-") as folder:
            if not folder.isprintable():  # letters of another system, which excelize cannot be given
                raise HostError(texts.NO_WORK_FOLDER.format(path=path, reason=texts.UNREADABLE_NAME))
            yield Path(folder)
    except OSError as error:
        raise HostError(texts.NO_WORK_FOLDER.format(path=path, reason=why(error, "")[0])) from error


@contextmanager
def _opened(path: Path, data: bytes, sentence: str) -> Iterator[excelize.File]:
    """excelize's view of a workbook, always released; its errors become `sentence`."""
    book = None
    try:
        book = excelize.open_reader(data, _OPTIONS)
        yield book
    except (RuntimeError, ValueError, EOFError, zipfile.BadZipFile, zlib.error) as error:  # ValueError: a lost part
        for words, told in _DISK.items():
            if words in str(error):
                raise HostError(told.format(path=path, folder=tempfile.gettempdir())) from error
        raise HostError(sentence.format(path=path, reason=error, folder=texts.BACKUP_FOLDER)) from error
    finally:
        if book is not None:
            book.close()


def _sheets(path: Path, book: excelize.File) -> Snapshot:
    """Every sheet. Raises HostError as soon as they are too much together: several may lead to one part."""
    grids, cells, letters = {}, 0, 0
    for sheet in book.get_sheet_list():
        rows = book.get_rows(sheet, _OPTIONS)
        cells += sum(map(len, rows))
        letters += sum(sum(map(len, row)) for row in rows)
        parts.within(path, texts.CELL_COUNT, cells, parts.MAX_CELLS)
        parts.within(path, texts.LETTER_COUNT, letters, MAX_ALL_LETTERS)
        grids[sheet] = [[_plain(value) if value else None for value in row] for row in rows]
    return Snapshot(grids)


def _plain(value: str) -> str:
    """A whole number as people see it: Google Sheets stores 7.0, libraries of Java 1.12045E7; others as they are."""
    if value[-2:] == ".0" and value.isascii() and value[:-2].removeprefix("-").isdecimal():
        return value[:-2]
    if "E" in value and len(value) < _LONGEST_NUMBER and _POWER.fullmatch(value) and float(value).is_integer():
        return str(int(float(value)))
    return value


def _filled(snapshot: Snapshot) -> dict[Place, Cell]:
    """The cells that are not empty."""
    return {
        (sheet, row, column): value
        for sheet, grid in snapshot.sheets.items()
        for row, line in enumerate(grid, 1)
        for column, value in enumerate(line, 1)
        if value is not None
    }


def _wanted(edits: Edits) -> dict[Place, Cell]:
    """Each cell to write, as it is stored."""
    return {
        place: stored(value, place)
        for block in edits
        for down, line in enumerate(block.values)
        for right, value in enumerate(line)
        for place in [(block.sheet, block.row + down, block.column + right)]
    }


def stored(value: Cell, place: Place) -> Cell:
    """What stands for `value` in a file. Raises HostError when nothing can."""
    sheet, cell = place[0], address(*place[1:])
    if isinstance(value, str):
        text = _NOT_IN_XML.sub("", value).replace("\r\n", "\n").replace("\r", "\n")
        size = len(text.encode("utf-16-le")) // 2
        if size > MAX_LETTERS:
            raise HostError(texts.TOO_LONG.format(cell=cell, sheet=sheet, size=size, limit=MAX_LETTERS))
        return text or None
    if value is None or isinstance(value, bool):
        return value
    if not math.isfinite(value) or (isinstance(value, int) and abs(value) > MAX_WHOLE):
        raise HostError(texts.NO_NUMBER.format(value=value, cell=cell, sheet=sheet))
    return int(value) if value == int(value) and abs(value) <= MAX_WHOLE else value


def _as_read(value: Cell) -> Cell:
    """How `load` reads a stored value back."""
    if isinstance(value, float):
        return format(Decimal(repr(value)), "f")
    return value if value is None or isinstance(value, bool) else str(value)


def _uncovered(book: excelize.File, wanted: dict[Place, Cell], optional: set[Place]) -> dict[Place, Cell]:
    """Without the cells under a merged range, which must stay empty: excelize would write in its top left cell.

    Raises HostError when one of them was to have a value and is not optional.
    """
    kept, rows = dict(wanted), defaultdict[str, dict[int, list[int]]](lambda: defaultdict(list))
    for sheet, row, column in wanted:
        rows[sheet][row].append(column)
    for sheet, columns in rows.items():
        for merge in book.get_merge_cells(sheet, True):
            left, top = excelize.cell_name_to_coordinates(merge.get_start_axis())
            right, bottom = excelize.cell_name_to_coordinates(merge.get_end_axis())
            within = range(top, bottom + 1) if bottom - top < len(columns) else range(0)
            for row in within or [row for row in columns if top <= row <= bottom]:
                for column in columns.get(row, ()):
                    place = sheet, row, column
                    if not left <= column <= right or (row, column) == (top, left):
                        continue
                    if wanted[place] is not None and place not in optional:
                        name = f"{address(top, left)}:{address(bottom, right)}"
                        raise HostError(texts.MERGED.format(cell=address(row, column), sheet=sheet, merge=name))
                    kept.pop(place, None)
    return kept


def _formulas_kept(
    path: Path, data: bytes, book: excelize.File, facts: parts.Facts, wanted: Iterable[Place]
) -> AbstractContextManager[None]:
    """While these cells are set: formulas that they share with others stay in the others."""
    if not facts.shared:
        return nullcontext()
    from tournament_xl.hosts import kept_formulas  # what few workbooks need

    return kept_formulas.kept(book, kept_formulas.others(path, data, facts.shared, wanted))


def _set_cells(book: excelize.File, wanted: dict[Place, Cell]) -> None:
    """One call a cell, by type: `set_cell_value` is four times slower and cuts whole numbers to 32 bits."""
    for (sheet, row, column), value in wanted.items():
        cell = address(row, column)
        if value is None:
            book.set_cell_default(sheet, cell, "")
        elif isinstance(value, bool):
            book.set_cell_bool(sheet, cell, value)
        elif isinstance(value, str):
            book.set_cell_str(sheet, cell, _LOOKS_ESCAPED.sub("_x005F_", value))
        elif isinstance(value, int):
            book.set_cell_int(sheet, cell, value)
        else:
            book.set_cell_float(sheet, cell, value, -1, 64)


def _extend(book: excelize.File, wanted: dict[Place, Cell]) -> None:
    """Let each sheet's stated extent, which some readers stop at, hold the cells that were filled."""
    filled = [place for place, value in wanted.items() if value is not None]
    for sheet in {sheet for sheet, _, _ in filled}:
        if extent := book.get_sheet_dimension(sheet):
            corners = [excelize.cell_name_to_coordinates(corner) for corner in extent.split(":")]
            corners += [(column, row) for name, row, column in filled if name == sheet]
            columns, rows = zip(*corners, strict=True)
            first, last = address(min(rows), min(columns)), address(max(rows), max(columns))
            book.set_sheet_dimension(sheet, f"{first}:{last}")

"""The cells of a workbook open in Excel: one read a sheet, one write a block, everything put back if one fails.

Excel reads what is written to it as if it were typed: "1-2" becomes a date, "007" a number, "=x" a formula. So a text
gets the apostrophe that Excel takes for "text follows" and does not show, unless its cells have the format Text. What
was written is read back and compared.

People may type meanwhile: all is read a second time just before the first write, and a cell that differs refuses the
press.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from decimal import Decimal
from functools import partial
from itertools import zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, TypeVar

from tournament_xl.core.resources import printable_path
from tournament_xl.messages import live as texts
from tournament_xl.messages.publication import LOGO
from tournament_xl.storage import workbook_file
from tournament_xl.workbook import schema
from tournament_xl.workbook.snapshot import (
    PRINT_SCALE,
    Block,
    Cell,
    CollapsedRange,
    Edits,
    Grid,
    HostError,
    LayoutChange,
    Snapshot,
    address,
    cell_text,
    whole_letters,
)
from tournament_xl.xlsx.atomic_write import why
from tournament_xl.xlsx.sheet import stored

if TYPE_CHECKING:
    import xlwings


LONG_PATIENCE = 60.0  # seconds to wait for a busy Excel before cells stay half written
PATIENCE = 4.0  # seconds to wait for an Excel that is busy
_BUSY = {-2147418111, -2147417846, -2146777998}  # call rejected, retry later, a cell is being edited
_EPOCH = datetime(1899, 12, 30)
_ERRORS = {2000: "#NULL!", 2007: "#DIV/0!", 2015: "#VALUE!", 2023: "#REF!", 2029: "#NAME?", 2036: "#NUM!", 2042: "#N/A",
           2043: "#GETTING_DATA", 2045: "#SPILL!", 2050: "#CALC!"}  # fmt: skip
_FIRST_ERROR = -2146828288  # what Excel adds to these numbers
_T = TypeVar("_T")
_TEXT = "@"  # the format of cells in which Excel leaves all that is typed as it is
_QUIET = (("screen_updating", False), ("enable_events", False), ("calculation", "manual"))
_MOST_PATH = 218  # letters of a workbook's path, for Excel
_MOST = 2_000_000  # cells of a used range, most of them only with a format


# What Excel answers


def cell(value: object) -> Cell:
    """A value from xlwings as a closed file gives it."""
    if isinstance(value, bool):
        return value
    if isinstance(value, datetime):
        serial = (value - _EPOCH) / timedelta(days=1)
        return int(serial) if serial.is_integer() else round(serial, 9)
    if isinstance(value, Decimal):  # a cell formatted as money
        return float(value)
    if isinstance(value, int) and 0 <= value - _FIRST_ERROR < 3000:  # Excel gives numbers as float
        return _ERRORS.get(value - _FIRST_ERROR, "#N/A")
    if value is None or value == "":
        return None
    return value if isinstance(value, float | int) else whole_letters(str(value))


def busy(error: BaseException) -> bool:
    """Whether Excel refused because a cell is being edited or a dialog is open."""
    details: tuple[object, ...] = getattr(error, "excepinfo", None) or ()
    codes = {getattr(error, "hresult", None), details[5] if len(details) > 5 else None}
    return type(error).__name__ == "ExcelBusyError" or bool(codes & _BUSY)


def from_excel(error: BaseException) -> bool:
    """Whether an exception is Excel's or xlwings', not a bug of ours."""
    origin = type(error).__module__.split(".")[0]
    return hasattr(error, "hresult") or origin in ("xlwings", "pywintypes", "appscript", "aem")


def reason(error: BaseException) -> str:
    """What Excel says, in its own words."""
    details: tuple[object, ...] = getattr(error, "excepinfo", None) or ()
    said = details[2] if len(details) > 2 and details[2] else getattr(error, "strerror", None)
    return str(said or error).strip().rstrip(".")


def patient(call: Callable[[], _T], seconds: float | None = None) -> _T:
    """The call's result; it is repeated while Excel is busy, up to `seconds` (None: PATIENCE)."""
    end = time.monotonic() + (PATIENCE if seconds is None else seconds)
    while True:
        try:
            return call()
        except Exception as error:
            if not busy(error) or time.monotonic() >= end:
                raise
            time.sleep(0.1)


@contextmanager
def refusals(sentence: str) -> Iterator[None]:
    """Within, an error of Excel becomes HostError: `sentence`, or the one for a busy Excel."""
    try:
        yield
    except Exception as error:
        if not from_excel(error):
            raise
        raise HostError(texts.BUSY if busy(error) else sentence.format(reason=reason(error))) from error


# Reading


def read(book: xlwings.Book, only: Collection[str] | None = None) -> Snapshot:
    """The worksheets in their order, all or those named, as a closed file gives them: dates as serial numbers."""
    with refusals(texts.UNREADABLE):
        sheets = patient(lambda: [sheet for sheet in book.sheets if only is None or sheet.name in only])
        return Snapshot({whole_letters(sheet.name): patient(partial(_grid, sheet)) for sheet in sheets})


def _grid(sheet: xlwings.Sheet) -> list[list[Cell]]:
    """From A1 to the last cell, in one read; rows end at their last value."""
    used = sheet.used_range
    rows, columns = used.row + used.shape[0] - 1, used.column + used.shape[1] - 1
    if rows * columns > _MOST:
        raise HostError(texts.TOO_LARGE.format(sheet=sheet.name, row=rows))
    grid: list[list[Cell]] = []
    for line in sheet.range((1, 1), (rows, columns)).options(ndim=2, err_to_str=True).value:
        grid.append([cell(value) for value in line])
        while grid[-1] and grid[-1][-1] is None:
            grid[-1].pop()
    while grid and not grid[-1]:
        grid.pop()
    return grid


def refuse_changes(book: xlwings.Book, snapshot: Snapshot, sheets: Collection[str]) -> None:
    """HostError when one of these sheets is no longer as in `snapshot`: somebody has typed meanwhile."""
    now = read(book, sheets).sheets
    for name in sheets:
        if name not in now:
            raise HostError(texts.NO_SHEET.format(sheet=name))
        for at in _differences(snapshot.sheets[name], now[name]):
            with refusals(texts.UNREADABLE):
                formula = patient(partial(getattr, book.sheets[name].range(at), "formula"))
            if not str(formula).startswith("="):  # it may be a clock: what it is computed from is compared
                raise HostError(texts.CHANGED.format(cell=address(*at), sheet=name))


def _differences(old: Grid, new: Grid) -> Iterator[tuple[int, int]]:
    """Row and column, from 1, of the cells that differ."""
    for row, (before, after) in enumerate(zip_longest(old, new, fillvalue=()), start=1):
        for column, (one, other) in enumerate(zip_longest(before, after), start=1):
            if one != other:
                yield row, column


# Writing


def write(
    book: xlwings.Book,
    path: Path,
    snapshot: Snapshot,
    edits: Edits,
    *,
    stamp: str,
    unhide: Collection[str] = (),
    looks: Collection[LayoutChange] = (),
) -> Path | None:
    """Write the cells of `edits` to the open workbook, read as `snapshot`; the backup's path, None when no edits.

    As ClosedFile.write. HostError when something cannot be written, or a sheet of the tournament no longer reads as in
    `snapshot`: all cells are then as before, or the sentence names the backup.
    """
    edits = tuple(_storable(block) for block in edits if any(block.values))
    if not edits:
        return None
    for block in edits:
        if block.sheet not in snapshot.sheets:
            raise HostError(texts.NO_SHEET.format(sheet=block.sheet))
    for name in {block.sheet: None for block in edits}:
        with refusals(texts.UNREADABLE):
            hidden = patient(partial(_filtered, book.sheets[name].api))
        if hidden:
            raise HostError(texts.FILTERED.format(sheet=name))
    ours = {*schema.SCRABBLE_SHEETS, *(block.sheet for block in edits)}  # not the organiser's own sheets
    pen = _Pen(book, snapshot)
    with refusals(texts.UNREADABLE):
        plan = patient(lambda: [part for block in edits for part in pen.uncovered(block)])
    copy = save_copy(book, path, stamp)
    try:
        with _quiet(book.app):
            refuse_changes(book, snapshot, [name for name in snapshot.sheets if name in ours])
            pen.write(plan, copy)
            for sheet in unhide:
                with suppress(Exception):  # of a protected workbook: what is written stands all the same
                    patient(partial(setattr, book.sheets[sheet], "visible", True))
            for look in looks:
                with suppress(Exception):
                    patient(partial(_show, book.sheets[look.sheet], look))
            with suppress(Exception):
                patient(partial(_repeat_logo, book, copy))
    except BaseException:
        if not pen.stuck:
            with suppress(OSError):
                copy.unlink()
        raise
    workbook_file.prune(path, copy)
    return copy


def _filtered(sheet: Any) -> bool:
    """Whether a filter of the sheet, or of a table on it, hides rows: Excel would write an array's first row into all
    that are left. Excel on a Mac does not say.
    """
    filters = [sheet, *(getattr(table, "AutoFilter", None) for table in getattr(sheet, "ListObjects", ()))]
    return any(getattr(one, "FilterMode", False) is True for one in filters)


def _show(sheet: xlwings.Sheet, look: LayoutChange) -> None:
    """Put rows away behind a [+] or columns, or show them again, set pages; Excel on a Mac and an autofilter's rows are
    let be.
    """
    if isinstance(look, CollapsedRange):
        if look.columns:
            sheet.range((1, look.first), (1, look.last)).api.EntireColumn.Hidden = look.away
        elif not sheet.api.AutoFilterMode:
            rows = sheet.range((look.first, 1), (look.last, 1)).api.EntireRow
            rows.OutlineLevel = 2 if look.away else 1
            rows.Hidden = look.away
        return
    setup = sheet.api.PageSetup
    sheet.api.ResetAllPageBreaks()
    if look.breaks is None:
        setup.Zoom, setup.FitToPagesWide, setup.FitToPagesTall = False, 1, 1
        return
    setup.Zoom = PRINT_SCALE
    for row in look.breaks:
        sheet.api.HPageBreaks.Add(sheet.range((row, 1)).api)


def _repeat_logo(book: xlwings.Book, copy: Path) -> None:
    """The club's logo where a closed file gets it, once; its file is in the copy just made, as Excel exports none."""
    if LOGO not in (pictures := book.sheets[schema.TOURNAMENT].pictures):
        return
    size = pictures[LOGO].width, pictures[LOGO].height
    there = {sheet.name: sheet for sheet in book.sheets}
    spots = {there[name]: spot for name, spot in workbook_file.SPOTS.items() if name in there}
    free = {sheet: spot for sheet, spot in spots.items() if not len(sheet.shapes)}
    if not free:
        return
    with TemporaryDirectory() as folder:
        file = Path(folder) / "logo.png"
        file.write_bytes(workbook_file.ClosedFile(copy).picture(schema.TOURNAMENT, LOGO))
        for sheet, spot in free.items():
            cell = sheet.range((spot.row + 1, spot.column + 1))
            right, wide, high = (one / workbook_file.POINT for one in spot.placed(size))
            sheet.pictures.add(str(file), left=cell.left + right, top=cell.top, width=wide, height=high, name=LOGO)


def save_copy(book: xlwings.Book, path: Path, stamp: str) -> Path:
    """Write the workbook as it stands in Excel, saved or not, as `Sauvegardes/<stem> <stamp><ending>`; the copy's path.

    Raises HostError, and leaves no partial copy, when that fails.
    """
    copy = workbook_file.free_copy(path, stamp)
    folder = copy.parent
    if len(str(copy)) > _MOST_PATH:
        raise HostError(texts.PATH_TOO_LONG.format(letters=len(str(copy)), copy=printable_path(copy)))
    try:
        folder.mkdir(exist_ok=True)
        with refusals(texts.BACKUP_FAILED.replace("{folder}", str(folder))):
            patient(lambda: book.api.SaveCopyAs(str(copy)))
        if not copy.stat().st_size:
            raise OSError("0")
    except BaseException as error:
        with suppress(OSError):
            copy.unlink()
        if isinstance(error, OSError):
            raise HostError(texts.BACKUP_FAILED.format(folder=printable_path(folder), reason=why(error)[0])) from error
        raise
    return copy


@contextmanager
def _quiet(app: xlwings.App) -> Iterator[None]:
    """No drawing, no events, no calculation within; afterwards as before, whatever happens."""
    before: dict[str, bool | str] = {}
    try:
        with refusals(texts.UNREADABLE):
            for name, value in _QUIET:
                before[name] = patient(partial(getattr, app, name))
                patient(partial(setattr, app, name, value))
        yield
    finally:
        for name, value in reversed(before.items()):
            with suppress(Exception):  # each is tried; the press's own error matters more
                patient(partial(setattr, app, name, value))


def auto_saved(book: Any) -> bool:
    """Whether Excel saves the workbook by itself (in OneDrive or SharePoint)."""
    with suppress(Exception):  # an Excel before 365, a Mac's
        return book.api.AutoSaveOn is True
    return False


class _Pen:
    """Writes blocks, and remembers how to take them back."""

    def __init__(self, book: xlwings.Book, snapshot: Snapshot) -> None:
        self._book, self._snapshot = book, snapshot
        self._undo: list[Callable[[], None]] = []
        self.stuck = False  # cells could not be put back

    def uncovered(self, block: Block) -> Iterator[Block]:
        """The block without cells under a merged range. HostError when one of them was to be filled."""
        target = self._range(block)
        if target.merge_cells is False:  # None: only a part of it
            yield block
        elif len(block.values) > 1:
            for line in _lines(block):
                yield from self.uncovered(line)
        elif len(block.values[0]) > 1:
            for place, value in block.cells():
                yield from self.uncovered(Block(*place, ((value,),)))
        elif (target.merge_area.row, target.merge_area.column) == (block.row, block.column):
            yield block
        elif block.values[0][0] is not None:
            raise HostError(texts.MERGED.format(cell=address(block.row, block.column), sheet=block.sheet))

    def write(self, plan: Sequence[Block], backup: Path) -> None:
        """All blocks; on any error everything is put back."""
        block = plan[0] if plan else None
        try:
            for block in plan:
                self._write(block)
        except BaseException as error:
            try:
                while self._undo:
                    patient(self._undo.pop(), LONG_PATIENCE)  # while Excel is busy, too
            except Exception as failure:
                self.stuck = True
                told = texts.NOT_PUT_BACK_SAVED if auto_saved(self._book) else texts.NOT_PUT_BACK
                raise HostError(told.format(backup=backup)) from failure
            if block is None or not isinstance(error, Exception) or not from_excel(error):
                raise
            raise HostError(self._sentence(error, block.sheet)) from error

    def _write(self, block: Block) -> None:
        """Write a block and read it back: HostError where Excel has changed a value."""
        target = self._range(block)
        self._undo.append(partial(self._put_back, block, _rows(target.formula, block)))
        target.value = self._typed(block)
        for (place, wanted), got in zip(block.cells(), self._now(target), strict=True):
            if isinstance(wanted, str) and got != wanted:
                single = self._range(Block(*place, ((wanted,),)))
                single.value = [[wanted if got == f"'{wanted}" else f"'{wanted}"]]
                got = next(self._now(single))
            if cell_text(wanted) != cell_text(got):
                raise HostError(texts.NOT_KEPT.format(cell=address(*place[1:]), sheet=place[0]))

    def _typed(self, block: Block) -> list[list[Cell]]:
        """The values as Excel will leave them alone."""
        mark = "" if self._range(block).number_format == _TEXT else "'"
        return [[f"{mark}{value}" if isinstance(value, str) else value for value in line] for line in block.values]

    @staticmethod
    def _now(target: xlwings.Range) -> Iterator[Cell]:
        """What stands in a range, line by line."""
        return (cell(value) for line in target.options(ndim=2, err_to_str=True).value for value in line)

    def _put_back(self, block: Block, formulas: list[list[object]]) -> None:
        """The block's cells as the snapshot has them, a formula as a formula."""
        if _rows(self._range(block).formula, block) == formulas:
            return
        old = tuple(tuple(self._snapshot.cell(*place) for place, _ in line.cells()) for line in _lines(block))
        before = Block(block.sheet, block.row, block.column, old)
        self._range(before).value = self._typed(before)
        for (place, value), formula in zip(before.cells(), (one for row in formulas for one in row), strict=True):
            if isinstance(formula, str) and formula.startswith("=") and formula != value:
                self._range(Block(*place, ((None,),))).formula = formula
        if _rows(self._range(block).formula, block) != formulas:
            raise RuntimeError(f"{block.sheet} is not as before")

    def _range(self, block: Block) -> xlwings.Range:
        last = block.row + len(block.values) - 1, block.column + len(block.values[0]) - 1
        return self._book.sheets[block.sheet].range((block.row, block.column), last)

    def _sentence(self, error: Exception, sheet: str) -> str:
        if busy(error):
            return texts.BUSY
        with suppress(Exception):  # a property of Excel on Windows
            if self._book.sheets[sheet].api.ProtectContents is True:
                return texts.PROTECTED.format(sheet=sheet)
        return texts.NOT_WRITTEN.format(sheet=sheet, reason=reason(error))


def _storable(block: Block) -> Block:
    """The block with its values as a workbook can hold them. HostError when it cannot."""
    values = (tuple(stored(value, place) for place, value in line.cells()) for line in _lines(block))
    return Block(block.sheet, block.row, block.column, tuple(values))


def _lines(block: Block) -> Iterator[Block]:
    for down, line in enumerate(block.values):
        yield Block(block.sheet, block.row + down, block.column, (line,))


def _rows(formulas: Any, block: Block) -> list[list[object]]:
    """Excel's formulas as rows: it gives a single one for a single cell."""
    single = len(block.values) == len(block.values[0]) == 1
    return [[formulas]] if single else [list(line) for line in formulas]

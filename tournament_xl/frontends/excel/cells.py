"""Cells of a workbook open in Excel: one read per sheet, one write per block, everything put back if one fails.

Excel parses what is written to it as if it were typed: "1-2" becomes a date, "007" a number, "=x" a formula. So a text
gets a leading apostrophe, which marks a text and is not shown, unless its cells have the format Text. Every block is
read back after the write and compared.

People may type during an action: the tournament's sheets, and those to be written, are read a second time just before
the first write, and the action is refused where a cell differs.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from itertools import zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from tournament_xl.core.resources import printable_path
from tournament_xl.frontends.excel.calls import (
    LONG_PATIENCE,
    convert_value,
    describe_error,
    is_busy,
    is_excel_error,
    raising_excel_errors,
    retry_while_busy,
)
from tournament_xl.messages import live as texts
from tournament_xl.messages.publication import LOGO
from tournament_xl.storage import workbook_file
from tournament_xl.storage.backups import find_free_backup_path, remove_surplus_backups
from tournament_xl.workbook import schema
from tournament_xl.workbook.cells import Cell, cell_address, cell_text
from tournament_xl.workbook.snapshot import (
    Block,
    CollapsedRange,
    ColumnWidth,
    Edits,
    ExternalError,
    Grid,
    LayoutChange,
    RowHeight,
    Snapshot,
    replace_surrogates,
)
from tournament_xl.xlsx.atomic_write import explain_error
from tournament_xl.xlsx.sheet import encode_value

if TYPE_CHECKING:
    import xlwings


_TEXT = "@"  # number format of cells whose content Excel does not parse
_QUIET = (("screen_updating", False), ("enable_events", False), ("calculation", "manual"))
_MOST_PATH = 218  # letters that Excel allows in a workbook's path
_MOST = 2_000_000  # cells of a used range; most of them may be empty, with only a format


# Reading


def read_sheets(book: xlwings.Book, only: Collection[str] | None = None) -> Snapshot:
    """Read the worksheets in their order, as a snapshot; numbers stay numbers, formulas are their results.

    Of the sheets in `only`, None for all, missing ones are left out.

    Raises:
        ExternalError: Excel refuses or is busy, or a sheet has too many cells.
    """
    with raising_excel_errors(texts.UNREADABLE):
        sheets = retry_while_busy(lambda: [sheet for sheet in book.sheets if only is None or sheet.name in only])
        return Snapshot({replace_surrogates(sheet.name): retry_while_busy(partial(_grid, sheet)) for sheet in sheets})


def _grid(sheet: xlwings.Sheet) -> list[list[Cell]]:
    """Read a sheet from A1 to its last cell in one call; rows end at their last value."""
    used = sheet.used_range
    rows, columns = used.row + used.shape[0] - 1, used.column + used.shape[1] - 1
    if rows * columns > _MOST:
        raise ExternalError(texts.TOO_LARGE, sheet=sheet.name, row=rows)
    grid: list[list[Cell]] = []
    for row_values in sheet.range((1, 1), (rows, columns)).options(ndim=2, err_to_str=True).value:
        grid.append([convert_value(value) for value in row_values])
        while grid[-1] and grid[-1][-1] is None:
            grid[-1].pop()
    while grid and not grid[-1]:
        grid.pop()
    return grid


def refuse_changes(book: xlwings.Book, snapshot: Snapshot, sheets: Collection[str]) -> None:
    """Raise ExternalError if somebody has typed since the workbook was read.

    Raises:
        ExternalError: A sheet is gone, or a cell differs that has no formula now; formulas may give another result.
    """
    current = read_sheets(book, sheets).sheets
    for name in sheets:
        if name not in current:
            raise ExternalError(texts.NO_SHEET, sheet=name)
        for position in _differences(snapshot.sheets[name], current[name]):
            with raising_excel_errors(texts.UNREADABLE):
                formula = retry_while_busy(partial(getattr, book.sheets[name].range(position), "formula"))
            if not str(formula).startswith(
                "="
            ):  # a formula may give the time; the cells that it uses are compared anyway
                raise ExternalError(texts.CHANGED, sheet=name, cell=cell_address(*position))


def _differences(old: Grid, new: Grid) -> Iterator[tuple[int, int]]:
    """Find the cells that differ: row and column, from 1."""
    for row, (before, after) in enumerate(zip_longest(old, new, fillvalue=()), start=1):
        for column, (old_value, new_value) in enumerate(zip_longest(before, after), start=1):
            if old_value != new_value:
                yield row, column


# Writing


def write_edits(
    book: xlwings.Book,
    path: Path,
    snapshot: Snapshot,
    edits: Edits,
    *,
    stamp: str,
    unhide: Collection[str] = (),
    layout_changes: Collection[LayoutChange] = (),
) -> Path | None:
    """Write edits to the open workbook, after a backup; the workbook itself is not saved.

    Sheets are shown, layout is changed, and the club's logo put on the sheets that have room for it, as far as Excel
    lets it. Older backups than the newest `KEEP` are removed. Blocks without any cell are skipped (a block of None
    empties cells and is written); if none is left nothing happens, whatever `unhide` and `layout_changes` ask for.
    Backups are kept next to `path`; the stamp in their name begins with a time, "2026-11-21 14-05-33". Returned is the
    path of the backup, None when there is nothing to write.

    Raises:
        ExternalError: A sheet to write is missing or has rows hidden by a filter, something cannot be written, or a
            sheet of the tournament has changed since it was read. All cells are then as before, or the message names
            the backup.
        ValueError: The stamp does not begin with a time.
    """
    edits = tuple(_storable(block) for block in edits if any(block.values))
    if not edits:
        return None
    for block in edits:
        if block.sheet not in snapshot.sheets:
            raise ExternalError(texts.NO_SHEET, sheet=block.sheet)
    for name in {block.sheet: None for block in edits}:
        with raising_excel_errors(texts.UNREADABLE):
            has_filter = retry_while_busy(partial(_filtered, book.sheets[name].api))
        if has_filter:
            raise ExternalError(texts.FILTERED, sheet=name)
    ours = {*schema.SHEETS, *(block.sheet for block in edits)}  # not the organiser's own sheets
    pen = _Pen(book, snapshot)
    with raising_excel_errors(texts.UNREADABLE):
        plan = retry_while_busy(lambda: [part for block in edits for part in pen.split_merged(block)])
    copy = save_copy(book, path, stamp)
    try:
        with _quiet(book.app):
            refuse_changes(book, snapshot, [name for name in snapshot.sheets if name in ours])
            pen.write(plan, copy)
            for sheet in unhide:
                with suppress(Exception):  # the workbook may be protected: its cells are written all the same
                    retry_while_busy(partial(setattr, book.sheets[sheet], "visible", True))
            for change in layout_changes:
                with suppress(Exception):
                    retry_while_busy(partial(_show, book.sheets[change.sheet], change))
            with suppress(Exception):
                retry_while_busy(partial(_repeat_logo, book, copy))
    except BaseException:
        if not pen.restore_failed:
            with suppress(OSError):
                copy.unlink()
        raise
    remove_surplus_backups(path, copy)
    return copy


def _filtered(sheet: object) -> bool:
    """Check whether a filter of the sheet, or of a table on it, hides rows; always False in Excel on a Mac.

    Excel would write the first row of an array into every row that is still visible.
    """
    filters = [sheet, *(getattr(table, "AutoFilter", None) for table in getattr(sheet, "ListObjects", ()))]
    return any(getattr(filter_, "FilterMode", False) is True for filter_ in filters)


def _show(sheet: xlwings.Sheet, change: LayoutChange) -> None:
    """Apply a layout change: hide rows (behind a [+]) or columns, show them again, set widths, heights or page breaks.

    Rows under an autofilter stay as they are. Excel on a Mac raises an error, which the caller ignores.
    """
    if isinstance(change, CollapsedRange):
        if change.columns:
            sheet.range((1, change.first), (1, change.last)).api.EntireColumn.Hidden = change.away
        elif not sheet.api.AutoFilterMode:
            rows = sheet.range((change.first, 1), (change.last, 1)).api.EntireRow
            rows.OutlineLevel = 2 if change.away else 1
            rows.Hidden = change.away
        return
    if isinstance(change, ColumnWidth):
        sheet.range((1, change.first), (1, change.last)).column_width = change.width
        return
    if isinstance(change, RowHeight):
        sheet.range((change.first, 1), (change.last, 1)).row_height = change.height
        return
    setup = sheet.api.PageSetup
    sheet.api.ResetAllPageBreaks()
    if change.breaks is None:
        setup.Zoom, setup.FitToPagesWide, setup.FitToPagesTall = False, 1, change.pages
        return
    setup.Zoom = change.scale
    for row in change.breaks:
        sheet.api.HPageBreaks.Add(sheet.range((row, 1)).api)


def _repeat_logo(book: xlwings.Book, copy: Path) -> None:
    """Repeat the club's logo where a closed file gets it, once; the picture is read from the backup just made."""
    if LOGO not in (pictures := book.sheets[schema.TOURNAMENT].pictures):
        return
    size = pictures[LOGO].width, pictures[LOGO].height
    sheets_by_name = {sheet.name: sheet for sheet in book.sheets}
    spots = {sheets_by_name[name]: spot for name, spot in workbook_file.SPOTS.items() if name in sheets_by_name}
    free = {sheet: spot for sheet, spot in spots.items() if not len(sheet.shapes)}
    if not free:
        return
    with TemporaryDirectory() as folder:
        file = Path(folder) / "logo.png"
        file.write_bytes(workbook_file.ClosedFile(copy).read_picture(schema.TOURNAMENT, LOGO))
        for sheet, spot in free.items():
            cell = sheet.range((spot.row + 1, spot.column + 1))
            right, width, height = (points / workbook_file.POINT for points in spot.fit(size))
            sheet.pictures.add(str(file), left=cell.left + right, top=cell.top, width=width, height=height, name=LOGO)


def save_copy(book: xlwings.Book, path: Path, stamp: str) -> Path:
    """Write the workbook as it is in Excel, saved or not, to `Sauvegardes/<stem> <stamp><ending>`.

    The folder, next to `path`, is made where it is missing; the stamp begins with a time. An earlier copy with this
    stamp stays, and the name gets a number.

    Raises:
        ExternalError: The copy cannot be written; no partial copy stays.
        ValueError: The stamp does not begin with a time.
    """
    copy = find_free_backup_path(path, stamp)
    folder = copy.parent
    if len(str(copy)) > _MOST_PATH:
        raise ExternalError(texts.PATH_TOO_LONG, letters=len(str(copy)), copy=printable_path(copy))
    try:
        folder.mkdir(exist_ok=True)
        with raising_excel_errors(texts.BACKUP_FAILED, folder=folder):
            retry_while_busy(lambda: book.api.SaveCopyAs(str(copy)))
        if not copy.stat().st_size:
            raise OSError("0")
    except BaseException as error:
        with suppress(OSError):
            copy.unlink()
        if isinstance(error, OSError):
            reason = explain_error(error)[0]
            raise ExternalError(texts.BACKUP_FAILED, folder=printable_path(folder), reason=reason) from error
        raise
    return copy


@contextmanager
def _quiet(app: xlwings.App) -> Iterator[None]:
    """Switch drawing, events and calculation off within the block, and back afterwards, whatever happens."""
    settings_before: dict[str, bool | str] = {}
    try:
        with raising_excel_errors(texts.UNREADABLE):
            for name, value in _QUIET:
                settings_before[name] = retry_while_busy(partial(getattr, app, name))
                retry_while_busy(partial(setattr, app, name, value))
        yield
    finally:
        for name, value in reversed(settings_before.items()):
            with suppress(Exception):  # the other settings are still restored; an error within the block matters more
                retry_while_busy(partial(setattr, app, name, value))


def is_auto_saved(book: xlwings.Book) -> bool:
    """Check whether Excel saves the workbook by itself (in OneDrive or SharePoint); False where it cannot say."""
    with suppress(Exception):  # Excel before 365 and on a Mac has no AutoSaveOn
        return book.api.AutoSaveOn is True
    return False


class _Pen:
    """Writer of blocks that can undo what it wrote."""

    def __init__(self, book: xlwings.Book, snapshot: Snapshot) -> None:
        self._book, self._snapshot = book, snapshot
        self._undo: list[Callable[[], None]] = []
        self.restore_failed = False  # cells could not be put back

    def split_merged(self, block: Block) -> Iterator[Block]:
        """Split a block: cells hidden by merged ranges are left out; ExternalError where such a cell has a value."""
        target = self._range(block)
        if target.merge_cells is False:  # None: only a part of it
            yield block
        elif len(block.values) > 1:
            for line in _lines(block):
                yield from self.split_merged(line)
        elif len(block.values[0]) > 1:
            for position, value in block.cells():
                yield from self.split_merged(Block(*position, ((value,),)))
        elif (target.merge_area.row, target.merge_area.column) == (block.row, block.column):
            yield block
        elif block.values[0][0] is not None:
            raise ExternalError(texts.MERGED, sheet=block.sheet, cell=cell_address(block.row, block.column))

    def write(self, plan: Sequence[Block], backup: Path) -> None:
        """Write all blocks; on any error put everything back."""
        block = plan[0] if plan else None
        try:
            for block in plan:
                self._write(block)
        except BaseException as error:
            try:
                while self._undo:
                    retry_while_busy(self._undo.pop(), LONG_PATIENCE)  # Excel may be busy
            except Exception as failure:
                self.restore_failed = True
                sentence = texts.NOT_PUT_BACK_SAVED if is_auto_saved(self._book) else texts.NOT_PUT_BACK
                raise ExternalError(sentence, backup=backup) from failure
            if block is None or not isinstance(error, Exception) or not is_excel_error(error):
                raise
            raise self._build_failure(error, block.sheet) from error

    def _write(self, block: Block) -> None:
        """Write a block and read it back; ExternalError where Excel has changed a value."""
        target = self._range(block)
        self._undo.append(partial(self._put_back, block, _rows(target.formula, block)))
        target.value = self._typed(block)
        for (position, expected), actual in zip(block.cells(), self._now(target), strict=True):
            if isinstance(expected, str) and actual != expected:
                single = self._range(Block(*position, ((expected,),)))
                single.value = [[expected if actual == f"'{expected}" else f"'{expected}"]]
                actual = next(self._now(single))
            if cell_text(expected) != cell_text(actual):
                raise ExternalError(texts.NOT_KEPT, sheet=position[0], cell=cell_address(*position[1:]))

    def _typed(self, block: Block) -> list[list[Cell]]:
        """Mark the texts of a block so that Excel does not parse them."""
        mark = "" if self._range(block).number_format == _TEXT else "'"
        return [[f"{mark}{value}" if isinstance(value, str) else value for value in line] for line in block.values]

    @staticmethod
    def _now(target: xlwings.Range) -> Iterator[Cell]:
        """Read the values of a range, line by line."""
        return (convert_value(value) for line in target.options(ndim=2, err_to_str=True).value for value in line)

    def _put_back(self, block: Block, formulas: list[list[object]]) -> None:
        """Restore the cells of a block as in the snapshot, and their formulas."""
        if _rows(self._range(block).formula, block) == formulas:
            return
        old_values = tuple(
            tuple(self._snapshot.cell(*position) for position, _ in line.cells()) for line in _lines(block)
        )
        original = Block(block.sheet, block.row, block.column, old_values)
        self._range(original).value = self._typed(original)
        for (position, value), formula in zip(
            original.cells(), (formula_cell for row in formulas for formula_cell in row), strict=True
        ):
            if isinstance(formula, str) and formula.startswith("=") and formula != value:
                self._range(Block(*position, ((None,),))).formula = formula
        if _rows(self._range(block).formula, block) != formulas:
            raise RuntimeError(f"{block.sheet} is not as before")

    def _range(self, block: Block) -> xlwings.Range:
        last = block.row + len(block.values) - 1, block.column + len(block.values[0]) - 1
        return self._book.sheets[block.sheet].range((block.row, block.column), last)

    def _build_failure(self, error: Exception, sheet: str) -> ExternalError:
        """Build the failure for an error of Excel while a sheet was written."""
        if is_busy(error):
            return ExternalError(texts.BUSY)
        with suppress(Exception):  # only Excel on Windows has this property
            if self._book.sheets[sheet].api.ProtectContents is True:
                return ExternalError(texts.PROTECTED, sheet=sheet)
        return ExternalError(texts.NOT_WRITTEN, sheet=sheet, reason=describe_error(error))


def _storable(block: Block) -> Block:
    """Convert a block's values to what a workbook can store; ExternalError where it cannot."""
    values = (tuple(encode_value(value, position) for position, value in line.cells()) for line in _lines(block))
    return Block(block.sheet, block.row, block.column, tuple(values))


def _lines(block: Block) -> Iterator[Block]:
    for offset, line in enumerate(block.values):
        yield Block(block.sheet, block.row + offset, block.column, (line,))


def _rows(formulas: Any, block: Block) -> list[list[object]]:
    """Return Excel's formulas as rows; for a single cell Excel gives a plain value."""
    single = len(block.values) == len(block.values[0]) == 1
    return [[formulas]] if single else [list(line) for line in formulas]

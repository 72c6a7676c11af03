"""Writing to a workbook open in Excel: a backup first, one write a block, and everything put back if one fails.

Excel reads what is written to it as if it were typed: "1-2" becomes a date, "007" a number, "=x" a formula. So a cell
in the format General becomes a text cell ("@") before it gets text; in any other format the text gets the apostrophe
that Excel takes for "text follows" and does not show. What was written is read back and compared.

People may type meanwhile. What they typed before the first write refuses the press; what they type over a cell that is
written already stays when the press is taken back.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

from tournament_xl.files.values import stored
from tournament_xl.hosts import backups
from tournament_xl.hosts.excel_answers import busy, cell, from_excel, patient, reason, refusals
from tournament_xl.hosts.excel_blocks import as_rows, by_column, by_line, places, runs
from tournament_xl.hosts.excel_read import refuse_changes
from tournament_xl.texts import live as texts
from tournament_xl.workbook import labels
from tournament_xl.workbook.snapshot import (
    PRINT_SCALE,
    Block,
    Cell,
    Edits,
    Fold,
    HostError,
    Look,
    Pages,
    Snapshot,
    address,
    cell_text,
)

GENERAL, TEXT = "General", "@"
LONG_PATIENCE = 60.0  # seconds to wait for a busy Excel before cells stay half written
_QUIET = (("screen_updating", False), ("enable_events", False), ("calculation", "manual"))
Values = Sequence[Sequence[Cell]]


def write(
    book: Any,
    path: Path,
    snapshot: Snapshot,
    edits: Edits,
    *,
    stamp: str,
    keep: int = backups.KEEP,
    reveal: Collection[str] = (),
    looks: Collection[Look] = (),
) -> Path | None:
    """Write the cells of `edits` to the open workbook, read as `snapshot`; the backup's path, None when no edits.

    As ClosedFile.write; cells of optional blocks that Excel refuses are left out. HostError when something else cannot
    be written, or when a sheet of the tournament no longer reads as in `snapshot`: all cells are then as before, or the
    sentence names the backup.
    """
    edits = tuple(block for block in edits if any(block.values))
    if not edits:
        return None
    for block in edits:
        if block.sheet not in snapshot.sheets:
            raise HostError(texts.NO_SHEET.format(sheet=block.sheet))
    ours = {*labels.SCRABBLE_SHEETS, *(block.sheet for block in edits)}  # not the organiser's own sheets
    pen = _Pen(book, snapshot)
    with refusals(texts.UNREADABLE):
        plan = patient(lambda: [part for block in sorted(edits, key=_last) for part in pen.uncovered(block)])
    copy = save_copy(book, path, stamp)
    try:
        with _quiet(book.app):
            refuse_changes(book, snapshot, [name for name in snapshot.sheets if name in ours])
            pen.write(plan, copy)
            for sheet in reveal:
                with suppress(Exception):  # of a protected workbook: what is written stands all the same
                    patient(partial(setattr, book.sheets[sheet], "visible", True))
            for look in looks:
                with suppress(Exception):
                    patient(partial(_show, book.sheets[look.sheet], look))
    except BaseException:
        if not pen.stuck:
            with suppress(OSError):
                copy.unlink()
        raise
    backups.prune(path, stamp, keep)
    return copy


def _show(sheet: Any, look: Look) -> None:
    """Put rows away behind a [+] or columns, or show them again, set pages; Excel on a Mac and an autofilter's rows are
    let be.
    """
    if isinstance(look, Pages):
        _print(sheet, look.breaks)
    else:
        _fold(sheet, look)


def _print(sheet: Any, breaks: tuple[int, ...] | None) -> None:
    setup = sheet.api.PageSetup
    sheet.api.ResetAllPageBreaks()
    if breaks is None:
        setup.Zoom, setup.FitToPagesWide, setup.FitToPagesTall = False, 1, 1
        return
    setup.Zoom = PRINT_SCALE
    for row in breaks:
        sheet.api.HPageBreaks.Add(sheet.range((row, 1)).api)


def _fold(sheet: Any, fold: Fold) -> None:
    if fold.columns:
        sheet.range((1, fold.first), (1, fold.last)).api.EntireColumn.Hidden = fold.away
    elif not sheet.api.AutoFilterMode:
        rows = sheet.range((fold.first, 1), (fold.last, 1)).api.EntireRow
        rows.OutlineLevel = 2 if fold.away else 1
        rows.Hidden = fold.away


def _last(block: Block) -> bool:
    """Sorts the optional blocks behind the others."""
    return block.optional


def save_copy(book: Any, path: Path, stamp: str) -> Path:
    """The workbook as it stands in Excel, saved or not, as `Sauvegardes/<stem> <stamp><ending>`."""
    folder = path.parent / backups.FOLDER
    copy = backups.free_name(folder, f"{path.stem} {backups.file_stamp(stamp)}", path.suffix)
    try:
        folder.mkdir(exist_ok=True)
        patient(lambda: book.api.SaveCopyAs(str(copy)))
        if not copy.stat().st_size:
            raise OSError("0")
    except Exception as error:
        with suppress(OSError):
            copy.unlink()
        if not isinstance(error, OSError) and not from_excel(error):
            raise
        if busy(error):
            raise HostError(texts.BUSY) from error
        why = backups.why(error, "")[0] if isinstance(error, OSError) else reason(error)
        raise HostError(texts.BACKUP_FAILED.format(folder=folder, reason=why)) from error
    return copy


@contextmanager
def _quiet(app: Any) -> Iterator[None]:
    """No drawing, no events, no calculation within; afterwards as before, whatever happens."""
    before: dict[str, Any] = {}
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


class _Pen:
    """Writes blocks, and remembers how to take them back."""

    def __init__(self, book: Any, snapshot: Snapshot) -> None:
        self._book, self._snapshot = book, snapshot
        self._undo: list[Callable[[], None]] = []
        self._standing: list[Block] = []  # written, and read back as wanted
        self.stuck = False  # cells could not be put back

    def uncovered(self, block: Block) -> Iterator[Block]:
        """The block without cells under a merged range. HostError when one that is not optional was to be filled."""
        values = tuple(tuple(stored(value, place) for place, value in line) for line in places(block))
        block = Block(block.sheet, block.row, block.column, values, block.optional)
        if self._range(block).merge_cells is False:  # None: only a part of it
            yield block
            return
        for down, line in enumerate(values):
            row = Block(block.sheet, block.row + down, block.column, (line,), block.optional)
            if self._range(row).merge_cells is False:
                yield row
                continue
            for (sheet, at, column), value in row.cells():
                single = Block(sheet, at, column, ((value,),), block.optional)
                area = self._range(single).merge_area
                if (area.row, area.column) == (at, column):
                    yield single
                elif value is not None and not block.optional:
                    raise HostError(texts.MERGED.format(cell=address(at, column), sheet=sheet))

    def write(self, plan: Sequence[Block], backup: Path) -> None:
        """All blocks, the optional ones as far as Excel lets them; on any error everything is put back."""
        block = plan[0] if plan else None
        try:
            for block in plan:
                known = len(self._undo)
                try:
                    self._write(block)
                    self._check(block)
                except Exception as error:
                    if not block.optional or not from_excel(error) or busy(error):
                        raise
                    self._take_back(known)
        except BaseException as error:
            try:
                self._take_back(0)
            except Exception as failure:
                self.stuck = True
                raise HostError(texts.NOT_PUT_BACK.format(backup=backup)) from failure
            if block is None or not isinstance(error, Exception) or not from_excel(error):
                raise
            raise HostError(self._sentence(error, block.sheet)) from error

    def _write(self, block: Block) -> None:
        target = self._range(block)
        self._undo.append(partial(self._put_back, block, as_rows(target.formula, block)))
        target.value = self._prepared(block)

    def _prepared(self, block: Block) -> list[list[Cell]]:
        """The values as Excel will leave them alone, its cells formatted for it."""
        target, values = self._range(block), block.values
        current = target.number_format
        if not current and len(values[0]) > 1:  # several formats
            columns = [self._prepared(column) for column in by_column(block)]
            return [[column[down][0] for column in columns] for down in range(len(values))]
        if not current and len(values) > 1:
            return [self._prepared(row)[0] for row in by_line(block)]
        if current == TEXT:
            self._format(block, _is_number, TEXT, GENERAL)
        elif current != GENERAL or not self._format(block, _is_text, GENERAL, TEXT):
            return [[f"'{value}" if _is_text(value) else value for value in line] for line in values]
        return [list(line) for line in values]

    def _format(self, block: Block, wanting: Callable[[Cell], bool], old: str, new: str) -> bool:
        """Give a format to the cells whose value wants it; False when a protected sheet does not allow it."""
        whole = all(wanting(value) for line in block.values for value in line)
        for part in [block] if whole else runs(block, wanting):
            target = self._range(part)
            self._undo.append(partial(_set_format, target, old))
            try:
                target.number_format = new
            except Exception as error:
                if not from_excel(error) or busy(error):
                    raise
                return False
        return True

    def _check(self, block: Block) -> None:
        """Read a block back; a text that Excel has changed is written again behind an apostrophe."""
        for (place, wanted), got in zip(block.cells(), self._now(block), strict=True):
            if cell_text(cell(wanted)) == cell_text(got) or block.optional:
                continue
            single = Block(*place, ((wanted,),))
            if isinstance(wanted, str):
                self._range(single).value = [[f"'{wanted}"]]
                got = next(self._now(single))
            if cell_text(cell(wanted)) != cell_text(got):
                raise HostError(texts.NOT_KEPT.format(cell=address(*place[1:]), sheet=place[0]))
        if not block.optional:
            self._standing.append(block)

    def _take_back(self, known: int) -> None:
        """Undo the latest steps until `known` are left; each is tried again while Excel is busy."""
        while len(self._undo) > known:
            patient(self._undo.pop(), LONG_PATIENCE)

    def _put_back(self, block: Block, formulas: list[list[Any]]) -> None:
        """The block's cells as the snapshot has them, a formula as a formula, but for those typed since the write."""
        if typed := self._typed_since(block):
            for (place, value), formula in zip(block.cells(), (one for row in formulas for one in row), strict=True):
                if place not in typed:
                    self._put_back(Block(*place, ((value,),)), [[formula]])
            return
        old = tuple(tuple(self._snapshot.cell(*place) for place, _ in line) for line in places(block))
        before = Block(block.sheet, block.row, block.column, old)
        if as_rows(self._range(block).formula, block) == formulas:
            return
        known = len(self._undo)
        self._range(block).value = self._prepared(before)
        formats, self._undo[known:] = self._undo[known:], []
        for step in reversed(formats):
            step()
        for (place, value), formula in zip(before.cells(), (one for row in formulas for one in row), strict=True):
            if isinstance(formula, str) and formula.startswith("=") and formula != value:
                self._range(Block(*place, ((None,),))).formula = formula
        if as_rows(self._range(block).formula, block) != formulas:
            raise RuntimeError(f"{block.sheet} is not as before")

    def _typed_since(self, block: Block) -> set[tuple[str, int, int]]:
        """The cells of a block that stood as wanted and now hold neither that nor what was there before."""
        if block not in self._standing:
            return set()
        return {
            place
            for (place, wanted), got in zip(block.cells(), self._now(block), strict=True)
            if cell_text(got) not in (cell_text(cell(wanted)), cell_text(self._snapshot.cell(*place)))
        }

    def _now(self, block: Block) -> Iterator[Cell]:
        """What stands in a block's cells, line by line."""
        values = self._range(block).options(ndim=2, err_to_str=True).value
        return (cell(value) for line in values for value in line)

    def _range(self, block: Block) -> Any:
        last = block.row + len(block.values) - 1, block.column + len(block.values[0]) - 1
        return self._book.sheets[block.sheet].range((block.row, block.column), last)

    def _sentence(self, error: Exception, sheet: str) -> str:
        if busy(error):
            return texts.BUSY
        with suppress(Exception):  # a property of Excel on Windows
            if self._book.sheets[sheet].api.ProtectContents is True:
                return texts.PROTECTED.format(sheet=sheet)
        return texts.NOT_WRITTEN.format(sheet=sheet, reason=reason(error))


def _set_format(target: Any, number_format: str) -> None:
    if target.number_format != number_format:
        target.number_format = number_format


def _is_text(value: Cell) -> bool:
    return isinstance(value, str)


def _is_number(value: Cell) -> bool:
    return value is not None and not isinstance(value, str)

"""The bytes of a workbook, read and edited without losing anything that is in it; nothing here touches the file.

Of the package only the parts of the sheets concerned change, and the wish to recalculate where there are formulas. What
came out is read again and compared, cell by cell.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import NamedTuple

from tournament_xl.core.resources import printable_path
from tournament_xl.messages import workbook_files as texts
from tournament_xl.workbook import schema
from tournament_xl.workbook.snapshot import Cell, Edits, Grid, HostError, LayoutChange, Snapshot, cell_address
from tournament_xl.xlsx import limits, patch, sheet
from tournament_xl.xlsx.package import Package, children, opened, relations_of
from tournament_xl.xlsx.sheet import Place, as_read, stored

__all__ = ["Book", "Place", "dated_rows", "edit", "hidden_rows", "load", "merged_cells", "read", "stored"]
DAYS_TO_1904 = 1462
_SHEET = re.compile(rb"<(?:\w+:)?sheet\s[^<>]*>")
_HIDDEN = re.compile(rb"""\sstate=["']\w+["']""")
_SIGNATURES = "origin"  # last word of the type of their relation
_CALCULATION = re.compile(rb"<(?:\w+:)?calcPr\b[^<>]*>")
_ASKS = re.compile(rb"""\sfullCalcOnLoad\s*=\s*["'](\w{1,9})["']""")
_BEFORE_CALCULATION = re.compile(rb"</(\w+:)?(?:sheets|functionGroups|externalReferences|definedNames)>")


class Book(NamedTuple):
    """A workbook as it was read, to be looked at and edited."""

    package: Package
    parts: Mapping[str, str]  # of its sheets, by name
    sheets: Mapping[str, sheet.Sheet]
    shared: bytes  # the part with the texts that cells share
    texts: list[str]  # those, by their number

    def snapshot(self, typed: Collection[str] = schema.INPUT_SHEETS) -> Snapshot:
        """All its sheets. `typed`: those of which formulas without result are named; () for all."""
        uncomputed = {
            (name, *at) for name, found in self.sheets.items() if not typed or name in typed for at in found.uncomputed
        }
        return Snapshot({name: found.grid for name, found in self.sheets.items()}, frozenset(uncomputed))

    @property
    def data(self) -> bytes:
        """The bytes of the file."""
        return self.package.to_bytes()

    @property
    def signed(self) -> bool:
        """Whether it has a digital signature."""
        return any(one.kind == _SIGNATURES for one in self.package.relations(""))


def read(path: Path, data: bytes, before: Book | None = None) -> Book:
    """The workbook `data`; `path` is for the sentences; what is as `before` is not read again. Raises HostError when it
    is not a sound one.
    """
    return _book(path, opened(path, data), before)


def load(path: Path, data: bytes) -> Snapshot:
    """All sheets of the workbook `data`, as `read`."""
    return read(path, data).snapshot()


def hidden_rows(book: Book) -> tuple[dict[str, frozenset[int]], int]:
    """The rows of each sheet that a filter or somebody has put out of sight; how many days its dates count too few."""
    children_of_book = children(book.package.parts[book.package.workbook()])
    properties = [child.attributes for child in children_of_book if child.name == "workbookPr"]
    from_1904 = any(one.get("date1904") in ("1", "true") for one in properties)
    return {name: frozenset(found.hidden) for name, found in book.sheets.items()}, DAYS_TO_1904 if from_1904 else 0


def merged_cells(book: Book) -> dict[str, list[tuple[int, int, int]]]:
    """The merged cells of each sheet that cover several rows: first row, column, last row."""
    merged: dict[str, list[tuple[int, int, int]]] = {}
    for name, found in book.sheets.items():
        for area in found.merges:
            first, _, last = area.partition(":")
            (top, left), (bottom, _) = sheet.place(first), sheet.place(last or first)
            if top < bottom:
                merged.setdefault(name, []).append((top, left, bottom))
    return merged


def dated_rows(book: Book, name: str, column: int) -> list[int]:
    """Find the cells of a column that are shown as dates.

    Args:
        book: The workbook.
        name: Of the sheet.
        column: Counted from 1.

    Returns:
        Their rows on the sheet.
    """
    styles = _date_styles(book.package)
    read = sheet.read_sheet(book.package.parts[book.parts[name]], book.texts, column) if styles else sheet.Sheet()
    return [row for row, style in read.formats.items() if style in styles]


def _date_styles(package: Package) -> set[str]:
    """Numbers of the cell formats that show a number as a date."""
    listed = (one.target for one in package.relations(package.workbook()) if one.kind == "styles")
    if not (part := package.parts.get(next(listed, ""), b"")):
        return set()
    own = {one.attributes.get("numFmtId"): one.attributes.get("formatCode", "") for one in children(part, "numFmts")}
    dates = {*map(str, range(14, 23)), *(number for number, code in own.items() if _is_date(code))}
    formats = enumerate(children(part, "cellXfs"))
    return {str(at) for at, one in formats if one.name == "xf" and one.attributes.get("numFmtId") in dates}


def _is_date(code: str) -> bool:
    """Whether a format shows a day, a month or a year, beside what stands in brackets and quotes."""
    return bool(re.search("[dmyDMY]", re.sub(r'\[[^]]{0,40}\]|"[^"]{0,80}"|\\.|General', "", code[:255])))


def _book(path: Path, package: Package, before: Book | None = None) -> Book:
    """The sheets of a package; what is as `before` is not read again."""
    found: dict[str, sheet.Sheet] = {}
    room = letters = 0
    try:
        parts = package.sheets()
        related = package.relations(package.workbook())
        listed = (one.target for one in related if one.kind == "sharedStrings")
        shared = package.parts.get(next(listed, ""), b"")  # some programs name one that they do not write
        if before and shared != before.shared:
            before = None
        shared_texts = before.texts if before else sheet.read_shared_texts(shared) if shared else []
        sound = dict(before.package.parts) if before else {}
        for name, part in parts.items():
            content = package.parts[part]
            if before and content == before.package.parts.get(before.parts.get(name, "")):
                found[name] = before.sheets[name]
                continue
            one = found[name] = sheet.read_sheet(content, shared_texts)
            sound[part] = content
            limits.within(path, texts.MERGE_COUNT, len(one.merges), limits.MAX_MERGES)
            room += one.room
            letters += sum(len(value) for line in one.grid for value in line if isinstance(value, str))
            if room > limits.MAX_CELLS:
                name = max(found, key=lambda one: found[one].room)
                grid = found[name].grid
                raise sheet.TooFarError(len(grid), len(grid[-1]))
            limits.within(path, texts.LETTER_COUNT, letters, limits.MAX_ALL_LETTERS)
        package.check(sound, {one.target for one in related if one.kind == "styles"})
    except sheet.TooFarError as error:
        facts = {"sheet": name, "cell": cell_address(*error.args), "limit": limits.MAX_CELLS}
        raise HostError(texts.TOO_FAR.format(path=printable_path(path), **facts)) from error
    except sheet.TooManyError as error:
        limits.within(path, *error.args)
    except limits.DAMAGE as error:
        raise HostError(texts.DAMAGED.format(path=printable_path(path), folder=texts.BACKUP_FOLDER)) from error
    if not found:
        raise HostError(texts.NOT_A_WORKBOOK.format(path=printable_path(path)))
    return Book(package, parts, found, shared, shared_texts)


def edit(
    path: Path,
    before: Book,
    edits: Edits,
    unhide: Collection[str] = (),
    select: Mapping[str, str] | None = None,
    looks: Collection[LayoutChange] = (),
    finish: Callable[[Package], None] = lambda package: None,
) -> Book:
    """The workbook with `edits` in it, as its bytes read; `path` is for the sentences.

    A cell keeps its style; None and "" empty it; a formula in it gives way. Text stays text, also "=1+1", "007" or
    "1/2"; control characters, which no workbook can hold, are dropped, and line ends become "\\n". 5.0 is written as 5.
    The sheets named in `unhide` are hidden no longer. `select`: sheet -> the cell at which it opens ("E12"). `looks`:
    rows and columns to put away, pages. `finish`: what is done to the package besides. Where there are formulas, Excel
    is told to recalculate. A digital signature, which an edit makes void, is taken away (`Book.signed`).

    It is checked that these cells read as written and all others as before. Raises HostError otherwise, and for a sheet
    that is missing, a cell under a merged range or with a formula that others need, a value that no cell can hold.
    """
    wanted: dict[str, patch.ByRow] = {**_wanted(path, before, edits)}
    package = before.package.copy()
    try:
        for name, cells in wanted.items():
            part = before.parts[name]
            package.parts[part], wanted[name] = patch.patched(package.parts[part], cells)
        book = package.workbook()
        if wanted and any(found.formulas for found in before.sheets.values()):
            _forget_order(package, book)
            package.parts[book] = _recalculated(package.parts[book])
        package.parts[book] = _unhidden(package.parts[book], unhide)
        if edits:
            _unsign(package)
        patch.selected(package, before.parts, select or {})
        patch.show(package, before.parts, looks)
        finish(package)
        saved = package.to_bytes()
    except patch.TakenError as error:
        sentence, cell, area = error.args
        raise HostError(sentence.format(path=printable_path(path), sheet=name, cell=cell, area=area)) from error
    except limits.DAMAGE as error:
        raise HostError(texts.NOT_SAVED.format(path=printable_path(path), reason=error)) from error
    try:
        after = _book(path, opened(path, saved), before)
    except HostError as error:
        raise HostError(texts.NOT_SAVED.format(path=printable_path(path), reason=texts.NOT_READ_BACK)) from error
    if [*after.parts] != [*before.parts]:
        raise HostError(texts.NOT_SAVED.format(path=printable_path(path), reason=texts.NOT_READ_BACK))
    for name in before.parts:
        if other := _difference(before.sheets[name].grid, after.sheets[name].grid, wanted.get(name, {})):
            reason = texts.READ_BACK.format(sheet=name, cell=cell_address(*other))
            raise HostError(texts.NOT_SAVED.format(path=printable_path(path), reason=reason))
    return after


def _wanted(path: Path, book: Book, edits: Edits) -> dict[str, dict[int, dict[int, Cell]]]:
    """Sheet by sheet and row by row: each cell to write, as it is stored."""
    wanted: dict[str, dict[int, dict[int, Cell]]] = {}
    for block in edits:
        if block.sheet not in book.parts:
            raise HostError(texts.NO_SHEET.format(sheet=block.sheet, path=printable_path(path)))
        rows = wanted.setdefault(block.sheet, {})
        for row, values in enumerate(block.values, start=block.row):
            cells = rows.setdefault(row, {})
            for column, value in enumerate(values, start=block.column):
                cells[column] = stored(value, (block.sheet, row, column))
    return wanted


def _difference(before: Grid, after: Grid, written: patch.ByRow) -> patch.At | None:
    """The first cell of `after` that is neither as `before` nor as written; all are texts, booleans, or None."""
    if before is after and not written:
        return None
    for row in range(1, max(len(before), len(after), *written, 0) + 1):
        had, got = (grid[row - 1] if row <= len(grid) else [] for grid in (before, after))
        if row not in written and had == got:
            continue
        cells = dict(enumerate(had, start=1))
        for column, value in written.get(row, {}).items():
            cells[column] = as_read(value)
        wanted = [cells.get(column) for column in range(1, max(len(got), *cells, 0) + 1)]
        read = [*got, *[None] * (len(wanted) - len(got))]
        if wanted != read:
            return row, next(at for at in range(len(wanted)) if wanted[at] != read[at]) + 1
    return None


def _forget_order(package: Package, book: str) -> None:
    """Without the order of calculation, which Excel makes anew: it may name a formula that is written over."""
    package.remove(book, [one for one in package.relations(book) if one.kind == "calcChain"])


def _unsign(package: Package) -> None:
    origins = [one for one in package.relations("") if one.kind == _SIGNATURES]
    for part in {one.target for one in origins}:
        package.remove(part, package.relations(part))
        package.parts.pop(relations_of(part), None)
    package.remove("", origins)


def _recalculated(workbook: bytes) -> bytes:
    """A workbook part that asks for a recalculation on opening."""
    if found := _CALCULATION.search(workbook):
        asked = _ASKS.search(found[0])
        if asked and asked[1] in (b"1", b"true"):
            return workbook
        tag = _ASKS.sub(b"", found[0]).replace(b"calcPr", b'calcPr fullCalcOnLoad="1"', 1)
        return workbook[: found.start()] + tag + workbook[found.end() :]
    *_, before = _BEFORE_CALCULATION.finditer(workbook)
    tag = b'<%scalcPr fullCalcOnLoad="1"/>' % (before[1] or b"")
    return workbook[: before.end()] + tag + workbook[before.end() :]


def _unhidden(workbook: bytes, sheets: Collection[str]) -> bytes:
    """A workbook part with these sheets hidden no longer."""
    names = [f'name="{sheet.escaped(name)}"'.encode() for name in sheets]

    def shown(found: re.Match[bytes]) -> bytes:
        return _HIDDEN.sub(b"", found[0]) if any(name in found[0] for name in names) else found[0]

    return _SHEET.sub(shown, workbook) if names else workbook

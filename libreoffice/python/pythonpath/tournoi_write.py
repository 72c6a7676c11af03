"""Writing the edits of a press into the open workbook: all or none, and one step to undo.

LibreOffice's own recording is off meanwhile: it would take a step per cell back in 40 ms each, and what setDataArray
wrote into empty cells (7.4) not at all. Instead one undo action of ours holds what stood there, and what stands now.
"""

import contextlib

import tournoi_texts as texts
import unohelper
from com.sun.star.document import XUndoAction
from com.sun.star.table.TableOrientation import ROWS
from tournoi_sheets import CONTENT, Refusal, address, reason

FORMULAS = 1 | 2 | 4  # formulas by their result: number, text, error


def write(document, title, edits, reveal=(), folds=(), pages=(), widths=(), heights=(), logo=None):
    """Write all edits and make them one undo step, show hidden sheets, put rows and columns away or show them, set
    pages, widths and heights, repeat the logo; a Refusal leaves all cells as they were.
    """
    changes = [_Change(document, block) for block in edits]
    with _unrecorded(document):
        _write_all(document, changes)
    for sheet in reveal:
        with contextlib.suppress(Exception), _unrecorded(document):  # missing, or of a protected workbook: no matter
            document.Sheets.getByName(sheet).IsVisible = True
    for fold in folds:
        with contextlib.suppress(Exception), _unrecorded(document):
            _fold(document, fold)
    for page in pages:
        with contextlib.suppress(Exception), _unrecorded(document):
            _paginate(document, page)
    for width in widths:
        with contextlib.suppress(Exception), _unrecorded(document):
            _widen(document, width)
    for height in heights:
        with contextlib.suppress(Exception), _unrecorded(document):
            area = document.Sheets.getByName(height["sheet"]).getCellRangeByPosition(
                0, height["first"] - 1, 0, height["last"] - 1
            )
            area.Rows.Height = round(height["height"] * 2540 / 72)
    if logo:
        with contextlib.suppress(Exception), _unrecorded(document):
            _repeat(document, **logo)
    document.UndoManager.addUndoAction(_Step(document, title, changes))


def _fold(document, fold):
    """Put rows away behind a [+], or columns, or show them again; an autofilter hides its rows itself."""
    sheet, away = document.Sheets.getByName(fold["sheet"]), fold["away"]
    first, last = fold["first"] - 1, fold["last"] - 1
    if fold["columns"]:
        sheet.getCellRangeByPosition(first, 0, last, 0).Columns.IsVisible = not away
        return
    area = sheet.getCellRangeByPosition(0, first, 0, last)
    filters = document.UnnamedDatabaseRanges
    sheet_index = area.RangeAddress.Sheet
    if filters.hasByTable(sheet_index) and filters.getByTable(sheet_index).AutoFilter:
        return
    with contextlib.suppress(Exception):  # not in a group
        sheet.ungroup(area.RangeAddress, ROWS)
    if away:
        sheet.group(area.RangeAddress, ROWS)
    area.Rows.IsVisible = not away


def _paginate(document, page):
    """A sheet one page wide on so many pages, or scaled, with a page ending before each of these rows."""
    sheet, breaks = document.Sheets.getByName(page["sheet"]), page["breaks"]
    style = document.StyleFamilies.getByName("PageStyles").getByName(sheet.PageStyle)
    sheet.removeAllManualPageBreaks()
    if breaks is None:
        style.ScaleToPagesX, style.ScaleToPagesY = 1, page["pages"]
        return
    style.PageScale = page["scale"]
    for row in breaks:
        sheet.Rows.getByIndex(row - 1).IsStartOfNewPage = True


def _widen(document, width):
    """Columns of so many figures, as spreadsheets count them: 1.96 mm each, with a gap."""
    columns = document.Sheets.getByName(width["sheet"]).Columns
    for column in range(width["first"] - 1, width["last"]):
        columns.getByIndex(column).Width = round(196 * (width["width"] + 0.71))


def _repeat(document, sheet, name, spots):
    """Show the picture of that name on other sheets, too, where nothing is drawn yet."""
    drawn = document.Sheets.getByName(sheet).DrawPage
    picture = next(shape for shape in map(drawn.getByIndex, range(drawn.Count)) if shape.Name.lower() == name.lower())
    for spot in spots:
        cells = document.Sheets.getByName(spot["sheet"])
        if cells.DrawPage.Count:
            continue
        cell = cells.getCellByPosition(spot["column"] - 1, spot["row"] - 1)
        size, position, (width, height) = picture.Size, cell.Position, spot["most"]
        share = min(width / size.Width, height / size.Height)
        size.Width, size.Height = round(size.Width * share), round(size.Height * share)
        position.X += spot["right"] - size.Width * spot["ends"]
        shape = document.createInstance("com.sun.star.drawing.GraphicObjectShape")
        cells.DrawPage.add(shape)
        shape.Graphic, shape.Name, shape.Anchor = picture.Graphic, picture.Name, cell
        shape.Size, shape.Position = size, position


@contextlib.contextmanager
def _unrecorded(document):
    document.UndoManager.lock()
    try:
        yield
    finally:
        document.UndoManager.unlock()


def _write_all(document, changes):
    """Write the new content everywhere, or put the old one back."""
    document.lockControllers()
    try:
        for number, change in enumerate(changes):
            try:
                change.put(change.new)
                change.look()
            except Exception as error:
                for done in reversed(changes[: number + 1]):
                    done.put(done.old)
                sentence = texts.NOT_WRITTEN.format(sheet=change.sheet, row=change.row + 1, reason=reason(error))
                raise Refusal(sentence) from error
    finally:
        document.unlockControllers()


class _Step(unohelper.Base, XUndoAction):
    """A press in LibreOffice's list of what can be undone."""

    def __init__(self, document, title, changes):
        self.Title, self._document, self._changes = title, document, changes

    def undo(self):
        self._put("old", reversed(self._changes))

    def redo(self):
        self._put("new", self._changes)

    def _put(self, which, changes):
        self._document.lockControllers()
        try:
            for change in changes:
                change.put(getattr(change, which))
        finally:
            self._document.unlockControllers()


class _Formula(str):
    """The content of a cell that is a formula."""

    __slots__ = ()


class _Change:
    """A rectangle with its old and its new content: "" for an empty cell, a float, a text, a _Formula."""

    def __init__(self, document, block):
        """Refusal when a cell is locked, or lies under a merge."""
        self._document, self.sheet = document, block["sheet"]
        self.row, self.column = block["row"] - 1, block["column"] - 1
        values = block["values"]
        self._size = len(values[0]), len(values)
        area = self._area()
        if self._page().isProtected() and (area.CellProtection is None or area.CellProtection.IsLocked):
            raise Refusal(texts.PROTECTED.format(sheet=self.sheet))
        self._hidden = _hidden(self._page(), area)
        for down, right in sorted(self._hidden):
            if values[down][right] is not None:
                hidden = area.getCellByPosition(right, down)
                raise Refusal(texts.MERGED.format(cell=address(hidden), sheet=self.sheet))
        self.old = [list(line) for line in area.getDataArray()]
        for formula_range in area.queryFormulaCells(FORMULAS).RangeAddresses:
            for row in range(formula_range.StartRow, formula_range.EndRow + 1):
                for column in range(formula_range.StartColumn, formula_range.EndColumn + 1):
                    formula = self._page().getCellByPosition(column, row).getFormula()
                    self.old[row - self.row][column - self.column] = _Formula(formula)
        self.new = [[_value(value) for value in line] for line in values]

    def _page(self):
        return self._document.Sheets.getByName(self.sheet)

    def _area(self):
        width, height = self._size
        last = self.column + width - 1, self.row + height - 1
        return self._page().getCellRangeByPosition(self.column, self.row, *last)

    def put(self, content):
        """Write `content`; notes and styles stay, texts stay texts, also "=1+1", "1-2" or "007"."""
        area = self._area()
        formulas = any(isinstance(value, _Formula) for line in content for value in line)
        if not (formulas or self._hidden or _noted(self._page(), area)):  # setDataArray would delete notes
            area.setDataArray(tuple(map(tuple, content)))
            return
        for down, line in enumerate(content):
            for right, value in enumerate(line):
                if (down, right) not in self._hidden:
                    _put_cell(area.getCellByPosition(right, down), value)

    def look(self):
        """ValueError when the new content does not stand there."""
        for down, line in enumerate(self._area().getDataArray()):
            for right, value in enumerate(line):
                if (down, right) not in self._hidden and _comparable(value) != _comparable(self.new[down][right]):
                    raise ValueError(texts.DIFFERENT)


def _value(value):
    """A value of the exchange as UNO takes it."""
    return "" if value is None else value if isinstance(value, str) else float(value)


def _comparable(value):
    """A value without what a cell may change in a text: kinds of line ends, control characters."""
    return value if isinstance(value, float) else "".join(filter(str.isprintable, value or ""))


def _put_cell(cell, value):
    if value == "":
        cell.clearContents(CONTENT)
    elif isinstance(value, _Formula):
        cell.setFormula(str(value))
    elif isinstance(value, str):
        cell.setString(value)
    else:
        cell.setValue(value)


def _noted(sheet, area):
    """Whether a cell of the area has a note."""
    box = area.RangeAddress
    places = (annotation.Position for annotation in sheet.Annotations)
    return any(
        box.StartRow <= position.Row <= box.EndRow and box.StartColumn <= position.Column <= box.EndColumn
        for position in places
    )


def _hidden(sheet, area):
    """The cells of an area, as (row, column) within it, that lie under a merged range and so cannot show anything."""
    extended = sheet.createCursorByRange(area)
    extended.collapseToMergedArea()
    if not area.getIsMerged() and extended.RangeAddress == area.RangeAddress:
        return set()
    hidden, place = set(), area.RangeAddress
    for row in range(place.StartRow, place.EndRow + 1):
        for column in range(place.StartColumn, place.EndColumn + 1):
            merge = sheet.createCursorByRange(sheet.getCellByPosition(column, row))
            merge.collapseToMergedArea()
            if (merge.RangeAddress.StartRow, merge.RangeAddress.StartColumn) != (row, column):
                hidden.add((row - place.StartRow, column - place.StartColumn))
    return hidden

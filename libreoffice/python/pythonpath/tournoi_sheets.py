"""The open workbook: its sheets as the exchange has them, the copy kept before, the edits as one undo step."""

import contextlib
import os
import shutil

import tournoi_texts as texts
import uno
from com.sun.star.beans import PropertyValue

MOST_CELLS = 2_000_000  # up to the last of a sheet
CONTENT = 1 | 2 | 4 | 16  # numbers, dates, texts, formulas: not notes, not styles
ERRORS = 4  # formulas whose result is an error


class Refusal(Exception):
    """The press cannot go on; the text is a French sentence for the dialog. Nothing has been changed."""


def reason(error):
    """What an exception says, in one line."""
    told = getattr(error, "strerror", None) or getattr(error, "Message", None) or str(error) or type(error).__name__
    return told.strip().splitlines()[0][:200] if told.strip() else type(error).__name__


def all_sheets(document):
    return [document.Sheets.getByIndex(number) for number in range(document.Sheets.Count)]


def read(sheet):
    """A sheet as the exchange has it: rows from A1 to the last cell with content, an error as its text."""
    used = sheet.queryContentCells(CONTENT).RangeAddresses
    if not used:
        return {"name": sheet.Name, "rows": []}
    width, height = max(area.EndColumn for area in used), max(area.EndRow for area in used)
    if (width + 1) * (height + 1) > MOST_CELLS:
        raise Refusal(texts.TOO_LARGE.format(sheet=sheet.Name))
    rows = [list(row) for row in sheet.getCellRangeByPosition(0, 0, width, height).getDataArray()]
    for area in sheet.queryFormulaCells(ERRORS).RangeAddresses:
        for row in range(area.StartRow, area.EndRow + 1):
            for column in range(area.StartColumn, area.EndColumn + 1):
                rows[row][column] = sheet.getCellByPosition(column, row).String
    return {"name": sheet.Name, "rows": rows}


def keep_copy(document, path, backup):
    """Save the workbook as it is now under the name that the program gives; the file itself when it is up to date."""
    if not backup:
        return
    file = backup["file"]
    try:
        os.makedirs(os.path.dirname(file), exist_ok=True)
        if document.isModified():
            document.storeToURL(uno.systemPathToFileUrl(file), _same_format(document))
        else:
            shutil.copyfile(path, file)
        shutil.copymode(path, file)
    except Exception as error:
        remove(file)
        raise Refusal(texts.NO_BACKUP.format(file=file, reason=reason(error))) from error


def _same_format(document):
    """What makes a copy like the file: its format, and its password if it has one."""
    kept = ("FilterName", "Password", "EncryptionData")
    return tuple(PropertyValue(one.Name, 0, one.Value, 0) for one in document.getArgs() if one.Name in kept)


def remove(file):
    with contextlib.suppress(OSError):
        os.unlink(file)


def write(document, title, edits):
    """Write all edits as one undo step, or none of them."""
    manager, done = document.UndoManager, False
    before = manager.getAllUndoActionTitles()
    document.lockControllers()
    try:
        manager.enterUndoContext(title)
        try:
            for block in edits:
                _write_block(document.Sheets.getByName(block["sheet"]), block)
            done = True
        finally:
            manager.leaveUndoContext()
            if not done and manager.getAllUndoActionTitles() != before:
                manager.undo()
    finally:
        document.unlockControllers()


def _write_block(sheet, block):
    """Write a rectangle cell by cell and look whether it stands there; texts stay texts, also "=1+1", "1-2" or "007".

    Not by setDataArray: that deletes notes, and LibreOffice (7.4) does not undo it.
    """
    row, column, values = block["row"] - 1, block["column"] - 1, block["values"]
    wanted = [[_value(value) for value in line] for line in values]
    area = sheet.getCellRangeByPosition(column, row, column + len(wanted[0]) - 1, row + len(wanted) - 1)
    if sheet.isProtected() and _locked(area):
        raise Refusal(texts.PROTECTED.format(sheet=sheet.Name))
    hidden = _hidden(sheet, area)
    for place in [place for place in hidden if wanted[place[0]][place[1]] != "" and not block["optional"]]:
        name = area.getCellByPosition(place[1], place[0]).AbsoluteName.rpartition(".")[2].replace("$", "")
        raise Refusal(texts.MERGED.format(cell=name, sheet=sheet.Name))
    try:
        for down, line in enumerate(wanted):
            for right, value in enumerate(line):
                if (down, right) not in hidden:
                    _write_cell(area.getCellByPosition(right, down), value)
        for down, line in enumerate(area.getDataArray()):
            for right, value in enumerate(line):
                if (down, right) not in hidden and _comparable(value) != _comparable(wanted[down][right]):
                    raise ValueError(texts.DIFFERENT)
    except Exception as error:
        raise Refusal(texts.NOT_WRITTEN.format(sheet=sheet.Name, row=row + 1, reason=reason(error))) from error


def _value(value):
    """A value as UNO takes it: a text, a float, "" for an empty cell."""
    return "" if value is None else value if isinstance(value, str) else float(value)


def _comparable(value):
    """A value without what a cell may change in a text: kinds of line ends, control characters."""
    return value if isinstance(value, float) else "".join(filter(str.isprintable, value or ""))


def _write_cell(cell, value):
    """Write one cell; its note and style stay."""
    if value == "":
        cell.clearContents(CONTENT)
    elif isinstance(value, str):
        cell.setString(value)
    else:
        cell.setValue(value)


def _locked(area):
    """Whether a protected sheet would not let a person type in all of these cells."""
    protection = area.CellProtection
    return protection is None or protection.IsLocked


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

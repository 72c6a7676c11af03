"""The open workbook: its sheets as the exchange has them, and the copy kept before a press."""

import contextlib
import os
import shutil
from itertools import zip_longest

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
    sentence = getattr(error, "strerror", None) or getattr(error, "Message", None) or str(error) or type(error).__name__
    return sentence.strip().splitlines()[0][:200] if sentence.strip() else type(error).__name__


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


def refuse_changes(document, before, written):
    """Refusal when a cell is no longer as it was read: somebody has typed meanwhile, in another window or by a macro.

    On sheets that are not to be written a formula may change: it may be a clock.
    """
    now = {sheet.Name: sheet for sheet in all_sheets(document)}
    for before_sheet in before:
        name = before_sheet["name"]
        if name not in now:
            raise Refusal(texts.GONE.format(sheet=name))
        for row, column in _differences(before_sheet["rows"], read(now[name])["rows"]):
            cell = now[name].getCellByPosition(column, row)
            if name in written or cell.Type.value != "FORMULA":
                raise Refusal(texts.CHANGED.format(sheet=name, cell=address(cell)))


def _differences(old, new):
    """Row and column, from 0, of the cells that differ."""
    for row, (before, after) in enumerate(zip_longest(old, new, fillvalue=())):
        if before != after:
            for column, (old_value, new_value) in enumerate(zip_longest(before, after, fillvalue="")):
                if old_value != new_value:
                    yield row, column


def address(cell):
    """A cell's name on its sheet: "F12"."""
    return cell.AbsoluteName.rpartition(".")[2].replace("$", "")


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
    copied_names = ("FilterName", "Password", "EncryptionData")
    return tuple(
        PropertyValue(argument.Name, 0, argument.Value, 0)
        for argument in document.getArgs()
        if argument.Name in copied_names
    )


def remove(file):
    with contextlib.suppress(OSError):
        os.unlink(file)

"""A workbook's values as openpyxl has them, read sheet by sheet: openpyxl itself also reads every style.

Its reader of a sheet does the work, on the filled cells alone, as most cells have only a style. Tests of styles and
merges use openpyxl itself.
"""

import io
import re
from functools import cache, lru_cache
from xml.etree import ElementTree

import openpyxl
from openpyxl.cell import Cell
from openpyxl.reader.excel import ExcelReader
from openpyxl.styles.numbers import BUILTIN_FORMATS, is_date_format
from openpyxl.worksheet._reader import WorkSheetParser
from openpyxl.worksheet.worksheet import Worksheet

MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
LOOK_ALONE = re.compile(rb'<c r="[A-Z]+[0-9]+"[^<>]*/>')
BEHIND_THE_CELLS = re.compile(rb"(</sheetData>).*(?=</worksheet>)", re.DOTALL)
BOOK = openpyxl.Workbook()  # a sheet wants one


class Book:
    """A workbook; its sheets, as openpyxl's, by name or in turn."""

    def __init__(self, data):
        reader = ExcelReader(io.BytesIO(data))
        for step in (reader.read_manifest, reader.read_strings, reader.read_workbook):
            step()
        self._read, self._strings = reader.archive.read, tuple(reader.shared_strings)
        self._sheets = {sheet.name: (sheet.state, link.target) for sheet, link in reader.parser.find_sheets()}
        self.sheetnames = list(self._sheets)
        self.sheet = cache(self._read_sheet)

    def __getitem__(self, name):
        return self.sheet(name)

    def __iter__(self):
        return map(self.sheet, self.sheetnames)

    def _read_sheet(self, name):
        state, part = self._sheets[name]
        return _sheet(name, state, self._read(part), self._strings, self._read("xl/styles.xml"))


@lru_cache(maxsize=512)  # from one press to the next most sheets stay
def _sheet(name, state, content, strings, styles):
    sheet = Worksheet(BOOK, name)
    sheet.sheet_state = state
    cells_alone = BEHIND_THE_CELLS.sub(rb"\1", LOOK_ALONE.sub(b"", content))
    for _, cells in WorkSheetParser(io.BytesIO(cells_alone), strings, date_formats=_dated(styles)).parse():
        for cell in cells:
            if cell["value"] is not None:
                target = sheet._cells[cell["row"], cell["column"]] = Cell(sheet, cell["row"], cell["column"])
                target._value, target.data_type = cell["value"], cell["data_type"]
                sheet._current_row = target.row  # so that it is not empty
    return sheet


@lru_cache(maxsize=32)
def _dated(content):
    """Return the indexes of the styles that show a date."""
    styles = ElementTree.fromstring(content)
    codes = {int(style.get("numFmtId")): style.get("formatCode") for style in styles.iter(f"{MAIN}numFmt")}
    kinds = styles.findall(f"{MAIN}cellXfs/{MAIN}xf")
    formats = BUILTIN_FORMATS | codes
    return {index for index, style in enumerate(kinds) if is_date_format(formats.get(int(style.get("numFmtId", 0))))}

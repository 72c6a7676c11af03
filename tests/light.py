"""A workbook's values as openpyxl has them, read sheet by sheet: openpyxl itself also reads every style.

Its reader of a sheet does the work, on the filled cells alone, as most cells have only a style. Tests of styles and
merges use openpyxl itself.
"""

import io
import re
import zipfile
from functools import cache, lru_cache
from xml.etree import ElementTree

import openpyxl
from openpyxl.cell import Cell
from openpyxl.cell.text import Text
from openpyxl.styles.numbers import BUILTIN_FORMATS, is_date_format
from openpyxl.utils.cell import coordinate_to_tuple
from openpyxl.worksheet._reader import WorkSheetParser
from openpyxl.worksheet.worksheet import Worksheet

MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
OFFICE = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
TEXTS = "xl/sharedStrings.xml"
LOOK_ALONE = re.compile(rb'<c r="[A-Z]+[0-9]+"[^<>]*/>')
BOOK = openpyxl.Workbook()  # a sheet wants one


class Book:
    """A workbook; its sheets, as openpyxl's, by name or in turn."""

    def __init__(self, data):
        self._package = zipfile.ZipFile(io.BytesIO(data))
        links = {relation.get("Id"): relation.get("Target") for relation in self._part("xl/_rels/workbook.xml.rels")}
        listed = self._part("xl/workbook.xml").find(f"{MAIN}sheets")
        self._sheets = {
            sheet.get("name"): (sheet.get("state", "visible"), links[sheet.get(f"{OFFICE}id")])
            for sheet in listed or ()
        }
        self.sheetnames = list(self._sheets)
        self._styles = self._package.read("xl/styles.xml")
        self._texts = self._package.read(TEXTS) if TEXTS in self._package.namelist() else b""
        self.sheet = cache(self._read)

    def __getitem__(self, name):
        return self.sheet(name)

    def __iter__(self):
        return map(self.sheet, self.sheetnames)

    def _part(self, name):
        return ElementTree.fromstring(self._package.read(name))

    def _read(self, name):
        state, target = self._sheets[name]
        part = target.removeprefix("/") if target.startswith("/") else f"xl/{target}"
        return _sheet(name, state, self._package.read(part), self._texts, self._styles)


@lru_cache(maxsize=512)  # from one press to the next most sheets stay
def _sheet(name, state, content, texts, styles):
    sheet = Worksheet(BOOK, name)
    sheet.sheet_state = state
    strings = _strings(texts)
    parser = WorkSheetParser(None, strings, date_formats=_dated(styles))
    for row in ElementTree.fromstring(LOOK_ALONE.sub(b"", content)).iter(f"{MAIN}row"):
        parser.row_counter, parser.col_counter = int(row.get("r", parser.row_counter + 1)), 0
        for element in row:
            if element.get("t") == "s" and len(element) == 1 and "r" in element.attrib:  # most are: its reader is slow
                place, value, kind = coordinate_to_tuple(element.get("r")), strings[int(element[0].text)], "s"
                parser.col_counter = place[1]
            else:
                cell = parser.parse_cell(element)
                place, value, kind = (cell["row"], cell["column"]), cell["value"], cell["data_type"]
            if value is not None:
                target = Cell(sheet, *place)
                target._value, target.data_type = value, kind
                sheet._cells[place] = target
                sheet._current_row = target.row  # so that it is not empty
    return sheet


@lru_cache(maxsize=32)
def _strings(content):
    return [_text(item) for item in ElementTree.fromstring(content).iter(f"{MAIN}si")] if content else []


def _text(item):
    plain = len(item) == 1 and item[0].tag == f"{MAIN}t"  # without runs, which are for its reader
    return ((item[0].text or "") if plain else Text.from_tree(item).content).replace("x005F_", "")


@lru_cache(maxsize=32)
def _dated(content):
    """Return the indexes of the styles that show a date."""
    styles = ElementTree.fromstring(content)
    codes = {int(style.get("numFmtId")): style.get("formatCode") for style in styles.iter(f"{MAIN}numFmt")}
    kinds = styles.findall(f"{MAIN}cellXfs/{MAIN}xf")
    formats = BUILTIN_FORMATS | codes
    return {index for index, style in enumerate(kinds) if is_date_format(formats.get(int(style.get("numFmtId", 0))))}

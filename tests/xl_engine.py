"""Excel for tests, in memory: an engine for xlwings that behaves as Excel does where the adapter must be careful.

Numbers come back as float, empty cells as None, dates as datetime, errors as the integers of COM. Text written to a
cell is read as if it were typed, unless the cell is in the format "@" or the text begins with an apostrophe. Merged
cells swallow what is written under them, protected sheets refuse, any call can be made to fail. What the adapter does
not need raises NotImplementedError (xlwings' base classes).
"""

import io
import re
import warnings
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import lru_cache
from pathlib import Path

import openpyxl
import xlwings
from openpyxl.utils import get_column_letter
from xlwings import base_classes as base
from xlwings.main import Engine

from tests import books

EPOCH = datetime(1899, 12, 30)
REJECTED, EXCEPTION, EDITING = -2147418111, -2147352567, -2146777998
ERRORS = {"#DIV/0!": -2146826281, "#N/A": -2146826246, "#NAME?": -2146826259}
NAMES = {number: text for text, number in ERRORS.items()}
DATE = re.compile(r"(\d{1,2})[-/](\d{1,2})(?:[-/](\d{4}))?(?: (\d{1,2}):(\d{2}))?")


class ComError(Exception):
    """Error like pywintypes.com_error."""

    def __init__(self, text, hresult=EXCEPTION, scode=-2146827284):
        self.hresult, self.excepinfo = hresult, (0, "Microsoft Excel", text, None, 0, scode)
        super().__init__(hresult, "Exception", self.excepinfo, None)


def rejected():
    """Build the error of an Excel that takes no call because a cell is being edited."""
    return ComError("", REJECTED, None)


class Excel(base.App):
    """A running Excel: its open workbooks, the calls it received, and the calls it must refuse."""

    pid = api = engine = books = None
    screen_updating, enable_events, calculation = True, True, "automatic"

    def __init__(self):
        self.opened, self.boxes, self.calls, self.faults = [], [], [], []
        self.shown, self.selected, self.at = None, None, None
        self.books = Books(self)

    def open(self, path):
        """Open the workbook at `path`."""
        self.opened.append(Workbook(self, path))
        return self.opened[-1]

    def fail(self, error, *, after=0, times=1, kinds=("value", "formula")):
        """Let `times` calls of these kinds fail, once `after` others have passed."""
        self.faults.append([error, after, times, kinds])

    def call(self, kind):
        """Record a call and raise the error planned for it."""
        self.calls.append(kind)
        for fault in self.faults:
            error, after, times, kinds = fault
            if kind in kinds and after:
                fault[1] -= 1
            elif kind in kinds and times:
                fault[2] -= 1
                raise error

    def activate(self, steal_focus=False):
        pass

    @property
    def selection(self):
        """The selected cell: `at`, a sheet and a row."""
        return self.opened[0].pages[self.at[0]].range((self.at[1], 1)) if self.at else None

    def alert(self, prompt, title, buttons, mode, callback):
        assert self.screen_updating, "nobody sees a box on a frozen screen"
        self.boxes.append(prompt)


class Books(base.Books):
    def __init__(self, excel):
        self.excel = excel

    def __iter__(self):
        self.excel.call("books")
        return iter(self.excel.opened)


class Workbook(base.Book):
    """An open workbook; `FullName` as Excel names it: "Classeur1" when never saved, an address in the cloud."""

    app = api = sheets = None

    def __init__(self, excel, path):
        self.app, self.api, self.FullName, self.pages = excel, self, str(path), {}
        self.sheets = Sheets(self)
        formulas, values = _loaded(Path(path).read_bytes())
        for sheet in formulas.worksheets:
            self.pages[sheet.title] = Sheet(self, sheet, values[sheet.title])

    @property
    def fullname(self):
        if "://" in self.FullName:  # as xlwings 0.37.8 fails
            raise xlwings.XlwingsError("no local folder")
        return self.FullName

    @property
    def name(self):
        return re.split(r"[/\\]", self.FullName)[-1]

    def activate(self):
        pass

    def SaveCopyAs(self, path):
        self.app.call("copy")
        copy = openpyxl.Workbook()
        copy.remove(copy.active)
        for sheet in self.pages.values():
            target = copy.create_sheet(sheet.name)
            for (row, column), value in sheet.values.items():
                target.cell(row, column).value = NAMES.get(value, value)
                if isinstance(value, str):
                    target.cell(row, column).data_type = "s"
        copy.save(path)
        for picture in self.pages["Tournoi"].pictures:
            books.with_picture(Path(path), picture.name, picture.data)


@lru_cache(maxsize=8)
def _loaded(data):
    """Load the workbook with its formulas and with their results; callers must not change them."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # print areas of whole columns
        return [openpyxl.load_workbook(io.BytesIO(data), data_only=only) for only in (False, True)]


class Sheets(base.Sheets):
    api = None

    def __init__(self, book):
        self.book = book

    def __call__(self, name):
        return self.book.pages[name]

    def __iter__(self):
        return iter(self.book.pages.values())


class Sheet(base.Sheet):
    """A sheet: values, formulas and formats by (row, column); merges as (top, left, bottom, right)."""

    book = api = name = visible = pictures = shapes = None

    def __init__(self, book, cells, results):
        self.book, self.api, self.name, self.ProtectContents = book, self, cells.title, False
        self.visible = cells.sheet_state == "visible"
        self.pictures = self.shapes = Pictures(self)
        self.filtered, self.ListObjects = set(), []  # rows that a filter hides; tables
        self.values, self.formulas, self.formats = {}, {}, {}
        self.columns = {letter: dimension.number_format for letter, dimension in cells.column_dimensions.items()}
        for cell in (cell for line in cells.iter_rows() for cell in line):
            position = cell.row, cell.column
            if cell.has_style:
                self.formats[position] = cell.number_format
            if cell.value is not None:
                self.values[position] = self.stored(results[cell.coordinate].value)
            if cell.data_type == "f":
                self.formulas[position] = cell.value
        self.merges = [
            (merge.min_row, merge.min_col, merge.max_row, merge.max_col) for merge in cells.merged_cells.ranges
        ]

    @staticmethod
    def stored(value):
        if isinstance(value, datetime):
            return (value - EPOCH) / timedelta(days=1)
        if isinstance(value, int) and not isinstance(value, bool):
            return float(value)
        return ERRORS.get(value, value)

    def area(self, row, column):
        """Return the merged range in which a cell lies, or the cell."""
        areas = (merge for merge in self.merges if merge[0] <= row <= merge[2] and merge[1] <= column <= merge[3])
        return next(areas, (row, column, row, column))

    def format(self, position):
        return self.formats.get(position) or self.columns.get(get_column_letter(position[1]), "General")

    def type(self, position, value):
        """Set a value of a cell as COM does."""
        if self.area(*position)[:2] != position:
            return
        self.formulas.pop(position, None)
        if value is None or value == "":
            self.values.pop(position, None)
            return
        if isinstance(value, str):
            value = self.without_problems(position, value)
        elif self.format(position) == "@":
            value = f"{value:g}"
        self.values[position] = self.stored(value)

    def without_problems(self, position, text):
        """Convert a text as if it were typed in an Excel for France."""
        if text.startswith("'"):
            return text[1:]
        if self.format(position) == "@":
            return text
        if match := DATE.fullmatch(text):
            day, month, year, hour, minute = (int(part or 0) for part in match.groups())
            if self.format(position) == "General":
                self.formats[position] = "d-mmm"
            return datetime(year or 2026, month, day, hour, minute)
        if re.fullmatch(r"[+-]?\d+([.,]\d*)?", text):
            return float(text.replace(",", "."))
        if text.upper() in ("VRAI", "FAUX"):
            return text.upper() == "VRAI"
        if text[0] in "=+-@":
            if not re.fullmatch(r"[=+@-][A-Za-z0-9+*/.()$-]+", text):
                raise ComError("Erreur définie par l'application ou par l'objet")
            self.formulas[position] = text if text[0] == "=" else f"={text}"
            return ERRORS["#NAME?"]
        return ERRORS.get(text, text)

    @property
    def FilterMode(self):
        return bool(self.filtered)

    @property
    def used_range(self):
        used = self.values.keys() | self.formats.keys()
        return Range(self, 1, 1, *(max([position[side] for position in used] or [1]) for side in (0, 1)))

    def range(self, first, last=None):
        corners = [
            (corner.row, corner.column) if isinstance(corner, Range) else corner for corner in (first, last or first)
        ]
        return Range(self, *corners[0], *corners[1])

    def activate(self):
        self.book.app.shown = self.name


class Pictures(base.Pictures, list):
    """The pictures of a sheet, found by their name in any case."""

    parent = None

    def __init__(self, sheet):
        self.parent = sheet

    def __call__(self, name):
        return next(sheet for sheet in self if sheet.name.lower() == name.lower())

    def __contains__(self, name):
        return any(sheet.name.lower() == name.lower() for sheet in self)

    def add(self, filename, link_to_file, save_with_document, left, top, width, height, anchor):
        self.append(Picture(self.parent, Path(filename).read_bytes(), width, height, left or 0, top or 0))
        return self[-1]


class Picture(base.Picture):
    parent = name = left = top = width = height = None

    def __init__(self, sheet, data, width, height, left=0, top=0):
        self.parent, self.data, self.name = sheet, data, "Image 1"
        self.left, self.top, self.width, self.height = left, top, width, height


class Range(base.Range):
    api = sheet = row = column = shape = left = top = None
    max_cells_per_read = max_cells_per_write = None

    def __init__(self, sheet, top, left, bottom, right):
        self.sheet, self.api, self.excel, self.options = sheet, self, sheet.book.app, {}
        self.row, self.column, self.shape = top, left, (bottom - top + 1, right - left + 1)
        self.left, self.top = 48.0 * (left - 1), 15.0 * (top - 1)  # as long as nobody has changed a width
        self.lines = [[(row, column) for column in range(left, right + 1)] for row in range(top, bottom + 1)]
        self.places = [position for line in self.lines for position in line]

    def __len__(self):
        return len(self.places)

    def __call__(self, down, right):
        row, column = self.row + down - 1, self.column + right - 1
        return Range(self.sheet, row, column, row, column)

    def answer(self, read):
        """Return a single cell as its value, several as tuples, as COM does."""
        return read(self.places[0]) if len(self) == 1 else tuple(tuple(map(read, line)) for line in self.lines)

    def changing(self, kind):
        if self.sheet.ProtectContents:
            raise ComError("La cellule que vous essayez de modifier se trouve sur une feuille protégée.")
        self.excel.call(kind)

    @property
    def raw_value(self):
        self.excel.call("read")
        return self.answer(self.read_value)

    def read_value(self, position):
        value = self.sheet.values.get(position)
        letters = re.sub(r'\[.*?\]|".*?"|General', "", self.sheet.format(position))
        if isinstance(value, float) and re.search("[dmyhs]", letters):
            return EPOCH + timedelta(days=value)
        return value

    @raw_value.setter
    def raw_value(self, rows):
        self.changing("value")
        if len(self) > 1 and any(row in self.sheet.filtered for row, _ in self.places):  # the first row into all seen
            rows = [rows[0]] * len(rows)
        for line, values in zip(self.lines, rows, strict=True):
            if len(self) > 1 and line[0][0] in self.sheet.filtered:
                continue
            for position, value in zip(line, values, strict=True):
                self.sheet.type(position, value)

    @property
    def formula(self):
        return self.answer(self.text_of)

    def text_of(self, position):
        value = self.sheet.values.get(position, "")
        return self.sheet.formulas.get(position) or (f"{value:.15g}" if isinstance(value, float) else str(value))

    @formula.setter
    def formula(self, text):
        self.changing("formula")
        self.sheet.type(self.places[0], text)

    @property
    def number_format(self):
        formats = {self.sheet.format(position) for position in self.places}
        return formats.pop() if len(formats) == 1 else None

    @property
    def merge_cells(self):
        merged = {self.sheet.area(*position) != (*position, *position) for position in self.places}
        return merged.pop() if len(merged) == 1 else None

    @property
    def merge_area(self):
        return Range(self.sheet, *self.sheet.area(self.row, self.column))

    def select(self):
        self.excel.selected = f"{self.sheet.name}!{get_column_letter(self.column)}{self.row}"


class Apps(base.Apps):
    def __init__(self):
        self.running = []

    def __iter__(self):
        return iter(self.running)

    def __len__(self):
        return len(self.running)


class EngineOfTests:
    name, type = "tests", "desktop"

    def __init__(self):
        self.apps = Apps()

    @staticmethod
    def prepare_xl_data_element(value, options):
        return "" if value is None else value

    @staticmethod
    def clean_value_data(data, dates, empty, numbers, err_to_str):
        def clean(value):
            if isinstance(value, int) and value in NAMES:
                return NAMES[value] if err_to_str else None
            return empty if value == "" else value

        return [[clean(value) for value in row] for row in data]


@contextmanager
def running(*programs):
    """Let xlwings find these Excels, as processes 1000, 1001, …, within the context."""
    if "tests" not in xlwings.engines.engines_by_name:
        xlwings.engines.add(Engine(impl=EngineOfTests()))
    engine = xlwings.engines["tests"]
    before, others = xlwings.engines.active, engine.impl.apps.running
    engine.activate()
    engine.impl.apps.running = list(programs)
    for number, excel in enumerate(programs, 1000):
        excel.pid, excel.engine = number, engine.impl
    try:
        yield
    finally:
        engine.impl.apps.running = others
        xlwings.engines.active = before

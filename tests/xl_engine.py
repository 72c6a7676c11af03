"""What xlwings sees of the Excel for tests: an engine of its own for xlwings over tests/xl_program.py.

What the adapter does not need raises NotImplementedError (xlwings' base classes). Only the BSD part of
xlwings is touched.
"""

import re
from contextlib import contextmanager
from datetime import timedelta

import xlwings
from openpyxl.utils import get_column_letter
from xlwings import base_classes as base
from xlwings.main import Engine

from tests.xl_program import EPOCH, NAMES, ComError


class EngineOfTests:
    name, type = "tests", "desktop"

    def __init__(self):
        self.apps = Apps(self)

    @staticmethod
    def prepare_xl_data_element(value, options):
        return "" if value is None else value

    @staticmethod
    def clean_value_data(data, dates, empty, numbers, err_to_str):
        def clean(value):
            if value is None or value == "":
                return empty
            if isinstance(value, int) and value in NAMES and not isinstance(value, bool):
                return NAMES[value] if err_to_str else None
            return value

        return [[clean(value) for value in row] for row in data]


class Apps(base.Apps):
    def __init__(self, engine):
        self.engine, self.running = engine, []

    def __iter__(self):
        return iter([App(self, excel, 1000 + number) for number, excel in enumerate(self.running)])

    def __len__(self):
        return len(self.running)

    def keys(self):
        return [app.pid for app in self]


def switch(name):
    """A property of the program that a test can make fail."""

    def get(app):
        app.excel.call("get " + name)
        return app.excel.state[name]

    def put(app, value):
        app.excel.call("set " + name, value)
        app.excel.state[name] = value

    return property(get, put)


class App(base.App):
    pid = api = engine = None
    screen_updating, enable_events, calculation = map(switch, ("screen_updating", "enable_events", "calculation"))

    def __init__(self, apps, excel, pid):
        self.excel, self.pid, self.engine, self.api = excel, pid, apps.engine, excel

    @property
    def books(self):
        return Books(self)

    def activate(self, steal_focus=False):
        pass

    def alert(self, prompt, title, buttons, mode, callback):
        self.excel.call("alert")
        assert self.excel.state["screen_updating"], "nobody sees a box on a frozen screen"
        self.excel.boxes.append(prompt)
        return "ok"


class Books(base.Books):
    def __init__(self, app):
        self.app = app

    def __iter__(self):
        self.app.excel.call("books")
        return iter([Book(self.app, book) for book in self.app.excel.books])

    def __len__(self):
        return len(self.app.excel.books)


class Book(base.Book):
    app = api = None

    def __init__(self, app, book):
        self.app, self.book, self.api = app, book, book

    @property
    def fullname(self):
        self.app.excel.call("fullname")
        if "://" in self.book.fullname:  # as xlwings 0.37.8 fails
            raise (UnboundLocalError if "/sites/" in self.book.fullname else xlwings.XlwingsError)("no local folder")
        return self.book.fullname

    @property
    def name(self):
        return re.split(r"[/\\]", self.book.fullname)[-1]

    @property
    def sheets(self):
        return Sheets(self)

    def activate(self):
        pass


class Sheets(base.Sheets):
    api = None

    def __init__(self, book):
        self.book = book

    def __call__(self, key):
        sheets = self.book.book.sheets
        name = key if isinstance(key, str) else list(sheets)[key - 1]
        if name not in sheets:
            raise ComError("L'indice n'appartient pas à la sélection.")
        return SheetView(self.book, sheets[name])

    def __len__(self):
        return len(self.book.book.sheets)

    def __iter__(self):
        return iter([SheetView(self.book, sheet) for sheet in self.book.book.sheets.values()])


class NativeSheet:
    def __init__(self, sheet):
        self.ProtectContents = sheet.protected


class SheetView(base.Sheet):
    book = api = name = None

    def __init__(self, book, sheet):
        self.book, self.sheet, self.name, self.api = book, sheet, sheet.name, NativeSheet(sheet)

    @property
    def used_range(self):
        used = self.sheet.values.keys() | self.sheet.formats.keys()
        rows, columns = ([at[side] for at in used] or [1] for side in (0, 1))
        return Range(self, min(rows), min(columns), max(rows), max(columns))

    def range(self, first, last=None):
        (top, left), (bottom, right) = (self.corner(one) for one in (first, last or first))
        return Range(self, top, left, bottom, right)

    @staticmethod
    def corner(one):
        return (one.top, one.left) if isinstance(one, Range) else one

    @property
    def visible(self):
        return self.sheet.visible

    @visible.setter
    def visible(self, value):
        self.book.app.excel.call("visible", self.name, value)
        self.sheet.visible = value

    def activate(self):
        self.book.app.excel.call("activate", self.name)
        self.book.app.excel.shown = self.name


class Range(base.Range):
    api = sheet = top = left = bottom = right = None
    max_cells_per_read = max_cells_per_write = None

    def __init__(self, view, top, left, bottom, right):
        self.sheet, self.cells, self.excel, self.api = view, view.sheet, view.book.app.excel, self
        self.top, self.left, self.bottom, self.right = top, left, bottom, right
        self.options = {}

    row = property(lambda self: self.top)
    column = property(lambda self: self.left)
    shape = property(lambda self: (self.bottom - self.top + 1, self.right - self.left + 1))

    def __len__(self):
        return self.shape[0] * self.shape[1]

    def __call__(self, down, right):
        row, column = self.top + down - 1, self.left + right - 1
        return Range(self.sheet, row, column, row, column)

    def rows(self):
        columns = range(self.left, self.right + 1)
        return [[(row, column) for column in columns] for row in range(self.top, self.bottom + 1)]

    def places(self):
        return [at for line in self.rows() for at in line]

    def answer(self, rows):
        """A single cell as its value, others as tuples, as COM."""
        return rows[0][0] if len(self) == 1 else tuple(map(tuple, rows))

    @property
    def raw_value(self):
        self.excel.call("read", self.cells.name)
        return self.answer([[self.seen(at) for at in line] for line in self.rows()])

    def seen(self, at):
        value = self.cells.values.get(at)
        letters = re.sub(r'\[.*?\]|".*?"|General', "", self.cells.format(at))
        if isinstance(value, float) and re.search("[dmyhs]", letters):
            return EPOCH + timedelta(days=value)
        return value

    @raw_value.setter
    def raw_value(self, rows):
        self.cells.refuse(self.places())
        self.excel.call("value", self.cells.name, self.shape)
        assert len(rows) == self.shape[0] and len(rows[0]) == self.shape[1]
        for line, values in zip(self.rows(), rows, strict=True):
            for at, value in zip(line, values, strict=True):
                self.cells.type(at, value)

    @property
    def formula(self):
        return self.answer([[self.text_of(at) for at in line] for line in self.rows()])

    def text_of(self, at):
        value = self.cells.values.get(at)
        shown = str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)
        return self.cells.formulas.get(at) or ("" if value is None else shown)

    @formula.setter
    def formula(self, text):
        self.cells.refuse(self.places())
        self.excel.call("formula", self.cells.name, self.shape)
        self.cells.type((self.top, self.left), text)

    @property
    def number_format(self):
        formats = {self.cells.format(at) for at in self.places()}
        return formats.pop() if len(formats) == 1 else None

    @number_format.setter
    def number_format(self, text):
        if self.cells.protected:
            raise ComError("Impossible de définir la propriété NumberFormat de la classe Range")
        self.excel.call("format", self.cells.name, self.shape)
        self.cells.formats |= dict.fromkeys(self.places(), text)

    def area(self, at):
        return next((m for m in self.cells.merges if m[0] <= at[0] <= m[2] and m[1] <= at[1] <= m[3]), None)

    @property
    def merge_cells(self):
        merged = {bool(self.area(at)) for at in self.places()}
        return merged.pop() if len(merged) == 1 else None

    @property
    def merge_area(self):
        return Range(self.sheet, *(self.area((self.top, self.left)) or (self.top, self.left, self.top, self.left)))

    def select(self):
        self.excel.selected = f"{self.cells.name}!{get_column_letter(self.left)}{self.top}"


@contextmanager
def running(*programs):
    """Within, xlwings finds these Excels."""
    if "tests" not in xlwings.engines.engines_by_name:
        xlwings.engines.add(Engine(impl=EngineOfTests()))
    engine = xlwings.engines["tests"]
    before, others = xlwings.engines.active, engine.impl.apps.running
    engine.activate()
    engine.impl.apps.running = list(programs)
    try:
        yield
    finally:
        engine.impl.apps.running = others
        xlwings.engines.active = before
        if hasattr(xlwings.Book, "_mock_caller"):
            del xlwings.Book._mock_caller

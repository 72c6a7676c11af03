"""Excel for tests, in memory: a program with workbooks, that behaves as Excel does where the adapter must be careful.

Numbers come back as float, empty cells as None, dates as datetime, errors as the integers of COM. Text written to a
cell is read as if it were typed, unless the cell is in the format "@" or the text begins with an apostrophe. Merged
cells swallow what is written under them, protected sheets refuse, any call can be made to fail.
"""

import re
import warnings
from datetime import datetime, timedelta

import openpyxl
from openpyxl.utils import get_column_letter

EPOCH = datetime(1899, 12, 30)
REJECTED, EXCEPTION, EDITING = -2147418111, -2147352567, -2146777998
ERRORS = {"#DIV/0!": -2146826281, "#N/A": -2146826246, "#NAME?": -2146826259, "#NULL!": -2146826288,
          "#NUM!": -2146826252, "#REF!": -2146826265, "#VALUE!": -2146826273}  # fmt: skip
NAMES = {number: text for text, number in ERRORS.items()}
DATE = re.compile(r"(\d{1,2})[-/](\d{1,2})(?:[-/](\d{4}))?(?: (\d{1,2}):(\d{2}))?")


class ComError(Exception):
    """As pywintypes.com_error."""

    def __init__(self, text, hresult=EXCEPTION, scode=-2146827284):
        self.hresult, self.excepinfo = hresult, (0, "Microsoft Excel", text, None, 0, scode)
        super().__init__(hresult, "Exception", self.excepinfo, None)


def rejected():
    """A cell is being edited: Excel takes no call."""
    return ComError("", REJECTED, None)


class Excel:
    """The running program: its open workbooks, what it was asked to do, and what it is to refuse."""

    def __init__(self):
        self.books, self.boxes, self.calls, self.faults = [], [], [], []
        self.state = {"screen_updating": True, "enable_events": True, "calculation": "automatic"}
        self.shown, self.selected = None, None

    def open(self, path):
        """The workbook at `path`, as Excel would open it."""
        book = Workbook(self, path)
        self.books.append(book)
        return book

    def fail(self, error, *, after=0, times=1, kinds=("value", "format", "formula")):
        """Let `times` calls of these kinds fail, once `after` others have passed."""
        self.faults.append([error, after, times, kinds])

    def call(self, kind, *details):
        """Record a call; raises what was planned for it."""
        self.calls.append((kind, *details))
        for fault in self.faults:
            error, after, times, kinds = fault
            if kind not in kinds or times == 0:
                continue
            if after:
                fault[1] -= 1
                continue
            fault[2] -= 1
            raise error

    def kinds(self, kind):
        return [call[1:] for call in self.calls if call[0] == kind]


class Workbook:
    """An open workbook: sheets in order; `path` as Excel names it, "Classeur1" when never saved."""

    def __init__(self, excel, path):
        self.excel, self.fullname, self.sheets = excel, str(path), {}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # print areas of whole columns
            formulas, values = (openpyxl.load_workbook(path, data_only=only) for only in (False, True))
        for sheet in formulas.worksheets:
            self.sheets[sheet.title] = Sheet(self, sheet, values[sheet.title])

    @property
    def FullName(self):
        return self.fullname

    def SaveCopyAs(self, path):
        self.excel.call("copy", path)
        copy = openpyxl.Workbook()
        copy.remove(copy.active)
        for sheet in self.sheets.values():
            made = copy.create_sheet(sheet.name)
            for (row, column), value in sheet.values.items():
                made.cell(row, column).value = NAMES.get(value, value)
                if isinstance(value, str):
                    made.cell(row, column).data_type = "s"
        copy.save(path)


class Sheet:
    """A sheet: values, formulas and formats by (row, column); merges as (top, left, bottom, right)."""

    def __init__(self, book, cells, results):
        self.book, self.name, self.protected, self.unlocked = book, cells.title, False, set()
        self.visible = cells.sheet_state == "visible"
        self.values, self.formulas, self.formats, self.merges = {}, {}, {}, []
        self.columns = {letter: one.number_format for letter, one in cells.column_dimensions.items()}
        for line in cells.iter_rows():
            for cell in line:
                at = cell.row, cell.column
                if cell.number_format != "General" or cell.has_style:
                    self.formats[at] = cell.number_format
                if cell.value is not None:
                    value = results[cell.coordinate].value
                    if cell.data_type == "f":
                        self.formulas[at] = cell.value
                    self.values[at] = self.stored(value)
        self.merges = [(one.min_row, one.min_col, one.max_row, one.max_col) for one in cells.merged_cells.ranges]

    @staticmethod
    def stored(value):
        if isinstance(value, datetime):
            return (value - EPOCH) / timedelta(days=1)
        if isinstance(value, int) and not isinstance(value, bool):
            return float(value)
        return ERRORS.get(value, value)

    def format(self, at):
        return self.formats.get(at) or self.columns.get(get_column_letter(at[1]), "General")

    def type(self, at, value):
        """What COM does with a value for a cell."""
        area = next((one for one in self.merges if one[0] <= at[0] <= one[2] and one[1] <= at[1] <= one[3]), None)
        if area and area[:2] != at:
            return
        self.formulas.pop(at, None)
        if value is None or value == "":
            self.values.pop(at, None)
            return
        if self.format(at) == "@" and not isinstance(value, str):
            value = str(int(value)) if float(value).is_integer() else str(value)
        elif isinstance(value, str):
            value = self.understood(at, value)
        self.values[at] = self.stored(value)

    def understood(self, at, text):
        """Text as if it were typed (in an Excel for France)."""
        if text.startswith("'"):
            return text[1:]
        if self.format(at) == "@":
            return text
        if found := DATE.fullmatch(text):
            day, month, year, hour, minute = (int(part or 0) for part in found.groups())
            if 1 <= month <= 12 and 1 <= day <= 28:
                if self.format(at) == "General":
                    self.formats[at] = "d-mmm"
                return datetime(year or 2026, month, day, hour, minute)
        if re.fullmatch(r"[+-]?\d+([.,]\d*)?%?", text):
            return float(text.rstrip("%").replace(",", ".")) / (100 if text.endswith("%") else 1)
        if text.upper() in ("VRAI", "FAUX", "TRUE", "FALSE"):
            return text.upper() in ("VRAI", "TRUE")
        if text[0] in "=+-@":
            if not re.fullmatch(r"[=+@-][A-Za-z0-9+*/.()$-]+", text):
                raise ComError("Erreur définie par l'application ou par l'objet")
            self.formulas[at] = text if text[0] == "=" else f"={text}"
            return ERRORS["#NAME?"]
        return ERRORS.get(text, text)

    def refuse(self, cells):
        if self.protected and not self.unlocked.issuperset(cells):
            raise ComError("La cellule que vous essayez de modifier se trouve sur une feuille protégée.")

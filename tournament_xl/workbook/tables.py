"""Tables on sheets: header row, columns in any order, rows; and parsing of single cells."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from itertools import count, takewhile
from typing import TYPE_CHECKING, NamedTuple

from tournament_xl.core.normalization import normalize, normalize_label
from tournament_xl.messages.audience import Audience
from tournament_xl.messages.problems import problem_text
from tournament_xl.workbook.schema import INPUT_SHEETS, JOURNAL, SHEETS, Box
from tournament_xl.workbook.snapshot import Cell, Snapshot, cell_address, cell_text, is_error

if TYPE_CHECKING:
    from fractions import Fraction

MOST_ROWS = 20_000  # on a sheet; for comparison: a double round robin of 128 has 16,256 matches
MOST_PROBLEMS = 2_000  # reported at once; more come from a column filled down or a forged file
MOST_LINES = 5_000  # in the Journal, which gets dozens in an afternoon
_EXCEL_EPOCH = date(1899, 12, 30)
_FIRST_AMBIGUOUS_DAY, _LAST_DAY = 10_959, 110_000  # serial days; spreadsheets read two-digit years as 1930 and later
HEADER_ROWS, HEADER_COLUMNS = 30, 300  # area searched for a header
_LABEL_ROWS = 300  # rows searched for a label
_UNTICKED = ("FAUX", "FALSE", "0")  # content of an unticked box; in LibreOffice a number
_PLAIN_LENGTH = 10  # a text of fewer digits needs no further parsing
_SCORE = r"-?\d[\d .,]*( ?[-\u2013\u2014\u2212/à] ?\d+)?"
_ROUNDED = re.compile(r"\d[.,]\d{1,14}[eE]\+?\d{1,2}")
_MONTH_NAMES = (
    "janv?|fevr?|feb|mars?|avr|apr|mai|may|juin|jun|juil|jul|aout|aug|sept?|oct|nov|dec"  # months, abbreviated
)
_MONTH = re.compile(rf"\d\d? (?:{_MONTH_NAMES})\.?|(?:{_MONTH_NAMES})\.? \d{{2,4}}")
_DAY = re.compile(r"\d\d?[/.-]\d\d?[/.-](?:\d\d|\d{4})|\d{4}-\d\d-\d\d(?:[ T]00:00:00)?")
_NUMBER = re.compile(r"[+-]?\d{1,9}(\.\d*)?([eE][+-]?\d{1,2})?")


@dataclass(frozen=True, order=True, slots=True)
class Problem:
    """A mistake in the workbook that a person must correct before the action can go on."""

    sheet: str
    row: int
    column: int
    message: str  # French sentence: what is wrong and what to type instead
    place: str = ""  # position in the imported list, when no workbook was created
    key: str = field(default="", compare=False)  # of the sentence in `messages.problems`; "" for one of its own
    facts: Mapping[str, object] = field(default_factory=dict, compare=False)  # values for the sentence

    def sentence(self, audience: Audience) -> str:
        """Return the message as an audience reads it."""
        return problem_text(self.key, audience, **self.facts) if self.key else self.message

    def line(self, audience: Audience) -> str:
        """Return the message with its position."""
        return f"{self.place or f'{self.sheet}!{self.cell}'} : {self.sentence(audience)}"

    @property
    def cell(self) -> str:
        """Address of the cell, such as "F12"."""
        return cell_address(self.row, self.column)

    def __str__(self) -> str:
        return self.line(Audience.SHEETS)


class Problems:
    """All problems that an action gathers."""

    def __init__(self) -> None:
        self.found: list[Problem] = []
        self._rows: set[tuple[str, int]] = set()
        self._failed: set[tuple[str, int, int]] = set()  # cells with a formula's error

    def add(self, sheet: str, row: int, column: int, key: str, /, **facts: object) -> None:
        """Record a problem at a cell; once a cell shows a formula's error, further problems there are ignored.

        After `MOST_PROBLEMS` problems one last entry says that there are more.

        Args:
            sheet: Name of the sheet.
            row: Row, from 1.
            column: Column, from 1.
            key: Key of the sentence in `messages.problems`.
            **facts: Values for the sentence.
        """
        if (sheet, row, column) in self._failed:
            return
        if key == "error_cell":
            self._failed.add((sheet, row, column))
        if len(self.found) < MOST_PROBLEMS:
            self.found.append(Problem(sheet, row, column, problem_text(key, **facts), key=key, facts=facts))
        elif len(self.found) == MOST_PROBLEMS:
            self.found.append(Problem(sheet, row, column, problem_text("more_problems")))
        self._rows.add((sheet, row))

    def in_row(self, sheet: str, row: int) -> bool:
        """Check whether a row has a problem at any cell."""
        return (sheet, row) in self._rows


class Line(NamedTuple):
    """One row of a table."""

    table: Table
    row: int  # on the sheet, from 1
    texts: dict[str, str]  # column -> content of its cell, "" when empty

    def text(self, column: str) -> str:
        """Return the content of a cell as text, "" when empty."""
        return self.texts[column]

    def empty(self, *columns: str) -> bool:
        """Check whether the named cells are all empty (no names: all columns of the table)."""
        texts = self.texts
        return not any([texts[column] for column in columns] if columns else texts.values())

    def problem(self, problems: Problems, column: str, key: str, /, **facts: object) -> None:
        """Record a problem at this row's cell in `column`."""
        problems.add(self.table.sheet, self.row, self.table.columns[column], key, **facts)


class Table(NamedTuple):
    """A table as it stands on a sheet."""

    snapshot: Snapshot
    sheet: str
    header: int  # row of the header, from 1
    columns: dict[str, int]  # contract name -> column on the sheet, from 1

    def lines(self) -> Iterator[Line]:
        """Yield the rows below the header that have content in a column of the table.

        A row whose only content is one cell of several words, outside Nom and Prénom, is a note and is left out.
        """
        names_by_column = {column: name for name, column in self.columns.items()}
        blank, box_columns = dict.fromkeys(self.columns, ""), [name for name in self.columns if isinstance(name, Box)]
        for row, cells in enumerate(self.snapshot.sheets[self.sheet][self.header :], start=self.header + 1):
            filled = {
                names_by_column[column]: text
                for column, cell in enumerate(cells, start=1)
                if cell is not None and column in names_by_column and (text := cell_text(cell))
            }
            for name in box_columns:
                if filled.get(name) in _UNTICKED:
                    del filled[name]
            has_name = filled.get("Nom") or filled.get("Prénom")
            if filled and not (len(filled) == 1 and not has_name and len(next(iter(filled.values())).split()) > 1):
                yield Line(self, row, blank | filled)

    def line(self, row: int, names: Collection[str] = ()) -> Line:
        """Read a sheet row (from 1) in this table's columns, or only in those named."""
        cells = self.snapshot.sheets[self.sheet][row - 1]
        width, columns = len(cells), self.columns
        positions = ((name, column) for name, column in columns.items() if not names or name in names)
        return Line(
            self,
            row,
            {name: _content(name, cells[column - 1]) if column <= width else "" for name, column in positions},
        )

    def last_row(self) -> int:
        """Return the last row with content in a column of the table; the header row when there is none."""
        for row in range(len(self.snapshot.sheets[self.sheet]), self.header, -1):
            if not self.line(row).empty():
                return row
        return self.header

    def block(self, is_ours: Callable[[Line], bool], *names: str) -> int:
        """Count the rows right below the header that the program wrote.

        Args:
            is_ours: Checks one row.
            *names: Columns to read for the check.
        """
        rows = range(self.header + 1, len(self.snapshot.sheets[self.sheet]) + 1)
        return len(list(takewhile(lambda row: is_ours(self.line(row, names)), rows)))

    def free_rows(self) -> Iterator[int]:
        """Yield the row numbers below the last row of the table, without end; other columns do not count."""
        return count(self.last_row() + 1)


def _content(column: str, cell: Cell) -> str:
    text = cell_text(cell)
    return "" if text in _UNTICKED and isinstance(column, Box) else text


def report_no_sheet(snapshot: Snapshot, sheet: str, problems: Problems, columns: Collection[str] = ()) -> None:
    """Report a missing sheet, and the sheet with the same `columns` that is probably the renamed one.

    Numbers by default splits sheets into one per table, named like "Joueurs - Tableau 1"; this is reported once.
    """
    split_sheet = next(
        (name for name in snapshot.sheets if re.fullmatch(rf"{re.escape(sheet)} - Table(au)? \d+", name)), ""
    )
    if not (split_sheet and problems.found):  # reported once
        renamed = find_renamed_sheet(snapshot, columns) if columns and not split_sheet else ""
        key = "numbers_sheet" if split_sheet else "sheet_renamed" if renamed else "no_sheet"
        problems.add(sheet, 1, 1, key, sheet=sheet, found=split_sheet or renamed)


def find_renamed_sheet(snapshot: Snapshot, columns: Collection[str]) -> str:
    """Find the one sheet of an unknown name that has all these titles in a row; "" when there is none, or several."""
    titles = set(map(normalize, columns))
    renamed = [
        name
        for name, grid in snapshot.sheets.items()
        if name not in SHEETS
        and any(
            titles <= {normalize_label(cell_text(cell)) for cell in row[:HEADER_COLUMNS]} for row in grid[:HEADER_ROWS]
        )
    ]
    return renamed[0] if len(renamed) == 1 else ""


def find_table(snapshot: Snapshot, sheet: str, columns: Sequence[str], problems: Problems) -> Table | None:
    """Find the table with these columns on a sheet by its header texts.

    Args:
        snapshot: Workbook to search.
        sheet: Name of the sheet.
        columns: Titles in contract order.
        problems: Receives what is missing and, of sheets that people type into, rows above the header, error cells and
            formulas without a result.

    Returns:
        The table; None when sheet or columns are missing, when there are too many rows, or when rows of the table stand
        above its header.
    """
    if sheet not in snapshot.sheets:
        report_no_sheet(snapshot, sheet, problems, columns)
        return None
    max_rows, row_count = MOST_LINES if sheet == JOURNAL else MOST_ROWS, len(snapshot.sheets[sheet])
    if row_count > max_rows:
        problems.add(sheet, row_count, 1, "too_many_rows", row=row_count, most=max_rows)
        return None
    names = {normalize(name): name for name in columns}
    best: dict[str, int] = {}
    best_row = 0
    for row, cells in enumerate(snapshot.sheets[sheet][:HEADER_ROWS], start=1):
        header_columns: dict[str, int] = {}
        for column, cell in enumerate(cells[:HEADER_COLUMNS], start=1):
            name = names.get(normalize_label(cell_text(cell))) if isinstance(cell, str) else None
            if name and name not in header_columns:
                header_columns[name] = column
        if len(header_columns) > len(best):
            best, best_row = header_columns, row
        if len(header_columns) == len(names):
            break
    if 2 * len(best) < len(columns) and len(best) < 2:
        problems.add(sheet, 1, 1, "no_header", columns=", ".join(columns))
        return None
    missing = [name for name in columns if name not in best]
    for name in missing:  # position: right of its predecessor, else after all columns
        neighbour = columns[: columns.index(name)][-1:]
        next_column = best[neighbour[0]] + 1 if neighbour and neighbour[0] in best else 0
        column = (
            next_column
            if next_column and next_column not in best.values()
            else len(snapshot.sheets[sheet][best_row - 1]) + 1
        )
        problems.add(sheet, best_row, column, "no_column", column=name)
    if missing or sheet not in INPUT_SHEETS:
        return None if missing else Table(snapshot, sheet, best_row, best)
    first_column = min(best.values())
    for row, cells in enumerate(snapshot.sheets[sheet][: best_row - 1], start=1):
        texts = [cell_text(cells[column - 1]) for column in best.values() if column <= len(cells)]
        if (
            len(texts) - texts.count("") > 2
            and parse_int(cell_text(snapshot.cell(sheet, row, first_column))) is not None
        ):
            problems.add(sheet, row, first_column, "above_header", row=best_row)
            return None
    for _, row, column in sorted(cell for cell in snapshot.uncomputed if cell[0] == sheet):
        if row > best_row and column in best.values():
            problems.add(sheet, row, column, "uncomputed")
    table = Table(snapshot, sheet, best_row, best)
    report_errors(table, best, problems)
    return table


def report_errors(table: Table, columns: Iterable[str], problems: Problems) -> None:
    """Report each cell of these columns that shows a formula's error: #N/A, #REF!."""
    positions = sorted(table.columns[name] for name in columns)
    for row, cells in enumerate(table.snapshot.sheets[table.sheet][table.header :], start=table.header + 1):
        for column in positions:
            cell = cells[column - 1] if column <= len(cells) else None
            if isinstance(cell, str) and is_error(cell):
                problems.add(table.sheet, row, column, "error_cell", text=cell)


def parse_number(text: str) -> float | None:
    """Parse a number typed by a person ("451", "12,5", "1 803"); None for any other text."""
    if not text:
        return None
    return float(digits) if _NUMBER.fullmatch(digits := _plain(text)) else None


def parse_rating(text: str) -> int | Fraction | None:
    """Parse a number exactly as typed: 1803,1 is 18031/10, not the nearest binary number; None for any other text."""
    if (value := parse_number(text)) is None or value.is_integer():
        return None if value is None else int(value)
    from fractions import Fraction

    return Fraction(str(value))  # 1803.0999999999999, as Excel may store it, also gives 1803,1


def _plain(text: str) -> str:
    """Rewrite a typed number in Python's notation."""
    return text.replace(" ", "").replace("\u2212", "-").replace(",", ".")


def parse_int(text: str) -> int | None:
    """Parse a whole number typed by a person; None for other texts and for possible thousands: "1,000", "1.000"."""
    if (
        len(text) < _PLAIN_LENGTH and text.isascii() and text.isdecimal()
    ):  # nearly all, and by the million in a forged Journal
        return int(text)
    value = None if may_be_thousands(text) else parse_number(text)
    return int(value) if value is not None and value.is_integer() else None


def may_be_thousands(text: str) -> bool:
    """Check whether a comma or point may separate thousands: "1,803" is 1803 to some people and 1.803 to others."""
    return bool(re.fullmatch(r"[-+\u2212]?[1-9]\d{0,2}[.,]\d{3}", text.replace(" ", "")))


def looks_like_score(text: str) -> bool:
    """Check whether a text is a number or a pair as in a score: "412", "412-389", "412 à 389"; a time of day is not."""
    return re.fullmatch(_SCORE, text) is not None


def find_right_of(snapshot: Snapshot, sheet: str, label: str) -> tuple[int, int] | None:
    """Find the first cell with a label and return row and column of the cell to its right; None without one."""
    return find_right_of_each(snapshot, sheet, (label,)).get(label)


def find_right_of_each(snapshot: Snapshot, sheet: str, labels: Sequence[str]) -> dict[str, tuple[int, int]]:
    """Find row and column of the cell to the right of each label; labels that are missing are left out."""
    labels_by_text = {normalize(label): label for label in labels}
    positions: dict[str, tuple[int, int]] = {}
    for row, cells in enumerate(snapshot.sheets.get(sheet, ())[:_LABEL_ROWS], start=1):
        for column, cell in enumerate(cells[:HEADER_COLUMNS], start=1):
            if isinstance(cell, str) and (label := labels_by_text.get(normalize_label(cell_text(cell)))):
                positions.setdefault(label, (row, column + 1))
    return positions


def to_cell_number(number: Fraction | float) -> int | float:
    """Convert a number to what a cell holds: whole numbers as int, others as the nearest float."""
    return int(number) if number == int(number) else float(number)


def to_cell_value(text: str) -> Cell:
    """Convert a text to the cell value to write: a simple number as a number, anything else unchanged."""
    value = parse_number(text) if re.fullmatch(r"-?(0|[1-9]\d{0,8})(,\d+)?", text) else None
    return text if value is None else int(value) if value.is_integer() else value


def is_serial_day(text: str) -> bool:
    """Check whether a score may be a day's serial number: a spreadsheet turns "12-52" into December 1952, day 19329."""
    serial = parse_int(text)
    return serial is not None and _FIRST_AMBIGUOUS_DAY <= serial < _LAST_DAY


def is_spoilt_identifier(text: str) -> bool:
    """Check whether a spreadsheet turned an identifier into a date or a rounded number: "12/05/1934", "1,07E+06"."""
    if _ROUNDED.fullmatch(text) or _MONTH.fullmatch(normalize(text)):
        return True
    return _DAY.fullmatch(text) is not None and read_date(text) is not None


def read_date(text: str) -> date | None:
    """Parse a date from a spreadsheet's serial number, "21/11/2026", "21.11.26" or "2026-11-21"; None for others.

    The time of day is dropped: decimals of a serial number, and what follows the ten characters of the last form.
    """
    serial = parse_number(text)
    try:
        if serial is not None:
            return _EXCEL_EPOCH + timedelta(days=int(serial)) if 20_000 < serial < _LAST_DAY else None
        if french := re.fullmatch(r"(\d{1,2})[/.-](\d{1,2})[/.-](\d{2}|\d{4})", text):
            day, month, year = map(int, french.groups())
            return date(year + 2000 if year < 100 else year, month, day)
        return date.fromisoformat(text[:10])
    except ValueError:
        return None

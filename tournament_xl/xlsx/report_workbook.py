"""Report workbooks, built with XlsxWriter: each sheet has a title and a table, some have charts; one plain theme.

Text stays text, even when it looks like a formula.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from fractions import Fraction

import xlsxwriter
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

from tournament_xl.messages.sheets import ON_SCREEN

ACCENT, CREAM, GREY, RULE, RED = "#1F5C4A", "#FBF7EC", "#6B6B6B", "#D9D9D9", "#9C2A2A"
_HEIGHT, _HEADER_HEIGHT = 15, 46  # height of a line of text and of a header, in points
_NOT_IN_XML = re.compile("[\x00-\x08\x0b-\x1f\ud800-\udfff\ufffe\uffff]")
_PRINT_SCALE = 70  # percent, of a wide sheet's printed part: letters of 10 points are still printed with 7
_LETTERS_PER_DIGIT = 1.2  # average number of letters in the width of one digit
_MAX_LETTERS = 16_000  # a cell holds 32,767 UTF-16 units
Value = str | float | Fraction | date | None


@dataclass(frozen=True, slots=True)
class Column:
    """Column of a table in a report."""

    title: str
    width: float  # in characters
    kind: str = "text"  # a key of _FORMATS
    help: str = ""  # text of a note on the header


def _number_format(plus: str, zero: str) -> str:
    """Return a number format for 1 234 and −56; its language tag gives every program the French separators."""
    return f'[$-40C]"{plus}"#,##0;[$-40C]"−"#,##0;{zero}'


_FORMATS: dict[str, dict[str, object]] = {
    "text": {},
    "wrapped": {"text_wrap": True},
    "indented": {"text_wrap": True, "align": "left", "indent": 1},  # away from figures at the right of their column
    "bold": {"bold": True},
    "centre": {"align": "center"},
    "right": {"align": "right"},
    "whole": {"num_format": _number_format("", "0"), "align": "right"},
    "signed": {"num_format": _number_format("+", "–"), "align": "right"},
    "mean": {"num_format": "0.000", "align": "right"},
    "margin": {"num_format": "0.000", "align": "right", "font_color": GREY},
    "day": {"num_format": "dd/mm/yyyy", "align": "center"},
    "code": {"font_color": GREY, "font_size": 10},
}


class ReportWorkbook:
    """A workbook under construction; equal content gives equal bytes."""

    def __init__(self, title: str, day: date, category: str = "", keywords: str = "") -> None:
        """Create an empty workbook.

        The title is in the footer, too. `category` is the property by which programs recognise the workbook, `keywords`
        one with more for them.
        """
        self._bytes = io.BytesIO()
        self.book = xlsxwriter.Workbook(self._bytes, {"in_memory": True, "strings_to_formulas": False})
        created = datetime(day.year, day.month, day.day)
        self.book.set_properties({"title": title, "category": category, "keywords": keywords, "created": created})
        self.book.formats[0].set_font_name("Calibri")
        self._formats: dict[str, Format] = {}
        self._title = title

    def get_format(self, **properties: object) -> Format:
        """Return the format with these properties of XlsxWriter on top of Calibri 11, vertically at the top.

        Equal properties give the same format.
        """
        key = repr(sorted(properties.items()))
        if key not in self._formats:
            self._formats[key] = self.book.add_format(
                {"font_name": "Calibri", "font_size": 11, "valign": "top"} | properties
            )
        return self._formats[key]

    def add_listing(
        self,
        name: str,
        subtitle: str,
        columns: Sequence[Column],
        rows: Iterable[Sequence[Value]],
        *,
        title: str = "",
        landscape: bool = True,
        last_printed_column: str | None = "",
        preface: Sequence[Sequence[Value]] = (),
    ) -> tuple[Worksheet, int]:
        """Add a sheet with a title and a table: `add_sheet`, then `add_table`.

        `title` "" means the name of the sheet. `last_printed_column` is the title of the last column on paper; "" for
        all, None to print the sheet's title only. Returned are the sheet, and the index of the row after the table,
        counted from 0.
        """
        page = self.add_sheet(
            name, title or name, subtitle, landscape=landscape, is_printed=last_printed_column is not None
        )
        after = self.add_table(page, columns, rows, preface)
        if last_printed_column:
            page.print_area(0, 0, after - 1, [column.title for column in columns].index(last_printed_column))
        return page, after

    def add_sheet(
        self, name: str, title: str, subtitle: str, *, landscape: bool = False, is_printed: bool = True
    ) -> Worksheet:
        """Add a sheet with a title and subtitle, fitted to the width of A4 paper; its table belongs in row 4 (from 1).

        `landscape` prints across the longer side of the paper; `is_printed` False prints the title only, with a line
        that says so in row 3.
        """
        page = self.book.add_worksheet(name)
        page.hide_gridlines(2)
        page.ignore_errors({"number_stored_as_text": "A1:XFD1048576"})  # licence numbers are texts
        page.write_string(0, 0, title, self.get_format(font_size=18, bold=True, font_color=ACCENT))
        page.write_string(1, 0, subtitle, self.get_format(font_color=GREY))
        page.set_row(0, 28)
        page.set_paper(9)
        page.set_margins(left=0.47, right=0.47, top=0.6, bottom=0.6)
        page.set_footer(f"&L{_escape_footer(self._title)}&R&P/&N")
        page.fit_to_pages(1, 0)
        if landscape:
            page.set_landscape()
        if not is_printed:
            page.set_print_scale(_PRINT_SCALE)
            page.write_string(2, 0, ON_SCREEN, self.get_format(font_color=GREY, italic=True))
            page.print_area(0, 0, 2, 7)
        return page

    def add_table(
        self,
        page: Worksheet,
        columns: Sequence[Column],
        rows: Iterable[Sequence[Value]],
        preface: Sequence[Sequence[Value]] = (),
    ) -> int:
        """Write a table: its header in the fourth row, the rows below it.

        The header stays visible, is repeated on each printed page and, if there are rows, has filters. Columns without
        a value are hidden, except in a table without any value. Between a preface and rows the header is written again,
        and has the filters there. None and "" give empty cells, characters that XML cannot hold are dropped, longer
        texts are cut to 16,000 characters. Rows of `preface`, between the header and the table, are no part of it:
        filters never hide them. Returned is the index of the row after the table, counted from 0.
        """
        top, filled = 3, set[int]()
        for column_index, column in enumerate(columns):
            page.set_column(column_index, column_index, column.width)
            if column.help:
                page.write_comment(top, column_index, column.help, {"x_scale": 2, "y_scale": 1.2, "author": ""})
        self._write_header(page, top, columns)
        properties_by_column = [{"bottom": 4, "bottom_color": RULE} | _FORMATS[column.kind] for column in columns]
        formats = [self.get_format(**properties) for properties in properties_by_column]
        decimal_formats = [
            self.get_format(**properties | {"num_format": _add_decimals(properties.get("num_format"))})
            for properties in properties_by_column
        ]
        wrapped_columns = [
            (index, round(column.width * _LETTERS_PER_DIGIT))
            for index, column in enumerate(columns)
            if "text_wrap" in _FORMATS[column.kind]
        ]
        row = header = top
        rows = list(rows)
        table = [*preface, None, *rows] if preface and rows else [*preface, *rows]  # None: the header again
        for row, values in enumerate(table, start=top + 1):
            if values is None:
                header = row
                self._write_header(page, row, columns)
                continue
            if (
                wrapped_columns
                and (lines := max(_count_lines(values[index], letters) for index, letters in wrapped_columns)) > 1
            ):
                page.set_row(row, _HEIGHT * lines)
            for column_index, value in enumerate(values):
                if _write_value(page, row, column_index, value, formats[column_index], decimal_formats[column_index]):
                    filled.add(column_index)
        for column_index in range(len(columns) if filled else 0):
            if column_index not in filled:
                page.set_column(column_index, column_index, columns[column_index].width, None, {"hidden": True})
        page.freeze_panes(top + 1, 0)
        page.repeat_rows(top)
        if rows:
            page.autofilter(header, 0, row, len(columns) - 1)
        return row + 1

    def _write_header(self, page: Worksheet, row: int, columns: Sequence[Column]) -> None:
        """Write the titles of the columns."""
        for column_index, column in enumerate(columns):
            alignment: dict[str, object] = {"indent": 1} if column.kind == "indented" else {"align": "center"}
            if column.kind in ("text", "wrapped", "bold", "code"):
                alignment = {}
            style = self.get_format(
                bold=True, font_color=CREAM, bg_color=ACCENT, text_wrap=True, valign="vcenter", **alignment
            )
            page.write_string(row, column_index, column.title, style)
        page.set_row(row, _HEADER_HEIGHT)

    def highlight(self, page: Worksheet, columns: Sequence[Column], title: str, colours: Mapping[str, str]) -> None:
        """Show texts of a column in bold and a colour, by how they begin, in all rows from the fifth (from 1) on.

        `colours` gives the colour by the beginning of a text; `title` is that of the column.
        """
        index = [column.title for column in columns].index(title)
        for start, colour in colours.items():
            style = self.book.add_format({"bold": True, "font_color": colour})
            rule = {"type": "text", "criteria": "begins with", "value": start, "format": style}
            page.conditional_format(4, index, 1_048_575, index, rule)

    def add_chart(
        self,
        page: Worksheet,
        chart_type: str,
        series: Sequence[Mapping[str, object]],
        position: tuple[int, int],
        *,
        title: str,
        x_axis: Mapping[str, object] | None = None,
        y_axis: Mapping[str, object] | None = None,
    ) -> None:
        """Add a chart; several series get a legend.

        Type, series and axes are as XlsxWriter describes them; `position` is row and column of the upper left cell,
        counted from 0.
        """
        chart = self.book.add_chart({"type": chart_type})
        for values in series:
            chart.add_series(values)
        chart.set_title({"name": title, "name_font": {"size": 12, "color": ACCENT}})
        chart.set_legend({"position": "bottom"} if len(series) > 1 else {"none": True})
        chart.set_x_axis({**(x_axis or {})})
        chart.set_y_axis({"major_gridlines": {"visible": True, "line": {"color": "#E5E5E5"}}, **(y_axis or {})})
        chart.set_size({"width": 640, "height": 320})
        page.insert_chart(*position, chart)

    def to_bytes(self) -> bytes:
        """Finish the workbook and return the bytes of its file; nothing can be added afterwards."""
        self.book.close()
        return self._bytes.getvalue()


def _count_lines(value: Value, letters: int) -> int:
    """Return how many lines a wrapped text needs; programs do not measure this when they open a file."""
    lines = value.split("\n") if isinstance(value, str) else ()
    return sum(max(1, -(-len(line) // letters)) for line in lines)


def _write_value(page: Worksheet, row: int, column: int, value: Value, style: Format, decimal_style: Format) -> bool:
    """Write a value; a text is never a formula, even one like "=HYPERLINK(…)".

    Row and column count from 0. None and "" give an empty cell, for which False is returned. `decimal_style` is for a
    number that is not whole.
    """
    if isinstance(value, str) and value:
        page.write_string(row, column, _remove_invalid_characters(value), style)
    elif isinstance(value, int):
        page.write_number(row, column, value, style)
    elif isinstance(value, Fraction):
        number = value.numerator / value.denominator
        page.write_number(row, column, number, style if value.denominator == 1 else decimal_style)
    elif isinstance(value, float):
        page.write_number(row, column, value, style if value.is_integer() else decimal_style)
    elif isinstance(value, date):
        page.write_datetime(row, column, datetime(value.year, value.month, value.day), style)
    else:
        page.write_blank(row, column, None, style)
        return False
    return True


def _add_decimals(number_format: object) -> str:
    """Return the number format with decimals, for numbers that are not whole."""
    return str(number_format).replace("#,##0", "#,##0.0##") if number_format else "General"


def _remove_invalid_characters(text: str) -> str:
    """Remove characters that XML cannot hold, and cut the text to the length of a cell."""
    return _NOT_IN_XML.sub("", text)[:_MAX_LETTERS]


def _escape_footer(text: str) -> str:
    """Escape & for a footer, where it begins a code."""
    return text.replace("&", "&&")

"""A workbook of ours to be read, made anew by XlsxWriter: one quiet theme, on each sheet a title and a table, charts.

Text stays text.
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

ACCENT, GREY, RULE, RED = "#1F5C4A", "#6B6B6B", "#D9D9D9", "#9C2A2A"
_HEIGHT, _HEADER_HEIGHT = 15, 46  # of a line of text, of a header, in points
_NOT_IN_XML = re.compile("[\x00-\x08\x0b-\x1f\ud800-\udfff\ufffe\uffff]")
_SMALLEST = 70  # percent that a selection of a wide sheet is printed at: letters of 10 points stay above 7
_LETTERS = 1.2  # letters of a text in the width of a digit, about
_MOST_LETTERS = 16_000  # a cell holds 32,767 UTF-16 units
Value = str | float | Fraction | date | None


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table."""

    title: str
    width: float  # in characters
    kind: str = "text"  # one of _KINDS
    help: str = ""  # a note on the header


def _number(plus: str, zero: str) -> str:
    """A number's format: 1 234, −56; the tag gives every program the French separators."""
    return f'[$-40C]"{plus}"#,##0;[$-40C]"−"#,##0;{zero}'


_KINDS: dict[str, dict[str, object]] = {
    "text": {},
    "wrapped": {"text_wrap": True},
    "bold": {"bold": True},
    "centre": {"align": "center"},
    "right": {"align": "right"},
    "whole": {"num_format": _number("", "0"), "align": "right"},
    "signed": {"num_format": _number("+", "–"), "align": "right"},
    "mean": {"num_format": "0.000", "align": "right"},
    "margin": {"num_format": "0.000", "align": "right", "font_color": GREY},
    "day": {"num_format": "dd/mm/yyyy", "align": "center"},
    "code": {"font_color": GREY, "font_size": 10},
}


class ReportWorkbook:
    """A workbook in the making; the same content gives the same bytes. `category`: by which programs recognise it."""

    def __init__(self, title: str, day: date, category: str = "") -> None:
        self._bytes = io.BytesIO()
        self.book = xlsxwriter.Workbook(self._bytes, {"in_memory": True, "strings_to_formulas": False})
        created = datetime(day.year, day.month, day.day)
        self.book.set_properties({"title": title, "category": category, "created": created})
        self.book.formats[0].set_font_name("Calibri")
        self._formats: dict[str, Format] = {}
        self._title = title

    def format(self, **properties: object) -> Format:
        key = repr(sorted(properties.items()))
        if key not in self._formats:
            self._formats[key] = self.book.add_format(
                {"font_name": "Calibri", "font_size": 11, "valign": "top"} | properties
            )
        return self._formats[key]

    def listing(
        self,
        name: str,
        subtitle: str,
        columns: Sequence[Column],
        rows: Iterable[Sequence[Value]],
        *,
        title: str = "",
        landscape: bool = True,
        printed: str | None = "",
    ) -> tuple[Worksheet, int]:
        """A new sheet with a table; the row after it. `printed`: the last column on paper, None for the title only."""
        page = self.sheet(name, title or name, subtitle, landscape=landscape, printed=printed is not None)
        after = self.table(page, columns, rows)
        if printed:
            page.print_area(0, 0, after - 1, [column.title for column in columns].index(printed))
        return page, after

    def sheet(
        self, name: str, title: str, subtitle: str, *, landscape: bool = False, printed: bool = True
    ) -> Worksheet:
        """A new sheet with its title; the table's header comes in row 4. `printed`: not only its title."""
        page = self.book.add_worksheet(name)
        page.hide_gridlines(2)
        page.ignore_errors({"number_stored_as_text": "A1:XFD1048576"})  # licences are no numbers
        page.write_string(0, 0, title, self.format(font_size=18, bold=True, font_color=ACCENT))
        page.write_string(1, 0, subtitle, self.format(font_color=GREY))
        page.set_row(0, 28)
        page.set_paper(9)
        page.set_margins(left=0.47, right=0.47, top=0.6, bottom=0.6)
        page.set_footer(f"&L{_plain(self._title)}&R&P/&N")
        page.fit_to_pages(1, 0)
        if landscape:
            page.set_landscape()
        if not printed:
            page.set_print_scale(_SMALLEST)
            page.write_string(2, 0, ON_SCREEN, self.format(font_color=GREY, italic=True))
            page.print_area(0, 0, 2, 7)
        return page

    def table(self, page: Worksheet, columns: Sequence[Column], rows: Iterable[Sequence[Value]]) -> int:
        """A header in the fourth row and the rows below; the row after the last, from 0. Empty columns are hidden."""
        top, filled = 3, set[int]()
        head = self.format(bold=True, font_color="#FFFFFF", bg_color=ACCENT, text_wrap=True, valign="vcenter")
        centred = self.format(
            bold=True, font_color="#FFFFFF", bg_color=ACCENT, text_wrap=True, valign="vcenter", align="center"
        )
        for at, column in enumerate(columns):
            left = column.kind in ("text", "wrapped", "bold", "code")
            page.set_column(at, at, column.width)
            page.write_string(top, at, column.title, head if left else centred)
            if column.help:
                page.write_comment(top, at, column.help, {"x_scale": 2, "y_scale": 1.2, "author": ""})
        page.set_row(top, _HEADER_HEIGHT)
        looks = [{"bottom": 4, "bottom_color": RULE} | _KINDS[column.kind] for column in columns]
        formats = [self.format(**look) for look in looks]
        broken = [self.format(**look | {"num_format": _with_digits(look.get("num_format"))}) for look in looks]
        wrapped = [
            (at, round(column.width * _LETTERS)) for at, column in enumerate(columns) if column.kind == "wrapped"
        ]
        row = top
        for row, values in enumerate(rows, start=top + 1):
            if wrapped and (lines := max(_lines(values[at], letters) for at, letters in wrapped)) > 1:
                page.set_row(row, _HEIGHT * lines)
            for at, value in enumerate(values):
                if _write(page, row, at, value, formats[at], broken[at]):
                    filled.add(at)
        for at in range(len(columns) if filled else 0):
            if at not in filled:
                page.set_column(at, at, columns[at].width, None, {"hidden": True})
        page.freeze_panes(top + 1, 0)
        page.repeat_rows(top)
        if row > top:
            page.autofilter(top, 0, row, len(columns) - 1)
        return row + 1

    def highlight(self, page: Worksheet, columns: Sequence[Column], title: str, colours: Mapping[str, str]) -> None:
        """Texts of a column that begin so, in bold colour."""
        at = [column.title for column in columns].index(title)
        for start, colour in colours.items():
            style = self.book.add_format({"bold": True, "font_color": colour})
            rule = {"type": "text", "criteria": "begins with", "value": start, "format": style}
            page.conditional_format(4, at, 1_048_575, at, rule)

    def chart(
        self,
        page: Worksheet,
        kind: str,
        series: Sequence[Mapping[str, object]],
        at: tuple[int, int],
        *,
        title: str,
        x_axis: Mapping[str, object] | None = None,
        y_axis: Mapping[str, object] | None = None,
    ) -> None:
        """A chart at a cell (row, column, from 0), everything as XlsxWriter wants it; a legend for several series."""
        chart = self.book.add_chart({"type": kind})
        for one in series:
            chart.add_series(one)
        chart.set_title({"name": title, "name_font": {"size": 12, "color": ACCENT}})
        chart.set_legend({"position": "bottom"} if len(series) > 1 else {"none": True})
        chart.set_x_axis({**(x_axis or {})})
        chart.set_y_axis({"major_gridlines": {"visible": True, "line": {"color": "#E5E5E5"}}, **(y_axis or {})})
        chart.set_size({"width": 640, "height": 320})
        page.insert_chart(*at, chart)

    def memory(self, name: str, cells: Iterable[str]) -> None:
        """A very hidden sheet of texts, for programs."""
        page = self.book.add_worksheet(name)
        page.very_hidden()
        for row, text in enumerate(cells):
            page.write_string(row, 0, text)

    def save(self) -> bytes:
        self.book.close()
        return self._bytes.getvalue()


def _lines(value: Value, letters: int) -> int:
    """How many lines a wrapped text needs: programs do not measure them when they open a file."""
    lines = value.split("\n") if isinstance(value, str) else ()
    return sum(max(1, -(-len(line) // letters)) for line in lines)


def _write(page: Worksheet, row: int, at: int, value: Value, style: Format, broken: Format) -> bool:
    """Text always as text: a name such as "=HYPERLINK(…)" is a name. `broken`: the style of numbers with decimals.
    Whether there is anything to write.
    """
    if isinstance(value, str) and value:
        page.write_string(row, at, _clean(value), style)
    elif isinstance(value, int | Fraction):
        page.write_number(row, at, float(value), style if value.denominator == 1 else broken)
    elif isinstance(value, float):
        page.write_number(row, at, value, style if value.is_integer() else broken)
    elif isinstance(value, date):
        page.write_datetime(row, at, datetime(value.year, value.month, value.day), style)
    else:
        page.write_blank(row, at, None, style)
        return False
    return True


def _with_digits(number_format: object) -> str:
    """The format for numbers that are not whole."""
    return str(number_format).replace("#,##0", "#,##0.0##") if number_format else "General"


def _clean(text: str) -> str:
    """Without what XML cannot hold, no longer than a cell."""
    return _NOT_IN_XML.sub("", text)[:_MOST_LETTERS]


def _plain(text: str) -> str:
    """For a footer, where & has a meaning."""
    return text.replace("&", "&&")

"""The comparison as a table, and as a workbook with charts (XlsxWriter)."""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from tournament_xl.texts import compare as texts

Z95 = 1.959963984540054  # of the normal distribution, 95 % within
COLOURS = ("#1F6F4A", "#B9770E", "#2E5E8C", "#8E3B46", "#666666")
CHARTED = (0, 1, 2)  # of the measures
_ROUND = "0.000"  # a number's format


class Case(NamedTuple):
    """A line of the comparison."""

    kind: str  # of KINDS
    players: int
    rounds: int


class Row(NamedTuple):
    """What was found of a case: how many tournaments; of each measure the mean and half of its 95 % interval."""

    tournaments: int
    measures: list[tuple[float, float]]


def summary(parts: Iterable[tuple[Case, list[list[float]]]]) -> dict[Case, Row]:
    """A row for each case, in the order of the `parts`: measures of some tournaments of a case."""
    found: dict[Case, list[list[float]]] = {}
    for case, rows in parts:
        found.setdefault(case, []).extend(rows)
    return {case: Row(len(rows), [_mean(values) for values in zip(*rows, strict=True)]) for case, rows in found.items()}


def _mean(values: Sequence[float]) -> tuple[float, float]:
    count = len(values)
    mean = sum(values) / count
    variance = sum((value - mean) ** 2 for value in values) / (count - 1) if count > 1 else 0.0
    return mean, Z95 * (variance / count) ** 0.5


def markdown(rows: Mapping[Case, Row]) -> str:
    """The table as text: a line a case, mean and interval."""
    head = [*texts.COLUMNS, *texts.MEASURES]
    lines = [head, ["---"] * len(head)]
    for case, row in rows.items():
        cells = [f"{mean:.3f} ± {half:.3f}".replace(".", ",") for mean, half in row.measures]
        lines.append([*map(str, case), str(row.tournaments), *cells])
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def workbook(rows: Mapping[Case, Row], notes: Sequence[str]) -> bytes:
    """The workbook: the table (a line a case, two columns a measure), charts, how it was done."""
    import xlsxwriter

    written = io.BytesIO()
    with xlsxwriter.Workbook(written, {"strings_to_formulas": False, "strings_to_urls": False}) as book:
        _table(book, rows)
        _charts(book, rows)
        sheet = book.add_worksheet(texts.SHEETS[2])
        sheet.set_column(0, 0, 100, book.add_format({"text_wrap": True, "valign": "top"}))
        for at, note in enumerate(notes):
            sheet.set_row(at, 34)
            sheet.write_string(at, 0, note)
        for one in book.worksheets():
            one.set_paper(9)
            one.fit_to_pages(1, 1)
    return written.getvalue()


def _table(book: Any, rows: Mapping[Case, Row]) -> None:
    sheet, first = book.add_worksheet(texts.SHEETS[0]), len(texts.COLUMNS)
    head = book.add_format({"bold": True, "bg_color": COLOURS[0], "font_color": "#FFFFFF", "text_wrap": True,
                            "align": "center", "valign": "vcenter"})  # fmt: skip
    number = book.add_format({"num_format": _ROUND})
    grey = book.add_format({"num_format": _ROUND, "font_color": "#777777"})
    title = book.add_format({"bold": True, "font_size": 18, "font_color": COLOURS[0]})
    sheet.write_string(0, 0, texts.TITLE, title)
    for at, name in enumerate(texts.COLUMNS):
        sheet.merge_range(2, at, 3, at, name, head)
    for column, name in enumerate(texts.MEASURES):
        sheet.merge_range(2, first + 2 * column, 2, first + 2 * column + 1, name, head)
        sheet.write_row(3, first + 2 * column, (texts.MEAN, texts.HALF), head)
    for line, (case, row) in enumerate(rows.items(), start=4):
        sheet.write_row(line, 0, (*case, row.tournaments))
        for column, (mean, half) in enumerate(row.measures):
            sheet.write_number(line, first + 2 * column, mean, number)
            sheet.write_number(line, first + 2 * column + 1, half, grey)
    sheet.set_column(0, 0, 16)
    sheet.set_column(first, first + 2 * len(texts.MEASURES), 10)
    sheet.set_row(2, 48)
    sheet.freeze_panes(4, 1)
    sheet.set_landscape()


def _charts(book: Any, rows: Mapping[Case, Row]) -> None:
    """A column chart for each of the first measures: players along the bottom, a column a formula, its interval."""
    from xlsxwriter.utility import xl_range_abs

    data, sheet = book.add_worksheet(texts.DATA), book.add_worksheet(texts.SHEETS[1])
    data.hide()
    kinds, sizes = (list(dict.fromkeys(case[at] for case in rows)) for at in (0, 1))
    for at in CHARTED:
        top, chart = at * (len(sizes) + 2), book.add_chart({"type": "column"})
        bottom = top + len(sizes)
        data.write_column(top + 1, 0, sizes)
        data.write_row(top, 1, kinds)
        for case, row in rows.items():
            column, line = 1 + kinds.index(case.kind), top + 1 + sizes.index(case.players)
            data.write_number(line, column, row.measures[at][0])
            data.write_number(line, column + len(kinds), row.measures[at][1])
        for column in range(1, len(kinds) + 1):
            half = column + len(kinds)
            bars = f"='{texts.DATA}'!{xl_range_abs(top + 1, half, bottom, half)}"
            chart.add_series({
                "name": [texts.DATA, top, column], "categories": [texts.DATA, top + 1, 0, bottom, 0],
                "values": [texts.DATA, top + 1, column, bottom, column],
                "fill": {"color": COLOURS[(column - 1) % len(COLOURS)]},
                "y_error_bars": {"type": "custom", "plus_values": bars, "minus_values": bars},
            })  # fmt: skip
        chart.set_title({"name": texts.MEASURES[at], "name_font": {"size": 12}})
        chart.set_x_axis({"name": texts.COLUMNS[1]})
        chart.set_size({"width": 620, "height": 330})
        sheet.insert_chart(at * 17, 0, chart)

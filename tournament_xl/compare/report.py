"""The comparison as a table, and as a workbook with charts (pandas and XlsxWriter)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tournament_xl.compare.measures import Measures
from tournament_xl.compare.run import Case, Task
from tournament_xl.texts import compare as texts

Z95 = 1.959963984540054  # of the normal distribution, 95 % within
COLOURS = ("#1F6F4A", "#B9770E", "#2E5E8C", "#8E3B46", "#666666")
CHARTED = ("best_wins", "kendall", "first_ten")


def summary(todo: Sequence[Task], done: Mapping[str, list[list[float]]]) -> list[dict[str, Any]]:
    """A row for each case and measure: mean and half of its 95 % confidence interval, in the order of the tasks."""
    rows: dict[Case, list[list[float]]] = {}
    for task in todo:
        rows.setdefault(task.case, []).extend(done[task.key])
    return [
        dict(zip(texts.COLUMNS, (case.kind, case.players, case.rounds, len(found)), strict=True))
        | {texts.MEASURE: text, texts.MEAN: mean, texts.HALF: half}
        for case, found in rows.items()
        for at, text in enumerate(texts.MEASURES.values())
        for mean, half in [_mean([one[at] for one in found])]
    ]


def _mean(values: Sequence[float]) -> tuple[float, float]:
    count = len(values)
    mean = sum(values) / count
    variance = sum((value - mean) ** 2 for value in values) / (count - 1) if count > 1 else 0.0
    return mean, Z95 * (variance / count) ** 0.5


def write(path: Path, rows: Sequence[dict[str, Any]], notes: Sequence[str]) -> None:
    """The workbook: the table (a line a case, two columns a measure), charts, how it was done."""
    import pandas

    long = pandas.DataFrame(rows)
    index = list(texts.COLUMNS)
    wide = long.pivot_table(index=index, columns=texts.MEASURE, values=[texts.MEAN, texts.HALF], sort=False)
    wide = wide.loc[list(dict.fromkeys(tuple(row[name] for name in index) for row in rows))]
    names = list(texts.MEASURES.values())
    table = pandas.concat(
        {name: pandas.concat([wide[texts.MEAN][name], wide[texts.HALF][name]], axis=1) for name in names}, axis=1
    ).reset_index()
    options = {"options": {"strings_to_formulas": False, "strings_to_urls": False}}
    with pandas.ExcelWriter(path, engine="xlsxwriter", engine_kwargs=options) as writer:
        _table(writer, table, names)
        _charts(writer, long, names)
        sheet = writer.book.add_worksheet(texts.SHEETS[2])
        sheet.set_column(0, 0, 100, writer.book.add_format({"text_wrap": True, "valign": "top"}))
        for at, note in enumerate(notes):
            sheet.set_row(at, 34)
            sheet.write_string(at, 0, note)
        for one in writer.book.worksheets():
            one.set_paper(9)
            one.fit_to_pages(1, 1)


def _table(writer: Any, table: Any, names: Sequence[str]) -> None:
    book, first = writer.book, len(texts.COLUMNS)
    sheet = book.add_worksheet(texts.SHEETS[0])
    head = book.add_format({"bold": True, "bg_color": COLOURS[0], "font_color": "#FFFFFF", "text_wrap": True,
                            "align": "center", "valign": "vcenter"})  # fmt: skip
    title = book.add_format({"bold": True, "font_size": 18, "font_color": COLOURS[0]})
    number, grey = (
        book.add_format({"num_format": "0.000"}),
        book.add_format({"num_format": "0.000", "font_color": "#777777"}),
    )
    sheet.write_string(0, 0, texts.TITLE, title)
    for at, name in enumerate(texts.COLUMNS):
        sheet.merge_range(2, at, 3, at, name, head)
    for at, name in enumerate(names):
        sheet.merge_range(2, first + 2 * at, 2, first + 2 * at + 1, name, head)
        sheet.write_string(3, first + 2 * at, texts.MEAN, head)
        sheet.write_string(3, first + 2 * at + 1, texts.HALF, head)
    for row, line in enumerate(table.itertuples(index=False), start=4):
        for column, value in enumerate(line):
            look = None if column < first else grey if (column - first) % 2 else number
            sheet.write(row, column, value, look)
    sheet.set_column(0, 0, 16)
    sheet.set_column(first, first + 2 * len(names), 10)
    sheet.set_row(2, 48)
    sheet.freeze_panes(4, 1)
    sheet.set_landscape()


def _charts(writer: Any, long: Any, names: Sequence[str]) -> None:
    """A column chart for each of the first measures: players along the bottom, a column a formula, its interval."""
    book = writer.book
    data, sheet = book.add_worksheet("Données"), book.add_worksheet(texts.SHEETS[1])
    data.hide()
    sizes, kinds = [long[texts.COLUMNS[at]].unique().tolist() for at in (1, 0)]
    row = 0
    for at, name in enumerate(texts.MEASURES[key] for key in CHARTED):
        chart = book.add_chart({"type": "column"})
        for offset, size in enumerate(sizes):
            data.write(row + offset + 1, 0, size)
        for column, kind in enumerate(kinds, start=1):
            ours = long[(long[texts.COLUMNS[0]] == kind) & (long[texts.MEASURE] == name)].set_index(texts.COLUMNS[1])
            data.write(row, column, kind)
            for offset, size in enumerate(sizes):
                if size in ours.index:
                    data.write(row + offset + 1, column, ours.loc[size, texts.MEAN])
                    data.write(row + offset + 1, column + len(kinds), ours.loc[size, texts.HALF])
            last, halves = (
                row + len(sizes),
                ("Données", row + 1, column + len(kinds), row + len(sizes), column + len(kinds)),
            )
            bars = "=" + _area(*halves)
            chart.add_series({
                "name": ["Données", row, column], "categories": ["Données", row + 1, 0, last, 0],
                "values": ["Données", row + 1, column, last, column],
                "fill": {"color": COLOURS[(column - 1) % len(COLOURS)]},
                "y_error_bars": {"type": "custom", "plus_values": bars, "minus_values": bars},
            })  # fmt: skip
        chart.set_title({"name": name, "name_font": {"size": 12}})
        chart.set_x_axis({"name": texts.COLUMNS[1]})
        chart.set_size({"width": 620, "height": 330})
        sheet.insert_chart(at * 17, 0, chart)
        row += len(sizes) + 2


def _area(sheet: str, top: int, left: int, bottom: int, right: int) -> str:
    from xlsxwriter.utility import xl_range_abs

    return f"'{sheet}'!{xl_range_abs(top, left, bottom, right)}"


def markdown(rows: Sequence[dict[str, Any]]) -> str:
    """The same table as text: a line a case, mean and interval."""
    cases: dict[tuple[Any, ...], list[str]] = {}
    for row in rows:
        key = tuple(row[name] for name in texts.COLUMNS)
        cases.setdefault(key, []).append(f"{row[texts.MEAN]:.3f} ± {row[texts.HALF]:.3f}".replace(".", ","))
    head = [*texts.COLUMNS, *texts.MEASURES.values()]
    lines = [head, ["---"] * len(head), *([*map(str, key), *cells] for key, cells in cases.items())]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


assert len(texts.MEASURES) == len(Measures._fields)

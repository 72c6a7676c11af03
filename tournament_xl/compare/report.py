"""The comparison as a table, and as a workbook with charts (XlsxWriter)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from itertools import chain
from typing import NamedTuple

from xlsxwriter.utility import xl_range_abs

from tournament_xl.files.paper import Column, Paper, Value
from tournament_xl.texts import compare as texts

Z95 = 1.959963984540054  # of the normal distribution, 95 % within
COLOURS = ("#1F6F4A", "#B9770E", "#2E5E8C", "#8E3B46", "#666666")
CHARTED = (0, 1, 2)  # of the measures


class Case(NamedTuple):
    """A line of the comparison."""

    kind: str  # of KINDS
    players: int
    rounds: int


class ReportRow(NamedTuple):
    """What was found of a case: how many tournaments; of each measure the mean and half of its 95 % interval."""

    tournaments: int
    measures: list[tuple[float, float]]


def summary(parts: Iterable[tuple[Case, list[list[float]]]]) -> dict[Case, ReportRow]:
    """A row for each case, in the order of the `parts`: measures of some tournaments of a case."""
    found: dict[Case, list[list[float]]] = {}
    for case, rows in parts:
        found.setdefault(case, []).extend(rows)
    means = {case: [_mean(values) for values in zip(*rows, strict=True)] for case, rows in found.items()}
    return {case: ReportRow(len(rows), means[case]) for case, rows in found.items()}


def _mean(values: Sequence[float]) -> tuple[float, float]:
    count = len(values)
    mean = sum(values) / count
    variance = sum((value - mean) ** 2 for value in values) / (count - 1) if count > 1 else 0.0
    return mean, Z95 * (variance / count) ** 0.5


def markdown(rows: Mapping[Case, ReportRow]) -> str:
    """The table as text: a line a case, mean and interval."""
    head = [*texts.COLUMNS, *texts.MEASURES]
    lines = [head, ["---"] * len(head)]
    for case, row in rows.items():
        cells = [f"{mean:.3f} ± {half:.3f}".replace(".", ",") for mean, half in row.measures]
        lines.append([*map(str, case), str(row.tournaments), *cells])
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def workbook(rows: Mapping[Case, ReportRow], notes: Sequence[str]) -> bytes:
    """The workbook: the table (a line a case, two columns a measure), charts, how it was done."""
    paper = Paper(texts.TITLE, date.today())
    columns = [Column(texts.COLUMNS[0], 16, "bold"), *(Column(name, 10, "whole") for name in texts.COLUMNS[1:])]
    for name in texts.MEASURES:
        columns += [Column(name, 14, "mean"), Column(texts.HALF, 8, "margin")]
    cells: list[list[Value]] = [[*case, row.tournaments, *chain(*row.measures)] for case, row in rows.items()]
    paper.listing(texts.SHEETS[0], texts.SUBTITLE, columns, cells, title=texts.TITLE)
    _charts(paper, rows)
    page = paper.sheet(texts.SHEETS[2], texts.SHEETS[2], "")
    page.set_column(0, 0, 100)
    for at, note in enumerate(notes, start=3):
        page.set_row(at, 34)
        page.write_string(at, 0, note, paper.format(text_wrap=True))
    return paper.save()


def _charts(paper: Paper, rows: Mapping[Case, ReportRow]) -> None:
    """A column chart for each of the first measures: players along the bottom, a column a formula, its interval."""
    page, data = paper.sheet(texts.SHEETS[1], texts.SHEETS[1], ""), paper.book.add_worksheet(texts.DATA)
    page.fit_to_pages(1, 1)
    data.hide()
    kinds = list(dict.fromkeys(case.kind for case in rows))
    for line, (case, row) in enumerate(sorted(rows.items(), key=lambda found: kinds.index(found[0].kind))):
        data.write_row(line, 0, [case.kind, case.players, *chain(*row.measures)])
    sizes = len(rows) // len(kinds)  # of each kind
    for at in CHARTED:
        mean, series = 2 + 2 * at, []
        for number, colour in zip(range(len(kinds)), COLOURS, strict=False):
            first, last = number * sizes, (number + 1) * sizes - 1
            half = f"='{texts.DATA}'!{xl_range_abs(first, mean + 1, last, mean + 1)}"
            series.append({
                "name": [texts.DATA, first, 0], "categories": [texts.DATA, first, 1, last, 1],
                "values": [texts.DATA, first, mean, last, mean], "fill": {"color": colour},
                "y_error_bars": {"type": "custom", "plus_values": half, "minus_values": half},
            })  # fmt: skip
        axis = {"name": texts.COLUMNS[1]}
        paper.chart(page, "column", series, (3 + 17 * at, 0), title=texts.MEASURES[at], x_axis=axis)

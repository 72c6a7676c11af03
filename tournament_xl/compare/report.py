"""The comparison of formulas of play as a Markdown table, and as a workbook with charts (XlsxWriter)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from itertools import chain, combinations
from typing import NamedTuple

from xlsxwriter.utility import xl_range_abs

from tournament_xl.messages import compare as texts
from tournament_xl.xlsx.report_workbook import Column, ReportWorkbook, Value

Z95 = 1.959963984540054  # quantile of the normal distribution: 95 % lie within
COLOURS = ("#1F5C4A", "#B9770E", "#2E5E8C", "#8E3B46", "#666666")
CHARTED = (0, 1, 2)  # indexes of the measures with a chart


class Case(NamedTuple):
    """Formula and number of players whose tournaments are simulated; or two formulas with their difference."""

    kind: str  # formula, a name of `play.KINDS`; for a difference "Open − F50"
    players: int  # number of players
    rounds: int | str  # number of rounds; for a difference the text "8 − 5"


class ReportRow(NamedTuple):
    """Line of the report: results of all tournaments of a case."""

    tournaments: int  # number of them
    measures: list[tuple[float | None, float | None]]
    # in the order of `play.Measures`: mean, half of its 95 % interval; None for a measure that the game has not, and
    # for the interval of a single tournament


Rows = list[list[float | None]]  # a row per tournament: its measures in the order of `play.Measures`


def join_measures(parts: Iterable[tuple[Case, Rows]]) -> dict[Case, Rows]:
    """Join the measures of each case; a case may occur in several parts.

    Cases are in the order in which they first occur, rows in the order of `parts`.
    """
    rows_by_case: dict[Case, Rows] = {}
    for case, rows in parts:
        rows_by_case.setdefault(case, []).extend(rows)
    return rows_by_case


def summarize_cases(played: Mapping[Case, Rows]) -> dict[Case, ReportRow]:
    """Compute the mean of each measure and half of its 95 % interval, case by case."""
    return {case: _row(rows) for case, rows in played.items()}


def compare_formulas(played: Mapping[Case, Rows], games: Mapping[str, str]) -> dict[Case, ReportRow]:
    """Compute mean and 95 % interval of the differences between every two formulas of one game and number of players.

    The differences, formula later in `played` minus earlier one, are taken tournament by tournament: both have the same
    players and the same chance, so most of the chance cancels out. A measure that one of the two lacks gives None.

    Args:
        played: Case (formula and number of players) -> its rows: the same tournaments in the same order for every case
            of a game and number of players.
        games: Formula, as a case names it (`Case.kind`) -> game.

    Returns:
        Case "later − earlier" -> its row; {} if no two cases have game and number of players in common.

    Raises:
        ValueError: Two cases to compare have unequal numbers of tournaments.
    """
    differences = {}
    for first, second in combinations(played, 2):
        if first.players == second.players and games[first.kind] == games[second.kind]:
            rows = [
                [None if None in values else values[1] - values[0] for values in zip(*rows, strict=True)]  # type: ignore[operator]
                for rows in zip(played[first], played[second], strict=True)
            ]
            differences[
                Case(f"{second.kind} − {first.kind}", first.players, texts.ROUNDS.format(second.rounds, first.rounds))
            ] = _row(rows)
    return differences


def _row(rows: Rows) -> ReportRow:
    return ReportRow(len(rows), [_mean(values) for values in zip(*rows, strict=True)])


def _mean(values: Sequence[float | None]) -> tuple[float | None, float | None]:
    present_values = [value for value in values if value is not None]
    if len(present_values) < 2:
        return (present_values[0] if present_values else None), None
    mean = sum(present_values) / len(present_values)
    variance = sum((value - mean) ** 2 for value in present_values) / (len(present_values) - 1)
    return mean, Z95 * (variance / len(present_values)) ** 0.5


def render_markdown(rows: Mapping[Case, ReportRow], digits: int = 3) -> str:
    """Render a Markdown table: a line per case, with mean ± half interval of each measure that a case has, or "–"."""
    measures = _measured_columns(rows)
    head = [*texts.COLUMNS, *(texts.MEASURES[measure] for measure in measures)]
    lines = [head, ["---"] * len(head)]
    for case, row in rows.items():
        cells = [_text(*row.measures[measure], digits).replace(".", ",") for measure in measures]
        lines.append([*map(str, case), str(row.tournaments), *cells])
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _measured_columns(rows: Mapping[Case, ReportRow]) -> list[int]:
    """Return the indexes of the measures that some case has."""
    return [
        measure
        for measure in range(len(texts.MEASURES))
        if any(row.measures[measure][0] is not None for row in rows.values())
    ]


def _text(mean: float | None, half: float | None, digits: int) -> str:
    if mean is None:
        return "–"
    return f"{mean:.{digits}f}" + ("" if half is None else f" ± {half:.{digits}f}")


def render_workbook(
    rows: Mapping[Case, ReportRow], differences: Mapping[Case, ReportRow], notes: Sequence[str]
) -> bytes:
    """Render the workbook as bytes: tables (a line per case, two columns per measure), charts, and a sheet of notes.

    Measures that no case has are left out of the tables. Today's date is in the document's properties. There must be at
    least one case, and every formula needs the same numbers of players. Without `differences` there is no sheet of
    them; `notes` are sentences, a line each.
    """
    paper = ReportWorkbook(texts.TITLE, date.today())
    measures = _measured_columns(rows)
    columns = [Column(texts.COLUMNS[0], 16, "bold"), *(Column(name, 10, "whole") for name in texts.COLUMNS[1:])]
    for measure in measures:
        columns += [Column(texts.MEASURES[measure], 14, "mean"), Column(texts.HALF, 8, "margin")]
    for sheet, subtitle, table in (
        (texts.SHEETS[0], texts.SUBTITLE, rows), (texts.DIFFERENCES, texts.PAIRED, differences)
    ):  # fmt: skip
        cells: list[list[Value]] = [
            [*case, row.tournaments, *chain(*(row.measures[measure] for measure in measures))]
            for case, row in table.items()
        ]
        if cells:
            paper.add_listing(sheet, subtitle, columns, cells, title=texts.TITLE)
    _charts(paper, rows)
    page = paper.add_sheet(texts.SHEETS[2], texts.SHEETS[2], "")
    page.set_column(0, 0, 100)
    for measure, note in enumerate(notes, start=3):
        page.set_row(measure, 34)
        page.write_string(measure, 0, note, paper.get_format(text_wrap=True))
    return paper.to_bytes()


def _charts(paper: ReportWorkbook, rows: Mapping[Case, ReportRow]) -> None:
    """Add a column chart for each of the first measures: by number of players, a column per formula, with interval."""
    page, data = paper.add_sheet(texts.SHEETS[1], texts.SHEETS[1], ""), paper.book.add_worksheet(texts.DATA)
    page.fit_to_pages(1, 1)
    data.hide()
    kinds = list(dict.fromkeys(case.kind for case in rows))
    for line, (case, row) in enumerate(sorted(rows.items(), key=lambda entry: kinds.index(entry[0].kind))):
        data.write_row(line, 0, [case.kind, case.players, *chain(*row.measures)])
    sizes = len(rows) // len(kinds)  # per formula
    for measure in CHARTED:
        mean, series = 2 + 2 * measure, []
        for number, colour in zip(range(len(kinds)), COLOURS, strict=False):
            first, last = number * sizes, (number + 1) * sizes - 1
            half = f"='{texts.DATA}'!{xl_range_abs(first, mean + 1, last, mean + 1)}"
            series.append({
                "name": [texts.DATA, first, 0], "categories": [texts.DATA, first, 1, last, 1],
                "values": [texts.DATA, first, mean, last, mean], "fill": {"color": colour},
                "y_error_bars": {"type": "custom", "plus_values": half, "minus_values": half},
            })  # fmt: skip
        axis = {"name": texts.COLUMNS[1]}
        paper.add_chart(page, "column", series, (3 + 17 * measure, 0), title=texts.MEASURES[measure], x_axis=axis)

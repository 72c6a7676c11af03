"""Results that players send from phones: lines of `NOM - résultats reçus.csv` and what they add up to.

A line is a report: who sent which scores for which pair; the file only grows. The last report of each sender counts:
the desk (the organiser's page for these results) decides alone, otherwise both players must report the same scores.
Lines are untrusted input: each is checked alone, and a torn or malformed one is skipped.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from tournament_xl.core import text_limits
from tournament_xl.messages import phones as texts
from tournament_xl.workbook.csv_text import render_french_csv

FROM_FIRST, FROM_SECOND, FROM_DESK = texts.SENDERS  # senders, as in the column De
_MAX_NUMBER = 10**7  # for any number in a line


class Report(NamedTuple):
    """One line; players and scores in the order of the sheet."""

    date: str  # "21/11/2026 14:05:33"
    round: int
    table: int
    first: int  # N°
    score_one: int
    score_two: int
    second: int  # N°
    sender: str  # FROM_FIRST, FROM_SECOND or FROM_DESK

    @property
    def pair(self) -> Pair:
        """Round, table and both N°."""
        return self.round, self.table, self.first, self.second

    @property
    def scores(self) -> Scores:
        """Scores of the first and the second player."""
        return self.score_one, self.score_two


Pair = tuple[int, int, int, int]  # round, table, both N° in the order of the row
Scores = tuple[int, int]


@dataclass(frozen=True, slots=True)
class PairReports:
    """Reports for one pair: sender -> the scores sent last.

    Once the desk has decided, `agreed` is its scores; scores that players sent before are dropped, later ones kept.
    """

    scores_by_sender: Mapping[str, Scores] = field(default_factory=dict)

    def after(self, report: Report) -> PairReports:
        """Return the reports with one more, sent after them; this value does not change.

        A report replaces an earlier one of the same sender; a report of the desk replaces all others. A player who
        reports after the desk does not change `agreed`, but his scores are kept for the desk to see.
        """
        update = {report.sender: report.scores}
        return PairReports(update if report.sender == FROM_DESK else {**self.scores_by_sender, **update})

    @property
    def agreed(self) -> Scores | None:
        """Scores to accept: the desk's, or the scores that both players report alike; None in any other case."""
        if FROM_DESK in self.scores_by_sender:
            return self.scores_by_sender[FROM_DESK]
        return (
            self.scores_by_sender[FROM_FIRST]
            if len(self.scores_by_sender) == 2
            and self.scores_by_sender[FROM_FIRST] == self.scores_by_sender[FROM_SECOND]
            else None
        )

    @property
    def state(self) -> texts.ReportState:
        """State for the column État: RECEIVED with agreed scores, DIFFERS for two players who disagree, else WAITS."""
        if self.agreed is not None:
            return texts.ReportState.RECEIVED
        return texts.ReportState.DIFFERS if len(self.scores_by_sender) == 2 else texts.ReportState.WAITS


def to_sortable_date(date: str) -> str:
    """Return a date of the Journal, "21/11/2026 14:05:33", in a form that sorts by time: "2026112114:05:33"."""
    return f"{date[6:10]}{date[3:5]}{date[:2]}{date[11:]}"


def collect_reports(
    reports: Iterable[Report], since: str = "", before: Mapping[Pair, PairReports] | None = None
) -> dict[Pair, PairReports]:
    """Combine reports by pair.

    Reports are in the order of the file, of all rounds. Those before `since` (date as in the Journal, when the round
    was drawn; "" for no limit) are ignored: they belong to an undone pairing, or to another tournament of the same
    name. They are added to `before`, the result of an earlier call, which is not changed.
    """
    by_pair, earliest = dict(before or {}), to_sortable_date(since)
    for report in reports:
        if to_sortable_date(report.date) >= earliest:
            by_pair[report.pair] = by_pair.get(report.pair, PairReports()).after(report)
    return by_pair


def render_report(report: Report, state: str) -> bytes:
    """Render a report as the CSV line to append to the file, in UTF-8 with its line end.

    `state` is that of its pair including this report.
    """
    values = (report.date, report.round, report.table, report.first, report.score_one, report.score_two, report.second)
    return render_french_csv([[*values, report.sender, state]]).removeprefix(_MARK)


_MARK = "\ufeff".encode()
HEADER = render_french_csv([texts.COLUMNS])


def parse_reports(data: bytes) -> list[Report]:
    """Parse the reports of a file in order; the header, malformed lines and a last line without end are skipped."""
    lines = data[: data.rfind(b"\n") + 1].removeprefix(_MARK).splitlines()
    return [report for line in lines if (report := _parse_line(line))]


def _parse_line(line: bytes) -> Report | None:
    """Parse one line on its own; None when it is malformed."""
    if len(line) > text_limits.PHONE_RESULT_BYTES or line.count(b";") < len(texts.COLUMNS) - 1:
        return None
    cells = next(csv.reader([line.decode("utf-8", "replace")], delimiter=";"))
    if len(cells) != len(texts.COLUMNS):
        return None
    try:
        number, table, first, score_one, score_two, second = values = [int(text) for text in cells[1:7]]
    except ValueError:
        return None
    if cells[7] not in texts.SENDERS or any(abs(value) > _MAX_NUMBER for value in values):
        return None
    return Report(cells[0][:19], number, table, first, score_one, score_two, second, cells[7])


def format_sent_scores(scores_by_sender: Mapping[str, Scores]) -> str:
    """Format the scores sent for a pair, each score once and without its sender: "420-380 et 380-420"."""
    return texts.AND.join(dict.fromkeys(texts.SCORES.format(*scores) for scores in scores_by_sender.values()))

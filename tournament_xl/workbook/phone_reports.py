"""Results that players send from phones: lines of `NOM - résultats reçus.csv` and what they add up to.

A line says who sent which scores for which pair; the file only grows. The last line of each sender counts: the desk
decides alone, otherwise both players must report the same scores. Lines are untrusted input: each is checked alone,
and a torn or malformed one is skipped.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from tournament_xl.messages import phone_reports as texts
from tournament_xl.workbook.csv_text import french_csv

ONE, TWO, DESK = texts.SENDERS  # senders, as in the column De
_MAX_LINE_LENGTH = 1000  # bytes in a line; ours have about 60
_MAX_NUMBER = 10**7  # for any number in a line


class Report(NamedTuple):
    """One line; in Othello the first player is Black and the scores are discs."""

    date: str  # "21/11/2026 14:05:33"
    round: int
    table: int
    one: int  # N°
    score_one: int
    score_two: int
    two: int  # N°
    sender: str  # ONE, TWO or DESK

    @property
    def pair(self) -> Pair:
        """Round, table and both N°."""
        return self.round, self.table, self.one, self.two

    @property
    def scores(self) -> Scores:
        """Scores of the first and the second player."""
        return self.score_one, self.score_two


Pair = tuple[int, int, int, int]  # round, table, both N° in the order of the row
Scores = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Sent:
    """Reports for one pair: the last scores of each sender."""

    words: Mapping[str, Scores] = field(default_factory=dict)

    def after(self, report: Report) -> Sent:
        """Return the reports including one more.

        A report by the desk replaces all others. A player who reports after the desk reopens nothing, but the desk
        sees it.
        """
        update = {report.sender: report.scores}
        return Sent(update if report.sender == DESK else {**self.words, **update})

    @property
    def agreed(self) -> Scores | None:
        """Scores to accept: the desk's, or those that both players report; None without any."""
        if DESK in self.words:
            return self.words[DESK]
        return self.words[ONE] if len(self.words) == 2 and self.words[ONE] == self.words[TWO] else None

    @property
    def state(self) -> str:
        """Text for the column État."""
        if self.agreed is not None:
            return texts.RECEIVED
        return texts.DIFFERS if len(self.words) == 2 else texts.WAITS


def moment(date: str) -> str:
    """Return a Journal date in a form that sorts by time."""
    return f"{date[6:10]}{date[3:5]}{date[:2]}{date[11:]}"


def sent(reports: Iterable[Report], since: str = "", before: Mapping[Pair, Sent] | None = None) -> dict[Pair, Sent]:
    """Combine reports by pair.

    Args:
        reports: Lines in the order of the file.
        since: Date when the round was drawn. Earlier reports are ignored: they belong to an undone pairing, or to
            another tournament of the same name.
        before: Result of earlier lines.

    Returns:
        Reports by pair, including those of `before`.
    """
    by_pair, earliest = dict(before or {}), moment(since)
    for report in reports:
        if moment(report.date) >= earliest:
            by_pair[report.pair] = by_pair.get(report.pair, Sent()).after(report)
    return by_pair


def line(report: Report, state: str) -> bytes:
    """Render a report as the CSV line to append to the file.

    Args:
        report: Report to write.
        state: State of its pair including this report.
    """
    values = (report.date, report.round, report.table, report.one, report.score_one, report.score_two, report.two)
    return french_csv([[*values, report.sender, state]]).removeprefix(_MARK)


_MARK = "\ufeff".encode()
HEADER = french_csv([texts.COLUMNS])


def read(data: bytes) -> list[Report]:
    """Parse the reports of a file in order, ignoring a torn last line."""
    lines = data[: data.rfind(b"\n") + 1].removeprefix(_MARK).splitlines()
    return [report for line in lines if (report := _parse_line(line))]


def _parse_line(line: bytes) -> Report | None:
    """Parse one line on its own; None when it is malformed."""
    if len(line) > _MAX_LINE_LENGTH or line.count(b";") < len(texts.COLUMNS) - 1:
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


def lines_of(words: Mapping[str, Scores]) -> str:
    """Format the scores sent for a pair, for the person who decides: "420-380 et 380-420"."""
    return texts.AND.join(dict.fromkeys(texts.SCORES.format(*scores) for scores in words.values()))

"""Results that players send from their phones: the lines of `NOM - résultats reçus.csv`, and what they come to.

A line says who sent which scores for which pair; the file only grows. What counts is the last line of each sender:
the table of marks decides alone, else both players must say the same. Read as untrusted: each line is judged alone,
and one that is torn or not of this form is passed over.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from tournament_xl.messages import phone_reports as texts
from tournament_xl.workbook.csv_text import french_csv

ONE, TWO, DESK = texts.SENDERS  # who sent a line, as in its column De
_MAX_LINE_LENGTH = 1000  # bytes of a line; ours have some 60
_MAX_NUMBER = 10**7  # of any number in a line


class Report(NamedTuple):
    """One line: in Othello the first player is Black, and the scores are discs."""

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
        return self.round, self.table, self.one, self.two

    @property
    def scores(self) -> Scores:
        return self.score_one, self.score_two


Pair = tuple[int, int, int, int]  # round, table, both N° as they stand in the row
Scores = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Sent:
    """What has been sent for a pair: the last word of each sender."""

    words: Mapping[str, Scores] = field(default_factory=dict)

    def after(self, report: Report) -> Sent:
        """What it is with one more report; a player who speaks after the desk reopens nothing, and the desk sees it."""
        update = {report.sender: report.scores}
        return Sent(update if report.sender == DESK else {**self.words, **update})

    @property
    def agreed(self) -> Scores | None:
        """The result that is received: the desk's, or that on which both players agree."""
        if DESK in self.words:
            return self.words[DESK]
        return self.words[ONE] if len(self.words) == 2 and self.words[ONE] == self.words[TWO] else None

    @property
    def state(self) -> str:
        """As in the column État."""
        if self.agreed is not None:
            return texts.RECEIVED
        return texts.DIFFERS if len(self.words) == 2 else texts.WAITS


def moment(date: str) -> str:
    """A date of the Journal so that the later one is the greater."""
    return f"{date[6:10]}{date[3:5]}{date[:2]}{date[11:]}"


def sent(reports: Iterable[Report], since: str = "", before: Mapping[Pair, Sent] | None = None) -> dict[Pair, Sent]:
    """What the lines come to, by pair.

    Args:
        reports: Lines in the order of the file.
        since: The date when the round was drawn, before which nobody speaks of it: an undone pairing, or a tournament
            that had the same name.
        before: What earlier lines came to.
    """
    by_pair, earliest = dict(before or {}), moment(since)
    for report in reports:
        if moment(report.date) >= earliest:
            by_pair[report.pair] = by_pair.get(report.pair, Sent()).after(report)
    return by_pair


def line(report: Report, state: str) -> bytes:
    """A report as it is appended to the file, `state` being what it then comes to."""
    values = (report.date, report.round, report.table, report.one, report.score_one, report.score_two, report.two)
    return french_csv([[*values, report.sender, state]]).removeprefix(_MARK)


_MARK = "\ufeff".encode()
HEADER = french_csv([texts.COLUMNS])


def read(data: bytes) -> list[Report]:
    """The reports of a file, in their order; what follows its last end of a line is torn."""
    lines = data[: data.rfind(b"\n") + 1].removeprefix(_MARK).splitlines()
    return [report for line in lines if (report := _parse_line(line))]


def _parse_line(line: bytes) -> Report | None:
    """A line, whatever stands in the others; None when it is none of ours."""
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
    """What was sent, for whoever has to decide: "420-380 et 380-420"."""
    return texts.AND.join(dict.fromkeys(texts.SCORES.format(*scores) for scores in words.values()))

"""Tournaments that a calendar announces, and which of them nothing came of yet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from pathlib import Path
from typing import NamedTuple

from tournament_xl.core.normalization import normalize
from tournament_xl.federation.intake.decisions import read_lines
from tournament_xl.federation.intake.facts import File
from tournament_xl.messages import federation as texts
from tournament_xl.players.list_table import ListError, shorten
from tournament_xl.workbook.cells import read_date

_MOST_DAYS_APART = timedelta(7)  # between the day announced and that of a workbook of a like title or organiser
_MAX_AGE = timedelta(366)  # what is older is not asked for any more


class ExpectedTournament(NamedTuple):
    """Line of a calendar."""

    day: date
    title: str
    organiser: str


def read_calendar(path: Path) -> list[ExpectedTournament]:
    """Read a calendar: columns Date, Tournoi, Organisateur; lines in order of date.

    Raises:
        ListError: The file cannot be read or lacks a column; else with every line without date or title.
    """
    problems, expected = [], []
    table = read_lines(path, texts.CALENDAR_COLUMNS)
    for line, values in table.lines:
        day, title = read_date(values["Date"]), values["Tournoi"]
        for column, is_fine in (("Date", day), ("Tournoi", title)):
            if not is_fine:
                place, value = table.place(line, column), shorten(values[column])
                problems.append(texts.BAD_ENTRY.format(place=place, value=value, wanted=texts.CALENDAR_WANTS[column]))
        if day and title:
            expected.append(ExpectedTournament(day, title, values["Organisateur"]))
    if problems:
        raise ListError(problems)
    return sorted(expected)


def find_missing(
    expected: Iterable[ExpectedTournament], files: Sequence[File], refused: Iterable[File], day: date
) -> list[ExpectedTournament]:
    """Return the tournaments of a calendar, of the year up to a day, that no file may be.

    A tournament is received where a workbook has its title, place or organiser and a day near it: each workbook is one
    tournament, the nearest. A refused file, whose days are not known, counts by its title or organiser. `files` have a
    tournament, whether it counts or waits, `refused` have none; `day` is the last day that is looked at.
    """
    due = [announced for announced in expected if day - _MAX_AGE < announced.day <= day]
    refusals = [(normalize(file.sender[0]), normalize(file.sender[1])) for file in refused if any(file.sender[:2])]
    pairs = sorted(
        (distance, number, file.sha256)
        for number, announced in enumerate(due)
        for file in files
        if (distance := _days_apart(announced, file)) <= _MOST_DAYS_APART and _is_like(announced, file)
    )
    received, used = set[int](), set[str]()
    for _, number, sha256 in pairs:
        if number not in received and sha256 not in used:
            received.add(number)
            used.add(sha256)
    return [
        announced
        for number, announced in enumerate(due)
        if number not in received
        and not any(
            title == normalize(announced.title) or (organiser and organiser == normalize(announced.organiser))
            for title, organiser in refusals
        )
    ]


def _days_apart(announced: ExpectedTournament, file: File) -> timedelta:
    played = file.tournament
    return max(played.first - announced.day, announced.day - played.last, timedelta(0))


def _is_like(announced: ExpectedTournament, file: File) -> bool:
    """Check whether a workbook has the organiser of a line of the calendar, or a word of its title that tells it."""
    played = file.tournament
    if announced.organiser and normalize(announced.organiser) == normalize(played.organiser):
        return True
    return bool(_telling_words(announced.title) & (_telling_words(played.title) | _telling_words(played.where)))


def _telling_words(title: str) -> set[str]:
    words = {word.strip(".,;:()«»\"'") for word in normalize(title).replace("-", " ").replace("'", " ").split()}
    return {word for word in words if len(word) > 2 and not word.isdigit()} - texts.USUAL_WORDS_OF_TITLES

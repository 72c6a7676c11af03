"""What is sent, whatever the game: the parcel, its page, the names of its files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from textwrap import wrap

from tournament_xl.check.report import Report
from tournament_xl.check.tell import lines
from tournament_xl.record import record
from tournament_xl.send.names import safe_stem
from tournament_xl.texts import send as texts
from tournament_xl.texts.cli import ASKED
from tournament_xl.workbook.grid import read_date
from tournament_xl.workbook.snapshot import Snapshot
from tournament_xl.workbook.understood import Understood

_WIDTH = 120  # characters in a line of the page Fiche
PageLine = tuple[str, str]  # label and value; without value a title


@record
class Parcel:
    """What is to be written for the federation."""

    stem: str  # of the files' names: the tournament's name and its day
    snapshot: Snapshot  # the sheets of the copy: numbers as numbers, no formula, no columns of the organiser's own
    reveal: tuple[str, ...]  # hidden sheets of the template that the formula shows
    page: tuple[PageLine, ...]  # the page Fiche
    enclosure: bytes  # the ratings as CSV; for Othello the ELO file
    report: Report  # of the copy
    empty: tuple[str, ...]  # settings that the federation wants and that are empty, in a sentence
    wanting: tuple[str, ...]  # what else the federation asks for and the workbook does not have
    to: str  # address, "" when the organiser gave none
    subject: str
    facts: dict[str, str]  # for the text of the mail (texts.send.BODY), without its attachments
    enclosure_name: str = texts.RATINGS_NAME  # with {stem}, or not
    template: str = "scrabble.xlsx"  # that the copy is made from


def page_of(facts: Mapping[str, str], source: str, report: Report) -> tuple[PageLine, ...]:
    """The page Fiche: the facts that there are, the SHA-256 of the workbook, what the check found."""
    page = [(texts.PAGE_LABELS[key], value) for key, value in {**facts, "source": source}.items() if value]
    return (*page, ("", ""), (texts.CHECK_TITLE, ""), *(("", line) for line in checked(report)))


def checked(report: Report) -> Iterator[str]:
    """What the check found, in lines that fit the page; its first line, the file, is left out."""
    for line in list(lines(report, ""))[1:]:
        yield from wrap(line, _WIDTH, subsequent_indent="    ", break_on_hyphens=False) or [""]


def empty(decoded: Understood) -> Iterator[str]:
    """What of the tournament's own lines is empty and the federation asks for."""
    empty = [name for name in ASKED if not setting(decoded, name)]
    if empty:
        yield texts.WANTING.format(names=", ".join(empty))


def setting(decoded: Understood, name: str) -> str:
    """The value of a setting as typed, "" when there is none."""
    line = decoded.settings.lines.get(name)
    return line.text("Valeur") if line else ""


def stem_of(decoded: Understood) -> str:
    """Name and day: "Tournoi de Genève 2026-11-21"."""
    days = (read_date(setting(decoded, name)) for name in ("Date de fin", "Date de début"))
    day = next((found for found in days if found), None)
    title = safe_stem(decoded.tournament.settings.title, texts.NO_NAME)
    return f"{title} {day.isoformat()}" if day else title

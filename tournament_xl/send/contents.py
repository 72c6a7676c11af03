"""What is sent, whatever the game: the parcel, its page, the names of its files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from textwrap import wrap
from typing import Any

from tournament_xl import __version__
from tournament_xl.book.grid import read_date
from tournament_xl.book.snapshot import Snapshot
from tournament_xl.book.workbook import Workbook
from tournament_xl.check.report import Report, lines, summary
from tournament_xl.record import record
from tournament_xl.send.names import safe_stem
from tournament_xl.texts import send as texts
from tournament_xl.texts.cli import ASKED

_WIDTH = 120  # characters in a line of the page Fiche
PageLine = tuple[str, str]  # label and value; without value a title


@record
class Parcel:
    """What is to be written for the federation."""

    stem: str  # of the files' names: the tournament's name and its day
    snapshot: Snapshot  # the sheets of the copy: numbers as numbers, no formula, no columns of the organiser's own
    page: tuple[PageLine, ...]  # the page Fiche
    enclosure: bytes  # the ratings as CSV; for Othello the ELO file
    report: Report  # of the copy
    empty: tuple[str, ...]  # settings that the federation wants and that are empty, in a sentence
    wanting: tuple[str, ...]  # what else the federation asks for and the workbook does not have
    to: str  # address, "" when the organiser gave none
    subject: str
    facts: dict[str, str]  # for the text of the mail (texts.send.BODY), without its attachments
    reveal: tuple[str, ...] = ()  # hidden sheets of the template that the formula shows
    enclosure_name: str = texts.RATINGS_NAME  # with {stem}, or not
    template: str = "scrabble.xlsx"  # that the copy is made from


def parcel_of(
    decoded: Workbook, copy: Snapshot, report: Report, source: str, own: Mapping[str, str], played: str, **files: Any
) -> Parcel:
    """The parcel of a tournament. `report`: of the copy; `source`: SHA-256 of the workbook; `own`: lines of the page
    that its game has, by their key; `played`: what was played, for the mail; `files`: what else a Parcel has.
    """
    settings, text = decoded.tournament.settings, decoded.settings.text
    title = settings.title or texts.NO_NAME
    facts = {
        "title": title, "place": settings.place, "dates": settings.dates, "organiser": text("Organisateur"),
        "referee": text("Arbitre"), "formula": settings.formula, "rounds": str(settings.rounds or 0),
        "registered": str(len(decoded.tournament.players)), "seed": settings.seed,
        "program": f"tournament-xl {__version__}", "source": source, **own,
    }  # fmt: skip
    page = [(label, facts[key]) for key, label in texts.PAGE_LABELS.items() if facts.get(key)]
    told = {
        "title": title, "where": "".join(f", {part}" for part in (settings.place, settings.dates) if part),
        "played": played, "winner": facts["winner"], "check": summary(report), "organiser": facts["organiser"],
    }  # fmt: skip
    return Parcel(
        stem=_stem(decoded),
        snapshot=copy,
        page=(*page, ("", ""), (texts.CHECK_TITLE, ""), *(("", line) for line in _checked(report))),
        report=report,
        empty=tuple(_empty(decoded)),
        to=text("Courriel fédération"),
        subject=texts.SUBJECT.format(event=texts.event_text((title, settings.place, settings.dates))),
        facts=told,
        **files,
    )


def _checked(report: Report) -> Iterator[str]:
    """What the check found, in lines that fit the page; its first line, the file, is left out."""
    for line in list(lines(report, ""))[1:]:
        yield from wrap(line, _WIDTH, subsequent_indent="    ", break_on_hyphens=False) or [""]


def _empty(decoded: Workbook) -> Iterator[str]:
    """What of the tournament's own lines is empty and the federation asks for."""
    empty = [name for name in ASKED if not decoded.settings.text(name)]
    if empty:
        yield texts.WANTING.format(names=", ".join(empty))


def _stem(decoded: Workbook) -> str:
    """Name and day: "Tournoi de Genève 2026-11-21"."""
    days = (read_date(decoded.settings.text(name)) for name in ("Date de fin", "Date de début"))
    day = next((found for found in days if found), None)
    title = safe_stem(decoded.tournament.settings.title, texts.NO_NAME)
    return f"{title} {day.isoformat()}" if day else title

"""A mail draft for the organiser of each tournament that is newly counted: verdict, questions, names, cotes, report;
and of each that is refused: what to mend.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction

from tournament_xl.book.guarded import guarded
from tournament_xl.federation.build import Publication, Verdict
from tournament_xl.federation.facts import Entrant
from tournament_xl.federation.ledger import Counted
from tournament_xl.federation.questions import Question
from tournament_xl.federation.register import Account, licence_key, name_key
from tournament_xl.federation.website import reports
from tournament_xl.send.mail import draft, safe_stem
from tournament_xl.texts import federation as federation_texts
from tournament_xl.texts import federation_pages as texts
from tournament_xl.texts.send import NO_NAME

_Asked = Mapping[tuple[str, str], Question]  # by licence and name, as compared
_LETTERS = 40  # of a name in the table of a letter


def letters(publication: Publication) -> dict[str, bytes]:
    """File name -> draft; the same publication gives the same bytes."""
    found: dict[str, bytes] = {}
    asked = {
        (licence_key(one.licence), name_key(f"{one.name} {one.first_name}")): one
        for one in publication.questions.open
        if one.kind == federation_texts.PLAYER
    }
    about = [*publication.new, *publication.corrected]
    for verdict, report in zip(about, reports(publication, about), strict=True):
        assert verdict.file.played
        name = _name(publication, verdict.file.played.title, found)
        found[name] = _letter(publication, verdict, asked, report)
    for verdict in publication.returned:
        title, organiser, address = verdict.file.sender
        found[_name(publication, title, found)] = _refused(verdict, title or NO_NAME, organiser, address)
    return found


def _name(publication: Publication, title: str, taken: Collection[str]) -> str:
    """The name of a draft that no other has."""
    stem, number = safe_stem(title, NO_NAME), 1
    while (name := texts.LETTER_NAME.format(day=publication.day, title=stem)) in taken:
        number += 1
        stem = f"{safe_stem(title, NO_NAME)} ({number})"
    return name


def _refused(verdict: Verdict, title: str, organiser: str, address: str) -> bytes:
    body = texts.REFUSED_LETTER.format(
        organiser=f" {organiser}" if organiser else "", title=title, file=verdict.file.name.rpartition("/")[2],
        refusal=verdict.file.refusal,
    )  # fmt: skip
    return draft(address, texts.REFUSED_SUBJECT.format(title=title), body, {})


def _letter(publication: Publication, verdict: Verdict, asked: _Asked, report: bytes) -> bytes:
    played, counted = verdict.file.played, verdict.counted
    assert played and counted
    event = counted.ratings.event
    dates = texts.dates(f"{played.first:%d/%m/%Y}", f"{played.last:%d/%m/%Y}")
    parts = (
        _part(texts.SERIOUS, verdict.remarks.serious),
        _part(texts.QUESTIONS, [*_questions(played.entrants, asked)] or verdict.remarks.questions),
        _part(texts.MISSPELT, list(_differences(counted, played.entrants))),
    )
    again = verdict.file.published or verdict.file.sha256 in publication.replaced
    body = (texts.CORRECTED_LETTER if again else texts.LETTER).format(
        organiser=f" {played.organiser}" if played.organiser else "", title=played.title,
        where=f", {played.where}" if played.where else "", dates=dates, day=f"{publication.day:%d/%m/%Y}",
        n=event.registered, participants=len(counted.ratings.lines), category=event.category,
        body="".join(parts), cotes=_cotes(counted),
    )  # fmt: skip
    attachments = {texts.REPORT_NAME: report, texts.COTES_NAME: _csv(counted)}
    subject = texts.CORRECTED_SUBJECT if again else texts.SUBJECT
    return draft(played.email, subject.format(title=played.title, dates=dates), body, attachments)


def _part(title: str, sentences: Sequence[str]) -> str:
    """A title and its sentences, or nothing."""
    return "".join((title, "\n", *(f"- {sentence}\n" for sentence in sentences), "\n")) if sentences else ""


def _questions(entrants: Sequence[Entrant], asked: _Asked) -> Iterator[str]:
    """The open questions about his players: whom the federation could not tell."""
    for entrant in entrants:
        if question := asked.get((licence_key(entrant.licence), name_key(entrant.full_name))):
            licence = f" ({entrant.licence})" if entrant.licence else ""
            known = f" {texts.KNOWN.format(found=' ; '.join(question.candidates))}" if question.candidates else ""
            yield f"{entrant.full_name}{licence} : {question.sentence}{known} {texts.ASKED}"


def _differences(counted: Counted, entrants: Sequence[Entrant]) -> Iterator[str]:
    """Names and licences of the workbook that are not those of the list."""
    for entrant in entrants:
        account = counted.accounts.get(entrant.number)
        if account is not None and not account.guest:
            yield from _about(entrant, account)


def _about(entrant: Entrant, account: Account) -> Iterator[str]:
    facts = {
        "name": entrant.full_name,
        "typed": entrant.licence,
        "licence": account.licence,
        "listed": account.full_name,
    }
    if account.licence and not entrant.licence:
        yield texts.NO_LICENCE.format(**facts)
    elif account.licence and licence_key(account.licence) != licence_key(entrant.licence):
        yield texts.OTHER_LICENCE.format(**facts)
    if name_key(entrant.full_name) != name_key(account.full_name):
        yield texts.OTHER_NAME.format(**facts)


def _rows(counted: Counted) -> Iterator[list[str]]:
    """Names and licences as the federation has them; nothing is said of the cote of somebody in doubt."""
    for line in counted.ratings.lines:
        who, gain = counted.accounts[line.player.number], line.gain
        points = (line.old, Fraction(gain.pe), Fraction(gain.bonus), Fraction(gain.pj), line.new)
        numbers = [*map(federation_texts.plain, points), line.series]
        numbers[-2:] = [texts.IN_DOUBT, ""] if who.guest else numbers[-2:]
        yield [str(line.place), who.name, who.first_name, who.licence, *numbers]


def _cotes(counted: Counted) -> str:
    """A line a player, in columns of a letter with fixed width."""
    table = [["", "", "départ", "PE", "B", "PJ", "cote", "série"]]
    for place, name, first_name, _, *numbers in _rows(counted):
        table.append([place, f"{name} {first_name}".strip()[:_LETTERS], *numbers])
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]

    def told(line: list[str]) -> str:
        sides = (str.rjust, str.ljust, *(str.rjust,) * 5, str.ljust)
        cells = zip(line, widths, sides, strict=True)
        return "  ".join(put(cell, wide) for cell, wide, put in cells).rstrip()

    return "\n".join(map(told, table))


def _csv(counted: Counted) -> bytes:
    stream = io.StringIO()
    writer = csv.writer(stream, delimiter=";", lineterminator="\r\n")
    writer.writerow(texts.COTES_COLUMNS)
    for row in _rows(counted):
        writer.writerow([guarded(cell) if at in (1, 2, 3) else cell for at, cell in enumerate(row)])
    return ("\ufeff" + stream.getvalue()).encode("utf-8", "replace")

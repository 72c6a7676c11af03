"""A mail draft for the organiser of each tournament that is newly counted: verdict, questions, names, cotes, report;
and of each that is refused: what to mend.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from tournament_xl.book.guarded import french_csv
from tournament_xl.book.snapshot import Cell
from tournament_xl.federation.build import Publication, Verdict
from tournament_xl.federation.decisions import Question
from tournament_xl.federation.facts import licence_key, name_key
from tournament_xl.federation.ledger import Counted
from tournament_xl.federation.website import reports
from tournament_xl.send.mail import draft, safe_stem
from tournament_xl.texts import federation as federation_texts
from tournament_xl.texts import federation_pages as texts
from tournament_xl.texts.send import NO_NAME

_LETTERS = 40  # of a name in the table of a letter


def letters(publication: Publication) -> dict[str, bytes]:
    """File name -> draft; the same publication gives the same bytes."""
    found: dict[str, bytes] = {}

    def put(title: str, letter: bytes) -> None:
        stem, number = safe_stem(title, NO_NAME), 1
        while (name := texts.LETTER_NAME.format(day=publication.day, title=stem)) in found:
            number += 1
            stem = f"{safe_stem(title, NO_NAME)} ({number})"
        found[name] = letter

    asked = {
        (licence_key(one.licence), name_key(f"{one.name} {one.first_name}")): one
        for one in publication.questions.open
        if one.kind == federation_texts.PLAYER
    }
    about = [*publication.new, *publication.corrected]
    for verdict, report in zip(about, reports(publication, about), strict=True):
        again = bool(verdict.file.published) or verdict.file.sha256 in publication.replaced
        put(verdict.file.tournament.title, _letter(publication, verdict, asked, report, again=again))
    for verdict in publication.returned:
        put(verdict.file.sender[0], _refused(verdict))
    return found


def _refused(verdict: Verdict) -> bytes:
    title, organiser, address = verdict.file.sender
    facts = {"title": title or NO_NAME, "organiser": f" {organiser}" if organiser else ""}
    name = verdict.file.name.rpartition("/")[2]
    body = texts.REFUSED_LETTER.format(file=name, refusal=verdict.file.refusal, **facts)
    return draft(address, texts.REFUSED_SUBJECT.format(**facts), body, {})


def _letter(
    publication: Publication, verdict: Verdict, asked: Mapping[tuple[str, str], Question], report: bytes, *, again: bool
) -> bytes:
    """`asked`: open questions by licence and name, as compared; `again`: its cotes have been published before."""
    played, counted = verdict.file.tournament, verdict.counted
    dates = texts.dates(f"{played.first:%d/%m/%Y}", f"{played.last:%d/%m/%Y}")
    questions = [*_questions(counted, asked)] or verdict.remarks.questions
    parts = (
        (texts.SERIOUS, verdict.remarks.serious),
        (texts.QUESTIONS, questions),
        (texts.MISSPELT, list(_differences(counted))),
    )
    facts = {
        "title": played.title, "where": f", {played.where}" if played.where else "", "dates": dates,
        "day": f"{publication.day:%d/%m/%Y}", "n": counted.ratings.event.registered,
        "participants": len(counted.ratings.lines), "category": counted.ratings.event.category,
    }  # fmt: skip
    body = texts.LETTER.format(
        organiser=f" {played.organiser}" if played.organiser else "",
        news=(texts.CORRECTED_NEWS if again else texts.NEWS).format(**facts), cotes=_cotes(counted),
        body="".join(
            "".join((title, "\n", *(f"- {sentence}\n" for sentence in sentences), "\n"))
            for title, sentences in parts if sentences
        ),
    )  # fmt: skip
    attachments = {texts.REPORT_NAME: report, texts.COTES_NAME: french_csv([texts.COTES_COLUMNS, *_rows(counted)])}
    subject = texts.CORRECTED_SUBJECT if again else texts.SUBJECT
    return draft(played.email, subject.format(**facts), body, attachments)


def _questions(counted: Counted, asked: Mapping[tuple[str, str], Question]) -> Iterator[str]:
    """The open questions about his players: whom the federation could not tell."""
    for entrant in counted.file.tournament.entrants:
        if question := asked.get((licence_key(entrant.licence), name_key(entrant.full_name))):
            licence = f" ({entrant.licence})" if entrant.licence else ""
            known = f" {texts.KNOWN.format(found=' ; '.join(question.candidates))}" if question.candidates else ""
            yield f"{entrant.full_name}{licence} : {question.sentence}{known} {texts.ASKED}"


def _differences(counted: Counted) -> Iterator[str]:
    """Names and licences of the workbook that are not those of the list."""
    for entrant in counted.file.tournament.participants:
        account = counted.accounts[entrant.number]
        same = licence_key(account.licence) in ("", licence_key(entrant.licence))
        if not account.guest and not (same and name_key(entrant.full_name) == name_key(account.full_name)):
            yield texts.LISTED_AS.format(
                name=entrant.full_name, typed=entrant.licence or texts.NO_LICENCE, listed=account.full_name,
                licence=account.licence or texts.NO_LICENCE,
            )  # fmt: skip


def _rows(counted: Counted) -> Iterator[list[Cell]]:
    """Names and licences as the federation has them; nothing is said of the cote of somebody in doubt."""
    for line in counted.ratings.lines:
        who, gain = counted.accounts[line.player.number], line.gain
        points = (line.old, Fraction(gain.pe), Fraction(gain.bonus), Fraction(gain.pj), line.new)
        numbers: list[Cell] = [one.numerator if one.denominator == 1 else float(one) for one in points]
        end: list[Cell] = [texts.IN_DOUBT, ""] if who.guest else [numbers[-1], line.series]
        yield [line.place, who.name, who.first_name, who.licence, *numbers[:-1], *end]


def _cotes(counted: Counted) -> str:
    """A line a player, in columns of a letter with fixed width."""
    table = [["", "", "départ", "PE", "B", "PJ", "cote", "série"]]
    for place, name, first_name, _, *others in _rows(counted):
        shown = [one if isinstance(one, str) else str(one).replace(".", ",") for one in (place, *others)]
        table.append([shown[0], f"{name} {first_name}".strip()[:_LETTERS], *shown[1:]])
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    sides = (str.rjust, str.ljust, *(str.rjust,) * 5, str.ljust)
    lines = ([put(cell, wide) for put, cell, wide in zip(sides, line, widths, strict=True)] for line in table)
    return "\n".join("  ".join(line).rstrip() for line in lines)

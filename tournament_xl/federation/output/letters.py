"""Letters to organisers, as mail drafts: one a month to each of whom something is asked, or whose tournament counts.

A letter has a section per tournament. One that counts has questions, names, cotes (ratings) and a report; a corrected
one what changes; one that is refused or has doubtful dates what to do. The same publication gives the same bytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from tournament_xl.core.normalization import normalize
from tournament_xl.core.resources import printable_path
from tournament_xl.federation.identity.people import Account, PlayerDecisions, parse_register_number
from tournament_xl.federation.identity.register import player_question_key
from tournament_xl.federation.intake.decisions import Key, Question
from tournament_xl.federation.intake.facts import Lack
from tournament_xl.federation.output.gains import change_elsewhere
from tournament_xl.federation.output.site_values import name_accounts
from tournament_xl.federation.output.website import render_reports
from tournament_xl.federation.ranking.build import Publication, Verdict
from tournament_xl.federation.ranking.ledger import CountedTournament
from tournament_xl.games.scrabble.rules.rating import find_series
from tournament_xl.games.scrabble.rules.seasons import Season
from tournament_xl.messages import federation as texts
from tournament_xl.messages import federation_pages as words
from tournament_xl.messages.names import fill_sentence
from tournament_xl.messages.submission import NO_NAME
from tournament_xl.players.columns import licence_key, name_key
from tournament_xl.submission.mail import render_draft
from tournament_xl.submission.parcel import safe_stem
from tournament_xl.workbook.cells import Cell
from tournament_xl.workbook.csv_text import render_french_csv

_PUNCTUATION_SPACE = re.compile(r"(?<=\S) (?=[:;?!»])|(?<=«) ")  # spaces before and after French punctuation


_REFUSED = words.REFUSED_SUBJECT, words.REFUSED_LETTER  # subject and text
_LETTERS_LEFT_OUT = {
    Lack.WORKBOOK: (words.NO_WORKBOOK_SUBJECT, words.NO_WORKBOOK_LETTER),
    Lack.READING: (words.UNREAD_SUBJECT, words.UNREAD_LETTER),
    Lack.DATES: (words.MISDATED_SUBJECT, words.MISDATED_LETTER),
}  # of files that lack something else it is `_REFUSED`


class _Section(NamedTuple):
    """What a letter says about one tournament."""

    subject: str  # of a letter about nothing else
    text: str
    attachments: Mapping[str, bytes] = {}


def list_letters(publication: Publication) -> list[list[Verdict]]:
    """List the letters: for each the verdicts on the tournaments that it is about.

    Who gets a letter is known by the address, else by the organiser's name and the place, so that namesakes have each
    their own. Without any of these, a letter is about one tournament.
    """
    refused = [verdict for verdict in publication.refusals_to_send if verdict.file.lack is not Lack.GAME]
    news = [*publication.new, *refused, *publication.misdated, *publication.struck_out]
    letters: dict[tuple[str, ...], list[Verdict]] = {}
    for verdict in news:
        _, organiser, address = _read_sender(verdict)
        place = verdict.file.tournament.where if verdict.entry else ""
        recipient: tuple[str, ...] = (normalize(organiser), normalize(place)) if organiser else (verdict.file.sha256,)
        letters.setdefault((address.casefold(),) if address else ("", *recipient), []).append(verdict)
    return [*letters.values()]


def render_letters(publication: Publication) -> dict[str, bytes]:
    """Render the letters of `list_letters`.

    Each is a mail draft by its file name (.eml, with day and title; equal titles are numbered).
    """
    reports = {
        verdict.file.number: report
        for verdict, report in zip(publication.new, render_reports(publication, publication.new), strict=True)
    }
    open_questions = {question.key: question for question in publication.questions.open}
    drafts: dict[str, bytes] = {}
    for verdicts in list_letters(publication):
        titles = [_read_sender(verdict)[0] or NO_NAME for verdict in verdicts]
        stem = plain_stem = safe_stem(titles[0], NO_NAME)
        if others := titles[1:]:
            stem = plain_stem = fill_sentence(words.TITLE_OF_SEVERAL, {"title": stem, "others": others})
        number = 1
        while (name := words.LETTER_NAME.format(day=publication.day, title=stem)) in drafts:
            number += 1
            stem = f"{plain_stem} ({number})"
        sections = [
            _write_section(publication, verdict, open_questions, reports.get(verdict.file.number, b""))
            for verdict in verdicts
        ]
        drafts[name] = _render_letter(publication, verdicts, sections)
    return drafts


def _read_sender(verdict: Verdict) -> tuple[str, str, str]:
    """Return title, organiser and address of the letter about a file."""
    if verdict.entry is None:
        title, organiser, address = verdict.file.sender
        return title, organiser, address
    played = verdict.file.tournament
    return played.title, played.organiser, verdict.file.address


def _render_letter(publication: Publication, verdicts: Sequence[Verdict], sections: Sequence[_Section]) -> bytes:
    """Return the draft with non-breaking spaces, so that no line begins with a colon."""
    organisers = {_read_sender(verdict)[1] for verdict in verdicts}
    organiser = organisers.pop() if len(organisers) == 1 else ""
    publisher = publication.history.publisher
    body = words.LETTER.format(
        organiser=f" {organiser}" if organiser else "", text=words.SECTIONS.join(section.text for section in sections),
        signature="\n".join(filter(None, (publisher.signature, publisher.federation))),
    )  # fmt: skip
    titles = [*dict.fromkeys(_read_sender(verdict)[0] or NO_NAME for verdict in verdicts)]
    subject = sections[0].subject if len(sections) == 1 else fill_sentence(words.SEVERAL_SUBJECT, {"titles": titles})
    attachments: dict[str, bytes] = {}
    for number, section in enumerate(sections, start=1):
        for name, content in section.attachments.items():
            attachments[name if name not in attachments else f"{number} {name}"] = content
    address = _read_sender(verdicts[0])[2]
    return render_draft(address, subject, _PUNCTUATION_SPACE.sub("\u00a0", body), attachments)


def _write_section(
    publication: Publication, verdict: Verdict, open_questions: Mapping[Key, Question], report: bytes
) -> _Section:
    """Return what a letter says about a tournament; `open_questions` by their keys."""
    if verdict.entry is None:
        return _write_left_out(publication, verdict)
    if verdict.file.number in publication.replacements:
        return _write_corrected(publication, verdict, report)
    return _write_counted(publication, verdict, open_questions, report)


def _write_left_out(publication: Publication, verdict: Verdict) -> _Section:
    """Return the section about a file that does not count: refused, of doubtful dates, or excluded by a decision."""
    file = verdict.file
    subject, text = _LETTERS_LEFT_OUT.get(file.lack, _REFUSED)
    if verdict.word == texts.STRUCK:
        subject, text = words.STRUCK_SUBJECT, words.STRUCK_LETTER
    fields = {
        "title": file.sender[0] or NO_NAME, "file": printable_path(file.short_name), "day": publication.day,
        "refusal": texts.TOLD_ORGANISER.get(file.lack, file.refusal),
        "published": words.STRUCK_PUBLISHED if file.published else "",
    }  # fmt: skip
    return _Section(subject.format(**fields), text.format(**fields))


def _shared_fields(publication: Publication, verdict: Verdict) -> dict[str, object]:
    """Return the fields that the sections about tournaments that count share."""
    played, counted = verdict.file.tournament, verdict.counted
    return {
        "title": played.title, "where": f", {played.where}" if played.where else "",
        "day": f"{publication.day:%d/%m/%Y}",
        "dates": words.dates_text(f"{played.first:%d/%m/%Y}", f"{played.last:%d/%m/%Y}"),
        "n": counted.ratings.event.registered, "participants": len(counted.ratings.lines),
        "category": counted.ratings.event.category,
    }  # fmt: skip


def _write_counted(
    publication: Publication, verdict: Verdict, open_questions: Mapping[Key, Question], report: bytes
) -> _Section:
    """Return the section about a newly counted tournament."""
    counted, fields = verdict.counted, _shared_fields(publication, verdict)
    serious = verdict.remarks.serious
    if verdict.file.lack is Lack.NO_MORE:
        serious = serious[1:]  # the first tells the officer of his decision
    names = name_accounts(counted.accounts.values())
    parts = (
        (words.SERIOUS, serious),
        (words.QUESTIONS, list(_describe_questions(counted, open_questions))),
        (words.STARTED, list(_describe_different_starts(counted, names))),
        (words.MISSPELT, list(_describe_differences(counted, PlayerDecisions(publication.questions)))),
    )
    text = words.COUNTED_LETTER.format(
        cotes=_render_cotes(counted, names), late=_describe_lateness(publication, verdict),
        body="".join(_render_paragraph(title, sentences) for title, sentences in parts), **fields,
    )  # fmt: skip
    stem = safe_stem(verdict.file.tournament.title, NO_NAME)
    attachments = {
        words.REPORT_NAME.format(title=stem): report,
        words.COTES_NAME.format(title=stem): render_french_csv([words.COTES_COLUMNS, *_build_rows(counted)]),
    }
    return _Section(words.SUBJECT.format(**fields), text, attachments)


def _describe_lateness(publication: Publication, verdict: Verdict) -> str:
    """Say that a tournament counts after the publication of its month (R13); "" for one in time."""
    since = publication.since
    return words.COUNTED_LATE.format(since=since) if since and verdict.file.tournament.last <= since else ""


def _write_corrected(publication: Publication, verdict: Verdict, report: bytes) -> _Section:
    """Return the section about a corrected tournament: the points that its new version adds this month (R13)."""
    own = [change for change in publication.changes if change.tournament == verdict.counted.number]
    variations = [variation for change in own for variation in change.variations]
    names = name_accounts(variation.account for variation in variations)
    lines = "\n".join(
        fill_sentence(words.CHANGED_BY, {"name": names[variation.account], "points": variation.points})
        for variation in variations
    )
    fields = _shared_fields(publication, verdict)
    text = words.CORRECTED_LETTER.format(lines=lines or words.NO_DIFFERENCE, **fields)
    stem = safe_stem(verdict.file.tournament.title, NO_NAME)
    return _Section(words.CORRECTED_SUBJECT.format(**fields), text, {words.REPORT_NAME.format(title=stem): report})


def _render_paragraph(title: str, sentences: Sequence[str]) -> str:
    """Return a paragraph with a title, "" without sentences."""
    return "".join((title, "\n", *(f"- {sentence}\n" for sentence in sentences), "\n")) if sentences else ""


def _describe_questions(counted: CountedTournament, open_questions: Mapping[Key, Question]) -> Iterator[str]:
    """Yield a question for each player of the tournament who is in doubt."""
    for entrant in counted.file.tournament.participants:
        if counted.accounts[entrant.number].guest:
            question = open_questions.get(player_question_key(entrant))
            licence = f" ({entrant.licence})" if entrant.licence else ""
            candidates = [
                candidate.facts if parse_register_number(candidate.handle) else candidate.full_facts
                for candidate in (question.candidates if question else ())
            ]  # without our reasons for a candidate; a register number means nothing to an organiser
            yield words.ASKED.format(name=f"{entrant.full_name}{licence}", found=words.identity_question(candidates))


def _describe_differences(counted: CountedTournament, player_decisions: PlayerDecisions) -> Iterator[str]:
    """Yield sentences about names and licence numbers that differ from the register, or that a decision changed."""
    for entrant in counted.file.tournament.participants:
        account = counted.accounts[entrant.number]
        if account.guest:
            continue
        if player_decisions.follow_name(account):
            if name_key(entrant.full_name) != name_key(account.full_name):
                yield words.NEW_NAME.format(typed=entrant.full_name, listed=account.full_name)
        elif name_key(entrant.full_name) != name_key(account.full_name):
            fields = {"typed": entrant.full_name, "listed": account.full_name, "licence": account.licence}
            yield words.OTHER_NAME.format(**fields) if account.licence else words.OTHER_NAME_ONLY.format(**fields)
        if licence_key(account.licence) not in ("", licence_key(entrant.licence)):
            is_known = licence_key(player_decisions.follow_licence(entrant.licence)) == licence_key(account.licence)
            fields = {
                "name": account.full_name,
                "typed": entrant.licence or words.NO_LICENCE,
                "listed": account.licence,
            }
            yield (words.NEW_LICENCE if is_known else words.OTHER_LICENCE).format(**fields)


def _describe_different_starts(counted: CountedTournament, names: Mapping[Account, str]) -> Iterator[str]:
    """Yield players who started from another cote than in the workbook (R12)."""
    typed_cotes = {entrant.number: entrant.cote for entrant in counted.file.tournament.participants}
    for line in counted.ratings.lines:
        typed_cote = typed_cotes[line.player.number]
        if str(line.old) != typed_cote and line.old != Fraction(typed_cote):
            name = names[counted.accounts[line.player.number]]
            fields = {"name": name, "start": texts.format_cote(line.old)}
            yield words.STARTED_FROM.format(**fields, typed=texts.format_cote(Fraction(typed_cote)))


def _series_change(before: Fraction, after: Fraction, season: Season) -> str:
    """Say that the series is another one, "" where it is the same."""
    old, new = find_series(before, season), find_series(after, season)
    return words.OTHER_SERIES.format(before=old, after=new) if old != new else ""


def _build_rows(counted: CountedTournament) -> Iterator[list[Cell]]:
    """Yield rows with the federation's names and licence numbers; the cote of a player in doubt is left out."""
    for line in counted.ratings.lines:
        account, gain = counted.accounts[line.player.number], line.gain
        points = (
            line.old,
            Fraction(gain.pe),
            Fraction(gain.bonus),
            Fraction(gain.pj),
            change_elsewhere(line),
            line.new,
        )
        numbers: list[Cell] = [number.numerator if number.denominator == 1 else float(number) for number in points]
        last_cells: list[Cell] = [texts.IN_DOUBT, ""] if account.guest else [numbers[-1], line.series]
        yield [line.place, account.name, account.first_name, account.licence, *numbers[:-1], *last_cells]


def _render_cotes(counted: CountedTournament, names: Mapping[Account, str]) -> str:
    """Return a line per player: rank, name, cotes before and after."""
    lines = []
    for line in counted.ratings.lines:
        account = counted.accounts[line.player.number]
        new = texts.IN_DOUBT if account.guest else f"{texts.format_cote(line.new)} {line.series}"
        fields = {"place": line.place, "name": names[account], "start": texts.format_cote(line.old), "new": new}
        note = (
            fill_sentence(words.OF_WHICH_ELSEWHERE, {"points": elsewhere})
            if (elsewhere := change_elsewhere(line))
            else ""
        )
        series = "" if account.guest else _series_change(line.old, line.new, counted.season)
        lines.append(words.COTE_LINE.format(**fields) + series + note)
    return "\n".join(lines)

"""Letters to organisers, as mail drafts, about tournaments that are counted, corrected, refused or excluded.

For a counted tournament a letter has questions, names, cotes (ratings) and a report; for a corrected one
what changed; for a refused one what to repair; for one with doubtful dates the question. The same publication gives the
same bytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from tournament_xl.core.resources import printable_path
from tournament_xl.federation.identity.people import PlayerDecisions, parse_register_number
from tournament_xl.federation.identity.register import player_question_key
from tournament_xl.federation.intake.decisions import Key, Question
from tournament_xl.federation.intake.versions import describe_differences
from tournament_xl.federation.output.gains import change_elsewhere
from tournament_xl.federation.output.website import render_reports
from tournament_xl.federation.ranking.build import Publication, Verdict
from tournament_xl.federation.ranking.ledger import CountedTournament
from tournament_xl.games.scrabble.rules.rating import find_series
from tournament_xl.games.scrabble.rules.seasons import Season
from tournament_xl.messages import federation as texts
from tournament_xl.messages import federation_pages as words
from tournament_xl.messages.submission import NO_NAME
from tournament_xl.players.columns import licence_key, name_key
from tournament_xl.submission.mail import render_draft
from tournament_xl.submission.parcel import safe_stem
from tournament_xl.workbook.cells import Cell
from tournament_xl.workbook.csv_text import render_french_csv

_PUNCTUATION_SPACE = re.compile(r"(?<=\S) (?=[:;?!»])|(?<=«) ")  # spaces before and after French punctuation


def render_letters(publication: Publication) -> dict[str, bytes]:
    """Render a letter for each tournament with news: newly counted, corrected, refused, excluded or of doubtful dates.

    A refused or excluded file whose organiser has neither name nor address gets no letter.

    Returns:
        File name (.eml, with day and title; equal titles are numbered) -> mail draft.
    """
    drafts: dict[str, bytes] = {}

    def put(title: str, letter: bytes) -> None:
        stem, number = safe_stem(title, NO_NAME), 1
        while (name := words.LETTER_NAME.format(day=publication.day, title=stem)) in drafts:
            number += 1
            stem = f"{safe_stem(title, NO_NAME)} ({number})"
        drafts[name] = letter

    open_questions = {question.key: question for question in publication.questions.open}
    replacements = publication.replacements
    for verdict, report in zip(publication.new, render_reports(publication, publication.new), strict=True):
        if verdict.file.sha256 in replacements:
            letter = _render_correction_letter(publication, verdict, report)
        else:
            letter = _render_counted_letter(publication, verdict, open_questions, report)
        put(verdict.file.tournament.title, letter)
    for verdict in publication.refusals_to_send:
        put(verdict.file.sender[0], _render_refusal_letter(publication, verdict))
    for verdict in publication.misdated:
        put(verdict.file.sender[0], _render_dates_letter(publication, verdict))
    for verdict in publication.struck_out:
        put(verdict.file.sender[0], _render_strike_letter(publication, verdict))
    return drafts


def _render_refusal_letter(publication: Publication, verdict: Verdict) -> bytes:
    title, organiser, address = verdict.file.sender
    fields = {"title": title or NO_NAME, "organiser": f" {organiser}" if organiser else ""}
    subject, letter = words.REFUSED_SUBJECT, words.REFUSED_LETTER
    if verdict.file.is_mail_without_workbook:
        subject, letter = words.NO_WORKBOOK_SUBJECT, words.NO_WORKBOOK_LETTER
    elif verdict.file.is_mail_unread:
        subject, letter = words.UNREAD_SUBJECT, words.UNREAD_LETTER
    signature = _signature(publication)
    body = letter.format(
        file=printable_path(verdict.file.short_name), refusal=verdict.file.refusal, signature=signature, **fields
    )
    return _render_mail(address, subject.format(**fields), body, {})


def _render_dates_letter(publication: Publication, verdict: Verdict) -> bytes:
    """Return the letter that asks whether the dates of a tournament are right, which its mail contradicts."""
    title, organiser, address = verdict.file.sender
    fields = {"title": title or NO_NAME, "organiser": f" {organiser}" if organiser else ""}
    body = words.MISDATED_LETTER.format(
        file=printable_path(verdict.file.short_name), refusal=verdict.file.refusal,
        signature=_signature(publication), **fields,
    )  # fmt: skip
    return _render_mail(address, words.MISDATED_SUBJECT.format(**fields), body, {})


def _render_strike_letter(publication: Publication, verdict: Verdict) -> bytes:
    """Return the letter for an excluded tournament: that it does not count, and what becomes of published cotes."""
    title, organiser, address = verdict.file.sender
    fields = {"title": title or NO_NAME, "organiser": f" {organiser}" if organiser else ""}
    published = words.STRUCK_PUBLISHED if verdict.file.published else ""
    body = words.STRUCK_LETTER.format(
        published=published, day=publication.day, signature=_signature(publication), **fields
    )
    return _render_mail(address, words.STRUCK_SUBJECT.format(**fields), body, {})


def _signature(publication: Publication) -> str:
    publisher = publication.history.publisher
    return "\n".join(filter(None, (publisher.signature, publisher.federation)))


def _render_mail(address: str, subject: str, body: str, attachments: Mapping[str, bytes]) -> bytes:
    """Return the draft with non-breaking spaces, so that no line begins with a colon."""
    return render_draft(address, subject, _PUNCTUATION_SPACE.sub("\u00a0", body), attachments)


def _shared_fields(publication: Publication, verdict: Verdict) -> dict[str, object]:
    """Return the fields of a tournament that all letters share."""
    played, counted = verdict.file.tournament, verdict.counted
    return {
        "organiser": f" {played.organiser}" if played.organiser else "", "title": played.title,
        "where": f", {played.where}" if played.where else "", "day": f"{publication.day:%d/%m/%Y}",
        "dates": words.dates_text(f"{played.first:%d/%m/%Y}", f"{played.last:%d/%m/%Y}"),
        "n": counted.ratings.event.registered, "participants": len(counted.ratings.lines),
        "category": counted.ratings.event.category, "signature": _signature(publication),
    }  # fmt: skip


def _render_counted_letter(
    publication: Publication, verdict: Verdict, open_questions: Mapping[Key, Question], report: bytes
) -> bytes:
    """Return the letter for a newly counted tournament; `open_questions` by their keys."""
    counted, fields = verdict.counted, _shared_fields(publication, verdict)
    questions = [*_describe_questions(counted, open_questions)] or verdict.remarks.questions
    parts = (
        (words.SERIOUS, verdict.remarks.serious),
        (words.QUESTIONS, questions),
        (words.STARTED, list(_describe_different_starts(counted))),
        (words.MISSPELT, list(_describe_differences(counted, PlayerDecisions(publication.questions)))),
    )
    body = words.LETTER.format(
        cotes=_render_cotes(counted), late=_describe_lateness(publication, verdict),
        body="".join(_render_paragraph(title, sentences) for title, sentences in parts), **fields,
    )  # fmt: skip
    attachments = {
        words.REPORT_NAME: report,
        words.COTES_NAME: render_french_csv([words.COTES_COLUMNS, *_build_rows(counted)]),
    }
    return _render_mail(verdict.file.address, words.SUBJECT.format(**fields), body, attachments)


def _describe_lateness(publication: Publication, verdict: Verdict) -> str:
    """Say that a tournament counts after the publication of its month (R13); "" for one in time."""
    since = publication.since
    return words.COUNTED_LATE.format(since=since) if since and verdict.file.tournament.last <= since else ""


def _render_correction_letter(publication: Publication, verdict: Verdict, report: bytes) -> bytes:
    """Return the letter for a corrected tournament: the points that its new version adds this month (R13)."""
    lines = "\n".join(
        words.CHANGED_BY.format(
            name=difference.account.full_name, points=words.signed_change_text(difference.points)
        )
        for difference in publication.differences if difference.sha256 == verdict.file.sha256
    )  # fmt: skip
    fields = _shared_fields(publication, verdict)
    body = words.CORRECTED_LETTER.format(
        lines=lines or words.NO_DIFFERENCE, results=_describe_results(publication, verdict), **fields
    )
    subject = words.CORRECTED_SUBJECT.format(**fields)
    return _render_mail(verdict.file.address, subject, body, {words.REPORT_NAME: report})


def _describe_results(publication: Publication, verdict: Verdict) -> str:
    """Say how a corrected version differs from the published one."""
    marks = {
        version.file.sha256
        for version in publication.verdicts
        if version.file.published and version.file.instead == verdict.file.sha256
    }
    sentences = [describe_differences(verdict.file, file) for file in publication.history.files if file.sha256 in marks]
    return words.NEW_RESULTS.format(differences=" ; ".join(sentences))


def _render_paragraph(title: str, sentences: Sequence[str]) -> str:
    """Return a paragraph with a title, "" without sentences."""
    return "".join((title, "\n", *(f"- {sentence}\n" for sentence in sentences), "\n")) if sentences else ""


def _describe_questions(counted: CountedTournament, open_questions: Mapping[Key, Question]) -> Iterator[str]:
    """Yield the open questions about players of the tournament."""
    for entrant in counted.file.tournament.participants:
        question = open_questions.get(player_question_key(entrant))
        if question and counted.accounts[entrant.number].guest:
            licence = f" ({entrant.licence})" if entrant.licence else ""
            candidates = [
                candidate.facts if parse_register_number(candidate.handle) else candidate.full_facts
                for candidate in question.candidates
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


def _describe_different_starts(counted: CountedTournament) -> Iterator[str]:
    """Yield players who started from another cote than in the workbook (R12)."""
    typed_cotes = {entrant.number: entrant.cote for entrant in counted.file.tournament.participants}
    for line in counted.ratings.lines:
        typed_cote = typed_cotes[line.player.number]
        if str(line.old) != typed_cote and line.old != Fraction(typed_cote):
            fields = {"name": line.player.full_name, "start": texts.format_cote(line.old)}
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


def _render_cotes(counted: CountedTournament) -> str:
    """Return a line per player: rank, name, cotes before and after."""
    lines = []
    for line in counted.ratings.lines:
        account = counted.accounts[line.player.number]
        new = texts.IN_DOUBT if account.guest else f"{texts.format_cote(line.new)} {line.series}"
        fields = {"place": line.place, "name": account.full_name, "start": texts.format_cote(line.old), "new": new}
        note = (
            words.OF_WHICH_ELSEWHERE.format(points=words.signed_change_text(change_elsewhere(line)))
            if change_elsewhere(line)
            else ""
        )
        series = "" if account.guest else _series_change(line.old, line.new, counted.season)
        lines.append(words.COTE_LINE.format(**fields) + series + note)
    return "\n".join(lines)

"""A mail draft for the organiser of each tournament that is newly counted: questions, names, cotes, report; of each
whose cotes are corrected: what has changed and why; and of each that is refused: what to mend.

Same publication, same bytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from tournament_xl.core.resources import printable_path
from tournament_xl.federation.identity.people import Orders, number_of
from tournament_xl.federation.intake.decisions import Question
from tournament_xl.federation.intake.versions import differences
from tournament_xl.federation.output.website import elsewhere, reports
from tournament_xl.federation.ranking.build import Publication, Verdict
from tournament_xl.federation.ranking.ledger import Counted
from tournament_xl.messages import federation as texts
from tournament_xl.messages import federation_pages as words
from tournament_xl.messages.names import count
from tournament_xl.messages.submission import NO_NAME
from tournament_xl.players.columns import licence_key, name_key
from tournament_xl.submission.parcel import draft, safe_stem
from tournament_xl.workbook.csv_text import french_csv
from tournament_xl.workbook.snapshot import Cell

_UNBROKEN = re.compile(r"(?<=\S) (?=[:;?!»])|(?<=«) ")  # blanks of French punctuation


def letters(publication: Publication) -> dict[str, bytes]:
    """File name -> draft; the same publication gives the same bytes."""
    found: dict[str, bytes] = {}

    def put(title: str, letter: bytes) -> None:
        stem, number = safe_stem(title, NO_NAME), 1
        while (name := words.LETTER_NAME.format(day=publication.day, title=stem)) in found:
            number += 1
            stem = f"{safe_stem(title, NO_NAME)} ({number})"
        found[name] = letter

    asked = {
        (licence_key(one.licence), name_key(f"{one.name} {one.first_name}")): one
        for one in publication.questions.open
        if one.kind == texts.PLAYER
    }
    about, replaced = [*publication.new, *publication.corrected], publication.replaced
    for verdict, report in zip(about, reports(publication, about), strict=True):
        again = bool(verdict.file.published) or verdict.file.sha256 in replaced
        letter = (_corrected if again else _letter)(publication, verdict, asked, report)
        put(verdict.file.tournament.title, letter)
    for verdict in publication.returned:
        put(verdict.file.sender[0], _refused(publication, verdict))
    return found


def _refused(publication: Publication, verdict: Verdict) -> bytes:
    title, organiser, address = verdict.file.sender
    facts = {"title": title or NO_NAME, "organiser": f" {organiser}" if organiser else ""}
    name = verdict.file.name.rpartition("/")[2]
    signature = _signature(publication)
    body = words.REFUSED_LETTER.format(
        file=printable_path(name), refusal=verdict.file.refusal, signature=signature, **facts
    )
    return _mail(address, words.REFUSED_SUBJECT.format(**facts), body, {})


def _signature(publication: Publication) -> str:
    desk = publication.history.desk
    return "\n".join(filter(None, (desk.signature, desk.federation)))


def _mail(address: str, subject: str, body: str, attachments: Mapping[str, bytes]) -> bytes:
    """The draft; no line of it begins with a colon, whatever the width of the screen."""
    return draft(address, subject, _UNBROKEN.sub("\u00a0", body), attachments)


def _facts(publication: Publication, verdict: Verdict) -> dict[str, object]:
    """What every letter about a tournament says of it."""
    played, counted = verdict.file.tournament, verdict.counted
    return {
        "organiser": f" {played.organiser}" if played.organiser else "", "title": played.title,
        "where": f", {played.where}" if played.where else "", "day": f"{publication.day:%d/%m/%Y}",
        "dates": words.dates(f"{played.first:%d/%m/%Y}", f"{played.last:%d/%m/%Y}"),
        "n": counted.ratings.event.registered, "participants": len(counted.ratings.lines),
        "category": counted.ratings.event.category, "signature": _signature(publication),
    }  # fmt: skip


def _letter(
    publication: Publication, verdict: Verdict, asked: Mapping[tuple[str, str], Question], report: bytes
) -> bytes:
    """`asked`: open questions by licence and name, as compared."""
    counted, facts = verdict.counted, _facts(publication, verdict)
    questions = [*_questions(counted, asked)] or verdict.remarks.questions
    parts = (
        (words.SERIOUS, verdict.remarks.serious),
        (words.QUESTIONS, questions),
        (words.STARTED, list(_started(counted))),
        (words.MISSPELT, list(_differences(counted, Orders(publication.questions)))),
    )
    body = words.LETTER.format(
        cotes=_cotes(counted), late=_late(publication, verdict),
        body="".join(_part(title, sentences) for title, sentences in parts), **facts,
    )  # fmt: skip
    attachments = {words.REPORT_NAME: report, words.COTES_NAME: french_csv([words.COTES_COLUMNS, *_rows(counted)])}
    return _mail(verdict.file.tournament.email, words.SUBJECT.format(**facts), body, attachments)


def _late(publication: Publication, verdict: Verdict) -> str:
    """Of a tournament that the publication of its time did not count: why, and how many published cotes it changes."""
    played, since = verdict.file.tournament, publication.since
    if not since or played.last > since:
        return ""
    where = texts.ROOT_WHERE.format(title=played.title, day=played.last)
    changed = sum(any(root.where == where for root in one.roots) for one in publication.corrected_players)
    sentence = words.COUNTED_SINCE if verdict.file.sha256 in publication.received else words.LATE
    return sentence.format(since=since, changed=count(changed, "cote publiée"))


def _corrected(
    publication: Publication, verdict: Verdict, asked: Mapping[tuple[str, str], Question], report: bytes
) -> bytes:
    """Only what has changed, from what to what, and where it comes from; and who is in doubt again."""
    facts, sha256 = _facts(publication, verdict), verdict.file.sha256
    own = [one for one in publication.corrections if one.one.sha256 == sha256]
    found = [(one, before, after) for one in own for before, after in [one.shown(one.one.key)] if before != after]
    roots = dict.fromkeys(root for one, *_ in found for root in one.roots)
    there = {key for one, *_ in found for key in one.keys}
    others = [one for one in publication.corrected_players if not roots.keys().isdisjoint(one.roots)]
    players = sum(one.key not in there for one in others)
    body = words.CORRECTED_LETTER.format(
        lines="\n".join(
            words.CHANGED.format(name=one.one.name, before=texts.cote(before), after=texts.cote(after))
            for one, before, after in found
        ),
        reasons="\n".join(f"- {root.text}" for root in roots),
        others=words.OTHERS_TOO.format(players=count(players, "autre joueur")) if players else "",
        questions=_part(words.QUESTIONS, list(_questions(verdict.counted, asked))),
        results=_results(publication, verdict), **facts,
    )  # fmt: skip
    attachments = {words.REPORT_NAME: report}
    return _mail(verdict.file.tournament.email, words.CORRECTED_SUBJECT.format(**facts), body, attachments)


def _results(publication: Publication, verdict: Verdict) -> str:
    """Whether the results are new ones, and what a corrected version has where the published one had something else."""
    own = verdict.file.sha256
    marks = {one.file.sha256 for one in publication.verdicts if one.file.published and one.file.instead == own}
    told = [differences(verdict.file, one) for one in publication.history.files if one.sha256 in marks]
    return words.NEW_RESULTS.format(differences=" ; ".join(told)) if marks else words.SAME_RESULTS


def _part(title: str, sentences: Sequence[str]) -> str:
    """A part of a letter, "" without sentences."""
    return "".join((title, "\n", *(f"- {sentence}\n" for sentence in sentences), "\n")) if sentences else ""


def _questions(counted: Counted, asked: Mapping[tuple[str, str], Question]) -> Iterator[str]:
    """The open questions about his players: whom the federation could not tell."""
    for entrant in counted.file.tournament.entrants:
        if question := asked.get((licence_key(entrant.licence), name_key(entrant.full_name))):
            licence = f" ({entrant.licence})" if entrant.licence else ""
            known = [_known(one.partition(" : ")[0]) for one in question.candidates]  # without our clues
            yield words.ASKED.format(name=f"{entrant.full_name}{licence}", found=words.known(known))


def _known(candidate: str) -> str:
    """Without the number in the register, which says nothing to an organiser."""
    handle, _, facts = candidate.partition(" · ")
    return facts if number_of(handle) else candidate


def _differences(counted: Counted, orders: Orders) -> Iterator[str]:
    """Names and licences of the workbook that are not those of the list; nothing is asked of what is ordered."""
    for entrant in counted.file.tournament.participants:
        account = counted.accounts[entrant.number]
        if account.guest:
            continue
        if orders.renamed(account):
            if name_key(entrant.full_name) != name_key(account.full_name):
                yield words.NEW_NAME.format(typed=entrant.full_name, listed=account.full_name)
        elif name_key(entrant.full_name) != name_key(account.full_name):
            facts = {"typed": entrant.full_name, "listed": account.full_name, "licence": account.licence}
            yield words.OTHER_NAME.format(**facts) if account.licence else words.OTHER_NAME_ONLY.format(**facts)
        if licence_key(account.licence) not in ("", licence_key(entrant.licence)):
            known = licence_key(orders.licence(entrant.licence)) == licence_key(account.licence)
            facts = {"name": account.full_name, "typed": entrant.licence or words.NO_LICENCE, "listed": account.licence}
            yield (words.NEW_LICENCE if known else words.OTHER_LICENCE).format(**facts)


def _started(counted: Counted) -> Iterator[str]:
    """Who started from another cote than in the workbook (R12)."""
    used = {entrant.number: entrant.cote for entrant in counted.file.tournament.participants}
    for line in counted.ratings.lines:
        typed = used[line.player.number]
        if str(line.old) != typed and line.old != Fraction(typed):
            facts = {"name": line.player.full_name, "start": texts.plain(line.old)}
            yield words.STARTED_FROM.format(**facts, typed=texts.plain(Fraction(typed)))


def _rows(counted: Counted) -> Iterator[list[Cell]]:
    """Names and licences as the federation has them; nothing is said of the cote of somebody in doubt."""
    for line in counted.ratings.lines:
        who, gain = counted.accounts[line.player.number], line.gain
        points = (line.old, Fraction(gain.pe), Fraction(gain.bonus), Fraction(gain.pj), elsewhere(line), line.new)
        numbers: list[Cell] = [one.numerator if one.denominator == 1 else float(one) for one in points]
        end: list[Cell] = [texts.IN_DOUBT, ""] if who.guest else [numbers[-1], line.series]
        yield [line.place, who.name, who.first_name, who.licence, *numbers[:-1], *end]


def _cotes(counted: Counted) -> str:
    """A line a player: place, name, from which cote to which."""
    found = []
    for line in counted.ratings.lines:
        who = counted.accounts[line.player.number]
        new = texts.IN_DOUBT if who.guest else f"{texts.plain(line.new)} {line.series}"
        facts = {"place": line.place, "name": who.full_name, "start": texts.plain(line.old), "new": new}
        more = words.OF_WHICH_ELSEWHERE.format(points=words.signed(elsewhere(line))) if elsewhere(line) else ""
        found.append(words.COTE_LINE.format(**facts) + more)
    return "\n".join(found)

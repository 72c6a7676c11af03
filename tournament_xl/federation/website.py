"""What goes out beside the workbook. The ranking as pages: one to sort, search and print, one a player, one a
tournament, made as `publish` makes its own; what a place brought stands there in words, each with its rule (R5 to
R7). A mail draft for the organiser of each tournament that is newly counted: verdict, questions, names, cotes, report;
and of each that is refused: what to mend.

Same publication, same bytes.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from fractions import Fraction
from pathlib import Path
from typing import Any

from tournament_xl.book.guarded import french_csv
from tournament_xl.book.snapshot import Cell
from tournament_xl.federation.build import Line, Publication, Verdict
from tournament_xl.federation.decisions import Question
from tournament_xl.federation.facts import licence_key, name_key
from tournament_xl.federation.ledger import Counted, Movement
from tournament_xl.federation.register import Account
from tournament_xl.folding import fold
from tournament_xl.publish.pages import STYLE, environment, state_script
from tournament_xl.resources import legible
from tournament_xl.rules.scrabble.rating import TH, Event, Rating
from tournament_xl.send import draft, safe_stem
from tournament_xl.texts import federation as texts
from tournament_xl.texts import federation_pages as words
from tournament_xl.texts.names import ordinal
from tournament_xl.texts.publish import ANONYMOUS, WORDS
from tournament_xl.texts.send import NO_NAME

_PAGES = Path(__file__).parent / "pages"
_MOST_MOVERS = 10
_MOST_ENTRIES = 40
_LONGEST = 60  # letters of a page's name
_WIDE, _HIGH, _EDGE = 640, 180, 34  # pixels of the drawing of a player's cote
_SERIES = "Série"
_GROUPS = ("Nationalité", "Fédération", "Catégorie")  # columns of the list


def files_of(publication: Publication) -> dict[str, bytes]:
    """Path in the folder -> content, for `publish.pages.write`."""
    site = _Site(publication)
    inside = {"style.css": STYLE.read_bytes(), "classement.js": (_PAGES / "classement.js").read_bytes()}
    for account, moves in site.moves.items():
        if account in site.links:
            inside[site.links[account]] = site.page("federation_joueur.html", "", "../", **site.player(account, moves))
    for verdict in publication.counted:
        inside[f"tournoi-{verdict.number}.html"] = site.page(
            "federation_tournoi.html", "", "../", **site.tournament(verdict)
        )
    ranking = site.ranking()
    digest = hashlib.sha256(b"".join(inside[name] for name in sorted(inside)))
    digest.update(site.page("federation.html", "", "", state="", **ranking))
    name = f"etat-{digest.hexdigest()[:12]}"
    found = {f"{name}/{file}": content for file, content in inside.items()}
    found["index.html"] = site.page("federation.html", f"{name}/", "", state=name, **ranking)
    return found | state_script(name)


def reports(publication: Publication, verdicts: Iterable[Verdict]) -> Iterator[bytes]:
    """The page of each of these tournaments, so that it stands alone and can be sent."""
    site, style = _Site(publication, linked=False), STYLE.read_text("utf-8")
    for verdict in verdicts:
        yield site.page("federation_tournoi.html", "", "", alone=style, **site.tournament(verdict))

Shown = dict[str, Any]  # what a page's template takes


class _Site:
    """A publication as the templates want it."""

    def __init__(self, publication: Publication, *, linked: bool = True) -> None:
        self.publication = publication
        self.moves: dict[Account, list[Movement]] = defaultdict(list)
        for line in publication.ranking:
            self.moves[line.account] = []
        for one in publication.movements:
            self.moves[one.account].append(one)
        self.hidden = {
            one.accounts[who.number].key
            for verdict in publication.counted for one in [verdict.counted]
            for who in verdict.file.tournament.entrants if who.anonymous and who.number in one.accounts
        }  # fmt: skip
        self.numbers = {id(verdict.counted): verdict.number for verdict in publication.counted}
        self.links = dict(self._links()) if linked else {}
        self.lines = {line.account: self._line(line) for line in publication.ranking}
        self._environment = environment(_PAGES)
        self._environment.filters |= {"signed_cote": words.signed, "plain": texts.plain}

    def name(self, account: Account, number: int = 0) -> str:
        """What pages call somebody: who is Anonyme in a workbook that counts is so on all of them, with his N° in a
        tournament as on its organiser's own pages.
        """
        if account.key not in self.hidden:
            return account.full_name
        return ANONYMOUS.format(number=number) if number else words.ANONYMOUS

    def page(self, template: str, here: str, up: str, **more: object) -> bytes:
        season = self.publication.season.name
        site = {
            "title": texts.TITLE.format(day=self.publication.day), "game": "scrabble",
            "dates": texts.RANKED_SEASON.format(season=season),
        }  # fmt: skip
        values = {"t": {**WORDS, **words.WORDS}, "here": here, "up": up, "f": site, "alone": "", "state": ""}
        found: str = self._environment.get_template(template).render(values | more)
        return found.encode()

    def ranking(self) -> Shown:
        lines, since = list(self.lines.values()), self.publication.since
        up = sorted((one for one in lines if (one["change"] or 0) > 0), key=lambda one: (-one["change"], one["order"]))
        down = sorted((one for one in lines if (one["change"] or 0) < 0), key=lambda one: (one["change"], one["order"]))
        choices = [(name, sorted({line[name] for line in lines} - {""})) for name in _GROUPS]
        return {
            "lines": lines,
            "choices": [(_SERIES, list(dict.fromkeys(line["series"] for line in lines))),
                        *((name, values) for name, values in choices if len(values) > 1)],
            "since": texts.SINCE_DAY.format(day=since) if since else texts.SINCE_LIST,
            "movers": [(words.WORDS["up"], up[:_MOST_MOVERS]), (words.WORDS["down"], down[:_MOST_MOVERS])],
            "entries": [one for one in lines if one["new"]][:_MOST_ENTRIES] if since else [],
            "groups": [(name, list(_group(name, lines))) for name in (*_GROUPS, _SERIES)],
            "corrections": [
                {"name": words.ANONYMOUS if one.one.key in self.hidden else one.one.name, "correction": one}
                for one in self.publication.corrections
            ],
            "tournaments": [self._tournament(verdict) for verdict in reversed(self.publication.counted)],
        }  # fmt: skip

    def player(self, account: Account, moves: Sequence[Movement]) -> Shown:
        seasons: dict[str, list[Shown]] = defaultdict(list)
        for one in reversed(moves):
            seasons[self.publication.calendar.on(one.day).name].append(self._movement(one))
        return {
            "who": account, "listed": account.listed, "line": self.lines.get(account), "seasons": seasons,
            "drawing": _drawing(list(_points(moves))),
        }  # fmt: skip

    def tournament(self, verdict: Verdict) -> Shown:
        counted = verdict.counted
        event = counted.ratings.event
        rows = [
            {"line": line, "who": who, "why": why(line, event), "link": self.links.get(who, ""),
             "name": self.name(who, line.player.number)}
            for line in counted.ratings.lines
            for who in [counted.accounts[line.player.number]]
        ]  # fmt: skip
        fields = words.WORDS["fields"].format(
            category=event.category, value=event.value, coefficient=texts.plain(event.coefficient),
            jokers=texts.rounded(event.jokers), lowest=texts.rounded(event.lowest).replace("-", "−"),
            highest=texts.rounded(event.highest),
        )  # fmt: skip
        return {"one": self._tournament(verdict), "rows": rows, "fields": fields}

    def _links(self) -> Iterator[tuple[Account, str]]:
        """Who is ranked or has moved, with a page of his own name; guests and the anonymous have none. No licences."""
        times: Counter[str] = Counter()
        for account in (one for one in self.publication.accounts if one in self.moves and one.key not in self.hidden):
            name = re.sub("[^a-z0-9]+", "-", fold(account.full_name))[:_LONGEST].strip("-") or "sans-nom"
            times[name] += 1
            yield account, f"joueur-{name}{f'-{times[name]}' if times[name] > 1 else ''}.html"

    def _line(self, line: Line) -> Shown:
        account = line.account
        return {
            "place": line.place, "move": line.move, "new": line.place_before is None, "name": self.name(account),
            "order": account.order, "link": self.links.get(account, ""), "club": account.club, "cote": line.cote,
            "series": line.series, _SERIES: line.series, "change": line.change, "tournaments": account.tournaments,
            "last": account.last, **{name: account.listed.get(name, "") for name in _GROUPS},
        }  # fmt: skip

    def _movement(self, one: Movement) -> Shown:
        counted, line = one.counted, one.rating
        return {
            "one": one, "number": self.numbers.get(id(counted)), "line": line,
            "field": len(counted.ratings.lines) if counted else None,
            "why": why(line, counted.ratings.event) if line and counted else [],
        }  # fmt: skip

    def _tournament(self, verdict: Verdict) -> Shown:
        played, counted = verdict.file.tournament, verdict.counted
        lines = counted.ratings.lines
        return {
            "title": played.title or verdict.file.name, "where": played.where, "last": played.last,
            "dates": words.dates(f"{played.first:%d/%m/%Y}", f"{played.last:%d/%m/%Y}"), "kind": played.kind or TH,
            "participants": len(lines), "link": f"tournoi-{verdict.number}.html",
            "first": self.name(counted.accounts[lines[0].player.number], lines[0].player.number) if lines else "",
        }  # fmt: skip


def _group(name: str, lines: Iterable[Shown]) -> Iterator[Shown]:
    """The values of a column with their players, most first."""
    by: dict[str, list[Shown]] = defaultdict(list)
    for line in lines:
        by[line[name]].append(line)
    for value, found in sorted(by.items(), key=lambda item: (-len(item[1]), item[0])):
        if value:
            mean = round(sum((line["cote"] for line in found), Fraction()) / len(found))
            yield {"value": value, "number": len(found), "mean": mean, "best": found[0]}


def _points(moves: Sequence[Movement]) -> Iterator[tuple[date, Fraction]]:
    """Days and cotes, from the one before the first movement."""
    if moves and moves[0].before is not None:
        yield moves[0].day - timedelta(days=1), moves[0].before
    yield from ((one.day, one.after) for one in moves)


def _drawing(points: Sequence[tuple[date, Fraction]]) -> Shown | None:
    """A line of cotes over days; None for fewer than two."""
    if len(points) < 2:
        return None
    days, cotes = [day for day, _ in points], [float(cote) for _, cote in points]
    wide, high = max((days[-1] - days[0]).days, 1), max(max(cotes) - min(cotes), 1.0)
    dots = [
        (
            _EDGE + (day - days[0]).days * (_WIDE - 2 * _EDGE) // wide,
            int(_EDGE + (max(cotes) - cote) * (_HIGH - 2 * _EDGE) / high),
        )
        for day, cote in zip(days, cotes, strict=True)
    ]
    marked = (0, cotes.index(max(cotes)), cotes.index(min(cotes)), len(cotes) - 1)
    return {
        "points": " ".join(f"{x},{y}" for x, y in dots), "marks": {dots[at]: points[at][1] for at in marked},
        "width": _WIDE, "height": _HIGH, "from": days[0], "to": days[-1],
    }  # fmt: skip


def why(line: Rating, event: Event) -> list[str]:
    """PE (R5), B (R6) if there is any, PJ (R7): a sentence each."""
    gain, place = line.gain, ordinal(line.place)
    found = [words.PE.format(pe=words.signed(gain.pe), place=place, registered=event.registered)]
    if gain.bonus:
        facts = {"place": place, "category": event.category, "value": event.value}
        found.append(words.BONUS.format(bonus=words.signed(gain.bonus), **facts))
    cotes = {"rank": place, "reference": texts.plain(gain.reference), "own": texts.plain(line.old)}
    if gain.reference == line.old:
        return [*found, words.PJ_SAME.format(**cotes)]
    share, limit = (words.UP, event.highest) if gain.reference > line.old else (words.DOWN, event.lowest)
    limited = words.LIMITED.format(raw=words.signed(gain.raw), most=texts.rounded(limit).replace("-", "−"))
    pj, limited = words.signed(gain.pj), limited if gain.pj != gain.raw else ""
    return [*found, words.PJ.format(pj=pj, share=share, limit=limited, **cotes)]


_LETTERS = 40  # of a name in the table of a letter


# Letters


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
    body = words.REFUSED_LETTER.format(file=legible(name), refusal=verdict.file.refusal, **facts)
    return draft(address, words.REFUSED_SUBJECT.format(**facts), body, {})


def _letter(
    publication: Publication, verdict: Verdict, asked: Mapping[tuple[str, str], Question], report: bytes, *, again: bool
) -> bytes:
    """`asked`: open questions by licence and name, as compared; `again`: its cotes have been published before."""
    played, counted = verdict.file.tournament, verdict.counted
    dates = words.dates(f"{played.first:%d/%m/%Y}", f"{played.last:%d/%m/%Y}")
    questions = [*_questions(counted, asked)] or verdict.remarks.questions
    parts = (
        (words.SERIOUS, verdict.remarks.serious),
        (words.QUESTIONS, questions),
        (words.STARTED, list(_started(counted))),
        (words.MISSPELT, list(_differences(counted))),
    )
    facts = {
        "title": played.title, "where": f", {played.where}" if played.where else "", "dates": dates,
        "day": f"{publication.day:%d/%m/%Y}", "n": counted.ratings.event.registered,
        "participants": len(counted.ratings.lines), "category": counted.ratings.event.category,
    }  # fmt: skip
    body = words.LETTER.format(
        organiser=f" {played.organiser}" if played.organiser else "",
        news=(words.CORRECTED_NEWS if again else words.NEWS).format(**facts), cotes=_cotes(counted),
        body="".join(
            "".join((title, "\n", *(f"- {sentence}\n" for sentence in sentences), "\n"))
            for title, sentences in parts if sentences
        ),
    )  # fmt: skip
    attachments = {words.REPORT_NAME: report, words.COTES_NAME: french_csv([words.COTES_COLUMNS, *_rows(counted)])}
    subject = words.CORRECTED_SUBJECT if again else words.SUBJECT
    return draft(played.email, subject.format(**facts), body, attachments)


def _questions(counted: Counted, asked: Mapping[tuple[str, str], Question]) -> Iterator[str]:
    """The open questions about his players: whom the federation could not tell."""
    for entrant in counted.file.tournament.entrants:
        if question := asked.get((licence_key(entrant.licence), name_key(entrant.full_name))):
            licence = f" ({entrant.licence})" if entrant.licence else ""
            known = f" {words.KNOWN.format(found=' ; '.join(question.candidates))}" if question.candidates else ""
            yield f"{entrant.full_name}{licence} : {question.sentence}{known} {words.ASKED}"


def _differences(counted: Counted) -> Iterator[str]:
    """Names and licences of the workbook that are not those of the list."""
    for entrant in counted.file.tournament.participants:
        account = counted.accounts[entrant.number]
        same = licence_key(account.licence) in ("", licence_key(entrant.licence))
        if not account.guest and not (same and name_key(entrant.full_name) == name_key(account.full_name)):
            yield words.LISTED_AS.format(
                name=entrant.full_name, typed=entrant.licence or words.NO_LICENCE, listed=account.full_name,
                licence=account.licence or words.NO_LICENCE,
            )  # fmt: skip


def _started(counted: Counted) -> Iterator[str]:
    """Who started from another cote than in the workbook (R12)."""
    used = {entrant.number: entrant.cote for entrant in counted.file.tournament.participants}
    for line in counted.ratings.lines:
        if line.old != Fraction(typed := used[line.player.number]):
            facts = {"name": line.player.full_name, "start": texts.plain(line.old)}
            yield words.STARTED_FROM.format(**facts, typed=texts.plain(Fraction(typed)))


def _rows(counted: Counted) -> Iterator[list[Cell]]:
    """Names and licences as the federation has them; nothing is said of the cote of somebody in doubt."""
    for line in counted.ratings.lines:
        who, gain = counted.accounts[line.player.number], line.gain
        points = (line.old, Fraction(gain.pe), Fraction(gain.bonus), Fraction(gain.pj), line.new)
        numbers: list[Cell] = [one.numerator if one.denominator == 1 else float(one) for one in points]
        end: list[Cell] = [words.IN_DOUBT, ""] if who.guest else [numbers[-1], line.series]
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

"""The ranking as pages, a folder to upload as it stands: one page to sort, search and print, one a player, one a
tournament, one for what is corrected, one for each ranking of before; made as `publish` makes its own. What a place
brought stands there in words, each with its rule (R5 to R7). Same publication, same bytes.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

from markupsafe import Markup

from tournament_xl.core.normalization import normalize
from tournament_xl.federation.identity.people import Account
from tournament_xl.federation.ranking.analysis import propose
from tournament_xl.federation.ranking.build import Publication, RankingLine, Verdict
from tournament_xl.federation.ranking.corrections import numbered, numbered_roots
from tournament_xl.federation.ranking.history import Ranking
from tournament_xl.federation.ranking.ledger import Movement
from tournament_xl.games.scrabble.input_sheets import read_result
from tournament_xl.games.scrabble.rules.rating import TH, Event, Rating, to_nearest
from tournament_xl.messages import federation as texts
from tournament_xl.messages import federation_pages as words
from tournament_xl.messages.names import ordinal
from tournament_xl.messages.publication import ANONYMOUS, WORDS
from tournament_xl.publication.pages import STYLE, environment, state_script
from tournament_xl.workbook.csv_text import french_csv

_PAGES = Path(__file__).parent / "pages"
_MOST_MOVERS = 10
_FIRST_SHOWN = 300  # rows of a ranking that browsers lay out; the others when they are wanted
_MOST_ENTRIES = 40
_LONGEST = 60  # letters of a page's name
_EVENT = Markup('{day} · <a href="tournoi-{number}.html">{title}</a>')  # made once for all its games
_WIDE, _HIGH, _EDGE = 640, 180, 34  # pixels of the drawing of a player's cote
_SERIES = "Série"
_GROUPS = ("Nationalité", "Fédération", "Catégorie")  # columns of the list


def files_of(publication: Publication, *, pdf: bool = False) -> dict[str, bytes]:
    """Path in the folder -> content, for `publication.pages.write`. `pdf`: whether the ranking as PDF is put beside."""
    site = _Site(publication)
    inside = {"style.css": STYLE.read_bytes(), "classement.js": (_PAGES / "classement.js").read_bytes()}
    for account, moves in site.moves.items():
        if account in site.links:
            inside[site.links[account]] = site.page("federation_joueur.html", "", "../", **site.player(account, moves))
    for verdict in publication.counted:
        inside[f"tournoi-{verdict.number}.html"] = site.page(
            "federation_tournoi.html", "", "../", **site.tournament(verdict)
        )
    if publication.corrected_players:
        inside[words.CORRECTIONS_PAGE] = site.page("federation_corrections.html", "", "../", **site.corrections())
    for ranking in publication.history.rankings[:-1]:
        inside[words.ARCHIVE_PAGE.format(day=ranking.day)] = site.page(
            "federation_archive.html", "", "../", day=ranking.day, lines=site.archived(ranking)
        )
    shown = site.ranking() | {"downloads": [words.CSV_NAME, *([words.PDF_NAME] if pdf else [])]}
    digest = hashlib.sha256(b"".join(inside[name] for name in sorted(inside)))
    digest.update(site.page("federation.html", "", "", state="", **shown))
    name = f"etat-{digest.hexdigest()[:12]}"
    found = {f"{name}/{file}": content for file, content in inside.items()}
    found[words.CSV_NAME] = french_csv([words.CSV_COLUMNS, *map(_csv_row, site.lines.values())])
    found["index.html"] = site.page("federation.html", f"{name}/", "", state=name, **shown)
    return found | state_script(name)


def _csv_row(line: Mapping[str, Any]) -> list[Any]:
    """A line of the ranking as everybody may have it: without licence."""
    change, groups = line["change"], (line[name] for name in _GROUPS)
    cotes = [_number(line["cote"]), line["series"], None if change is None else _number(change)]
    return [line["place"], line["move"], line["name"], line["club"], *groups, *cotes, line["tournaments"]]


def _number(cote: Fraction) -> int | float:
    return cote.numerator if cote.denominator == 1 else float(cote)


def reports(publication: Publication, verdicts: Iterable[Verdict]) -> Iterator[bytes]:
    """The page of each of these tournaments, so that it stands alone and can be sent."""
    site, style = _Site(publication, linked=False), STYLE.read_text("utf-8")
    for verdict in verdicts:
        yield site.page("federation_tournoi.html", "", "", alone=style, **site.tournament(verdict))


Shown = dict[str, Any]  # what a page's template takes; of rows by the thousand it takes tuples, which cost it least
Game = tuple[str, int, int]  # its tournament as a link, own points, the other's


class _Brought(NamedTuple):
    """What a tournament brought to a player, for its page and for his."""

    pe: str
    bonus: str
    pj: str
    way: str  # "up", "down" or ""
    total: str
    why: list[str]


class _Site:
    """A publication as the templates want it."""

    def __init__(self, publication: Publication, *, linked: bool = True) -> None:
        self.publication = publication
        self.moves: dict[Account, list[Movement]] = defaultdict(list)
        for line in publication.ranking:
            self.moves[line.account] = []
        for one in publication.movements:
            self.moves[one.account].append(one)
        self.numbers = {id(verdict.counted): verdict.number for verdict in publication.counted}
        self.anonymous = publication.anonymous
        self.brought = {
            (one.file.sha256, line.player.number): _brought(line, one.ratings.event)
            for verdict in publication.counted for one in [verdict.counted] for line in one.ratings.lines
        }  # fmt: skip
        self.links = dict(self._links()) if linked else {}
        self.duels = _duels(publication) if linked else {}
        self.lines = {line.account: self._line(line) for line in publication.ranking}
        self.order = {account: account.order for account in publication.accounts}
        self._words = SimpleNamespace(**WORDS | words.WORDS)
        self._environment = environment(_PAGES)
        self._environment.filters |= {"signed_cote": words.signed, "plain": words.grouped}

    def name(self, account: Account, number: int = 0) -> str:
        """What pages call somebody: who is Anonyme in one tournament is so on all of them, with his N° in a
        tournament as on its organiser's own pages.
        """
        if account not in self.anonymous:
            return account.full_name
        return ANONYMOUS.format(number=number) if number else words.ANONYMOUS

    def page(self, template: str, here: str, up: str, **more: object) -> bytes:
        season = self.publication.season.name
        site = {
            "title": texts.TITLE.format(day=self.publication.day).replace(" :", "\u00a0:"), "game": "scrabble",
            "dates": texts.RANKED_SEASON.format(season=season),
        }  # fmt: skip
        more |= {"desk": self.publication.history.desk}
        values = {"t": self._words, "here": here, "up": up, "f": site, "alone": "", "state": ""}
        found: str = self._environment.get_template(template).render(values | more)
        return found.encode()

    def ranking(self) -> Shown:
        lines, since = list(self.lines.values()), self.publication.since
        up = sorted((one for one in lines if (one["change"] or 0) > 0), key=lambda one: (-one["change"], one["order"]))
        down = sorted((one for one in lines if (one["change"] or 0) < 0), key=lambda one: (one["change"], one["order"]))
        choices = [(name, sorted({line[name] for line in lines} - {""})) for name in _GROUPS]
        tournaments = [self._tournament(verdict) for verdict in reversed(self.publication.counted)]
        return {
            "lines": lines, "first_shown": _FIRST_SHOWN,
            "filled": {key for one in lines + tournaments for key, value in one.items() if value not in ("", None)},
            "choices": [(_SERIES, list(dict.fromkeys(line["series"] for line in lines))),
                        *((name, values) for name, values in choices if len(values) > 1)],
            "since": texts.SINCE_DAY.format(day=since) if since else texts.SINCE_LIST,
            "movers": [(words.WORDS["up"], up[:_MOST_MOVERS]), (words.WORDS["down"], down[:_MOST_MOVERS])],
            "entries": [one for one in lines if one["new"]][:_MOST_ENTRIES] if since else [],
            "groups": [(name, list(_group(name, lines))) for name in (*_GROUPS, _SERIES)],
            "corrections": words.CORRECTIONS_PAGE if self.publication.corrected_players else "",
            "archive": [(one.day, words.ARCHIVE_PAGE.format(day=one.day))
                        for one in reversed(self.publication.history.rankings[:-1])],
            "thresholds": propose([line.cote for line in self.publication.ranking], self.publication.season),
            "tournaments": tournaments,
        }  # fmt: skip

    def player(self, account: Account, moves: Sequence[Movement]) -> Shown:
        seasons: dict[str, list[tuple[object, ...]]] = defaultdict(list)
        for one in reversed(moves):
            seasons[self.publication.calendar.on(one.day).name].append(self._movement(one))
        return {
            "who": account, "listed": account.listed, "line": self.lines.get(account), "seasons": seasons,
            "drawing": _drawing(list(_points(moves))), "name": self.name(account),
            "duels": [
                (self.name(other), self.links.get(other, ""), *_duel(games), games)
                for other, games in sorted(
                    self.duels.get(account, {}).items(), key=lambda one: (-len(one[1]), self.order[one[0]])
                )
            ],
        }  # fmt: skip

    def text(self, sentence: str) -> str:
        """A sentence without the names of those who want to be anonymous."""
        for account in self.anonymous:
            for one in account.known.values():
                written = re.escape(f"{one.name} {one.first_name}".strip())
                sentence = re.sub(rf"{written}( \([^)]{{0,80}}\))?", self.name(account), sentence)
        return sentence

    def corrections(self) -> Shown:
        """What corrections come from, each once, then the players: their causes by number and place."""
        there = {account.key: account for account in self.publication.accounts}
        numbers = numbered(self.publication.corrected_players)

        def cote(value: Fraction | str) -> str:
            return self.text(value) if isinstance(value, str) else words.grouped(value)

        return {
            "causes": [self.text(root.text) for root in numbers],
            "found": [
                {"one": one, "name": self.name(there[one.key]) if one.key in there else self.text(one.name),
                 "link": self.links.get(there[one.key], "") if one.key in there else "",
                 "now": cote(one.shown), "in_words": one.now is None,
                 "causes": list(map(self.text, numbered_roots(one, numbers))),
                 "details": [(detail, *map(cote, detail.shown(one.key)), self.text(detail.cause))
                             for detail in one.details]}
                for one in self.publication.corrected_players
            ],
        }  # fmt: skip

    def archived(self, ranking: Ranking) -> list[Shown]:
        there = {account.key: account for account in self.publication.accounts}
        return [
            {"line": line, "name": self.name(there[line.key]) if line.key in there else line.name,
             "club": "" if there.get(line.key) in self.anonymous else line.club}
            for line in ranking.lines
        ]  # fmt: skip

    def tournament(self, verdict: Verdict) -> Shown:
        counted = verdict.counted
        event = counted.ratings.event
        rows = [
            (line.place, self.name(who, line.player.number), self.links.get(who, ""), line.rank,
             words.grouped(line.old), *self.brought[verdict.file.sha256, line.player.number], who.guest,
             words.grouped(line.new), line.series)
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
        for account in (one for one in self.publication.accounts if one in self.moves.keys() - self.anonymous):
            name = re.sub("[^a-z0-9]+", "-", normalize(account.full_name))[:_LONGEST].strip("-") or "sans-nom"
            times[name] += 1
            yield account, f"joueur-{name}{f'-{times[name]}' if times[name] > 1 else ''}.html"

    def _line(self, line: RankingLine) -> Shown:
        account = line.account
        return {
            "place": line.place, "move": line.move, "new": line.place_before is None, "name": self.name(account),
            "order": account.order, "link": self.links.get(account, ""),
            "club": "" if account in self.anonymous else account.club, "cote": line.cote,
            "series": line.series, _SERIES: line.series, "change": line.change, "tournaments": account.tournaments,
            "last": account.last, **{name: account.listed.get(name, "") for name in _GROUPS},
        }  # fmt: skip

    def _movement(self, one: Movement) -> tuple[object, ...]:
        counted, line, more = one.counted, one.rating, one.change or 0
        way, change = "up" if more > 0 else "down" if more < 0 else "", words.signed(one.change)
        brought = self.brought[one.sha256, one.number] if line else _Brought("", "", "", way, change, [])
        return (
            f"{one.day:%d/%m/%y}", one.kind, self.text(one.reason), self.numbers.get(id(counted)),
            ordinal(line.place) if line else "", len(counted.ratings.lines) if counted else None, *brought,
            words.grouped(one.after),
        )  # fmt: skip

    def _tournament(self, verdict: Verdict) -> Shown:
        played, counted = verdict.file.tournament, verdict.counted
        lines = counted.ratings.lines
        return {
            "title": played.title or verdict.file.name, "where": played.where, "last": played.last,
            "dates": words.dates(f"{played.first:%d/%m/%Y}", f"{played.last:%d/%m/%Y}"), "kind": played.kind or TH,
            "participants": len(lines), "link": f"tournoi-{verdict.number}.html",
            "first": self.name(counted.accounts[lines[0].player.number], lines[0].player.number) if lines else "",
        }  # fmt: skip


def _duels(publication: Publication) -> dict[Account, dict[Account, list[Game]]]:
    """Whom each player has met, game by game; forfeits, X and players in doubt left out."""
    found: dict[Account, dict[Account, list[Game]]] = defaultdict(lambda: defaultdict(list))
    for verdict in publication.counted:
        played, accounts = verdict.file.tournament, verdict.counted.accounts
        event = _EVENT.format(day=f"{played.last:%d/%m/%Y}", number=verdict.number, title=played.title)
        for result in played.results:
            match = read_result(result.partition(":")[2])
            if not match or match.forfeits:
                continue
            one, two = map(accounts.get, match.sides)
            if one and two and not one.guest and not two.guest:
                for mine, his in match.games:
                    found[one][two].append((event, mine, his))
                    found[two][one].append((event, his, mine))
    return found


def _duel(games: Sequence[Game]) -> tuple[int, int, int, int]:
    """How many games two have played, and how many of them one has won, drawn and lost."""
    won, lost = sum(own > his for _, own, his in games), sum(own < his for _, own, his in games)
    return len(games), won, len(games) - won - lost, lost


def _group(name: str, lines: Iterable[Shown]) -> Iterator[Shown]:
    """The values of a column with their players, most first."""
    by: dict[str, list[Shown]] = defaultdict(list)
    for line in lines:
        by[line[name]].append(line)
    for value, found in sorted(by.items(), key=lambda item: (-len(item[1]), item[0])):
        if value:
            mean = to_nearest(sum((line["cote"] for line in found), Fraction()) / len(found))
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


def elsewhere(line: Rating) -> Fraction:
    """What else changed a cote between the first day of a tournament and its end (R12)."""
    return line.new - line.old - line.gain.total


def _brought(line: Rating, event: Event) -> _Brought:
    gain, total = line.gain, line.gain.total
    pe, bonus, pj, change = map(words.signed, (gain.pe, gain.bonus, gain.pj, total))
    return _Brought(pe, bonus, pj, "up" if total > 0 else "down" if total < 0 else "", change, why(line, event))


def why(line: Rating, event: Event) -> list[str]:
    """PE (R5), B (R6) if there is any, PJ (R7), what else counted meanwhile (R12): a sentence each."""
    gain, place = line.gain, ordinal(line.place)
    found = [words.PE.format(pe=words.signed(gain.pe), place=place, registered=event.registered)]
    if gain.bonus:
        facts = {"place": place, "category": event.category, "value": event.value}
        found.append(words.BONUS.format(bonus=words.signed(gain.bonus), **facts))
    cotes = {"rank": place, "reference": texts.plain(gain.reference), "own": texts.plain(line.old)}
    end = [words.ELSEWHERE.format(points=words.signed(more))] if (more := elsewhere(line)) else []
    if gain.reference == line.old:
        return [*found, words.PJ_SAME.format(**cotes), *end]
    share, limit = (words.UP, event.highest) if gain.reference > line.old else (words.DOWN, event.lowest)
    limited = words.LIMITED.format(raw=words.signed(gain.raw), most=texts.rounded(limit).replace("-", "−"))
    pj, limited = words.signed(gain.pj), limited if gain.pj != gain.raw else ""
    return [*found, words.PJ.format(pj=pj, share=share, limit=limited, **cotes), *end]

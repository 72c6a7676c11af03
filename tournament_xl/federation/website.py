"""The ranking as pages: one to sort, search and print, one a player, one a tournament; made as `publish` makes its own.
What a place brought stands there in words, each with its rule (R5 to R7).

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

from tournament_xl.federation.build import Line, Publication, Verdict
from tournament_xl.federation.ledger import Movement
from tournament_xl.federation.register import Account
from tournament_xl.folding import fold
from tournament_xl.publish.pages import STYLE, environment, state_script
from tournament_xl.rules.scrabble.rating import TH, Event, Rating, series_of
from tournament_xl.texts import federation as texts
from tournament_xl.texts import federation_pages as words
from tournament_xl.texts.publish import WORDS

_PAGES = Path(__file__).parent / "pages"
_MOST_MOVERS = 10
_MOST_ENTRIES = 40
_LONGEST = 60  # letters of a page's name
_WIDE, _HIGH, _EDGE = 640, 180, 34  # pixels of the drawing of a player's cote
_GROUPS = ("Nationalité", "Fédération", "Catégorie")  # columns of the list


def files_of(publication: Publication) -> dict[str, bytes]:
    """Path in the folder -> content, for `publish.write.write`."""
    site = _Site(publication)
    inside = {"style.css": STYLE.read_bytes(), "classement.js": (_PAGES / "classement.js").read_bytes()}
    for account, moves in site.moves.items():
        if account in site.links:
            inside[site.links[account]] = site.page("federation_joueur.html", "", "../", **site.player(account, moves))
    for verdict in publication.counted:
        inside[f"tournoi-{verdict.number}.html"] = site.page(
            "federation_tournoi.html", "", "../", **site.tournament(verdict)
        )
    digest = hashlib.sha256(b"".join(inside[name] for name in sorted(inside)))
    digest.update(site.page("federation.html", "", "", state="", **site.ranking()))
    name = f"etat-{digest.hexdigest()[:12]}"
    found = {f"{name}/{file}": content for file, content in inside.items()}
    found["index.html"] = site.page("federation.html", f"{name}/", "", state=name, **site.ranking())
    return found | state_script(name)


def reports(publication: Publication, verdicts: Iterable[Verdict]) -> Iterator[bytes]:
    """The page of each of these tournaments, so that it stands alone and can be sent."""
    site, style = _Site(publication, linked=False), STYLE.read_text("utf-8")
    for verdict in verdicts:
        yield site.page("federation_tournoi.html", "", "", alone=style, **site.tournament(verdict))


class _Site:
    """A publication as the templates want it."""

    def __init__(self, publication: Publication, *, linked: bool = True) -> None:
        self.publication = publication
        self.moves: dict[Account, list[Movement]] = defaultdict(list)
        for line in publication.ranking:
            self.moves[line.account] = []
        for one in publication.movements:
            self.moves[one.account].append(one)
        self.lines = {line.account: line for line in publication.ranking}
        self.numbers = {id(verdict.counted): verdict.number for verdict in publication.counted}
        self.links = dict(self._links()) if linked else {}

    def page(self, template: str, here: str, up: str, **more: Any) -> bytes:
        day, season = self.publication.day, self.publication.season.name
        site = {
            "title": texts.TITLE.format(day=day),
            "game": "scrabble",
            "dates": texts.RANKED_SEASON.format(season=season),
        }
        values = {
            "t": {**WORDS, **words.WORDS}, "here": here, "up": up, "f": site, "day": day, "season": season,
            "alone": "", "state": "", "signed": words.signed, "plain": texts.plain,
        }  # fmt: skip
        found: str = environment(_PAGES).get_template(template).render(values | more)
        return found.encode()

    def ranking(self) -> dict[str, Any]:
        ranked, since = self.publication.ranking, self.publication.since
        changes = [(line.cote - line.cote_before, line) for line in ranked if line.cote_before is not None]
        up = sorted((one for one in changes if one[0] > 0), key=lambda one: (-one[0], one[1].account.order))
        down = sorted((one for one in changes if one[0] < 0), key=lambda one: (one[0], one[1].account.order))
        entries = [line for line in ranked if line.place_before is None] if since else []
        return {
            "lines": [self._line(line) for line in ranked],
            "choices": self._choices(ranked),
            "since": texts.SINCE_DAY.format(day=since) if since else texts.SINCE_LIST,
            "movers": [(words.WORDS[name], [(change, self._line(line)) for change, line in found[:_MOST_MOVERS]])
                       for name, found in (("up", up), ("down", down))],
            "entries": [self._line(line) for line in entries[:_MOST_ENTRIES]],
            "groups": [(name, list(self._group(name))) for name in (*_GROUPS, "Série")],
            "corrections": [
                {"day": one.day, "name": one.one.name, "reason": one.one.reason, "cause": one.cause,
                 "was": one.published and one.published.after, "now": one.now and one.now.after}
                for one in self.publication.corrections
            ],
            "tournaments": [self._tournament(verdict) for verdict in reversed(self.publication.counted)],
        }  # fmt: skip

    def player(self, account: Account, moves: Sequence[Movement]) -> dict[str, Any]:
        calendar = self.publication.calendar
        seasons: dict[str, list[dict[str, Any]]] = defaultdict(list)
        for one in reversed(moves):
            seasons[calendar.on(one.day).name].append(self._movement(one))
        line = self.lines.get(account)
        shown = self._line(line) if line else None
        return {
            "who": account, "listed": account.listed, "line": shown, "seasons": dict(seasons),
            "drawing": _drawing(list(_points(moves))),
        }  # fmt: skip

    def tournament(self, verdict: Verdict) -> dict[str, Any]:
        counted = verdict.counted
        assert counted and counted.file.played
        event = counted.ratings.event
        rows = [
            {
                "place": line.place, "name": who.full_name, "guest": who.guest, "rank": line.rank, "old": line.old,
                "gain": line.gain,
                "new": line.new, "series": line.series, "why": why(line, event), "change": line.gain.total,
                "link": self.links.get(who, ""),
            }
            for line in counted.ratings.lines
            for who in [counted.accounts[line.player.number]]
        ]  # fmt: skip
        fields = words.WORDS["fields"].format(
            category=event.category, value=event.value, coefficient=texts.plain(event.coefficient),
            jokers=texts.rounded(event.jokers), lowest=texts.rounded(event.lowest).replace("-", "−"),
            highest=texts.rounded(event.highest),
        )  # fmt: skip
        return {"one": self._tournament(verdict), "rows": rows, "fields": fields, "registered": event.registered}

    def _links(self) -> Iterator[tuple[Account, str]]:
        """Everybody who is ranked or has moved, with a page of his own name; guests have none. Licences are private."""
        times: Counter[str] = Counter()
        for account in (one for one in self.publication.accounts if one in self.moves):
            name = re.sub("[^a-z0-9]+", "-", fold(account.full_name))[:_LONGEST].strip("-") or "sans-nom"
            times[name] += 1
            yield account, f"joueur-{name}{f'-{times[name]}' if times[name] > 1 else ''}.html"

    def _line(self, line: Line) -> dict[str, Any]:
        account = line.account
        change = None if line.cote_before is None else line.cote - line.cote_before
        return {
            "place": line.place, "move": move_text(line), "name": account.full_name,
            "link": self.links.get(account, ""), "club": account.club, "cote": line.cote, "series": line.series,
            "change": change, "before": line.cote_before, "tournaments": account.tournaments, "last": account.last,
            **{name: account.listed.get(name, "") for name in _GROUPS}, "Série": line.series,
        }  # fmt: skip

    def _choices(self, ranked: Sequence[Line]) -> list[tuple[str, list[str]]]:
        found = []
        for name in _GROUPS:
            values = sorted({line.account.listed.get(name, "") for line in ranked} - {""})
            found += [(name, values)] if len(values) > 1 else []
        return [("Série", list(dict.fromkeys(line.series for line in ranked))), *found]

    def _group(self, name: str) -> Iterator[dict[str, Any]]:
        """The values of a column with their players, most first."""
        by: dict[str, list[dict[str, Any]]] = defaultdict(list)
        for line in map(self._line, self.publication.ranking):
            by[line[name]].append(line)
        for value, lines in sorted(by.items(), key=lambda item: (-len(item[1]), item[0])):
            if value:
                mean = round(sum((line["cote"] for line in lines), Fraction()) / len(lines))
                yield {"value": value, "number": len(lines), "mean": mean, "best": lines[0]}

    def _movement(self, one: Movement) -> dict[str, Any]:
        counted, line = one.counted, one.rating
        return {
            "day": one.day, "kind": one.kind, "reason": one.reason, "number": self.numbers.get(id(counted)),
            "place": line.place if line else None, "field": len(counted.ratings.lines) if counted else None,
            "change": one.change, "after": one.after, "gain": line.gain if line else None,
            "why": why(line, counted.ratings.event) if line and counted else [],
            "series": series_of(one.after, self.publication.calendar.on(one.day)),
        }  # fmt: skip

    def _tournament(self, verdict: Verdict) -> dict[str, Any]:
        played, counted = verdict.file.played, verdict.counted
        assert played and counted
        first = counted.ratings.lines[0].player.number if counted.ratings.lines else 0
        return {
            "number": verdict.number, "title": played.title or verdict.file.name, "where": played.where,
            "dates": words.dates(f"{played.first:%d/%m/%Y}", f"{played.last:%d/%m/%Y}"), "last": played.last,
            "kind": played.kind or TH, "participants": len(counted.ratings.lines),
            "first": counted.accounts[first].full_name if first else "",
            "link": f"tournoi-{verdict.number}.html",
        }  # fmt: skip


def move_text(line: Line) -> str:
    """The column ±: "▲3", "▼2", "=", "N"."""
    if line.place_before is None:
        return texts.NOT_RANKED_BEFORE
    moved = line.place_before - line.place
    return f"▲{moved}" if moved > 0 else f"▼{-moved}" if moved else "="


def _points(moves: Sequence[Movement]) -> Iterator[tuple[date, Fraction]]:
    """Days and cotes, from the one before the first movement."""
    if moves and moves[0].before is not None:
        yield moves[0].day - timedelta(days=1), moves[0].before
    yield from ((one.day, one.after) for one in moves)


def _drawing(points: Sequence[tuple[date, Fraction]]) -> Mapping[str, Any] | None:
    """A line of cotes over days; None for fewer than two."""
    if len(points) < 2:
        return None
    days, cotes = [day for day, _ in points], [cote for _, cote in points]
    wide, high = max((days[-1] - days[0]).days, 1), max(max(cotes) - min(cotes), Fraction(1))
    dots = [
        (
            _EDGE + (day - days[0]).days * (_WIDE - 2 * _EDGE) // wide,
            int(_EDGE + (max(cotes) - cote) * (_HIGH - 2 * _EDGE) / high),
        )
        for day, cote in points
    ]
    marks = {dots[at]: cotes[at] for at in (0, cotes.index(max(cotes)), cotes.index(min(cotes)), len(cotes) - 1)}
    return {
        "points": " ".join(f"{x},{y}" for x, y in dots), "marks": marks, "width": _WIDE, "height": _HIGH,
        "from": days[0], "to": days[-1],
    }  # fmt: skip


def why(line: Rating, event: Event) -> list[str]:
    """PE (R5), B (R6) if there is any, PJ (R7): a sentence each."""
    gain = line.gain
    found = [
        words.pe_text(gain.pe, line.place, event.registered),
        words.bonus_text(gain.bonus, line.place, event.category, event.value),
        words.pj_text(gain.pj, gain.raw, line.place, gain.reference, line.old, (event.lowest, event.highest)),
    ]
    return [sentence for sentence in found if sentence]

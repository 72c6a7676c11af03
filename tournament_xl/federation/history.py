"""What a publication carries for the next one: all that it was made of, and every cote that it published.

Rows of the very hidden sheet Mémoire: what the row is, then JSON in as many cells as it needs. The next build starts
from there, so a season built month by month and one built at once are the same build.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import Any

from tournament_xl.federation.entries import Adjustment
from tournament_xl.federation.facts import Entrant, File, Played, played
from tournament_xl.federation.ledger import LaterList, Movement, Places
from tournament_xl.record import record

FORMAT = 1
_LETTERS = 16_000  # of a cell
_LINES = 100  # of a list, or movements, in a row
_CHANGING = ("Cote", "Dernier tournoi", "Coefficient classique")  # of a list: our own publication changes them
_ENTRANT = tuple(Entrant.__record__)  # type: ignore[attr-defined]


@record
class Published:
    """A movement as it was published."""

    day: date
    kind: str  # of texts.federation, as `Movement`
    reason: str
    sha256: str  # of the tournament's file; "" without
    number: int  # N° in it; for others how many of this day, kind and player came before
    key: str  # of the account
    name: str
    licence: str
    start: Fraction | None  # C_j
    reference: Fraction | None  # C_i
    before: Fraction | None
    after: Fraction

    @property
    def change(self) -> Fraction | None:
        return None if self.before is None else self.after - self.before

    @property
    def place(self) -> tuple[str | int | date, ...]:
        """What makes it the same movement in another publication."""
        return (self.sha256, self.number) if self.sha256 else (self.day, self.kind, self.key, self.number)


@record
class History:
    """An earlier publication."""

    day: date
    lists: tuple[LaterList, ...]  # the first one is the beginning; each of the others counts from its day on
    files: tuple[File, ...]  # every tournament that was read: counted (`published`), or waiting for its day or answer
    adjustments: tuple[Adjustment, ...]
    decisions: tuple[Mapping[str, str], ...]  # lines of the CSV
    seasons: tuple[str, ...]  # TOML files that were given
    refused: Mapping[str, str]  # SHA-256 -> sentence: told once
    places: Places  # as published
    movements: tuple[Published, ...]


def published(movements: Iterable[Movement]) -> list[Published]:
    """The movements as they are to be published; those of a player in doubt are nobody's."""
    found = []
    times: dict[tuple[date, str, str], int] = {}
    for one in (one for one in movements if not one.account.guest):
        line, account = one.rating, one.account
        sha256 = one.counted.file.sha256 if one.counted else ""
        again = times.setdefault((one.day, one.kind, account.key), 0)
        times[one.day, one.kind, account.key] += 1
        found.append(
            Published(
                one.day, one.kind, one.reason, sha256, line.player.number if line else again, account.key,
                account.full_name, account.licence, line.old if line else None, line.gain.reference if line else None,
                one.before, one.after,
            )
        )  # fmt: skip
    return found


def new_lines(lists: Sequence[LaterList], lines: Iterable[Mapping[str, str]]) -> tuple[Mapping[str, str], ...]:
    """The lines of a list that say anything which none of the earlier lists says, cotes and dates aside."""
    known = {_said(line) for one in lists for line in one.lines}
    return tuple(line for line in lines if _said(line) not in known)


def _said(line: Mapping[str, str]) -> frozenset[tuple[str, str]]:
    return frozenset((key, value) for key, value in line.items() if key not in _CHANGING)


def with_earlier(adjustments: Sequence[Adjustment], earlier: Sequence[Adjustment]) -> list[Adjustment]:
    """The adjustments of both, one that is in both once, by date."""

    def said(one: Adjustment) -> tuple[object, ...]:
        return one.day, one.licence, one.points, one.reason

    left = [said(one) for one in earlier]
    found = list(earlier)
    for one in adjustments:
        if said(one) in left:
            left.remove(said(one))
        else:
            found.append(one)
    return sorted(found, key=lambda one: one.day)


def rows(history: History) -> Iterator[list[str]]:
    """The sheet's rows."""
    yield _row("publication", {"format": FORMAT, "day": history.day.isoformat()})
    for later in history.lists:
        for at in range(0, len(later.lines), _LINES):
            yield _row("liste", {"day": later.day.isoformat(), "lines": list(map(dict, later.lines[at : at + _LINES]))})
    for one in history.adjustments:
        yield _row("ajustement", vars(one) | {"day": one.day.isoformat(), "points": str(one.points)})
    for line in history.decisions:
        yield _row("décision", dict(line))
    for text in history.seasons:
        yield _row("saison", text)
    for file in history.files:
        assert file.played
        since = file.published.isoformat() if file.published else ""
        facts = {"name": file.name, "sha256": file.sha256, "published": since, "played": _compact(file.played)}
        yield _row("tournoi", facts)
    for sha256, sentence in history.refused.items():
        yield _row("écarté", [sha256, sentence])
    for at in range(0, len(everybody := list(history.places.items())), _LINES):
        yield _row("places", [[key, place, _text(cote)] for key, (place, cote) in everybody[at : at + _LINES]])
    for at in range(0, len(history.movements), _LINES):
        yield _row("mouvements", [_values(one) for one in history.movements[at : at + _LINES]])


def history_of(found: Iterable[Sequence[str]]) -> History:
    """The publication of these rows; ValueError, KeyError or TypeError when they are none of ours."""
    data: dict[str, list[Any]] = {}
    for what, *cells in found:
        data.setdefault(what, []).append(json.loads("".join(cells)))
    head = data["publication"][0]
    if head["format"] != FORMAT:
        raise ValueError(f"format {head['format']}")
    lists: dict[str, list[Mapping[str, str]]] = {}
    for part in data.get("liste", ()):
        lists.setdefault(part["day"], []).extend(part["lines"])
    return History(
        date.fromisoformat(head["day"]),
        tuple(LaterList(date.fromisoformat(day), tuple(lines)) for day, lines in lists.items()),
        tuple(map(_file, data.get("tournoi", ()))),
        tuple(map(_adjustment, data.get("ajustement", ()))),
        tuple(data.get("décision", ())),
        tuple(data.get("saison", ())),
        dict(data.get("écarté", ())),
        {key: (place, _cote(cote)) for part in data.get("places", ()) for key, place, cote in part},
        tuple(_published(values) for part in data.get("mouvements", ()) for values in part),
    )


def _row(what: str, facts: Any) -> list[str]:
    text = json.dumps(facts, separators=(",", ":"))
    return [what, *(text[at : at + _LETTERS] for at in range(0, len(text), _LETTERS))]


def _compact(one: Played) -> dict[str, Any]:
    entrants = [[getattr(entrant, name) for name in _ENTRANT] for entrant in one.entrants]
    return one.data() | {"entrants": entrants}


def _file(facts: Mapping[str, Any]) -> File:
    entrants = [dict(zip(_ENTRANT, values, strict=True)) for values in facts["played"]["entrants"]]
    found = played(facts["played"] | {"entrants": entrants})
    since = date.fromisoformat(facts["published"]) if facts["published"] else None
    return File(facts["name"], facts["sha256"], found, published=since)


def _adjustment(facts: Mapping[str, Any]) -> Adjustment:
    values = dict(facts) | {"day": date.fromisoformat(facts["day"]), "points": Fraction(facts["points"])}
    return Adjustment(**values)


def _values(one: Published) -> list[Any]:
    cotes = [_text(cote) for cote in (one.start, one.reference, one.before, one.after)]
    return [one.day.isoformat(), one.kind, one.reason, one.sha256, one.number, one.key, one.name, one.licence, *cotes]


def _published(values: Sequence[Any]) -> Published:
    day, kind, reason, sha256, number, key, name, licence = values[:8]
    start, reference, before, after = map(_cote, values[8:])
    if after is None:
        raise ValueError("a cote is wanted")
    named = (kind, reason, sha256, number, key, name, licence)
    return Published(date.fromisoformat(day), *named, start, reference, before, after)


def _text(cote: Fraction | None) -> str | None:
    return None if cote is None else str(cote)


def _cote(text: str | None) -> Fraction | None:
    return None if text is None else Fraction(text)

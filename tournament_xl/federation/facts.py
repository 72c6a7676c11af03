"""What the federation takes from a workbook: the tournament, its players and their places."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from typing import Any

from tournament_xl.record import record


@record
class Entrant:
    """A registered player, as his tournament's workbook has him."""

    number: int  # N° in the tournament
    name: str
    first_name: str
    licence: str  # as typed
    club: str
    series: str  # Série duplicate as typed
    cote: str  # the starting cote that the workbook used, PL or PL*, in digits
    place: int | None  # x among the participants (R7); None for a player without a match of his own

    @property
    def full_name(self) -> str:
        return f"{self.name} {self.first_name}".strip()


@record
class Played:
    """A finished tournament."""

    title: str  # the setting Nom
    where: str  # the setting Lieu
    first: date  # Date de début
    last: date  # Date de fin
    formula: str
    kind: str  # Type d'épreuve, "" for TH
    season: str  # the setting Saison, "" when empty
    games: int  # rounds, the Open's final excluded (R7)
    entrants: tuple[Entrant, ...]
    results: tuple[str, ...]  # per match "round:N°:N° or X:games:forfeits"; round 0: the deciding game of an Open
    draw: str  # digest of the line of the Journal that drew round 1: versions of a workbook have the same; "" without
    organiser: str  # the setting Organisateur
    email: str  # his address, "" when the workbook has none
    serious: tuple[str, ...]  # French sentences: changed by hand, or standings that do not follow
    details: tuple[str, ...]  # French sentences: what else the check found, what was ignored

    @property
    def participants(self) -> list[Entrant]:
        """The players whom the tournament counts for (R7)."""
        return [entrant for entrant in self.entrants if entrant.place is not None]

    def data(self) -> dict[str, Any]:
        """The tournament as JSON values."""
        days = {"first": self.first.isoformat(), "last": self.last.isoformat()}
        return vars(self) | days | {"entrants": list(map(vars, self.entrants))}


def played(data: dict[str, Any]) -> Played:
    """The tournament from what `Played.data` gave; KeyError, TypeError or ValueError when it is something else."""
    values = dict(data)
    values |= {name: date.fromisoformat(values[name]) for name in ("first", "last")}
    values["entrants"] = tuple(Entrant(**entrant) for entrant in values["entrants"])
    values |= {name: tuple(map(str, values[name])) for name in ("results", "serious", "details")}
    found = Played(**values)
    texts = [found.title, found.where, found.formula, found.kind, found.season, found.draw]
    texts += [found.organiser, found.email]
    for entrant in found.entrants:
        Fraction(entrant.cote)
        texts += [entrant.name, entrant.first_name, entrant.licence, entrant.club, entrant.series]
        if type(entrant.number) is not int or type(entrant.place) not in (int, type(None)):
            raise TypeError("a number is wanted")
    if not all(isinstance(text, str) for text in texts) or type(found.games) is not int:
        raise TypeError("a text is wanted")
    return found


@record
class Remarks:
    """What is to be said of a tournament, French sentences by weight."""

    serious: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()
    details: tuple[str, ...] = ()

    @property
    def every(self) -> tuple[str, ...]:
        return self.serious + self.questions + self.details


@record
class File:
    """A file of the folder and what came of reading it."""

    name: str  # path from the folder, with slashes
    sha256: str  # of its bytes; "" when it was not read
    played: Played | None  # the tournament; None when the file is left out
    refusal: str = ""  # why it is left out, a French sentence
    sender: tuple[str, str, str] = ("", "", "")  # of a file that is refused: title, organiser, address
    published: date | None = None  # day of the first publication that counted it; None: no earlier one did
    instead: str = ""  # SHA-256 of the version that counts in its place
    waits: bool = False  # it ends after the day of the ranking
    repeats: str = ""  # SHA-256 of the file that holds the same tournament and is looked at in its place

    @property
    def order(self) -> tuple[date, date, str, str]:
        """The order of R12: end date, start date, Nom, SHA-256. Only for a file with a tournament."""
        assert self.played
        return self.played.last, self.played.first, self.played.title, self.sha256

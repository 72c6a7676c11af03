"""What the federation takes from a workbook: the tournament, its players and their places; what became of the file."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from tournament_xl.messages import federation as texts


@dataclass(frozen=True, slots=True)
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
    anonymous: bool = False  # Joueurs has a column Anonyme that says so: pages do not name him

    @property
    def full_name(self) -> str:
        return f"{self.name} {self.first_name}".strip()


@dataclass(frozen=True, slots=True)
class Played:
    """A finished tournament."""

    title: str  # the setting Nom
    where: str  # the setting Lieu
    first: date  # Date de début
    last: date  # Date de fin
    formula: str
    kind: str  # Type d'épreuve, "" for TH
    season: str  # the setting Saison, "" when empty
    games: int  # that count for PJmax (R7)
    entrants: tuple[Entrant, ...]
    results: tuple[str, ...]  # "1:3-5:451/407", "2:3-X", "3:3-7:F1": round, then as Mémoire; 0: an Open's decider
    draw: str  # chain of the line of Mémoire that drew round 1, the same in all versions of a workbook; "" without
    organiser: str  # the setting Organisateur
    email: str  # his address, "" when the workbook has none
    serious: tuple[str, ...]  # French sentences: changed by hand, or standings that do not follow
    details: tuple[str, ...]  # French sentences: what else the check found

    @property
    def participants(self) -> list[Entrant]:
        """The players whom the tournament counts for (R7)."""
        return [entrant for entrant in self.entrants if entrant.place is not None]


@dataclass(frozen=True, slots=True)
class Remarks:
    """What is to be said of a tournament, French sentences by weight."""

    serious: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()
    details: tuple[str, ...] = ()

    @property
    def every(self) -> tuple[str, ...]:
        return self.serious + self.questions + self.details


@dataclass(frozen=True, slots=True)
class File:
    """A file of the folder and what came of it."""

    name: str  # path from the folder, with slashes
    sha256: str  # of its bytes; "" when it was not read
    played: Played | None  # the tournament; None when the file is left out
    refusal: str = ""  # why it is left out, a French sentence
    word: str = texts.REFUSED  # the verdict of a file that is left out
    sender: tuple[str, ...] = ("", "", "")  # of a file that is refused: title, organiser, address
    published: date | None = None  # day of the first publication that counted it; None: no earlier one did
    instead: str = ""  # SHA-256 of the version that counts in its place
    repeats: bool = False  # another file holds the same facts and is looked at in its place

    @property
    def tournament(self) -> Played:
        """The tournament of a file that is known to have one."""
        assert self.played
        return self.played

    @property
    def order(self) -> tuple[date, date, str, str]:
        """The order of R12: end date, start date, Nom, SHA-256."""
        return self.tournament.last, self.tournament.first, self.tournament.title, self.sha256

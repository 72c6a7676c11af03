"""Facts that the federation takes from a file: the tournament and its players, or why the file is left out.

Each file that is received gets a verdict: its tournament counts, or the file is left out. A file with a tournament in
`played` counts; later steps may still leave it out and set `played` to None. A file without one is left out, with a
French reason (`refusal`) and the verdict as a word (`word`). Rules R7 and R12: docs/regles.md.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from tournament_xl.document.keys import Document
from tournament_xl.games.scrabble.book import ScrabbleBook
from tournament_xl.messages import federation as texts
from tournament_xl.workbook.history.changes import select_result

PART_SEPARATOR = " › "  # in a name, between a mail or an archive and what it contains


class Entrant(NamedTuple):
    """Row of a tournament: a player registered for it, as its workbook has him."""

    number: int  # N° in the tournament
    name: str
    first_name: str
    licence: str  # licence number, as typed in the workbook
    club: str
    series: str  # Série duplicate as typed
    cote: str  # starting cote used by the workbook, PL or PL*, in digits
    place: int | None  # rank x among the participants (R7); None for an entrant who is no participant
    anonymous: bool = False  # set in column Anonyme of Joueurs: public pages do not name him

    @property
    def full_name(self) -> str:
        """Name and first name."""
        return f"{self.name} {self.first_name}".strip()


class Result(NamedTuple):
    """Match as the tournament's document has it, the lower N° first."""

    round: int  # 0: on Finales
    match: Document

    @property
    def key(self) -> tuple[object, ...]:
        """Round, pair and result, to be compared and counted."""
        match = self.match
        games = (match.get("scores") or (), *match.get("further", ()))
        return self.round, *match["sides"], match.get("forfeit"), match.get("end"), *map(tuple, games)


@dataclass(frozen=True)
class PlayedTournament:
    """Finished tournament, with the facts of one workbook."""

    title: str  # the setting Nom
    where: str  # the setting Lieu
    first: date  # Date de début
    last: date  # Date de fin
    formula: str
    kind: str  # Type d'épreuve, "" for TH
    season: str  # the setting Saison, "" when empty
    games: int  # games that count for PJmax (R7)
    entrants: tuple[Entrant, ...]
    draw: str  # hash of the entry of sheet Mémoire that drew round 1, the same in all versions; "" if there is none
    organiser: str  # the setting Organisateur
    email: str  # the organiser's address, "" if there is none
    serious: tuple[str, ...]  # French sentences: changes by hand, standings that do not follow
    details: tuple[str, ...]  # French sentences: other findings of the check
    document: Document = field(compare=False)  # its recorded part

    @cached_property
    def results(self) -> list[Result]:
        """Matches of the rounds, and games that are typed on Finales."""
        settle, document = ScrabbleBook.settle_match, self.document
        results = [
            Result(int(number), settle(match))
            for number, entry in document.get("rounds", {}).items() for match in entry.get("matches", {}).values()
        ]  # fmt: skip
        finals = map(settle, document.get("finals", {}).get("matches", {}).values())
        return [*results, *(Result(0, final) for final in finals if select_result(final))]

    @property
    def participants(self) -> list[Entrant]:
        """Entrants whom the ratings count: they have a match that they did not forfeit (R7)."""
        return [entrant for entrant in self.entrants if entrant.place is not None]


@dataclass(frozen=True, slots=True)
class Remarks:
    """French sentences about a file, by weight."""

    serious: tuple[str, ...] = ()  # changes by hand, standings that do not follow from the results
    questions: tuple[str, ...] = ()  # to read: players in doubt; or why the file is left out
    details: tuple[str, ...] = ()  # good to know

    @property
    def all_sentences(self) -> tuple[str, ...]:
        """All sentences, the most serious first."""
        return self.serious + self.questions + self.details


@dataclass(frozen=True, slots=True)
class Mail:
    """Mail that a file came with, as printable text."""

    sender: str  # name of the sender, "" when the mail has none
    address: str  # his address, "" without a usable one
    sent: str  # day and time as the sender's clock had them, "12/01/2016 14:05"; "" if there is none
    subject: str
    text: str  # first lines
    received: str = ""  # day and time, in UTC, at which the server of the federation had it, as `sent`
    forwarder: str = ""  # address, else name, of who sent the mail that this one was attached to; "" if it was to none

    @property
    def writer(self) -> str:
        """Sender with his address: "Zoé Blanc <zoe@club.fr>"."""
        return f"{self.sender} <{self.address}>".strip() if self.address else self.sender


class Lack(StrEnum):
    """What is missing for a file to count, where the letter to its sender says it in words of its own."""

    NOTHING = ""  # or as the reason says it
    WORKBOOK = "workbook"  # a mail that announces one and has none
    READING = "reading"  # a mail that may hold one in a part that was not read
    DATES = "dates"  # its mail contradicts them; waits for a decision
    NO_MORE = "no more"  # its mail contradicts its dates, and a decision lets it count
    GAME = "game"  # played by another game: nothing to write about
    TOURNAMENT = "tournament"  # a workbook of something else
    TABLE = "table"  # a table of results in place of a workbook
    FORMAT = "format"  # a form that is not read
    WHOLE = "whole"  # damaged, too large, not all there: another copy may be read


@dataclass(frozen=True, slots=True)
class File:
    """File that the federation received, with its tournament or the reason why it is left out.

    It lies in the folder of received files, or in a mail or an archive there.
    """

    name: str  # path relative to the folder, with slashes; " › PART" follows for a part of a file
    sha256: str  # "" for a file that was not read
    played: PlayedTournament | None  # None for a file that is left out
    refusal: str = ""  # French reason why it is left out
    word: str = texts.REFUSED  # of its verdict, where it is left out: a word of messages.federation
    sender: tuple[str, ...] = ("", "", "")  # of a file left out: title, organiser, address for a letter, "" each
    published: date | None = None  # day of the first publication that counted it, None where none did
    instead: int = 0  # number of the file that counts in its place: a version that a decision names, or a copy
    repeats: bool = False  # that file has the same facts
    mail: Mail | None = None  # None for a file that lies in the folder by itself
    is_transient: bool = field(default=False, compare=False)  # may be read the next time: no access, or a bug of ours
    lack: Lack = Lack.NOTHING
    number: int = field(default=0, compare=False)  # in the register, its key in a build; 0 for one not in it yet
    within: tuple[str, str] = field(default=("", ""), compare=False)  # SHA-256 of its mail or archive, its name there

    @property
    def short_name(self) -> str:
        """Name without folders, mails and archives around it."""
        return self.name.rpartition(PART_SEPARATOR)[2].rpartition("/")[2]

    @property
    def address(self) -> str:
        """Mail address for a letter about the file's tournament; "" if there is none.

        It is the address of the mail in which the file came, else the organiser's in the workbook. AssertionError for
        a file that is left out, unless its mail has an address.
        """
        return (self.mail.address if self.mail else "") or self.tournament.email

    @property
    def origin(self) -> tuple[str, str]:
        """Who sent the file and who forwarded it, to be compared; "" each for a file that lies in the folder."""
        mail = self.mail
        return ((mail.address or mail.sender).casefold(), mail.forwarder.casefold()) if mail else ("", "")

    @property
    def origin_text(self) -> str:
        """Who sent the file, in French: "envoyé par Zoé Blanc <zoe@club.fr>"."""
        if not self.mail:
            return texts.BY_NOBODY
        forwarded = texts.VIA.format(sender=self.mail.forwarder) if self.mail.forwarder else ""
        return texts.SENT_BY.format(sender=self.mail.writer or texts.UNNAMED) + forwarded

    @property
    def tournament(self) -> PlayedTournament:
        """The tournament; AssertionError for a file that is left out."""
        assert self.played
        return self.played

    @property
    def order(self) -> tuple[date, date, str, str]:
        """Sort key of R12: end date, start date, Nom, SHA-256; AssertionError for a file that is left out."""
        return self.tournament.last, self.tournament.first, self.tournament.title, self.sha256

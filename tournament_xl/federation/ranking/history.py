"""History of a publication: all that it was made of and what it published, from which the next one goes on.

The register (`store/`) holds it. A movement is a change of a cote (rating).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from typing import NamedTuple

from tournament_xl.federation.identity.people import RegisteredPlayer
from tournament_xl.federation.intake.decisions import Adjustment
from tournament_xl.federation.intake.facts import File
from tournament_xl.federation.ranking.ledger import DatedList, Movement, RanksAndCotes

MAX_RANKINGS = 36  # that a publication carries, its own included: three years
_OWN_COLUMNS = ("Cote", "Dernier tournoi", "Coefficient classique")  # each publication changes them in a list


class PublishedLine(NamedTuple):
    """Line of a published ranking."""

    person: int  # register number of the player
    place: int
    name: str
    club: str
    series: str
    cote: Fraction


@dataclass(frozen=True, slots=True)
class PublishedRanking:
    """Ranking as it was published, for the archive."""

    day: date
    lines: tuple[PublishedLine, ...]


@dataclass(frozen=True, slots=True)
class Publisher:
    """Federation that publishes, as pages and letters present it; carried over from month to month."""

    federation: str = ""  # name on the pages
    logo: str = ""  # picture as data: URI
    signature: str = ""  # last lines of the letters


class StandingRow(NamedTuple):
    """Participant of a tournament, in the version of the tournament that counts."""

    number: int  # N° in the tournament
    person: int  # register number of the player, 0 while he is in doubt
    start: Fraction  # C_j: the cote from which he starts


@dataclass(frozen=True, slots=True)
class StandingTournament:
    """How a tournament counts: what a closed period keeps (R13)."""

    number: int  # the register's, of the version of it that counted first
    file: int  # number of the version that counts
    day: date  # on which it counts
    rows: tuple[StandingRow, ...]


@dataclass(frozen=True, slots=True)
class PublicationHistory:
    """Inputs and results of a publication; without any, what there is before the first."""

    day: date = date.min
    lists: tuple[DatedList, ...] = ()  # the initial list, then later ones, each valid from its day
    files: tuple[File, ...] = ()  # every tournament read: counted (`published`), or waiting for its day or an answer
    adjustments: tuple[Adjustment, ...] = ()
    decisions: tuple[Mapping[str, str], ...] = ()  # lines of the CSV with an answer
    seasons: tuple[str, ...] = ()  # contents of the TOML files
    refused: Mapping[str, str] = field(default_factory=dict)  # files ever left out: SHA-256 -> reason, reported once
    ranks_and_cotes: RanksAndCotes = field(default_factory=dict)  # as published
    movements: tuple[Movement, ...] = ()
    people: tuple[RegisteredPlayer, ...] = ()  # everybody ever registered
    rankings: tuple[PublishedRanking, ...] = ()  # as published, oldest first, this one last
    publisher: Publisher = Publisher()
    standing: tuple[StandingTournament, ...] = ()  # in the order in which they count


BEFORE_THE_FIRST = PublicationHistory()


def find_new_lines(lists: Sequence[DatedList], lines: Iterable[Mapping[str, str]]) -> tuple[Mapping[str, str], ...]:
    """Return the lines of a player list that differ from every line of all earlier lists, in their order.

    A changed line is new, unless it is again as in some earlier list. Cote, last tournament and coefficient are not
    compared: each publication changes them.
    """

    def content(line: Mapping[str, str]) -> frozenset[tuple[str, str]]:
        return frozenset((key, value) for key, value in line.items() if key not in _OWN_COLUMNS)

    known_contents = {content(line) for player_list in lists for line in player_list.lines}
    return tuple(line for line in lines if content(line) not in known_contents)

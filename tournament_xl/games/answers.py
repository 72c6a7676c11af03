"""Values that methods of a game return, and the error that they raise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from tournament_xl.core.model import Notice, Side
from tournament_xl.workbook.snapshot import Snapshot


class RoundDraw(NamedTuple):
    """Result of a pairing whose rows the game has written into the draft."""

    sides: Sequence[tuple[int, int]]  # pairs of the round, fixed ones included
    imposed: Mapping[str, str]  # key of a pair that was fixed before -> `TYPED_BEFORE` or `DRAWN_BEFORE`
    recorded: Mapping[str, Any]  # patch of what only the history records besides, and places in the initial ranking
    rematches: Sequence[tuple[int, int]] = ()  # pairs that have met before and that the rule could not avoid
    warnings: tuple[Notice, ...] = ()  # of the game's own rules


class Explanation(NamedTuple):
    """Explanation of one pair, or of a whole round."""

    title: str
    lines: tuple[str, ...]  # for everybody
    details: tuple[str, ...] = ()  # the exact account, for who wants to compute it again


class FinalGame(NamedTuple):
    """Game on Finales."""

    stage: str  # name of its match
    first: Side
    second: Side
    row: int  # on the sheet
    number: int = 0  # in its match; 0 where the match is one game
    waits: bool = False  # whether it is to be played now: the tournament is not over without it
    decided: str = ""  # sentence on who has won a match that its games leave even, at its last game; "" otherwise
    winner: int | None = None  # N° of who has won such a match, at its last game; None otherwise


class RatingAnswer(NamedTuple):
    """Words of an action about the ratings that it writes."""

    notice: Notice  # for the person who asked
    sentence: str  # for the Journal
    warnings: tuple[Notice, ...] = ()


class NotYetError(Exception):
    """Round that is not played, or tournament that is not over; the text is a French sentence."""


class ParcelParts(NamedTuple):
    """Contribution of a game to the parcel: the files and the mail by which the federation gets a tournament."""

    snapshot: Snapshot  # sheets of the copy
    own: Mapping[str, str]  # lines of the page Fiche, by key
    played: str  # formula, perhaps with rounds and players, for the mail
    enclosure: bytes  # content of a further file
    enclosure_name: str  # may contain {stem}
    wanting: str  # sentence for the organiser on what the federation still needs to know; "" if there is none
    decided: str = ""  # how the first places were decided after the rounds, without a full stop; "" where they were not

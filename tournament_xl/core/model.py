"""Data types of a tournament, whatever the game: players, matches, rounds, settings. Immutable; no sheet, no file.

Rules (C13, S9): docs/regles.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeAlias, TypeVar

if TYPE_CHECKING:
    from fractions import Fraction  # slow to load, and few cotes are fractions

Cote: TypeAlias = "int | Fraction"  # as written; integers stay int, which compares faster
X = 0  # number of the fictitious player ("joueur fictif") of an odd field: who meets it has the bye


class Absences(NamedTuple):
    """Rounds that a player does not play, as announced; `round_number in absences` tells whether one is among them."""

    rounds: frozenset[int] = frozenset()  # single rounds, from 1
    after: int | None = None  # every round from this one on ("4-"); None: stays to the end

    def __contains__(self, round_number: object) -> bool:
        assert isinstance(round_number, int)
        return round_number in self.rounds or self.has_left(round_number)

    def has_left(self, round_number: int) -> bool:
        """Check whether the player plays neither this round nor any later one ("4-"); single absences do not count."""
        return self.after is not None and round_number >= self.after


NO_ABSENCE = Absences()


@dataclass(frozen=True, slots=True)
class Person:
    """Registered player of any game."""

    number: int  # N° in this tournament, from 1, never reused
    name: str
    first_name: str = ""
    club: str = ""
    cote: Cote | float | None = None  # rating; None: unrated
    absences: Absences = NO_ABSENCE
    avoids: frozenset[int] = frozenset()  # N° of players to avoid where the rule leaves a choice (C13)
    own_table: int = 0  # table where he always plays (C14); 0: none

    @property
    def full_name(self) -> str:
        """Surname and first name, in this order."""
        return f"{self.name} {self.first_name}".strip()


class FieldChange(NamedTuple):
    """Value of a tournament that people see, and that differs between two of its documents.

    Settings, names, licences, countries and absences are texts, cotes and seeds numbers, `avoids` a list of N°; of a
    pair the value is its two sides, of a result and a final the match.
    """

    field: str  # "setting", "pair", "result", "final", or the field of a player: "name", "cote", "own_table" …
    round: int  # of a pair or a result; else 0
    key: int | str  # name of a setting or a final, N° of a player, pair "3-5"
    old: Any  # None: there was none
    new: Any  # None: it is gone


class Encounter:
    """Row of the sheet Résultats, whatever the game: two players who meet, and their result once there is one."""

    __slots__ = ()
    table: int  # table number on the sheet; 0 when not given
    complete: bool  # the result is known
    reason: str  # column Motif: why these two meet

    @property
    def sides(self) -> tuple[int, int]:
        """Numbers of the two players, in the order of the sheet."""
        raise NotImplementedError

    def gave(self, number: int) -> bool:
        """Check whether this player lost the match by forfeit; both may have."""
        raise NotImplementedError

    def __contains__(self, number: int) -> bool:
        return number in self.sides

    def opponent(self, number: int) -> int:
        """Return the number of the other player; `number` must be one of the two, which is not checked."""
        first, second = self.sides
        return second if number == first else first


class Side(NamedTuple):
    """Match from the point of view of one of its players: the source of every table, page and file with matches."""

    round: int
    table: int
    number: int  # N° of the player, X for the fictitious one
    opponent: int
    games: tuple[tuple[float | None, float | None], ...]  # typed score of each game, own and other; None: missing
    gave: bool  # this player lost the match by forfeit
    got: bool  # the opponent lost the match by forfeit
    complete: bool  # the result is known
    outcome: str = ""  # "G" won, "N" drawn, "P" lost; "" without a result
    points: float = 0  # for the standings: PM, points
    value: float | None = None  # for the tie-break: Pdep, discs; None for the fictitious player
    parts: tuple[int, ...] = ()  # `value` game by game, in a match of several games
    colour: str = ""  # "N" Black, "B" White, where there are colours and an opponent
    end: str = ""  # column Fin: how it ended, where that matters


LineT = TypeVar("LineT")


class TieBreak(NamedTuple, Generic[LineT]):
    """Criterion that ranks lines of the standings. Each game declares several: a later one decides between equals."""

    code: str  # title of its column on Classement and Grille, see `FIGURE_NAMES`; "" where no sheet shows it
    key: str  # in the published tournoi.json
    value: Callable[[LineT], Fraction | float | None]  # the larger ranks higher; None: does not apply, counts as 0


PlayerT = TypeVar("PlayerT", bound=Person, covariant=True)
MatchT = TypeVar("MatchT", bound=Encounter, covariant=True)


MOST_DRAWN_ROUNDS = 100  # rounds in which each pairing depends on the last: a check pairs them all again


class Formula:
    """Formula of play, such as Classique or Suisse: how rounds are paired, and what it demands of a tournament.

    A formula is a subclass, which overrides what differs, and its one value in the game's `rules/formulas.py`.
    Everything that depends on the formula is asked of this value; its name is only displayed.
    """

    name: str  # value of the setting Formule
    word: str = ""  # on the command line and in dialogs (messages/ribbon.py); "": by the setting only
    cycles: int = 0  # how often everybody meets everybody; 0 where each pairing depends on the results
    most_players: int = 128  # [ours] unless a regulation says so: larger fields take too long
    most_rounds: int | None = MOST_DRAWN_ROUNDS  # None: as many as the setting allows
    sheets: tuple[str, ...] = ()  # sheets that it requires, in addition to the sheets of every formula

    def is_scheduled(self, round_number: int) -> bool:
        """Check whether the games of a round are known from the start, whatever the results: in a round robin, all."""
        return self.cycles > 0


@dataclass(frozen=True, slots=True)
class CommonSettings:
    """Settings that every game has; None where the organiser typed nothing and the regulation decides."""

    formula: Formula
    rounds: int | None = None  # number of rounds
    seed: str = ""  # for lots
    title: str = ""
    place: str = ""
    dates: str = ""  # as shown under the title
    columns: tuple[str, ...] = ()  # optional columns of Joueurs


@dataclass(frozen=True, slots=True)
class RoundByRound(Generic[PlayerT, MatchT]):
    """Facts of a tournament played in rounds, whatever the game; pairings and standings are computed from them."""

    settings: CommonSettings
    players: tuple[PlayerT, ...]  # registered players
    rounds: tuple[tuple[MatchT, ...], ...] = ()  # drawn rounds, with or without results; round 1 at index 0
    fixed: tuple[MatchT, ...] = ()  # rows that the organiser typed for the next round

    @property
    def next_round(self) -> int:
        """Number of the round to be paired next."""
        return len(self.rounds) + 1

    @property
    def played(self) -> int:
        """Number of complete rounds before the first incomplete one; in a complete round every result is known."""
        for number, rows in enumerate(self.rounds):
            if not all(row.complete for row in rows):
                return number
        return len(self.rounds)

    @property
    def to_avoid(self) -> frozenset[frozenset[int]]:
        """Pairs of player numbers to avoid where the rule leaves a choice (C13, S9); one player's wish suffices."""
        return frozenset(
            frozenset((player.number, avoided_id)) for player in self.players for avoided_id in player.avoids
        )

    @property
    def own_tables(self) -> dict[int, int]:
        """Player number -> table where he always plays, for players who have one (C14)."""
        return {player.number: player.own_table for player in self.players if player.own_table}

    def player(self, number: int) -> PlayerT:
        """Return the player with this number.

        Raises:
            KeyError: No registered player has it.
        """
        for player in self.players:
            if player.number == number:
                return player
        raise KeyError(number)

    def present(self, round_number: int) -> frozenset[int]:
        """Return the numbers of the players who take part in a round (C10); X (the bye) is never among them.

        In a drawn round, the players of its rows: also one who forfeits, unless his absence was announced (an absentee
        keeps his row in a fixed schedule). In a later round, all registered players whose absence is not announced.
        """
        if round_number <= len(self.rounds):
            absent = {player.number for player in self.players if round_number in player.absences}
            return frozenset(
                player_id
                for row in self.rounds[round_number - 1]
                for player_id in row.sides
                if player_id != X and not (row.gave(player_id) and player_id in absent)
            )
        return frozenset(player.number for player in self.players if round_number not in player.absences)

    def find_misplaced_sides(self) -> Iterator[tuple[int, int]]:
        """Find the sides of `fixed` pairs that cannot play the next round (C3, S8, S2).

        Such a side is a player who is absent or not registered, or the fictitious player with an even number present.

        Yields:
            Index of the pair in `fixed`, and side (0 or 1) at fault; a pair may occur twice.
        """
        present = self.present(self.next_round)
        for index, match in enumerate(self.fixed):
            for side, player_id in enumerate(match.sides):
                if player_id not in present and (player_id != X or len(present) % 2 == 0):
                    yield index, side


class Notice(NamedTuple):
    """Warning or refusal by a rule, still without words; messages/notices.py makes the French sentence."""

    key: str  # of the sentence
    facts: Mapping[str, object] = {}  # what the sentence names: numbers, names, lists of them


class Refused(Exception):
    """Raised where a rule does not allow the action, although no single cell is wrong; `notice` says why."""

    def __init__(self, notice: Notice) -> None:
        super().__init__(notice.key)
        self.notice = notice

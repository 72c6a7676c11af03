"""What the Journal tells, once `journal.read_journal` has replayed its lines."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tournament_xl.workbook.compact import Pairs, Sides
from tournament_xl.workbook.grid import Line, Table

Results = Mapping[int, Mapping[frozenset[int], str]]  # round -> pair -> result in a compact form


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the Journal as it stands on the sheet."""

    line: Line
    number: int  # its running number; 0 for one without
    action: str
    round: int | None
    parts: Mapping[str, str]
    whole: bool | None  # whether its seal is right; None without seal (older versions)


@dataclass(frozen=True, slots=True)
class Basis:
    """What a pairing was made from, as its line and those before it tell."""

    formula: str = ""  # with its edition
    seeds: Mapping[int, float] = field(default_factory=dict)  # N° -> Rang initial
    results: Results = field(default_factory=dict)  # of the rounds before, as last read
    settings: Mapping[str, str] = field(default_factory=dict)  # name -> value; those that were recorded


@dataclass(frozen=True, slots=True)
class RoundRecord:
    """What the Journal says of a drawn round."""

    drawn: Pairs  # as the pairing left it, fixed pairs included; empty for a round typed by hand
    fixed: Pairs  # typed by the organiser before the pairing
    current: Pairs  # after the organiser's recorded changes
    present: frozenset[int]  # N° present at the pairing
    basis: Basis = Basis()
    drawn_sides: Sides = frozenset()  # `drawn` with who stands first: Black in Othello
    sides: Sides = frozenset()  # `current` so
    forfeits: Pairs = frozenset()  # of `fixed`: those that got the forfeit of an announced absentee by the pairing (T)
    late: bool = False  # pairs were changed after their results had been recorded


@dataclass(frozen=True, slots=True)
class Altered:
    """A setting, name or licence that a line changes."""

    entry: Entry
    who: int  # N°, 0 for a setting
    name: str  # of the setting; "noms" or "licences"
    before: str
    now: str


@dataclass(frozen=True, slots=True)
class Corrected:
    """A recorded result that a line corrects, or whose pair it takes away."""

    entry: int  # its running number
    round: int
    pair: frozenset[int]
    before: str  # in compact form; "" when the pair came with that line


@dataclass(slots=True)
class Journal:
    """The sheet Journal, replayed."""

    table: Table
    rounds: dict[int, RoundRecord] = field(default_factory=dict)
    seat_table: str = ""  # the table in use since the first pairing (seat_texts), or "" when unknown
    highest_number: int = 0  # the highest N° ever given
    wrote_rounds: int = 0  # the number of rounds that the first pairing wrote; 0: it stood there
    results: dict[int, Mapping[frozenset[int], str]] = field(default_factory=dict)  # as recorded, corrections included
    seen: dict[int, Mapping[frozenset[int], str]] = field(
        default_factory=dict
    )  # round under way -> results at an update
    entries: int = 0  # the highest running number of a line
    formula: str = ""  # of the last pairing, with its edition
    seeds: dict[int, float] = field(default_factory=dict)  # N° -> Rang initial as the pairings wrote it
    cotes: dict[int, float] = field(default_factory=dict)  # N° -> starting cote, as taken or as corrected since
    groups: tuple[tuple[int, ...], ...] = ()  # Open: N° of each group in the order drawn (O4), X as 0
    seed: str = ""  # Open: what they were drawn from
    final: str = ""  # the deciding games as recorded (O8, F1, F2)
    final_half: str = ""  # those that have half a result, as last seen
    settings: dict[str, str] = field(default_factory=dict)  # name -> value, as taken or as changed since
    names: dict[int, str] = field(default_factory=dict)  # N° -> full name of those who have been paired, so
    licences: dict[int, str] = field(default_factory=dict)  # the same
    called: dict[int, set[str]] = field(default_factory=dict)  # N° -> every name that lines told since he has his place
    ever: set[str] = field(default_factory=set)  # every name that a line told, whatever was undone since
    heard: int = 0  # names that went into `called`
    changes: list[Altered] = field(default_factory=list)  # of settings, names and licences
    corrections: list[Corrected] = field(default_factory=list)  # of results
    rated: bool = False  # the ratings were computed, and round 1 has not been undone since
    missing: list[int] = field(default_factory=list)  # running numbers that no line has
    damage: str = ""  # fingerprint of the lines whose seal is broken, and the numbers missing; "" when all is there
    told_damage: str = ""  # the one that a press has told
    copies: set[str] = field(default_factory=set)  # times of unknown copies that a press has told
    written: dict[str, str] = field(default_factory=dict)  # sheet -> fingerprint of what a press last wrote there
    lines: list[Entry] = field(default_factory=list)  # by running number
    damaged: set[int] = field(default_factory=set)  # rounds whose pairs stand in a line that was changed by hand

    @property
    def new_damage(self) -> str:
        """The fingerprint of the broken lines while no press has told them; "" when there is nothing to tell."""
        return self.damage if self.damage != self.told_damage else ""

    def pairs(self, number: int) -> Pairs:
        """All pairs that a round had after its pairing; those typed by hand count once their results are recorded."""
        record = self.rounds.get(number)
        if record is None or number in self.damaged:
            return frozenset()
        return record.drawn or (record.current if self.results.get(number) else frozenset())

"""What a check finds in a workbook, as values: a game judges its rounds with them, `check` the rest."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tournament_xl.core.model import X
from tournament_xl.workbook.snapshot import address

MEMORY, SETTING, RESULT, PAIR, COTE, NAME, SEED, DRAW, LOT, WALL, STANDINGS, GRID, RATINGS, SHEET = KINDS = (
    "memory", "setting", "result", "pair", "cote", "name", "seed", "draw", "lot", "wall", "standings", "grid",
    "ratings", "sheet",
)  # fmt: skip
# what can be wrong, in the order of telling; the last: any other sheet that a press writes


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is not as the facts and the rules have it."""

    kind: str  # one of KINDS
    message: str  # French: what stands there, and what should
    sheet: str = ""
    row: int = 0  # on the sheet, from 1; 0 when it belongs to no row
    column: int = 0  # from 1; 0 when it belongs to the whole row
    round: int | None = None
    table: int | None = None
    was: str = ""  # as recorded, or as the rules have it
    now: str = ""  # as it stands on the sheet
    consequence: bool = False  # follows from another finding: no accusation of its own

    @property
    def cell(self) -> str:
        return address(self.row, self.column) if self.row and self.column else ""


@dataclass(frozen=True, slots=True)
class Difference:
    """A pair on the sheet that is not one of those the rules give."""

    table: int | None
    row: int  # on the sheet Résultats; 0 for one that is missing there
    pair: tuple[str, str]  # the two names
    rule: tuple[tuple[str, str], ...]  # what the rules give for these two
    by: str  # "organiser" (recorded in the Journal), "unrecorded" (not recorded) or "draw" (drawn so)


@dataclass(frozen=True, slots=True)
class Pairing:
    """A drawn round, judged on the facts recorded for it."""

    round: int
    same: bool  # its pairs are those that the rules give
    differences: tuple[Difference, ...] = ()
    rematches: tuple[tuple[str, str], ...] = ()  # pairs that had met before
    recorded: bool = True  # judged on the facts that its pairing read; else on those that now stand
    cost: int | None = None  # of the pairs as played, for games that minimise one
    optimum: int | None = None  # that of the pairs which cost least; less than `cost` where another limit decides
    imposed: bool = False  # some pairs were fixed before the drawing (C11)
    above: int = 0  # what the pairs cost more, as the rules count it

    @property
    def right(self) -> bool:
        """The rules' pairs, or others as good, or the organiser's own by his right (C11)."""
        return self.same or all(difference.by == "organiser" for difference in self.differences)


def named(pair: Iterable[int], names: Mapping[int, str]) -> tuple[str, str]:
    """The two of a pair by name, the fictitious one second."""
    first, second = sorted(pair, key=lambda number: (number == X, number))
    return names.get(first, f"N° {first}"), names.get(second, f"N° {second}")

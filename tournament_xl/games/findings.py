"""Results of `check` as values: a game compares its rounds with the rules, the action finds every other deviation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tournament_xl.core.model import X
from tournament_xl.workbook.cells import cell_address

MEMORY, SETTING, RESULT, PAIR, COTE, NAME, SEED, DRAW, LOT, STANDINGS, GRID, RATINGS = KINDS = (
    "memory", "setting", "result", "pair", "cote", "name", "seed", "draw", "lot", "standings", "grid", "ratings",
)  # in the order of the report  # fmt: skip


@dataclass(frozen=True, slots=True)
class Finding:
    """Deviation of a workbook from its recorded facts or from the rules."""

    kind: str  # one of KINDS
    message: str  # French: what is there, and what should be
    sheet: str = ""
    row: int = 0  # on the sheet, from 1; 0: no row
    column: int = 0  # from 1; 0: the whole row
    round: int | None = None
    table: int | None = None
    was: str = ""  # value recorded, or given by the rules
    now: str = ""  # value on the sheet

    @property
    def cell(self) -> str:
        """Address of the cell, "" if there is none."""
        return cell_address(self.row, self.column) if self.row and self.column else ""


@dataclass(frozen=True, slots=True)
class Difference:
    """Pair on the sheet that the rules do not give."""

    table: int | None
    row: int  # on the sheet Résultats; 0: missing there
    pair: tuple[str, str]  # the two names
    rule: tuple[tuple[str, str], ...]  # pairs that the rules give for these two players
    by: str  # "organiser" (recorded in the Journal), "unrecorded" (not recorded) or "draw" (drawn so)


@dataclass(frozen=True, slots=True)
class Pairing:
    """Comparison of a drawn round with the pairs that the rules give on the facts recorded for it."""

    round: int
    same: bool  # its pairs are those that the rules give, or in Othello cost no more
    differences: tuple[Difference, ...] = ()
    rematches: tuple[tuple[str, str], ...] = ()  # pairs that had met before
    recorded: bool = True  # judged on the facts that its pairing read; false: on the present facts
    cost: int | None = None  # of the pairs on the sheet, in games that minimise a cost
    optimum: int | None = None  # least cost possible; may be below `cost` where another limit decides
    imposed: bool = False  # some pairs were fixed before the drawing (C11)
    corrected: bool = False  # an earlier result was corrected after the pairing
    above: int = 0  # excess cost of the pairs, as the rules count it

    @property
    def right(self) -> bool:
        """Whether the pairs are right: by the rules, equally good, or fixed by the organiser (C11)."""
        return self.same or all(difference.by == "organiser" for difference in self.differences)


def pair_names(pair: Iterable[int], names: Mapping[int, str]) -> tuple[str, str]:
    """Return the names of the two of a pair, the smaller N° first but X, the bye, second; "N° 5" for an unknown one."""
    first, second = sorted(pair, key=lambda number: (number == X, number))
    return names.get(first, f"N° {first}"), names.get(second, f"N° {second}")

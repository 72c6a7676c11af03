"""What a check found, whatever the game: for people (texts/check.py) and, as plain data, for programs."""

from __future__ import annotations

from typing import Any

from tournament_xl.book.grid import Problem
from tournament_xl.book.snapshot import address
from tournament_xl.record import record

RIGHT, FOUND, PROBLEMS = 0, 1, 3  # exit codes of the contract; a file that cannot be read has 5

MEMORY, SETTING, RESULT, PAIR, COTE, NAME, SEED, DRAW, LOT, WALL, STANDINGS, GRID, RATINGS = KINDS = (
    "memory", "setting", "result", "pair", "cote", "name", "seed", "draw", "lot", "wall", "standings", "grid",
    "ratings",
)  # fmt: skip
# what can be wrong, in the order of telling


@record
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
    who: str = ""  # the player whose line it is
    consequence: bool = False  # follows from another finding: no accusation of its own

    @property
    def cell(self) -> str:
        return address(self.row, self.column) if self.row and self.column else ""


@record
class Difference:
    """A pair on the sheet that is not one of those the rules give."""

    table: int | None
    row: int  # on the sheet Résultats; 0 for one that is missing there
    pair: tuple[str, str]  # the two names
    rule: tuple[tuple[str, str], ...]  # what the rules give for these two
    by: str  # "organiser" (recorded in the Journal), "unrecorded" (not recorded) or "draw" (drawn so)


@record
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
        return self.same or all(one.by == "organiser" for one in self.differences)


@record
class Change:
    """What the organiser did by hand as is his right, recorded in the Journal."""

    kind: str  # "fixed", "exchanged", "late", "corrected", "cote", "setting", "people" or "undone"
    round: int  # 0: none
    message: str


@record
class Report:
    """All that a check says of one workbook."""

    formula: str = ""
    rounds: int = 0  # of the tournament
    drawn: int = 0
    played: int = 0
    problems: tuple[Problem, ...] = ()  # cells to be mended before the tournament can be read whole
    pairings: tuple[Pairing, ...] = ()
    findings: tuple[Finding, ...] = ()  # causes before consequences
    standings_ok: bool | None = None  # None: could not be judged
    ratings_ok: bool | None = None  # None: none on the sheet, or they could not be judged
    lots_ok: bool | None = None  # None: nothing was drawn by lot, or it could not be judged
    has_ratings: bool = True  # the game has a sheet of ratings
    manual_changes: tuple[Change, ...] = ()
    warnings: tuple[str, ...] = ()  # departures from the regulation that are the organiser's choice

    @property
    def code(self) -> int:
        return PROBLEMS if self.problems else FOUND if self.findings else RIGHT

    @property
    def causes(self) -> tuple[Finding, ...]:
        return tuple(finding for finding in self.findings if not finding.consequence)

    @property
    def consequences(self) -> tuple[Finding, ...]:
        return tuple(finding for finding in self.findings if finding.consequence)

    def as_json(self, file: str) -> dict[str, Any]:
        """The object of the contract, with more keys (docs/regles.md)."""
        return {
            "file": file,
            "code": self.code,
            "formula": self.formula,
            "rounds": self.rounds,
            "drawn": self.drawn,
            "played": self.played,
            "problems": [
                {"sheet": one.sheet, "cell": one.cell, "row": one.row, "column": one.column, "message": one.message}
                for one in self.problems
            ],
            "pairings": [
                vars(one) | {"differences": list(map(vars, one.differences)), "right": one.right}
                for one in self.pairings
            ],
            "standings_ok": self.standings_ok,
            "ratings_ok": self.ratings_ok,
            "lots_ok": self.lots_ok,
            "manual_changes": [vars(one) for one in self.manual_changes],
            "findings": [vars(one) | {"cell": one.cell} for one in self.findings],
            "warnings": list(self.warnings),
        }


def unreadable_json(file: str, reason: str, code: int) -> dict[str, Any]:
    """The object of a file that cannot be read: the same keys, and why."""
    return Report().as_json(file) | {"code": code, "error": reason}

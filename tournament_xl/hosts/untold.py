"""What excelize, asked for values as they are stored, does not tell of cells.

TRUE and FALSE come as "1" and "0", as numbers do; a formula that was saved without its result comes as an empty cell.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from xml.parsers import expat

import excelize

from tournament_xl.hosts.opc import UNKNOWN_FORM, Package
from tournament_xl.hosts.parts import has_booleans, has_uncomputed
from tournament_xl.workbook.snapshot import Cell, Grid, Snapshot


def with_untold(snapshot: Snapshot, data: bytes, typed: Collection[str]) -> Snapshot:
    """The workbook `data`, which was looked through and read as `snapshot`, with True and False where these stand.

    Formulas without result are named in it, of the sheets `typed`. As it is when the sheets' parts
    cannot be told from each other.
    """
    try:
        package = Package(data)
        parts = package.sheets()
    except UNKNOWN_FORM:
        return snapshot
    grids: dict[str, Grid] = {}
    uncomputed = set()
    for sheet, grid in snapshot.sheets.items():
        part = package.parts.get(parts.get(sheet, ""), b"")
        if not has_booleans(part) and not (sheet in typed and has_uncomputed(part)):
            grids[sheet] = grid
            continue
        rows: list[list[Cell]] = [list(row) for row in grid]
        found = _Cells.of(part)
        for row, column in found.booleans:
            if row <= len(rows) and column <= len(rows[row - 1]) and rows[row - 1][column - 1] in ("0", "1"):
                rows[row - 1][column - 1] = rows[row - 1][column - 1] == "1"
        grids[sheet] = rows
        uncomputed |= {(sheet, *at) for at in found.uncomputed if sheet in typed}
    return Snapshot(grids, frozenset(uncomputed))


@dataclass(slots=True)
class _Cells:
    """Rows and columns of a sheet's cells of a kind; a row or cell without address follows the one before."""

    booleans: list[tuple[int, int]] = field(default_factory=list)
    uncomputed: list[tuple[int, int]] = field(default_factory=list)
    at: tuple[int, int] = 0, 0  # row and column of the present cell, or of an earlier one while `address` is given
    address: str = ""  # of the present cell; most are never read
    formula: bool = False  # the present cell has one
    result: bool = False  # and a result; a text may be empty
    value: bool = False  # its result begins

    @classmethod
    def of(cls, part: bytes) -> _Cells:
        found = cls()
        if b"sheetData" in part:
            parser = expat.ParserCreate()
            parser.StartElementHandler = found.start
            parser.CharacterDataHandler = found.text
            parser.EndElementHandler = found.end
            parser.Parse(part, True)
        return found

    def start(self, name: str, attributes: dict[str, str]) -> None:
        match name.rpartition(":")[2]:
            case "row":
                self.at = int(attributes.get("r", self.place()[0] + 1)), 0
            case "c":
                if address := attributes.get("r"):
                    self.address = address
                else:
                    row, column = self.place()
                    self.at = row, column + 1
                self.formula, self.result = False, attributes.get("t") in ("str", "inlineStr")
                if attributes.get("t") == "b":
                    self.booleans.append(self.place())
            case "f":
                self.formula = True
            case "v":
                self.value = True

    def text(self, text: str) -> None:
        self.result |= self.value and bool(text.strip())

    def end(self, name: str) -> None:
        match name.rpartition(":")[2]:
            case "v":
                self.value = False
            case "c" if self.formula and not self.result:
                self.uncomputed.append(self.place())

    def place(self) -> tuple[int, int]:
        """Row and column of the present cell."""
        if self.address:
            column, row = excelize.cell_name_to_coordinates(self.address)
            self.at, self.address = (row, column), ""
        return self.at

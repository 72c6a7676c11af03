"""Cells that hold TRUE or FALSE: excelize, asked for values as they are stored, gives "1" and "0", as for numbers."""

from __future__ import annotations

from xml.parsers import expat

import excelize

from tournament_xl.hosts.opc import Package
from tournament_xl.workbook.snapshot import Cell, Snapshot

_UNKNOWN_FORM = (
    expat.ExpatError,
    LookupError,
    ValueError,
    TypeError,
)  # of `opc`, for an odd package


def with_booleans(snapshot: Snapshot, data: bytes) -> Snapshot:
    """The workbook `data`, which was looked through and read as `snapshot`, with True and False where these stand.

    As it is when the sheets' parts cannot be told from each other.
    """
    try:
        package = Package(data)
        parts = package.sheets()
    except _UNKNOWN_FORM:
        return snapshot
    grids = {}
    for sheet, grid in snapshot.sheets.items():
        rows: list[list[Cell]] = [list(row) for row in grid]
        for column, row in _places(package.parts.get(parts.get(sheet, ""), b"")):
            if row <= len(rows) and column <= len(rows[row - 1]) and rows[row - 1][column - 1] in ("0", "1"):
                rows[row - 1][column - 1] = rows[row - 1][column - 1] == "1"
        grids[sheet] = rows
    return Snapshot(grids)


def _places(part: bytes) -> list[tuple[int, int]]:
    """Column and row of a sheet's cells of this type; a row or cell without address follows the one before."""
    found: list[tuple[int, int]] = []
    at = [0, 0]

    def start(name: str, attributes: dict[str, str]) -> None:
        match name.rpartition(":")[2]:
            case "row":
                at[:] = 0, int(attributes.get("r", at[1] + 1))
            case "c":
                at[0] += 1
                if address := attributes.get("r"):
                    at[:] = excelize.cell_name_to_coordinates(address)
                if attributes.get("t") == "b":
                    found.append((at[0], at[1]))

    if b"sheetData" in part:
        parser = expat.ParserCreate()
        parser.StartElementHandler = start
        parser.Parse(part, True)
    return found

"""What the Scrabble template promises, for its tests."""

from __future__ import annotations

from pathlib import Path

import openpyxl

from tests.xlsm import TEMPLATES
from tournament_xl.workbook import labels

COMMITTED = TEMPLATES / "scrabble.xlsx"
HIDDEN = {labels.GROUPS, labels.FINALS, labels.PALMARES, labels.TEAMS, labels.TENTS}  # until there is something to see
BOXED = {
    (labels.PAIRINGS, "D5:E2000", "thin"),
    *((labels.SLIPS, f"{area[0]}3:{area[1]}242", "thin") for area in ("BC", "DD", "GH", "II")),
    *((labels.RESULTS, area, "hair") for area in ("E5:F2000", "J5:K2000", "L5:M2000")),
    (labels.FINALS, "E5:F2000", "hair"),
}  # boxes for scores by hand; around the cells to fill in


def dxf_borders(path: Path) -> set[tuple[str, str, str]]:
    """Sheet, area and style on all four sides, of the rules that draw a border; black or automatic."""
    found = set()
    for sheet in openpyxl.load_workbook(path):
        for area in sheet.conditional_formatting:
            for rule in area.rules:
                if rule.dxf.border and rule.dxf.border.left:
                    border = rule.dxf.border
                    sides = [side for side in (border.left, border.right, border.top, border.bottom) if side.style]
                    assert all(not side.color or side.color.auto or side.color.rgb == "FF000000" for side in sides)
                    found |= {(sheet.title, str(area.sqref), side.style) for side in sides if len(sides) == 4}
                    above = [border.top] if sheet.title == labels.STANDINGS else []  # a rule between groups of points
                    assert len(sides) in (0, 4) or sides == above
    return found

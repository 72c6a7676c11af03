"""At which cell a sheet opens."""

from __future__ import annotations

import re
from collections.abc import Mapping

from tournament_xl.files.package import Package
from tournament_xl.files.sheet import place
from tournament_xl.workbook.snapshot import column_letters

_VIEW = re.compile(rb"<sheetView\s[^<>]*?(?:/>|>.*?</sheetView>)", re.DOTALL)
_PANE = re.compile(r"<pane\s[^<>]*/>")
_SELECTION = re.compile(r"<selection\b[^<>]*/>")
_TOP = re.compile(r'\btopLeftCell="([A-Z]+)[0-9]+"')
_FRONT = 20_000  # bytes of a part in which its view stands
_ABOVE = 8  # rows that stay in sight above the cell


def selected(package: Package, cells: Mapping[str, str]) -> None:
    """Let each of these sheets open at its cell, when it is looked at; one without a view is left alone."""
    parts = package.sheets() if cells else {}
    for name, cell in cells.items():
        content = package.parts[parts[name]]
        if found := _VIEW.search(content, 0, _FRONT):
            view = _at(found[0].decode(), cell).encode()
            package.parts[parts[name]] = content[: found.start()] + view + content[found.end() :]


def _at(view: str, cell: str) -> str:
    """A sheet's view that has this cell selected and in sight."""
    row, _ = place(cell)
    pane = _PANE.search(view)
    fixed = re.search(r'\bySplit="(\d+)"', pane[0]) if pane else None
    top = max(int(fixed[1]) + 1 if fixed else 1, row - _ABOVE)
    within = re.search(r'\bactivePane="(\w+)"', pane[0]) if pane else None
    named = f' pane="{within[1]}"' if within else ""
    selection = f'<selection{named} activeCell="{cell}" sqref="{cell}"/>'
    kept = [one for one in _SELECTION.findall(view) if within and named not in one]
    head = view[: view.index(">") + 1].removesuffix("/>").removesuffix(">")
    if pane:
        middle = _TOP.sub(lambda found: f'topLeftCell="{found[1]}{top}"', pane[0], count=1)
    else:
        middle, head = "", f'{_TOP.sub("", head).rstrip()} topLeftCell="{column_letters(1)}{top}"'
    rest = re.sub(r"^<sheetView[^>]*>|</sheetView>$", "", view)
    rest = _SELECTION.sub("", rest.replace(pane[0] if pane else "", "", 1))
    return f"{head}>{middle}{''.join(kept)}{selection}{rest}</sheetView>"

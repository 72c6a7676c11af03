"""At which cell a sheet opens, and which sheet is shown first."""

from __future__ import annotations

import re
from collections.abc import Mapping

from tournament_xl.files.package import Package, children, set_attribute
from tournament_xl.files.sheet import place
from tournament_xl.workbook.snapshot import column_letters

_VIEW = re.compile(rb"<sheetView\s[^<>]*?(?:/>|>.*?</sheetView>)", re.DOTALL)
_PANE = re.compile(r"<pane\s[^<>]*/>")
_SELECTION = re.compile(r"<selection\b[^<>]*/>")
_TOP = re.compile(r'\btopLeftCell="([A-Z]+)[0-9]+"')
_SHOWN = re.compile(r'\stabSelected="\w+"')
_FRONT = 20_000  # bytes of a part in which its view stands
_ABOVE = 8  # rows that stay in sight above the cell


def selected(package: Package, cells: Mapping[str, str]) -> None:
    """Let each sheet open at its cell and the first of them be shown; one without a view is left alone."""
    if not cells:
        return
    parts, first = package.sheets(), next(iter(cells))
    for name, part in parts.items():
        found = _VIEW.search(package.parts[part], 0, _FRONT)
        if not found:
            continue
        view = _SHOWN.sub("", found[0].decode(), count=1)  # two shown together would be typed into together
        if name == first:
            view = set_attribute(view, "tabSelected", "1")
        if name in cells:
            view = _at(view, cells[name])
        if view.encode() != found[0]:
            content = package.parts[part]
            package.parts[part] = content[: found.start()] + view.encode() + content[found.end() :]
    book = package.workbook()
    content = package.parts[book]
    for child in children(content):
        if child.name == "bookViews":
            text = re.sub(r'\sactiveTab="\d+"', "", content[child.start : child.end].decode(), count=1)
            shown = re.sub(r"<workbookView\b", f'<workbookView activeTab="{[*parts].index(first)}"', text, count=1)
            package.replace(book, child.start, child.end, shown)


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

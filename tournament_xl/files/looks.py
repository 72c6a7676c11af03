"""Looks in a sheet's part: rows put away behind a [+], columns hidden, or both shown again; how it prints; at
which cell it opens.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from tournament_xl.book.snapshot import PRINT_SCALE, Fold, Look, Pages, column_letters
from tournament_xl.files.package import Package
from tournament_xl.files.sheet import place

_ROW = re.compile(rb'<row r="([0-9]{1,7})"[^<>]*>')
_LEVEL = re.compile(rb"""\s(?:outlineLevel|hidden|collapsed)=["']\w+["']""")
_HIDDEN = re.compile(rb"""\shidden=["']\w+["']""")
_COLUMN = re.compile(rb"<col\s([^<>]*?)/>")
_RUN = re.compile(rb"""\b(min|max)=["']([0-9]{1,5})["']""")
_FIT = re.compile(rb"<pageSetUpPr\b[^<>]*/>")
_SETUP = re.compile(rb"<pageSetup\b([^<>]*)/>")
_SCALE = re.compile(rb"""\s(?:scale|fitToWidth|fitToHeight)=["'][0-9]+["']""")
_BREAKS = re.compile(rb"<rowBreaks\b[^<>]*(?:/>|>.*?</rowBreaks>)", re.DOTALL)
_LAST_OF_PAGE = re.compile(rb"<pageSetup\b[^<>]*/>(?:\s*<headerFooter\b[^<>]*(?:/>|>.*?</headerFooter>))?", re.DOTALL)
_FORMAT = re.compile(rb"<sheetFormatPr\b(?![^<>]*outlineLevelRow)")
_VIEW = re.compile(rb"<sheetView\s[^<>]*?(?:/>|>.*?</sheetView>)", re.DOTALL)
_PANE = re.compile(r"<pane\s[^<>]*/>")
_SELECTION = re.compile(r"<selection\b[^<>]*/>")
_TOP = re.compile(r'\btopLeftCell="([A-Z]+)[0-9]+"')
_FRONT = 20_000  # bytes of a part in which its view stands
_ABOVE = 8  # rows that stay in sight above the cell


def show(package: Package, looks: Collection[Look]) -> None:
    """Show sheets so; one with an autofilter, which hides rows itself, keeps its rows as they are."""
    parts = package.sheets() if looks else {}
    for sheet in {look.sheet for look in looks} & parts.keys():
        content = package.parts[parts[sheet]]
        ours = [look for look in looks if look.sheet == sheet and isinstance(look, Fold)]
        for look in looks:
            if look.sheet == sheet and isinstance(look, Pages):
                content = _paged(content, look.breaks)
        if b"<autoFilter" not in content:
            content = _rows(content, [fold for fold in ours if not fold.columns])
        for fold in ours:
            if fold.columns:
                content = _COLUMN.sub(lambda found, fold=fold: _column(found, fold), content)  # type: ignore[misc]
        package.parts[parts[sheet]] = content


def _paged(content: bytes, breaks: Sequence[int] | None) -> bytes:
    """On one page, or scaled and broken; a sheet whose page setup says neither stays as it is."""
    one = breaks is None
    content = _FIT.sub(b'<pageSetUpPr fitToPage="%d"/>' % one, content, count=1)
    size = b'fitToHeight="1"' if one else b'scale="%d"' % PRINT_SCALE
    content = _SETUP.sub(lambda found: b"<pageSetup " + size + _SCALE.sub(b"", found[1]) + b"/>", content, count=1)
    content = _BREAKS.sub(b"", content)
    if not breaks:
        return content
    each = b"".join(b'<brk id="%d" max="16383" man="1"/>' % (row - 1) for row in breaks)
    listed = b'<rowBreaks count="%d" manualBreakCount="%d">%b</rowBreaks>' % (len(breaks), len(breaks), each)
    return _LAST_OF_PAGE.sub(lambda found: found[0] + listed, content, count=1)


def _rows(content: bytes, folds: Sequence[Fold]) -> bytes:
    away = {row: fold.away for fold in folds for row in range(fold.first, fold.last + 1)}

    def shown(found: re.Match[bytes]) -> bytes:
        number = int(found[1])
        if number not in away:
            return found[0]
        looks = b' outlineLevel="1" hidden="1"' if away[number] else b""
        if not away[number] and away.get(number - 1):
            looks = b' collapsed="1"'  # the [+] stands here
        at = found.end(1) + 1 - found.start()
        return found[0][:at] + looks + _LEVEL.sub(b"", found[0][at:])

    changed = _ROW.sub(shown, content)
    return _FORMAT.sub(b'<sheetFormatPr outlineLevelRow="1"', changed, count=1) if any(away.values()) else changed


def _column(found: re.Match[bytes], fold: Fold) -> bytes:
    """The elements for a run of columns, of which those of the fold may stand apart."""
    run = {name: int(value) for name, value in _RUN.findall(found[1])}
    first, last, looks = run[b"min"], run[b"max"], b" " + _RUN.sub(b"", found[1])
    if last < fold.first or first > fold.last:
        return found[0]
    runs = [
        (first, fold.first - 1, looks),
        (max(first, fold.first), min(last, fold.last), _HIDDEN.sub(b"", looks) + b' hidden="1"' * fold.away),
        (fold.last + 1, last, looks),
    ]
    return b"".join(b'<col min="%d" max="%d"%b/>' % run for run in runs if run[0] <= run[1])


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

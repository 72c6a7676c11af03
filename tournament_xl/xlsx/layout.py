"""Layout of sheets in a package: hidden rows and columns, widths, heights, page breaks, the cell that is selected."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Mapping
from functools import partial

from tournament_xl.workbook.snapshot import CollapsedRange, ColumnWidth, LayoutChange, PageBreaks, RowHeight
from tournament_xl.xlsx.package import Package, list_children
from tournament_xl.xlsx.patch import SheetRows
from tournament_xl.xlsx.sheet import parse_address

# Most edits change no layout: these patterns are compiled when first used.
_SETUP = rb"<pageSetup\b([^<>]*?)/?>"
_VIEW = rb"(?s)<sheetView\s[^<>]*?(?:/>|>.*?</sheetView>)"
_SELECTION = r"<selection\b[^<>]*/>"
_VIEW_BYTES = 20_000  # the view of a sheet is within the first bytes of its part
_COLUMN_GAP = 5 / 7  # digits: by so much is the width in a file greater than what a spreadsheet shows
_ROWS_ABOVE = 8  # rows that stay visible above the selected cell


def apply_layout(package: Package, parts: Mapping[str, str], layout_changes: Collection[LayoutChange]) -> None:
    """Hide or show rows and columns, set widths, heights and page breaks, in the package in place.

    Changes are skipped for rows of a sheet with an autofilter, which hides rows itself, for columns without a width or
    format in the file, for rows that the part lacks, for new page breaks of a sheet without page setup, and for charts.
    Hidden rows can be opened by a [+] in the row below them. `parts` gives the name of each sheet's part. Changes are
    made in their order; those of absent sheets are skipped.
    """
    by_part: dict[str, list[LayoutChange]] = defaultdict(list)
    for change in layout_changes:
        if change.sheet in parts:
            by_part[parts[change.sheet]].append(change)
    for part, changes in by_part.items():
        if b"sheetData" not in package.parts[part]:  # a chart
            continue
        try:
            head, rows, tail = _split_at_rows(package.parts[part])
        except ValueError:
            from tournament_xl.xlsx.canonical import canonicalize_sheet  # loads ElementTree, which few sheets need

            head, rows, tail = _split_at_rows(canonicalize_sheet(package.parts[part]))
        element_names = [child.name for child in list_children(head + tail)]  # custom views have some of the same names
        collapsed: dict[int, bool] = {}  # row -> hide it, or show it
        heights: dict[int, float] = {}
        for change in changes:
            if isinstance(change, PageBreaks):
                head, tail = _set_paging(head, tail, change)
            elif isinstance(change, RowHeight):
                heights |= dict.fromkeys(range(change.first, change.last + 1), change.height)
            elif isinstance(change, ColumnWidth) or change.columns:
                head = re.sub(rb"<col\s([^<>]*?)/>", partial(_split_column_run, change), head)
            elif "autoFilter" not in element_names:
                collapsed |= dict.fromkeys(range(change.first, change.last + 1), change.away)
        if any(collapsed.values()):
            head = re.sub(
                rb"<sheetFormatPr\b(?![^<>]*outlineLevelRow)", b'<sheetFormatPr outlineLevelRow="1"', head, count=1
            )
        rows = _set_heights(rows, heights) if heights else rows
        package.parts[part] = head + (_collapse_rows(rows, collapsed) if collapsed else rows) + tail


def _split_at_rows(content: bytes) -> tuple[bytes, bytes, bytes]:
    """Split a part into the bytes before its rows, its rows, and the bytes after; raise ValueError like `SheetRows`."""
    sheet = SheetRows(content)
    end = sheet.end if sheet.single else content.index(b">", sheet.end) + 1
    return content[: sheet.start], content[sheet.start : end], content[end:]


def _set_paging(head: bytes, tail: bytes, paging: PageBreaks) -> tuple[bytes, bytes]:
    """Set page breaks in the bytes before and after the rows of a part, or fit it to a number of pages.

    A sheet without page setup only loses its former breaks, and says whether it is to be fitted to pages.
    """
    breaks, is_fitted = paging.breaks, paging.breaks is None
    size = b'fitToHeight="%d"' % paging.pages if is_fitted else b'scale="%d"' % paging.scale
    elements = {child.name: child for child in list_children(head + tail)}
    changes: list[tuple[int, int, bytes]] = []  # start, end, replacement
    if old := elements.get("rowBreaks"):
        changes.append((old.start, old.end, b""))
    if (setup := elements.get("pageSetup")) and (
        attributes := re.match(_SETUP, (head + tail)[setup.start : setup.end])
    ):
        other_attributes = re.sub(rb"""\s(?:scale|fitToWidth|fitToHeight)=["'][0-9]+["']""", b"", attributes[1])
        changes.append((setup.start, setup.end, b"<pageSetup " + size + other_attributes + b"/>"))
        if breaks:
            break_tags = b"".join(b'<brk id="%d" max="16383" man="1"/>' % (row - 1) for row in breaks)
            count = len(breaks)
            row_breaks = b'<rowBreaks count="%d" manualBreakCount="%d">%b</rowBreaks>' % (count, count, break_tags)
            position = elements.get("headerFooter", setup).end
            changes.append((position, position, row_breaks))
    for start, end, text in sorted(changes, reverse=True):
        tail = tail[: start - len(head)] + text + tail[end - len(head) :]
    return re.sub(rb"<pageSetUpPr\b[^<>]*/>", b'<pageSetUpPr fitToPage="%d"/>' % is_fitted, head, count=1), tail


def _set_heights(content: bytes, heights: Mapping[int, float]) -> bytes:
    """Set the heights of rows, in points."""

    def rewrite(match: re.Match[bytes]) -> bytes:
        if (height := heights.get(int(match[1]))) is None:
            return match[0]
        return b'<row r="%b" ht="%.6g" customHeight="1"%b>' % (match[1], height, old_attributes.sub(b"", match[2]))

    old_attributes = re.compile(rb"""\s(?:ht|customHeight)=["'][\w.]+["']""")
    return re.sub(rb'<row r="([0-9]{1,7})"([^<>]*)>', rewrite, content)


def _collapse_rows(content: bytes, collapsed: Mapping[int, bool]) -> bytes:
    """Hide rows behind a [+], which is in the row below them, or show them."""

    def rewrite(match: re.Match[bytes]) -> bytes:
        number = int(match[1])
        if number not in collapsed:
            return match[0]
        attributes = b' outlineLevel="1" hidden="1"' if collapsed[number] else b""
        if not collapsed[number] and collapsed.get(number - 1):
            attributes = b' collapsed="1"'
        return b'<row r="%d"' % number + attributes + old_attributes.sub(b"", match[2]) + b">"

    old_attributes = re.compile(rb"""\s(?:outlineLevel|hidden|collapsed)=["']\w+["']""")
    return re.sub(rb'<row r="([0-9]{1,7})"([^<>]*)>', rewrite, content)


def _split_column_run(change: CollapsedRange | ColumnWidth, match: re.Match[bytes]) -> bytes:
    """Split a run of columns so that the changed columns have an element of their own."""
    bounds = rb"""\b(min|max)=["']([0-9]{1,5})["']\s*"""
    run = {name: int(value) for name, value in re.findall(bounds, match[1])}
    first, last, attributes = run[b"min"], run[b"max"], b" " + re.sub(bounds, b"", match[1])
    if last < change.first or first > change.last:
        return match[0]
    if isinstance(change, ColumnWidth):
        others = re.sub(rb"""\s(?:width|customWidth)=["'][\w.]+["']""", b"", attributes)
        attributes_inside = b'%b width="%.6g" customWidth="1"' % (others, change.width + _COLUMN_GAP)
    else:
        attributes_inside = re.sub(rb"""\shidden=["']\w+["']""", b"", attributes) + b' hidden="1"' * change.away
    runs = [
        (first, change.first - 1, attributes),
        (max(first, change.first), min(last, change.last), attributes_inside),
        (change.last + 1, last, attributes),
    ]
    return b"".join(b'<col min="%d" max="%d"%b/>' % run for run in runs if run[0] <= run[1])


def select_cells(package: Package, parts: Mapping[str, str], cells: Mapping[str, str]) -> None:
    """Select one cell on each of the sheets, and scroll the sheet so that its row is visible below the frozen rows.

    A sheet stays as it is, with no cell selected, if the first 20,000 bytes of its XML have no view (`sheetView`), or
    one without frozen rows or active pane. `cells` gives the address of the cell by sheet ("E12"); each sheet must be
    in `parts`, which gives the name of its part.
    """
    for name, cell in cells.items():
        front = package.parts[parts[name]][:_VIEW_BYTES]
        if match := re.search(_VIEW, front):
            view, rest = _select_in_view(match[0].decode(), cell).encode(), package.parts[parts[name]][match.end() :]
            package.parts[parts[name]] = front[: match.start()] + view + rest


def _select_in_view(view: str, cell: str) -> str:
    """Return a sheet's view with this cell selected and visible below the frozen rows."""
    pane = re.search(r"<pane\s[^<>]*/>", view)
    frozen = re.search(r'\bySplit="(\d+)"', pane[0]) if pane else None
    active_pane = re.search(r'\bactivePane="(\w+)"', pane[0]) if pane else None
    if not (pane and frozen and active_pane):
        return view
    top = max(int(frozen[1]) + 1, parse_address(cell)[0] - _ROWS_ABOVE)
    moved_pane = re.sub(r'\btopLeftCell="([A-Z]+)[0-9]+"', rf'topLeftCell="\g<1>{top}"', pane[0], count=1)
    other_selections = [tag for tag in re.findall(_SELECTION, view) if f'pane="{active_pane[1]}"' not in tag]
    selection = f'<selection pane="{active_pane[1]}" activeCell="{cell}" sqref="{cell}"/>'
    return re.sub(_SELECTION, "", view).replace(pane[0], f"{moved_pane}{''.join(other_selections)}{selection}", 1)

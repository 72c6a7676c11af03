"""One sheet's part changed: other values in some of its cells, each keeping its style; rows and columns put away, or
shown again; how it prints; at which cell it opens.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import accumulate
from typing import NamedTuple

from tournament_xl.messages import workbook_files as texts
from tournament_xl.workbook.snapshot import PRINT_SCALE, Cell, CollapsedRange, LayoutChange, PageBreaks, cell_address
from tournament_xl.xlsx.limits import MAX_COLUMN
from tournament_xl.xlsx.package import Package, children
from tournament_xl.xlsx.sheet import cell_xml, column_number, place

At = tuple[int, int]  # row, column
ByRow = Mapping[int, Mapping[int, Cell]]  # row -> column -> the value stored there
Area = tuple[int, int, int, int]  # first and last row, first and last column
_ROW = re.compile(rb'<row r="([0-9]{1,7})"')
_ROWS = rb"<(?:[^\s<>/?!:]+:)?row[\s/>]"  # in whatever way they are written; slow
_CELL = '<c r="'
_CELLS = rb"<(?:[^\s<>/?!:]+:)?c[\s/>]"
_DATA = re.compile(rb"<sheetData(?:\s[^<>]*?)?(/?)>")
_STYLE = re.compile(r"""\ss\s*=\s*["']([0-9]{1,9})["']""")
_SPANS = re.compile(rb"""\sspans\s*=\s*["'][0-9: ]*["']""")
_FORMATTED = re.compile(rb"""\scustomFormat\s*=\s*["'](?:1|true)["']""")
_HEIGHT = re.compile(rb"""\s(?:ht|customHeight)\s*=\s*["'][\w.+-]+["']""")
_COLUMN = re.compile(rb"<(?:[^\s<>/?!:]+:)?col(\s[^<>]*)>")
_ATTRIBUTE = re.compile(rb"""\b(\w+)\s*=\s*["']([0-9]+)["']""")
_MERGE = re.compile(rb"""<(?:[^\s<>/?!:]+:)?mergeCell\s[^<>]*?\bref\s*=\s*["']([A-Z0-9:]+)["']""")
_FORMULA = re.compile(rb"<(?:[^\s<>/?!:]+:)?f(\s[^<>]*)>")
_OF_FORMULA = re.compile(rb"""\b(t|ref|si)\s*=\s*["']([\w:]*)["']""")
_EXTENT = re.compile(rb"""(<(?:[^\s<>/?!:]+:)?dimension\s[^<>]*?\bref\s*=\s*["'])([A-Z]+[0-9]+)(?::([A-Z]+[0-9]+))?""")


class TakenError(Exception):
    """A cell that was to have a value lies under a merged range, or has a formula that serves other cells too: the
    sentence, the cell, the range.
    """


class _Row(NamedTuple):
    tag: bytes
    start: int  # of its tag
    inside: int  # where its content begins, and
    end: int  # ends; the same for <row/>


class _Sheet:
    """Where the rows and cells of a sheet's part stand: by their tags, written as nearly every program does."""

    def __init__(self, content: bytes) -> None:
        """Raises ValueError for a part without cells, such as a chart's, or written otherwise."""
        begins = _DATA.search(content)
        if begins is None or b"<!" in content or content.find(b"<?", 4) > 0:  # the first may stand behind a mark
            raise ValueError("sheetData")
        self.content, self.start, self.inside, self.single = content, begins.start(), begins.end(), bool(begins[1])
        self.end = self.inside if self.single else content.index(b"</sheetData", self.inside)
        rows = _ROW.finditer(content, self.inside, self.end)
        self.rows = {int(row[1]): row.start() for row in rows}  # number -> where its tag begins
        content = content[self.inside : self.end]
        if _may_be_others(content, b"row", len(self.rows)) and len(re.findall(_ROWS, content)) != len(self.rows):
            raise ValueError("row")
        self.prefixed = b":c" in content

    def row(self, number: int) -> _Row | None:
        """Where a row stands, if it is there."""
        if (start := self.rows.get(number)) is None:
            return None
        content = self.content
        inside = end = content.index(b">", start) + 1
        if content[end - 2 : end] != b"/>":
            end = content.index(b"</row", inside)
        return _Row(content[start:inside], start, inside, end)


def _may_be_others(content: bytes, name: bytes, count: int) -> bool:
    """Whether there may be other elements with this name than so many that are written as usual."""
    return content.count(b"<" + name) != count or b":" + name in content


def patched(content: bytes, wanted: ByRow) -> tuple[bytes, ByRow]:
    """The part with these stored values, and those that were written: not those under a merged range, which stay empty.

    A part written in another way than most is first brought into that. Raises TakenError when one of them has a value,
    and for a formula that other cells need; ValueError for a part that cannot be changed so.
    """
    try:
        return _patched(content, wanted)
    except ValueError:
        from tournament_xl.xlsx.canonical import normal  # with ElementTree, which few sheets want

        return _patched(normal(content), wanted)


def _patched(content: bytes, wanted: ByRow) -> tuple[bytes, ByRow]:
    sheet, by_row = _Sheet(content), {row: dict(values) for row, values in wanted.items()}
    _leave_covered(_areas(content[sheet.end :]), by_row)
    several = dict(_formulas_for_several(sheet))
    for cell in _covered(several, by_row):
        raise TakenError(texts.FILLED_DOWN, cell_address(*cell), _name(several[_area_of(cell, several)]))
    columns = _styles(content[: sheet.inside], by_row)
    changes: list[tuple[int, int, str]] = []  # start, end, what comes in place of it
    numbers = sorted(sheet.rows)
    heights: dict[int, str] = {}  # of new rows
    for number, values in sorted(by_row.items()):
        if row := sheet.row(number):
            changes += _in_row(sheet, row, number, values, columns)
            continue
        made = "".join(
            _CELL + _cell(cell_address(number, column), value, columns.get(column, ""))
            for column, value in sorted(values.items())
            if value is not None
        )
        if made:
            above = sheet.row(number - 1)
            looks = b"".join(_HEIGHT.findall(above.tag)).decode() if above else heights.get(number - 1, "")
            heights[number] = looks
            after = bisect_left(numbers, number)
            at = sheet.rows[numbers[after]] if after < len(numbers) else sheet.end
            changes.append((at, at, f'<row r="{number}"{looks}>{made}</row>'))
    if changes and sheet.single:
        rows = "".join(made for _, _, made in changes)
        changes = [(sheet.start, sheet.inside, f"<sheetData>{rows}</sheetData>")]
    out, at = [], 0
    for start, end, made in changes:
        out += [content[at:start], made.encode()]
        at = end
    return _extended(b"".join([*out, content[at:]]), by_row), by_row


def _in_row(
    sheet: _Sheet, row: _Row, number: int, values: Mapping[int, Cell], columns: Mapping[int, str]
) -> list[tuple[int, int, str]]:
    inside = sheet.content[row.inside : row.end]
    start, *cells = inside.decode().split(_CELL)
    if (sheet.prefixed or inside.count(b"<c") != len(cells)) and len(re.findall(_CELLS, inside)) != len(cells):
        raise ValueError("cell")  # some are written otherwise
    places = {cell.partition('"')[0]: at for at, cell in enumerate(cells)}
    new: dict[int, str] = {}
    for column, value in values.items():
        name = cell_address(number, column)
        if (at := places.get(name)) is not None:
            looks, _, rest = cells[at][len(name) + 1 :].partition(">")
            if looks[-1:] != "/":
                rest = rest[rest.index(">", rest.index("</c")) + 1 :]
            style = _STYLE.search(looks)
            cells[at] = _cell(name, value, style[1] if style else "") + rest
        elif value is not None:
            formatted = _FORMATTED.search(row.tag) and _STYLE.search(row.tag.decode())
            new[column] = _cell(name, value, formatted[1] if formatted else columns.get(column, ""))
    if not new:
        return [(row.inside, row.end, _CELL.join([start, *cells]))]
    standing = [column_number(name.rstrip("0123456789")) for name in places]
    for column, made in sorted(new.items(), reverse=True):
        cells.insert(next((at for at, other in enumerate(standing) if other > column), len(standing)), made)
    text = _CELL.join([start, *cells])
    bare = _SPANS.sub(b"", row.tag).decode()  # a hint, which may be wrong now
    if row.inside == row.end and bare.endswith("/>"):
        return [(row.start, row.inside, f"{bare[:-2].rstrip()}>{text}</row>")]
    return [(row.start, row.inside, bare), (row.inside, row.end, text)]


def _cell(name: str, value: Cell, style: str) -> str:
    """A cell's XML behind `_CELL`."""
    looks = f' s="{style}"' if style else ""
    return cell_xml(f'{name}"{looks}', value)


def _areas(tail: bytes) -> list[Area]:
    """The merged ranges."""
    found = _MERGE.findall(tail)
    if len(found) != len(re.findall(rb"mergeCell[\s/>]", tail)):
        raise ValueError("mergeCell")
    return [_area(text.decode()) for text in found]


def _area(text: str) -> Area:
    first, _, last = text.partition(":")
    (top, left), (bottom, right) = place(first), place(last or first)
    return top, bottom, left, right


def _covered(areas: Collection[Area], by_row: Mapping[int, Mapping[int, Cell]]) -> list[At]:
    """List the wanted cells that lie in one of the areas.

    There may be as many areas as cells: each is counted at its corners only, on the grid of the wanted rows and
    columns; sums from corner to corner say how many cover a cell.
    """
    rows, columns = sorted(by_row), sorted({column for values in by_row.values() for column in values})
    corners: dict[int, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for top, bottom, left, right in areas:
        above, below = bisect_left(rows, top), bisect_left(rows, bottom + 1)
        before, behind = bisect_left(columns, left), bisect_left(columns, right + 1)
        if above < below and before < behind:
            for at, sign in ((above, 1), (below, -1)):
                corners[at][before] += sign
                corners[at][behind] -= sign
    found: list[At] = []
    sums = [0] * (len(columns) + 1)
    for at, row in enumerate(rows if corners else ()):
        for column, change in corners[at].items():
            sums[column] += change
        if any(sums):
            covered = zip(columns, accumulate(sums), strict=False)
            found += [(row, column) for column, count in covered if count and column in by_row[row]]
    return found


def _area_of(cell: At, areas: Iterable[Area]) -> Area:
    """The first area in which a covered cell lies."""
    return next(one for one in areas if one[0] <= cell[0] <= one[1] and one[2] <= cell[1] <= one[3])


def _name(area: Area) -> str:
    return f"{cell_address(area[0], area[2])}:{cell_address(area[1], area[3])}"


def _leave_covered(merges: list[Area], by_row: dict[int, dict[int, Cell]]) -> None:
    first = {(top, left) for top, _, left, _ in merges}
    for row, column in _covered(merges, by_row):
        if (row, column) not in first:
            if by_row[row][column] is not None:
                raise TakenError(texts.MERGED, cell_address(row, column), _name(_area_of((row, column), merges)))
            del by_row[row][column]


def _formulas_for_several(sheet: _Sheet) -> Iterator[tuple[Area, Area]]:
    """Where no cell is to be written since others need its formula, and the whole range that has this formula."""
    if sheet.content.find(b"ref", sheet.inside, sheet.end) < 0:
        return
    for match in _FORMULA.finditer(sheet.content, sheet.inside, sheet.end):
        given = dict(_OF_FORMULA.findall(match[1]))
        if b"ref" in given and (kind := given.get(b"t")) in (b"shared", b"array", b"dataTable"):
            top, bottom, left, right = area = _area(given[b"ref"].decode())
            if (top, left) != (bottom, right):
                yield (top, top, left, left) if kind == b"shared" else area, area


def _styles(head: bytes, by_row: Mapping[int, Mapping[int, Cell]]) -> dict[int, str]:
    """Column -> the style of its new cells."""
    columns = _COLUMN.findall(head)
    if len(columns) > MAX_COLUMN:
        raise ValueError("col")
    wanted = sorted({column for values in by_row.values() for column in values})
    found: dict[int, str] = {}
    for text in columns:
        given = {name: value.decode() for name, value in _ATTRIBUTE.findall(text)}
        if style := given.get(b"style"):
            low, high = int(given[b"min"]), int(given[b"max"])
            for column in wanted[bisect_left(wanted, low) : bisect_left(wanted, high + 1)]:
                found[column] = style
    return found


def _extended(content: bytes, written: ByRow) -> bytes:
    """The stated extent holds what was filled: some readers stop at it."""
    found = _EXTENT.search(content, 0, 20_000)
    rows = [row for row, values in written.items() if {*values.values()} != {None}]
    columns = {column for values in written.values() for column, value in values.items() if value is not None}
    if not found or not rows:
        return content
    for row, column in map(place, filter(None, (found[2].decode(), (found[3] or b"").decode()))):
        rows.append(row)
        columns.add(column)
    first, last = cell_address(min(rows), min(columns)), cell_address(max(rows), max(columns))
    extent = first if first == last else f"{first}:{last}"
    return content[: found.start(2)] + extent.encode() + content[found.end() :]


# Looks; these patterns are made when first used

_SETUP = rb"<pageSetup\b([^<>]*?)/?>"
_VIEW = rb"(?s)<sheetView\s[^<>]*?(?:/>|>.*?</sheetView>)"
_SELECTION = r"<selection\b[^<>]*/>"
_FRONT = 20_000  # bytes of a part in which its view stands
_ABOVE = 8  # rows that stay in sight above the cell


def show(package: Package, parts: Mapping[str, str], looks: Collection[LayoutChange]) -> None:
    """Put rows and columns away or show them, and set where pages end. A sheet with an autofilter, which hides rows
    itself, keeps its rows as they are.
    """
    by_part: dict[str, list[LayoutChange]] = defaultdict(list)
    for look in looks:
        if look.sheet in parts:
            by_part[parts[look.sheet]].append(look)
    for part, wanted in by_part.items():
        if b"sheetData" not in package.parts[part]:  # a chart's
            continue
        try:
            head, rows, tail = _around(package.parts[part])
        except ValueError:
            from tournament_xl.xlsx.canonical import normal  # with ElementTree, which few sheets want

            head, rows, tail = _around(normal(package.parts[part]))
        own = [child.name for child in children(head + tail)]  # custom views have some of the same names
        away: dict[int, bool] = {}  # rows to be put away or shown again
        for look in wanted:
            if isinstance(look, PageBreaks):
                head, tail = _paged(head, tail, look.breaks)
            elif look.columns:
                head = re.sub(rb"<col\s([^<>]*?)/>", partial(_column, look), head)
            elif "autoFilter" not in own:
                away |= dict.fromkeys(range(look.first, look.last + 1), look.away)
        if any(away.values()):
            head = re.sub(
                rb"<sheetFormatPr\b(?![^<>]*outlineLevelRow)", b'<sheetFormatPr outlineLevelRow="1"', head, count=1
            )
        package.parts[part] = head + (_rows(rows, away) if away else rows) + tail


def _around(content: bytes) -> tuple[bytes, bytes, bytes]:
    """What stands before the rows of a part, the rows, what stands behind. Raises ValueError as `_Sheet`."""
    sheet = _Sheet(content)
    end = sheet.end if sheet.single else content.index(b">", sheet.end) + 1
    return content[: sheet.start], content[sheet.start : end], content[end:]


def _paged(head: bytes, tail: bytes, breaks: Sequence[int] | None) -> tuple[bytes, bytes]:
    """What stands before and behind the rows of a part, on one page or scaled and broken; a sheet whose page
    setup says neither stays as it is.
    """
    one = breaks is None
    size = b'fitToHeight="1"' if one else b'scale="%d"' % PRINT_SCALE
    own = {child.name: child for child in children(head + tail)}
    changes: list[tuple[int, int, bytes]] = []  # start, end, what comes in place of it
    if old := own.get("rowBreaks"):
        changes.append((old.start, old.end, b""))
    if (setup := own.get("pageSetup")) and (said := re.match(_SETUP, (head + tail)[setup.start : setup.end])):
        kept = re.sub(rb"""\s(?:scale|fitToWidth|fitToHeight)=["'][0-9]+["']""", b"", said[1])
        changes.append((setup.start, setup.end, b"<pageSetup " + size + kept + b"/>"))
        if breaks:
            each = b"".join(b'<brk id="%d" max="16383" man="1"/>' % (row - 1) for row in breaks)
            listed = b'<rowBreaks count="%d" manualBreakCount="%d">%b</rowBreaks>' % (len(breaks), len(breaks), each)
            at = own.get("headerFooter", setup).end
            changes.append((at, at, listed))
    for start, end, text in sorted(changes, reverse=True):
        tail = tail[: start - len(head)] + text + tail[end - len(head) :]
    return re.sub(rb"<pageSetUpPr\b[^<>]*/>", b'<pageSetUpPr fitToPage="%d"/>' % one, head, count=1), tail


def _rows(content: bytes, away: Mapping[int, bool]) -> bytes:
    """With rows put away behind a [+], which stands in the row below, or shown again."""

    def shown(found: re.Match[bytes]) -> bytes:
        number = int(found[1])
        if number not in away:
            return found[0]
        looks = b' outlineLevel="1" hidden="1"' if away[number] else b""
        if not away[number] and away.get(number - 1):
            looks = b' collapsed="1"'
        return b'<row r="%d"' % number + looks + old.sub(b"", found[2]) + b">"

    old = re.compile(rb"""\s(?:outlineLevel|hidden|collapsed)=["']\w+["']""")
    return re.sub(rb'<row r="([0-9]{1,7})"([^<>]*)>', shown, content)


def _column(fold: CollapsedRange, found: re.Match[bytes]) -> bytes:
    """The elements for a run of columns, of which those of the fold may stand apart."""
    ends = rb"""\b(min|max)=["']([0-9]{1,5})["']\s*"""
    run = {name: int(value) for name, value in re.findall(ends, found[1])}
    first, last, looks = run[b"min"], run[b"max"], b" " + re.sub(ends, b"", found[1])
    if last < fold.first or first > fold.last:
        return found[0]
    inside = re.sub(rb"""\shidden=["']\w+["']""", b"", looks) + b' hidden="1"' * fold.away
    runs = [
        (first, fold.first - 1, looks),
        (max(first, fold.first), min(last, fold.last), inside),
        (fold.last + 1, last, looks),
    ]
    return b"".join(b'<col min="%d" max="%d"%b/>' % run for run in runs if run[0] <= run[1])


def selected(package: Package, parts: Mapping[str, str], cells: Mapping[str, str]) -> None:
    """Let each of these sheets open at its cell, when it is looked at; one without fixed rows is left alone."""
    for name, cell in cells.items():
        front = package.parts[parts[name]][:_FRONT]
        if found := re.search(_VIEW, front):
            view = front[: found.start()] + _at(found[0].decode(), cell).encode() + front[found.end() :]
            package.parts[parts[name]] = view + package.parts[parts[name]][_FRONT:]


def _at(view: str, cell: str) -> str:
    """A sheet's view that has this cell selected, and in sight below the fixed rows."""
    pane = re.search(r"<pane\s[^<>]*/>", view)
    fixed = re.search(r'\bySplit="(\d+)"', pane[0]) if pane else None
    within = re.search(r'\bactivePane="(\w+)"', pane[0]) if pane else None
    if not (pane and fixed and within):
        return view
    top = max(int(fixed[1]) + 1, place(cell)[0] - _ABOVE)
    moved = re.sub(r'\btopLeftCell="([A-Z]+)[0-9]+"', rf'topLeftCell="\g<1>{top}"', pane[0], count=1)
    others = [one for one in re.findall(_SELECTION, view) if f'pane="{within[1]}"' not in one]
    selection = f'<selection pane="{within[1]}" activeCell="{cell}" sqref="{cell}"/>'
    return re.sub(_SELECTION, "", view).replace(pane[0], f"{moved}{''.join(others)}{selection}", 1)

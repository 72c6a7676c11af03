"""Pages of a printed sheet as HTML for a browser to print: each cell has its position on the paper, in points."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from html import escape
from itertools import accumulate, groupby
from typing import NamedTuple

from tournament_xl.messages.text_width import text_width
from tournament_xl.printing.drawings import Chart, Curve, render_chart
from tournament_xl.printing.formulas import Value
from tournament_xl.printing.looks import DIGIT, LINE_WIDTHS, Line, Look, format_cell_number, format_cell_text
from tournament_xl.printing.printed_sheet import Page, PrintedSheet

FONT = "Calibri, Carlito, Arial, sans-serif"
_BOLDER = 1.04  # factor by which bold letters are wider
_SHRINK_MARGIN = 0.97  # share of its room that a text is to take, as its width is estimated up to 3 % too narrow
_LINE = 1.22  # height of a line, in sizes
_PADDING, _INDENT = 1.6, 7.0  # points between a cell's edge and its text, and for each indent
_CAPITALS = 0.22  # sizes by which letters have more room below than above their capitals where they are centred
_PENS = {"hair": "dotted", "dotted": "dotted", "dashed": "dashed", "double": "double"}
_LIFT = {"top": "flex-start", "center": "center", "bottom": "flex-end"}
_SIDES = {"left": "flex-start", "center": "center", "right": "flex-end"}
_SECTIONS = re.compile(r"&([LCR])((?:(?!&[LCR]).)*)", re.DOTALL)
_MARKS = re.compile(r'&(?:"[^"]*"|([0-9]+)|([A-Za-z&]))')
_STYLE = f"""
.printed {{ position: relative; overflow: hidden; break-after: page; font-family: {FONT}; line-height: {_LINE};
  font-variant-ligatures: none; color: #000; background: #fff; }}
.printed:last-child {{ break-after: auto; }}
.printed > * {{ position: absolute; display: flex; box-sizing: border-box; white-space: pre; overflow: hidden;
  margin: 0; -webkit-print-color-adjust: exact; print-color-adjust: exact; }}
"""


class Box(NamedTuple):
    """Rectangle on the paper, in points from its upper left corner."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def style(self) -> str:
        """Position and size of the box as CSS."""
        return (
            f"left:{self.left:.2f}pt;top:{self.top:.2f}pt;width:{self.right - self.left:.2f}pt;"
            f"height:{self.bottom - self.top:.2f}pt"
        )


class PageGrid(NamedTuple):
    """Edges of the rows and columns of a page, in points from the upper left corner of the paper."""

    lefts: Mapping[int, tuple[float, float]]  # column of the sheet -> left and right edge
    tops: Mapping[int, tuple[float, float]]  # row of the sheet -> upper and lower edge

    def box(self, row: int, column: int, last_row: int = 0, last_column: int = 0) -> Box:
        """Return the box of a cell, or of a merged area that begins with it, as far as the area is on the page.

        Args:
            row: Row of the cell, from 1; it is on the page, and so is its column.
            column: Column of the cell, from 1.
            last_row: Last row of its merged area; 0 for a single cell.
            last_column: Last column of its merged area; 0 for a single cell.
        """
        rows = [self.tops[number] for number in range(row, max(row, last_row) + 1) if number in self.tops]
        columns = [self.lefts[number] for number in range(column, max(column, last_column) + 1) if number in self.lefts]
        return Box(columns[0][0], rows[0][0], columns[-1][1], rows[-1][1])


def render_print(sheet: PrintedSheet) -> str:
    """Render the pages of a sheet.

    Args:
        sheet: The sheet.

    Returns:
        HTML with its styles: a section for each page, as large as the paper, with the browser's own margins set to 0;
        "" for a sheet without content.
    """
    if not sheet.pages:
        return ""
    setup = sheet.setup
    paper = f"@page {{ size: {setup.width:.2f}pt {setup.height:.2f}pt; margin: 0 }}"
    classes: dict[str, str] = {}  # class by the CSS of a look

    def name_class(css: str) -> str:
        return classes.setdefault(css, f"p{len(classes)}")

    pages = [
        f'<section class="printed" style="width:{setup.width:.2f}pt;height:{setup.height - 0.5:.2f}pt">'
        f"{''.join(_render_page(sheet, page, name_class))}"
        f"{''.join(_render_margins(sheet, number))}</section>"
        for number, page in enumerate(sheet.pages, start=1)
    ]
    rules = "".join(f".printed .{name} {{ {css} }}\n" for css, name in classes.items())
    return f"<style>{paper}{_STYLE}{rules}</style>{''.join(pages)}"


def compute_page_grid(sheet: PrintedSheet, page: Page) -> PageGrid:
    """Compute the edges of the rows and columns of a page on the paper, in points.

    Widths and heights are multiplied by the sheet's scale, margins are not. The grid begins at the left and the upper
    margin. In a direction that the print setup centres it is centred between the margins, unless it is too large.
    """
    setup, scale = sheet.setup, sheet.scale
    widths = [scale * sheet.width(column) for column in page.columns]
    heights = [scale * sheet.height(row) for row in page.rows]
    start = setup.left + (max(setup.body[0] - sum(widths), 0) / 2 if setup.centred_horizontally else 0)
    top = setup.top + (max(setup.body[1] - sum(heights), 0) / 2 if setup.centred_vertically else 0)
    return PageGrid(_spread(page.columns, widths, start), _spread(page.rows, heights, top))


def _spread(numbers: Sequence[int], sizes: Sequence[float], start: float) -> dict[int, tuple[float, float]]:
    ends = [*accumulate(sizes, initial=start)]
    return {number: (ends[index], ends[index + 1]) for index, number in enumerate(numbers)}


def _render_page(sheet: PrintedSheet, page: Page, name_class: Callable[[str], str]) -> Iterator[str]:
    """Yield the elements of a page: fills, then lines, then texts, which may run over empty cells."""
    grid, lines, texts = compute_page_grid(sheet, page), dict[tuple[float, ...], Line](), list[str]()
    for row in page.rows:
        fills = list[tuple[str, Box]]()
        for position, column in enumerate(page.columns):
            if sheet.is_covered(row, column):
                continue
            last_row, last_column = sheet.merges.get((row, column), (row, column))
            box, look = grid.box(row, column, last_row, last_column), sheet.look(row, column)
            if look.fill and look.fill != "#ffffff":
                fills.append((look.fill, box))
            lines |= _draw_borders(box, look)
            text = render_value(sheet.value(row, column), look)
            if text:
                room = box
                if (last_row, last_column) == (row, column):
                    room = _find_room(sheet, page, grid, (row, position), text, look)
                texts.append(_render_text(text, look, room, sheet, sheet.value(row, column), name_class))
        for (fill, *_), boxes in groupby(_join_boxes(fills), key=lambda part: (part[0], part[1].top)):
            for _, box in boxes:
                yield f'<i class="{name_class(f"background: {fill}")}" style="{box.style}"></i>'
    yield from (_render_line(ends, line, name_class) for ends, line in lines.items())
    yield from texts
    yield from _render_drawings(sheet, grid)


def _render_drawings(sheet: PrintedSheet, grid: PageGrid) -> Iterator[str]:
    """Yield the elements of the drawings that begin on a page."""
    scale = sheet.scale
    for drawing in sheet.drawings:
        start, end = drawing.start, drawing.end
        if start.row not in grid.tops or start.column not in grid.lefts:
            continue
        width, height = drawing.size
        if end:
            width = sum(map(sheet.width, range(start.column, end.column))) - start.right
            width += min(end.right, sheet.width(end.column))
            height = sum(map(sheet.height, range(start.row, end.row))) - start.down
            height += min(end.down, sheet.height(end.row))
        left, top = grid.lefts[start.column][0] + scale * start.right, grid.tops[start.row][0] + scale * start.down
        box = Box(left, top, left + scale * width, top + scale * height)
        if drawing.picture:
            yield f'<img alt="" src="{drawing.picture}" style="{box.style};object-fit:contain">'
        elif drawing.chart and width > 0 and height > 0:
            content = render_chart(drawing.chart, *_read_curves(sheet, drawing.chart), (width, height))
            yield f'<div style="{box.style}">{content}</div>'


def _read_curves(sheet: PrintedSheet, chart: Chart) -> tuple[list[Curve], list[str]]:
    """Return the lines of a chart that have a number, and the labels of its horizontal axis, without hidden columns."""

    def show(cell: tuple[int, int]) -> str:
        return render_value(sheet.value(*cell), sheet.look(*cell))

    visible_indices = [index for index, (_, column) in enumerate(chart.categories) if sheet.width(column)]
    curves = []
    for series in chart.series:
        values = [
            sheet.value(*cell)
            for cell in (series.values[index] for index in visible_indices if index < len(series.values))
        ]
        if any(isinstance(value, float) for value in values):
            numbers = [value if isinstance(value, float) else None for value in values]
            curves.append(Curve(" ".join(map(show, series.name)), numbers, series))
    return curves, [show(chart.categories[index]) for index in visible_indices]


def _join_boxes(fills: Iterable[tuple[str, Box]]) -> list[tuple[str, Box]]:
    """Join boxes of one fill that follow each other in a row: no hair lines between them."""
    joined = list[tuple[str, Box]]()
    for fill, box in fills:
        if joined:
            last_side, before = joined[-1]
            if last_side == fill and (before.right, before.top, before.bottom) == (box.left, box.top, box.bottom):
                joined[-1] = fill, before._replace(right=box.right)
                continue
        joined.append((fill, box))
    return joined


def _draw_borders(box: Box, look: Look) -> dict[tuple[float, ...], Line]:
    """Return the lines around a cell by their ends, so that neighbours share theirs."""
    left, top, right, bottom = (round(length, 2) for length in box)
    ends = {
        "left": (left, top, left, bottom), "right": (right, top, right, bottom),
        "top": (left, top, right, top), "bottom": (left, bottom, right, bottom),
    }  # fmt: skip
    return {ends[side]: line for side, line in look.borders}


def _render_line(ends: tuple[float, ...], line: Line, name_class: Callable[[str], str]) -> str:
    left, top, right, bottom = ends
    width, pen = LINE_WIDTHS.get(line.style, 0.75), _PENS.get(line.style, "solid")
    side, half = ("top" if top == bottom else "left"), width / 2
    box = Box(left - half, top - half, right + half, bottom + half)
    css = f"border-{side}: {max(width, 0.5)}pt {pen} {line.colour}"
    return f'<i class="{name_class(css)}" style="{box.style}"></i>'


def render_value(value: Value, look: Look) -> str:
    """Return the text that a cell shows: a number in the format of its look, "VRAI" or "FAUX", "" for an empty cell."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "VRAI" if value else "FAUX"
    show = format_cell_number if isinstance(value, float) else format_cell_text
    return show(value, look.number_format)


def _find_room(sheet: PrintedSheet, page: Page, grid: PageGrid, cell: tuple[int, int], text: str, look: Look) -> Box:
    """Return the box for a cell's text: a text on one line runs over the empty cells next to it as far as it needs."""
    row, position = cell
    column = page.columns[position]
    box = grid.box(row, column)
    if isinstance(sheet.value(row, column), float) or look.wrap or look.shrink or look.rotation or "\n" in text:
        return box
    needed = estimate_width(text, look) / _SHRINK_MARGIN + 2 * _PADDING + _INDENT * look.indent
    missing = needed * sheet.scale - (box.right - box.left)
    if missing <= 0:
        return box

    def is_free(column: int) -> bool:
        return (
            sheet.value(row, column) is None and not sheet.is_covered(row, column) and (row, column) not in sheet.merges
        )

    left, right = box.left, box.right
    share = missing / 2 if look.horizontal == "center" else missing
    if look.horizontal in ("center", "right"):
        for free_column in reversed(page.columns[:position]):
            if not is_free(free_column) or box.left - left >= share:
                break
            left = grid.lefts[free_column][0]
    if look.horizontal != "right":
        for free_column in page.columns[position + 1 :]:
            if not is_free(free_column) or right - box.right >= share:
                break
            right = grid.lefts[free_column][1]
    if look.horizontal == "center":  # as much on both sides
        reach = max(min(box.left - left, right - box.right), 0)
        left, right = box.left - reach, box.right + reach
    return box._replace(left=left, right=right)


def estimate_width(text: str, look: Look) -> float:
    """Estimate the width of a text on one line, in points, before the sheet is scaled."""
    return text_width(text) * DIGIT * look.size * (_BOLDER if look.bold else 1)


def _render_text(
    text: str, look: Look, room: Box, sheet: PrintedSheet, value: Value, name_class: Callable[[str], str]
) -> str:
    scale, style = sheet.scale, room.style
    side = look.horizontal or ("right" if isinstance(value, float) else "left")
    if side not in _SIDES:
        side = "left"
    indent = scale * (_PADDING + _INDENT * look.indent)
    paddings = {"left": (scale * _PADDING, indent), "right": (indent, scale * _PADDING)}
    right, left = paddings.get(side, (0, 0))
    above = f"{_CAPITALS}em" if look.vertical == "center" else "0"
    css = (
        f"font-size: {look.size * scale:.3g}pt; color: {look.colour or '#000'}; "
        f"padding: {above} {right:.1f}pt 0 {left:.1f}pt; "
        f"justify-content: {_SIDES[side]}; text-align: {side}; align-items: {_LIFT.get(look.vertical, 'flex-end')}"
    )
    css += "; font-weight: bold" * bool(look.bold) + "; font-style: italic" * bool(look.italic)
    if look.wrap or "\n" in text:
        css += "; white-space: pre-wrap"
    if look.rotation:
        turned = look.rotation <= 90
        css += "; writing-mode: vertical-rl; padding: 0" + "; transform: rotate(180deg)" * turned
    elif isinstance(value, float):
        css += "; overflow: visible"
    if look.shrink:
        width = room.right - room.left - left - right
        share = width / max(estimate_width(text, look) * scale, 0.01)
        if share < 1:
            style += f";font-size:{look.size * scale * share * _SHRINK_MARGIN:.3g}pt"
    return f'<p class="{name_class(css)}" style="{style}">{escape(text)}</p>'


def _render_margins(sheet: PrintedSheet, number: int) -> Iterator[str]:
    """Yield the texts of a page's header and footer."""
    setup = sheet.setup
    header = Box(setup.left, setup.header_margin, setup.width - setup.right, setup.top)
    footer = Box(setup.left, setup.height - setup.bottom, setup.width - setup.right, setup.height - setup.footer_margin)
    # the size follows the scale of the sheet, as the file format has it unless it says otherwise
    for text, box, lift in ((setup.header, header, "flex-start"), (setup.footer, footer, "flex-end")):
        for side, part in _SECTIONS.findall(text if text.startswith("&") else f"&C{text}" if text else ""):
            size = next((int(match[1]) for match in _MARKS.finditer(part) if match[1]), 11)
            values = {"P": str(number), "N": str(len(sheet.pages)), "A": sheet.name, "&": "&"}
            rendered = "".join(_replace_marks(part, values)).strip()
            place = {"L": "flex-start", "C": "center", "R": "flex-end"}[side]
            css = f"{box.style};font-size:{size * sheet.scale:.3g}pt;justify-content:{place};align-items:{lift}"
            yield f'<p style="{css}">{escape(rendered)}</p>'


def _replace_marks(text: str, values: Mapping[str, str]) -> Iterator[str]:
    """Yield the pieces of a header's or footer's text, its marks replaced by their values."""
    end = 0
    for match in _MARKS.finditer(text):
        yield text[end : match.start()]
        yield values.get(match[2] or "", "")
        end = match.end()
    yield text[end:]

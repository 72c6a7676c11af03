"""Drawings of a printed sheet: pictures, and line charts drawn from the cells that they show."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from typing import NamedTuple
from xml.etree import ElementTree

from tournament_xl.messages.text_width import text_width
from tournament_xl.printing.looks import DIGIT, find_child, local_name
from tournament_xl.xlsx.package import Package
from tournament_xl.xlsx.pictures import encode_data_uri
from tournament_xl.xlsx.sheet import parse_column

EMU = 1 / 12700  # points in the unit of the file format
_REFERENCE = re.compile(r"(?:.*!)?\$?([A-Z]{1,3})\$?([0-9]{1,7})(?::\$?([A-Z]{1,3})\$?([0-9]{1,7}))?")
_DASHES = {"dash": "6 4", "sysDash": "4 3", "sysDot": "2 3", "dot": "2 3", "lgDash": "9 5"}
_AXIS, _EDGE, _TEXT = 46.0, 12.0, 10.5  # points: room of an axis, edge, letters
_SIGN = 46.0  # points: a line's sign in the legend
_MOST_LINES, _MOST = 10, 500  # lines of the grid; rows and columns of a formula
_GREY = "#d3d8d5"
Cells = tuple[tuple[int, int], ...]  # rows and columns, from 1


class Corner(NamedTuple):
    """Corner of a drawing: a cell, from 1, and how far below and right of its upper left corner, in points."""

    row: int
    column: int
    down: float
    right: float


class Series(NamedTuple):
    """Line of a chart as the file describes it: the cells that it shows, and how it looks."""

    name: Cells  # cells whose texts name it
    values: Cells
    colour: str  # CSS
    dash: str  # SVG; "" for an unbroken line
    marker: str  # of the file format: circle, square …; "none" for none


class Chart(NamedTuple):
    """Line chart as the file describes it, without the contents of its cells."""

    series: tuple[Series, ...]
    categories: Cells  # cells whose texts are the labels of the horizontal axis
    horizontal_title: str
    vertical_title: str
    reverse: bool  # whether small values are on top


class Drawing(NamedTuple):
    """Picture or line chart of a sheet, with its position."""

    start: Corner  # upper left
    end: Corner | None  # lower right; None: `size` says where it ends
    size: tuple[float, float]  # width and height where there is no end, in points
    picture: str  # data: URI; "" for a chart
    chart: Chart | None  # None for a picture


def read_drawings(package: Package, part: str) -> list[Drawing]:
    """Read the line charts of a sheet and the pictures that a page can show; its other drawings are left out.

    Args:
        package: Workbook.
        part: Name of the sheet's part in it.
    """
    drawings = []
    for relation in package.relations(part):
        if relation.kind != "drawing" or relation.target not in package.parts:
            continue
        targets = {link.id: link.target for link in package.relations(relation.target)}
        for anchor in ElementTree.fromstring(package.parts[relation.target]):
            start, end = _read_corner(find_child(anchor, "from")), _read_corner(find_child(anchor, "to"))
            if start is None:
                continue
            links = [value for element in anchor.iter() for name, value in element.items()
                     if local_name(element) in ("blip", "chart") and name.endswith(("}embed", "}id"))]  # fmt: skip
            content = package.parts.get(targets.get(links[0], ""), b"") if links else b""
            extent = find_child(anchor, "ext")
            size = (0.0, 0.0) if extent is None else (
                EMU * float(extent.get("cx", "0")), EMU * float(extent.get("cy", "0"))
            )  # fmt: skip
            is_picture = find_child(anchor, "pic") is not None
            picture = encode_data_uri(content) if is_picture else ""
            chart = None if is_picture or not content else _read_chart(ElementTree.fromstring(content))
            if picture or chart:
                drawings.append(Drawing(start, end, size, picture, chart))
    return drawings


def _read_corner(corner: ElementTree.Element | None) -> Corner | None:
    if corner is None:
        return None
    numbers = {local_name(part): int(part.text or 0) for part in corner}
    return Corner(
        numbers.get("row", 0) + 1, numbers.get("col", 0) + 1,
        EMU * numbers.get("rowOff", 0), EMU * numbers.get("colOff", 0),
    )  # fmt: skip


def _read_chart(root: ElementTree.Element) -> Chart | None:
    """Read a line chart; None for a chart of another type."""
    elements = {local_name(element): element for element in root.iter()}
    lines, series = elements.get("lineChart"), list[Series]()
    if lines is None:
        return None
    categories: Cells = ()
    for element in (part for part in lines if local_name(part) == "ser"):
        look, marker = find_child(element, "spPr"), find_child(find_child(element, "marker"), "symbol")
        colour = _find(look, "srgbClr")
        series.append(Series(
            _read_cells(find_child(element, "tx")), _read_cells(find_child(element, "val")),
            f"#{colour}" if re.fullmatch("[0-9A-Fa-f]{6}", colour) else "#222222",
            _DASHES.get(_find(look, "prstDash"), ""), "none" if marker is None else marker.get("val", "none"),
        ))  # fmt: skip
        categories = categories or _read_cells(find_child(element, "cat"))
    vertical = elements.get("valAx")
    return Chart(
        tuple(series), categories, _read_title(elements.get("catAx")), _read_title(vertical),
        vertical is not None and _find(find_child(vertical, "scaling"), "orientation") == "maxMin",
    )  # fmt: skip


def _find(element: ElementTree.Element | None, name: str) -> str:
    """Return the value of the first element of this name inside another one."""
    if element is None:
        return ""
    return next((part.get("val", "") for part in element.iter() if local_name(part) == name), "")


def _read_title(axis: ElementTree.Element | None) -> str:
    title = find_child(axis, "title")
    return "" if title is None else "".join(part.text or "" for part in title.iter() if local_name(part) == "t")


def _read_cells(element: ElementTree.Element | None) -> Cells:
    """Return the cells to which a formula of a chart refers, row by row; () for none or another formula."""
    formulas = [] if element is None else [part.text or "" for part in element.iter() if local_name(part) == "f"]
    match = _REFERENCE.fullmatch(formulas[0]) if formulas else None
    if match is None:
        return ()
    top, left = int(match[2]), parse_column(match[1])
    bottom, right = int(match[4] or top), parse_column(match[3]) if match[3] else left
    return tuple(
        (row, column)
        for row in range(top, min(bottom, top + 500) + 1)
        for column in range(left, min(right, left + 500) + 1)
    )


class Curve(NamedTuple):
    """Line of a chart with the contents of its cells."""

    name: str
    values: Sequence[float | None]  # in the order of the labels; None: no number in the cell, the line skips it
    series: Series


def render_chart(chart: Chart, curves: Sequence[Curve], labels: Sequence[str], size: tuple[float, float]) -> str:
    """Render a line chart as SVG.

    Args:
        chart: The chart, for its titles and direction; its `series` are not used.
        curves: Its lines, each with a value or None for each label.
        labels: Labels of the horizontal axis.
        size: Width and height in points.

    Returns:
        The SVG; "" without values or without labels.
    """
    values = [value for curve in curves for value in curve.values if value is not None]
    if not values or not labels:
        return ""
    width, height = size
    legend = _SIGN + max(text_width(curve.name) for curve in curves) * DIGIT * _TEXT
    left, right, top, bottom = _EDGE + _AXIS, width - legend - _EDGE, 2 * _EDGE, height - _EDGE - _AXIS
    low, high = int(min(values)), int(max(values)) + (max(values) % 1 > 0)
    step = next(step for step in (1, 2, 5, 10, 20, 50, 100, 200, 500, 10**9) if (high - low) / step < _MOST_LINES)
    high = max(low + -(-(high - low) // step) * step, low + 1)

    def place_value(value: float) -> float:
        share = (value - low) / (high - low)
        return top + (bottom - top) * (share if chart.reverse else 1 - share)

    def place_label(index: int) -> float:
        return left + (right - left) * (index + 0.5) / len(labels)

    parts = [*_render_axes(chart, labels, place_label, place_value, range(low, high + 1, step), (left, right, bottom))]
    for number, curve in enumerate(curves):
        look = f'stroke="{curve.series.colour}" fill="none" stroke-width="2.25"'
        look += f' stroke-dasharray="{curve.series.dash}"' if curve.series.dash else ""
        points = [
            (place_label(index), place_value(value)) for index, value in enumerate(curve.values) if value is not None
        ]
        parts.append(f'<polyline {look} points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in points)}"/>')
        parts += [_render_marker(curve.series, x, y) for x, y in points]
        y = top + 8 + 20 * number
        parts.append(f'<path {look} d="M{right + 14:.1f},{y:.1f}h26"/>{_render_marker(curve.series, right + 27, y)}')
        parts.append(_render_text(curve.name, right + _SIGN, y + 3.6, "start"))
    frame = f'<path fill="none" stroke="{_GREY}" d="M.5,.5H{width - 0.5:.1f}V{height - 0.5:.1f}H.5z"/>'
    return f'<svg viewBox="0 0 {width:.1f} {height:.1f}" width="100%" height="100%">{frame}{"".join(parts)}</svg>'


def _render_axes(
    chart: Chart, labels: Sequence[str], place_label: Callable[[int], float], place_value: Callable[[float], float],
    ticks: Sequence[int], edges: tuple[float, float, float],
) -> Iterator[str]:  # fmt: skip
    left, right, bottom = edges
    for tick in ticks:
        y = place_value(tick)
        yield f'<path stroke="{_GREY}" stroke-width=".5" d="M{left:.1f},{y:.1f}H{right:.1f}"/>'
        yield _render_text(str(tick), left - 8, y + 3.6, "end")
    yield f'<path stroke="#888" stroke-width=".5" d="M{left:.1f},{bottom:.1f}H{right:.1f}"/>'
    for index, label in enumerate(labels):
        yield _render_text(label, place_label(index), bottom + 18, "middle")
    yield _render_text(chart.horizontal_title, (left + right) / 2, bottom + 38, "middle")
    x, y = left - 38, (place_value(ticks[0]) + place_value(ticks[-1])) / 2
    yield f'<g transform="rotate(-90 {x:.1f} {y:.1f})">{_render_text(chart.vertical_title, x, y, "middle")}</g>'


def _render_text(text: str, x: float, y: float, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{_TEXT}">{escape(text)}</text>'


_MARKERS: Mapping[str, str] = {
    "circle": "M{x:.1f},{y:.1f}m-3.5,0a3.5,3.5 0 1 0 7,0a3.5,3.5 0 1 0 -7,0",
    "square": "M{x:.1f},{y:.1f}m-3.2,-3.2h6.4v6.4h-6.4z",
    "triangle": "M{x:.1f},{y:.1f}m0,-4l4,7h-8z",
    "diamond": "M{x:.1f},{y:.1f}m0,-4.5l4.5,4.5l-4.5,4.5l-4.5,-4.5z",
}


def _render_marker(series: Series, x: float, y: float) -> str:
    path = _MARKERS.get(series.marker, "")
    return f'<path fill="{series.colour}" d="{path.format(x=x, y=y)}"/>' if path else ""

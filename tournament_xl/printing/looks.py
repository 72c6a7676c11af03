"""Looks of cells (letters, fill, borders, alignment) as a workbook's styles describe them; numbers in their formats."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import NamedTuple, TypeVar
from xml.etree import ElementTree

from tournament_xl.xlsx.package import Package

_WHITE, _BLACK = "#ffffff", "#000000"
_GENERAL, _DAY_FORMAT = "General", "dd/mm/yyyy"
_BUILT_IN = {0: _GENERAL, 1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 14: _DAY_FORMAT, 22: "dd/mm/yyyy hh:mm"}
_EPOCH = datetime(1899, 12, 30)
_LAST_DAY = 2958465  # 31/12/9999
_TOKENS = re.compile(r"""\[[^]]{0,40}\]|"([^"]{0,80})"|\\(.)|([0#?,.]+)|(.)""")
_DATE_PARTS = {
    "dd": "%d",
    "d": "%d",
    "mm": "%m",
    "m": "%m",
    "yyyy": "%Y",
    "yy": "%y",
    "hh": "%H",
    "h": "%H",
    "ss": "%S",
}
_SEPARATOR = "\u202f"  # between thousands
DIGIT = 0.507  # width of a digit of Calibri, for letters of size 1
LINE_WIDTHS: Mapping[str, float] = {"hair": 0.25, "thin": 0.75, "medium": 1.75, "thick": 2.5, "double": 2.25}  # points
T = TypeVar("T")
SIDES = ("left", "right", "top", "bottom")


class Line(NamedTuple):
    """Border line of a cell's side."""

    style: str  # of the file format: thin, thick, hair, double …
    colour: str  # CSS


class Look(NamedTuple):
    """Look of a cell, or what a conditional format changes in one; empty or None where nothing is said."""

    size: float = 11  # of letters, in points
    bold: bool | None = None
    italic: bool | None = None
    colour: str = ""  # of letters, CSS
    fill: str = ""  # CSS
    borders: tuple[tuple[str, Line], ...] = ()  # side (of `SIDES`) and its line
    number_format: str = ""  # code of the file format
    horizontal: str = ""  # alignment, as the file format names it
    vertical: str = "bottom"  # alignment
    indent: int = 0  # number of indents
    wrap: bool = False  # on several lines
    shrink: bool = False  # smaller letters where the text does not fit
    rotation: int = 0  # degrees; above 90: downwards

    def apply_condition(self, condition: Look) -> Look:
        """Return this look with what a conditional format changes in it: bold, italic, colours, borders, number format.

        Its borders replace all borders of this look.
        """
        return self._replace(
            bold=self.bold if condition.bold is None else condition.bold,
            italic=self.italic if condition.italic is None else condition.italic,
            colour=condition.colour or self.colour,
            fill=condition.fill or self.fill,
            borders=condition.borders or self.borders,
            number_format=condition.number_format or self.number_format,
        )


class Looks(NamedTuple):
    """Looks that a workbook's styles define; its cells and conditional formats name them by number, from 0."""

    cells: list[Look]  # by number of the cell format
    conditions: list[Look]  # by number of the conditional format

    def cell(self, number: int) -> Look:
        """Return the look of a cell format; the default look for a number that the workbook does not have."""
        return self.cells[number] if 0 <= number < len(self.cells) else Look()


def local_name(element: ElementTree.Element) -> str:
    """Return the name of an element without its namespace."""
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


def find_child(element: ElementTree.Element | None, name: str) -> ElementTree.Element | None:
    """Return the first child of an element with this local name; None without one, or without an element."""
    return next((child for child in (() if element is None else element) if local_name(child) == name), None)


def read_looks(package: Package) -> Looks:
    """Read the looks of a workbook that `xlsx` has read, and so checked; both lists are empty if it has no styles."""
    targets = (relation.target for relation in package.relations(package.workbook()) if relation.kind == "styles")
    content = package.parts.get(next(targets, ""), b"")
    if not content:
        return Looks([], [])
    root = ElementTree.fromstring(content)
    lists = {local_name(part): list(part) for part in root}
    formats = _BUILT_IN | {
        int(element.get("numFmtId", "0")): element.get("formatCode", "") for element in lists.get("numFmts", ())
    }
    fonts = [_read_font(element) for element in lists.get("fonts", ())]
    fills = [_read_fill(element) for element in lists.get("fills", ())]
    borders = [_read_borders(element) for element in lists.get("borders", ())]
    cells = []
    for cell_format in lists.get("cellXfs", ()):
        look = _pick(fonts, cell_format.get("fontId"), Look())
        look = look._replace(
            fill=_pick(fills, cell_format.get("fillId"), ""),
            borders=_pick(borders, cell_format.get("borderId"), ()),
            number_format=formats.get(int(cell_format.get("numFmtId", "0")), _GENERAL),
        )
        cells.append(_align(look, find_child(cell_format, "alignment")))
    conditions = []
    for conditional_format in lists.get("dxfs", ()):
        font, number_format = find_child(conditional_format, "font"), find_child(conditional_format, "numFmt")
        fill, border = find_child(conditional_format, "fill"), find_child(conditional_format, "border")
        look = _read_font(font) if font is not None else Look()
        conditions.append(look._replace(
            fill=_read_fill(fill) if fill is not None else "",
            borders=_read_borders(border) if border is not None else (),
            number_format=number_format.get("formatCode", "") if number_format is not None else "",
        ))  # fmt: skip
    return Looks(cells, conditions)


def _pick(values: list[T], number: str | None, default: T) -> T:
    position = int(number or 0)
    return values[position] if 0 <= position < len(values) else default


def _read_font(font: ElementTree.Element) -> Look:
    values = {local_name(part): part for part in font}

    def is_on(name: str) -> bool | None:
        return values[name].get("val", "1") not in ("0", "false") if name in values else None

    size = float(values["sz"].get("val", "11")) if "sz" in values else 11.0
    return Look(size=size, bold=is_on("b"), italic=is_on("i"), colour=_read_colour(values.get("color")))


def _read_fill(fill: ElementTree.Element) -> str:
    pattern = find_child(fill, "patternFill")
    if pattern is None or pattern.get("patternType", "solid") in ("none", "gray125"):
        return ""
    front = _read_colour(find_child(pattern, "fgColor"))
    return front or _read_colour(find_child(pattern, "bgColor"))


def _read_borders(border: ElementTree.Element) -> tuple[tuple[str, Line], ...]:
    return tuple(
        (name, Line(side.get("style", ""), _read_colour(find_child(side, "color")) or _BLACK))
        for side in border
        if (name := local_name(side)) in SIDES and side.get("style", "none") != "none"
    )


def _read_colour(colour: ElementTree.Element | None) -> str:
    if colour is None:
        return ""
    if match := re.fullmatch(r"[0-9A-Fa-f]{2}([0-9A-Fa-f]{6})", colour.get("rgb", "")):
        return f"#{match[1].lower()}"
    return {"0": _WHITE, "1": _BLACK}.get(colour.get("theme", ""), "")


def _align(look: Look, alignment: ElementTree.Element | None) -> Look:
    if alignment is None:
        return look
    value = alignment.get
    return look._replace(
        horizontal=value("horizontal", ""),
        vertical=value("vertical", "bottom"),
        indent=int(value("indent", "0")),
        wrap=value("wrapText") in ("1", "true"),
        shrink=value("shrinkToFit") in ("1", "true"),
        rotation=int(value("textRotation", "0")),
    )


def format_cell_number(number: float, code: str) -> str:
    """Return a number as a format shows it, with a decimal comma and thousands apart, as in French.

    Of a format with several sections the second is for negative numbers, the third for 0; colours and other parts in
    square brackets are ignored. "", "General", "[$-40C]General" and "@" show up to ten digits, without thousands apart.
    A number that is no day before the year 10000 is shown so in a format of a date, too.

    Args:
        number: The number, or a day and time as its days since 30/12/1899.
        code: Code of the format in the file: "General", "@", '[$-40C]"+"#,##0;[$-40C]"−"#,##0;0', "dd/mm/yyyy" …
    """
    if re.sub(r"^\[[^]]{0,40}\]", "", code) in ("", _GENERAL, "@"):
        return f"{number:.10g}".replace(".", ",").replace("-", "−" if code == "0" else "-")
    sections = code.split(";")
    if re.search("[dmyh]", re.sub(r'\[[^]]{0,40}\]|"[^"]{0,80}"', "", code[:255])):
        return _format_date(number, sections[0])
    section = sections[0]
    if number < 0 and len(sections) > 1:
        section, number = sections[1], -number
    elif not number and len(sections) > 2:
        section = sections[2]
    return _fill_in(section, lambda digits: _format_digits(number, digits))


def format_cell_text(text: str, code: str) -> str:
    """Return a text as a format shows it: as its fourth section has it, "@" for the text; unchanged without one.

    Args:
        text: The text.
        code: Code of the format in the file: "@", ';;;"exempt"', '"joueur "0;;;"joueur "@' …
    """
    section = code.split(";")[3:4]
    if not section:
        return text
    parts = _TOKENS.findall(section[0][:255])
    return "".join(text if part[3] == "@" else "".join(part) for part in parts)


def _fill_in(section: str, show: Callable[[str], str]) -> str:
    parts = []
    for quoted, escaped, digits, character in _TOKENS.findall(section[:255]):
        parts.append(show(digits) if digits and re.search("[0#]", digits) else quoted or escaped or digits or character)
    return "".join(parts)


def _format_digits(number: float, digits: str) -> str:
    whole, _, decimals = digits.partition(".")
    text = f"{number:{',' if ',' in whole else ''}.{len(decimals)}f}"
    return text.translate({ord(","): _SEPARATOR, ord("."): ",", ord("-"): "−"})


def _format_date(number: float, section: str) -> str:
    if not 0 <= number <= _LAST_DAY:
        return format_cell_number(number, _GENERAL)
    moment, after_hours = _EPOCH + timedelta(minutes=round(number * 24 * 60)), False
    parts = []
    for token in re.findall(r"\[[^]]{0,40}\]|d{1,2}|m{1,2}|y{4}|yy|h{1,2}|ss|.", section[:80]):
        code = _DATE_PARTS.get(token, "")
        if code == "%m" and after_hours:
            code = "%M"
        after_hours = after_hours or code == "%H"
        parts.append(moment.strftime(code) if code else "" if token.startswith("[") else token)
    return "".join(parts)

"""Print setup of a sheet as its workbook states it: paper, margins, scale, repeated titles, page breaks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple
from xml.etree import ElementTree

from tournament_xl.printing.looks import find_child, local_name
from tournament_xl.xlsx.package import Package, decode_xml_text, list_children
from tournament_xl.xlsx.sheet import parse_column

INCH = 72.0  # points
_A4 = (595.28, 841.89)
_PAPERS = {"1": (612.0, 792.0), "5": (612.0, 1008.0), "8": (841.89, 1190.55), "9": _A4, "11": (419.53, 595.28)}
_SCALES = (10, 400)  # percent
_NAMES = {"_xlnm.Print_Area": "area", "_xlnm.Print_Titles": "titles"}
_RANGE = re.compile(r"!\$?([A-Z]{0,3})\$?([0-9]{0,7}):\$?([A-Z]{0,3})\$?([0-9]{0,7})")
Span = tuple[int, int]  # first and last row or column; (0, 0) for none
NONE: Span = (0, 0)


class Area(NamedTuple):
    """Rows and columns that a defined name covers; NONE: all of them."""

    columns: Span = NONE
    rows: Span = NONE


class PrintSetup(NamedTuple):
    """Print setup of a sheet; lengths in points, rows and columns from 1."""

    width: float  # of the paper
    height: float
    left: float  # margins
    right: float
    top: float
    bottom: float
    header_margin: float  # from the edge of the paper
    footer_margin: float
    header: str  # texts with the marks of the file format, "&L…&P"
    footer: str
    scale: int  # percent; counts where the sheet is not fitted to a number of pages
    pages_wide: int  # number of pages to which the sheet is fitted; 0: any number
    pages_high: int
    centred_horizontally: bool  # between the left and right margins
    centred_vertically: bool  # between the upper and lower margins
    breaks: frozenset[int]  # rows after which a page ends
    areas: tuple[Area, ...]  # parts of the sheet that print, each on pages of its own; all of it without a print area
    title_rows: Span  # repeated on every page
    title_columns: Span

    @property
    def body(self) -> tuple[float, float]:
        """Width and height between the margins, in points."""
        return self.width - self.left - self.right, self.height - self.top - self.bottom

    @property
    def landscape(self) -> bool:
        """Whether the paper is wider than high."""
        return self.width > self.height


def read_defined_names(package: Package) -> dict[str, list[tuple[str, str]]]:
    """Return the names that a workbook defines for each sheet: sheet -> names with their formulas, in their order.

    Under "" are those for no single sheet. A sheet without names is left out.

    Raises:
        ValueError: The sheet of a name is not given as a number.
    """
    content = package.parts[package.workbook()]
    sheets = [element.attributes.get("name", "") for element in list_children(content, "sheets")]
    names_by_sheet: dict[str, list[tuple[str, str]]] = {}
    for element in list_children(content, "definedNames"):
        number = int(element.attributes.get("localSheetId", "-1"))
        sheet = sheets[number] if 0 <= number < len(sheets) else ""
        formula = decode_xml_text(re.sub(rb"<[^<>]*>", b"", content[element.start : element.end]))
        names_by_sheet.setdefault(sheet, []).append((element.attributes.get("name", ""), formula))
    return names_by_sheet


def read_print_setup(root: ElementTree.Element, names: Sequence[tuple[str, str]]) -> PrintSetup:
    """Read the print setup of a sheet.

    What it does not say: A4 upright, margins of 0.7 inch (0.3 for header and footer), scale 100 %. An unknown paper is
    A4. A print area of a single cell ("$A$1") does not count.

    Args:
        root: Root element of the sheet's part.
        names: Names that the workbook defines for this sheet, with their formulas.

    Raises:
        ValueError: A number, or a range of the print area or of the repeated titles, is malformed.
    """
    children = {local_name(child): child for child in root}
    setup, margins = _attributes(children.get("pageSetup")), _attributes(children.get("pageMargins"))
    options = _attributes(children.get("printOptions"))
    width, height = _PAPERS.get(setup.get("paperSize", "9"), _A4)
    if setup.get("orientation") == "landscape":
        width, height = height, width
    fitted = _attributes(find_child(children.get("sheetPr"), "pageSetUpPr")).get("fitToPage") in ("1", "true")
    header_texts = {local_name(part): part.text or "" for part in children.get("headerFooter", ())}
    ranges = {_NAMES[name]: _RANGE.findall(formula) for name, formula in names if name in _NAMES}
    areas = [Area(_span(*map(parse_column, (area[0], area[2]))) if area[0] else NONE,
                  _span(int(area[1]), int(area[3])) if area[1] else NONE)
             for area in ranges.get("area", ())]  # fmt: skip
    titles = ranges.get("titles", ())
    return PrintSetup(
        width=width,
        height=height,
        **{name: INCH * float(margins.get(name, "0.7")) for name in ("left", "right", "top", "bottom")},
        header_margin=INCH * float(margins.get("header", "0.3")),
        footer_margin=INCH * float(margins.get("footer", "0.3")),
        header=header_texts.get("oddHeader", ""),
        footer=header_texts.get("oddFooter", ""),
        scale=min(max(int(setup.get("scale", "100")), _SCALES[0]), _SCALES[1]),
        pages_wide=int(setup.get("fitToWidth", "1")) if fitted else 0,
        pages_high=int(setup.get("fitToHeight", "1")) if fitted else 0,
        centred_horizontally=options.get("horizontalCentered") in ("1", "true"),
        centred_vertically=options.get("verticalCentered") in ("1", "true"),
        breaks=frozenset(int(page_break.get("id", "0")) for page_break in children.get("rowBreaks", ())),
        areas=tuple(areas) or (Area(),),
        title_rows=next((_span(int(match[1]), int(match[3])) for match in titles if match[1]), NONE),
        title_columns=next((_span(*map(parse_column, (match[0], match[2]))) for match in titles if match[0]), NONE),
    )


def _attributes(element: ElementTree.Element | None) -> dict[str, str]:
    return {} if element is None else element.attrib


def _span(first: int, last: int) -> Span:
    return min(first, last), max(first, last)

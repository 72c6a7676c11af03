"""Pictures for pages: what a picture is, and the logo that stands on a sheet of a workbook."""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping
from typing import NamedTuple

from tournament_xl.xlsx.package import RELATIONS, Package, children, end_of_content

MOST = 200_000  # bytes of a logo: pages carry it
_KINDS = {b"\x89PNG": "png", b"\xff\xd8\xff": "jpeg", b"GIF8": "gif"}  # how a file begins -> its kind
_PICTURE = rb"<(?:\w{1,20}:)?pic[\s>]"  # each begins so in a drawing, its name and its file's id follow
_NAME, _FILE = rb"""\sname=["']([^"'<]{1,40})["']""", rb"""\s\w{1,20}:embed=["']([^"'<]{1,40})["']"""

_SIZE = rb"""<a:ext\s+cx=["']([0-9]{1,9})["']\s+cy=["']([0-9]{1,9})["']"""
_BEHIND = {
    "legacyDrawing", "legacyDrawingHF", "drawingHF", "picture", "oleObjects", "controls", "AlternateContent",
    "webPublishItems", "tableParts", "extLst",
}  # what stands behind `drawing` in a sheet  # fmt: skip
_DRAWING = (
    '<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" '
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><xdr:oneCellAnchor><xdr:from>'
    "<xdr:col>{column}</xdr:col><xdr:colOff>{right}</xdr:colOff><xdr:row>{row}</xdr:row><xdr:rowOff>0</xdr:rowOff>"
    '</xdr:from><xdr:ext cx="{wide}" cy="{high}"/><xdr:pic><xdr:nvPicPr><xdr:cNvPr id="2" name="{name}"/><xdr:cNvPicPr>'
    '<a:picLocks noChangeAspect="1"/></xdr:cNvPicPr></xdr:nvPicPr><xdr:blipFill><a:blip '
    'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" r:embed="{link}"/><a:stretch>'
    '<a:fillRect/></a:stretch></xdr:blipFill><xdr:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="{wide}" cy="{high}"/>'
    '</a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></xdr:spPr></xdr:pic><xdr:clientData/></xdr:oneCellAnchor>'
    "</xdr:wsDr>"
)


def in_a_page(data: bytes) -> str:
    """A picture as it stands in a page, a data: URI; "" for what is none, or too large."""
    kind = next((kind for start, kind in _KINDS.items() if data.startswith(start)), "")
    return f"data:image/{kind};base64,{base64.b64encode(data).decode()}" if kind and len(data) <= MOST else ""


class Found(NamedTuple):
    """A picture of a sheet."""

    file: str  # the name of its part
    size: tuple[int, int]  # width and height as drawn, in EMU; zeros where its drawing does not say


class Spot(NamedTuple):
    """Where a picture may stand on a sheet."""

    row: int  # from 0
    column: int
    right: int  # of the column's left edge, in EMU: where the picture ends if `ends`, else where it begins
    ends: bool
    most: tuple[int, int]  # width and height, in EMU

    def placed(self, size: tuple[float, float]) -> tuple[int, int, int]:
        """A picture of that shape here: where it begins, right of the column's left edge, its width, its height."""
        share = min(most / one for most, one in zip(self.most, size, strict=True))
        wide, high = (round(one * share) for one in size)
        return self.right - wide * self.ends, wide, high


def found(package: Package, sheet: str, name: str) -> Found | None:
    """The picture with this name on a sheet."""
    for drawing in package.relations(package.sheets().get(sheet, "")):
        if drawing.kind != "drawing":
            continue
        files = {one.id: one.target for one in package.relations(drawing.target)}
        for picture in re.split(_PICTURE, package.parts.get(drawing.target, b""))[1:]:
            called, file, size = re.search(_NAME, picture), re.search(_FILE, picture), re.search(_SIZE, picture)
            if called and file and called[1].decode(errors="replace").casefold() == name.casefold():
                part = files.get(file[1].decode(errors="replace"), "")
                return Found(part, (int(size[1]), int(size[2])) if size else (0, 0))
    return None


def named(package: Package, sheet: str, name: str) -> bytes:
    """The file of the picture with this name on a sheet; empty without one."""
    picture = found(package, sheet, name)
    return package.parts.get(picture.file, b"") if picture else b""


def repeat(package: Package, sheet: str, name: str, spots: Mapping[str, Spot]) -> None:
    """Show the picture of that name on these sheets, too; those with a drawing of their own stay as they are."""
    picture, sheets = found(package, sheet, name), package.sheets()
    if picture is None or picture.file not in package.parts or not all(picture.size):
        return
    for other, spot in spots.items():
        part = sheets.get(other, "")
        if (
            part
            and b"<worksheet" in package.parts[part]
            and not any("rawing" in one.kind for one in package.relations(part))
        ):
            _draw(package, part, name, picture, spot)


def _draw(package: Package, part: str, name: str, picture: Found, spot: Spot) -> None:
    right, wide, high = spot.placed(picture.size)
    drawing = package.free_name("xl/drawings/logo{}.xml")
    package.parts[drawing] = b""
    link = package.relate(drawing, f"{RELATIONS}image", picture.file)
    package.parts[drawing] = _DRAWING.format(
        name=name, link=link, row=spot.row, column=spot.column, right=right, wide=wide, high=high
    ).encode()  # fmt: skip
    package.declare(drawing, "application/vnd.openxmlformats-officedocument.drawing+xml")
    content = package.parts[part]
    at = next((one.start for one in children(content) if one.name in _BEHIND), end_of_content(content))
    tag = f'<drawing xmlns:r="{RELATIONS[:-1]}" r:id="{package.relate(part, f"{RELATIONS}drawing", drawing)}"/>'
    package.replace(part, at, at, tag)

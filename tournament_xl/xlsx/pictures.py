"""Pictures of a workbook: find the logo on a sheet, repeat it on other sheets, encode it for a web page."""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping
from typing import NamedTuple

from tournament_xl.xlsx.package import RELATIONS, Package, find_content_end, list_children

MAX_LOGO_BYTES = 200_000  # each page contains the logo
_IMAGE_TYPES = {b"\x89PNG": "png", b"\xff\xd8\xff": "jpeg", b"GIF8": "gif"}  # first bytes of a file -> its type
_PICTURE = rb"<(?:\w{1,20}:)?pic[\s>]"  # start of a picture in a drawing; its name and the id of its file follow
_NAME, _FILE = rb"""\sname=["']([^"'<]{1,40})["']""", rb"""\s\w{1,20}:embed=["']([^"'<]{1,40})["']"""

_SIZE = rb"""<a:ext\s+cx=["']([0-9]{1,9})["']\s+cy=["']([0-9]{1,9})["']"""
_AFTER_DRAWING = {
    "legacyDrawing", "legacyDrawingHF", "drawingHF", "picture", "oleObjects", "controls", "AlternateContent",
    "webPublishItems", "tableParts", "extLst",
}  # elements that follow `drawing` in a sheet  # fmt: skip
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


def encode_data_uri(data: bytes) -> str:
    """Encode a picture as a data: URI; "" when it is no PNG, JPEG or GIF, or larger than `MAX_LOGO_BYTES`."""
    image_type = next((image_type for start, image_type in _IMAGE_TYPES.items() if data.startswith(start)), "")
    return (
        f"data:image/{image_type};base64,{base64.b64encode(data).decode()}"
        if image_type and len(data) <= MAX_LOGO_BYTES
        else ""
    )


class SheetPicture(NamedTuple):
    """A picture of a sheet."""

    file: str  # name of its part
    size: tuple[int, int]  # width and height as drawn, in EMU; zeros when the drawing does not say


class PictureSpot(NamedTuple):
    """Position and room reserved for a picture on a sheet."""

    row: int  # from 0
    column: int  # from 0
    offset: (
        int  # to the right of the column's left edge, in EMU: where the picture ends if `ends_at_offset`, else begins
    )
    ends_at_offset: bool
    max_size: tuple[int, int]  # width and height, in EMU

    def fit(self, size: tuple[float, float]) -> tuple[int, int, int]:
        """Scale a picture up or down to the largest size that this position has room for, keeping its proportions.

        `size` is width and height in any unit. Returned are the offset of its left edge from the column's left edge,
        width and height, in EMU.
        """
        scale = min(limit / length for limit, length in zip(self.max_size, size, strict=True))
        wide, high = (round(length * scale) for length in size)
        return self.offset - wide * self.ends_at_offset, wide, high


def find_picture(package: Package, sheet: str, name: str) -> SheetPicture | None:
    """Find the first picture with this name, whatever its case, on a sheet; None if there is none, or no such sheet."""
    for drawing in package.relations(package.sheets().get(sheet, "")):
        if drawing.kind != "drawing":
            continue
        files = {relation.id: relation.target for relation in package.relations(drawing.target)}
        for picture in re.split(_PICTURE, package.parts.get(drawing.target, b""))[1:]:
            name_match, file_match, size_match = (
                re.search(_NAME, picture),
                re.search(_FILE, picture),
                re.search(_SIZE, picture),
            )
            if name_match and file_match and name_match[1].decode(errors="replace").casefold() == name.casefold():
                part = files.get(file_match[1].decode(errors="replace"), "")
                return SheetPicture(part, (int(size_match[1]), int(size_match[2])) if size_match else (0, 0))
    return None


def read_picture(package: Package, sheet: str, name: str) -> bytes:
    """Return the bytes of a picture's image file, by its sheet and name, whatever the case; b"" if there is none."""
    picture = find_picture(package, sheet, name)
    return package.parts.get(picture.file, b"") if picture else b""


def repeat_picture(package: Package, sheet: str, name: str, spots: Mapping[str, PictureSpot]) -> None:
    """Add a sheet's picture to other sheets, except a sheet that is missing or has a drawing, buttons or notes.

    `spots` gives the position by sheet. Nothing happens when `sheet` has no picture of this name, or its file or size
    is missing.
    """
    picture, sheets = find_picture(package, sheet, name), package.sheets()
    if picture is None or picture.file not in package.parts or not all(picture.size):
        return
    for other_sheet, spot in spots.items():
        part = sheets.get(other_sheet, "")
        if (
            part
            and b"<worksheet" in package.parts[part]
            and not any("rawing" in relation.kind for relation in package.relations(part))
        ):
            _add_drawing(package, part, name, picture, spot)


def _add_drawing(package: Package, part: str, name: str, picture: SheetPicture, spot: PictureSpot) -> None:
    offset, wide, high = spot.fit(picture.size)
    drawing = package.free_name("xl/drawings/logo{}.xml")
    package.parts[drawing] = b""
    link = package.relate(drawing, f"{RELATIONS}image", picture.file)
    package.parts[drawing] = _DRAWING.format(
        name=name, link=link, row=spot.row, column=spot.column, right=offset, wide=wide, high=high
    ).encode()  # fmt: skip
    package.declare(drawing, "application/vnd.openxmlformats-officedocument.drawing+xml")
    content = package.parts[part]
    position = next(
        (child.start for child in list_children(content) if child.name in _AFTER_DRAWING), find_content_end(content)
    )
    tag = f'<drawing xmlns:r="{RELATIONS[:-1]}" r:id="{package.relate(part, f"{RELATIONS}drawing", drawing)}"/>'
    package.replace(part, position, position, tag)

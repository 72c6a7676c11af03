"""Pictures for pages: what a picture is, and the logo that stands on a sheet of a workbook."""

from __future__ import annotations

import base64
import re

from tournament_xl.files.package import Package

MOST = 200_000  # bytes of a logo: pages carry it
_KINDS = {b"\x89PNG": "png", b"\xff\xd8\xff": "jpeg", b"GIF8": "gif"}  # how a file begins -> its kind
_PICTURE = rb"<(?:\w{1,20}:)?pic[\s>]"  # each begins so in a drawing, its name and its file's id follow
_NAME, _FILE = rb"""\sname=["']([^"'<]{1,40})["']""", rb"""\s\w{1,20}:embed=["']([^"'<]{1,40})["']"""


def in_a_page(data: bytes) -> str:
    """A picture as it stands in a page, a data: URI; "" for what is none, or too large."""
    kind = next((kind for start, kind in _KINDS.items() if data.startswith(start)), "")
    return f"data:image/{kind};base64,{base64.b64encode(data).decode()}" if kind and len(data) <= MOST else ""


def named(package: Package, sheet: str, name: str) -> bytes:
    """The file of the picture with this name on a sheet; empty without one."""
    for drawing in package.relations(package.sheets().get(sheet, "")):
        if drawing.kind != "drawing":
            continue
        files = {one.id: one.target for one in package.relations(drawing.target)}
        for picture in re.split(_PICTURE, package.parts.get(drawing.target, b""))[1:]:
            called, file = re.search(_NAME, picture), re.search(_FILE, picture)
            if called and file and called[1].decode(errors="replace").casefold() == name.casefold():
                return package.parts.get(files.get(file[1].decode(errors="replace"), ""), b"")
    return b""

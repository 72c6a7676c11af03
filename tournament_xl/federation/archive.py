"""The sheet Mémoire of a publication: read back from its workbook, however large the other sheets are."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from xml.etree.ElementTree import Element, fromstring

from tournament_xl.book.snapshot import HostError
from tournament_xl.federation.history import History, history_of
from tournament_xl.federation.marks import is_ours
from tournament_xl.files.limits import DAMAGE
from tournament_xl.hosts.places import why
from tournament_xl.ordinary import read_ordinary
from tournament_xl.texts import federation as texts

_MOST_BYTES = 200_000_000  # of the workbook
_MOST_PART = 500_000_000  # of a part of it, unpacked
_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_LINK = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_SHARED = "xl/sharedStrings.xml"
_CODED = re.compile("_x([0-9A-Fa-f]{4})_")


def read_history(path: Path) -> History:
    """The publication in a workbook that `build` wrote. HostError when it is another file, or damaged."""
    try:
        data = read_ordinary(path, _MOST_BYTES)
    except OSError as error:
        raise HostError(texts.BEFORE_UNREADABLE.format(path=path, reason=why(error)[0])) from None
    if not is_ours(data):
        raise HostError(texts.BEFORE_NOT_OURS.format(path=path))
    try:
        return history_of(_rows(data))
    except (*DAMAGE, TypeError, AttributeError, SyntaxError, OSError):
        raise HostError(texts.BEFORE_WITHOUT_MEMORY.format(path=path)) from None


def _rows(data: bytes) -> Iterator[list[str]]:
    """The texts of the sheet, row by row."""
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        sheets = _part(package, "xl/workbook.xml").iter(f"{_MAIN}sheet")
        wanted = {sheet.get("name"): sheet.get(_LINK) for sheet in sheets}[texts.MEMORY_SHEET]
        links = _part(package, "xl/_rels/workbook.xml.rels")
        target = next(one.get("Target", "") for one in links if one.get("Id") == wanted)
        sheet = _part(package, target.lstrip("/") if target.startswith("/") else f"xl/{target}")
        there = _SHARED in package.namelist()  # some programs write every text into its cell
        shared = [_text(one) for one in _part(package, _SHARED).iter(f"{_MAIN}si")] if there else []
    for row in sheet.iter(f"{_MAIN}row"):
        found = (shared[int(cell.findtext(f"{_MAIN}v", ""))] if cell.get("t") == "s" else _text(cell) for cell in row)
        if filled := [text for text in found if text]:
            yield filled


def _part(package: zipfile.ZipFile, name: str) -> Element:
    with package.open(name) as part:
        content = part.read(_MOST_PART)
    if b"<!DOCTYPE" in content:
        raise ValueError("DOCTYPE")
    return fromstring(content)


def _text(item: Element) -> str:
    text = "".join(one.text or "" for one in item.iter(f"{_MAIN}t"))
    return _CODED.sub(lambda found: chr(int(found[1], 16)), text)

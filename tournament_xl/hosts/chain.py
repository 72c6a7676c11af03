"""The order of calculation (calcChain.xml), which Excel makes anew when a workbook has none.

For each formula that is written over excelize goes through all of it and takes the cell out: a long one takes minutes,
and one that is declared in an odd way ends the process. So a workbook is edited without.
"""

from __future__ import annotations

import io
import re
import zipfile

_TYPES, _LINKS = "[content_types].xml", "xl/_rels/workbook.xml.rels"
_DECLARED = re.compile(
    rb"""<(?:\w+:)?Override\s[^<>]{0,300}?/xl/calcChain\.xml["'][^<>]{0,300}>(?:\s*</(?:\w+:)?Override\s*>)?""", re.I
)
_LINKED = re.compile(rb"<(?:\w+:)?Relationship\s[^<>]*>(?:\s*</(?:\w+:)?Relationship\s*>)?")


def without(data: bytes) -> bytes:
    """A package without its chain, its other parts as they are, not compressed; the same bytes when it has none."""
    with zipfile.ZipFile(io.BytesIO(data)) as old:
        if not any(map(_is_chain, old.namelist())):
            return data
        result = io.BytesIO()
        with zipfile.ZipFile(result, "w") as new:
            for part in old.infolist():
                if not _is_chain(part.filename):
                    content = _forgotten(part.filename.lower(), old.read(part))
                    new.writestr(zipfile.ZipInfo(part.filename, part.date_time), content)
    return result.getvalue()


def _is_chain(name: str) -> bool:
    return name.replace("\\", "/").lower() == "xl/calcchain.xml"


def _forgotten(name: str, content: bytes) -> bytes:
    """A part that names the chain, without its name."""
    if name == _TYPES:
        return _DECLARED.sub(b"", content)
    if name == _LINKS:
        return _LINKED.sub(lambda one: b"" if b"/calcChain" in one[0] else one[0], content)
    return content

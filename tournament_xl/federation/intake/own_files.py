"""Recognition of the ranking workbooks that `federation build` wrote: their file properties carry a category.

They carry as keywords what the register was when they were written.
"""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import Path

from tournament_xl.xlsx.limits import DAMAGE

CATEGORY = "tournament-xl federation build"  # in the properties of every ranking workbook


def is_ours(data: bytes) -> bool:
    """Check whether the bytes of a file are a ranking that `federation build` wrote; False for damaged ones."""
    return f"<cp:category>{CATEGORY}</cp:category>".encode() in _read_properties(io.BytesIO(data))


def read_register_mark(path: Path) -> str:
    """Read the mark of the register in a ranking of ours, as XML text; "" for any other file."""
    properties = _read_properties(path)
    if CATEGORY.encode() not in properties:
        return ""
    keywords = re.search(rb"<cp:keywords>([^<]*)</cp:keywords>", properties)
    return keywords[1].decode("utf-8", "replace") if keywords else ""


def _read_properties(file: Path | io.BytesIO) -> bytes:
    try:
        with zipfile.ZipFile(file) as parts, parts.open("docProps/core.xml") as part:
            return part.read(1_000_000)
    except (OSError, *DAMAGE):
        return b""

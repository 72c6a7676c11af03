"""Recognition of the ranking workbooks that `federation build` wrote: their file properties carry a category."""

from __future__ import annotations

import io
import zipfile

from tournament_xl.xlsx.limits import DAMAGE

CATEGORY = "tournament-xl federation build"  # in the properties of every ranking workbook


def is_ours(data: bytes) -> bool:
    """Check whether the bytes of a file are a ranking that `federation build` wrote; False for damaged ones."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as parts, parts.open("docProps/core.xml") as part:
            return f"<cp:category>{CATEGORY}</cp:category>".encode() in part.read(1_000_000)
    except (OSError, *DAMAGE):
        return False

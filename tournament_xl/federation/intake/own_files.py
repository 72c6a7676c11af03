"""Which files the federation wrote itself: they carry a category in their properties."""

from __future__ import annotations

import io
import zipfile

from tournament_xl.xlsx.limits import DAMAGE

CATEGORY = "tournament-xl federation build"  # in the workbook's properties: how our rankings are recognised


def is_ours(data: bytes) -> bool:
    """Whether a file is a ranking that `build` wrote."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as parts, parts.open("docProps/core.xml") as part:
            return f"<cp:category>{CATEGORY}</cp:category>".encode() in part.read(1_000_000)
    except (OSError, *DAMAGE):
        return False

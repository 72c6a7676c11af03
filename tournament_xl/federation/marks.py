"""How the federation's own workbook is recognised: it is no tournament, and it alone may be written over."""

from __future__ import annotations

import io
import zipfile
import zlib

CATEGORY = "tournament-xl federation build"  # in the workbook's properties
_PROPERTIES = "docProps/core.xml"
_MOST = 1_000_000  # bytes of the part with the properties


def is_ours(data: bytes) -> bool:
    """Whether a file is a ranking that `build` wrote."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as parts, parts.open(_PROPERTIES) as part:
            return f"<cp:category>{CATEGORY}</cp:category>".encode() in part.read(_MOST)
    except (zipfile.BadZipFile, zlib.error, KeyError, EOFError, NotImplementedError, OSError, RuntimeError, ValueError):
        return False

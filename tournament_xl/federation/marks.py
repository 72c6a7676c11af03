"""How the federation's own files are recognised: they are no tournaments, and they alone may be written over."""

from __future__ import annotations

import io
import zipfile

from tournament_xl.files.limits import DAMAGE
from tournament_xl.lists.columns import ListError
from tournament_xl.lists.read import parse
from tournament_xl.texts.player_list import FEDERATION_TITLES

CATEGORY = "tournament-xl federation build"  # in the workbook's properties
_PROPERTIES = "docProps/core.xml"
_MOST = 1_000_000  # bytes of the part with the properties


def is_ours(data: bytes) -> bool:
    """Whether a file is a ranking that `build` wrote."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as parts, parts.open(_PROPERTIES) as part:
            return f"<cp:category>{CATEGORY}</cp:category>".encode() in part.read(_MOST)
    except (OSError, *DAMAGE):
        return False


def is_our_list(data: bytes) -> bool:
    """Whether every line has the 13 columns of the players file.

    It has no other mark: that it is ours shows only together with its workbook.
    """
    try:
        rows, bad_quotes = parse("", data)[";"]
    except ListError:
        return False
    return not bad_quotes and all(len(cells) == len(FEDERATION_TITLES) for _, cells in rows)

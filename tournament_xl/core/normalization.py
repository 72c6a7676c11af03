"""Text as people compare it: without accents, case, hyphens and apostrophes."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

LONGEST = 500  # letters; a cell may hold 32,767, and marks on letters take time with their square
LONGEST_LABEL = 40  # letters of a column's title or of a label

_MARKS = re.compile("[\u0300-\u036f]+")  # on letters, as normal form D has them in nearly all languages
_SPACES = str.maketrans(dict.fromkeys("-'’‐‑\u00a0\u202f", " "))
_LIGATURES = re.compile("[\u3300-\u33ff\ufb50-\ufdff]")  # letters that stand for up to eighteen


@lru_cache(maxsize=8192)
def normalize(text: str) -> str:
    """Accents and case ignored, œ as oe, æ as ae, hyphen and apostrophe as a space (the letters of rule C2).

    What is too long for a name stays as it is.
    """
    if len(text) > LONGEST:
        return text
    lower = text.casefold()
    if not lower.isascii():
        lower = _MARKS.sub("", unicodedata.normalize("NFKD", lower.replace("œ", "oe").replace("æ", "ae")))
        if len(lower) > LONGEST:  # a letter may stand for eighteen
            return text
    plain = lower.translate(_SPACES)
    if not plain.isascii():
        plain = "".join(char for char in plain if not unicodedata.combining(char))
    return " ".join(plain.split())


def normalize_label(text: str) -> str:
    """As `fold`, of what may be a column's title or a label; "" for others, of which a sheet may have thousands."""
    title = text.strip()
    return normalize(title) if len(title) <= LONGEST_LABEL and not _LIGATURES.search(title) else ""

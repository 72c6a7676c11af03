"""Text as people compare it: without accents, case, hyphens and apostrophes."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

LONGEST = 500  # letters; a cell may hold 32,767, and marks on letters take time with their square


@lru_cache(maxsize=8192)
def fold(text: str) -> str:
    """Accents and case ignored, œ as oe, æ as ae, hyphen and apostrophe as a space (the letters of rule C2).

    What is too long for a name stays as it is.
    """
    if len(text) > LONGEST:
        return text
    lower = text.casefold().replace("œ", "oe").replace("æ", "ae")
    plain = "".join(char for char in unicodedata.normalize("NFKD", lower) if not unicodedata.combining(char))
    for mark in "-'’‐‑\u00a0\u202f":
        plain = plain.replace(mark, " ")
    return " ".join(plain.split())

"""Texts in a form in which equal names and titles are equal: without accents, case, hyphens and apostrophes."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

LONGEST = 500  # characters; a cell may hold 32,767, and combining marks take quadratic time
LONGEST_LABEL = 40  # characters of a column title or a label

_MARKS = re.compile("[\u0300-\u036f]+")  # combining marks of nearly all languages, in normal form D
_SPACES = str.maketrans(dict.fromkeys("-'’‐‑\u00a0\u202f", " "))
_LONG_FORMS = re.compile("[\u3300-\u33ff\ufb50-\ufdff]")  # characters that decompose into up to eighteen


@lru_cache(maxsize=8192)  # saves 8 % of `pair` with 128 players: the same titles and names are on many sheets
def normalize(text: str) -> str:
    """Remove accents and case, write œ as oe and æ as ae, hyphens and apostrophes as spaces (rule C2).

    Runs of blanks become one space, leading and trailing blanks go; other punctuation stays. A text of more than
    `LONGEST` characters, before or after this, is returned unchanged.
    """
    if len(text) > LONGEST:
        return text
    lower = text.casefold()
    if not lower.isascii():
        lower = _MARKS.sub("", unicodedata.normalize("NFKD", lower.replace("œ", "oe").replace("æ", "ae")))
        if len(lower) > LONGEST:  # a character may decompose into eighteen
            return text
    plain = lower.translate(_SPACES)
    if not plain.isascii():
        plain = "".join(char for char in plain if not unicodedata.combining(char))
    return " ".join(plain.split())


def normalize_label(text: str) -> str:
    """Normalize a text that may be a column title or label; return "" if it cannot be one.

    It cannot be one if it has more than `LONGEST_LABEL` characters, outer blanks aside, or one that decomposes into
    many: a sheet may have thousands of such texts, which are slow to normalize.
    """
    title = text.strip()
    return normalize(title) if len(title) <= LONGEST_LABEL and not _LONG_FORMS.search(title) else ""

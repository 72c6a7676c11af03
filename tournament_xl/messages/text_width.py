"""Width of a text in Calibri, the font of the sheets; Carlito, its replacement elsewhere, is as wide."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import lru_cache
from unicodedata import normalize

_LETTERS = {
    44: "'", 45: "ijlı ", 49: ",’‘", 50: ".I·", 53: ":;", 60: "()-f", 61: "[]", 64: "!", 66: "t", 67: "°", 69: "r",
    76: "/\\", 77: "s", 78: "z", 79: "ª\"“”", 82: "…", 83: "Lc", 84: "J", 85: "xŁ", 89: "vy", 90: "k", 91: "?FS|",
    92: "Z", 93: "g", 95: "a", 96: "ETY", 98: "#*+<=>^_e~–−×", 101: "«»", 102: "PX", 103: "K", 104: "bdhnopquß",
    105: "C", 107: "BR", 112: "V", 114: "A", 119: "●○", 121: "D", 123: "H", 124: "G", 127: "NU", 131: "OØ", 132: "½",
    133: "Q", 135: "&", 141: "%w", 151: "Æ", 153: "æ", 158: "m", 168: "œ", 169: "M", 171: "Œ", 176: "@W",
}  # hundredths of the width of a digit -> characters  # fmt: skip
_WIDTHS: defaultdict[str, int] = defaultdict(lambda: 100)  # digits, and what is in no table
_WIDTHS |= {character: width for width, characters in _LETTERS.items() for character in characters}
_WIDTHS |= {chr(accent): 0 for accent in range(0x300, 0x370)}


@lru_cache(4096)  # a name stands in several tables, and on Appariements is measured at five scales
def text_width(text: str) -> float:
    """Return the width of a text in digits, the unit of a column's width; accents add nothing."""
    if not text.isascii():
        text = normalize("NFD", text)  # letters, then their accents
    return sum(map(_WIDTHS.__getitem__, text)) / 100  # an exact sum on every Python


def count_lines(text: str, width: float) -> int:
    """Count the lines that a text takes which spreadsheets and browsers break at blanks and behind hyphens.

    The width is in digits; the text may have line breaks.
    """
    paragraphs = text.split("\n")
    count = len(paragraphs)
    for paragraph in paragraphs:
        if text_width(paragraph) <= width:
            continue
        used = 0.0
        for part in re.findall("[^ -]+[ -]?|[ -]", paragraph):
            size = text_width(part.rstrip())
            if used and size > width:
                count, used = count + 1, 0.0
            for piece in [part] if size <= width else part:  # a longer part is broken at any letter
                if used and used + text_width(piece.rstrip()) > width:
                    count, used = count + 1, 0.0
                used += text_width(piece)
    return count

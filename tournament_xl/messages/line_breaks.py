"""Where a name or a title on a page may be broken into lines."""

from __future__ import annotations

import re

_LONG_WORD = r"[^\W\d_]{13,}"  # no line of a phone is too narrow for a shorter word, and a break in it is hard to read
_VOWEL = "[aeiouyàâäéèêëîïôöùûüœæ]"
# where a French syllable begins: a vowel and one sound, or two that do not belong together; three letters on each side
_SYLLABLE = (
    rf"(?i)(?<=..{_VOWEL})(?=(?:[cpt]h|gn|[bcdfgptv][lr]|[bcdfgjklmnpqrstvz]){_VOWEL}.)"
    rf"|(?<=.{_VOWEL}[lmnrs])(?=[bcdfgjklmnpqstvz]{_VOWEL}.)"
)


def hyphenate(text: str) -> str:
    """Put soft hyphens into words of thirteen letters or more, where a French syllable begins: "Rako-toa-ri-manana".

    Other words are broken at their own hyphens only.
    """
    return re.sub(_LONG_WORD, lambda word: re.sub(_SYLLABLE, "\u00ad", word[0]), text)


def bind_numbers(text: str) -> str:
    """Replace the blank of each "N° 7" by a no-break space."""
    return text.replace("N° ", "N°\u00a0")

"""What one cell says of a player, taken apart by what it looks like: surname, first name, cote, series."""

from __future__ import annotations

import re
from typing import NamedTuple

from tournament_xl.lists.columns import SURNAME_LAST, fold_title
from tournament_xl.texts.player_list import HEADING, PARTICLE

_WORD = re.compile(r"[^\W\d_][^\W\d_.'’-]*(?:[.'’-][^\W\d_.'’-]*)*")
_RATING = re.compile(r"([0-9]{3,4})\*?")
_SERIES = re.compile(r"[1-7][A-D]", re.IGNORECASE)
_JOINTS = " ,;:()–—-"  # around what stands behind a name: "Petit Luc - 1652", "Petit Luc (4B)"


class PlayerText(NamedTuple):
    """A name with what stands behind it; "" for what does not."""

    name: str
    rating: str
    series: str


def is_heading(text: str) -> bool:
    """Whether a text says whom a list has below it, like "Groupe A" or "Club de Vienne"."""
    return HEADING.search(fold_title(text)) is not None


def split_two_words(text: str, order: str) -> tuple[str, str]:
    """Split a name of two words into surname and first name, a particle with the word behind it: "Le Goff Anne".

    Args:
        text: Name as written, without a sign of what is what.
        order: Key of the column; SURNAME_LAST where the first name comes first.

    Returns:
        Surname and first name; the whole text and "" where there are not two words.
    """
    words, parts = text.split(), list[str]()
    if len(words) < 2 or is_heading(text) or not all(len(word) > 1 and _WORD.fullmatch(word) for word in words):
        return text, ""
    for at, word in enumerate(words):
        if at and PARTICLE.fullmatch(fold_title(words[at - 1])):
            parts[-1] += f" {word}"
        else:
            parts.append(word)
    if len(parts) != 2:
        return text, ""
    surname, first = parts[::-1] if order == SURNAME_LAST else parts
    return (first, surname) if " " in first and " " not in surname else (surname, first)


def split_rating(text: str, *, series: bool) -> PlayerText:
    """Split a cote, and where a game has it a duplicate `series`, from the name before them: "MARTIN Jean 1652 4B"."""
    words, rating, duplicate = text.split(), "", ""
    while len(words) > 1:
        last = words[-1].strip(_JOINTS)
        if not rating and (digits := _RATING.fullmatch(last)):
            rating = digits[1]
        elif series and not duplicate and _SERIES.fullmatch(last):
            duplicate = last.upper()
        elif last:
            break
        words.pop()
    return PlayerText(" ".join(words).rstrip(_JOINTS), rating, duplicate)


def has_number(text: str) -> bool:
    """Whether a word of a name begins with a digit."""
    return any(word.strip(_JOINTS)[:1].isdigit() for word in text.split())

"""What cells say by what they look like: surname, first name, cote, series in one cell, columns without titles."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from tournament_xl.messages.players import NO_RATING, PARTICLE
from tournament_xl.players.columns import NAME_KEYS, SURNAME_LAST, find_header, fold_title
from tournament_xl.workbook.input_rows import is_heading

_WORD = re.compile(r"[^\W\d_][^\W\d_.'’-]*(?:[.'’-][^\W\d_.'’-]*)*")
_RATING = re.compile(r"([0-9]{3,4})\*?")
_SERIES = re.compile(r"[1-7][A-D]", re.IGNORECASE)
_LICENCE = re.compile(r"[0-9]{5,8}")
_COLUMNS = (("Joueur", "Club"), ("Nom", "Prénom", "Club"))  # of texts, in the order in which people write them
_MOST_COLUMNS = 30  # of a list that somebody pastes
_JOINTS = " ,;:()–—-"  # around what stands behind a name: "Petit Luc - 1652", "Petit Luc (4B)"


class PlayerText(NamedTuple):
    """A name with what stands behind it; "" for what does not."""

    name: str
    rating: str
    series: str


def split_two_words(text: str, order: str) -> tuple[str, str]:
    """Split a name of two words into surname and first name, a particle with the word behind it: "Le Goff Anne".

    Args:
        text: Name as written.
        order: Key of the column; SURNAME_LAST where the first name comes first. A particle or capitals know better.

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
    capitals = first.isupper() and "." not in first and not surname.isupper()  # the title is wrong here
    return (first, surname) if " " not in surname and (" " in first or capitals) else (surname, first)


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


def title_columns(text: str) -> list[str]:
    """Title the columns of a pasted list that has no titles; columns stand between tabs.

    Args:
        text: Lines of the list.

    Returns:
        Titles, "" for a column that nothing tells; none at all where there are titles or no column can be one of names.
    """
    rows = [line.split("\t") for line in text.splitlines() if line.strip()]
    width = max(map(len, rows), default=0)
    first = text.lstrip()[:1]  # of a file of another kind some sign
    if width > _MOST_COLUMNS or not (first.isalpha() or (first.isdigit() and width > 1)):
        return []
    if find_header(list(enumerate(rows, start=1)))[1]:
        return []
    columns = [[cell for row in rows for cell in row[at : at + 1] if cell.strip()] for at in range(width)]
    titles = [_title(cells) for cells in columns]
    words = [at for at, title in enumerate(titles) if title in NAME_KEYS]
    whole = len(words) < 2 or 2 * sum(" " in cell.strip() for cell in columns[words[0]]) > len(columns[words[0]])
    if not words or len(words) > len(_COLUMNS[not whole]):
        return []
    for at, title in zip(words, _COLUMNS[not whole], strict=False):
        titles[at] = title
    return titles


def _title(cells: Sequence[str]) -> str:
    """What all the cells of a column look like; "Nom" for words."""
    texts = [cell.strip() for cell in cells]
    if not any(map(str.isdigit, "".join(texts))):
        return "Nom" if texts else ""
    for title, pattern in (("Cote", _RATING), ("Série duplicate", _SERIES), ("Licence", _LICENCE)):
        if all(pattern.fullmatch(text) or fold_title(text) in NO_RATING for text in texts):
            return title
    return "" if all(text[0].isdigit() for text in texts) else "Nom"

"""Cells split or recognised by the pattern of their text.

A cell may hold surname, first name, cote (the rating) and duplicate series (a class such as 4B) together; a pasted list
may have no titles.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from tournament_xl.messages.players import CIVILITY, EVENT, EVENT_LABELS, NO_RATING, PARTICLE, STATUS
from tournament_xl.players.columns import find_header, normalize_title
from tournament_xl.players.list_table import NAME_KEYS, SURNAME_LAST
from tournament_xl.players.statuses import is_status
from tournament_xl.workbook.input_rows import is_heading

_WORD = re.compile(r"[^\W\d_][^\W\d_.'’-]*(?:[.'’-][^\W\d_.'’-]*)*")
_RATING = re.compile(r"([0-9]{3,4})\*?")
_SERIES = re.compile(r"[1-7][A-D]", re.IGNORECASE)
_LICENCE = re.compile(r"[0-9]{5,8}")
_COLUMNS = (("Joueur", "Club"), ("Nom", "Prénom", "Club"))  # titles of columns of words, in the usual order
_MAX_COLUMNS = 30  # of a pasted list
_MAX_WORDS = 5  # of a name
_JOINTS = " ,;:()–—-"  # between a name and what follows it: "Petit Luc - 1652", "Petit Luc (4B)"


_COUNT = re.compile(
    r"[\[(#]?(?:n[°o]\.?\s*)?(\d{1,3})(?:\s*[^\w\s~(\[\"«]+\s*|(\s+|$))", re.IGNORECASE
)  # "1. ", "1) ", "1 "
_BULLET = re.compile(r"(?:\[[ xX]?\]|[^\w\s\"'’‘`(\[{«~#=+@&<]|_)+\s*")  # "- ", "• ", "[ ] "
_CIVILITY = re.compile(rf"(?:{CIVILITY})(?=[^\W\d_]{{2}})", re.IGNORECASE)
_INNER_CIVILITY = re.compile(r"(?<=[\s,])(?:Mme|Mlle|Melle|Mrs|Monsieur|Madame|Mademoiselle)\.?\s+", re.IGNORECASE)
_STRUCK = re.compile(
    r"~+[^~]+~+|(?:\w[\u0335-\u0338]){2}.*"
)  # as WhatsApp writes it, or with strokes through each letter


class PlayerText(NamedTuple):
    """Parts of a cell "MARTIN Jean 1652 4B": the name, the cote and the series; "" for a missing part."""

    name: str
    rating: str
    series: str


def strip_marks(text: str, *, counted: bool) -> str:
    """Return a name without what people write before it: a bullet, its position in a list, "M.", "Mme", "Dr".

    A name that is nothing else stays. With `counted` the names are numbered (`are_counted`).
    """
    name = _cut(_BULLET, text)
    if counted:
        name = _cut(_BULLET, _cut(_COUNT, name))
        if not name:  # a line that was prepared for one more
            return ""
    name = _INNER_CIVILITY.sub("", name)
    return _cut(_CIVILITY, name) or text


def _cut(pattern: re.Pattern[str], text: str) -> str:
    """Return a text without what a pattern matches at its beginning."""
    return text[match.end() :] if (match := pattern.match(text)) else text


def are_counted(names: Sequence[str]) -> bool:
    """Check whether most names have a number before them that only counts them: "1. ", "2) ", or 1, 2, 3 alone."""
    names = [name for name in names if name]
    matches = [match for name in names if (match := _COUNT.match(_cut(_BULLET, name)))]
    numbers = [int(match[1]) for match in matches]
    counts_up = numbers[:1] in ([0], [1]) and all(
        after == 1 or before < after <= before + 3 for before, after in pairwise(numbers)
    )
    has_signs = not any(match[2] is not None for match in matches)
    return bool(names) and 2 * len(matches) > len(names) and (has_signs or counts_up)


def is_struck(text: str) -> bool:
    """Check whether a name is struck out in plain text: "~Petit Luc~"."""
    return _STRUCK.fullmatch(text.strip()) is not None


def reads_like_person(text: str) -> bool:
    """Check whether a text reads like surname and first name: two to five words with capitals, none of an event."""
    name = split_rating(strip_marks(text, counted=are_counted([text])), series=True).name.replace(",", " ")
    folded, words = normalize_title(name), name.split()
    if not 1 < len(words) <= _MAX_WORDS or is_heading(name) or re.search(f"{EVENT}|{EVENT_LABELS}", folded):
        return False
    parts = [word for word in words if not re.fullmatch(PARTICLE, normalize_title(word))]
    return bool(parts) and all(_WORD.fullmatch(word) for word in words) and all(word[0].isupper() for word in parts)


def split_name(text: str, name_key: str) -> tuple[str, str]:
    """Split a name into surname and first name where a comma or a surname in capitals shows them.

    `name_key` is the key of its column; SURNAME_LAST where the first name comes first.

    Returns:
        Surname and first name; the whole text and "" if it does not show them: a whole name still prints and sorts
        well, a wrong cut would not.
    """
    surname, comma, first = (part.strip() for part in text.partition(","))
    if comma:
        return (surname, first) if surname and first and "," not in first else (text, "")
    words = text.split()
    capitals = [word.isupper() and "." not in word and len(word) > 1 for word in words]
    count = sum(capitals)
    if name_key == SURNAME_LAST:
        is_clear, surnames, firsts = not any(capitals[:-count]), words[-count:], words[:-count]
    else:
        is_clear, surnames, firsts = all(capitals[:count]), words[:count], words[count:]
    initials = all(len(word) < 3 for word in surnames)  # "JP Dupont" looks like "LY Awa"
    if not is_clear or initials or not firsts or not firsts[0][0].isupper():
        return text, ""
    return " ".join(surnames), " ".join(firsts)


def split_two_words(text: str, name_key: str) -> tuple[str, str]:
    """Split a name of two words into surname and first name; a particle belongs to the word behind it: "Le Goff Anne".

    `name_key` is the key of the column; SURNAME_LAST where the first name comes first, which a particle or capitals
    overrule.

    Returns:
        Surname and first name; the whole text and "" where it is not two words, particles aside, or has a digit, a
        single letter or the form of a heading.
    """
    words, parts = text.split(), list[str]()
    if len(words) < 2 or is_heading(text) or not all(len(word) > 1 and _WORD.fullmatch(word) for word in words):
        return text, ""
    for index, word in enumerate(words):
        if index and re.fullmatch(PARTICLE, normalize_title(words[index - 1])):
            parts[-1] += f" {word}"
        else:
            parts.append(word)
    if len(parts) != 2:
        return text, ""
    surname, first_name = parts[::-1] if name_key == SURNAME_LAST else parts
    capitals = first_name.isupper() and "." not in first_name and not surname.isupper()  # the title is wrong here
    return (first_name, surname) if " " not in surname and (" " in first_name or capitals) else (surname, first_name)


def split_rating(text: str, *, series: bool) -> PlayerText:
    """Split a cell into a name and the cote behind it, and, if `series`, a duplicate series: "MARTIN Jean 1652 4B".

    A cote is three or four digits, with or without a star, which is dropped; a series becomes upper case. From the end,
    the first word that is neither of them, or a second one of a kind, ends the name, which always has at least one
    word. Dashes, brackets and other signs behind the name are dropped.
    """
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
    name = " ".join(words)
    return PlayerText(name.rstrip(_JOINTS.replace(")", "") if "(" in name.rstrip(" (") else _JOINTS), rating, duplicate)


def has_number(text: str) -> bool:
    """Check whether a word of a name begins with a digit."""
    return any(word.strip(_JOINTS)[:1].isdigit() for word in text.split())


def guess_titles(text: str) -> list[str]:
    """Guess the titles of a pasted list that has none, from what its cells look like.

    A single column of words, or the first one if most of its cells have a blank, is taken for whole names ("Joueur").
    Else the first two are surnames ("Nom") and first names ("Prénom"). Tabs separate the columns.

    Returns:
        A French title per column ("Joueur", "Nom", "Prénom", "Club", "Cote", "Série duplicate", "Licence"), "" for a
        column that is not recognised. The list is empty if no titles can be guessed: the text has titles already, has
        no column or too many columns that may be names, has more than 30 columns, or does not begin with a letter (or
        with a digit, if there are several columns).
    """
    rows = [line.split("\t") for line in text.splitlines() if line.strip()]
    width = max(map(len, rows), default=0)
    first_letter = text.lstrip()[:1]  # a punctuation mark, as "<" or "{", if the file is of another kind
    if width > _MAX_COLUMNS or not (first_letter.isalpha() or (first_letter.isdigit() and width > 1)):
        return []
    if find_header(list(enumerate(rows, start=1)))[1]:
        return []
    columns = [[cell for row in rows for cell in row[index : index + 1] if cell.strip()] for index in range(width)]
    titles = [_guess_title(cells) for cells in columns]
    name_columns = [index for index, title in enumerate(titles) if title in NAME_KEYS]
    has_whole_names = len(name_columns) < 2 or 2 * sum(" " in cell.strip() for cell in columns[name_columns[0]]) > len(
        columns[name_columns[0]]
    )
    if not name_columns or len(name_columns) > len(_COLUMNS[not has_whole_names]):
        return []
    for index, title in zip(name_columns, _COLUMNS[not has_whole_names], strict=False):
        titles[index] = title
    return titles


def guess_cell_title(text: str) -> str:
    """Guess the title of a single cell by what it looks like: "Cote", "Série duplicate" or "Licence".

    Any other text gives "Nom", or "" if it begins with a digit or is an address of mail.
    """
    return _guess_title([text]) if not text[:1].isdigit() or _guess_title([text]) != "Nom" else ""


def _guess_title(cells: Sequence[str]) -> str:
    """Guess the title of a column from the form of all its cells; "Nom" for words."""
    texts = [cell.strip() for cell in cells]
    if texts and all(map(is_status, texts)):
        return STATUS
    if any("@" in text for text in texts):  # an address of mail
        return ""
    if not any(map(str.isdigit, "".join(texts))):
        return "Nom" if texts else ""
    for title, pattern in (("Cote", _RATING), ("Série duplicate", _SERIES), ("Licence", _LICENCE)):
        if all(pattern.fullmatch(text) or normalize_title(text) in NO_RATING for text in texts):
            return title
    return "" if all(text[0].isdigit() for text in texts) else "Nom"

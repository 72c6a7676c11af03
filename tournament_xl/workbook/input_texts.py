"""Texts of single cells in which people list rounds or say who forfeits, whatever the game."""

from __future__ import annotations

import re

from tournament_xl.core.normalization import normalize

_LONGEST = 200  # characters in a list of rounds
_FROM = r"(?:des|depuis|a partir de)(?: la)? (\d{1,3})"  # in normalized text without "ronde"
_SIDE = r"(?:forfait|du|de|joueur|f|j|[ .])*([12])"
_BOTH = ("les deux", "tous les deux", "aucun des deux", "les 2")


def read_rounds(text: str) -> tuple[frozenset[int], int | None] | None:
    """Parse rounds as people list them in French; whether the tournament has these rounds is not checked.

    A list is separated by a comma, ";", "/", "&" or "et": "3, 5" or "2/3". "2-4" and "2 à 4" are rounds 2, 3 and 4;
    "4-", "dès 4", "depuis 4" and "à partir de 4" are all rounds from 4 on. "R" or "ronde" may stand before a number.

    Returns:
        Two values: the rounds listed singly or as "2-4"; and the first round of "4-", the lowest if there are several,
        None if there is none. Instead of the two values, None: if the text is empty, longer than 200 characters or not
        such a list, or has a round 0, a number of more than three digits, or a range that goes down.
    """
    rounds: set[int] = set()
    after: int | None = None
    if len(text) > _LONGEST:
        return None
    # dashes become hyphens; the parts between them are normalized one by one, as `normalize` removes hyphens
    hyphenated = re.sub(r"(?<!\s)\s*[-\u2013\u2014\u2212]\s*", "-", text)
    words = "-".join(map(normalize, hyphenated.split("-")))
    words = re.sub(r"\b(?:rondes?|r)\.? ?(?=\d)", "", words)
    words = re.sub(r"(?<=\d) ?a(?:u| la)? ?(?=\d)", "-", re.sub(_FROM, r"\1-", words))
    for part in re.split(r"[,;/&]|\bet\b", words):
        match = re.fullmatch(r"\s*(\d{1,3})\s*(-\s*(\d{1,3})?\s*)?", part)
        if not match:
            return None
        first, last = int(match[1]), int(match[3]) if match[3] else None
        if first < 1 or (last is not None and last < first):
            return None
        if match[2] is None:
            rounds.add(first)
        elif last is None:
            after = first if after is None else min(after, first)
        else:
            rounds |= set(range(first, last + 1))
    return frozenset(rounds), after


def read_forfeit(text: str, first_names: tuple[str, ...], second_names: tuple[str, ...]) -> frozenset[int] | None:
    """Parse which players forfeit a match: "1", "2", "1+2", "F1", "joueur 2", "les deux", or a name.

    Case and accents do not matter. "aucun des deux" (neither played) means that both forfeit.

    Returns:
        Sides that forfeit, {1}, {2} or {1, 2}; None when the text is empty, unreadable, or a name of both players.
    """
    normalized = normalize(text)
    if normalized in _BOTH:
        return frozenset({1, 2})
    matches = [re.fullmatch(_SIDE, part.strip()) for part in re.split(r"\+|,|/|&|\bet\b", normalized)]
    if all(matches) and len(matches) <= 2:
        return frozenset(int(side[1]) for side in matches if side)
    named_sides = frozenset(
        side for side, names in ((1, first_names), (2, second_names)) if normalized in map(normalize, names)
    )
    return named_sides if len(named_sides) == 1 else None

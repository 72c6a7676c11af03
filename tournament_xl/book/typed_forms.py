"""The ways people write rounds (Absences, Manches gagnantes) and who forfeits."""

from __future__ import annotations

import re
from functools import lru_cache

from tournament_xl.folding import fold

_LONGEST = 200  # letters of a list of rounds
_FROM = r"(?:des|depuis|a partir de)(?: la)? (\d{1,3})"  # folded, "ronde" taken away
_WHO = r"(?:forfait|du|de|joueur|f|j|[ .])*([12])"
_BOTH = ("les deux", "tous les deux", "aucun des deux", "les 2")


@lru_cache(maxsize=1000)
def read_rounds(text: str) -> tuple[frozenset[int], int | None] | None:
    """Rounds as people list them -> (single rounds, all from this one on); None if unreadable.

    "3, 5", "2-4", "4-" (all from 4 on); "ronde 3", "R2", "2 à 3", "4 et 5", "2/3", "dès 2", "à partir de 4".
    """
    rounds: set[int] = set()
    after: int | None = None
    if len(text) > _LONGEST:
        return None
    plain = re.sub(r"\s*[-\u2013\u2014\u2212]\s*", "-", text)  # before `fold`, to which a hyphen is a blank
    words = "-".join(map(fold, plain.split("-")))
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


def read_forfeit(text: str, one: tuple[str, ...], two: tuple[str, ...]) -> frozenset[int] | None:
    """Who gives the match -> {1}, {2} or {1, 2}; None if unreadable, or if both are called so.

    "1", "2", "1+2"; "F1", "joueur 2", "les deux", or a name: `one` and `two` are what the two are called.
    """
    plain = fold(text)
    if plain in _BOTH:
        return frozenset({1, 2})
    sides = [re.fullmatch(_WHO, part.strip()) for part in re.split(r"\+|,|/|&|\bet\b", plain)]
    if all(sides) and len(sides) <= 2:
        return frozenset(int(side[1]) for side in sides if side)
    called = frozenset(side for side, names in ((1, one), (2, two)) if plain in map(fold, names))
    return called if len(called) == 1 else None

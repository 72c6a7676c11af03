"""How players and lists are written in sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from tournament_xl.folding import fold
from tournament_xl.model import Player, X


def short_names(players: Iterable[Player]) -> dict[int, str]:
    """N° -> surname, with the first letters of the first name where two players share it; X included."""
    listed = list(players)
    shared = Counter(fold(player.name) for player in listed)
    names = {X: "X"}
    for player in listed:
        initial = f" {player.first_name[:1]}." if shared[fold(player.name)] > 1 and player.first_name else ""
        names[player.number] = player.name + initial
    twice = Counter(names.values())
    for player in listed:
        if twice[names[player.number]] > 1:
            names[player.number] = player.full_name
    return names


def listing(items: Sequence[str]) -> str:
    """ "1", "1 et 4", "1, 4 et 7"."""
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} et {items[-1]}" if items else ""


def count(number: int, word: str) -> str:
    """ "1 table", "3 tables": a number with its noun, plural in -s from 2 on as French has it."""
    return f"{number} {word}" if number < 2 else f"{number} {' '.join(part + 's' for part in word.split())}"

"""How players and lists are written in sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache

from tournament_xl.folding import fold
from tournament_xl.model import Person, X


def short_names(players: Iterable[Person], bye: str = "X") -> dict[int, str]:
    """N° -> surname, with the first letters of the first name where two players share it; X included, as `bye`."""
    listed = list(players)
    shared = Counter(fold(player.name) for player in listed)
    names = {X: bye}
    for player in listed:
        initial = f" {player.first_name[:1]}." if shared[fold(player.name)] > 1 and player.first_name else ""
        names[player.number] = player.name + initial
    twice = Counter(names.values())
    for player in listed:
        if twice[names[player.number]] > 1:
            names[player.number] = player.full_name
    return names


_WIDE, _NARROW = set("mwMWŒœ%"), set("iljtfr.,'’|-() ")


@lru_cache(4096)
def room(text: str) -> float:
    """How wide a text is, in figures: what a column's width is counted in."""
    return sum(1.45 if c in _WIDE else 0.6 if c in _NARROW else 1.25 if c.isupper() else 1.0 for c in text)


def fitted(player: Person, most: float) -> str:
    """His full name where it has room, else with the first name's initial, else cut with an ellipsis."""
    if room(player.full_name) <= most:
        return player.full_name
    return clipped(f"{player.name} {player.first_name[:1]}.".strip() if player.first_name else player.name, most)


def all_fitted(players: Sequence[Person], most: float) -> dict[int, str]:
    """N° -> `fitted`; those who would read alike have their first names before the name."""
    found = {player.number: fitted(player, most) for player in players}
    times = Counter(found.values())
    for player in players:
        if times[found[player.number]] > 1 and player.full_name != found[player.number]:
            found[player.number] = clipped(f"{player.first_name} {player.name}", most)
    return found


@lru_cache(maxsize=4096)  # the same names stand on many sheets
def clipped(text: str, most: float) -> str:
    """A text where it has room, else its beginning and an ellipsis."""
    if room(text) <= most:
        return text
    while text and room(text) > most - 1:
        text = text[:-1]
    return text.rstrip(" -'") + "…"


def listing(items: Sequence[str]) -> str:
    """ "1", "1 et 4", "1, 4 et 7"."""
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} et {items[-1]}" if items else ""


def some_names(names: Sequence[str], most: int) -> str:
    """All of them, or the first ones and how many others there are: "Alpha, Bravo et 3 autres"."""
    return listing(names if len(names) <= most else [*names[: most - 1], count(len(names) - most + 1, "autre")])


def alternatives(items: Sequence[str]) -> str:
    """ "8", "8, 10 ou 12"."""
    return f"{', '.join(items[:-1])} ou {items[-1]}" if len(items) > 1 else "".join(items)


def ranges(numbers: Iterable[int]) -> str:
    """ "1 et 4", "3, 7 et 17 à 32": runs of three or more as "à"."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    parts = [[f"{run[0]} à {run[-1]}"] if len(run) > 2 else list(map(str, run)) for run in runs]
    return listing([text for part in parts for text in part])


def tables_text(tables: Collection[int]) -> str:
    """ "table 4", "tables 2 et 5"."""
    return f"table{'s' if len(tables) > 1 else ''} {ranges(tables)}"


def ordinal(place: int) -> str:
    """1 -> "1er", 2 -> "2e"."""
    return "1er" if place == 1 else f"{place}e"


def count(number: int, word: str) -> str:
    """ "1 table", "3 tables": a number with its noun, plural in -s from 2 on as French has it."""
    return f"{number} {word}" if number < 2 else f"{number} {' '.join(part + 's' for part in word.split())}"

"""Results, pairs and numbers in the compact forms that the Journal keeps, and back."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from tournament_xl.model import Match, X
from tournament_xl.workbook.grid import number, whole

Pairs = frozenset[frozenset[int]]
Sides = frozenset[tuple[int, int]]
_MOST_NUMBERS = 10_000  # that a list of ranges may name
_MOST_PAIRS = 1000  # twice those of the largest tournament


def typed(text: str) -> str:
    """A number as typed by a person, "?" where there is none."""
    value = number(text)
    return "?" if not text else re.sub("[,;|/+]", " ", text) if value is None else plain(value)


def result_of(match: Match) -> str:
    """One result in a compact form, as in `results_text`."""
    return f"{_name(match.one)}-{_name(match.two)}{_result(match)}"


def read_results(text: str) -> dict[frozenset[int], str]:
    """Pair -> its recorded result."""
    return {pair: one for one in _listed(text) for pair in read_pairs(one.partition(":")[0])}


@lru_cache(maxsize=20_000)
def read_result(text: str) -> Match | None:
    """A result back from its compact form, complete as every recorded one; None when it was damaged."""
    found = re.fullmatch(r"(\d{1,4})-(\d{1,4}|X)(?::(?:F([12](?:\+[12])?)|([-\d/+]+)))?", text)
    if found is None:
        return None
    games = []
    for game in filter(None, (found[4] or "").split("+")):
        own, _, other = game.partition("/")
        scores = whole(own), whole(other)
        if scores[0] is None or scores[1] is None:
            return None
        games.append((scores[0], scores[1]))
    two = X if found[2] == "X" else int(found[2])
    forfeits = frozenset(int(side) for side in (found[3] or "").split("+") if side)
    if two != X and not forfeits and not games:
        return None
    return Match(int(found[1]), two, tuple(games), forfeits, complete=True)


def read_finals(text: str) -> dict[str, str]:
    """ "Finale 1 1-5:40/24" -> {"Finale 1": "1-5:40/24"}; the one deciding game of an Open has no name."""
    return {name: game for one in text.split(", ") if one for name, _, game in [one.rpartition(" ")]}


def results_text(matches: Iterable[Match]) -> str:
    """Results in a compact form: "1-5:451/407", "2-6:F1", games separated by "+", "3-X"."""
    return ",".join(map(result_of, matches))


def _result(match: Match) -> str:
    if match.forfeits:
        return ":F" + "+".join(str(side) for side in sorted(match.forfeits))
    return ":" + "+".join(f"{a}/{b}" for a, b in match.games) if match.games else ""


def pairs_text(pairs: Iterable[tuple[int, int]]) -> str:
    """Pairs in a compact form: "1-5,2-6,3-X"."""
    return ",".join(f"{_name(one)}-{_name(two)}" for one, two in pairs)


def one_line(text: str) -> str:
    """A text with single blanks, as the Journal keeps it; half a letter, as a macro may send it, becomes "?"."""
    return " ".join(text.split()).encode(errors="replace").decode()


def plain(value: float) -> str:
    """1803.0 -> "1803", 2.5 -> "2.5"."""
    return str(int(value)) if value.is_integer() else repr(value)


def _name(number: int) -> str:
    return "X" if number == X else str(number)


def read_pairs(text: str) -> Pairs:
    """Pairs back from their compact form; damaged ones are passed over."""
    return frozenset(map(frozenset, read_sides(text)))


def read_sides(text: str) -> Sides:
    """The same, who stands first first."""
    return frozenset(filter(None, map(_sides, _listed(text))))


def _listed(text: str) -> list[str]:
    """The parts of a list of pairs, but those beyond what a round can have."""
    return text.split(",", _MOST_PAIRS)[:_MOST_PAIRS]


@lru_cache(maxsize=8192)
def _sides(game: str) -> tuple[int, int] | None:
    """A pair, which the lines of a Journal name again and again; None of a damaged one."""
    one, two = (X if name in ("X", "BIP") else whole(name) for name in game.partition("-")[::2])
    return None if one is None or two is None or one == two else (one, two)


def by_number(text: str) -> dict[int, float]:
    """ "3:1,7:2.5" -> {3: 1.0, 7: 2.5}."""
    read = ((whole(who), number(seed)) for who, _, seed in (part.partition(":") for part in text.split(",")))
    return {who: seed for who, seed in read if who is not None and seed is not None}


def ranges(numbers: Iterable[int]) -> str:
    """1, 2, 3, 5 -> "1-3,5"."""
    runs: list[list[int]] = []
    for who in sorted(numbers):
        if runs and runs[-1][1] == who - 1:
            runs[-1][1] = who
        else:
            runs.append([who, who])
    return ",".join(str(first) if first == last else f"{first}-{last}" for first, last in runs)


def read_numbers(text: str) -> frozenset[int]:
    """ "1-3,5" -> 1, 2, 3, 5; damaged parts are passed over, and all after more numbers than any tournament has."""
    numbers: set[int] = set()
    left = _MOST_NUMBERS
    for part in filter(None, text.split(",")):
        first, _, last = part.partition("-")
        low, high = whole(first), whole(last or first)
        if low is not None and high is not None and low not in numbers and 0 <= high - low < left:
            numbers |= set(range(low, high + 1))
            left -= high - low
    return frozenset(numbers)

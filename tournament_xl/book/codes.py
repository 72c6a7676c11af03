"""Results, pairs, numbers and a table of seats in the short forms that Mémoire keeps, and back."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from tournament_xl.book.grid import number, whole
from tournament_xl.model import Match, X

Pairs = frozenset[frozenset[int]]
Sides = frozenset[tuple[int, int]]
_MOST_NUMBERS = 10_000  # that a list of ranges may name
BUILT_IN_TABLE = "intégrée"


def typed(text: str) -> str:
    """A number as typed by a person, "?" where there is none."""
    value = number(text)
    return "?" if not text else re.sub("[,;|/+]", " ", text) if value is None else plain(value)


def result_of(match: Match) -> str:
    """One result in a compact form, as in `results_text`."""
    return f"{_name(match.one)}-{_name(match.two)}{_result(match)}"


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


def one_line(text: str) -> str:
    """A text with single blanks, as the Journal keeps it; half a letter, as a macro may send it, becomes "?"."""
    return " ".join(text.split()).encode(errors="replace").decode()


def plain(value: float) -> str:
    """1803.0 -> "1803", 2.5 -> "2.5"."""
    return str(int(value)) if value.is_integer() else repr(value)


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


def _result(match: Match) -> str:
    if match.forfeits:
        return ":F" + "+".join(str(side) for side in sorted(match.forfeits))
    return ":" + "+".join(f"{a}/{b}" for a, b in match.games) if match.games else ""


def _name(number: int) -> str:
    return "X" if number == X else str(number)


def seat_table_text(table: Iterable[Iterable[tuple[int, int]]] | None) -> str:
    """A table of seats for the first pairing's record: rounds separated by "/"."""
    if table is None:
        return BUILT_IN_TABLE
    return "/".join(" ".join(f"{a}-{b}" for a, b in games) for games in table)


def read_seat_table(text: str) -> tuple[tuple[tuple[int, int], ...], ...] | None:
    """The organiser's own table from the record; None for the built-in one."""
    if text in ("", BUILT_IN_TABLE):
        return None
    try:
        return tuple(
            tuple((int(a), int(b)) for a, b in (game.split("-") for game in games.split())) for games in text.split("/")
        )
    except ValueError:
        return None


def groups_text(groups: Iterable[Iterable[int]]) -> str:
    """The N° of each group in the order drawn: "8-1-X-4-5-9/2-7-3-6-10-11"."""
    return "/".join("-".join(str(who or "X") for who in group) for group in groups)


def read_groups(text: str) -> tuple[tuple[int, ...], ...]:
    """The groups from the record; () when it cannot be read."""
    try:
        return tuple(tuple(X if who == "X" else int(who) for who in group.split("-")) for group in text.split("/"))
    except ValueError:
        return ()

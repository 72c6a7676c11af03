"""Numbers, ranges and lines as short texts, whoever reads them, and the parsing of ranges."""

from __future__ import annotations

from collections.abc import Iterable

from tournament_xl.workbook.cells import parse_int

_MOST_NUMBERS = 10_000  # numbers that a list of ranges may contain


def to_one_line(text: str) -> str:
    """Return a text with single blanks and no line breaks; a lone surrogate, which a macro may send, becomes "?"."""
    return " ".join(text.split()).encode(errors="replace").decode()


def format_ranges(numbers: Iterable[int]) -> str:
    """Format distinct whole numbers as ascending ranges: 5, 1, 2, 3 gives "1-3,5"; "" for none."""
    runs: list[list[int]] = []
    for value in sorted(numbers):
        if runs and runs[-1][1] == value - 1:
            runs[-1][1] = value
        else:
            runs.append([value, value])
    return ",".join(str(first) if first == last else f"{first}-{last}" for first, last in runs)


def parse_ranges(text: str) -> frozenset[int]:
    """Parse ranges as `format_ranges` writes them: "1-3,5" gives 1, 2, 3, 5; "" none.

    Skipped are damaged parts, parts whose first number is there already, and ranges beyond `_MOST_NUMBERS` in total.
    """
    numbers: set[int] = set()
    remaining = _MOST_NUMBERS
    for part in filter(None, text.split(",")):
        first, _, last = part.partition("-")
        low, high = parse_int(first), parse_int(last or first)
        if low is not None and high is not None and low not in numbers and 0 <= high - low < remaining:
            numbers |= set(range(low, high + 1))
            remaining -= high - low
    return frozenset(numbers)

"""Pages of a paper: how large its letters are, how many rows a page has, and the styles of all papers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple, TypeVar

from tournament_xl.messages.text_width import text_width
from tournament_xl.paper.elements import Html, element, join_lines, join_words

A4 = (210.0, 297.0)  # millimetres
MARGIN = 12.0
LEAST_SIZE = 8.0  # points
_POINT = 25.4 / 72  # millimetres
_DIGIT = 0.507  # width of a digit, in sizes of its letters
_BOLD = 1.05  # how many times wider bold letters are
_LINE = 1.06  # height of a line of a name, in sizes
_MOST_LINES = 3
_LEAST_TITLE = 20.0  # points; a longer title has two lines
_GAP = 0.5  # between a name and the edges of its row, in millimetres
_STEP = 0.96  # by which letters get smaller
_ON_ONE_LINE = 0.82  # how much smaller, so that a name has one line
_WHOLE = 0.7  # how much smaller, so that no word is broken
_COUNTER = '@bottom-right { content: counter(page) " / " counter(pages); font: 8.5pt Carlito, Calibri, sans-serif } '
_WORD = re.compile(r"[^\s-]*-|[^\s-]+")  # a browser breaks lines at blanks and behind hyphens

Row = TypeVar("Row")


def measure(text: str, size: float, *, bold: bool = False) -> float:
    """Return the width of a text in millimetres."""
    return text_width(text) * _DIGIT * size * _POINT * (_BOLD if bold else 1)


class Fit(NamedTuple):
    """How a text fits a box."""

    size: float  # points
    is_whole: bool  # no word is broken behind a hyphen
    height: float  # of its lines, in millimetres


def fit(
    text: str,
    room: float,
    height: float,
    size: float,
    *,
    bold: bool = False,
    least: float = LEAST_SIZE,
    on_one_line: float = _ON_ONE_LINE,
) -> Fit:
    """Find the size in which a text fits a box: on one line, else smaller on two, else on three, broken behind hyphens.

    Args:
        text: The text.
        room: Width of the box, in millimetres.
        height: Its height, in millimetres.
        size: Largest size, in points, which one line has.
        bold: Whether the letters are bold.
        least: Smallest size, in which a longer text makes the box higher.
        on_one_line: Smallest share of the size that one line has.
    """
    whole = max(least, _WHOLE * size)
    for breaks, lines, smallest in (
        (str.split, 1, max(least, on_one_line * size)),
        (str.split, 2, whole),
        (_WORD.findall, _MOST_LINES, least),
    ):
        tried = size
        while tried >= smallest:
            counted = _count_lines(text, breaks(text), room / measure("0", tried, bold=bold))
            needed = counted * tried * _LINE * _POINT
            if counted == 1 or (counted <= lines and needed <= height):
                return Fit(tried, lines < _MOST_LINES, needed)
            tried *= _STEP
    lines = _count_lines(text, _WORD.findall(text), room / measure("0", least, bold=bold))
    return Fit(least, is_whole=False, height=lines * least * _LINE * _POINT)


def share_height(free: float, rows: int, tallest: float, names: Iterable[tuple[str, float]]) -> float:
    """Return the height of the rows of a page: equal parts of what is free, less where a long name makes a row higher.

    Args:
        free: Height that is free for them, in millimetres.
        rows: How many they are, below each other.
        tallest: Most that a row is to have.
        names: Each name with the width of its box.
    """
    row = min(tallest, free / rows)
    above = sum(max(0, fit(name, room, row, LEAST_SIZE).height + _GAP - row) for name, room in names)
    return min(row, (free - above) / rows)


def _count_lines(text: str, parts: Sequence[str], room: float) -> int:
    """Count the lines of the parts of a text in a room in digits; many where a part is wider."""
    lines, filled, at = 1, 0.0, 0
    for part in parts:
        start = text.index(part, at)
        gap, width = text_width(text[at:start]), text_width(part)
        at = start + len(part)
        if width > room:
            return len(text)
        if filled + gap + width > room:
            lines, filled = lines + 1, width
        else:
            filled += gap + width
    return lines


def list_size(names: Iterable[str], room: float, size: float, least: float = LEAST_SIZE) -> float:
    """Return the size of a list of names, in points: nine of ten have one line, the longest wrap.

    Args:
        names: The names.
        room: Width of their boxes, in millimetres.
        size: Largest size.
        least: Smallest size, unless the largest is smaller.
    """
    widths = sorted(measure(name, size) for name in names)
    width = widths[-1 - len(widths) // 10] if widths else 0
    return size if width <= room else max(min(least, size), _WHOLE * size, size * room / width)


def name_box(
    name: str, room: float, height: float, size: float, *, bold: bool = False, on_one_line: float = _ON_ONE_LINE
) -> Html:
    """Render a name in the size in which it fits a box; the arguments are those of `fit`."""
    fitted = fit(name, room, height, size, bold=bold, on_one_line=on_one_line)
    words = [element("span", word, class_="word") if "-" in word else word for word in name.split()]
    text = join_words(words) if fitted.is_whole else name
    return element("span", text, class_="name", style=f"font-size:{fitted.size:.4g}pt;max-width:{room:.4g}mm")


def split_evenly(rows: Sequence[Row], most: int) -> list[Sequence[Row]]:
    """Split rows over pages of equal length, at most so many on each; no page for no rows."""
    pages = -(-len(rows) // most)
    ends = [-(-len(rows) * page // pages) for page in range(1, pages + 1)]
    return [rows[start:end] for start, end in zip((0, *ends), ends, strict=False)]


def heading(title: str, lines: Iterable[str], size: float, room: float = A4[0] - 2 * MARGIN) -> Html:
    """Render the head of a page: its title, smaller where it is long, and right of it the tournament."""
    fitted = max(_LEAST_TITLE, min(size, 0.6 * room * size / measure(title, size, bold=True)))
    return element(
        "header",
        element("h1", title, style=f"font-size:{fitted:.4g}pt"),
        element("p", join_lines(*lines), class_="event"),
        class_="head",
    )


def page(kind: str, *content: str, game: str, row: float = 0, turned: bool = False) -> Html:
    """Render a page of paper.

    Args:
        kind: Class of the paper, for its styles.
        content: What stands on it.
        game: Name of the game, for its colours.
        row: Height of its rows in millimetres; 0 where no style needs it.
        turned: Whether the longer side is across.
    """
    classes = f"printed {kind}{' turned' if turned else ''}"
    return element("section", *content, class_=classes, data_game=game, style=f"--row:{row:.2f}mm" if row else "")


def page_number(number: int, pages: int) -> str:
    """Render the number of a page at its foot; "" for a single page."""
    return f"{number} / {pages}" if pages > 1 else ""


def bind_pages(pages: Sequence[Html], *, turned: bool = False, margin: float = 0, logo: str = "") -> Html:
    """Put the pages of a paper together with their styles; "" for none.

    Args:
        pages: The pages, all upright or all turned.
        turned: Whether the longer side is across.
        margin: Margin that the browser is to leave, in millimetres; 0 where each page has its own.
        logo: Picture for elements of class logo, as data: URI: once, however often it is on the pages; "" for none.
    """
    if not pages:
        return Html("")
    counter = _COUNTER if margin else ""
    paper = f"@page {{ size: A4{' landscape' if turned else ''}; margin: {margin:g}mm; {counter}}}\n"
    picture = f'.printed .logo {{ background-image: url("{logo}") }}\n' if logo else ""
    return Html(f"<style>{paper}{_read_styles()}{picture}</style>{''.join(pages)}")


def is_turned(paper: str) -> bool:
    """Check whether a paper has its longer side across."""
    return paper.startswith("<style>@page { size: A4 landscape")


@cache
def _read_styles() -> str:
    return Path(__file__).with_name("paper.css").read_text("utf-8")

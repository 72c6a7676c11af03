"""Pages of a paper: how large its letters are, how many rows a page has, and the styles of all papers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import TypeVar

from tournament_xl.messages.text_width import text_width
from tournament_xl.paper.elements import Html, element, join_lines

A4 = (210.0, 297.0)  # millimetres
MARGIN = 12.0
LEAST_SIZE = 8.0  # points
_POINT = 25.4 / 72  # millimetres
_DIGIT = 0.507  # width of a digit, in sizes of its letters
_BOLD = 1.05  # how many times wider bold letters are
_LINE = 1.06  # height of a line of a name, in sizes
_MOST_LINES = 3
_STEP = 0.96  # by which letters get smaller
_WORD = re.compile(r"[^\s-]*-|[^\s-]+")  # a browser breaks lines at blanks and behind hyphens

Row = TypeVar("Row")


def measure(text: str, size: float, *, bold: bool = False) -> float:
    """Return the width of a text in millimetres."""
    return text_width(text) * _DIGIT * size * _POINT * (_BOLD if bold else 1)


def fit_size(
    text: str, room: float, height: float, size: float, *, bold: bool = False, least: float = LEAST_SIZE
) -> float:
    """Return the size in points in which a text fits a box: on one line, else smaller on two or three.

    Args:
        text: The text.
        room: Width of the box, in millimetres.
        height: Its height, in millimetres.
        size: Largest size, which one line has.
        bold: Whether the letters are bold.
        least: Smallest size, in which a longer text makes the box higher.
    """
    while size > least:
        lines = _count_lines(text, room, size, bold=bold)
        if lines == 1 or (lines <= _MOST_LINES and lines * size * _LINE * _POINT <= height):
            return size
        size *= _STEP
    return least


def _count_lines(text: str, room: float, size: float, *, bold: bool) -> int:
    """Count the lines of a text; more than a name may have where a word is wider than the room."""
    lines, filled = 1, 0.0
    blank = measure(" ", size, bold=bold)
    for word in text.split():
        for index, part in enumerate(_WORD.findall(word)):
            width, gap = measure(part, size, bold=bold), 0.0 if index else blank
            if width > room:
                return _MOST_LINES + 1
            if filled and filled + gap + width > room:
                lines, filled = lines + 1, width
            else:
                filled += width + (gap if filled else 0)
    return lines


def name_box(name: str, room: float, height: float, size: float, *, bold: bool = False, suffix: str = "") -> Html:
    """Render a name in the size in which it fits a box; the arguments are those of `fit_size`.

    `suffix` stands behind the name on its line, such as the disc of a colour.
    """
    fitted = fit_size(name, room, height, size, bold=bold)
    return element("span", name, suffix, class_="name", style=f"font-size:{fitted:.4g}pt")


def split_evenly(rows: Sequence[Row], most: int) -> list[Sequence[Row]]:
    """Split rows over pages of equal length, at most so many on each; no page for no rows."""
    pages = -(-len(rows) // most)
    ends = [-(-len(rows) * page // pages) for page in range(1, pages + 1)]
    return [rows[start:end] for start, end in zip((0, *ends), ends, strict=False)]


def heading(title: str, lines: Iterable[str], size: float, room: float = A4[0] - 2 * MARGIN) -> Html:
    """Render the head of a page: its title, smaller where it is long, and right of it the tournament."""
    fitted = fit_size(title, 0.66 * room, size * _POINT * 2.1, size, bold=True, least=15)
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


def bind_pages(pages: Sequence[Html], *, turned: bool = False, margin: float = 0) -> Html:
    """Put the pages of a paper together with their styles; "" for none.

    Args:
        pages: The pages, all upright or all turned.
        turned: Whether the longer side is across.
        margin: Margin that the browser is to leave, in millimetres; 0 where each page has its own.
    """
    if not pages:
        return Html("")
    paper = f"@page {{ size: A4{' landscape' if turned else ''}; margin: {margin:g}mm }}\n"
    return Html(f"<style>{paper}{_read_styles()}</style>{''.join(pages)}")


@cache
def _read_styles() -> str:
    return Path(__file__).with_name("paper.css").read_text("utf-8")

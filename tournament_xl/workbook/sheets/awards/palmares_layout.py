"""Where the parts of the page Palmarès are, and how high: what its template draws and what an action fills.

The page is always full: an action shows as many rows of each part as it needs, and hides the others.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from tournament_xl.messages.prizes import PALMARES


class Part(NamedTuple):
    """Rows of the page of which an action shows the first ones."""

    first: int  # row, counted from that of the word Palmarès
    rows: int = 1
    height: float = 0  # of each, in points


class NameRow(NamedTuple):
    """Row for the names of a podium in one size of letters; of several that of the largest that fit is shown."""

    part: str
    width: float  # of a line, in digits of its letters
    lines: int


class Steps(NamedTuple):
    """Steps of the podium that stand side by side."""

    columns: tuple[int, ...]  # counted from that of the word Palmarès, as all columns here
    rank: int  # row, counted from that word
    names: tuple[NameRow, ...]  # largest letters first
    figures: int  # row
    figures_width: float  # in digits, as far as its letters may shrink


class PageLayout(NamedTuple):
    """Parts of the page in the templates of one version."""

    title: int  # row of the name of the tournament
    event: int  # row of its place and dates
    podium: tuple[Steps, ...]
    prizes: tuple[tuple[int, float], ...]  # columns of prize, winner and reason, each with its width in digits
    standings: tuple[tuple[int, ...], ...]  # columns of place, name and points, beside each other; () for none
    figures_width: float  # of a line of the tournament in figures, in digits
    signatures: tuple[tuple[int, int], ...]  # row and column of the names of referee and organiser
    parts: Mapping[str, Part]
    gaps: tuple[str, ...] = ()  # parts of empty rows that take up what is left of the page
    least_figures: int = 0  # rows of figures that are always shown
    room: float = 0  # height of the page in points; 0: it is not filled


# Parts that a layout may have, by name
PRIZES, STANDINGS, FIGURES = "prizes", "standings", "figures"
PODIUM_RULES = ("line 1", "line 2")  # above and below the second and third
PRIZES_HEADING, FIGURES_HEADING, SUMMARY = "prizes heading", "figures heading", "summary"

WORD_ROW = 2  # in the template, from 0
_ROWS: tuple[tuple[str, int, float], ...] = (
    ("top", 1, 12), ("title", 1, 40), ("word", 1, 30), ("event", 1, 22), ("gap 1", 14, 7),
    ("rank 1", 1, 26), ("name 1", 1, 60), ("name 1 on two lines", 1, 112), ("name 1 in small letters", 1, 92),
    ("figures 1", 1, 22), ("gap 2", 14, 7), ("line 1", 1, 4), ("above 2", 1, 8),
    ("rank 2", 1, 22), ("name 2", 1, 34), ("name 2 on two lines", 1, 62), ("name 2 in small letters", 1, 72),
    ("figures 2", 1, 20), ("line 2", 1, 8), ("gap 3", 14, 7), (PRIZES, 24, 21), ("gap 4", 14, 7),
    (STANDINGS, 12, 20), ("gap 5", 14, 7), (SUMMARY, 1, 30), (FIGURES, 8, 18), ("gap 6", 14, 7),
    ("to sign", 1, 24), ("signatures", 1, 19), ("signatories", 1, 16), ("bottom", 1, 12),
)  # top to bottom: name, number and height of the rows  # fmt: skip


def _place_parts() -> dict[str, Part]:
    parts, row = dict[str, Part](), -WORD_ROW
    for name, rows, height in _ROWS:
        parts[name] = Part(row, rows, height)
        row += rows
    return parts


PARTS = _place_parts()
PAGE = PageLayout(
    title=PARTS["title"].first,
    event=PARTS["event"].first,
    podium=(
        Steps(
            (0,),
            PARTS["rank 1"].first,
            (
                NameRow("name 1", 18.5, 1),
                NameRow("name 1 on two lines", 19, 2),
                NameRow("name 1 in small letters", 34, 3),
            ),
            PARTS["figures 1"].first,
            90,
        ),
        Steps(
            (0, 5),
            PARTS["rank 2"].first,
            (
                NameRow("name 2", 18.2, 1),
                NameRow("name 2 on two lines", 18.2, 2),
                NameRow("name 2 in small letters", 28, 4),
            ),
            PARTS["figures 2"].first,
            52,
        ),
    ),
    prizes=((0, 20), (2, 25), (7, 23)),
    standings=((0, 1, 3), (5, 6, 8)),
    figures_width=82,
    signatures=((PARTS["signatures"].first, 0), (PARTS["signatures"].first, 5)),
    parts=PARTS,
    gaps=tuple(name for name in PARTS if name.startswith("gap")),
    room=770,
)  # fmt: skip
WORD = PALMARES.upper()
EARLIER_TITLES = {"Prix": 13, "En chiffres": 40, "L'arbitre": 50}  # in the column of the word: title -> usual row
_EARLIER_NAMES = {"name 1": (1, 3), "name 2": (0, 5), "name 3": (2, 6)}  # part -> column and row


def build_earlier_layout(rows: Mapping[str, int]) -> PageLayout:
    """Build the layout of the templates of earlier versions, whose word is `PALMARES` and not `WORD`.

    Args:
        rows: Title of `EARLIER_TITLES` -> its row, counted from the word: it was not the same in all versions.
    """
    prizes_row, figures_row, hands_row = ((EARLIER_TITLES | dict(rows))[title] for title in EARLIER_TITLES)
    names = {name: Part(row) for name, (_, row) in _EARLIER_NAMES.items()}
    return PageLayout(
        title=-1,
        event=1,
        podium=tuple(
            Steps((column,), row + 2, (NameRow(name, 22, 2),), row + 1, 33)
            for name, (column, row) in _EARLIER_NAMES.items()
        ),
        prizes=((0, 27), (1, 27), (2, 34)),
        standings=(),
        figures_width=95,
        signatures=((hands_row + 1, 0), (hands_row + 1, 2)),
        parts={
            **names,
            PRIZES_HEADING: Part(prizes_row),
            PRIZES: Part(prizes_row + 1, max(figures_row - prizes_row - 3, 1)),
            FIGURES_HEADING: Part(figures_row),
            FIGURES: Part(figures_row + 1, max(hands_row - figures_row - 2, 1)),
        },
        least_figures=5,
    )

"""The drawn bracket on Finales: names and scores in the boxes that the template draws below its title."""

from __future__ import annotations

from collections.abc import Mapping

from tournament_xl.book import labels
from tournament_xl.book.grid import HEADER_COLUMNS
from tournament_xl.book.snapshot import Cell, Draft, Snapshot, cell_text
from tournament_xl.record import record
from tournament_xl.texts import sheets

SEMI_1, SEMI_2, FINAL, THIRD, PLAYOFF = "semi-final 1", "semi-final 2", "final", "third place", "play-off"
PLACES = {SEMI_1: (5, 0), SEMI_2: (13, 0), FINAL: (9, 4), THIRD: (17, 4), PLAYOFF: (19, 0)}
# stage -> where its first name stands, rows and columns from the title; below it the second, right of each the score
BESIDE = (THIRD, PLAYOFF)  # drawn once they are known to be played
WINNER = (9, 8)
COLUMNS = 9  # of the whole drawing
_LOOKED_AT = 4  # rows in which the title is


@record
class Box:
    """A match in the bracket: two names, a score each, who won."""

    names: tuple[str, str]
    scores: tuple[Cell, Cell] = (None, None)
    winner: str = ""
    caption: str = ""  # above a box that is only there when it is played


def write(draft: Draft, boxes: Mapping[str, Box], event: str) -> None:
    """Fill the bracket, `event` below its title; nothing where its title is not there."""
    at = _title(draft.snapshot)
    if at is None:
        return
    row, column = at
    draft.put(labels.FINALS, row + 1, column, event if boxes else None)
    for stage, (down, right) in PLACES.items():
        box = boxes.get(stage, Box(("", "")))
        if stage in BESIDE:
            draft.put(labels.FINALS, row + down - 1, column + right, box.caption)
        for side in (0, 1):
            cells = (box.names[side], box.scores[side] if box.names[side] else None)
            for beside, value in enumerate(cells):
                draft.put(labels.FINALS, row + down + side, column + right + beside, value)
    winner = boxes[FINAL].winner if FINAL in boxes else ""
    draft.put(labels.FINALS, row + WINNER[0], column + WINNER[1], winner)


def _title(snapshot: Snapshot) -> tuple[int, int] | None:
    for row, cells in enumerate(snapshot.sheets.get(labels.FINALS, ())[:_LOOKED_AT], start=1):
        for column, cell in enumerate(cells[:HEADER_COLUMNS], start=1):
            if cell_text(cell) == sheets.BRACKET:
                return row, column
    return None

"""Fiches: a slip for every game of the current round, two beside each other, to fill in and sign; and Chevalets: the
number of each table, to fold and put on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import chain, repeat, takewhile

from tournament_xl.folding import fold
from tournament_xl.texts import sheets
from tournament_xl.workbook import labels
from tournament_xl.workbook.snapshot import Cell, Draft, cell_text
from tournament_xl.workbook.understood import Understood

ROWS = 6  # of a slip: head, the two players, what else is to be noted, signatures, cut
_MOST = 500  # slips: those of 1000 players; what stands further below is somebody's own
_MOVED = 20  # rows that somebody may have put above the first
LEFT, RIGHT, COLUMNS = 1, 6, 4  # first columns of the two; columns of each
Slip = tuple[int, str, str, str, str, str]  # table, the two names with what stands before each, what else to note

EMPTY: Sequence[Sequence[Cell]] = ((None,) * COLUMNS,) * ROWS


def write(draft: Draft, decoded: Understood, slips: Iterable[Slip]) -> None:
    """Rewrite the slips below their title; nothing when the sheet or the title has been taken away."""
    grid = decoded.snapshot.sheets.get(labels.SLIPS, ())
    title = next(
        (row for row, cells in enumerate(grid[:30], 1) if cells and cell_text(cells[0]) == labels.SLIPS_TITLE), 0
    )
    if not title:
        return
    tournament, found = decoded.tournament, sorted(slips)
    number, rounds = len(tournament.rounds), tournament.settings.rounds or 0
    head = sheets.slip_head(number, rounds, tournament.settings.title or decoded.default_title)
    usual = title + labels.SLIPS_FIRST_ROW - 1
    notes = [row for row in range(usual, min(len(grid), usual + _MOVED) + 1) if any(map(cell_text, grid[row - 1]))]
    below = notes[-1] + 1 if notes else usual  # of what somebody wrote before the first slip
    first = next((row for row in range(usual, usual + _MOVED) if _is_slip(decoded, row, 0)), below)
    there = sum(1 for _ in takewhile(partial(_is_slip, decoded, first), range(_MOST)))
    filled = (_slip(head, *slip) for slip in found)
    for at, lines in zip(range(max(there, len(found))), chain(filled, repeat(EMPTY)), strict=False):
        top, left = first + ROWS * (at // 2), LEFT if at % 2 == 0 else RIGHT
        for down, line in enumerate(lines):
            for right, value in enumerate(line):
                if at >= there and (text := cell_text(draft.snapshot.cell(labels.SLIPS, top + down, left + right))):
                    decoded.problems.add(labels.SLIPS, top + down, left + right, "in_the_way", text=text[:40])
                draft.put(labels.SLIPS, top + down, left + right, value)
            if left == LEFT:
                draft.put(labels.SLIPS, top + down, left + COLUMNS, sheets.CUT_DOWN if lines is not EMPTY else None)


def _is_slip(decoded: Understood, first: int, at: int) -> bool:
    """Whether the slip of that number is one of ours: a table above its boxes."""
    right = (LEFT if at % 2 == 0 else RIGHT) + COLUMNS - 1
    text = cell_text(decoded.snapshot.cell(labels.SLIPS, first + ROWS * (at // 2), right))
    return text.startswith(sheets.slip_table(0)[:-1])


def _slip(head: str, table: int, mark: str, one: str, other_mark: str, two: str, note: str) -> Sequence[Sequence[Cell]]:
    return (
        (head, None, None, sheets.slip_table(table)),
        (mark, one, None, None),
        (other_mark, two, None, None),
        (note, None, None, None),
        (sheets.SIGNATURES, None, None, None),
        (sheets.CUT_ACROSS, None, None, None),
    )


def write_tents(draft: Draft, decoded: Understood, tables: int) -> None:
    """Chevalets: a number for each table if the setting asks for them."""
    grid = decoded.snapshot.sheets.get(labels.TENTS)
    if grid is None:
        return
    wanted = tables if fold(decoded.settings.text("Chevalets")) == "oui" else 0
    for row in range(1, max(len(grid), wanted) + 1):
        if row <= wanted or cell_text(decoded.snapshot.cell(labels.TENTS, row, 1)) == str(row):
            draft.put(labels.TENTS, row, 1, row if row <= wanted else None)
    draft.reveal += [labels.TENTS] if wanted else []

"""Appariements, for the wall: the round by table, then everybody by name, and where its pages break."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from tournament_xl.folding import fold
from tournament_xl.texts import sheets
from tournament_xl.workbook import labels
from tournament_xl.workbook.grid import Table, number
from tournament_xl.workbook.rewriting import page_ends, retitle, rewrite
from tournament_xl.workbook.snapshot import Cell, Draft, Pages
from tournament_xl.workbook.understood import Understood

ONE_PAGE = 24  # players up to whom everything stands on one page
LINES = 24  # of a page for more players
Row = dict[str, Cell]


def write_wall(
    draft: Draft,
    decoded: Understood,
    table: Table,
    title: str,
    by_table: Sequence[Sequence[Row]],
    by_name: Sequence[Row],
) -> None:
    """by_table: the rows of the round, those that stay together on a page in one list; by_name: of each player two
    cells, his name and his table, in that order.
    """
    at, _, one, box, other_box, two, _ = table.columns
    ordered = sorted((tuple(row.values()) for row in by_name), key=lambda row: fold(str(row[0])))
    small = len(ordered) <= ONE_PAGE
    rows = [row for lines in by_table for row in lines]
    breaks = [table.header + 1 + line for line in page_ends(list(map(len, by_table)), LINES)]
    most = len(ordered) if small else 2 * (LINES - 1)
    for first in range(0, len(ordered), max(1, most)):
        part = ordered[first : first + most]
        half = -(-len(part) // 2)
        breaks.append(table.header + 1 + len(rows))
        rows.append({one: sheets.BY_NAME, box: at, other_box: at, two: sheets.BY_NAME})
        for left, right in zip_longest(part[:half], part[half:], fillvalue=("", None)):
            rows.append({one: left[0], box: left[1], other_box: right[1], two: right[0]})
    rewrite(draft, decoded, table, rows, (one, one))
    retitle(draft, decoded, table, title, sheets.room_and_time(*_where(decoded)))
    draft.looks.append(Pages(labels.PAIRINGS, None if small else tuple(breaks)))


def _where(decoded: Understood) -> tuple[str, str]:
    """The room, and the time of the round as "14:30", which a spreadsheet may keep as a share of a day."""
    room, time = (decoded.settings.text(name) for name in ("Salle", "Heure de la ronde"))
    share = number(time)
    if share is not None and 0 < share < 1:
        minutes = round(share * 24 * 60)
        time = f"{minutes // 60}:{minutes % 60:02}"
    return room, time

"""What is printed for the hall: Appariements by table and by name, the slips, the numbers of the tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import chain, repeat, takewhile, zip_longest

from tournament_xl.book import labels
from tournament_xl.book.derived import ROOM_OF_SLIPS, page_ends, report_in_the_way, retitle, rewrite
from tournament_xl.book.grid import number
from tournament_xl.book.snapshot import Cell, Draft, Pages, cell_text
from tournament_xl.book.workbook import Workbook
from tournament_xl.folding import fold
from tournament_xl.model import Encounter, X
from tournament_xl.texts import sheets

ONE_PAGE = 24  # players up to whom everything stands on one page
LINES = 24  # of a page for more players
Row = dict[str, Cell]
Part = tuple[tuple[str, str] | None, Sequence[Encounter]]  # a heading for the two columns of names, or none; pairs
ROWS = 6  # of a slip: head, the two players, what else is to be noted, signatures, cut
_MOST = 500  # slips: those of 1000 players; what stands further below is somebody's own
LEFT, RIGHT, COLUMNS = 1, 6, 4  # first columns of the two; columns of each
EMPTY: Sequence[Sequence[Cell]] = ((None,) * COLUMNS,) * ROWS


def last_round(decoded: Workbook) -> list[Encounter]:
    """The pairs of the last drawn round, by table."""
    last = decoded.tournament.rounds[-1] if decoded.tournament.rounds else ()
    return sorted(last, key=lambda match: (match.table or 10_000, match.sides[0]))


def write_wall(
    draft: Draft,
    decoded: Workbook,
    title: str,
    parts: Sequence[Part],
    names: Mapping[int, str],
    points: Mapping[int, Cell],
    marks: tuple[str, str] = ("", ""),
) -> None:
    """Appariements: the last round by table, `parts` staying together on a page, and by name; who meets the bye has no
    table. Names and points by N°; `marks` of those who stand first and second, the colours.
    """
    table = decoded.derived[labels.PAIRINGS]
    at, points_one, one, box, other_box, two, points_two = table.columns
    by_table, by_name = list[list[Row]](), list[tuple[str, Cell]]()
    for heading, matches in parts:
        by_table.append([{one: heading[0], two: heading[1]}] if heading else [])
        for match in matches:
            if X in match.sides:
                who = match.opponent(X)
                by_table[-1].append({one: names[who], two: sheets.EXEMPT, points_one: points.get(who)})
                by_name.append((names[who], sheets.NO_TABLE))
                continue
            first, second = match.sides
            by_table[-1].append({
                at: match.table or None, one: f"{names[first]} {marks[0]}".strip(),
                two: f"{marks[1]} {names[second]}".strip(), points_one: points.get(first),
                points_two: points.get(second),
            })  # fmt: skip
            by_name += [
                (names[who], f"{match.table or '?'} {mark}" if mark else match.table)
                for who, mark in zip(match.sides, marks, strict=True)
            ]
    ordered = sorted(by_name, key=lambda row: fold(row[0]))
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
    retitle(draft, decoded, table, title, sheets.joined(*_where(decoded)))
    draft.looks.append(Pages(labels.PAIRINGS, None if small else tuple(breaks)))


def _where(decoded: Workbook) -> tuple[str, str]:
    """The room, and the time of the round as "14:30", which a spreadsheet may keep as a share of a day."""
    room, time = (decoded.settings.text(name) for name in ("Salle", "Heure de la ronde"))
    share = number(time)
    if share is not None and 0 < share < 1:
        minutes = round(share * 24 * 60)
        time = f"{minutes // 60}:{minutes % 60:02}"
    return room, time


def write_slips(draft: Draft, decoded: Workbook, mark: str, other_mark: str, note: str) -> None:
    """Rewrite the slips below their title, one for each match but that of the bye; nothing when the sheet or the title
    has been taken away. The marks stand before the two names; `note`: what else to note.
    """
    grid = decoded.snapshot.sheets.get(labels.SLIPS, ())
    title = next(
        (row for row, cells in enumerate(grid[:30], 1) if cells and cell_text(cells[0]) == labels.SLIPS_TITLE), 0
    )
    if not title:
        return
    tournament, names = decoded.tournament, decoded.fitted(ROOM_OF_SLIPS)
    matches = [match for match in last_round(decoded) if X not in match.sides]
    found = sorted((match.table, names[match.sides[0]], names[match.sides[1]]) for match in matches)
    number, rounds = len(tournament.rounds), tournament.settings.rounds or 0
    head = sheets.slip_head(number, rounds, tournament.settings.title or decoded.default_title)
    first = title + labels.SLIPS_FIRST_ROW - 1
    there = sum(1 for _ in takewhile(partial(_is_slip, decoded, first), range(_MOST)))
    filled = (_slip(head, table, mark, one, other_mark, two, note) for table, one, two in found)
    for at, lines in zip(range(max(there, len(found))), chain(filled, repeat(EMPTY)), strict=False):
        top, left = first + ROWS * (at // 2), LEFT if at % 2 == 0 else RIGHT
        for down, line in enumerate(lines):
            for right, value in enumerate(line):
                if at >= there:
                    report_in_the_way(decoded, labels.SLIPS, top + down, left + right)
                draft.put(labels.SLIPS, top + down, left + right, value)
            if left == LEFT:
                draft.put(labels.SLIPS, top + down, left + COLUMNS, sheets.CUT_DOWN if lines is not EMPTY else None)


def _is_slip(decoded: Workbook, first: int, at: int) -> bool:
    """Whether the slip of that number is one of ours: a table above its boxes."""
    right = (LEFT if at % 2 == 0 else RIGHT) + COLUMNS - 1
    text = cell_text(decoded.snapshot.cell(labels.SLIPS, first + ROWS * (at // 2), right))
    return text.startswith(sheets.SLIP_TABLE)


def _slip(head: str, table: int, mark: str, one: str, other_mark: str, two: str, note: str) -> Sequence[Sequence[Cell]]:
    return (
        (head, None, None, f"{sheets.SLIP_TABLE}{table or '?'}"),
        (mark, one, None, None),
        (other_mark, two, None, None),
        (note, None, None, None),
        (sheets.SIGNATURES, None, None, None),
        (sheets.CUT_ACROSS, None, None, None),
    )


def write_tents(draft: Draft, decoded: Workbook, tables: int) -> None:
    """Chevalets: a number for each table if the setting asks for them."""
    grid = decoded.snapshot.sheets.get(labels.TENTS)
    if grid is None:
        return
    wanted = tables if fold(decoded.settings.text("Chevalets")) == "oui" else 0
    for row in range(1, max(len(grid), wanted) + 1):
        if row <= wanted or cell_text(decoded.snapshot.cell(labels.TENTS, row, 1)) == str(row):
            draft.put(labels.TENTS, row, 1, row if row <= wanted else None)
    draft.unhide += [labels.TENTS] if wanted else []

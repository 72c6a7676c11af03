"""How a table that the program derives is written over its old rows, and never over what a person wrote."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from tournament_xl.folding import fold
from tournament_xl.texts import sheets
from tournament_xl.workbook import labels
from tournament_xl.workbook.grid import Line, Table, whole
from tournament_xl.workbook.snapshot import Cell, Draft, cell_text
from tournament_xl.workbook.understood import Understood

PLACE_AND_NUMBER = ("Place", "N°")
ROOM = {
    labels.RESULTS: 25.0, labels.PAIRINGS: 16.8, labels.STANDINGS: 23.5, labels.GRID: 24.0, labels.RATINGS: 33.0,
    labels.GROUPS: 44.0, labels.FINALS: 27.0,
}  # sheet -> how wide a name may be there, in figures: the templates' columns  # fmt: skip
ROOM_OF_SLIPS = 19.0  # Fiches: a name
ROOM_IN_BOX = 30.0  # Finales: a name in the bracket
ROOM_BESIDE = 22  # Classement: the club
MOST_COLUMNS = 300  # of rounds or places that a press looks after: more than any tournament has
_MOST_BLOCKS = 20  # of columns with the same titles beside each other


def rewrite(
    draft: Draft, decoded: Understood, table: Table, rows: Sequence[dict[str, Cell]], keys: tuple[str, str]
) -> None:
    """Rewrite a table: its rows, and nothing left of its old ones; what a person wrote further below stays.

    Old rows are those right below the header with something in both `keys`, whole numbers where these are numbers. A
    note where the table now has to grow is a problem: nothing that somebody typed is written over.
    """
    numeric = keys == PLACE_AND_NUMBER

    def ours(line: Line) -> bool:
        texts = [line.text(key) for key in keys]
        return all(whole(text) is not None for text in texts) if numeric else all(texts)

    old = table.block(ours)
    for offset in range(max(len(rows), old)):
        row = table.header + 1 + offset
        for name, column in table.columns.items():
            if offset >= old and (text := cell_text(draft.snapshot.cell(table.sheet, row, column))):
                decoded.problems.add(table.sheet, row, column, "in_the_way", text=text[:40])
            draft.put(table.sheet, row, column, rows[offset].get(name) if offset < len(rows) else None)


def retitle(draft: Draft, decoded: Understood, table: Table, title: str, more: str = "") -> None:
    """The title of a derived table, wherever above its header it stands now; in the line below the tournament, `more`.

    Known by its first word; without one nothing is written. Under merged cells both may stay out.
    """
    column = min(table.columns.values())
    for row in range(1, table.header - 1):
        if cell_text(draft.snapshot.cell(table.sheet, row, column)).startswith(sheets.TITLES):
            draft.put(table.sheet, row, column, title, optional=True)
            draft.put(table.sheet, row + 1, column, event_of(decoded, more), optional=True)
            return


def event_of(decoded: Understood, more: str = "") -> str:
    """The line under the titles: tournament, place, dates, `more`."""
    settings = decoded.tournament.settings
    return sheets.event_line(settings.title or decoded.default_title, settings.place, settings.dates, more)


def page_ends(sizes: Sequence[int], lines: int) -> Iterator[int]:
    """The rows, from 0, before which a page of so many lines ends so that no part is cut; `sizes`: rows of each part.

    A single part breaks where it must.
    """
    row = used = 0
    for size in sizes:
        if used and used + size > lines:
            yield row
            used = 0
        row, used = row + size, used + size


def blocks_right(draft: Draft, table: Table, names: Sequence[str]) -> list[Table]:
    """The tables with further columns in a table's header row, from left to right; no more than a sheet may have."""
    header = [fold(cell_text(cell)) for cell in draft.snapshot.sheets[table.sheet][table.header - 1]]
    places = [[at for at, text in enumerate(header, start=1) if text == fold(name)] for name in names]
    return [
        Table(draft.snapshot, table.sheet, table.header, dict(zip(names, columns, strict=True)))
        for columns in islice(zip(*places, strict=False), _MOST_BLOCKS)
    ]


def with_columns(table: Table, columns: Mapping[str, int]) -> Table:
    return Table(table.snapshot, table.sheet, table.header, table.columns | dict(columns))


def report_new_column(draft: Draft, decoded: Understood, table: Table, column: int, rows: int) -> None:
    """A column that has no header yet stands where nobody wrote anything: a problem at each filled cell of its rows."""
    if cell_text(draft.snapshot.cell(table.sheet, table.header, column)):
        return
    for row in range(table.header + 1, table.header + rows + 1):
        if text := cell_text(draft.snapshot.cell(table.sheet, row, column)):
            decoded.problems.add(table.sheet, row, column, "in_the_way", text=text[:40])

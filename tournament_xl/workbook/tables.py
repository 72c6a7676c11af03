"""Tables on sheets, found by the titles in their header row, whatever the order of the columns; problems at cells."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count, takewhile
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from tournament_xl.core.normalization import normalize, normalize_label
from tournament_xl.messages.problems import problem_text
from tournament_xl.workbook.cells import Cell, cell_address, cell_text, is_error, parse_int
from tournament_xl.workbook.schema import (
    EARLIER_LABELS,
    INPUT_SHEETS,
    JOURNAL,
    SHEETS,
    TABLE_HEADER,
    Added,
    Box,
)
from tournament_xl.workbook.snapshot import Grid, Snapshot

if TYPE_CHECKING:
    from tournament_xl.workbook.computed_columns import ComputedColumn

ReadingT = TypeVar("ReadingT")
MOST_ROWS = 20_000  # on a sheet; for comparison: a double round robin of 128 has 16,256 matches
MOST_PROBLEMS = 2_000  # reported at once; more come from a column filled down or a forged file
MOST_LINES = 5_000  # in the Journal, which gets dozens in an afternoon
HEADER_ROWS, HEADER_COLUMNS = 30, 300  # area searched for a header
_LABEL_ROWS = 300  # rows searched for a label
_UNTICKED = ("FAUX", "FALSE", "0")  # content of an unticked box; in LibreOffice a number


@dataclass(frozen=True, slots=True)
class Problem:
    """Mistake at a cell that a person must correct before an action can go on."""

    sheet: str
    row: int
    column: int
    message: str  # French sentence: what is wrong and what to type instead
    place: str = ""  # position in an imported list, shown instead of the cell when no workbook was created
    key: str = field(default="", compare=False)  # of the sentence in `messages.problems`; "" for a sentence without

    @property
    def cell(self) -> str:
        """Address of the cell, such as "F12"."""
        return cell_address(self.row, self.column)

    def __str__(self) -> str:
        """Return the position, which is `place` or else the cell, and the sentence: "Résultats!F12 : …"."""
        return f"{self.place or f'{self.sheet}!{self.cell}'} : {self.message}"


def sort_problems(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Sort problems by sheet and cell."""
    return tuple(sorted(problems, key=attrgetter("sheet", "row", "column", "message", "place")))


class Problems:
    """Problems that readers and checks report, gathered until `decode` puts them into the decoded workbook."""

    def __init__(self, problems: Iterable[Problem] = ()) -> None:
        """Start with the problems that a workbook has already."""
        self.entries = list(problems)
        self._rows = {(problem.sheet, problem.row) for problem in self.entries}
        self._failed = {
            (problem.sheet, problem.row, problem.column) for problem in self.entries if problem.key == "error_cell"
        }  # cells with a formula's error

    def add(self, sheet: str, row: int, column: int, key: str, /, **facts: object) -> None:
        """Record a problem at a cell, unless a formula's error is recorded there already.

        Of the problems after `MOST_PROBLEMS` only the first is recorded, as an entry that says that there are more. Row
        and column count from 1; `key` and `facts` are of a sentence in `messages.problems`.
        """
        if (sheet, row, column) in self._failed:
            return
        if key == "error_cell":
            self._failed.add((sheet, row, column))
        if len(self.entries) < MOST_PROBLEMS:
            self.entries.append(Problem(sheet, row, column, problem_text(key, **facts), key=key))
        elif len(self.entries) == MOST_PROBLEMS:
            self.entries.append(Problem(sheet, row, column, problem_text("more_problems")))
        self._rows.add((sheet, row))

    def in_row(self, sheet: str, row: int) -> bool:
        """Check whether a row has a problem at any cell, also one that `add` no longer recorded (`MOST_PROBLEMS`)."""
        return (sheet, row) in self._rows


class Line(NamedTuple):
    """Row of a table, with the texts of its cells."""

    table: Table
    row: int  # on the sheet, from 1
    texts: dict[str, str]  # column -> content of its cell, "" when empty

    def text(self, column: str) -> str:
        """Return the content of a cell as text, "" when empty."""
        return self.texts[column]

    def empty(self, *columns: str) -> bool:
        """Check whether the cells in these columns are all empty; without columns, all cells of the line."""
        texts = self.texts
        return not any([texts[column] for column in columns] if columns else texts.values())

    def report(self, problems: Problems, column: str, key: str, /, **facts: object) -> None:
        """Record a problem at this row's cell in `column`."""
        problems.add(self.table.sheet, self.row, self.table.columns[column], key, **facts)


class Table(NamedTuple):
    """Place of a table on a sheet: its header row and its columns; rows are read from the snapshot when asked for."""

    snapshot: Snapshot
    sheet: str
    header: int  # row of the header, from 1
    columns: dict[str, int]  # contract name -> column on the sheet, from 1

    def titles(self) -> list[str]:
        """Return the texts of the whole header row; [] where the sheet ends above it."""
        rows = self.snapshot.sheets[self.sheet][self.header - 1 : self.header]
        return [cell_text(cell) for row in rows for cell in row]

    def lines(self, skipped_rows: Collection[int] = ()) -> Iterator[Line]:
        """Yield, top to bottom, the rows below the header that have content in a column of the table.

        An unticked box ("FAUX", "FALSE" or "0" in a column of class `Box`) is no content and gives "". A row whose only
        content is one cell of several words, outside Nom and Prénom, is a note and is left out. `skipped_rows` (rows of
        the sheet, from 1) are left out, too.
        """
        names_by_column = {column: name for name, column in self.columns.items()}
        blank, box_columns = dict.fromkeys(self.columns, ""), [name for name in self.columns if isinstance(name, Box)]
        for row, cells in enumerate(self.snapshot.sheets[self.sheet][self.header :], start=self.header + 1):
            if row in skipped_rows:
                continue
            filled = {
                names_by_column[column]: text
                for column, cell in enumerate(cells, start=1)
                if cell is not None and column in names_by_column and (text := cell_text(cell))
            }
            for name in box_columns:
                if filled.get(name) in _UNTICKED:
                    del filled[name]
            has_name = filled.get("Nom") or filled.get("Prénom")
            if filled and not (len(filled) == 1 and not has_name and len(next(iter(filled.values())).split()) > 1):
                yield Line(self, row, blank | filled)

    def line(self, row: int, names: Collection[str] = ()) -> Line:
        """Read a row that the sheet has (from 1), in the columns `names`, or all if empty; an unticked box gives ""."""
        cells = self.snapshot.sheets[self.sheet][row - 1]
        width, columns = len(cells), self.columns
        positions = ((name, column) for name, column in columns.items() if not names or name in names)
        return Line(
            self,
            row,
            {name: _content(name, cells[column - 1]) if column <= width else "" for name, column in positions},
        )

    def last_row(self) -> int:
        """Return the last row of the sheet with content in a column of the table; the header row when there is none."""
        for row in range(len(self.snapshot.sheets[self.sheet]), self.header, -1):
            if not self.line(row).empty():
                return row
        return self.header

    def count_leading_rows(self, condition: Callable[[Line], bool], *names: str) -> int:
        """Count the rows right below the header, empty ones too, before the first that does not meet a condition.

        The checked line has the columns `names`; without names all of the table.
        """
        rows = range(self.header + 1, len(self.snapshot.sheets[self.sheet]) + 1)
        return len(list(takewhile(lambda row: condition(self.line(row, names)), rows)))

    def free_rows(self) -> Iterator[int]:
        """Yield, without end, the numbers of the rows below the last one with content in a column of the table."""
        return count(self.last_row() + 1)


def _content(column: str, cell: Cell) -> str:
    text = cell_text(cell)
    return "" if text in _UNTICKED and isinstance(column, Box) else text


Readings = dict[Hashable, tuple[Grid, Any]]  # cache: reader and its arguments, or a sheet -> sheet as read, result


def read_cached(
    table: Table | None,
    problems: Problems,
    before: Readings,
    read_table: Callable[..., ReadingT],
    *extra_keys: Hashable,
) -> ReadingT | None:
    """Return what a reader makes of a table, from the cache if the sheet is the same object as at the last reading.

    An action reads its draft again after writing on only one or two sheets: this and `input_rows.read_rows` save 5 % of
    `pair` with 128 players. A result is not cached if the reader reported a problem. The cache `before` is updated in
    place. The reader is called as `read_table(table, problems, *extra_keys)`; its further arguments are part of the
    cache key.
    """
    if table is None:
        return None
    grid, cached = before.get((read_table, *extra_keys), (None, None))
    reading: ReadingT | None = cached
    if grid is table.snapshot.sheets[table.sheet]:
        return reading
    problem_count = len(problems.entries)
    reading = read_table(table, problems, *extra_keys)
    if len(problems.entries) == problem_count:
        before[read_table, *extra_keys] = table.snapshot.sheets[table.sheet], reading
    return reading


def report_no_sheet(snapshot: Snapshot, sheet: str, problems: Problems, columns: Collection[str] = ()) -> None:
    """Report a missing sheet, at its cell A1; the sentence names the sheet that probably is it, if there is one.

    That is a part of the sheet, named like "Joueurs - Tableau 1", since Apple's Numbers splits a sheet into one for
    each table; nothing is reported then if `problems` has an entry already. Else it is a sheet with another name.
    `columns` are titles by which to find a sheet with another name; without them there is no such search.
    """
    split_sheet = next(
        (name for name in snapshot.sheets if re.fullmatch(rf"{re.escape(sheet)} - Table(au)? \d+", name)), ""
    )
    if not (split_sheet and problems.entries):  # reported once
        renamed = find_renamed_sheet(snapshot, columns) if columns and not split_sheet else ""
        key = "numbers_sheet" if split_sheet else "sheet_renamed" if renamed else "no_sheet"
        problems.add(sheet, 1, 1, key, sheet=sheet, found=split_sheet or renamed)


def find_renamed_sheet(snapshot: Snapshot, columns: Collection[str]) -> str:
    """Return the sheet, not named in `SHEETS`, whose first 30 rows include one with all these titles.

    It is "" when there is no such sheet, or several.
    """
    titles = set(map(normalize, columns))
    renamed = [
        name
        for name, grid in snapshot.sheets.items()
        if name not in SHEETS
        and any(
            titles <= {normalize_label(cell_text(cell)) for cell in row[:HEADER_COLUMNS]} for row in grid[:HEADER_ROWS]
        )
    ]
    return renamed[0] if len(renamed) == 1 else ""


def find_tables(
    snapshot: Snapshot, columns: Mapping[str, Sequence[str]], problems: Problems, optional: Collection[str] = ()
) -> dict[str, Table]:
    """Find the table on each of several sheets, and report missing ones, as `find_table` does.

    `columns` has for each sheet its titles in contract order; sheets in `optional` may be missing without a problem.
    Those for which `find_table` returns None are left out.
    """
    tables = {
        sheet: find_table(snapshot, sheet, titles, problems)
        for sheet, titles in columns.items()
        if sheet in snapshot.sheets or sheet not in optional
    }
    return {sheet: table for sheet, table in tables.items() if table}


def find_table(snapshot: Snapshot, sheet: str, columns: Sequence[str], problems: Problems) -> Table | None:
    """Find the table with these columns on a sheet; its header is the row with most of the titles.

    Case and accents of titles do not matter. Only the first 30 rows and 300 columns are searched; of several rows with
    as many titles the first is the header.

    Args:
        snapshot: Workbook to search.
        sheet: Name of the sheet.
        columns: Titles in the order of the template; all are required on sheets into which people type,
            but those of class `Added`.
        problems: Receives why there is no table and, for sheets into which people type, cells with a formula's error or
            with a formula saved without a result.

    Returns:
        The table; None when the sheet, its header or a required column is missing, when there are too many rows, or
        when rows of an input table are above its header.
    """
    if sheet not in snapshot.sheets:
        report_no_sheet(snapshot, sheet, problems, columns)
        return None
    max_rows, row_count = MOST_LINES if sheet == JOURNAL else MOST_ROWS, len(snapshot.sheets[sheet])
    if row_count > max_rows:
        problems.add(sheet, row_count, 1, "too_many_rows", row=row_count, most=max_rows)
        return None
    best_row, best = _find_header(snapshot.sheets[sheet], {normalize(name): name for name in columns}, columns)
    if 2 * len(best) < len(columns) and len(best) < 2:
        problems.add(sheet, 1, 1, "no_header", columns=", ".join(columns))
        return None
    missing = [name for name in columns if name not in best and not isinstance(name, Added)]
    for name in missing:  # position: right of its predecessor, else after all columns
        neighbour = columns[: columns.index(name)][-1:]
        next_column = best[neighbour[0]] + 1 if neighbour and neighbour[0] in best else 0
        column = (
            next_column
            if next_column and next_column not in best.values()
            else len(snapshot.sheets[sheet][best_row - 1]) + 1
        )
        problems.add(sheet, best_row, column, "no_column", column=name)
    if missing or sheet not in INPUT_SHEETS:
        return None if missing else Table(snapshot, sheet, best_row, best)
    first_column = min(best.values())
    for row, cells in enumerate(snapshot.sheets[sheet][: best_row - 1], start=1):
        texts = {column: cell_text(cells[column - 1]) for column in best.values() if column <= len(cells)}
        if len([*filter(None, texts.values())]) > 2 and parse_int(texts.get(first_column, "")) is not None:
            problems.add(sheet, row, first_column, "above_header", row=best_row)
            return None
    for _, row, column in sorted(cell for cell in snapshot.uncomputed if cell[0] == sheet):
        if row > best_row and column in best.values():
            problems.add(sheet, row, column, "uncomputed")
    table = Table(snapshot, sheet, best_row, best)
    report_errors(table, best, problems)
    return table


def find_computed_table(snapshot: Snapshot, sheet: str, columns: Sequence[ComputedColumn]) -> Table:
    """Find the table of a computed sheet, which need not have any title.

    It is at the row with most of its titles, else where the template has it. A column whose title is not there stands
    as far from the others as in the template; where another one is there, it gets the first column to the right that
    is empty from the header down. An optional column without its title is left out. The columns are in the order of the
    template.
    """
    grid = snapshot.sheets[sheet]
    names = {normalize(title): column.title for column in columns for title in (column.title, *column.earlier)}
    header, found = _find_header(grid, names, [column.title for column in columns if not column.optional])
    header = header or TABLE_HEADER
    width = max((len(row) for row in grid[header - 1 :]), default=0)
    order = [column.title for column in columns]
    index, place = next(((order.index(title), found[title]) for title in order if title in found), (0, 1))
    first, places = place - index, dict(found)
    for index, column in enumerate(columns):
        if column.title in found:
            first = found[column.title] - index
        elif not column.optional and first + index > 0 and first + index not in places.values():
            places[column.title] = first + index
    width = max(width, *places.values(), 0)
    for column in columns:
        if column.title not in places and not column.optional:
            places[column.title] = width = width + 1
    return Table(snapshot, sheet, header, {title: places[title] for title in order if title in places})


def _find_header(grid: Grid, names: Mapping[str, str], wanted: Collection[str]) -> tuple[int, dict[str, int]]:
    """Return the first row with most titles, from 1, and its columns by name; 0 and {} without any.

    `names` are by normalized title; `wanted` are those with which a row is the header for sure.
    """
    best, best_row = dict[str, int](), 0
    for row, cells in enumerate(grid[:HEADER_ROWS], start=1):
        header_columns = dict[str, int]()
        for column, cell in enumerate(cells[:HEADER_COLUMNS], start=1):
            name = names.get(normalize_label(cell_text(cell))) if isinstance(cell, str) else None
            if name and name not in header_columns:
                header_columns[name] = column
        if len(header_columns) > len(best):
            best, best_row = header_columns, row
        if header_columns.keys() >= {*wanted}:
            break
    return best_row, best


def find_header_columns(table: Table, *names: str) -> dict[str, int]:
    """Return title -> column (from 1) for titles in a table's header row, whatever their case; {} unless all exist."""
    header = [normalize(title) for title in table.titles()]
    is_complete = all(normalize(name) in header for name in names)
    return {name: header.index(normalize(name)) + 1 for name in names} if is_complete else {}


def extend_table(table: Table, columns: Mapping[str, int]) -> Table:
    """Return a copy of the table with further columns (name -> column, from 1); of equal names the new one counts."""
    return table._replace(columns=table.columns | dict(columns))


def report_errors(table: Table, columns: Iterable[str], problems: Problems) -> None:
    """Report each cell below the header that shows a formula's error (#N/A, #REF!), in these columns of the table."""
    positions = {table.columns[name] for name in columns}
    for row, cells in enumerate(table.snapshot.sheets[table.sheet][table.header :], start=table.header + 1):
        for column, cell in enumerate(cells, start=1):
            if cell and isinstance(cell, str) and cell[0] in "#E" and column in positions and is_error(cell):
                problems.add(table.sheet, row, column, "error_cell", text=cell)


def find_right_of(snapshot: Snapshot, sheet: str, label: str) -> tuple[int, int] | None:
    """Return row and column, from 1, of the cell right of the first one with a label; None without label or sheet."""
    return find_right_of_each(snapshot, sheet, (label,)).get(label)


def text_right_of(snapshot: Snapshot, sheet: str, label: str) -> str:
    """Return the text of the cell to the right of the first cell with a label; "" without the label or the sheet."""
    position = find_right_of(snapshot, sheet, label)
    return cell_text(snapshot.cell(sheet, *position)) if position else ""


def find_right_of_each(snapshot: Snapshot, sheet: str, labels: Sequence[str]) -> dict[str, tuple[int, int]]:
    """Return, for each label that occurs, row and column (from 1) of the cell to the right of its first cell.

    The first cell is the highest, then the leftmost one; case and accents of a label do not matter, and earlier
    versions had other ones (`EARLIER_LABELS`).
    """
    labels_by_text = {normalize(label): label for label in labels}
    labels_by_text |= {normalize(old): label for old, label in EARLIER_LABELS.items() if label in labels}
    positions: dict[str, tuple[int, int]] = {}
    for row, cells in enumerate(snapshot.sheets.get(sheet, ())[:_LABEL_ROWS], start=1):
        for column, cell in enumerate(cells[:HEADER_COLUMNS], start=1):
            if isinstance(cell, str) and (label := labels_by_text.get(normalize_label(cell_text(cell)))):
                positions.setdefault(label, (row, column + 1))
    return positions

"""Layout: rows of past rounds to hide, pages of printed tables (number, where they end), widths and scale of Grille.

Lengths are in digits: the width of a digit, the unit in which spreadsheets count widths of columns.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from math import inf
from typing import NamedTuple

from tournament_xl.messages.text_width import count_lines, text_width
from tournament_xl.workbook import schema
from tournament_xl.workbook.cells import Cell, cell_text
from tournament_xl.workbook.decoded import Workbook
from tournament_xl.workbook.snapshot import CollapsedRange, ColumnWidth, Draft, LayoutChange, PageBreaks, RowHeight
from tournament_xl.workbook.tables import Table

_SIZE, _BOLDER, _PADDING = 11, 1.06, 0.9  # letters that widths count; how much wider bold is; around a text, in digits
_LEAST_REMARK = 12.0  # Joueurs: width of the empty column Remarque, for its title
_WORD = re.compile(r"[^\s-]+")
_LEADER_ROOM, _LEADER_ROW, _LEADER_LINE = 26.0, 18.0, 14.5  # Tournoi: room of a name, in digits; heights in points
_STANDINGS_ROOM = 29  # rows of Classement on a page, when its width alone decides how large letters are
_TALLEST = 1.75  # how much higher rows become at most so that they fill their page
_SQUEEZED = 2  # most rows beyond full pages that smaller letters make fit, so that they are not alone on a page


def count_pages(rows: int, lines: int) -> int:
    """Return on how many pages a table prints, at least 1; a row more a page, and `_SQUEEZED` at the end, fit as well.

    So the last page has several rows, even where a spreadsheet has room for a row more on each of the others. At full
    size a page has room for `lines` rows.
    """
    return max(1, -(-(rows - _SQUEEZED) // (lines + 1)))


class RowLook(NamedTuple):
    """How a table whose names are wrapped shows them: heights in points, rooms in digits of the letters' size."""

    usual: float  # height of a row in the template
    line: float  # height of each line of a name in a row that needs more
    rooms: Mapping[str, float] = {}  # column of names, or of clubs -> room of a line; {} where a sheet says it itself
    room_of_sides: float = 0  # the same of the two names of a row that is a match
    is_computed: bool = False  # whether all its rows are the program's; people may have made the others higher


ROW_LOOKS = {
    schema.PAIRINGS: RowLook(30.75, 30.75), schema.GRID: RowLook(23.25, 11.625),
    schema.STANDINGS: RowLook(26.25, 17.5, {"Joueur": 25, "Club": 19}, is_computed=True),
    schema.RATINGS: RowLook(18, 14.5, {"Joueur": 34}, is_computed=True),
    schema.GROUPS: RowLook(21, 17, {"Joueur": 35}, is_computed=True),
    schema.PRIZES: RowLook(30, 15),
    schema.RESULTS: RowLook(22.5, 15, room_of_sides=27.5), schema.FINALS: RowLook(18, 16, room_of_sides=27.5),
}  # fmt: skip


def measure_rows(sheet: str, rows: Iterable[Mapping[str, Cell]], rooms: Mapping[str, float]) -> list[float]:
    """Return the height of each row, in rows of the usual height, so that no wrapped text is cut; a number has a line.

    The sheet is one of `ROW_LOOKS`. `rooms` has the columns with wrapped texts -> room of a line, in digits of its
    letters' size.
    """
    look, heights = ROW_LOOKS[sheet], []
    for row in rows:
        lines = 1
        for name, room in rooms.items():
            text = row.get(name)
            if isinstance(text, str) and (text_width(text) > room or "\n" in text):  # most texts fit
                lines = max(lines, count_lines(cell_text(text), room))
        heights.append(max(look.usual, lines * look.line) / look.usual)
    return heights


def lay_out_rows(sheet: str, heights: Mapping[int, float]) -> Iterator[RowHeight]:
    """Yield the layout changes for the heights of rows.

    Heights are by row, from 1, in rows of the usual height.
    """
    runs = groupby(enumerate(sorted(heights.items())), key=lambda item: (item[1][0] - item[0], item[1][1]))
    for (_, height), run in runs:
        rows = [row for _, (row, _) in run]
        yield RowHeight(sheet, rows[0], rows[-1], round(height * ROW_LOOKS[sheet].usual, 2))


def lay_out_leaders(first: int, names: Sequence[str]) -> Iterator[RowHeight]:
    """Yield the layout changes for the rows of the first players on Tournoi: higher where a name takes two lines.

    `first` is the row of the first player.
    """
    for row, name in enumerate(names, start=first):
        lines = count_lines(name, _LEADER_ROOM / (_BOLDER if row == first else 1))
        yield RowHeight(schema.TOURNAMENT, row, row, max(_LEADER_ROW, lines * _LEADER_LINE))


def _measure_tables(draft: Draft, decoded: Workbook) -> dict[str, dict[int, float]]:
    """Return sheet -> row -> height, in rows of the usual height, of the tables whose names are wrapped."""
    heights = dict[str, dict[int, float]]()
    for sheet, look in ROW_LOOKS.items():
        table, sides = decoded.find_table(sheet), [name for _, name in decoded.side_columns]
        rooms = {**look.rooms, **dict.fromkeys(sides if look.room_of_sides else (), look.room_of_sides)}
        if table is None or not rooms:
            continue
        wanted = draft.wanted.get(sheet, {})
        columns = {name: table.columns[name] for name in rooms if name in table.columns}
        numbers = range(table.header + 1, _find_last_row(draft, sheet) + 1)
        rows = [
            {
                name: wanted.get((row, column), draft.snapshot.cell(sheet, row, column))
                for name, column in columns.items()
            }
            for row in numbers
        ]
        measured = measure_rows(sheet, rows, rooms)
        if sheet == schema.STANDINGS and measured:
            stretch = max(1, min(_TALLEST, _STANDINGS_ROOM / sum(measured)))
            measured = [height * stretch for height in measured]
        heights[sheet] = dict(zip(numbers, measured, strict=True))
    return heights


def compute_layout_changes(draft: Draft, decoded: Workbook) -> tuple[LayoutChange, ...]:
    """Return all layout changes of an action: `draft.layout_changes`, collapsed ranges, pages of tables.

    The draft must have all cells to write, and `decoded` be read from it.
    """
    collapsed = _find_collapsed_ranges(decoded)
    heights = _measure_tables(draft, decoded)
    pages = _compute_table_pages(draft, decoded, collapsed, heights)
    row_heights = [
        change
        for sheet, by_row in heights.items()
        for change in lay_out_rows(
            sheet, {row: height for row, height in by_row.items() if ROW_LOOKS[sheet].is_computed or height > 1}
        )
    ]
    # heights come first: Excel shows a hidden row to which it gives one
    return (*row_heights, *draft.layout_changes, *collapsed, *pages, *_list_player_widths(decoded))


def _find_collapsed_ranges(decoded: Workbook) -> list[CollapsedRange]:
    """Return the rows and columns of Résultats to collapse, to hide or to show.

    Rows of rounds before the last drawn one are collapsed until all is played, all other rows shown. Columns that the
    tournament does not use are hidden, and shown where it does.
    """
    tournament = decoded.tournament
    last = 0 if tournament.played == tournament.settings.rounds else len(tournament.rounds)
    rows = sorted((row.line.row, row.round < last) for row in decoded.results.rows)
    runs = [[*run] for _, run in groupby(enumerate(rows), key=lambda item: (item[1][1], item[1][0] - item[0]))]
    ranges = [CollapsedRange(schema.RESULTS, run[0][1][0], run[-1][1][0], run[0][1][1]) for run in runs]
    columns = decoded.results.table.columns
    for name, is_unused in decoded.spare_columns().items():
        ranges.append(CollapsedRange(schema.RESULTS, columns[name], columns[name], is_unused, columns=True))
    return ranges


def _compute_table_pages(
    draft: Draft,
    decoded: Workbook,
    collapsed: Iterable[CollapsedRange],
    heights: Mapping[str, Mapping[int, float]],
) -> list[PageBreaks]:
    """Return on how many pages each table that prints one page wide is to print, by the rows that it will have.

    Tables that are missing or without rows are left out. Collapsed rows do not print; `heights`, where they may be
    others, are in rows of the usual height.
    """
    collapsed_rows = {
        row for part in collapsed if part.away and not part.columns for row in range(part.first, part.last + 1)
    }
    paging = []
    for sheet, lines in decoded.page_lines.items():
        table = decoded.find_table(sheet)
        if table is None:
            continue
        rows = {*range(table.header + 1, _find_last_row(draft, sheet) + 1)}
        rows -= collapsed_rows if sheet == schema.RESULTS else set()
        if rows:
            length = round(sum(heights.get(sheet, {}).get(row, 1) for row in rows))
            paging.append(PageBreaks(sheet, None, count_pages(length, lines)))
    return paging


def _find_last_row(draft: Draft, sheet: str) -> int:
    """Return the last row that will have content on a sheet once the draft is written; 0 for none."""
    grid, wanted = draft.snapshot.sheets[sheet], draft.wanted.get(sheet, {})
    last_written = max((row for (row, _), value in wanted.items() if value is not None), default=0)
    for row in range(len(grid), last_written, -1):
        if any(cell_text(wanted.get((row, column), cell)) for column, cell in enumerate(grid[row - 1], start=1)):
            return row
    return last_written


def lay_out_text_column(
    table: Table, column: schema.TextColumn, texts: Iterable[Cell], least: float | None = None
) -> ColumnWidth:
    """Return the width of a column that shows all of its texts in bold letters.

    Texts wider than its room do not widen it. It may shrink to `least`; None is the width of the template.
    """
    widest = max((min(text_width(cell_text(text)), column.room) for text in texts), default=0)
    needed = _BOLDER * widest * column.size / _SIZE + _PADDING
    position = table.columns[column.title]
    width = max(needed, column.least if least is None else least)
    return ColumnWidth(table.sheet, position, position, round(width, 1))


def widen_text_column(table: Table, column: schema.TextColumn, texts: Iterable[Cell]) -> list[ColumnWidth]:
    """Return the width that `lay_out_text_column` has for a column if the template's would cut a text, else []."""
    width = lay_out_text_column(table, column, texts)
    return [width] if width.width > column.least else []


def _list_player_widths(decoded: Workbook) -> list[ColumnWidth]:
    """Return the widths of those columns of Joueurs of which the template's would cut a text.

    An empty column Remarque becomes narrower by what they take, so that the list is printed as large.
    """
    table, lines, remark = decoded.players.table, decoded.lines.values(), schema.REMARK
    widths, taken = list[ColumnWidth](), 0.0
    for column in schema.PLAYER_TEXTS:
        if column.title in table.columns:
            widened = widen_text_column(table, column, (line.text(column.title) for line in lines))
            taken += sum(width.width - column.least for width in widened)
            widths += widened
    if widths and remark.title in table.columns:
        is_empty = not any(line.text(remark.title) for line in lines)
        least = max(remark.least - taken, _LEAST_REMARK) if is_empty else remark.least
        widths.append(lay_out_text_column(table, remark, (), least))
    return widths


_GRID_SCALES = {100: 18, 90: 21, 80: 24}  # percent: rows of a page; 9 points print with 7 or more
_READABLE_SCALE = 90  # percent: the least of a grid of several pages, which prints with 8 points
_GRID_WIDTH = 139.0  # of a page's columns at 100 percent, with the gap that each has
_GAP = 0.72
_OTHER_COLUMNS = 34.0  # place, number and tie-breaks, with their gaps
_TIE_BREAK = 6.72  # a column of them that may be hidden, with its gap
_NAME_COLUMN = (22.0, 30.0)  # least and most: the legend, beside it, has room for one page
_WIDE_ROUND = 20.0  # column of a round beside which the names have most
_LEAST_ROUND, _LEAST_OPPONENT = 12.2, 8.0  # column of a round; of an opponent in a round robin: "+44" over "412-368"


class _GridLayout(NamedTuple):
    scale: int  # percent
    lines: int  # rows of a page at this scale
    width: float  # of a column of results
    name_width: float
    heights: Sequence[float]
    starts: Sequence[int]  # rows, from 0, at which pages begin
    across: int  # pages beside each other
    breaks_words: bool  # whether a word is wider than its column

    @property
    def stretch(self) -> float:
        """How much higher the rows can be."""
        ends = (*self.starts[1:], len(self.heights))
        fullest = max((sum(self.heights[start:end]) for start, end in zip(self.starts, ends, strict=True)), default=1)
        return max(1, min(_TALLEST, self.lines / max(fullest, 1)))


def lay_out_grid(
    decoded: Workbook, sheet: Table, rows: Sequence[Mapping[str, Cell]], columns: Mapping[str, int]
) -> list[LayoutChange]:
    """Return the layout changes of Grille: widths of columns, scale, pages of nearly equal length, heights of rows.

    It has as few pages as can be, words that are not broken, then letters as large as can be, and rows that fill
    their pages. Columns that do not fit at the smallest scale are spread over two pages or more. Those of rounds that
    are not played yet are hidden. `columns` are those of results by name, where A is 1; empty before the first round.
    """
    shown = len(columns) if decoded.tournament.settings.formula.cycles else max(decoded.tournament.played, 1)
    played, later = dict([*columns.items()][:shown]), [*columns.values()][shown:]
    longest_words = {name: _measure_longest_word(rows, name) for name in ("Joueur", *played)}
    layouts = [
        _try_grid(decoded, rows, played, longest_words, scale, lines)
        for scale, lines in _GRID_SCALES.items()
        if scale >= _READABLE_SCALE or len(rows) <= lines  # smaller print serves one page alone
    ]
    best = min(layouts, key=_rate_grid)
    stretch = best.stretch
    heights = [height * stretch for height in best.heights]
    breaks = tuple(sheet.header + 1 + row for row in best.starts[1:])
    name_column, positions = sheet.columns["Joueur"], played.values()
    layout_changes: list[LayoutChange] = [
        *lay_out_rows(sheet.sheet, dict(enumerate(heights, start=sheet.header + 1))),
        PageBreaks(sheet.sheet, breaks, scale=best.scale),
        ColumnWidth(sheet.sheet, name_column, name_column, round(best.name_width, 1)),
        *(CollapsedRange(sheet.sheet, column, column, away=False, columns=True) for column in positions),
        *(CollapsedRange(sheet.sheet, column, column, away=True, columns=True) for column in later),
    ]
    if columns:
        layout_changes.append(ColumnWidth(sheet.sheet, min(positions), max(positions), best.width))
    return layout_changes


def _rate_grid(grid: _GridLayout) -> tuple[bool, int, bool, int]:
    """Return what the best layout of Grille has least of."""
    pages = grid.across * len(grid.starts)
    return pages > 1 and grid.scale < _READABLE_SCALE, pages, grid.breaks_words, -grid.scale


def _measure_longest_word(rows: Iterable[Mapping[str, Cell]], name: str) -> float:
    """Return the width of the longest word in a column, in digits; 0 without any."""
    return max((text_width(word) for row in rows for word in _WORD.findall(cell_text(row.get(name)))), default=0)


def _try_grid(
    decoded: Workbook,
    rows: Sequence[Mapping[str, Cell]],
    columns: Collection[str],
    longest_words: Mapping[str, float],
    scale: int,
    lines: int,
) -> _GridLayout:
    """Lay out Grille at a scale, in percent, at which a page has so many rows."""
    table, count = decoded.ranked(decoded.tournament.played) if rows else (), max(len(columns), 1)
    least = _LEAST_OPPONENT if decoded.tournament.settings.formula.cycles else _LEAST_ROUND
    hidden = sum(decoded.sparse_columns(table).values())
    width = _spread(scale, count, hidden)
    if width < least:  # two pages wide, or more
        width = _spread(scale, -(-count // 2), hidden)
    elif width > _WIDE_ROUND:
        width -= (_NAME_COLUMN[1] - _NAME_COLUMN[0]) / count
    width = round(max(width, least), 1)
    on_page = max(1, min(count, int(_find_room(scale, hidden) // (width + _GAP))))
    name_width = min(_NAME_COLUMN[0] + _find_room(scale, hidden) - on_page * (width + _GAP), _NAME_COLUMN[1])
    rooms = {"Joueur": _figures(name_width, 9.5), **dict.fromkeys(columns, _figures(width, 9))}
    heights = measure_rows(schema.GRID, rows, rooms)
    breaks_words = any(longest_words[name] > room for name, room in rooms.items())
    starts = compute_page_starts(heights, lines) or [0]
    return _GridLayout(scale, lines, width, name_width, heights, starts, -(-count // on_page), breaks_words)


def _find_room(scale: int, hidden: int) -> float:
    """Return the width that a page at this scale (percent) has for columns of results."""
    return _GRID_WIDTH * 100 / scale - _OTHER_COLUMNS + hidden * _TIE_BREAK - _NAME_COLUMN[0] - _GAP


def _figures(column: float, size: float) -> float:
    """Return the room of an indented text in digits of its own size, for a column's width in digits of size 11."""
    return (5.25 * column + 3.75 - 9.75) / (0.507 * size)


def _spread(scale: int, columns: int, hidden: int) -> float:
    return int(10 * (_find_room(scale, hidden) / columns - _GAP)) / 10


def compute_page_starts(heights: Sequence[float], lines: int) -> list[int]:
    """Return the rows, from 0, at which pages begin, as few as can be and of nearly equal length; [] without rows.

    Heights are in rows of the usual height, of which a page has at most `lines`.
    """
    fewest, total, tallest = max(len(_fill_pages(heights, lines)), 1), sum(heights), max(heights, default=0)
    for length in range(1, lines):
        has_room = length < tallest or (length + 1) * fewest > total  # trying only these saves 1 % of `pair`
        if has_room and len(starts := _fill_pages(heights, length)) <= fewest:
            return starts
    return _fill_pages(heights, lines)


def _fill_pages(heights: Sequence[float], length: float) -> list[int]:
    starts, used = list[int](), inf
    for row, height in enumerate(heights):
        if used + height > length:
            starts.append(row)
            used = 0
        used += height
    return starts


def compute_page_ends(parts: Sequence[Sequence[float]], lines: int) -> Iterator[int]:
    """Yield the rows, from 0, before which a page ends: between parts, so that no part is cut over two pages.

    A part longer than a page gets no break inside, unless it is the only part: that is cut into pages of nearly equal
    length. Heights are in rows of the usual height, of which a page has at most `lines`.
    """
    if len(parts) == 1:
        yield from compute_page_starts(parts[0], lines)[1:]
        return
    row, used = 0, 0.0
    for part in parts:
        if used and used + sum(part) > lines:
            yield row
            used = 0
        row, used = row + len(part), used + sum(part)

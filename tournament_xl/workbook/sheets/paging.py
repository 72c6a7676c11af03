"""Layout: rows of past rounds to hide, pages of printed tables (number, where they end), widths and scale of Grille.

Lengths are in digits: the width of a digit, the unit in which spreadsheets count widths of columns.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from tournament_xl.messages.text_width import text_width
from tournament_xl.workbook import schema
from tournament_xl.workbook.cells import Cell, cell_text
from tournament_xl.workbook.decoded import RankedLine, Workbook
from tournament_xl.workbook.snapshot import CollapsedRange, ColumnWidth, Draft, LayoutChange, PageBreaks
from tournament_xl.workbook.tables import Table

_SIZE, _BOLDER, _PADDING = 11, 1.06, 0.9  # letters that widths count; how much wider bold is; around a text, in digits
_LEAST_ORIGIN = 8.0  # Classement: width of a column of clubs or countries, for its title
_LEAST_REMARK = 12.0  # Joueurs: width of the empty column Remarque, for its title
_SQUEEZED = 3  # most rows beyond full pages that smaller letters make fit, so that they are not alone on a page


def count_pages(rows: int, lines: int) -> int:
    """Return on how many pages a table prints, at least 1; up to `_SQUEEZED` rows too many for full pages fit as well.

    Args:
        rows: Rows to print.
        lines: Rows for which a page has room at full size.
    """
    return max(1, -(-(rows - _SQUEEZED) // lines))


def compute_layout_changes(draft: Draft, decoded: Workbook) -> tuple[LayoutChange, ...]:
    """Return all layout changes of an action: collapsed ranges, pages of tables, then `draft.layout_changes`.

    Args:
        draft: Draft with all cells to write.
        decoded: Workbook as decoded from the draft.
    """
    collapsed = _find_collapsed_ranges(decoded)
    pages = _compute_table_pages(draft, decoded, collapsed)
    return (*collapsed, *pages, *_list_player_widths(decoded), *draft.layout_changes)


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


def _compute_table_pages(draft: Draft, decoded: Workbook, collapsed: Iterable[CollapsedRange]) -> list[PageBreaks]:
    """Return on how many pages each table that prints one page wide is to print, by the rows that it will have.

    Tables that are missing or without rows are left out.

    Args:
        draft: Draft with all cells to write.
        decoded: Workbook as decoded from the draft.
        collapsed: Ranges of Résultats to collapse or to show; collapsed rows do not print.
    """
    collapsed_rows = sum(part.last - part.first + 1 for part in collapsed if part.away and not part.columns)
    paging = []
    for sheet, lines in decoded.page_lines.items():
        table = decoded.find_table(sheet)
        if table is None:
            continue
        rows = _find_last_row(draft, sheet) - table.header - (collapsed_rows if sheet == schema.RESULTS else 0)
        if rows > 0:
            paging.append(PageBreaks(sheet, None, count_pages(rows, lines)))
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

    Args:
        table: Table with the column.
        column: The column.
        texts: Its texts; those wider than its room do not widen it.
        least: Width to which the column may shrink; None for that of the template.
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


def find_room(decoded: Workbook, column: schema.TextColumn) -> float:
    """Return the width of the longest text in a column of Classement, in digits of its letters.

    On several pages the columns keep the widths of the template: with other widths spreadsheets do not agree on the
    rows of a page.
    """
    pages = count_pages(len(decoded.tournament.players), decoded.page_lines.get(schema.STANDINGS, 1))
    return column.room if pages == 1 else column.least_room


def lay_out_standings(decoded: Workbook, table: Table, rows: Sequence[Mapping[str, Cell]]) -> list[ColumnWidth]:
    """Return the widths of the names and of their clubs or countries on Classement.

    A long name first takes what the clubs do not need; then the page is printed smaller.

    Args:
        decoded: Workbook.
        table: Table Classement.
        rows: Cells by column name, one mapping a player.
    """
    name, origin = schema.STANDINGS_NAME, decoded.origin_column
    widened_rows = rows if find_room(decoded, name) > name.least_room else ()
    name_width = lay_out_text_column(table, name, [row["Joueur"] for row in widened_rows])
    if origin is None:
        return [name_width]
    least = max(origin.least - (name_width.width - name.least), _LEAST_ORIGIN)
    return [name_width, lay_out_text_column(table, origin, [row[origin.title] for row in widened_rows], least)]


class GridShape(NamedTuple):
    """Scale, page length and widths with which Grille prints."""

    scale: int  # percent
    lines: int  # rows of a page
    name_column: float  # width of the column Joueur
    result_column: float  # width of each column of results
    name_room: float  # room of each of the two lines of a player's name, in digits of its own size
    opponent_room: float  # room of an opponent's name in a column of results, in digits of its own size


_GRID_SCALES = {100: 18, 90: 21, 80: 24}  # percent: rows of a page; letters of 9 points are printed with 7 or more
_GRID_WIDTH = 139.0  # of a page's columns at 100 percent, with the gap that each has
_GAP = 0.72
_OTHER_COLUMNS = 34.0  # place, number and tie-breaks, with their gaps
_TIE_BREAK = 6.72  # a column of them that may be hidden, with its gap
_NAME_COLUMN = (22.0, 36.0)  # least and most; a name may take two lines
_MOST_RESULT = 24.0
_RESULT_SIZE = 9  # points
_LEAST_ROUND, _WHOLE_ROUND = 12.5, 21.0  # column of a round: least; with room for nearly any opponent's name
_LEAST_OPPONENT, _WHOLE_OPPONENT = 8.0, 8.0  # column of an opponent in a round robin: "+44" over "412-368"


def shape_grid(decoded: Workbook, table: Sequence[RankedLine]) -> GridShape:
    """Compute how Grille fills its pages: larger letters for few players, wide columns for few rounds.

    Letters are as small as leaves the surnames of opponents whole; columns that do not fit at the smallest scale are
    spread over two pages or more.

    Args:
        decoded: Workbook.
        table: Standings, one row each.
    """
    settings, players, least, whole = decoded.tournament.settings, len(table), _LEAST_OPPONENT, _WHOLE_OPPONENT
    count = players
    if not settings.formula.cycles:
        widest = max((text_width(player.name) for player in decoded.tournament.players), default=0)
        needed = _column(widest + text_width(f"{players}. "), _RESULT_SIZE)
        count, least, whole = settings.rounds or 0, _LEAST_ROUND, min(max(_WHOLE_ROUND, needed), _MOST_RESULT)
    count, hidden = max(count, 1), sum(decoded.sparse_columns(table).values())
    for scale, lines in _GRID_SCALES.items():
        width = _spread(scale, count, hidden)
        if width >= whole and players <= lines:
            break
    if width < least:  # two pages wide, or more
        width = _spread(scale, count // 2, hidden)
    result_column = min(max(width, least), _MOST_RESULT)
    on_page = min(count, int(_find_room(scale, hidden) // (result_column + _GAP)))
    name_column = min(_NAME_COLUMN[0] + _find_room(scale, hidden) - on_page * (result_column + _GAP), _NAME_COLUMN[1])
    return GridShape(scale, lines, round(name_column, 1), round(result_column, 1), _figures(name_column, 9.5),
                     _figures(result_column, _RESULT_SIZE))  # fmt: skip


def _find_room(scale: int, hidden: int) -> float:
    """Return the width that a page at this scale (percent) has for columns of results."""
    return _GRID_WIDTH * 100 / scale - _OTHER_COLUMNS + hidden * _TIE_BREAK - _NAME_COLUMN[0] - _GAP


def _spread(scale: int, columns: int, hidden: int) -> float:
    return int(10 * (_find_room(scale, hidden) / columns - _GAP)) / 10


def _figures(column: float, size: float) -> float:
    """Return the room of an indented text in digits of its own size, for a column's width in digits of size 11."""
    return (5.25 * column + 3.75 - 9.75) / (0.507 * size)


def _column(figures: float, size: float) -> float:
    """Return the width of a column in which an indented text has so much room: the inverse of `_figures`."""
    return (0.507 * size * figures + 9.75 - 3.75) / 5.25


def lay_out_grid(sheet: Table, shape: GridShape, rows: int, columns: Sequence[int]) -> list[LayoutChange]:
    """Return the layout changes of Grille: widths of columns, scale, pages of nearly equal length.

    Args:
        sheet: Table Grille.
        shape: Scale, page length and widths.
        rows: Number of players, one row each.
        columns: Numbers of the columns of results, where A is 1; empty before the first round.
    """
    breaks = tuple(sheet.header + 1 + row for row in compute_page_starts(rows, shape.lines)[1:])
    name_column = sheet.columns["Joueur"]
    layout_changes: list[LayoutChange] = [
        PageBreaks(sheet.sheet, breaks, scale=shape.scale),
        ColumnWidth(sheet.sheet, name_column, name_column, shape.name_column),
    ]
    if columns:
        layout_changes.append(ColumnWidth(sheet.sheet, min(columns), max(columns), shape.result_column))
    return layout_changes


def compute_page_starts(rows: int, lines: int) -> range:
    """Return the rows, from 0, at which pages of at most `lines` rows begin, all of nearly equal length.

    The first is 0, and the step of the range is the length of a page; the range is empty without rows.
    """
    return range(0, rows, -(-rows // -(-rows // lines))) if rows else range(0)


def compute_page_ends(sizes: Sequence[int], lines: int) -> Iterator[int]:
    """Yield the rows, from 0, before which a page ends: between parts, so that no part is cut over two pages.

    A part longer than a page gets no break inside, unless it is the only part: that is cut into pages of nearly equal
    length.

    Args:
        sizes: Number of rows of each part.
        lines: Most rows of a page.
    """
    if len(sizes) == 1:
        yield from compute_page_starts(sizes[0], lines)[1:]
        return
    row = used = 0
    for size in sizes:
        if used and used + size > lines:
            yield row
            used = 0
        row, used = row + size, used + size

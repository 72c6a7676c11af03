"""Classement and Grille."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tournament_xl.core.model import X
from tournament_xl.messages import paper as words
from tournament_xl.messages import sheets
from tournament_xl.messages.names import fill_sentence, french_decimal, signed
from tournament_xl.messages.publication import format_figure
from tournament_xl.paper.elements import DISCS, Html, draw_disc, element
from tournament_xl.paper.layout import (
    A4,
    MARGIN,
    bind_pages,
    heading,
    list_size,
    measure,
    name_box,
    page,
    page_number,
    share_height,
    split_evenly,
)
from tournament_xl.paper.source import Source
from tournament_xl.workbook import schema
from tournament_xl.workbook.cells import Cell, cell_text, parse_number
from tournament_xl.workbook.computed_columns import ComputedColumn, Style
from tournament_xl.workbook.sheets.computed import find_line_above

_FIRST = (Style.PLACE, Style.NUMBER, Style.NAME)  # columns that both papers lay out themselves
_HEAD, _FOOT = 26.0, 8.0  # millimetres
_LEGEND_LINE, _LEGEND_BESIDE = 3.4, 26.0  # height of a line; what is beside it
_PLAYED = "J"  # the sum of the columns that follow
_MAYBE_LEFT_OUT = {_PLAYED, "PPM"}  # columns that the legend explains
_NO_MOVE = "·"  # on the sheet; paper has nothing
_TALLEST, _MOST_ROWS = 19.0, 34  # of the standings
_PLACE, _COUNT, _TOTAL, _MOVE, _BAR = 10.0, 7.0, 14.0, 10.0, 2.15  # widths of columns, of the bar of a round
_ORIGINS = (12.0, 34.0)  # least and most that where players come from is wide
_PADDING, _AIR = 3.0, 0.8  # between columns; above and below a name
_MOST_BARS = 16  # rounds
_BARS = {"G": "won", "N": "drawn", "P": "lost"}
_GRID_MARGIN, _GRID_HEAD, _GRID_ROWS, _GRID_TALLEST = 8.0, 22.0, 24, 13.0
_OUTCOMES = {"+": "won", "=": "drawn", "\u2212": "lost"}  # sign of a result -> class of its cell
_GRID_ROUNDS, _GRID_NAMES = 9, (46.0, 54.0)  # columns of a page; width of the names
_GRID_PADDING = 2.0  # in a cell of a round
_OPPONENT_SIZES = (8.0, 10.0)  # points: least, and most by the height of the row; a longer name is cut
_GRID_PLACE, _GRID_GAME = 8.0, 56.0  # widths of the other columns, of a round's at most


class _Column(NamedTuple):
    title: str
    kind: str  # class of its cells
    width: float  # millimetres
    style: Style = Style.MARK


def figure_text(style: Style, value: Cell) -> str:
    """Render a figure of a column as paper has it: "+352", "−16", "3½", "12,5"; another text stays."""
    text = cell_text(value)
    number = parse_number(text)
    if number is None:
        return text
    if style is Style.SIGNED:
        return signed(number)
    if style is Style.TOTAL and number % 1 == 0.5:
        return sheets.points_text(number)
    if style is Style.FIGURE and number % 1 == 0:
        return format_figure(int(number))
    return french_decimal(text).replace("-", "\u2212")


def render_standings(source: Source, after: int | None = None) -> Html:
    """Render Classement after a complete round, None for the last one."""
    book, last = source.book, source.book.tournament.played
    after = last if after is None else after
    rows = source.game.render_standings(book, after)
    if not rows or not after:
        return Html("")
    columns = [
        _shape_column(column, [cell_text(row[column.title]) for row in rows])
        for column in _list_figures(source, schema.STANDINGS, rows)
    ]
    contents = source.contents.tables[schema.STANDINGS]
    room = A4[0] - 2 * MARGIN
    legend = _shorten_legend(find_legend(source, schema.STANDINGS), [column.title for column in columns])
    legend_height = _LEGEND_LINE * math.ceil(measure(legend, 8.5) / (room - _LEGEND_BESIDE))
    free = A4[1] - 2 * MARGIN - _HEAD - _FOOT
    if 0 < after <= _MOST_BARS:
        behind_origin = sum(column.kind == "origin" for column in columns)
        columns.insert(
            behind_origin, _Column(words.ROUNDS, "bars", max(_BAR * after, measure(words.ROUNDS, 9)) + _PADDING)
        )
    name_width = room - _PLACE - sum(column.width for column in columns)
    title = contents.title if after == last else source.game.render_standings_title(book, after)
    pages = list[Html]()
    parts = split_evenly(rows, _MOST_ROWS)
    for number, part in enumerate(parts, start=1):
        is_last = number == len(parts)
        names = [(name, name_width - _PADDING) for name in _list_names(source, part)]
        names += [
            (cell_text(line[column.title]), column.width - _PADDING)
            for column in columns
            if column.kind == "origin"
            for line in part
        ]
        row = share_height(free - legend_height * is_last, max(map(len, parts)), _TALLEST, names)
        head = heading(title, (*source.event_lines, contents.subtitle if after == last else ""), 30)
        foot = element(
            "footer",
            element("span", legend if is_last else ""),
            element("span", page_number(number, len(parts)) or fill_sentence(words.PLAYERS, {"players": rows})),
        )
        table = _render_table(source, columns, part, row, name_width, after)
        pages.append(page("ranks", head, table, foot, game=book.game, row=row))
    return bind_pages(pages)


def _shorten_legend(legend: str, titles: Sequence[str]) -> str:
    """Return the legend of a table in one paragraph, without columns that the paper does not have."""
    parts = " · ".join(legend.split("\n")).split(" · ")
    left_out = tuple(f"{title}{sign}" for title in _MAYBE_LEFT_OUT.difference(titles) for sign in " ,")
    return " · ".join(part for part in parts if not part.startswith(left_out))


def _list_names(source: Source, rows: Sequence[Mapping[str, Cell]]) -> list[str]:
    return [source.names[number] for row in rows if isinstance(number := row["N°"], int)]


def find_legend(source: Source, sheet: str) -> str:
    """Return what stands on a sheet right above the titles of its table."""
    table = source.book.find_table(sheet)
    row = table.header - 1 if table else 0
    return cell_text(table.snapshot.cell(sheet, row, find_line_above(table, row))) if table else ""


def _list_figures(source: Source, sheet: str, rows: Sequence[Mapping[str, Cell]]) -> list[ComputedColumn]:
    """Return the declared columns behind the name that have content."""
    columns = (
        column
        for column in source.book.computed_columns[sheet]
        if column.style not in _FIRST and column.title != _PLAYED
    )
    return [column for column in columns if any(cell_text(row.get(column.title)) for row in rows)]


def _shape_column(column: ComputedColumn, texts: Sequence[str]) -> _Column:
    least, most = _ORIGINS
    widths = sorted(measure(text, 10) + _PADDING for text in texts if text)
    origin_width = min(max(least, widths[-1 - len(widths) // 10], widths[-1] / 2), most) if widths else least
    figure_width = max(measure(text, 16) + _PADDING for text in (column.title, *texts))
    kind, width = {
        Style.TOTAL: ("num total", _TOTAL), Style.MARK: ("move", _MOVE), Style.ORIGIN: ("origin", origin_width),
        Style.COUNT: ("num", _COUNT),
    }.get(column.style, ("num", figure_width))  # fmt: skip
    return _Column(column.title, kind, width, column.style)


def _render_table(
    source: Source,
    columns: Sequence[_Column],
    rows: Sequence[Mapping[str, Cell]],
    row: float,
    name_width: float,
    after: int,
) -> Html:
    total = next(column.title for column in columns if column.kind == "num total")
    bars = _collect_bars(source, after)
    shapes = [element("col", style=f"width:{width:.1f}mm") for width in (_PLACE, name_width)]
    shapes += [element("col", style=f"width:{column.width:.1f}mm") for column in columns]
    heads = [element("th", class_="place"), element("th", schema.PLAYER)]
    heads += [element("th", column.title, class_=column.kind) for column in columns]
    lines, room = list[Html](), name_width - _PADDING
    size = list_size(_list_names(source, rows), room, min(max(12.5, row * 0.95), row * 1.5, 17.0))
    before: Cell = rows[0][total]
    for cells in rows:
        player = cells["N°"]
        assert isinstance(player, int)
        rendered = [
            element("td", cell_text(cells["Place"]), class_="place"),
            element("td", name_box(source.names[player], room, row - _AIR, size, on_one_line=1)),
        ]
        for column in columns:
            content: str = bars[player] if column.kind == "bars" else figure_text(column.style, cells[column.title])
            if content == _NO_MOVE:
                content = ""
            if column.kind == "origin":
                content = name_box(content, column.width - _PADDING, row - _AIR, 10)
            rendered.append(element("td", content, class_=column.kind))
        lines.append(element("tr", *rendered, class_="" if cells[total] == before else "group"))
        before = cells[total]
    return element("table", *shapes, element("thead", element("tr", *heads)), element("tbody", *lines))


def _collect_bars(source: Source, played: int) -> dict[int, Html]:
    """Draw each player's rounds: a bar above a line for a match won, below it for one lost, on it for a draw."""
    outcomes = dict[tuple[int, int], str]()
    for number in range(1, played + 1):
        for match in source.book.sides(number):
            outcomes |= {(side.number, number): side.outcome for side in match if side.number != X}
    return {
        player: element(
            "span",
            *(
                element("i", class_=_BARS.get(outcomes.get((player, number), ""), "none"))
                for number in range(1, played + 1)
            ),
            class_="form",
        )
        for player in source.names
        if player != X
    }


def render_grid(source: Source) -> Html:
    """Render Grille: a line a player, a column a round, in a round robin one an opponent."""
    book, after = source.book, source.book.tournament.played
    if not after:
        return Html("")
    rows, contents = source.game.render_grid(book, after), source.contents.tables[schema.GRID]
    titles = [title for title in contents.series or () if any(cell_text(row[title]) for row in rows)]
    figures = _list_figures(source, schema.GRID, rows)
    is_square = not titles or titles[0].isdigit()
    legend = contents.legend or find_legend(source, schema.GRID)
    widths = sorted(measure(source.names[line.number], 9.5) + _PADDING for line in book.ranked(after))
    across = split_evenly(titles, _GRID_ROUNDS if not is_square else 2 * _GRID_ROUNDS)
    columns = [_shape_sum(column, [cell_text(row[column.title]) for row in rows]) for column in figures]
    room = A4[1] - 2 * _GRID_MARGIN - _GRID_PLACE - sum(column.width for column in columns)
    least = min(max(_GRID_NAMES[0], widths[-1 - len(widths) // 10]), _GRID_NAMES[1])
    game_width = min(_GRID_GAME, (room - least) / len(across[0]))
    name_width = room - game_width * len(across[0])
    free = A4[0] - 2 * 10 - _GRID_HEAD - _FOOT
    parts = [(part, shown) for part in split_evenly(rows, _GRID_ROWS) for shown in across]
    pages = list[Html]()
    for number, (part, shown) in enumerate(parts, start=1):
        names = [(name, name_width - 2) for name in _list_names(source, part)]
        row = share_height(free, max(len(one) for one, _ in parts), _GRID_TALLEST, names)
        head = heading(contents.title, [", ".join(filter(None, source.event_lines))], 24, A4[1] - 2 * _GRID_MARGIN)
        foot = element("footer", element("span", legend), element("span", page_number(number, len(parts))))
        table = _render_grid_table(source, part, shown, columns, row, (name_width, game_width))
        pages.append(page("cross", head, table, foot, game=book.game, row=row, turned=True))
    return bind_pages(pages, turned=True)


def _shape_sum(column: ComputedColumn, texts: Sequence[str]) -> _Column:
    """Shape a column of Grille right of the rounds."""
    width = max(measure(column.title, 9), *(measure(text, 12) for text in texts)) + _PADDING
    return _shape_column(column, texts)._replace(width=width)


def _render_grid_table(
    source: Source,
    rows: Sequence[Mapping[str, Cell]],
    titles: Sequence[str],
    figures: Sequence[_Column],
    row: float,
    widths: tuple[float, float],
) -> Html:
    name_width, game_width = widths
    heads = [
        element("th", class_="place"),
        element("th", schema.PLAYER),
        *(
            element("th", words.round_title(title), class_="game", style=f"width:{game_width:.1f}mm")
            for title in titles
        ),
        *(element("th", column.title, class_=column.kind, style=f"width:{column.width:.1f}mm") for column in figures),
    ]
    total = figures[0].title
    size = list_size(_list_names(source, rows), name_width - 2, max(9.5, 0.95 * row))
    lines, before = list[Html](), rows[0][total]
    for cells in rows:
        player = cells["N°"]
        assert isinstance(player, int)
        results = [_render_result(cell_text(cells[title]), game_width - _GRID_PADDING, row) for title in titles]
        sums = [element("td", figure_text(column.style, cells[column.title]), class_=column.kind) for column in figures]
        name = element("td", name_box(source.names[player], name_width - 2, row - _AIR, size, on_one_line=1))
        place = element("td", cell_text(cells["Place"]), class_="place")
        group = "" if cells[total] == before else "group"
        lines.append(element("tr", place, name, *results, *sums, class_=group))
        before = cells[total]
    return element("table", element("thead", element("tr", *heads)), element("tbody", *lines))


def _render_result(text: str, room: float, row: float) -> Html:
    """Render a cell of a round: the result, below it the opponent with his place; a win tinted and bold.

    In a round robin each line of the cell is a result.

    Args:
        text: Text of the cell.
        room: Its width in millimetres; the opponent's letters are smaller where his name is longer, and then it is cut.
        row: Height of the row in millimetres.
    """
    results = [line for line in text.split("\n") if not line[:1].isdigit()]
    opponents = [line for line in text.split("\n") if line[:1].isdigit()]
    signs = [next((letter for letter in result if letter in _OUTCOMES), "") for result in results]
    kinds = {_OUTCOMES[sign] for sign in signs if sign}
    content = [element("b", *_draw_mark(result)) for result in results]
    least, most = _OPPONENT_SIZES
    largest = min(max(least, 0.27 * row * 72 / 25.4), most)
    for opponent in (opponent.replace(". ", " ", 1) for opponent in opponents):
        size = max(least, min(largest, largest * room / measure(opponent, largest)))
        content.append(element("span", opponent, style=f"font-size:{size:.3g}pt"))
    return element("td", *content, class_=f"game {kinds.pop() if len(kinds) == 1 else ''}".rstrip())


def _draw_mark(result: str) -> tuple[Html | str, ...]:
    """Draw the disc of a result such as "● +40"."""
    mark, _, rest = result.partition(" ")
    return (draw_disc(mark), rest) if mark in DISCS and rest else (result,)

"""Sheets that are tables, or that nothing is known of: their texts as a table, whose titles each page repeats."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from tournament_xl.core.model import X
from tournament_xl.messages import paper as words
from tournament_xl.messages import sheets
from tournament_xl.paper.elements import Html, element
from tournament_xl.paper.layout import A4, MARGIN, bind_pages, heading, measure, page
from tournament_xl.paper.source import Source
from tournament_xl.paper.standings import figure_text
from tournament_xl.workbook import schema
from tournament_xl.workbook.cells import Cell, cell_text, parse_int, parse_number
from tournament_xl.workbook.computed_columns import Style

_BOLD = ("Nouvelle cote", "Variation")  # columns that one looks for
_HEADER_ROWS, _LEAST_TITLES = 12, 3  # titles are a row of so many texts in the first rows
_SIZE, _SMALLER = 11.0, 9.5  # points; of tables that are wider than the paper
_PADDING = 3.4  # millimetres
_PARTS = ("Ronde", "Groupe")  # first column, whose changes are marked
_WRAPPED = 48.0  # a column that is wider has several lines
_ROWS_HIGH = (5.2, 10.0)  # millimetres
_HEAD, _NOTE = 38.0, 3.6


class _Column(NamedTuple):
    title: str
    position: int  # on the sheet, from 0
    is_number: bool
    width: float  # of its widest text, in millimetres
    style: Style


def render_table(source: Source, sheet: str) -> Html:
    """Render a sheet as a table; "" without content below its titles."""
    grid = source.book.snapshot.sheets[sheet]
    header = _find_header(source, sheet, grid)
    titles = grid[header - 1] if header else ()
    rows = [row for row in grid[header or _find_start(grid) :] if any(map(cell_text, row))]
    if not rows:
        return Html("")
    styles = {column.title: column.style for column in source.book.computed_columns.get(sheet, ())}
    columns = _find_columns(titles, rows, styles, source.book.bye)
    width = sum(min(column.width + _PADDING, _WRAPPED) for column in columns)
    turned = width > A4[0] - 2 * MARGIN
    room = A4[turned] - 2 * MARGIN
    least, most = _ROWS_HIGH
    shown = columns[-1].position + 1
    above = [row[:shown] for row in grid[: header - 1]] if sheet in schema.COMPUTED_SHEETS else []
    notes = _list_notes(above)
    free = A4[not turned] - 2 * MARGIN - _HEAD - _NOTE * len(notes) / (1 + turned)
    row_height = max(least, min(most, free / len(rows)))
    size = _SIZE if width <= room else _SMALLER
    table = element(
        "table",
        *([_render_titles(columns)] if header else []),
        element("tbody", *_render_rows(source, columns, rows, titles)),
        style=f"font-size:{size:g}pt",
    )
    title = cell_text(grid[0][0]) if header and grid[0] else ""
    head = heading(title or sheet, source.event_lines, 26, room)
    foot = [element("footer", element("div", *(element("p", note) for note in notes), class_="notes"))] if notes else []
    section = page("plain", head, table, *foot, game=source.book.game, row=row_height, turned=turned)
    return bind_pages([section], turned=turned, margin=MARGIN)


def _render_titles(columns: Sequence[_Column]) -> Html:
    titles = (element("th", column.title, class_=_class_of(column)) for column in columns)
    return element("thead", element("tr", *titles))


def _class_of(column: _Column) -> str:
    return f"{'num' * column.is_number} {'total' * (column.title in _BOLD)}".strip()


def _render_rows(
    source: Source, columns: Sequence[_Column], rows: Sequence[Sequence[Cell]], titles: Sequence[Cell]
) -> Iterator[Html]:
    """Render the rows, with a rule where the round or the group changes."""
    numbers = _find_numbers(source, titles)
    part = columns[0] if columns[0].title in _PARTS else None
    before = ""
    for row in rows:
        texts = [_text_of(source, column, row, numbers) for column in columns]
        cells = (element("td", text, class_=_class_of(column)) for column, text in zip(columns, texts, strict=True))
        yield element("tr", *cells, class_="group" if part and before not in ("", texts[0]) else "")
        before = texts[0]


def _list_notes(rows: Sequence[Sequence[Cell]]) -> list[str]:
    """Return what stands above the titles of a computed sheet, without its own title: lines, or labels with figures."""
    notes = list[str]()
    for row in rows:
        texts = [text for cell in row if (text := cell_text(cell))]
        if len(texts) > _LEAST_TITLES:
            pairs = zip(texts[::2], texts[1::2], strict=False)
            figures = (f"{label} : {figure_text(Style.TEXT, figure)}" for label, figure in pairs)
            texts = [sheets.join_parts(*figures)]
        notes += texts
    return [line for note in notes[1:] for line in note.split("\n")]


def _find_start(grid: Sequence[Sequence[Cell]]) -> int:
    """Return how many rows a sheet without titles has above its content: title and instructions, a text each."""
    counts = [sum(map(bool, map(cell_text, row))) for row in grid]
    return next((row for row, number in enumerate(counts) if number > 1), 0)


def _find_header(source: Source, sheet: str, grid: Sequence[Sequence[Cell]]) -> int:
    """Return the row of a sheet's titles, from 1; 0 for none."""
    if sheet in source.game.forms:
        return 0
    if table := source.book.find_table(sheet):
        return table.header
    counts = [sum(map(bool, map(cell_text, row))) for row in grid[:_HEADER_ROWS]]
    return counts.index(max(counts)) + 1 if max(counts, default=0) >= _LEAST_TITLES else 0


def _find_columns(
    titles: Sequence[Cell], rows: Sequence[Sequence[Cell]], styles: Mapping[str, Style], bye: str
) -> list[_Column]:
    """Return the columns to print: those without content are left out, and all from one of marks on."""
    columns = list[_Column]()
    for index in range(max(map(len, rows))):
        title = cell_text(titles[index]) if index < len(titles) else ""
        if styles.get(title) is Style.MARK:
            break
        cells = [row[index] for row in rows if index < len(row) and cell_text(row[index])]
        if not cells:
            continue
        is_number = all(cell_text(cell) == bye or parse_number(cell_text(cell)) is not None for cell in cells)
        width = max(measure(line, _SIZE) for cell in (title, *cells) for line in cell_text(cell).split("\n"))
        columns.append(_Column(title, index, is_number, width, styles.get(title, Style.TEXT)))
    return columns


def _find_numbers(source: Source, titles: Sequence[Cell]) -> Mapping[int, int]:
    """Return column of names -> column of the N° of who is named, both from 0."""
    indices = {cell_text(title): index for index, title in enumerate(titles)}
    pairs = (("N°", schema.PLAYER), *source.game.side_columns)
    return {indices[name]: indices[number] for number, name in pairs if {number, name} <= indices.keys()}


def _text_of(source: Source, column: _Column, row: Sequence[Cell], numbers: Mapping[int, int]) -> str:
    """Return the text of a cell, a player's name whole."""
    if column.position >= len(row):
        return ""
    text, number = cell_text(row[column.position]), numbers.get(column.position)
    player = cell_text(row[number]) if number is not None else ""
    if player == source.book.bye:
        return sheets.EXEMPT
    if text == source.book.bye and column.position in numbers.values():
        return sheets.NO_TABLE
    if column.title == source.game.ending_column:
        return words.forfeit_text(text)
    named = source.names.get(parse_int(player) or X) if player else ""
    return named or figure_text(column.style, text)

"""Finales: the games that decide the first places, and their bracket."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tournament_xl.games.answers import FinalGame
from tournament_xl.messages import paper as words
from tournament_xl.messages import sheets
from tournament_xl.messages.names import final_title
from tournament_xl.paper.elements import Html, element, join
from tournament_xl.paper.layout import A4, MARGIN, bind_pages, heading, name_box, page
from tournament_xl.paper.rounds import render_sides
from tournament_xl.paper.source import Source
from tournament_xl.workbook import schema
from tournament_xl.workbook.cells import cell_text, parse_number
from tournament_xl.workbook.snapshot import Snapshot

_FREE = A4[0] - 2 * MARGIN - 26.0  # millimetres
_BRACKET, _STEP = 104.0, 5.6  # room of the bracket; height of a row of the sheet in it
_COLUMNS = {0: 1, 4: 2, 8: 3}  # column of a match on the sheet, from that of the bracket's title -> on paper
_TALLEST, _TALLEST_ALONE = 13.0, 30.0  # row of a game above the bracket; without a bracket
_NAME_ROOM, _BOX_ROOM = 84.0, 62.0
_TITLE_ROWS, _BELOW, _WIDTH = 4, 3, 9  # of the bracket: where its title is; its first row below that; its columns


class _Match(NamedTuple):
    """Match of the bracket, as it stands on the sheet."""

    row: int  # from that of the title
    column: int
    lines: Sequence[tuple[str, str]]  # its name, then who meets with the score, perhaps what decided it


def render_finals(source: Source) -> Html:
    """Render the finals; "" before a match of theirs is known."""
    games = [*source.game.list_finals(source.book)]
    if not games:
        return Html("")
    matches = [*_read_bracket(source.book.snapshot)]
    room = _FREE - (_BRACKET if matches else 0)
    row = min(_TALLEST if matches else _TALLEST_ALONE, room / len(games))
    rows = [_render_game(source, game, row) for game in games]
    table = element("table", *rows, class_="games")
    head = heading(
        words.FINALS, (*source.event_lines, source.contents.tables[schema.STANDINGS].subtitle), 30, A4[1] - 2 * MARGIN
    )
    bracket = [element("div", *map(_render_match, matches), class_="bracket")] if matches else []
    return bind_pages(
        [page("matches", head, table, *bracket, game=source.book.game, row=row, turned=True)], turned=True
    )


def _render_game(source: Source, game: FinalGame, row: float) -> Html:
    note = [element("small", game.decided)] if game.decided else []
    return element(
        "tr",
        element("td", final_title(game.stage, game.number), *note, class_="stage"),
        *render_sides(source, game.first, game.second, _NAME_ROOM, row, min(24.0, row * 1.2)),
    )


def _read_bracket(snapshot: Snapshot) -> Iterator[_Match]:
    """Read the matches of the bracket on Finales, where the sheet has one."""
    grid = [[cell_text(cell) for cell in cells] for cells in snapshot.sheets.get(schema.FINALS, ())]

    def text(row: int, column: int) -> str:
        return grid[row][column] if row < len(grid) and column < len(grid[row]) else ""

    places = (
        (row, grid[row].index(sheets.BRACKET))
        for row in range(min(_TITLE_ROWS, len(grid)))
        if sheets.BRACKET in grid[row]
    )
    for top, left in places:
        for row in range(top + _BELOW, len(grid)):
            for column in _COLUMNS:
                if text(row, left + column) and not text(row - 1, left + column):
                    lines = list[tuple[str, str]]()
                    while name := text(row + len(lines), left + column):
                        lines.append((name, text(row + len(lines), left + column + 1)))
                    yield _Match(row - top, column, lines)


def _render_match(match: _Match) -> Html:
    (title, _), *sides = match.lines
    scores = [parse_number(score) for _, score in sides]
    best = max((score for score in scores if score is not None), default=None)
    lines = [
        element(
            "p",
            name_box(name, _BOX_ROOM, _STEP * 1.4, 14),
            *([element("b", score)] if score else []),
            class_="won" if score and scores[index] == best else "",
        )
        for index, (name, score) in enumerate(sides)
    ]
    lines += [element("p")] * max(0, (1 if match.column == max(_COLUMNS) else 2) - len(lines))
    style = f"grid-column:{_COLUMNS[match.column]};top:{_STEP * match.row:.1f}mm"
    return element("section", element("h3", title), join(*lines), style=style)

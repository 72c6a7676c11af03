"""Finales: the games that decide the first places, and their bracket."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tournament_xl.games.answers import FinalGame
from tournament_xl.messages import paper as words
from tournament_xl.messages import sheets
from tournament_xl.messages.names import final_title
from tournament_xl.messages.publication import score_without_ending
from tournament_xl.paper.elements import Html, element
from tournament_xl.paper.layout import A4, MARGIN, bind_pages, heading, name_box, page
from tournament_xl.paper.rounds import render_sides
from tournament_xl.paper.source import Source
from tournament_xl.workbook import schema
from tournament_xl.workbook.cells import cell_text, parse_number
from tournament_xl.workbook.snapshot import Snapshot

_FREE = A4[0] - 2 * MARGIN - 26.0  # millimetres
_COLUMNS = {0: 0, 4: 1, 8: 2}  # column of a match on the sheet, from that of the bracket's title -> on paper
_ACROSS, _GAP = A4[1] - 2 * MARGIN, 18.0  # of the bracket; between its columns
_BOX = (_ACROSS - _GAP * (len(_COLUMNS) - 1)) / len(_COLUMNS)  # width of a match
_HEAD, _SIDE = 7.0, 10.0  # height of the title of a match, of each name
_TALLEST_ALONE = 48.0  # row of a game, without a bracket
_NAME_ROOM, _SCORE_ROOM = 84.0, 14.0
_TITLE_ROWS, _BELOW, _WIDTH = 4, 3, 9  # of the bracket: where its title is; its first row below that; its columns


class _Match(NamedTuple):
    """Match of the bracket, as it stands on the sheet."""

    row: int  # from that of the title
    column: int
    title: str
    sides: Sequence[tuple[str, str]]  # who meets, with the score


def render_finals(source: Source) -> Html:
    """Render the finals; "" before a match of theirs is known."""
    games = [*source.game.list_finals(source.book)]
    if not games:
        return Html("")
    matches = [*_read_bracket(source.book.snapshot)]
    row = min(_TALLEST_ALONE, _FREE / len(games))
    content = (
        _render_bracket(source, matches, games)
        if matches
        else element("table", *(_render_game(source, game, row) for game in games), class_="games")
    )
    head = heading(words.FINALS, (*source.event_lines, source.contents.tables[schema.STANDINGS].subtitle), 30, _ACROSS)
    return bind_pages([page("matches", head, content, game=source.book.game, row=row, turned=True)], turned=True)


def _render_game(source: Source, game: FinalGame, row: float) -> Html:
    note = [element("small", game.decided)] if game.decided else []
    return element(
        "tr",
        element("td", final_title(game.stage, game.number), *note, class_="stage"),
        *render_sides(source, game.first, game.second, _NAME_ROOM, row, min(28.0, row * 1.2)),
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
                    yield _Match(row - top - _BELOW, column, lines[0][0], lines[1:3])


def _render_bracket(source: Source, matches: Sequence[_Match], games: Sequence[FinalGame]) -> Html:
    """Render the matches with the scores of their games, and lines to the final and to its winner."""
    step = (_FREE - _HEAD - 3 * _SIDE) / max(match.row for match in matches)
    final = next((match for match in matches if match.title == sheets.FINAL), None)
    lines = list[Html]()
    for match in matches:
        if final and (match == final or match.column == min(_COLUMNS)):
            start = f"M{_left_of(match) + _BOX:.1f} {_middle_of(match, step):.1f}"
            lines.append(element("path", d=f"{start}h{_GAP / 2}V{_middle_of(final, step):.1f}h{_GAP / 2}"))
    drawing = element("svg", *lines, viewBox=f"0 0 {_ACROSS:.1f} {_FREE:.1f}")
    return element("div", drawing, *(_render_match(source, match, games, step) for match in matches), class_="bracket")


def _left_of(match: _Match) -> float:
    return _COLUMNS[match.column] * (_BOX + _GAP)


def _middle_of(match: _Match, step: float) -> float:
    """Return where the line between the two names of a match is, in millimetres."""
    return step * match.row + _HEAD + _SIDE * (1 if match.column < max(_COLUMNS) else 0.5)


def _render_match(source: Source, match: _Match, games: Sequence[FinalGame], step: float) -> Html:
    played = [game for game in games if game.stage == match.title]
    winner = _find_winner(source, match, played)
    room = _BOX - _SCORE_ROOM
    lines = [
        element(
            "p",
            name_box(name, room, _SIDE, 19, bold=True),
            *([element("span", score)] if score else []),
            class_="won" if name == winner else "",
        )
        for name, score in match.sides
    ]
    lines += [element("p")] * max(0, (1 if match.column == max(_COLUMNS) else 2) - len(lines))
    notes = [_score_of(source, game, match.sides[0][0]) for game in played if game.number and game.first.games]
    notes += [game.decided for game in played if game.decided]
    style = f"left:{_left_of(match):.1f}mm;top:{step * match.row:.1f}mm"
    if notes:
        lines.append(element("small", sheets.join_parts(*notes)))
    return element("section", element("h3", match.title), *lines, style=style)


def _find_winner(source: Source, match: _Match, played: Sequence[FinalGame]) -> str:
    """Return who has won a match, by what decided it where its scores are even; "" for nobody yet."""
    if any(game.waits for game in played):
        return ""
    if decided := next((game.winner for game in played if game.winner), None):
        return source.names[decided]
    scores = sorted((parse_number(score) or 0, name) for name, score in match.sides if score)
    return scores[-1][1] if len(scores) == 2 and scores[0][0] != scores[1][0] else ""


def _score_of(source: Source, game: FinalGame, name: str) -> str:
    """Return the score of a game of a match, that of the player who is named first in front."""
    first, second = game.first, game.second
    if source.names[first.number] != name:
        first, second = second, first
    title = final_title(game.stage, game.number).removeprefix(f"{game.stage}, ")
    return f"{title} : {score_without_ending(source.game.render_score(first, second), first.end)}"

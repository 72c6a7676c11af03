"""A round with its scores: who met whom, who won, and what else ended a match."""

from __future__ import annotations

from tournament_xl.core.model import Side, X
from tournament_xl.messages import paper as words
from tournament_xl.messages import sheets
from tournament_xl.messages.publication import ending_text, score_without_ending
from tournament_xl.paper.elements import Html, draw_disc, element
from tournament_xl.paper.layout import (
    A4,
    MARGIN,
    bind_pages,
    heading,
    name_box,
    page,
    page_number,
    share_height,
    split_evenly,
)
from tournament_xl.paper.source import Source
from tournament_xl.workbook import schema

_FREE = A4[1] - 2 * MARGIN - 26.0  # for the rows of a page, in millimetres
_TALLEST, _MOST_ROWS = 20.0, 28
_NAME_ROOM = 62.0
_COLUMN_NAME_ROOM, _COLUMN_DISC_ROOM, _COLUMN_ROW, _COLUMN_SIZE = 28.5, 3.8, 9.0, 9.5  # of two columns
_DASH, _GAMES = " – ", " · "  # between the scores of a game; between games
_COLOURS = {"N": "●", "B": "○"}  # of a side -> mark of its disc


def render_round(source: Source, number: int) -> Html:
    """Render a drawn round with the scores that are known."""
    matches = _sort(source, number)
    title = sheets.round_name(number, source.book.tournament.settings.rounds or 0, 0)
    names = [(source.names[player], _NAME_ROOM) for match in matches for player in _list_numbers(match)]
    parts = split_evenly(matches, _MOST_ROWS)
    pages = list[Html]()
    for page_index, part in enumerate(parts, start=1):
        row = share_height(_FREE, max(map(len, parts)), _TALLEST, names)
        size = min(17.0, row * 1.2)
        rows = [_render_row(source, match, row, size, _NAME_ROOM) for match in part]
        foot = element("footer", "", page_number(page_index, len(parts)))
        head = heading(title, source.event_lines, 30)
        content = head, element("table", *rows, class_="games"), foot
        pages.append(page("matches scores", *content, game=source.book.game, row=row))
    return bind_pages(pages)


def render_results(source: Source) -> Html:
    """Render all drawn rounds with the scores that are known, in two columns."""
    room = _COLUMN_NAME_ROOM - (_COLUMN_DISC_ROOM if source.game.has_colours else 0)
    blocks = list[Html]()
    for number in range(1, len(source.book.tournament.rounds) + 1):
        rows = [_render_row(source, match, _COLUMN_ROW, _COLUMN_SIZE, room) for match in _sort(source, number)]
        title = element("h2", words.round_title(f"R{number}"))
        blocks.append(element("section", title, element("table", *rows, class_="games")))
    if not blocks:
        return Html("")
    head = heading(schema.RESULTS, source.event_lines, 26)
    section = page("plain", head, element("div", *blocks, class_="rounds"), game=source.book.game)
    return bind_pages([section], margin=MARGIN)


def _sort(source: Source, number: int) -> list[tuple[Side, Side]]:
    """Return the matches of a round by table, the exempt last."""
    return sorted(source.book.sides(number), key=lambda match: (X in _list_numbers(match), match[0].table or 10_000))


def _list_numbers(match: tuple[Side, Side]) -> tuple[int, int]:
    return match[0].number, match[1].number


def _render_row(source: Source, match: tuple[Side, Side], row: float, size: float, room: float) -> Html:
    first, second = match
    if X in _list_numbers(match):
        player = (second if first.number == X else first)._replace(outcome="")
        free = element("td", element("small", sheets.EXEMPT), class_="two", colspan=3)
        return element("tr", element("td", class_="table"), render_side(source, player, 0, room, row, size), free)
    return element(
        "tr",
        element("td", str(first.table or ""), class_="table"),
        *render_sides(source, first, second, room, row, size),
    )


def render_sides(source: Source, first: Side, second: Side, room: float, row: float, size: float) -> list[Html]:
    """Render the cells of a match: both names beside their scores, the winner's bold."""
    score, ending = score_without_ending(source.game.render_score(first, second), first.end), ending_text(first.end)
    note = [element("small", ending)] if ending else []
    if _GAMES in score:
        boxes = [element("td", score, class_="box", colspan=2)]
    else:
        own, _, other = score.partition(_DASH)
        boxes = [element("td", own, class_="box"), element("td", other, *note, class_="box")]
    return [
        render_side(source, first, 0, room, row, size),
        *boxes,
        render_side(source, second, 1, room, row, size),
    ]


def render_side(source: Source, side: Side, place: int, room: float, row: float, size: float) -> Html:
    """Render the cell of a player, his disc beside his score.

    Args:
        source: What the paper is made of.
        side: The player's side of the match.
        place: 0 where the score is right of the name, 1 where it is left of it.
        room: Width of the name, in millimetres.
        row: Height of the row, in millimetres.
        size: Largest size of the name, in points.
    """
    won = " won" if side.complete and side.outcome == "G" else ""
    mark = draw_disc(_COLOURS.get(side.colour, ""))
    name = name_box(source.names[side.number], room, row, size, bold=bool(won), on_one_line=1)
    content = (name, mark) if place == 0 else (mark, name)
    return element("td", *content, class_=("one", "two")[place] + won)

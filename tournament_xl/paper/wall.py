"""Appariements: who plays where, by name and by table, to be read from two metres."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tournament_xl.core.model import X
from tournament_xl.messages import paper as words
from tournament_xl.messages import sheets
from tournament_xl.paper.elements import Html, draw_disc, element, join
from tournament_xl.paper.layout import (
    A4,
    MARGIN,
    bind_pages,
    list_size,
    name_box,
    page,
    page_number,
    share_height,
    split_evenly,
)
from tournament_xl.paper.source import Source
from tournament_xl.workbook.cells import cell_text
from tournament_xl.workbook.sheets.pairings import Part, Seat, find_round_time, list_seats, read_round_times

_HEAD, _TITLES = 24.0, 7.0  # height of a page's head and of the titles of a table, in millimetres
_FREE = A4[1] - 2 * MARGIN - _HEAD - _TITLES  # for rows
_GAP = 17.0  # between the list by name and the tables on one page, with the titles of these
_MOST_ON_ONE, _MOST_NAMES, _MOST_TABLES = 28, 27, 25  # rows of a page
_TALLEST = 26.0  # row
_LEAST = 13.5  # points: of names of usual length, read from two metres
_NAMES_ROOM, _DISC_ROOM = 75.0, 8.0  # width of a name beside its table; of a disc
_SIDE_ROOM = 66.0  # width of a name beside the boxes
_FINAL_ROOM, _FINAL_DISC_ROOM, _TALLEST_FINAL = 146.0, 16.0, 60.0
_BOX = element("td", class_="box")


def render_wall(source: Source) -> Html:
    """Render the wall of the last drawn round, or of the finals to be played."""
    printed, rounds = source.contents.printed_round, len(source.book.tournament.rounds)
    if printed.finals:
        return bind_pages([_render_finals(source)])
    if not rounds:
        return Html("")
    seats = list_seats(source.book, printed)
    lines = [line for part in printed.parts for line in _list_part(part)]
    columns = -(-len(seats) // 2)
    names = [(name, _SIDE_ROOM - _DISC_ROOM) for name in source.names.values()]
    if columns + len(lines) <= _MOST_ON_ONE:
        row = share_height(_FREE - _GAP, columns + len(lines), _TALLEST, names)
        content = _render_names(source, seats, row), _render_tables(source, lines, row)
        return bind_pages([page("wall", _render_head(source), *content, game=source.book.game, row=row)])
    parts = [
        *((_render_names, part, -(-len(part) // 2)) for part in split_evenly(seats, 2 * _MOST_NAMES)),
        *((_render_tables, part, len(part)) for part in split_evenly(lines, _MOST_TABLES)),
    ]
    pages = list[Html]()
    for number, (render, part, rows) in enumerate(parts, start=1):
        row = share_height(_FREE - 6, rows, _TALLEST, names)
        foot = element("footer", "", page_number(number, len(parts)))
        content = render(source, part, row)  # type: ignore[operator]
        pages.append(page("wall", _render_head(source), content, foot, game=source.book.game, row=row))
    return bind_pages(pages)


def _render_head(source: Source) -> Html:
    """Render the head of a page: the round and its time large, the tournament and the room small."""
    book, number = source.book, len(source.book.tournament.rounds)
    main, rest = words.split_round(source.contents.printed_round.title)
    time = words.hour_text(find_round_time(read_round_times(book), number))
    return element(
        "header",
        element("h1", main),
        element(
            "p", join(sheets.join_parts(rest, source.event), element("br"), _describe_place(source)), class_="event"
        ),
        *([element("img", src=source.logo, alt="")] if source.logo else []),
        element("b", time, class_="time"),
        class_="head",
    )


def _describe_place(source: Source) -> str:
    settings = source.book.settings
    return (
        sheets.join_parts(settings.text("Salle"), sheets.time_per_player_text(settings.text("Temps par joueur")))
        or source.event_lines[1]
    )


def _render_names(source: Source, seats: Sequence[Seat], row: float) -> Html:
    """Render everybody by name with his table, in two columns."""
    colours = source.game.has_colours
    room = _NAMES_ROOM - (_DISC_ROOM if colours else 0)
    size = list_size((source.names[seat.player] for seat in seats), room, min(26.0, max(15.5, row * 1.35)), _LEAST)
    title = element(
        "p", element("span", sheets.BY_NAME), element("span", words.TABLE_AND_COLOUR if colours else words.TABLE)
    )
    lines = [
        element(
            "li",
            name_box(source.names[seat.player], room, row - 1, size, on_one_line=1),
            element("small", seat.without) if seat.without else element("b", cell_text(seat.table)),
            *([draw_disc(seat.mark)] if colours and not seat.without else []),
        )
        for seat in seats
    ]
    return join(
        element("div", title, title, class_="titles"),
        element("ol", *lines, class_="where", style=f"--half:{-(-len(seats) // 2)}"),
    )


Line = tuple[str, str] | tuple[int, int, int]  # heading of a group; table and N° of a match


def _list_part(part: Part) -> Iterable[Line]:
    heading, matches = part
    if heading:
        yield heading
    for match in matches:
        yield match.table, *match.sides


def _render_tables(source: Source, lines: Sequence[Line], row: float) -> Html:
    """Render matches by table with boxes for their scores."""
    printed = source.contents.printed_round
    first, second = source.game.side_columns
    titles = [words.TABLE_TITLE, "", words.SCORES, ""]
    if source.game.has_colours:
        titles = [words.TABLE_TITLE, first[1], words.score_title(source.game.score_pairs[0][0]), second[1]]
    head = element(
        "tr",
        *(
            element("th", title, class_=kind, colspan=2 if kind == "scores" else None)
            for title, kind in zip(titles, ("", "one", "scores", "two"), strict=True)
        ),
    )
    room = _SIDE_ROOM - (_DISC_ROOM if source.game.has_colours else 0)
    size = list_size(source.names.values(), room, min(19.0, max(13.5, row * 1.25)), _LEAST)
    rows = list[Html]()
    for line in lines:
        if len(line) == 2:
            rows.append(element("tr", element("td", *_spread(line), colspan=5), class_="group"))
            continue
        table, *sides = line
        if X in sides:
            sides.sort(reverse=True)
        marks = ("", "") if X in sides else printed.marks
        boxes = [_render_side(source, side, place, marks[place], row, size) for place, side in enumerate(sides)]
        middle = [element("td", colspan=2)] if X in sides else [_BOX, _BOX]
        seat = element("td", "" if X in sides else str(table or "?"), class_="table")
        rows.append(element("tr", seat, boxes[0], *middle, boxes[1]))
    return element("table", element("thead", head), element("tbody", *rows), class_="games")


def _spread(texts: tuple[str, str]) -> tuple[Html, Html]:
    return element("b", texts[0]), element("span", texts[1])


def _render_side(source: Source, player: int, place: int, mark: str, row: float, size: float) -> Html:
    """Render the cell of a player, beside the boxes his colour."""
    kind = ("one", "two")[place]
    if player == X:
        return element("td", element("small", sheets.EXEMPT), class_=kind)
    mark_of_absence = sheets.absent_name("")
    away = mark_of_absence if source.contents.printed_round.names[player].endswith(mark_of_absence) else ""
    disc = draw_disc(mark)
    name = name_box(source.names[player] + away, _SIDE_ROOM - (_DISC_ROOM if disc else 0), row - 1, size, on_one_line=1)
    return element("td", *((name, disc) if place == 0 else (disc, name)), class_=kind)


def _render_finals(source: Source) -> Html:
    """Render the finals to be played, the names of each above each other, beside boxes for their scores."""
    printed = source.contents.printed_round
    (first, *others) = printed.finals
    title = words.FINALS if others else first.title
    row = min(_TALLEST_FINAL, (_FREE - _GAP * len(printed.finals)) / len(printed.finals) / 2)
    blocks = list[Html]()
    for final in printed.finals:
        rows = [_render_finalist(source, side, place, row) for place, side in enumerate(final.sides)]
        heading = [element("h2", final.title)] if others else []
        blocks.append(element("section", *heading, element("table", *rows, class_="games")))
    place = join(source.event, element("br"), _describe_place(source))
    head = element("header", element("h1", title), element("p", place, class_="event"), class_="head")
    return page("wall finals", head, *blocks, game=source.book.game, row=row)


def _render_finalist(source: Source, player: int, place: int, row: float) -> Html:
    mark = draw_disc(source.contents.printed_round.marks[place])
    room = _FINAL_ROOM - (_FINAL_DISC_ROOM if mark else 0)
    return element("tr", element("td", mark, name_box(source.names[player], room, row, 40, bold=True)), _BOX)

"""Pointage: everybody by name, to tick at the desk, with club and what is due or paid."""

from __future__ import annotations

from tournament_xl.messages import paper as words
from tournament_xl.messages.names import fill_sentence, french_decimal
from tournament_xl.messages.player_names import alphabetical_key
from tournament_xl.messages.sheets import join_parts
from tournament_xl.paper.elements import Html, element
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
from tournament_xl.workbook.cells import parse_number

_FREE = A4[1] - 2 * MARGIN - 34.0  # for the rows of a page, in millimetres
_TALLEST, _MOST_ROWS = 16.0, 30
_NAME_ROOM, _ORIGIN_ROOM = 74.0, 43.0
_DUES = ("Droits", schema.PAID)  # columns of Joueurs; the first that is filled counts


def render_desk_list(source: Source) -> Html:
    """Render everybody on Joueurs, those without a N° too; who is absent from the next round has no box to tick."""
    book = source.book
    people = sorted(
        book.players.rows, key=lambda row: (alphabetical_key(row[1].name, row[1].first_name), row[1].number, row[0].row)
    )
    dues = [next(filter(None, map(line.texts.get, _DUES)), "") for line, _ in people]
    total = sum(parse_number(due) or 0 for due in dues)
    origins = [join_parts(getattr(player, "country", ""), player.club) for _, player in people]
    names = [source.names[player.number] if player.number else player.full_name for _, player in people]
    boxes = [(name, _NAME_ROOM) for name in names] + [(origin, _ORIGIN_ROOM) for origin in origins]
    lines = [*zip(people, names, origins, dues, strict=True)]
    parts = split_evenly(lines, _MOST_ROWS)
    due = words.DUE.format(total=french_decimal(f"{total:g}")) if total else ""
    count = join_parts(fill_sentence(words.PLAYERS, {"players": people}), due)
    next_round = book.tournament.next_round
    heads = element("tr", *(element("th", title, class_=kind) for title, kind in words.DESK_COLUMNS.items()))
    pages = list[Html]()
    for number, part in enumerate(parts, start=1):
        row = share_height(_FREE, max(map(len, parts)), _TALLEST, boxes)
        rows = [
            element(
                "tr",
                element(
                    "td",
                    words.AWAY if next_round in player.absences or player in book.unchecked else element("i"),
                    class_="tick",
                ),
                element("td", name_box(name, _NAME_ROOM, row - 1, min(17.0, row * 1.5))),
                element("td", str(player.number or ""), class_="num"),
                element("td", name_box(origin, _ORIGIN_ROOM, row, 11), class_="origin"),
                element("td", due, class_="num"),
            )
            for (_, player), name, origin, due in part
        ]
        foot = element("footer", element("span", count), page_number(number, len(parts)))
        head = heading(words.DESK_TITLE, source.event_lines, 30)
        table = element("table", element("thead", heads), element("tbody", *rows))
        pages.append(page("desk", head, table, foot, game=book.game, row=row))
    return bind_pages(pages)

"""Évolution: everybody's place round by round, as curves, names at both ends; the first three in the colour."""

from __future__ import annotations

from tournament_xl.messages import paper as words
from tournament_xl.messages import prizes as titles
from tournament_xl.paper.elements import Html, element
from tournament_xl.paper.layout import A4, LEAST_SIZE, MARGIN, bind_pages, heading, measure, page
from tournament_xl.paper.source import Source
from tournament_xl.workbook import schema

_MOST_SHOWN = 32  # players; of more the first of the standings, whose places further down are on the lowest line
_WIDTH, _HEIGHT = A4[1] - 2 * MARGIN, A4[0] - 2 * MARGIN - 19.0  # of the drawing, in millimetres
_TOP, _ROUND_LINE = 3.0, 9.0  # above the first line; below the last, for the numbers of the rounds
_LARGEST, _SHARE = 11.0, 2.2  # points; size by the distance of lines in millimetres
_LEFT, _RIGHT = 58.0, 80.0  # most that names beside the curves are wide
_GAP = 4.0  # between a curve and its name
_FIRST_CLASSES = ("first", "second", "third")


def render_evolution(source: Source) -> Html:
    """Render the chart of places after each complete round."""
    book, played = source.book, source.book.tournament.played
    if not played:
        return Html("")
    final = [line.number for line in book.ranked(played)][:_MOST_SHOWN]
    orders = [[line.number for line in book.ranked(number)] for number in range(1, played)]
    orders.append([line.number for line in book.ranked(played)])
    places = {line.number: line.place for line in book.ranked(played)}
    first_places = book.find_round_places(1) if played > 1 else places
    is_cut = len(orders[-1]) > _MOST_SHOWN
    lines = len(final) + is_cut
    step = (_HEIGHT - _TOP - _ROUND_LINE) / max(lines - 1, 11)
    size = min(_LARGEST, _SHARE * step)
    surnames = source.short_names
    left_room = min(_LEFT, max(measure(f"{surnames[player]} 99", size, bold=True) for player in final))
    right_room = min(_RIGHT, max(measure(f"99 {source.names[player]}", size, bold=True) for player in final))
    left, right = left_room + _GAP, _WIDTH - right_room - _GAP

    def across(index: int) -> float:
        return left + (right - left) * index / max(played - 1, 1)

    def down(order: list[int], player: int) -> float:
        return _TOP + step * min(order.index(player), lines - 1)

    has_words = measure(words.ROUND.format(number=played), 10) + _GAP < across(1) - across(0) or played == 1
    round_text = words.ROUND if has_words else "{number}"
    drawn = [
        element("path", class_="round", d=f"M{across(index):.1f} {_TOP}V{down_to:.1f}")
        for index in range(played)
        for down_to in (_TOP + step * (lines - 1),)
    ]
    drawn += [
        _text(
            across(index), _TOP + step * (lines - 1) + 6.5, round_text.format(number=index + 1), 10, "middle", "round"
        )
        for index in range(played)
    ]
    for rank, player in reversed([*enumerate(final)]):
        kind = _FIRST_CLASSES[rank] if rank < len(_FIRST_CLASSES) else ""
        dots = [(across(index), down(order, player)) for index, order in enumerate(orders) if player in order]
        start = next(index for index, order in enumerate(orders) if player in order)
        drawn.append(element("path", class_=f"curve {kind}".rstrip(), d=_draw_curve(dots)))
        drawn += [
            element("circle", class_=f"dot {kind}".rstrip(), cx=f"{x:.1f}", cy=f"{y:.1f}", r="1.1" if kind else ".6")
            for x, y in dots
        ]
        baseline = 0.34 * size * 25.4 / 72
        if start == 0 and played > 1 and orders[0].index(player) < _MOST_SHOWN:
            text = f"{_cut(surnames[player], left_room)} {first_places[player]}"
            drawn.append(
                _text(left - _GAP + 1, dots[0][1] + baseline, text, _shrink(text, left_room, size), "end", kind)
            )
        text = f"{places[player]} {_cut(source.names[player], right_room)}"
        drawn.append(
            _text(right + _GAP - 1, dots[-1][1] + baseline, text, _shrink(text, right_room, size), "start", kind)
        )
    rounds = book.tournament.settings.rounds or 0
    title = titles.prizes_title(schema.EVOLUTION, played, rounds)
    note = words.FIRST_OF.format(shown=_MOST_SHOWN, players=len(orders[-1])) if is_cut else ""
    chart = element("svg", *drawn, viewBox=f"0 0 {_WIDTH:.1f} {_HEIGHT:.1f}", role="img")
    head = heading(title, [", ".join(filter(None, source.event_lines)), note], 24, _WIDTH)
    return bind_pages([page("chart", head, chart, game=book.game, turned=True)], turned=True)


def _cut(name: str, room: float) -> str:
    """Leave out the last words of a name that is too long for one line in the smallest letters."""
    shown = name
    while measure(f"99 {shown}", LEAST_SIZE, bold=True) > room and " " in shown:
        shown = f"{shown.rpartition(' ')[0]}…"
    return shown


def _shrink(text: str, room: float, size: float) -> float:
    return min(size, size * room / measure(text, size))


def _text(x: float, y: float, text: str, size: float, anchor: str, kind: str) -> Html:
    size_in_millimetres = size * 25.4 / 72
    return element(
        "text",
        text,
        x=f"{x:.1f}",
        y=f"{y:.1f}",
        text_anchor=anchor,
        class_=kind,
        font_size=f"{size_in_millimetres:.2f}",
    )


def _draw_curve(dots: list[tuple[float, float]]) -> str:
    """Draw a line from dot to dot that is level at each."""
    (x, y), *others = dots
    parts = [f"M{x:.1f} {y:.1f}"]
    for next_x, next_y in others:
        middle = (x + next_x) / 2
        parts.append(f"C{middle:.1f} {y:.1f} {middle:.1f} {next_y:.1f} {next_x:.1f} {next_y:.1f}")
        x, y = next_x, next_y
    return "".join(parts)

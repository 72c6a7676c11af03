"""Palmarès: a page to hang up, with the podium, prizes, places and the tournament in figures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tournament_xl.core.prizes import Ranked
from tournament_xl.messages import paper as words
from tournament_xl.messages import prizes as texts
from tournament_xl.messages import sheets
from tournament_xl.messages.names import list_some_names
from tournament_xl.paper.elements import Html, element, join, join_lines
from tournament_xl.paper.layout import bind_pages, fit, measure, name_box, page
from tournament_xl.paper.source import Source
from tournament_xl.workbook.sheets.awards.inputs import AwardInputs
from tournament_xl.workbook.sheets.awards.palmares import list_facts, render_summary
from tournament_xl.workbook.sheets.awards.prizes import PrizeWon, award_prizes

_STEPS = 3
_MOST_WINNERS = 4  # of a prize; the others are counted
_ROOM = 158.0  # millimetres inside the frame
_FREE = 238.0  # of its height, without what is always there
_FIRST, _FIRST_ALONE = 46.0, 54.0  # points: largest name of the winner, with prizes and without
_SECOND, _SECOND_ALONE = 23.0, 27.0
_PRIZE_ROOM, _WINNER_ROOM, _REASON_ROOM = 44.0, 62.0, 48.0
_PRIZE_ROW, _PLACE_ROW, _FACT_ROW = 10.0, 8.0, 5.2
_MOST_PLACES, _MOST_FACTS, _COLUMNS = 20, 2, 2
_TILES = "MOT"


def render_palmares(source: Source) -> Html:
    """Render Palmarès; "" before all is played."""
    inputs = source.contents.prizes
    if inputs is None or not inputs.complete or not inputs.field.table:
        return Html("")
    prizes = [answer.won for answer in award_prizes(inputs) if answer.won]
    steps, rest = _climb(inputs.eligible_lines)
    sizes = (_FIRST, _SECOND) if prizes else (_FIRST_ALONE, _SECOND_ALONE)
    podium, height = _render_podium(source, inputs, steps, sizes)
    table = [_render_prize(source, prize) for prize in prizes]
    facts = [*filter(None, [inputs.decided]), *list_facts(inputs)]
    free = _FREE - height - 80.0 - sum(map(_prize_height, prizes))
    shown_facts = facts[: max(0, min(_MOST_FACTS, int(free // _FACT_ROW)))]
    free -= _FACT_ROW * len(shown_facts)
    places = min(len(rest), _MOST_PLACES, _COLUMNS * max(0, int(free // _PLACE_ROW)))
    settings = source.book.settings
    date = source.event_lines[1]
    main = element(
        "main",
        element(
            "header",
            _draw_mark(source),
            element("h1", texts.PALMARES),
            element("p", source.event, class_="title", style=_size(source.event, 22)),
            element("p", date, class_="date"),
        ),
        podium,
        *([element("table", *table, class_="prizes")] if table else []),
        *([_render_places(inputs, rest[:places])] if places else []),
        element("section", *map(_render_figure, _split(render_summary(inputs))), class_="figures"),
        *([element("section", *(element("p", fact) for fact in shown_facts), class_="facts")] if shown_facts else []),
        element(
            "section",
            _render_signature(settings.text("Arbitre"), words.REFEREE),
            _render_signature(settings.text("Organisateur"), words.ORGANISER),
            class_="sign",
        ),
    )
    return bind_pages([page("honour", main, game=source.book.game)])


def _size(text: str, size: float) -> str:
    return f"font-size:{fit(text, _ROOM, 18, size, bold=True).size:.4g}pt"


def _climb(lines: Sequence[Ranked]) -> tuple[list[Sequence[Ranked]], Sequence[Ranked]]:
    """Return who stands on each step, those who share one together, and who is below."""
    steps, rest = list[Sequence[Ranked]](), lines
    while rest and sum(map(len, steps)) < _STEPS and rest[0].place <= _STEPS:
        tied = [line for line in rest if line.place == rest[0].place]
        steps.append(tied)
        rest = rest[len(tied) :]
    return steps, rest


def _render_podium(
    source: Source, inputs: AwardInputs, steps: Sequence[Sequence[Ranked]], sizes: tuple[float, float]
) -> tuple[Html, float]:
    """Render the podium: the first across, the others beside each other; return it with its height in millimetres."""
    first, *others = steps
    first_names = [_name_step(source, line, _ROOM, sizes[0] / max(1, len(first) ** 0.5), 40) for line in first]
    block = element("section", _ordinal(first[0].place), *first_names, _describe(inputs, first, _ROOM), class_="first")
    room = _ROOM / max(1, len(others)) - 8
    second = [
        element(
            "div",
            _ordinal(step[0].place),
            *(_name_step(source, line, room, sizes[1] / max(1, len(step) ** 0.5), 24) for line in step),
            _describe(inputs, step, room),
        )
        for step in others
    ]
    columns = f"grid-template-columns:repeat({max(1, len(others))},minmax(0,1fr))"
    beside = [element("section", *second, class_="second", style=columns)] if second else []
    heights = [fit(source.names[line.number], _ROOM, 40, sizes[0], bold=True).height for line in first]
    low = [fit(source.names[line.number], room, 24, sizes[1], bold=True).height for step in others for line in step]
    return join(block, *beside), sum(heights) + 16 + (max(low) + 28 if low else 0)


def _name_step(source: Source, line: Ranked, room: float, size: float, height: float) -> Html:
    return element("div", name_box(source.names[line.number], room, height, size, bold=True), class_="who")


def _ordinal(place: int) -> Html:
    number, suffix = words.split_ordinal(place)
    return element("p", number, element("sup", suffix), class_="rank")


def _describe(inputs: AwardInputs, tied: Sequence[Ranked], room: float) -> Html:
    """Render the figures of a step, behind the club or country of one who is alone there, or below it."""
    line = tied[0]
    ppm = (inputs.ppm or {}).get(line.number)
    figures = texts.podium_line(float(line.points), inputs.unit, float(line.second), ppm)
    origin = inputs.teams_of.get(line.number, "") if len(tied) == 1 else ""
    text = sheets.join_parts(origin, figures)
    return element("p", text if measure(text, 12) <= room else join_lines(origin, figures), class_="line")


def _prize_height(prize: PrizeWon) -> float:
    return _PRIZE_ROW * (1 + min(len(prize.winners), _MOST_WINNERS) // 2)


def _render_prize(source: Source, prize: PrizeWon) -> Html:
    names = [winner if isinstance(winner, str) else source.names[winner] for winner in prize.winners]
    height = _prize_height(prize)
    winners = list_some_names(names, _MOST_WINNERS)
    return element(
        "tr",
        element("td", name_box(prize.prize, _PRIZE_ROOM, height, 13), class_="prize"),
        element("td", element("b", name_box(winners, _WINNER_ROOM, height, 15, bold=True))),
        element("td", name_box(prize.full_reason, _REASON_ROOM, height, 11), class_="reason"),
    )


def _render_places(inputs: AwardInputs, lines: Sequence[Ranked]) -> Html:
    places = [
        element(
            "li",
            element("span", str(line.place)),
            name_box(inputs.names[line.number], 50, _PLACE_ROW, 12.5),
            element("span", texts.points_text(float(line.points), inputs.unit), class_="num"),
        )
        for line in lines
    ]
    return element("ol", *places, class_="rest", style=f"--half:{-(-len(lines) // _COLUMNS)}")


def _split(summary: str) -> Iterator[tuple[str, str]]:
    """Split the size of the tournament into figures with their nouns."""
    for part in summary.split(" · "):
        figure, _, noun = part.partition(" ")
        yield figure, noun


def _render_figure(figure: tuple[str, str]) -> Html:
    return element("p", element("b", figure[0]), element("span", figure[1]))


def _render_signature(name: str, role: str) -> Html:
    return element("p", name, element("br"), element("span", role))


def _draw_mark(source: Source) -> Html:
    """Draw the mark of a game, letters on tiles or the first four discs on their board; or the logo of the club."""
    if source.logo:
        return element("div", element("img", src=source.logo, alt=""), class_="crest")
    if not source.game.has_colours:
        return element("div", *(element("i", letter) for letter in _TILES), class_="crest")
    lines = "".join(f"M{at} 1V43M1 {at}H43" for at in (1, 11.5, 22, 32.5, 43))
    discs = [
        element("circle", cx=x, cy=y, r=4, class_=kind)
        for x, y, kind in ((17, 17, "light"), (27, 17, ""), (17, 27, ""), (27, 27, "light"))
    ]
    board = element("svg", element("path", d=lines), *discs, viewBox="0 0 44 44")
    return element("div", board, class_="crest")

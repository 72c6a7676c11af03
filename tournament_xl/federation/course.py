"""A season later: everybody's cote month by month, the field as a whole, one season beside the other; and the sheets
Évolution and Saison à saison that show it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from fractions import Fraction
from itertools import groupby

from tournament_xl.federation.build import Publication
from tournament_xl.federation.ledger import Movement
from tournament_xl.federation.paper import ACCENT, GREY, Column, Paper
from tournament_xl.federation.register import Account
from tournament_xl.record import record
from tournament_xl.texts import federation as texts

_MOST_MONTHS = 24  # the last ones
_SHARES = (Fraction(9, 10), Fraction(1, 2), Fraction(1, 10))
_COLOURS = (ACCENT, "#B8860B", GREY)


@record
class Month:
    """The field at the end of a month: of the players ranked today, those who had a cote then."""

    last: date  # its last day; of the current one the day of the publication
    cotes: tuple[Fraction | None, ...]  # in the order of the ranking

    def shares(self, parts: Sequence[Fraction]) -> list[Fraction]:
        """The cotes that these parts of the field do not exceed; none for nobody."""
        found = sorted((cote for cote in self.cotes if cote is not None), key=float)
        return [found[int(part * (len(found) - 1))] for part in parts] if found else []


@record
class SeasonLine:
    """A season in numbers."""

    name: str
    tournaments: int
    entries: int  # lines of players in them
    players: int
    new: int
    highest: tuple[str, Fraction] | None  # who gained most, and how much
    lowest: tuple[str, Fraction] | None


def months(publication: Publication) -> list[Month]:
    """The months since the first movement, at most the last two years."""
    moves: dict[Account, list[Movement]] = defaultdict(list)
    for one in publication.movements:
        moves[one.account].append(one)
    ends = _ends(publication)
    ways = [_way(moves[line.account], line.cote, ends) for line in publication.ranking]
    return [Month(day, tuple(way[at] for way in ways)) for at, day in enumerate(ends)]


def _ends(publication: Publication) -> list[date]:
    day, found = publication.day, [publication.day]
    first = publication.movements[0].day if publication.movements else day
    while len(found) < _MOST_MONTHS and day.replace(day=1) > first:
        day = day.replace(day=1) - timedelta(days=1)
        found.append(day)
    return found[::-1]


def _way(moves: Sequence[Movement], now: Fraction, ends: Sequence[date]) -> list[Fraction | None]:
    """A player's cote at the end of each of these days."""
    cote, at, found = moves[0].before if moves else now, 0, []
    for day in ends:
        while at < len(moves) and moves[at].day <= day:
            cote, at = moves[at].after, at + 1
        found.append(cote)
    return found


def seasons(publication: Publication) -> Iterator[SeasonLine]:
    """Each season with movements, in order."""
    calendar = publication.calendar
    for name, found in groupby(publication.movements, key=lambda one: calendar.on(one.day).name):
        moves = [one for one in found if not one.account.guest]
        played = [one for one in moves if one.kind == texts.TOURNAMENT]
        gains: dict[Account, Fraction] = defaultdict(Fraction)
        for one in played:
            gains[one.account] += one.change or 0
        order = sorted(gains.items(), key=lambda item: (item[1], item[0].order))
        yield SeasonLine(
            name, len({id(one.counted) for one in played}), len(played), len(gains),
            sum(one.kind == texts.ENTRY for one in moves),
            (order[-1][0].full_name, order[-1][1]) if order else None,
            (order[0][0].full_name, order[0][1]) if order else None,
        )  # fmt: skip


def course_sheets(paper: Paper, publication: Publication) -> None:
    found = months(publication)
    page = paper.sheet(texts.COURSE_SHEET, texts.COURSE_SHEET, texts.COURSE_LINE, landscape=True, printed=False)
    columns = [Column("Place", 7, "centre"), Column("Nom", 22, "bold"), Column("Prénom", 16)]
    columns += [Column(f"{one.last:%m/%Y}", 8, "whole") for one in found]
    paper.table(
        page, columns,
        (
            [line.place, line.account.name, line.account.first_name, *(one.cotes[at] for one in found)]
            for at, line in enumerate(publication.ranking)
        ),
    )  # fmt: skip
    _seasons(paper, publication, found)


def _seasons(paper: Paper, publication: Publication, found: list[Month]) -> None:
    page = paper.sheet(texts.SEASONS_SHEET, texts.SEASONS_SHEET, texts.SEASONS_LINE, landscape=True)
    widths = (12, 10, 14, 14, 12, 30, 10, 30, 10)
    kinds = ("bold", "whole", "whole", "whole", "whole", "text", "signed", "text", "signed")
    columns = [Column(*one) for one in zip(texts.SEASONS_COLUMNS, widths, kinds, strict=True)]
    rows = (
        [one.name, one.tournaments, one.entries, one.players, one.new, *(one.highest or (None, None)),
         *(one.lowest or (None, None))]
        for one in seasons(publication)
    )  # fmt: skip
    first = paper.table(page, columns, rows) + 2
    if not publication.ranking:
        return
    bold = paper.format(bold=True, font_color=ACCENT)
    page.write_string(first - 1, 0, texts.FIELD_TITLE, bold)
    for at, title in enumerate(texts.FIELD_COLUMNS):
        page.write_string(first, at, title, paper.format(bold=True))
    for row, one in enumerate(found, start=first + 1):
        page.write_string(row, 0, f"{one.last:%m/%Y}", paper.format())
        for at, cote in enumerate(one.shares(_SHARES), start=1):
            page.write_number(row, at, float(cote), paper.format(num_format="0"))
    last, sheet = first + len(found), texts.SEASONS_SHEET
    chart = paper.book.add_chart({"type": "line"})
    for at, colour in enumerate(_COLOURS, start=1):
        chart.add_series(
            {"name": [sheet, first, at], "categories": [sheet, first + 1, 0, last, 0],
             "values": [sheet, first + 1, at, last, at], "line": {"color": colour, "width": 2.25}}
        )  # fmt: skip
    chart.set_title({"name": texts.FIELD_TITLE, "name_font": {"size": 12, "color": ACCENT}})
    chart.set_legend({"position": "bottom"})
    chart.set_y_axis({"major_gridlines": {"visible": True, "line": {"color": "#E5E5E5"}}})
    chart.set_size({"width": 640, "height": 320})
    page.insert_chart(first - 1, 5, chart)

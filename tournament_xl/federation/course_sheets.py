"""The sheets Évolution and Saison à saison of the federation's workbook."""

from __future__ import annotations

from fractions import Fraction

from tournament_xl.federation.build import Publication
from tournament_xl.federation.course import Month, months, seasons
from tournament_xl.federation.paper import ACCENT, GREY, Column, Paper
from tournament_xl.texts import federation as texts

_SHARES = (Fraction(9, 10), Fraction(1, 2), Fraction(1, 10))
_COLOURS = (ACCENT, "#B8860B", GREY)


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

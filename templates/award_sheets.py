"""The sheets that a tournament is remembered by, the same in both games.

Évolution, Faits marquants, Prix, Palmarès, Équipes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from derived_sheets import explained
from theme import (
    ACCENT,
    ACCENT_PALE,
    AMBER,
    FIRST,
    GREY,
    GREY_TAB,
    HEADER_ROW,
    INK,
    INTEGER,
    RED_DOWN,
    RULE,
    SIGNED,
    TEXT,
    Book,
    Column,
    Layer,
    banding,
    between,
    centred,
    computed,
    number,
    one_of,
    page,
    refuse,
    text,
)
from xlsxwriter.utility import xl_col_to_name, xl_range, xl_rowcol_to_cell
from xlsxwriter.worksheet import Worksheet

from tournament_xl.messages.prizes import CLUB, FOR, GENERAL, JUNIORS, RATING_BOUND, VETERANS
from tournament_xl.workbook import schema
from tournament_xl.workbook.computed_columns import AWARD_COLUMNS
from tournament_xl.workbook.sheets.awards import palmares_layout as layouts
from tournament_xl.workbook.typed_columns import PRIZE_COLUMNS, titles

EIGHT, ROUNDS = 8, schema.ROUNDS_DRAWN  # players and rounds that the chart has room for
CHART = 262  # points: with the table above it a page
BESIDE = 64  # width of the column right of all rounds, over which the chart runs on; an action sets that of a page
LINES = (
    (ACCENT, "solid", "circle"), (AMBER, "solid", "square"), ("#2F6DB5", "solid", "triangle"),
    ("#8A3FA0", "solid", "diamond"), (INK, "dash", "circle"), (RED_DOWN, "dash", "square"),
    ("#B0578D", "dash", "triangle"), (GREY, "dash", "diamond"),
)  # of the chart: told apart in black and white, too  # fmt: skip
BORDER = 6  # double: the frame of Palmarès
PALMARES_WIDTHS = (2.5, 4.5, 21.3, 4, 10, 3, 4.5, 11, 14.3, 10, 2.5)
WORD = layouts.WORD_ROW


def evolution_of_cotes(book: Book) -> None:
    """Draw Évolution where the cotes are computed here."""
    evolution(book, rated=True)


def evolution(book: Book, *, rated: bool = False) -> None:
    """Draw the places of the first eight, round by round, as a line chart with place 1 on top; hidden at first."""
    sheet = book.sheet(schema.EVOLUTION, GREY_TAB)
    columns = (centred(8, bold=True), text(30, shrink=True), *[number(11, num_format=SIGNED)] * rated)
    book.titles(sheet, "Évolution", "Après la première ronde")
    legend = "Place après chaque ronde, des huit premiers" + " · Variation : de la cote, une fois calculée" * rated
    explained(book, sheet, legend, size=10)
    book.table(sheet, titles(AWARD_COLUMNS[schema.EVOLUTION])[: len(columns)], columns)
    first = len(columns)
    letter, last = xl_col_to_name(first), xl_col_to_name(first + ROUNDS - 1)
    sheet.set_column(first, first + ROUNDS - 1, schema.EVOLUTION_ROUND, book.look(align="center"))
    sheet.set_column(first + ROUNDS, first + ROUNDS, BESIDE)
    sheet.set_column(first + ROUNDS + 1, first + ROUNDS + 1, 1)  # the chart ends in it, whatever widths an action sets
    page(sheet, landscape=True)
    sheet.fit_to_pages(1, 1)
    book.header_when_named(sheet, letter, last)
    content = '$B5<>""'
    up: Layer = ("AND(ISNUMBER($C5),$C5>0)", {"font_color": ACCENT})
    down: Layer = ("AND(ISNUMBER($C5),$C5<0)", {"font_color": RED_DOWN})
    book.rules(sheet, "A:B", content, (), banding(content))
    if rated:
        book.rules(sheet, "C", content, [up, down], banding(content))
    written = f'AND({content},{letter}${HEADER_ROW}<>"")'
    led: Layer = (f"AND(ISNUMBER({letter}5),{letter}5=1)", {"bold": True, "bg_color": ACCENT_PALE})
    book.rules(sheet, f"{letter}:{last}", written, [led], banding(written))
    _chart(book, sheet, first, [column.width for column in columns])


def _chart(book: Book, sheet: Worksheet, first: int, left: Sequence[float]) -> None:
    """Draw a line per player over the numbers of the rounds.

    Hidden columns, those of future rounds, take no room; the last column under the chart has what they leave.

    Args:
        left: Widths of the columns before the rounds.
    """
    chart = book.workbook.add_chart({"type": "line"})
    top, last = HEADER_ROW, first + ROUNDS - 1
    for index, (colour, dash, marker) in enumerate(LINES):
        chart.add_series(
            {
                "name": [schema.EVOLUTION, top + index, 1],
                "categories": [schema.EVOLUTION, top - 1, first, top - 1, last],
                "values": [schema.EVOLUTION, top + index, first, top + index, last],
                "line": {"color": book.colour(colour), "width": 2.25, "dash_type": dash},
                "marker": {"type": marker, "size": 7, "fill": {"color": book.colour(colour)}, "border": {"none": True}},
            }
        )
    grid = {"visible": True, "line": {"color": RULE, "width": 0.5}}
    letters = {"num_format": "0", "num_font": {"size": 11}, "name_font": {"size": 11}}
    chart.set_y_axis({"name": "Place", "reverse": True, "min": 1, "major_gridlines": grid} | letters)
    chart.set_x_axis({"name": "Ronde", "label_position": "high", "major_gridlines": {"visible": False}} | letters)
    chart.set_legend({"position": "right", "font": {"size": 11}})
    pixels = sum(round(7 * width) + 5 for width in (*left, *[schema.EVOLUTION_ROUND] * ROUNDS, BESIDE))
    chart.set_size({"width": pixels + 4, "height": CHART * 4 // 3})
    sheet.insert_chart(HEADER_ROW + EIGHT, 0, chart, {"y_offset": 8, "object_position": 1})


def faits_marquants(book: Book) -> None:
    """Draw the best game, the widest win, and so on, to be read out; hidden at first."""
    sheet = book.sheet(schema.HIGHLIGHTS, GREY_TAB, row_height=24)
    big = {"font_size": 12}
    columns = (
        text(34, bold=True, **big),
        text(31, shrink=True, **big),
        text(31, shrink=True, **big),
        centred(9, **big),
        text(46, **big),
    )
    book.titles(sheet, "Faits marquants", "Après la première ronde")
    legend = "Séries de victoires et surprises : parties jouées seulement, ni forfaits ni exempt"
    upsets = "surprises : entre joueurs cotés, s'il y en a ; sinon par le classement"
    explained(book, sheet, f"{legend} · {upsets}", size=10)
    book.table(sheet, titles(AWARD_COLUMNS[schema.HIGHLIGHTS]), columns)
    page(sheet, landscape=True)
    content = '$B5<>""'
    book.rules(sheet, "A:E", content, (), banding(content))


def prix_by_series(book: Book) -> None:
    """Draw Prix where cotes make series and clubs make teams."""
    prix(book, series="Série A", team=CLUB)


def prix(book: Book, series: str = "", team: str = "Pays") -> None:
    """Draw the organiser's prizes and their winners.

    Args:
        series: A series of cotes, as an example.
        team: What makes a team.
    """
    sheet = book.sheet(schema.PRIZES, ACCENT, row_height=30)  # two lines
    columns = (
        text(32, bold=True, text_wrap=True),
        text(24),
        centred(8),
        centred(11, num_format=TEXT),
        computed(text(40, text_wrap=True)),
        computed(text(54, font_size=10, text_wrap=True)),
    )
    book.titles(sheet, "Prix", "Une ligne par prix ; le programme nomme les gagnants à chaque mise à jour.")
    category = VETERANS if series else JUNIORS
    offered = [*filter(None, [GENERAL, series, RATING_BOUND, category, team]), *FOR]
    rated = ", ".join(filter(None, [series, "Cote (de 1000 à 1499, dès 1800)"]))
    column = f"Série 4, {category}" if series else f"{category}, Club Vienne"
    legend = (
        f"Pour : {', '.join(offered)}",
        f"{rated} : la cote de départ · {column} : une colonne de Joueurs et sa valeur · Rang : 1 si vide · "
        "un seul prix par joueur, le plus haut de la liste, sauf Cumulable : oui",
    )
    explained(book, sheet, *legend, across=6, size=10)
    book.table(sheet, titles(PRIZE_COLUMNS), columns)
    page(sheet, "A:F", landscape=True)
    sheet.ignore_errors({"number_stored_as_text": f"A{FIRST}:F2000"})
    sheet.data_validation(f"B{FIRST}:B2000", one_of(*offered) | {"show_error": False})
    message = "Écrivez 1 pour le premier, 2 pour le deuxième…, ou laissez vide : 1."
    refuse(sheet, f"C{FIRST}:C2000", "Rang", message, **between("integer", 1, 999))
    message = "Écrivez oui si le gagnant d'un autre prix peut avoir celui-ci aussi, ou laissez vide."
    refuse(sheet, f"D{FIRST}:D2000", "oui ou vide", message, **one_of("oui"))
    content = "COUNTA($A5:$C5)>0"
    won: Layer = ('$E5<>""', {"bold": True, "font_color": INK})
    book.rules(sheet, "A:D F", content, (), banding(content))
    book.rules(sheet, "E", content, [won], banding(content))


def palmares(book: Book) -> None:
    """Draw a page to frame, hidden until the tournament is over: `palmares_layout` says where its parts are."""
    sheet = book.sheet(schema.PALMARES, GREY_TAB)
    for column, width in enumerate(PALMARES_WIDTHS):
        sheet.set_column(column, column, width)
    parts = layouts.PAGE.parts
    rows = {name: range(top := WORD + part.first, top + part.rows) for name, part in parts.items()}
    for name, part in parts.items():
        for row in rows[name]:
            sheet.set_row(row, part.height)
    last_row = rows["bottom"][0]
    for row in range(last_row + 1):
        _frame(book, sheet, row, last_row)

    def write(row: int, first: int, last: int, text: str = "", **look: Any) -> None:
        cell_format = book.look(**{"num_format": TEXT, "align": "center"} | look)
        if first == last:
            sheet.write_string(row, first, text, cell_format) if text else sheet.write_blank(
                row, first, None, cell_format
            )
        else:
            sheet.merge_range(row, first, row, last, text, cell_format)

    grey, green = {"font_color": GREY}, {"font_color": ACCENT}
    left, right = 1, len(PALMARES_WIDTHS) - 2
    write(rows["title"][0], left, right, font_size=26, bold=True, shrink=True)
    write(WORD, left, right, layouts.WORD, font_size=20, **green)
    write(rows["event"][0], left, right, font_size=13, shrink=True, **grey)
    for steps, spans, sizes, rank_size, small in (
        (layouts.PAGE.podium[0], [(left, right)], (46, 44, 24), 19, 14),
        (layouts.PAGE.podium[1], [(left, 4), (6, right)], (23, 23, 14), 16, 12),
    ):
        for first, last in spans:
            write(WORD + steps.rank, first, last, font_size=rank_size, **green)
            for name_row, size in zip(steps.names, sizes, strict=True):
                write(rows[name_row.part][0], first, last, font_size=size, bold=True, text_wrap=True)
            write(WORD + steps.figures, first, last, font_size=small, valign="top", shrink=True, **grey)
    for line in ("line 1", "line 2"):
        for column in range(left, right + 1):
            sheet.write_blank(rows[line][0], column, None, book.look(bottom=1, bottom_color=ACCENT))
    for row in rows[layouts.PRIZES]:
        write(row, left, 2, align="left", font_size=14, **green)
        write(row, 3, 7, align="left", font_size=14, bold=True)
        write(row, 8, right, align="right", font_size=12, **grey)
    for row in rows[layouts.STANDINGS]:
        for place, name, points in layouts.PAGE.standings:
            write(row, left + place, left + place, align="left", font_size=12, **grey)
            write(row, left + name, left + points - 1, align="left", font_size=13, shrink=True)
            write(row, left + points, left + points, align="right", font_size=12, **grey)
    for name, first, last in (
        (layouts.PRIZES, left, right),
        (layouts.STANDINGS, left, 4),
        (layouts.STANDINGS, 6, right),
    ):
        top, bottom = rows[name][1], rows[name][-1]  # the first needs no line above it
        cell = xl_rowcol_to_cell(top, first, col_abs=True)
        book.when(sheet, xl_range(top, first, bottom, last), f'{cell}<>""', top=1, top_color=RULE)
    write(rows[layouts.SUMMARY][0], left, right, font_size=18, bold=True, shrink=True, **green)
    for row in rows[layouts.FIGURES]:
        write(row, left, right, font_size=12, shrink=True)
    for (row, column), signatory in zip(layouts.PAGE.signatures, ("arbitre", "organisateur"), strict=True):
        write(WORD + row, left + column, left + column + 3, font_size=12, shrink=True, top=1)
        write(WORD + row + 1, left + column, left + column + 3, signatory, font_size=11, **grey)
    page(sheet)
    sheet.set_margins(left=0.472, right=0.472, top=0.472, bottom=0.472)
    sheet.fit_to_pages(1, 1)
    sheet.center_horizontally()
    sheet.set_footer("")
    sheet.repeat_rows(0, 0)


def _frame(book: Book, sheet: Worksheet, row: int, last_row: int) -> None:
    """Draw what a row has of the double line around the page."""
    across = {"top": BORDER} if row == 0 else {"bottom": BORDER} if row == last_row else {}
    last = len(PALMARES_WIDTHS) - 1
    for column in range(last + 1) if across else (0, last):
        down = {"left": BORDER} if column == 0 else {"right": BORDER} if column == last else {}
        sheet.write_blank(row, column, None, book.look(**across, **down, border_color=ACCENT))


def equipes(book: Book, num_format: str = INTEGER) -> None:
    """Draw teams by club or country; hidden until the setting Équipes asks for them."""
    sheet = book.sheet(schema.TEAMS, GREY_TAB, row_height=21)
    fraction = {"num_format": num_format, "indent": 1}
    columns = (
        centred(8, bold=True),
        text(32, bold=True),
        number(10),
        Column(11, "right", fraction | {"bold": True}, {"indent": 1}),
        Column(13, "right", fraction, {"indent": 1}),
        text(58, font_size=10, font_color=GREY, shrink=True),
    )
    book.titles(sheet, "Équipes", "Paramètre Équipes (feuille Tournoi) : combien de joueurs comptent")
    legend = "Points des meilleurs de chaque équipe · à égalité : points du suivant, puis départages · — : incomplète"
    explained(book, sheet, legend, size=10)
    book.table(sheet, titles(AWARD_COLUMNS[schema.TEAMS]), columns)
    page(sheet, landscape=True)
    sheet.ignore_errors({"number_stored_as_text": f"A{FIRST}:F2000"})
    content = '$B5<>""'
    podium = [(f"AND({content},ISNUMBER($A5),$A5<=3)", {"bg_color": ACCENT_PALE})]
    book.rules(sheet, "A", content, (), [*podium, *banding(content)])
    book.rules(sheet, "B:F", content, (), banding(content))

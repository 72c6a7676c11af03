"""The sheets that a tournament is remembered by, the same in both games.

Évolution, Faits marquants, Prix, Palmarès, Équipes.
"""

from __future__ import annotations

from derived_sheets import MEDALS, explained
from theme import (
    ACCENT,
    ACCENT_PALE,
    AMBER,
    FIRST,
    GREEN_UP,
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
from xlsxwriter.utility import xl_col_to_name, xl_range
from xlsxwriter.worksheet import Worksheet

from tournament_xl.messages.prizes import CLUB, FOR, GENERAL, JUNIORS, PALMARES, RATING_BOUND, VETERANS
from tournament_xl.workbook import schema
from tournament_xl.workbook.columns import PRIZE_COLUMNS, titles

EIGHT, ROUNDS = 8, schema.ROUNDS_DRAWN  # players and rounds that the chart has room for
ROUND, BESIDE = 6, 64  # width of a round's column; of the one right of them all, over which the chart runs on
LINES = (
    (ACCENT, "solid", "circle"), (AMBER, "solid", "square"), ("#2F6DB5", "solid", "triangle"),
    ("#8A3FA0", "solid", "diamond"), (INK, "dash", "circle"), (RED_DOWN, "dash", "square"),
    ("#5E8C2A", "dash", "triangle"), (GREY, "dash", "diamond"),
)  # of the chart: told apart in black and white, too  # fmt: skip
BORDER = 6  # double: the frame of Palmarès
WORD = 2  # Palmarès: the row of that word, from 0
PRIZES, FIGURES, HANDS = (WORD + position for position in (schema.PRIZES_AT, schema.FIGURES_AT, schema.SIGNED_AT))
LAST_ROW = HANDS + 3  # the frame's foot
HEIGHTS = {
    0: 10, 1: 28, 2: 54, 3: 20, 4: 6, 5: 40, 6: 16, 7: 40, 8: 40, **dict.fromkeys(range(9, 13), 22), 13: 8, 14: 6,
    PRIZES - 1: 22,
    **dict.fromkeys(range(PRIZES, FIGURES - 3), 16.5), FIGURES - 3: 6, FIGURES - 2: 6, FIGURES - 1: 22,
    **dict.fromkeys(range(FIGURES, HANDS - 2), 16.5), HANDS - 2: 10, HANDS - 1: 15, HANDS: 16, HANDS + 1: 14,
    HANDS + 2: 14, LAST_ROW: 8,
}  # Palmarès: points  # fmt: skip


def evolution_of_cotes(book: Book) -> None:
    """Draw Évolution where the cotes are computed here."""
    evolution(book, rated=True)


def evolution(book: Book, *, rated: bool = False) -> None:
    """Draw the places of the first eight, round by round, as a line chart with place 1 on top; hidden at first."""
    sheet = book.sheet(schema.EVOLUTION, GREY_TAB, row_height=20)
    change = ((schema.CHANGE_COLUMN, number(11, num_format=SIGNED)),) if rated else ()
    columns = (centred(8, bold=True), text(30), *(column for _, column in change))
    book.titles(sheet, "Évolution", "Après la première ronde")
    legend = "Place après chaque ronde, des huit premiers" + " · Variation : de la cote, une fois calculée" * rated
    explained(book, sheet, legend)
    book.table(sheet, (*schema.EVOLUTION_COLUMNS, *(name for name, _ in change)), columns)
    first = len(columns)
    letter, last = xl_col_to_name(first), xl_col_to_name(first + ROUNDS - 1)
    sheet.set_column(first, first + ROUNDS - 1, ROUND, book.look(align="center"))
    sheet.set_column(first + ROUNDS, first + ROUNDS, BESIDE)
    page(sheet, landscape=True)
    sheet.fit_to_pages(1, 1)
    book.header_when_named(sheet, letter, last)
    content = '$B5<>""'
    up: Layer = ("AND(ISNUMBER($C5),$C5>0)", {"font_color": GREEN_UP})
    down: Layer = ("AND(ISNUMBER($C5),$C5<0)", {"font_color": RED_DOWN})
    book.rules(sheet, "A:B", content, (), banding(content))
    if rated:
        book.rules(sheet, "C", content, [up, down], banding(content))
    written = f'AND({content},{letter}${HEADER_ROW}<>"")'
    led: Layer = (f"AND(ISNUMBER({letter}5),{letter}5=1)", {"bold": True, "bg_color": ACCENT_PALE})
    book.rules(sheet, f"{letter}:{last}", written, [led], banding(written))
    _chart(book, sheet, first, sum(column.width for column in columns))


def _chart(book: Book, sheet: Worksheet, first: int, left: float) -> None:
    """Draw a line per player over the numbers of the rounds.

    Hidden columns, those of future rounds, take no room, and the chart below them becomes as much narrower.

    Args:
        left: Width of the columns before the rounds.
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
    chart.set_y_axis({"name": "Place", "reverse": True, "min": 1, "num_format": "0", "major_gridlines": grid})
    chart.set_x_axis(
        {"name": "Ronde", "num_format": "0", "label_position": "high", "major_gridlines": {"visible": False}}
    )
    chart.set_legend({"position": "right", "font": {"size": 11}})
    chart.set_size({"width": 7 * (left + ROUNDS * ROUND + BESIDE), "height": 430})
    sheet.insert_chart(HEADER_ROW + EIGHT + 1, 0, chart, {"x_offset": 4, "object_position": 1})


def faits_marquants(book: Book) -> None:
    """Draw the best game, the widest win, and so on, to be read out; hidden at first."""
    sheet = book.sheet(schema.HIGHLIGHTS, GREY_TAB, row_height=24)
    big = {"font_size": 12}
    columns = (text(34, bold=True, **big), text(31, **big), text(31, **big), centred(9, **big), text(46, **big))
    book.titles(sheet, "Faits marquants", "Après la première ronde")
    legend = "Séries de victoires et surprises : parties jouées seulement, ni forfaits ni exempt"
    upsets = "surprises : entre joueurs cotés, s'il y en a ; sinon par le classement"
    explained(book, sheet, f"{legend} · {upsets}", size=10)
    book.table(sheet, schema.HIGHLIGHT_COLUMNS, columns)
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
    """Draw a page to frame; hidden until the tournament is over. The cells are counted from the word Palmarès."""
    sheet = book.sheet(schema.PALMARES, GREY_TAB)
    for column, width in enumerate((3, 33, 33, 33, 3)):
        sheet.set_column(column, column, width)
    for row, height in HEIGHTS.items():
        sheet.set_row(row, height)
    _frame(book, sheet)
    centre = {"align": "center", "num_format": TEXT, "font_color": ACCENT}
    sheet.merge_range(WORD - 1, 1, WORD - 1, 3, "", book.look(font_size=20, bold=True, shrink=True, **centre))
    sheet.merge_range(WORD, 1, WORD, 3, PALMARES, book.look(font_size=44, bold=True, **centre))
    sheet.merge_range(
        WORD + 1, 1, WORD + 1, 3, "", book.look(font_size=13, shrink=True, **centre | {"font_color": GREY})
    )
    foot = WORD + 10
    for (column, down), medal, size in zip(schema.PODIUM, MEDALS, (72, 54, 40), strict=True):
        top, column_at = WORD + down, 1 + column
        name = book.look(font_size=15, bold=True, text_wrap=True, valign="bottom", **centre | {"font_color": INK})
        sheet.write_blank(top, column_at, None, name)
        sheet.write_blank(
            top + 1, column_at, None, book.look(font_size=10, valign="top", **centre | {"font_color": GREY})
        )
        step = book.look(font_size=size, bold=True, bg_color=medal, border=1, **centre | {"font_color": INK})
        sheet.merge_range(top + 2, column_at, foot, column_at, "", step)
    head = book.look(bold=True, font_size=13, bg_color=ACCENT, font_color="#FFFFFF", indent=1)
    for row, title in ((PRIZES - 1, "Prix"), (FIGURES - 1, "En chiffres")):
        for column in (1, 2, 3):
            sheet.write_blank(row, column, None, head)
        sheet.write_string(row, 1, title, head)
    last = PRIZES + schema.PRIZES_SHOWN - 1
    for row in range(PRIZES, last + 1):
        sheet.write_blank(row, 1, None, book.look(indent=1, num_format=TEXT))
        sheet.write_blank(row, 2, None, book.look(bold=True, num_format=TEXT))
        sheet.write_blank(row, 3, None, book.look(font_size=9, font_color=GREY, num_format=TEXT))
    begins = f'AND($B{PRIZES + 2}<>"",$D{PRIZES + 2}<>"")'  # a prize: its further lines are not ruled off
    book.when(sheet, xl_range(PRIZES + 1, 1, last, 3), begins, top=1, top_color=RULE)
    for row in range(FIGURES, FIGURES + schema.FIGURES_SHOWN):
        sheet.write_blank(row, 1, None, book.look(indent=1, num_format=TEXT))
    for column, signatory in ((1, "L'arbitre"), (3, "L'organisateur")):
        sheet.write_string(HANDS - 1, column, signatory, book.look(font_color=GREY, align="center"))
        sheet.write_blank(HANDS, column, None, book.look(align="center", num_format=TEXT))
    page(sheet)
    sheet.fit_to_pages(1, 1)
    sheet.center_horizontally()
    sheet.set_footer("")
    sheet.repeat_rows(0, 0)


def _frame(book: Book, sheet: Worksheet) -> None:
    """Draw a double line around the page."""
    sides = {"border_color": ACCENT}
    for row in range(LAST_ROW + 1):
        across = {"top": BORDER} if row == 0 else {"bottom": BORDER} if row == LAST_ROW else {}
        for column in range(5) if across else (0, 4):
            down = {"left": BORDER} if column == 0 else {"right": BORDER} if column == 4 else {}
            sheet.write_blank(row, column, None, book.look(**across, **down, **sides))


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
        text(58, font_size=10, font_color=GREY),
    )
    book.titles(sheet, "Équipes", "Paramètre Équipes (feuille Tournoi) : combien de joueurs comptent")
    legend = "Points des meilleurs de chaque équipe · à égalité : points du suivant, puis départages · — : incomplète"
    explained(book, sheet, legend)
    book.table(sheet, schema.TEAM_COLUMNS, columns)
    page(sheet, landscape=True)
    sheet.ignore_errors({"number_stored_as_text": f"A{FIRST}:F2000"})
    content = '$B5<>""'
    podium = [(f"AND({content},ISNUMBER($A5),$A5<=3)", {"bg_color": ACCENT_PALE})]
    book.rules(sheet, "A", content, (), [*podium, *banding(content)])
    book.rules(sheet, "B:F", content, (), banding(content))

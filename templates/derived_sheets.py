"""The sheets Python rewrites: Appariements, Classement, Grille, Cotes, Groupes, Journal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from theme import (
    ACCENT,
    ACCENT_PALE,
    AMBER,
    BAND,
    CREAM,
    FIRST,
    GREY,
    GREY_TAB,
    HEADER_ROW,
    INK,
    INTEGER,
    RED_DOWN,
    SIGNED,
    TEXT,
    Book,
    Column,
    Layer,
    Props,
    banding,
    centred,
    number,
    page,
    text,
)
from xlsxwriter.utility import xl_col_to_name
from xlsxwriter.worksheet import Worksheet

from tournament_xl.games.scrabble import schema as scrabble
from tournament_xl.games.scrabble.rules.scoring import Scoring
from tournament_xl.messages import legends
from tournament_xl.messages.othello_sheets import BLACK_MARK, WHITE_MARK
from tournament_xl.messages.sheets import ABSENT, BY_NAME, EXEMPT, GAP, LEFT, ONESELF, TABLE
from tournament_xl.workbook import schema
from tournament_xl.workbook.sheets.paging import ROW_LOOKS
from tournament_xl.workbook.sheets.pairings import compute_name_width
from tournament_xl.workbook.typed_columns import titles

FADED_ITALIC = {"font_color": GREY, "italic": True}
RATINGS_SUBTITLE = "Après la dernière ronde : Calculer les cotes (ratings)"
BY_PLACE_TITLE = "Par place"  # Cotes, right of what is printed
BY_PLACE_HELP = "Variation de la cote si le joueur finit à cette place (PE + B + PJ)"
LEGEND_COLUMN = 5  # Cotes, from 0: right of the longest title
PLACES_AT_MOST = 200  # Cotes: columns for places
ROUNDS_AT_MOST = 26  # columns for rounds on Grille
PRINT: Props = {"font_size": 14}  # Classement: as large as the width of a page allows
REPEATED = 3  # Grille: first columns, which all pages have; event and legend begin behind them, for one page
GRID_SCALE = 80  # percent, until an action fits it to the field: 24 players on a page, small print of 7.2 pt
SMALL: Props = {"font_size": 9}  # Grille
WALL_HEADER: Props = {"font_size": 14, "text_wrap": False, "shrink": True}  # Appariements: read from afar as the names
BOXED: Props = {"bg_color": "#FFFFFF", "border": 1}  # Appariements: boxes for scores by hand
ONE_DIGIT = '[$-40C]#,##0.0;[$-40C]"−"#,##0.0'  # 10,5
WON = "#DFEBE5"  # Grille
DRAWN = "#E3E3E3"


TYPED_ELSEWHERE = (
    "Cette feuille s'écrit toute seule. Les scores se saisissent sur Résultats, les noms se corrigent sur Joueurs ; "
    "puis Mettre à jour."
)


def _own(headers: Sequence[str]) -> str:
    """Return a condition: the sheet has the table with this header."""
    return f'$A${HEADER_ROW}&$C${HEADER_ROW}="{headers[0]}{headers[2]}"'


def appariements(book: Book) -> None:
    wall(book, scrabble.COLUMNS[schema.PAIRINGS])


def short_title(header: str) -> Props:
    """Return the look of the title of a narrow column: its first word, "PM" of "PM 1"; its place says whose it is."""
    return {"align": "center", "num_format": f';;;"{header.split()[0]}"'}


def wall(book: Book, headers: Sequence[str]) -> Worksheet:
    """Draw A to G for the wall: the tables, then the names with their tables between them."""
    sheet = book.sheet(schema.PAIRINGS, GREY_TAB, row_height=ROW_LOOKS[schema.PAIRINGS].usual)
    top = WALL_HEADER
    table = Column(7, "center", {"font_size": 28, "bold": True}, top)
    narrow = [top | short_title(headers[index]) for index in (1, 3)]
    points = Column(4.8, "center", {"font_size": 16}, narrow[0])
    name = {"font_size": 25, "num_format": TEXT, "text_wrap": True}
    box = Column(7, "center", {"font_size": 22, "bold": True}, narrow[1])
    first, second = (
        Column(compute_name_width(80), align, name | {"indent": 1}, top | {"indent": 1}) for align in ("right", "left")
    )
    book.table(sheet, headers, (table, points, first, box, box, second, points), header_height=20)
    book.titles(sheet, "Appariements", "", size=40)
    for row, height in enumerate((49, 38, 3)):  # with 28 lines of 30.75 points a page at 80 percent
        sheet.set_row(row, height)
    under = book.look(font_size=15, align="left", num_format=TEXT, text_wrap=True, font_color=GREY)
    sheet.merge_range("A2:G2", "Ronde en cours : par table, puis par nom", under)
    page(sheet, footer=12)
    sheet.repeat_rows(0, 2)  # pages of tables and of names have their own header
    sheet.center_horizontally()
    # LibreOffice prints columns into which a long name would run at its full size
    sheet.set_column("H:XFD", None, None, {"hidden": True})
    sheet.ignore_errors({"number_stored_as_text": f"B{FIRST}:G2000"})
    content, by_table = '$C5<>""', '$A5<>""'
    bye: Layer = (f'OR(TRIM($F5)="{EXEMPT}",TRIM($C5)="{EXEMPT}")', {"italic": True})
    head: Layer = (f'OR($C5="{BY_NAME}",$A5="{TABLE}")', {"bold": True, "font_color": CREAM, "bg_color": ACCENT})
    alone = 'AND($D5="",$F5="")'  # the name of a final
    group: Layer = (
        f'AND($A5="",OR(LEFT($C5,7)="Groupe ",{alone}))',
        {"bold": True, "font_color": ACCENT, "bg_color": ACCENT_PALE},
    )
    gap: Layer = (f'$C5="{GAP}"', {"bg_color": "#FFFFFF", "font_color": "#FFFFFF"})
    # names in two lists side by side are ruled off: else they would read as a pair with its score
    two_lists: Layer = (f'AND($A5="",$D5<>"",$E5<>"",$E5<>"{BLACK_MARK}",$E5<>"{WHITE_MARK}")', {"left": 1})
    book.rules(sheet, "A:C F:G", content, [head, gap, group, bye], banding(content))
    book.rules(sheet, "D", content, [head, gap, group, bye, (by_table, BOXED)], banding(content))
    book.rules(sheet, "E", content, [head, gap, group, bye, (by_table, BOXED), two_lists], banding(content))
    book.written(sheet, "A:G", _own(headers), TYPED_ELSEWHERE)
    return sheet


def classement(book: Book) -> None:
    """Draw place, name, club, then the results and the move since the last round, as newspapers do."""
    last = (number(6, bold=True), number(6), number(7.5))
    club = text(22, font_size=12, text_wrap=True)
    newspaper(book, scrabble.COLUMNS[schema.STANDINGS], club, last, legends.STANDINGS)


def newspaper(
    book: Book, headers: Sequence[str], fourth: Column, last: Sequence[Column], legend: Sequence[str]
) -> Worksheet:
    """A to L on A4 upright, 37 players a page at most: place, number, name, `fourth`, games and results, the `last`
    three, the move; `legend` explains the columns. A rule where the points (I) change; the podium once the title says
    final.

    The rows of 24 players fill a page across and nearly down; more rows are printed smaller, in the middle.
    """
    sheet = book.sheet(schema.STANDINGS, GREY_TAB, row_height=ROW_LOOKS[schema.STANDINGS].usual)
    grey = {"font_color": GREY}
    columns = (
        centred(6, bold=True),
        centred(5, font_size=11, **grey),
        text(34.5, text_wrap=True),
        fourth,
        centred(3.7, **grey),
        centred(3.7),
        centred(3.7),
        centred(3.7),
        *last,
        centred(7, num_format=TEXT, font_size=11, **grey),
    )
    columns = tuple(replace(column, look=PRINT | column.look) for column in columns)
    book.titles(sheet, "Classement", "")
    below = book.look(font_size=11, font_color=GREY, align="left", num_format=TEXT, shrink=True)  # names of finalists
    sheet.merge_range(1, 0, 1, len(columns) - 1, "Après la première mise à jour", below)
    explained(book, sheet, *legend, across=len(columns), size=11)
    book.table(sheet, (*headers, schema.MOVE_COLUMN), columns)
    page(sheet, "A:L")  # LibreOffice takes a line that shrinks for as wide as it would be
    sheet.center_horizontally()
    sheet.ignore_errors({"number_stored_as_text": f"A{FIRST}:L2000"})
    content = '$C5<>""'
    gone: Layer = ('TRIM($L5)="parti"', FADED_ITALIC)
    leader: Layer = ("AND(ISNUMBER($A5),$A5=1,$E5>0)", {"bold": True, "font_color": ACCENT})
    is_podium = 'AND(LEFT($A$1,16)="Classement final",ISNUMBER($A5),$A5<=3,$E5>0)'
    podium: Layer = (is_podium, {"bold": True, "bg_color": ACCENT_PALE})
    other_points = "AND(ISNUMBER($I4),ISNUMBER($I5),$I4<>$I5)"
    bands: list[Layer] = [
        (f"AND({other_points},MOD(ROW(),2)=0)", {"bg_color": BAND, "top": 1}),
        (other_points, {"top": 1}),
        *banding(content),
    ]
    book.rules(sheet, "A C", content, [podium, gone, leader], bands)
    book.rules(sheet, "B D:K", content, [podium, gone], bands)
    up: Layer = ('LEFT($L5,1)="▲"', {"font_color": ACCENT})
    down: Layer = ('LEFT($L5,1)="▼"', {"font_color": RED_DOWN})
    book.rules(sheet, "L", content, [podium, gone, up, down], bands)
    book.written(sheet, "A:L", _own(headers), TYPED_ELSEWHERE)
    return sheet


def explained(book: Book, sheet: Worksheet, *legend: str, across: int = 0, size: float = 8.5, column: int = 0) -> None:
    """Write lines in small print in row 3 that explain the table; several over so many columns."""
    sheet.set_row(2, 15 if len(legend) == 1 else (size + 3.5) * len(legend) + 6)  # space before the table
    look = {"font_size": size, "font_color": GREY, "align": "left", "num_format": TEXT}
    if across:
        wrapped = book.look(text_wrap=True, valign="top", **look)
        sheet.merge_range(2, 0, 2, across - 1, "\n".join(legend), wrapped)
    else:
        sheet.write_string(2, column, legend[0], book.look(**look))


def grille(book: Book) -> None:
    """Draw the cross table: a row per player, a column per round, "+44" over "5. Durand".

    That of a round robin is player by player.
    """
    figures = (number(6, bold=True, **SMALL), number(6, **SMALL), number(7, **SMALL))
    legend = legends.grid_legend(Scoring().forfeit_value, 0)  # an action writes that of the tournament
    cross_table(book, scrabble.COLUMNS[schema.GRID], figures, legend)


def cross_table(book: Book, headers: Sequence[str], figures: Sequence[Column], legend: str, sign_at: int = 1) -> None:
    """Place, number, name, the `figures`, then a column for each round or opponent, two lines a cell; at `sign_at` in
    its cells stands +, − or =. An action gives the columns their widths and the print its scale; wide tables go on
    on further pages, which repeat the names.
    """
    sheet = book.sheet(schema.GRID, GREY_TAB, row_height=ROW_LOOKS[schema.GRID].usual)
    columns = (
        centred(6, bold=True, **SMALL),
        centred(5, font_color=GREY, **SMALL),
        text(25, font_size=9.5, text_wrap=True),
        *figures,
    )
    book.titles(sheet, "Grille", "")
    event = book.look(font_size=10, font_color=GREY, num_format=TEXT)
    sheet.write_string(1, REPEATED, "Après la première mise à jour", event)
    explained(book, sheet, legend, size=9, column=REPEATED)
    columns = tuple(replace(column, head=column.head | SMALL) for column in columns)
    book.table(sheet, headers, columns, header_height=18)
    before, first, last = (xl_col_to_name(len(headers) + offset) for offset in (-1, 0, ROUNDS_AT_MOST - 1))
    cells = book.look(num_format=TEXT, align="left", indent=1, text_wrap=True, **SMALL)
    sheet.set_column(f"{first}:{last}", 12.5, cells)
    sheet.freeze_panes(HEADER_ROW, 3)
    page(sheet, landscape=True, fit=False)
    sheet.set_print_scale(GRID_SCALE)
    sheet.repeat_columns("A:C")
    sheet.ignore_errors({"number_stored_as_text": f"A4:{last}2000"})
    book.header_when_named(sheet, first, last)
    content, cell = '$C5<>""', f"{first}5"
    sign = f"MID({cell},{sign_at},1)"
    plus = f'OR(LEFT({cell},1)="+",{sign}="+")'
    won: Layer = (plus, {"bg_color": WON, "font_color": INK})
    lost: Layer = (f'OR({sign}="−",{sign}="-")', {"font_color": RED_DOWN})
    drawn: Layer = (f'{sign}="="', {"bg_color": DRAWN})
    absent: Layer = (f'OR({cell}="{ABSENT}",{cell}="{LEFT}")', FADED_ITALIC)
    oneself: Layer = (f'{cell}="{ONESELF}"', {"bg_color": GREY, "font_color": GREY})
    written = f'AND({content},{first}${HEADER_ROW}<>"")'
    looks = [won, lost, drawn, absent, oneself]
    book.rules(sheet, f"{first}:{last}", written, looks, banding(written))
    book.rules(sheet, f"A:{before}", content, (), banding(content))
    book.written(sheet, f"A:{last}", _own(headers), TYPED_ELSEWHERE)


def cotes(book: Book) -> None:
    """Draw the ratings, hidden until there are some.

    The tournament's constants stand in row 3, each label with its value in the next cell.

    Right of what is printed: what each place would bring to a player, near his own in words, then all of them.
    """
    sheet = book.sheet(schema.RATINGS, GREY_TAB)
    grey, small = {"font_color": GREY}, {"font_size": 9}
    columns = (
        centred(7, bold=True),
        centred(6, **grey),
        text(36, text_wrap=True),
        text(14, **grey),
        centred(8),
        centred(11),
        number(9),
        number(11),
        number(8),
        number(8),
        number(9, num_format=SIGNED, **grey),
        number(8, num_format=SIGNED),
        number(10, bold=True),
        centred(9, num_format=TEXT),
        number(11, num_format=SIGNED, bold=True),
        text(58, **grey | {"font_size": 10}),
    )
    headers = titles(scrabble.COMPUTED_COLUMNS[schema.RATINGS])
    book.table(sheet, headers, columns, header_height=33)
    by_place = len(headers) - 1
    book.titles(sheet, BY_PLACE_TITLE, BY_PLACE_HELP, by_place, size=13)
    top: Props = {"valign": "top", "align": "left", "num_format": TEXT}
    small_print = book.look(text_wrap=True, font_color=GREY, font_size=10, **top)
    sheet.write_string(0, 0, "Cotes", book.look(font_size=18, bold=True, font_color=ACCENT, **top))
    sheet.merge_range(0, LEGEND_COLUMN, 0, by_place - 1, "\n".join(legends.RATINGS), small_print)
    sheet.merge_range(1, 0, 1, by_place - 1, RATINGS_SUBTITLE, small_print)
    for row, height in enumerate((13.25 * len(legends.RATINGS), 41, 20)):  # three lines below the title
        sheet.set_row(row, height)
    for index, label in enumerate(scrabble.RATING_FACTS):
        sheet.write_string(2, 2 + 2 * index, label, book.look(font_color=GREY, align="right", font_size=10))
        number_format = INTEGER if label in ("Catégorie", "M") else ONE_DIGIT
        value = book.look(bold=True, align="left", font_color=ACCENT, num_format=number_format)
        sheet.write_blank(2, 3 + 2 * index, None, value)
    places = book.look(num_format=SIGNED, align="right", **small)
    sheet.set_column(by_place + 1, by_place + PLACES_AT_MOST, 5.5, places)
    sheet.freeze_panes(HEADER_ROW, 3)
    page(sheet, "A:O", landscape=True)
    first, last = xl_col_to_name(by_place + 1), xl_col_to_name(by_place + PLACES_AT_MOST)
    sheet.ignore_errors({"number_stored_as_text": f"A3:{last}2000"})
    book.header_when_named(sheet, first, last, num_format="0")
    content = '$C5<>""'
    limited: Layer = ("AND(ISNUMBER($K5),$K5<>$L5)", {"bold": True, "font_color": AMBER})
    up: Layer = ("AND(ISNUMBER($O5),$O5>0)", {"font_color": ACCENT})
    down: Layer = ("AND(ISNUMBER($O5),$O5<0)", {"font_color": RED_DOWN})
    book.rules(sheet, "A:K M:N P", content, (), banding(content))
    book.rules(sheet, "L", content, [limited], banding(content))
    book.rules(sheet, "O", content, [up, down], banding(content))
    written = f'AND({content},{first}${HEADER_ROW}<>"")'
    own: Layer = (f"AND({written},{first}${HEADER_ROW}=$A5)", {"bold": True, "bg_color": ACCENT_PALE})
    book.rules(sheet, f"{first}:{last}", written, [own], banding(written))
    book.written(sheet, f"A:{last}", _own(headers), TYPED_ELSEWHERE)


def groupes(book: Book) -> None:
    """Draw the groups of the formula Open, for the wall, too; hidden until a group is drawn."""
    sheet = book.sheet(schema.GROUPS, GREY_TAB, row_height=ROW_LOOKS[schema.GROUPS].usual)
    big = {"font_size": 13}
    columns = (
        centred(11, bold=True, font_size=15),
        centred(11, **big),
        centred(10, font_color=GREY, **big),
        text(44, text_wrap=True, **big),
        *[centred(9, num_format=TEXT, **big)] * len(scrabble.GROUP_ROUNDS),
    )
    subtitle = "R1 à R5 : qui l'on rencontre, par son ordre dans le groupe ; + gagné, − perdu, = nul"
    book.titles(sheet, "Groupes", subtitle)
    book.table(sheet, titles(scrabble.COMPUTED_COLUMNS[schema.GROUPS]), columns)
    page(sheet)
    sheet.ignore_errors({"number_stored_as_text": f"A{FIRST}:I2000"})
    content = 'AND($A5<>"",$C5<>"")'
    repeated: Layer = ("$A5=$A4", {"font_color": "#FFFFFF"})  # a group is named once
    of_x: Layer = ('TRIM($C5)="X"', FADED_ITALIC)
    first, top = f"AND({content},$A5<>$A4)", {"top": 5}
    card: list[Layer] = [(first, top)]
    plus, pale = 'LEFT(E5,1)="+"', {"bold": True, "bg_color": ACCENT_PALE}
    won: tuple[Layer, ...] = ((f"AND({first},{plus})", pale | top), (plus, pale))
    book.rules(sheet, "A", content, [repeated], card)
    book.rules(sheet, "B:D", content, [of_x], card)
    book.rules(sheet, "E:I", content, [*won, of_x], card)
    book.written_names(sheet, "D", scrabble.COLUMNS[schema.GROUPS])


def journal(book: Book) -> None:
    """Draw every press, lot and organiser's change; long lines run out of the window, on paper they are cut."""
    sheet = book.sheet(schema.JOURNAL, GREY_TAB)
    subtitle = (
        "Ce qui s'est passé : rondes, changements, corrections. Un score corrigé avant toute action (ronde appariée, "
        "mise à jour…) remplace simplement l'ancien."
    )
    book.titles(sheet, "Journal", subtitle)
    book.event(sheet, 2, 3)
    columns = (
        Column(17, "left", {"num_format": "dd/mm/yyyy hh:mm", "font_color": GREY}),
        text(28),
        centred(8),
        text(110, font_size=10),
    )
    book.table(sheet, scrabble.COLUMNS[schema.JOURNAL], columns)
    page(sheet, landscape=True)
    content = "COUNTA($A5:$D5)>0"
    book.rules(sheet, "A:D", content, (), banding(content))


def memoire(book: Book) -> None:
    """Draw Mémoire, very hidden, for programs: the changes that each press observed and applied."""
    sheet = book.sheet(schema.MEMORY, GREY_TAB)
    sheet.very_hidden()
    book.titles(sheet, "Mémoire", "Pour le programme : ce que chaque action a trouvé et fait. Ne rien changer.")
    small = text(10, font_size=9), text(100, font_size=9), text(20, font_size=9)
    columns = (centred(8), text(20), text(18), centred(8), *small)
    book.table(sheet, schema.MEMORY_COLUMNS, columns)
    page(sheet, landscape=True)

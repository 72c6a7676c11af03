"""The one quiet theme of the templates: colours, cell looks, page setup, rules by conditional format.

Python later writes only values, so every look is a column format, a conditional format over a whole column, a
validation or the page setup. LibreOffice applies the first rule that matches in a cell, Excel adds all of them up:
so each rule here carries its whole look and stops there, and no two areas with rules overlap. Borders of
rules are thin and black, as LibreOffice saves them: the boxes for scores by hand on Appariements have one, nothing
else. No column has one: it would rule, and perhaps print, a million empty rows. Rows, rounds are told apart by fills.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any

from xlsxwriter import Workbook
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

from tournament_xl.messages.sheets import event_text
from tournament_xl.xlsx.buttons import PROGRAM_NAME

ACCENT = "#1F5C4A"  # Scrabble green
ACCENT_PALE = "#E4EEEA"
ACCENT_TAB = "#A9C4BA"  # tabs of the sheets that are seldom edited
CREAM = "#FBF7EC"  # cells with a setting, letters on the accent
BAND = "#F6F1E3"  # every other row
FILL_ME = "#FFEFAE"  # a cell that waits for somebody's typing
INK = "#222222"
GREY = "#6F7673"
GREY_TAB = "#B8BDBB"
GREY_HEAD = "#7C8682"  # header of a column that the program fills in
RULE = "#D3D8D5"  # hair line between settings
RED = "#B3261E"
RED_DOWN = "#9C5B52"
AMBER = "#8A4B00"
OTHELLO = {
    ACCENT: "#0B6B3A",
    ACCENT_PALE: "#E3EFE8",
    ACCENT_TAB: "#9DC3AE",
    CREAM: "#F7F9F8",
    BAND: "#F1F4F2",
}  # board green; what these colours are in an Othello workbook, the others are the same

BY_THE_NUMBER = (
    "Cette case s'écrit toute seule, d'après le N°. Un nom se corrige sur la feuille Joueurs ; pour changer qui joue, "
    "tapez un autre N°."
)
FIRST, LAST = 5, 2000  # rows that rules and validations cover
HEADER_ROW = 4
TWO_GAMES = {
    "cell": "Manches_gagnantes",
    "first": "Manches_premiere_ronde",
    "last": "Manches_derniere_ronde",
}  # names for the setting of that name and the rounds it lists: rules of Excel 2007 may not refer to other sheets
BLACK_ALONE = "Saisie_Noir"  # name for the setting Saisie (Othello)
INTEGER = '[$-40C]#,##0;[$-40C]"−"#,##0'  # 1 234, −56; the tag gives LibreOffice the French separators
EXEMPT_TEXT, NO_TEXT = ';;;"exempt"', ";;;"  # what a cell with the name of the bye shows: the word, or nothing
NO_NUMBER = '"–";"–";"–"'  # a table at which nobody sits
FRENCH_NUMBER = "[$-40C]General"  # 6 and 6,5, with a comma in a LibreOffice of any language
SIGNED = '[$-40C]"+"#,##0;[$-40C]"−"#,##0;0'  # +240, −95, 0
TEXT = "@"  # keeps "1+2", "=", "+44 Durand (5)" or "1-2" as typed, in every host

Props = dict[str, Any]
Layer = tuple[str, Props]  # a condition without "=", written for row 5, and what it does to the cell


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table, without its header's text."""

    width: float
    align: str = "left"
    look: Props = field(default_factory=dict)  # further properties of its cells
    head: Props = field(default_factory=dict)  # further properties of its header


def text(width: float, **look: Any) -> Column:
    return Column(width, "left", {"num_format": TEXT, "indent": 1} | look, {"indent": 1})


def centred(width: float, **look: Any) -> Column:
    return Column(width, "center", look)


def number(width: float, **look: Any) -> Column:
    return Column(width, "right", {"num_format": INTEGER, "indent": 1} | look, {"indent": 1})


def computed(column: Column) -> Column:
    """Return a column that the program fills in, next to columns to fill in by hand."""
    return Column(column.width, column.align, {"font_color": GREY} | column.look, column.head | {"bg_color": GREY_HEAD})


class Book:
    """A workbook under construction, with one format object for each look."""

    def __init__(self, path: str, title: str, colours: Mapping[str, str] | None = None) -> None:
        """Take the title of a tournament without a name, and colours of another game by those of Scrabble."""
        self._title = title
        self._colours = colours or {}
        self.workbook = Workbook(path)
        self.buttons = path.endswith(".xlsm")
        self._formats: dict[tuple[tuple[str, Any], ...], Format] = {}
        self._heights: dict[str, float] = {}  # of a sheet's rows, in points

    def look(self, **props: Any) -> Format:
        """Return a cell format: Calibri 11, centred vertically, and `props`."""
        return self._format({"font_name": "Calibri", "font_size": 11, "font_color": INK, "valign": "vcenter"} | props)

    def colour(self, colour: str) -> str:
        """Return a colour of Scrabble as this game has it."""
        return self._colours.get(colour, colour)

    def delta(self, **props: Any) -> Format:
        """Return a format for a conditional format: only what it changes."""
        return self._format(props)

    def _format(self, props: Props) -> Format:
        props = {name: self._colours.get(value, value) for name, value in props.items()}
        key = tuple(sorted(props.items()))
        if key not in self._formats:
            self._formats[key] = self.workbook.add_format(props)
        return self._formats[key]

    def sheet(self, name: str, tab: str, row_height: float = 18) -> Worksheet:
        """Add a white sheet without grid lines; `row_height` in points."""
        sheet = self.workbook.add_worksheet(name)
        sheet.hide_gridlines(2)
        sheet.set_tab_color(self._colours.get(tab, tab))
        sheet.set_default_row(row_height)
        self._heights[name] = row_height
        return sheet

    def add_macros(self, project: bytes) -> None:
        """The VBA project, the names that it calls the workbook and the sheets by, the place of the program's path."""
        self.workbook.add_vba_project(BytesIO(project), is_stream=True)
        self.workbook.set_vba_name("ThisWorkbook")
        for number, sheet in enumerate(self.workbook.worksheets(), start=1):
            sheet.set_vba_name(f"Sheet{number}")
        self.workbook.define_name(PROGRAM_NAME, '=""')

    def table(
        self,
        sheet: Worksheet,
        headers: Sequence[str],
        columns: Sequence[Column],
        *,
        first: int = 0,
        header_height: float = 21,
    ) -> None:
        """Set column formats from column `first` (counted from 0), the header row, rows frozen above the data."""
        for index, (header, column) in enumerate(zip(headers, columns, strict=True), start=first):
            sheet.set_column(index, index, column.width, self.look(align=column.align, **column.look))
            sheet.write_string(HEADER_ROW - 1, index, header, self.header(column))
        sheet.set_selection(HEADER_ROW, first, HEADER_ROW, first)
        sheet.set_row(HEADER_ROW - 1, header_height)
        sheet.set_row(HEADER_ROW, self._heights[sheet.name])  # those below take it over from the one above
        sheet.freeze_panes(HEADER_ROW, 0)

    def print_areas(self, sheet: Worksheet, *areas: str) -> None:
        """Print these columns ("A:J"), each range on pages of its own; see `page` about where they begin."""
        parts = [f"'{sheet.name}'!{_area(area)}" for area in areas]
        self.workbook.define_name(f"'{sheet.name}'!_xlnm.Print_Area", f"={','.join(parts)}")

    def written(self, sheet: Worksheet, columns: str, own: str, remedy: str) -> None:
        """Refuse typing in these columns, that the program writes; pasting, deleting and the program's writes pass.

        `own`: a condition that is true here and false where a cell of them is copied to, for the rule goes along.
        """
        refuse(sheet, _rows(columns), "Écrit par le programme", remedy, validate="custom", value=f"=NOT({own})")

    def written_names(self, sheet: Worksheet, columns: str, headers: Sequence[str]) -> None:
        """Refuse typing in the columns with these headers, in which the program writes from the N° on."""
        for column in columns:
            own = f'{column}${HEADER_ROW}="{headers[ord(column) - ord("A")]}"'
            self.written(sheet, column, own, BY_THE_NUMBER)

    def header(self, column: Column) -> Format:
        props = {"bold": True, "font_color": CREAM, "bg_color": ACCENT, "align": column.align, "text_wrap": True}
        return self.look(**(props | column.head))

    def when(self, sheet: Worksheet, area: str, condition: str, **look: Any) -> None:
        """Set a conditional format of an area: where the condition, without "=", holds, this look and no other."""
        looks = {"type": "formula", "criteria": f"={condition}", "format": self.delta(**look), "stop_if_true": True}
        sheet.conditional_format(area, looks)

    def header_when_named(self, sheet: Worksheet, first: str, last: str, **look: Any) -> None:
        """Make columns that get their headers by a press look like a table's from then on."""
        head = {"bold": True, "font_color": CREAM, "bg_color": ACCENT} | look
        self.when(sheet, f"{first}{HEADER_ROW}:{last}{HEADER_ROW}", f'{first}${HEADER_ROW}<>""', **head)

    def titles(
        self, sheet: Worksheet, title: str, subtitle: str, column: int = 0, size: float = 18, below: float = 11
    ) -> None:
        """Write the title in row 1, a grey line in row 2, a thin row 3; both texts run over the cells on the right."""
        look = {"align": "left", "num_format": TEXT}
        sheet.set_row(0, 30)
        sheet.set_row(1, 18)
        sheet.set_row(2, 6)
        sheet.write_string(0, column, title, self.look(font_size=size, bold=True, **look | {"font_color": ACCENT}))
        sheet.write_string(1, column, subtitle, self.look(font_size=below, **look | {"font_color": GREY}))

    def event(self, sheet: Worksheet, first: int, last: int, size: float = 10) -> None:
        """Write the tournament right of the title, over columns `first` to `last` (from 0); an action names it."""
        look = self.look(font_size=size, font_color=GREY, align="right", shrink=True, num_format=TEXT)
        sheet.merge_range(0, first, 0, last, event_text(self._title), look)

    def hint(self, sheet: Worksheet, column: int, text: str) -> None:
        """Write small print for those who type into row 1 of a column (from 0) that is not printed."""
        look = {"font_size": 10, "font_color": GREY, "text_wrap": True, "valign": "top", "num_format": TEXT}
        sheet.write_string(0, column, text, self.look(align="left", **look))
        sheet.set_row(1, 6)  # without a subtitle

    def rules(
        self, sheet: Worksheet, columns: str, base: str, layers: Sequence[Layer] = (), bands: Sequence[Layer] = ()
    ) -> None:
        """Set conditional formats over whole columns, a complete look for each case.

        columns: "A:C H:N"; base: when a row has content; layers: the first that holds is applied; bands: the fill of
        the first of these that holds lies under it (stripes, first row of a round), unless the layer has its own.
        """
        area = " ".join(_rows(part) for part in columns.split())
        for condition, props in (*layers, (base, {})):
            for band, fill in (*(() if "bg_color" in props else bands), ("", {})):
                if not fill | props:
                    continue
                criteria = f"AND({condition},{band})" if band else condition
                looks = {"type": "formula", "criteria": f"={criteria}", "multi_range": area, "stop_if_true": True}
                sheet.conditional_format(area.split()[0], looks | {"format": self.delta(**fill | props)})


def refuse(sheet: Worksheet, area: str, title: str, message: str, **rule: Any) -> None:
    """Refuse typing that is not as the rule asks (XlsxWriter's words), with a message."""
    sheet.data_validation(area, rule | {"error_title": title, "error_message": message})


def between(kind: str, low: float, high: float) -> Props:
    """Return the rule of numbers of a kind, "integer" or "decimal"."""
    return {"validate": kind, "criteria": "between", "minimum": low, "maximum": high}


def one_of(*values: str) -> Props:
    """Return the rule of a list."""
    return {"validate": "list", "source": list(values)}


def explain(sheet: Worksheet, columns: str, title: str, message: str, *values: str) -> None:
    """Show next to the cell what may be typed in these columns; `values` are offered, others pass, too."""
    rule = one_of(*values) | {"show_error": False} if values else {"validate": "any"}
    sheet.data_validation(_rows(columns), rule | {"input_title": title, "input_message": message})


def _rows(columns: str) -> str:
    """Complete columns by their rows: "A:C" -> "A5:C2000"; "D" -> "D5:D2000"."""
    first, _, last = columns.partition(":")
    return f"{first}{FIRST}:{last or first}{LAST}"


def _area(columns: str) -> str:
    """Complete columns by their rows, as a print area: "A:C" -> "$A$5:$C$1048576"; hosts stop at the last row used."""
    first, last = columns.split(":")
    return f"${first}${FIRST}:${last}$1048576"


def banding(base: str) -> tuple[Layer]:
    """Return faint stripes: every other row that has content."""
    return ((f"AND({base},MOD(ROW(),2)=0)", {"bg_color": BAND}),)


def waiting(condition: str) -> tuple[Layer]:
    """Return the look of cells that wait for somebody's typing: yellow, each with a hair line around it."""
    return ((condition, {"bg_color": FILL_ME, "border": 7}),)


def page(sheet: Worksheet, columns: str = "", *, landscape: bool = False, fit: bool = True, footer: int = 10) -> None:
    """Set up A4: margins of 12 mm, title rows repeated, page number; `columns` ("A:N") limits what is printed.

    `footer`: size of the page number in points, which is printed as much smaller as the sheet; 7 at least.

    LibreOffice prints areas of hidden sheets, too, unless they are empty: they begin below the titles, which repeat.
    """
    sheet.set_paper(9)
    if landscape:
        sheet.set_landscape()
    sheet.set_margins(left=0.472, right=0.472, top=0.472, bottom=0.63)
    sheet.set_header("", {"margin": 0.3})
    sheet.set_footer(f"&C&{footer}page &P / &N", {"margin": 0.3})
    sheet.repeat_rows(0, HEADER_ROW - 1)
    if fit:
        sheet.fit_to_pages(1, 0)
    if columns:
        sheet.print_area(_area(columns).replace("$", ""))

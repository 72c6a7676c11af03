"""A list of players below its header: its lines, its columns, and the place of a cell for sentences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from tournament_xl.core import text_limits
from tournament_xl.core.resources import printable_path
from tournament_xl.messages import players as texts
from tournament_xl.messages.names import french_decimal, list_some_names
from tournament_xl.workbook.cells import cell_address, cell_text
from tournament_xl.workbook.csv_text import unguard_formula, unwrap
from tournament_xl.workbook.snapshot import ExternalError

Row = tuple[int, list[str]]  # line in the file counted from 1, its cells
MOST_PLACES = 25  # in one sentence
SURNAME_LAST = "Prénom Nom"
NAME_KEYS = ("Nom", "Nom Prénom", SURNAME_LAST)  # the last two: both names in one column


class ListError(ExternalError):
    """Raised for a list of players that cannot be used; its text is all sentences, a line each.

    Attributes:
        sentences: French sentences: what is wrong, where, and what to do; one for each problem.
        line: First line of the list at fault, from 1; 0 for the list as a whole.
    """

    def __init__(self, sentences: Iterable[str], *, line: int = 0) -> None:
        self.sentences, self.line = list(sentences), line
        super().__init__("\n".join(self.sentences))


class NoNameColumnError(ListError):
    """A list without a column of names.

    Attributes:
        line: The most likely header: of the first `columns.HEADER_ROWS` lines the one with most known titles, then with
            most cells; from 1.
        titles: Texts of that line in French quotation marks, joined by commas; at most 20.
    """

    def __init__(self, place: str, line: int, titles: str) -> None:
        super().__init__([texts.NO_NAME_COLUMN.format(place=place, found=titles)], line=line)
        self.titles = titles


@dataclass(frozen=True, slots=True)
class ListTable:
    """Lines of a list of players below its header, with the columns that were recognised.

    Functions that turn the lines into players add to `problems` and `notes`.
    """

    file: str  # name shown in messages
    sheet: str | None  # name of the sheet in a workbook; None for a text file
    rows: Sequence[Row]  # lines that are not blank
    columns: Mapping[str, tuple[int, str]]  # key -> the column counted from 0, its title as written
    titles: Mapping[int, str] = field(default_factory=dict)  # titles of filled columns that the program does not fill
    official: bool = False  # the federation's file, which has no header: nobody can give its columns other titles
    hidden: frozenset[int] = frozenset()  # lines that a filter or a person has hidden
    problems: list[tuple[int, str]] = field(default_factory=list)  # line, French sentence; any makes the list unusable
    notes: list[str] = field(default_factory=list)  # on the list as a whole, without its name: what was left out
    above: Sequence[Row] = ()  # lines above the header
    repeated: Sequence[int] = ()  # lines that say the titles again
    statuses: Mapping[int, str] = field(default_factory=dict)  # columns that say who is coming, with their titles
    struck: frozenset[int] = frozenset()  # lines whose name is struck out
    guessed: bool = False  # the list has no titles: its columns were recognised by what their cells look like
    whole_names: Sequence[int] = ()  # columns of whole names, if surname and first name have their own
    settings: Mapping[str, str] = field(default_factory=dict)  # of Tournoi, if the list is a tournament's workbook
    own_numbers: frozenset[int] = frozenset()  # lines whose N° is of that tournament alone: a player's, but no N° here

    def place(self, line: int, key: str = "") -> str:
        """Render for a sentence where the cell of a line in the column of `key` is.

        Without `key`, or without that column, it is the line as a whole; in a workbook its cell in column A.
        """
        return render_place(self.file, self.sheet, line, *self.columns.get(key, ()))

    def locate_cells(self, lines: Sequence[int], key: str) -> str:
        """Render where the cells of one column are: "l.csv, lignes 3 et 7", "l.xlsx, Inscrits!A3 et A7".

        There is at least one line; of more than `MOST_PLACES` the last ones are only counted ("et 3 autres"). A single
        line is rendered as by `place`.
        """
        if len(lines) == 1:
            return self.place(lines[0], key)
        return self._locate(lines, self.columns[key][0] + 1)

    def locate_lines(self, lines: Sequence[int]) -> str:
        """Render where whole lines are, as `locate_cells` does; in a workbook by their cells in column A."""
        return self.place(lines[0]) if len(lines) == 1 else self._locate(lines, 1)

    def _locate(self, lines: Sequence[int], column: int) -> str:
        addresses = [str(line) if self.sheet is None else cell_address(line, column) for line in lines]
        pattern = texts.PLACE_LINES if self.sheet is None else texts.PLACE_CELLS
        listed = list_some_names(addresses, MOST_PLACES)
        return pattern.format(file=printable_path(self.file), sheet=self.sheet, lines=listed, cells=listed)

    def unread_columns(self, keys: Iterable[str]) -> dict[int, str]:
        """Return the filled columns that are not read, from left to right, with their titles, shortened.

        Left out are the columns of `keys`, of names and of statuses, and those that the program fills.
        """
        read_columns = {self.columns[key][0] for key in (*keys, *NAME_KEYS) if key in self.columns}
        read_columns |= {*self.whole_names, *self.statuses}
        return {column: shorten(title) for column, title in self.titles.items() if column not in read_columns}

    def add_problem(self, sentence: str, line: int, key: str = "", **values: object) -> None:
        """Add a sentence to `problems`, at a line or at its cell in a column.

        The French sentence has the field `place` and those of `values`; `value`, a number in a workbook, gets a decimal
        comma. Lines count from 1; key "" means the line as a whole.
        """
        if self.sheet is not None and "value" in values:
            values["value"] = french_decimal(str(values["value"]))
        self.problems.append((line, sentence.format(place=self.place(line, key), **values)))


def cell_of(cells: Sequence[str], column: int) -> str:
    """Return the cell of a line in a column counted from 0; "" behind its last cell."""
    return cells[column] if column < len(cells) else ""


def render_place(file: str, sheet: str | None, line: int, column: int = 0, title: str = "") -> str:
    """Render the place of a line or a cell: "liste.csv, ligne 3, colonne « Cote »".

    Args:
        file: Name of the list.
        sheet: Sheet of a workbook; None for a text file.
        line: Line counted from 1.
        column: Column counted from 0, used with a sheet only; 0 for the line as a whole, too.
        title: Title of the column, used without a sheet only; "" for the line as a whole.
    """
    if sheet is not None:
        return texts.PLACE_CELL.format(file=printable_path(file), sheet=sheet, cell=cell_address(line, column + 1))
    pattern = texts.PLACE_COLUMN if title else texts.PLACE_LINE
    return pattern.format(file=printable_path(file), line=line, column=shorten(title))


def list_lines(lines: Sequence[int]) -> str:
    """List lines for a sentence: "ligne 3", "lignes 3, 7 et 9"; of more than `MOST_PLACES` the last are counted."""
    word = texts.LINE_WORD if len(lines) == 1 else texts.LINES_WORD
    return f"{word} {list_some_names([*map(str, lines)], MOST_PLACES)}"


def shorten(text: str) -> str:
    """Shorten a text for a sentence: at most 40 letters, the last of them "…" if it was cut."""
    return text if len(text) <= 40 else text[:39] + "…"


def clean_cell(cell: str) -> str:
    """Return the text of a cell as a person reads it.

    Outer blanks and invisible characters are removed, line breaks and several blanks become one blank. Also removed are
    the apostrophe with which exported lists disarm formulas, and the wrapping by which some programs keep a number a
    text (="007", see `unwrap`).
    """
    if cell.isalnum() or not cell:
        return cell
    return unwrap(unguard_formula(cell_text(" ".join(cell.split()))))


def check_size(file: str, lines: int, cells: int) -> None:
    """Refuse a list with more lines than LIST_LINES or more cells than LIST_CELLS (`core.text_limits`).

    Raises:
        ListError: The list is too large.
    """
    for count, maximum, unit in ((lines, text_limits.LIST_LINES, "lignes"), (cells, text_limits.LIST_CELLS, "cases")):
        if count > maximum:
            raise ListError([texts.TOO_LARGE.format(file=printable_path(file), limit=f"{maximum} {unit}")])

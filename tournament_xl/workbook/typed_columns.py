"""Sheets that people type into, as tables of columns: each column declared once, and the one reader of their rows.

A `Column` says its title, the field of the document that it fills, and the parser of its text. A parser takes a text
that is not empty, and returns a value or raises `Invalid` with the key of the problem; `read_cell` makes the problem at
the cell, and the row keeps the text. `list_rows` says which rows state something. What several cells say together (a
result, whom a player avoids) the game's `input_sheets.py` reads, with `read_cell` for each of them.

An optional column of Joueurs that holds a text is a line in `OPTIONAL_COLUMNS`, then `python -m docs.write_schemas`.
With another value it has a parser in that line, a `Field` in `document/tournament.py` and its value in
`document/codec.py: read_player`. One of a single game is a line in its `schema.PLAYER_COLUMNS`, with the game's
`fields.py` and `document.py`.
A column that every new workbook has, with its width, is also in `templates/`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from datetime import date
from typing import TYPE_CHECKING, Any, NamedTuple

from tournament_xl.core.model import Absences, Cote
from tournament_xl.core.normalization import normalize
from tournament_xl.workbook import schema
from tournament_xl.workbook.cells import may_be_thousands, parse_int, parse_number, parse_rating, read_date
from tournament_xl.workbook.input_texts import read_rounds

if TYPE_CHECKING:
    from tournament_xl.workbook.computed_columns import ComputedColumn
    from tournament_xl.workbook.tables import Line, Problems, Table

HIGHEST_COTE = 5000
PRESENT_MARKS = ("oui", "x", "✓", "✔", "1", "vrai", "true")  # in Présent; check boxes of Excel included
ABSENT_MARKS = ("", "non", "0", "faux", "false")
_HIGHEST_OWN_TABLE = 999


class Invalid(ValueError):
    """Text that a parser does not take; `key` and `facts` make the sentence (`messages.problems`)."""

    def __init__(self, key: str, **facts: object) -> None:
        super().__init__(key)
        self.key, self.facts = key, facts


class Column(NamedTuple):
    """Column of a sheet that people type into."""

    title: str
    field: str = ""  # of what the row states, in the document where that has it; "": none
    parse: Callable[[str], Any] = str  # value of a text that is not empty; raises Invalid
    blank: Any = ""  # value of an empty cell, and of a text that is not allowed
    optional: bool = False  # whether a sheet may lack it
    required: bool = False  # whether its empty cells are parsed too, as they may be wrong
    is_unique: Callable[[Any], bool] | None = None  # whether a value may stand in one row only; None: none does
    prepared: bool = False  # whether a row with content here alone states nothing yet
    written: bool = False  # whether actions rewrite it; an optional one that they rewrite is not read
    usual: bool = False  # Joueurs: a player has at least one of these, else the row may be a note
    tells_apart: bool = False  # Joueurs: who have other values here are not one person, though of one name


def titles(columns: Iterable[Column | ComputedColumn]) -> tuple[str, ...]:
    """Return the titles of columns."""
    return tuple(column.title for column in columns)


def required_titles(columns: Iterable[Column]) -> tuple[str, ...]:
    """Return the titles of the columns that a sheet must have, in the template's order."""
    return titles(column for column in columns if not column.optional)


def written_titles(columns: Iterable[Column]) -> set[str]:
    """Return the titles of the columns that actions rewrite."""
    return {column.title for column in columns if column.written}


def list_rows(table: Table, columns: Iterable[Column], skipped_rows: Collection[int] = ()) -> Iterator[Line]:
    """Yield the rows that state something: with content in a column other than those that are `prepared`.

    `skipped_rows` (rows of the sheet, from 1) are left out.
    """
    content = [column.title for column in columns if not column.prepared and column.title in table.columns]
    return (line for line in table.lines(skipped_rows) if not line.empty(*content))


def read_cell(line: Line, column: Column, problems: Problems) -> Any:
    """Return the value of a row's cell in a column; `column.blank`, with a problem, for a text that is not allowed."""
    text = line.texts.get(column.title, "")
    if not text and not column.required:
        return column.blank
    try:
        return column.parse(text)
    except Invalid as invalid:
        line.report(problems, column.title, invalid.key, **{"text": text, **invalid.facts})
        return column.blank


def read_cells(line: Line, columns: Iterable[Column], problems: Problems) -> dict[str, Any]:
    """Return the values of a row's cells by field, as `read_cell` does; cells of columns without one are checked."""
    values = {column.field: read_cell(line, column, problems) for column in columns}
    values.pop("", None)
    return values


def parse_player_number(text: str, highest: int) -> int:
    """Return the N° of a player, 1 to `highest`."""
    if (value := parse_int(text)) is None or not 1 <= value <= highest:
        raise Invalid("bad_number")
    return value


def read_cote(text: str, lowest: int = 0) -> Cote | None:
    """Return a cote (rating) typed by a person, exactly, from `lowest` to `HIGHEST_COTE`, both included.

    None where the text is empty, no number, out of range, or ambiguous: below 10 with three decimals, such as "1,803",
    which may mean 1803.
    """
    value = parse_rating(text)
    if value is None or not lowest <= value <= HIGHEST_COTE or (-10 < value < 10 and may_be_thousands(text)):
        return None
    return value


def parse_yes(text: str) -> bool:
    """Return True for "oui", whatever its case, False for "non"."""
    if normalize(text) not in ("", "oui", "non"):
        raise Invalid("yes_or_empty")
    return normalize(text) == "oui"


def parse_present(text: str) -> bool:
    """Return whether a text is a mark of presence (C15)."""
    if text.casefold() not in (*PRESENT_MARKS, *ABSENT_MARKS):
        raise Invalid("yes_or_empty")
    return text.casefold() in PRESENT_MARKS


def parse_date(text: str) -> date:
    """Return a day."""
    if (day := read_date(text)) is None:
        raise Invalid("date")
    return day


def parse_absences(text: str) -> Absences:
    """Return the rounds that a player does not play.

    Spreadsheets turn "2-4" and "2/3" into dates, and "3,5" into a decimal: such a text has a sentence of its own.
    """
    day = read_date(text)
    rounds = None if day else read_rounds(text)
    if rounds is None:
        value = parse_number(text)
        is_changed = day is not None if value is None else value > schema.MOST_ROUNDS or not value.is_integer()
        raise Invalid("absences_date" if is_changed else "bad_absences")
    return Absences(*rounds)


def parse_own_table(text: str) -> int:
    """Return the number of a player's own table (C14)."""
    if (value := parse_int(text)) is None or not 1 <= value <= _HIGHEST_OWN_TABLE:
        raise Invalid("bad_table")
    return value


def parse_round(text: str) -> int:
    """Return the round of a row of Résultats."""
    if not text:
        raise Invalid("no_round")
    if (value := parse_int(text)) is None or not 1 <= value <= schema.MOST_ROUNDS:
        raise Invalid("bad_round")
    return value


def parse_table(text: str) -> int:
    """Return the table of a row of Résultats."""
    if (value := parse_int(text)) is None or value < 0:
        raise Invalid("bad_table")
    return value


def parse_rank(text: str) -> int | None:
    """Return the rank of a prize, "2", "2e" or "1er"; None for any other text."""
    match = re.fullmatch(r"([0-9]{1,4})\s*(?:er|re|ère|e|è|ème)?", text.casefold())
    return int(match[1]) or None if match else None


def parse_cumulative(text: str) -> bool:
    """Return whether a prize may go to somebody who has one already."""
    return normalize(text) == "oui"


# Columns that every game has

NAMES = (Column("Nom", "name"), Column("Prénom", "first_name"))
CLUB = Column("Club", "club", usual=True, tells_apart=True)
ABSENCES = Column(schema.Box("Absences"), "absences", parse_absences, Absences())
REMARK = Column("Remarque", "remark")
OPTIONAL_COLUMNS = (
    Column("Catégorie", "category", optional=True),
    Column("Anonyme", "anonymous", optional=True),
    Column(schema.AVOID, "avoids", optional=True),  # names others: `pairing_constraints.read_pairing_constraints`
    Column(schema.OWN_TABLE, "own_table", parse_own_table, 0, optional=True),
    Column(schema.PRESENT, "present", parse_present, False, optional=True),
    Column(schema.PAID, "paid", optional=True),
)  # Joueurs: added by the organiser or a list
OPTIONAL_TITLES = titles(OPTIONAL_COLUMNS)
ROUND = Column("Ronde", "round", parse_round, None, required=True, prepared=True)
TABLE = Column("Table", "table", parse_table, 0, prepared=True)
REASON = Column("Motif", "reason", written=True)
PRIZE_COLUMNS = (
    Column("Prix", "prize"),
    Column("Pour", "scope"),
    Column("Rang", "rank", parse_rank, 1),
    Column("Cumulable", "cumulative", parse_cumulative, False),
    *(Column(title, optional=True, written=True) for title in schema.WINNER_COLUMNS),
)  # Prix: what cannot be read, the sheet itself says


def number_column(highest: int, *, tells_apart: bool = False) -> Column:
    """Return the column N° of Joueurs; 0 where a player has none yet."""
    return Column(
        "N°", "number", lambda text: parse_player_number(text, highest), 0, is_unique=bool, prepared=True, written=True,
        usual=True, tells_apart=tells_apart,
    )  # fmt: skip

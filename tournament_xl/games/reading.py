"""Reading of the rows of Joueurs and Résultats, as far as games do it alike."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Generic, NamedTuple, TypeVar

from tournament_xl.core.model import Encounter, Person, X
from tournament_xl.core.normalization import normalize
from tournament_xl.workbook import input_rows
from tournament_xl.workbook.cells import parse_int
from tournament_xl.workbook.input_rows import InputRow, People, ResultsSheet
from tournament_xl.workbook.tables import Line, Problems, Readings, Table, report_errors

Match = TypeVar("Match", bound=Encounter)


class Columns(NamedTuple):
    """Names that a game gives to the shared columns of Résultats, and to its fictitious player."""

    numbers: tuple[str, str]  # titles of the columns N° of both players
    names: tuple[str, str]
    bye: str  # text for the fictitious player

    @classmethod
    def of_sides(cls, sides: Sequence[tuple[str, str]], bye: str) -> Columns:
        """Build the names from number and name of each side."""
        (first_number, first_name), (second_number, second_name) = sides
        return cls((first_number, second_number), (first_name, second_name), bye)


class Registration(NamedTuple):
    """Columns of Joueurs in one game by which rows are recognised as players."""

    ignored_columns: tuple[str, ...]  # columns whose content alone does not make a player
    fact_columns: tuple[str, ...]  # columns of which a player fills at least one; a row without them is a note
    highest_number: int  # largest N° allowed
    distinguishing_column: str  # column that distinguishes two players of the same name


def read_player_lines(table: Table, game: Registration, problems: Problems) -> list[tuple[Line, int]]:
    """Read the rows of Joueurs that have content in a column other than `ignored_columns`.

    Args:
        table: Sheet Joueurs.
        game: Columns of the game.
        problems: Receives error values in cells, too many rows, texts that are too long, rows that may be notes instead
            of players (they are returned nevertheless), and wrong N°.

    Returns:
        Each row with its N°, 0 where it has none or a wrong one, in the order of the sheet.
    """
    report_errors(table, table.columns, problems)  # the optional ones too
    filled = (
        line
        for line in table.lines()
        if not line.empty(*(column for column in table.columns if column not in game.ignored_columns))
    )
    lines = list(input_rows.read_registered_lines(filled, problems))
    input_rows.report_notes(lines, game.fact_columns, problems)
    return [(line, input_rows.read_number(line, problems, game.highest_number)) for line in lines]


def check_players(rows: Iterable[tuple[Line, Person]], game: Registration, problems: Problems) -> None:
    """Report players without a name, players listed twice (`are_different_people`), and N° that occur twice.

    Args:
        rows: Rows with their players.
        game: Columns of the game.
        problems: Receives the problems.
    """
    names: dict[str, dict[tuple[str, str], Line]] = {}  # name -> marks -> first row
    for line, player in rows:
        if not player.name:
            line.report(problems, "Nom", "no_name")
            continue
        namesakes, identity = (
            names.setdefault(normalize(player.full_name), {}),
            (line.text(game.distinguishing_column), normalize(line.text("Club"))),
        )
        same_person = [
            earlier_line.row
            for earlier_identity, earlier_line in namesakes.items()
            if not are_different_people(identity, earlier_identity)
        ]
        if same_person:
            facts = {"name": player.full_name, "row": min(same_person), "apart": game.distinguishing_column}
            line.report(problems, "Nom", "name_twice", **facts)
        namesakes.setdefault(identity, line)
    report_duplicates("N°", ((line, player.number) for line, player in rows), problems)


def are_different_people(first: Sequence[str], second: Sequence[str]) -> bool:
    """Check whether two players of one name are two people: their licences or their clubs, if both have one, differ.

    Args:
        first: Licence (or another mark of a person) and club of one player, "" where missing.
        second: The same of the other player, in the same order.
    """
    return any(
        first_mark and second_mark and first_mark != second_mark
        for first_mark, second_mark in zip(first, second, strict=True)
    )


def report_duplicates(column: str, values: Iterable[tuple[Line, object]], problems: Problems) -> None:
    """Report each row whose value in a column is already in an earlier row.

    Args:
        column: Title of the column.
        values: Rows with their values in that column; an empty value is never reported.
        problems: Receives the problems.
    """
    first_lines: dict[object, Line] = {}
    for line, content in values:
        if content and first_lines.setdefault(content, line) is not line:
            line.report(
                problems, column, "value_twice", column=column, text=line.text(column), row=first_lines[content].row
            )


class ResultsReader(Generic[Match]):
    """Reader of the sheet Résultats; a game says how a row becomes a match.

    Attributes:
        columns: Names of the shared columns.
        row_class: Row of the game, made from line, round and match.
        imported: Whether some rows came with a file of results.
    """

    columns: Columns
    row_class: type[InputRow[Match]]
    imported = False

    def __init__(self, table: Table, people: People) -> None:
        """Prepare the reading.

        Args:
            table: Sheet Résultats.
            people: Players by number and by name.
        """
        self.table, self.people = table, people
        self._content_columns = [column for column in table.columns if column not in ("Ronde", "Table")]

    def read(self, problems: Problems, readings: Readings, dependencies: object) -> ResultsSheet[Match]:
        """Read all rows that name two players and a round; report whoever, X (the bye) included, is twice in a round.

        Args:
            problems: Receives the problems of the rows.
            readings: Rows as read earlier (`input_rows.read_rows`).
            dependencies: Facts on which the reading of a row depends (`input_rows.read_rows`).
        """
        rows = input_rows.read_rows(
            self.table, problems, readings, dependencies, lambda line: self.read_row(line, problems)
        )
        input_rows.report_double_entries(rows, self.columns.numbers, self.people, problems)
        return ResultsSheet(self.table, rows, self.read_row, imported=self.imported)

    def read_row(self, line: Line, problems: Problems) -> InputRow[Match] | None:
        """Read a row; None if it has only Ronde and Table, or, with a problem, no two known players or no round."""
        if line.empty(*self._content_columns):
            return None  # row prepared by hand, without players
        line = self.complete_line(line)
        round_number = input_rows.read_round(line, problems)
        match = self.read_match(line, round_number or 0, problems)
        if round_number is None or match is None:
            return None
        return self.row_class(line, round_number, match)

    def complete_line(self, line: Line) -> Line:
        """Return the line with cells that the game derives from others filled in; by default the unchanged line."""
        return line

    def read_match(self, line: Line, round_number: int, problems: Problems) -> Match | None:
        """Read the match of a row.

        Args:
            line: Row of the sheet.
            round_number: Its round; 0: unreadable.
            problems: Receives the problems of the row.

        Returns:
            The match; None, with a problem, unless the row names two known players.
        """
        raise NotImplementedError


def read_table(line: Line, problems: Problems) -> int:
    """Read the table number of a row; 0 when it is empty or, with a problem, wrong."""
    text = line.text("Table")
    table = parse_int(text)
    if text and (table is None or table < 0):
        line.report(problems, "Table", "bad_table", text=text)
    return table or 0


def read_sides(line: Line, columns: Columns, people: People, problems: Problems) -> tuple[int, int] | None:
    """Read the N° of the two players of a row, X for the fictitious one (the bye).

    Returns:
        Both N°; None, with a problem, if one is unknown or both are the same.
    """
    first, second = (
        input_rows.read_side(line, number, name, people, columns.bye, problems)
        for number, name in zip(columns.numbers, columns.names, strict=True)
    )
    if first is None or second is None:
        return None
    if first == second:
        line.report(
            problems, columns.numbers[1], "against_self", name=people.names(first)[0] if first != X else columns.bye
        )
        return None
    return first, second

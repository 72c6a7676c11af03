"""Reading of the rows of Joueurs and Résultats, as far as games do it alike."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields
from typing import Any, Generic, NamedTuple, TypeVar

from tournament_xl.core.model import Encounter, Person, X
from tournament_xl.core.normalization import normalize
from tournament_xl.games.pairing_constraints import with_optional_columns
from tournament_xl.workbook import input_rows
from tournament_xl.workbook.columns import ROUND, Column, read_cell, read_cells
from tournament_xl.workbook.input_rows import InputRow, People, PlayersSheet, ResultsSheet
from tournament_xl.workbook.tables import Line, Problems, Readings, Table, report_errors

Match = TypeVar("Match", bound=Encounter)
PersonT = TypeVar("PersonT", bound=Person)


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
    """Columns of Joueurs in one game, and those by which rows are recognised as players."""

    columns: Sequence[Column]
    program_titles: tuple[str, ...]  # columns whose content alone does not make a player
    fact_titles: tuple[str, ...]  # columns of which a player fills at least one; a row without them is a note
    distinguishing_title: str  # column that distinguishes two players of the same name


def read_players(
    table: Table, game: Registration, person_class: type[PersonT], problems: Problems
) -> PlayersSheet[PersonT]:
    """Read the players of Joueurs: rows that have content in a column other than `program_titles`.

    Args:
        table: Sheet Joueurs.
        game: Columns of the game.
        person_class: Player of the game; its fields have the names of those of the columns.
        problems: Receives cells with an error value or a text that is not allowed or too long, too many rows, rows that
            may be notes instead of players (they are returned nevertheless), players without a name or listed twice
            (`are_different_people`), and values that occur twice in a column that allows that not.

    Returns:
        The table, with the optional columns that the sheet has, and each row with its player, also a row with problems.
    """
    table = with_optional_columns(table, (column.title for column in game.columns if column.optional))
    report_errors(table, table.columns, problems)  # the optional ones too
    content_titles = [title for title in table.columns if title not in game.program_titles]
    filled = (line for line in table.lines() if not line.empty(*content_titles))
    lines = [*input_rows.read_registered_lines(filled, problems)]
    input_rows.report_notes(lines, game.fact_titles, problems)
    own_fields = {field.name for field in fields(person_class)} - {"avoids"}  # see `read_pairing_constraints`
    values = [read_cells(line, game.columns, problems) for line in lines]
    rows = tuple(
        (line, person_class(**{name: value for name, value in of_line.items() if name in own_fields}))
        for line, of_line in zip(lines, values, strict=True)
    )
    _report_namesakes(rows, game, problems)
    for column in game.columns:
        if column.is_unique:
            typed = ((line, of_line[column.field]) for line, of_line in zip(lines, values, strict=True))
            _report_duplicates(column, typed, problems)
    return PlayersSheet(table, rows)


def _report_namesakes(rows: Iterable[tuple[Line, Person]], game: Registration, problems: Problems) -> None:
    """Report players without a name, and players listed twice."""
    names: dict[str, dict[tuple[str, str], Line]] = {}  # name -> marks -> first row
    for line, player in rows:
        if not player.name:
            line.report(problems, "Nom", "no_name")
            continue
        namesakes = names.setdefault(normalize(player.full_name), {})
        identity = line.text(game.distinguishing_title), normalize(line.text("Club"))
        same_person = [
            earlier_line.row
            for earlier_identity, earlier_line in namesakes.items()
            if not are_different_people(identity, earlier_identity)
        ]
        if same_person:
            facts = {"name": player.full_name, "row": min(same_person), "apart": game.distinguishing_title}
            line.report(problems, "Nom", "name_twice", **facts)
        namesakes.setdefault(identity, line)


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


def _report_duplicates(column: Column, values: Iterable[tuple[Line, Any]], problems: Problems) -> None:
    """Report each row whose value in a column is already in an earlier row."""
    first_lines: dict[object, Line] = {}
    for line, value in values:
        if column.is_unique and column.is_unique(value) and first_lines.setdefault(value, line) is not line:
            facts = {"column": column.title, "text": line.text(column.title), "row": first_lines[value].row}
            line.report(problems, column.title, "value_twice", **facts)


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
        round_number = read_cell(line, ROUND, problems)
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

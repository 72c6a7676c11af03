"""Rows that people type, whatever the game: players on Joueurs; pairs, results and forfeits on Résultats.

A reading function adds to `problems` what it cannot read, and returns a neutral value then. Rules (T): docs/regles.md.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from functools import cached_property
from typing import Any, ClassVar, Generic, NamedTuple

from tournament_xl.core.model import Encounter, MatchT, Notice, Person, PlayerT, X
from tournament_xl.core.name_order import PARTICLES
from tournament_xl.core.normalization import normalize
from tournament_xl.messages.names import list_some_names
from tournament_xl.messages.notices import notice_text
from tournament_xl.messages.players import HEADING, NOTE
from tournament_xl.workbook.cells import (
    Cell,
    cell_address,
    parse_int,
    read_typed_value,
)
from tournament_xl.workbook.history.views import Recorded, list_drawn_rounds, list_pairs
from tournament_xl.workbook.schema import PRESENT
from tournament_xl.workbook.tables import (
    Line,
    Problems,
    Readings,
    Table,
    extend_table,
    find_header_columns,
    report_errors,
)  # fmt: skip
from tournament_xl.workbook.typed_columns import PRESENT_MARKS, ROUND, Column, list_rows, read_cell, read_cells

MOST_HEADINGS = 25  # rows with a name alone listed in one sentence
LONGEST = 200  # characters in a cell of Joueurs, except remarks [ours]
MOST_LISTED = 5000  # rows of Joueurs [ours]: five times the largest field, some seconds


class PlayersSheet(NamedTuple, Generic[PlayerT]):
    """Table Joueurs with the player of each row, in the order of the sheet; a player without N° has number 0."""

    table: Table
    rows: tuple[tuple[Line, PlayerT], ...]

    @property
    def by_number(self) -> dict[int, PlayerT]:
        """Players who have a N°, by N°; the last one if several rows have the same."""
        return {player.number: player for _, player in self.rows if player.number}


def read_players(
    table: Table, problems: Problems, columns: Sequence[Column], person_class: type[PlayerT]
) -> PlayersSheet[PlayerT]:
    """Read the players of Joueurs.

    Args:
        table: Sheet Joueurs.
        problems: Receives cells with an error value or a text that is not allowed or too long, too many rows, rows that
            may be notes instead of players (they are returned nevertheless), players without a name or listed twice,
            and values that occur twice in a column that allows that not.
        columns: Columns of the sheet in the game.
        person_class: Player of the game; its fields have the names of those of the columns.

    Returns:
        The table, with the optional columns that the sheet has, and each row with its player, also a row with problems.
    """
    table = with_optional_columns(table, columns)
    report_errors(table, table.columns, problems)  # the optional ones too
    lines = [*_list_registered(list_rows(table, columns), problems)]
    _report_notes(lines, [column.title for column in columns if column.usual], problems)
    own_fields = {field.name for field in fields(person_class)} - {"avoids"}  # see `read_pairing_constraints`
    values = [read_cells(line, columns, problems) for line in lines]
    rows = tuple(
        (line, person_class(**{name: value for name, value in of_line.items() if name in own_fields}))
        for line, of_line in zip(lines, values, strict=True)
    )
    _report_namesakes(rows, [column.title for column in columns if column.tells_apart], problems)
    for column in columns:
        if column.is_unique:
            typed = ((line, of_line[column.field]) for line, of_line in zip(lines, values, strict=True))
            _report_duplicates(column, typed, problems)
    return PlayersSheet(table, rows)


def _report_namesakes(rows: Iterable[tuple[Line, Person]], marks: Sequence[str], problems: Problems) -> None:
    """Report players without a name, and players listed twice; `marks`: titles of columns that tell people apart."""
    names: dict[str, dict[tuple[str, ...], Line]] = {}  # name -> marks -> first row
    for line, player in rows:
        if not player.name:
            line.report(problems, "Nom", "no_name")
            continue
        namesakes = names.setdefault(normalize(player.full_name), {})
        identity = tuple(normalize(line.text(title)) for title in marks)
        same_person = [
            earlier_line.row
            for earlier_identity, earlier_line in namesakes.items()
            if not _are_different_people(identity, earlier_identity)
        ]
        if same_person:
            facts = {"name": player.full_name, "row": min(same_person), "apart": marks[0]}
            line.report(problems, "Nom", "name_twice", **facts)
        namesakes.setdefault(identity, line)


def _are_different_people(first: Sequence[str], second: Sequence[str]) -> bool:
    """Check whether two players of one name are two people: a mark that both have differs; "" where one is missing."""
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


def with_optional_columns(table: Table, columns: Iterable[Column]) -> Table:
    """Return the table extended by the optional columns that are read and that the sheet has."""
    for column in columns:
        if column.optional and not column.written:
            table = extend_table(table, find_header_columns(table, column.title))
    return table


def _list_registered(lines: Iterable[Line], problems: Problems) -> Iterator[Line]:
    """Yield the first `MOST_LISTED` rows of Joueurs; if there is a further one, report it and stop.

    A text of more than `LONGEST` characters is reported, except in Remarque; its row is yielded nevertheless.
    """
    for count, line in enumerate(lines):
        if count == MOST_LISTED:
            sentence = notice_text(Notice("too_many_players", {"registered": count + 1, "most": count}))
            line.report(problems, "Nom", "field", sentence=sentence)
            return
        for column, text in line.texts.items():
            if len(text) > LONGEST and column != "Remarque":
                line.report(problems, column, "long_text", size=len(text), most=LONGEST)
        yield line


def _report_notes(lines: Sequence[Line], facts: Sequence[str], problems: Problems) -> None:
    """Report rows of Joueurs that may be notes or headings and not players.

    A row with a Nom and none of `facts` is reported if the name contains ":", or if the row is anywhere below an empty
    row and anywhere below a row with one of `facts`; there a row with a Prénom or a whole name is a player, unless its
    Nom or one above it is like a heading. Of the other rows, those that have nothing but a Nom, of one word
    or like a heading ("Groupe A", "Club de Vienne"), are reported together, at the first of them, if at least twice as
    many rows have a Prénom or one of `facts`. `facts` are columns of which a player usually fills one (N°, licence,
    cote, club).
    """
    facts_above = after_gap = after_heading = False
    notes: set[int] = set()
    for before, line in zip([None, *lines], lines, strict=False):
        after_gap = after_gap or (before is not None and line.row > before.row + 1)
        bare, name = line.empty(*facts), line.text("Nom")
        after_heading = after_heading or (bare and facts_above and (":" in name or is_heading(name)))
        has_full_name = not line.empty("Prénom") or _is_whole_name(name)
        is_below = facts_above and after_gap and (after_heading or not has_full_name)
        if bare and name and (is_below or ":" in name):
            line.report(problems, "Nom", "player_or_note", text=name)
            notes.add(line.row)
        facts_above = facts_above or not bare
    name_only_lines = (line for line in lines if line.text("Nom") and line.empty(*line.texts.keys() - {"Nom"}))
    possible_headings = [line for line in name_only_lines if may_be_heading(line.text("Nom"))]
    fuller_lines = [line for line in lines if not line.empty("Prénom", *facts)]
    if are_headings(len(possible_headings), len(fuller_lines)) and (
        suspects := [line for line in possible_headings if line.row not in notes]
    ):
        column = suspects[0].table.columns["Nom"]
        cells = list_some_names(
            [f"« {line.text('Nom')} » ({cell_address(line.row, column)})" for line in suspects], MOST_HEADINGS
        )
        suspects[0].report(problems, "Nom", "names_alone", cells=cells)


def _is_whole_name(name: str) -> bool:
    """Check whether a Nom reads like surname and first name: several words with capitals, particles aside."""
    words = [word for word in name.split() if word not in PARTICLES]
    return len(words) > 1 and all(word[0].isupper() for word in words)


def is_heading(text: str) -> bool:
    """Check whether a text in a list is a note or the heading of a group, like "Groupe A" or "Club de Vienne"."""
    normalized = normalize(text)
    return bool(re.search(HEADING, normalized) or re.match(NOTE, normalized))


def may_be_heading(name: str) -> bool:
    """Check whether a Nom without other data may be a heading: `is_heading` says so, or it is a single word.

    Any other text of several words is taken for surname and first name, which some lists have in one cell.
    """
    return is_heading(name) or len(name.split()) == 1


def are_headings(alone_count: int, other_count: int) -> bool:
    """Check whether rows with a name alone may be headings: there are some, and at least twice as many other rows."""
    return 0 < 2 * alone_count <= other_count


def is_ticked(line: Line) -> bool:
    """Check whether a row of Joueurs has a mark in Présent."""
    return line.texts.get(PRESENT, "").casefold() in PRESENT_MARKS


class InputRow(Generic[MatchT]):
    """Row of Résultats as read: its line, its round and the match that it states; each game has a subclass."""

    missing_key: ClassVar[str]  # key of the problem for a missing result
    scores: ClassVar[Sequence[str]]  # columns of the scores

    def __init__(self, line: Line, number: int, match: MatchT) -> None:
        self.line, self.round, self.match = line, number, match

    @property
    def missing(self) -> str:
        """Column in which to report a missing result: that of the first empty score; the first one if none is empty."""
        return next((column for column in self.scores if self.line.empty(column)), self.scores[0])

    @cached_property
    def entry(self) -> dict[str, Any]:
        """The match in the tournament's document: what is known of it, scores as typed in the order of the sides."""
        first, second = self.match.sides
        entry: dict[str, Any] = {"sides": [first or "X", second or "X"]}
        if self.match.table:
            entry["table"] = self.match.table
        if typed := self.read_typed(self.scores[:2]):
            entry["scores"] = typed
        if self.match.reason:
            entry["reason"] = self.match.reason
        return entry

    def read_typed(self, columns: Sequence[str]) -> list[Cell] | None:
        """Return what is typed in columns of scores, None for an empty cell; None if all are empty."""
        texts = self.line.texts
        return [read_typed_value(texts[column]) for column in columns] if any(map(texts.get, columns)) else None


class ResultsSheet(Generic[MatchT]):
    """Rows of Résultats.

    Attributes:
        table: Table of the rows.
        rows: Rows that state a match, in the order of the sheet.
        read_row: Reads one line and reports its problems; None where it states no match.
        imported: Whether some rows came from a file of results of another program.
    """

    def __init__(
        self,
        table: Table,
        rows: tuple[InputRow[MatchT], ...],
        read_row: Callable[[Line, Problems], InputRow[MatchT] | None],
        *,
        imported: bool = False,
    ) -> None:
        self.table, self.rows, self.read_row, self.imported = table, rows, read_row, imported

    def round(self, number: int) -> list[InputRow[MatchT]]:
        """Return the rows of a round, with result or not, in the order of the sheet; [] for a round without rows."""
        return list(self._by_round.get(number, ()))

    def pending(self, number: int) -> tuple[InputRow[MatchT], ...]:
        """Return the rows of a round whose result is missing or incomplete, in the order of the sheet."""
        return tuple(row for row in self._by_round.get(number, ()) if not row.match.complete)

    @property
    def matches(self) -> dict[int, list[MatchT]]:
        """Matches of each round that has rows, in the order of the sheet."""
        return {number: [row.match for row in rows] for number, rows in self._by_round.items()}

    @cached_property
    def _by_round(self) -> dict[int, list[InputRow[MatchT]]]:
        rows_by_round: dict[int, list[InputRow[MatchT]]] = {}
        for row in self.rows:
            rows_by_round.setdefault(row.round, []).append(row)
        return rows_by_round


class People:
    """Players of a tournament, to be looked up by N° or by name."""

    def __init__(self, by_number: Mapping[int, Person]) -> None:
        self.by_number = by_number

    def names(self, player_id: int) -> tuple[str, ...]:
        """Return the forms of the name of a player by N°: "Durand Anne", "Durand", "Anne Durand"; ("X",) for X (0)."""
        if player_id == X:
            return ("X",)
        player = self.by_number[player_id]
        return player.full_name, player.name, f"{player.first_name} {player.name}"

    def find_by_name(self, text: str) -> int | None:
        """Return the N° of the player whose name has this form (`names`); None when there is none, or several.

        Case and accents do not matter.
        """
        player_ids = self._ids_by_name.get(normalize(text), set())
        return next(iter(player_ids)) if len(player_ids) == 1 else None

    @cached_property
    def _ids_by_name(self) -> dict[str, set[int]]:
        ids_by_name: dict[str, set[int]] = {}
        for player_id in self.by_number:
            for name in self.names(player_id):
                ids_by_name.setdefault(normalize(name), set()).add(player_id)
        return ids_by_name


def read_sides(
    line: Line, side_columns: Sequence[tuple[str, str]], bye: str, people: People, problems: Problems
) -> tuple[int, int] | None:
    """Read the N° of the two players of a row, X for the fictitious one (the bye).

    `side_columns` are the titles of number and name of each side, `bye` is in capitals. The answer is None, with a
    problem, if a player is unknown or both are the same.
    """
    first, second = (_read_side(line, number, name, people, bye, problems) for number, name in side_columns)
    if first is None or second is None:
        return None
    if first == second:
        name = people.names(first)[0] if first != X else bye
        line.report(problems, side_columns[1][0], "against_self", name=name)
        return None
    return first, second


def _read_side(line: Line, column: str, name_column: str, people: People, bye: str, problems: Problems) -> int | None:
    """Read one player of a row, by N° or by name.

    In `column` people may also type a name; `name_column` is read only where it is empty. The answer is X (0) for the
    bye, None if a problem was reported.
    """
    text = line.text(column)
    if text.upper() == bye:
        return X
    number = parse_int(text)
    if number in people.by_number:
        return number
    if number is None and (player_id := people.find_by_name(text or line.text(name_column))):
        return player_id
    line.report(problems, column, "unknown_number" if text else "no_opponent", text=text, bye=bye)
    return None


def _report_double_entries(
    rows: Sequence[InputRow[Encounter]], columns: Sequence[str], people: People, problems: Problems
) -> None:
    """Report each player, and X (the bye), who is twice in a round: at each later cell, with the first one's row."""
    first_rows: dict[tuple[int, int], InputRow[Encounter]] = {}
    for row in rows:
        for player_id, column in zip(row.match.sides, columns, strict=True):
            first = first_rows.setdefault((row.round, player_id), row)
            if first is row:
                continue
            if player_id == X:
                row.line.report(problems, column, "x_twice", row=first.line.row, bye=row.line.text(column).upper())
            else:
                row.line.report(
                    problems, column, "twice", name=people.by_number[player_id].full_name, row=first.line.row
                )


class ResultsReader(Generic[MatchT]):
    """Reader of the sheet Résultats; a game says how a row becomes a match.

    Attributes:
        columns: Columns of the sheet.
        side_columns: Titles of number and name of each side.
        row_class: Row of the game, made from line, round and match.
        imported: Whether some rows came with a file of results.
    """

    columns: ClassVar[Sequence[Column]]
    side_columns: ClassVar[Sequence[tuple[str, str]]]
    row_class: type[InputRow[MatchT]]
    imported = False

    def __init__(self, table: Table, people: People) -> None:
        """Prepare the reading."""
        self.table, self.people = table, people

    def read(self, problems: Problems, before: Readings, dependencies: object) -> ResultsSheet[MatchT]:
        """Read all rows that name two players and a round; report whoever, X (the bye) included, is twice in a round.

        A row whose cells are the same object as at the previous reading is reused.

        Args:
            problems: Problems so far, to which rows add theirs; the cache is updated only when they add none.
            before: Cache of the previous reading, updated in place.
            dependencies: Value on which all rows depend; with another value than before every row is read again.
        """
        table = self.table
        grid, reading_key = table.snapshot.sheets[table.sheet], (table.header, table.columns, dependencies)
        previous_grid, (previous_key, rows) = before.get(table.sheet, ((), (None, ())))
        unchanged = {
            row_number
            for row_number, (previous, current) in enumerate(zip(previous_grid, grid, strict=False), start=1)
            if previous is current
        }
        reused = {row.line.row: row for row in rows if row.line.row in unchanged and previous_key == reading_key}
        count = len(problems.entries)
        lines = list_rows(table, self.columns, reused)
        rows_by_number = reused | {line.row: row for line in lines if (row := self.read_row(line, problems))}
        rows = tuple(rows_by_number[row_number] for row_number in sorted(rows_by_number))
        if len(problems.entries) == count:
            before[table.sheet] = grid, (reading_key, rows)
        _report_double_entries(rows, [number for number, _ in self.side_columns], self.people, problems)
        return ResultsSheet(table, rows, self.read_row, imported=self.imported)

    def read_row(self, line: Line, problems: Problems) -> InputRow[MatchT] | None:
        """Read a row; None, with a problem, if it has no two known players or no round."""
        line = self.complete_line(line)
        round_number = read_cell(line, ROUND, problems)
        match = self.read_match(line, round_number or 0, problems)
        if round_number is None or match is None:
            return None
        return self.row_class(line, round_number, match)

    def complete_line(self, line: Line) -> Line:
        """Return the line with cells that the game derives from others filled in; by default the unchanged line."""
        return line

    def read_match(self, line: Line, round_number: int, problems: Problems) -> MatchT | None:
        """Read the match of a row.

        A round of 0 could not be read. The answer is None, with a problem, unless the row names two known players.
        """
        raise NotImplementedError


def count_drawn_rounds(
    results: ResultsSheet[Encounter],
    people: Sequence[Person],
    recorded: Recorded,
    scheduled: Callable[[int], bool] = lambda number: False,
) -> int:
    """Count the drawn rounds before the first round that is not drawn.

    A round with rows counts as drawn if one of them has a reason (Motif), or if every player whose absence is not
    announced has a N° and a row. A round that the history records as drawn stays drawn while one of its recorded pairs,
    or a recorded pair of a later round, is still on Résultats. `scheduled` says whether a round's matches are known
    from the start: then an announced absentee keeps his seat and forfeits, so he must have a row, too, unless he left
    before the first round (T).
    """
    current_pairs = {(row.round, frozenset(row.match.sides)) for row in results.rows}
    standing = max(
        (
            round_number
            for round_number in list_drawn_rounds(recorded)
            if any((round_number, pair) in current_pairs for pair in list_pairs(recorded, round_number))
        ),
        default=0,
    )
    return count_rounds(results.matches, people, standing, scheduled)


def count_rounds(
    rounds: Mapping[int, Sequence[Encounter]], people: Sequence[Person], standing: int, scheduled: Callable[[int], bool]
) -> int:
    """Count the drawn rounds before the first that is not drawn (`count_drawn_rounds`).

    The first `standing` rounds count as drawn in any case.
    """
    drawn_count = 0
    while (matches := rounds.get(drawn_count + 1, ())) or drawn_count < standing:
        drawn_count += 1
        if drawn_count <= standing:
            continue
        with_row = {player_id for match in matches for player_id in match.sides}
        everybody = scheduled(drawn_count)
        expected = [
            player
            for player in people
            if drawn_count not in player.absences or (everybody and not player.absences.has_left(1))
        ]
        by_hand = all(player.number and player.number in with_row for player in expected)
        if not by_hand and not any(match.reason for match in matches):
            return drawn_count - 1
    return drawn_count

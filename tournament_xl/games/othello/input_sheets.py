"""What several cells say together: the game of a row of Résultats or Finales."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, ClassVar

from tournament_xl.games.othello import schema
from tournament_xl.games.othello.rules import model as othello
from tournament_xl.games.othello.rules.model import BIP, OthelloGame, OthelloPlayer, list_allowed_ends
from tournament_xl.games.othello.rules.results import BOARD, compute_final_discs, is_complete, settle_empty_squares
from tournament_xl.games.othello.schema import DISC_COLUMNS, DISCS, END, UNRATED, parse_halves
from tournament_xl.messages.reasons import ReasonAuthor, read_author
from tournament_xl.workbook import schema as shared
from tournament_xl.workbook.cells import cell_text, parse_int
from tournament_xl.workbook.history.views import Recorded, find_matches, make_pair_key
from tournament_xl.workbook.input_rows import InputRow, People, PlayersSheet, ResultsReader, ResultsSheet, read_sides
from tournament_xl.workbook.tables import Line, Problems, Readings, Table
from tournament_xl.workbook.typed_columns import TABLE, read_cell


class OthelloRow(InputRow[OthelloGame]):
    """Row of Résultats that names two opponents."""

    missing_key: ClassVar[str] = "no_discs"
    scores: ClassVar[Sequence[str]] = DISCS

    @cached_property
    def entry(self) -> dict[str, Any]:
        """The game in the tournament's document, with its end and whether it is not to be rated."""
        entry, end = super().entry, self.match.end or self.line.text("Fin")
        if end:
            entry["end"] = end
        if not self.match.rated:
            entry["unrated"] = True
        return entry


def read_results(
    table: Table,
    players: PlayersSheet[OthelloPlayer],
    problems: Problems,
    readings: Readings,
    recorded: Recorded | None = None,
) -> ResultsSheet[OthelloGame]:
    """Read the rows of Résultats.

    `recorded` is the document after the last action where only Black's discs are typed (Saisie), to tell which discs of
    White the program filled in; else None.
    """
    reason_column = table.columns["Motif"] - 1
    imported = any(
        read_author(cell_text(cell)) is ReasonAuthor.IMPORT
        for line in table.snapshot.sheets[table.sheet]
        for cell in line[reason_column : reason_column + 1]
    )
    reader = _OthelloResults(table, People(players.by_number), recorded, imported=imported)
    return reader.read(problems, readings, (players, recorded and recorded.get("rounds"), imported))


class _OthelloResults(ResultsReader[OthelloGame]):
    columns, side_columns = schema.TYPED_COLUMNS[shared.RESULTS], schema.SIDES
    row_class = OthelloRow

    def __init__(self, table: Table, people: People, recorded: Recorded | None, *, imported: bool) -> None:
        super().__init__(table, people)
        self.recorded, self.imported = recorded, imported

    def complete_line(self, line: Line) -> Line:
        white = _complement_for_white(line, self.recorded) if self.recorded is not None else ""
        return line._replace(texts=line.texts | {"Pions B": white}) if white else line

    def read_match(self, line: Line, round_number: int, problems: Problems) -> OthelloGame | None:
        game = read_game(line, self.people, problems, halves=self.imported)
        return game and replace(game, table=read_cell(line, TABLE, problems), reason=line.text("Motif"))


def _complement_for_white(line: Line, recorded: Recorded) -> str:
    """Return White's discs where only Black's are typed (Saisie: Noir seul): the rest of 64.

    Applies where the cell is empty, or still has the value of the last action while Black's discs were corrected; else
    "".
    """
    black, white = parse_int(line.text("Pions N")), parse_int(line.text("Pions B"))
    sides = [line.text(column).upper() for column, _ in schema.SIDES]
    end = line.text("Fin").replace(" ", "").upper()
    if black is None or not 0 <= black <= BOARD or end not in othello.NEEDS_BOARD or schema.BIP in sides:
        return ""
    if line.text("Pions B"):
        black_id, white_id = map(parse_int, sides)
        if black_id is None or white_id is None or white is None or black + white == BOARD:
            return ""
        last = find_matches(recorded, parse_int(line.text("Ronde")) or 0).get(make_pair_key(black_id, white_id), {})
        if last.get("scores") != [BOARD - white, white]:
            return ""
    return str(BOARD - black)


def find_empty_squares(results: ResultsSheet[OthelloGame], round_number: int) -> list[int]:
    """Return the tables of a round whose board counts and has empty squares, completed to 64 discs (B1).

    Of a game lost on time by who leads on the board neither his discs count nor the empty squares (B6).
    """
    tables = []
    for game in (row.match for row in results.round(round_number)):
        black, white = game.discs_black, game.discs_white
        if black is None or white is None or game.end not in othello.NEEDS_BOARD:
            continue
        is_completed = game.end not in othello.TIME or compute_final_discs(game) == settle_empty_squares(black, white)
        if is_completed and int(black + white) < BOARD:
            tables.append(game.table)
    return tables


def read_game(line: Line, people: People, problems: Problems, *, halves: bool) -> OthelloGame | None:
    """Read the game of a row, without its table and reason; None, with a problem, unless two known players meet.

    Discs that cannot be on a board, or that are typed against BIP (the bye), are reported and left out of the game.
    With `halves` (imported results, B1) discs may be halves.
    """
    sides = read_sides(line, schema.SIDES, schema.BIP, people, problems)
    if sides is None:
        return None
    end = _end(line, *sides, problems)
    disc_columns = (column._replace(parse=parse_halves) if halves else column for column in DISC_COLUMNS)
    black, white = (read_cell(line, column, problems) for column in disc_columns)
    if BIP in sides:
        for column in DISCS:
            if line.text(column):
                line.report(problems, column, "discs_bip")
        black = white = None
    elif black is not None and white is not None and black + white > BOARD:
        line.report(problems, "Pions B", "discs_sum", sum=f"{black + white:g}".replace(".", ","))
        black = white = None
    elif end in othello.GIVEN and None not in (black, white) and black != white:
        line.report(problems, "Fin", "given_undrawn", end=end)
    complete = is_complete(OthelloGame(*sides, black, white, end))
    return OthelloGame(*sides, black, white, end, complete=complete, rated=not read_cell(line, UNRATED, problems))


def _end(line: Line, black: int, white: int, problems: Problems) -> str:
    """Read the code of column Fin; "" where it is not allowed."""
    code: str = read_cell(line, END, problems)
    if code not in (allowed := list_allowed_ends(black, white)):
        line.report(problems, "Fin", "end_bip", end=max(allowed))
        return ""
    return code

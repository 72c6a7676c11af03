"""Reading the games on Résultats and Finales: who was Black, the discs, how it ended."""

from __future__ import annotations

from collections.abc import Mapping

from tournament_xl.folding import fold
from tournament_xl.othello.model import BIP, ENDS, GIVEN, NEEDS_BOARD, Game
from tournament_xl.othello.results import BOARD, is_complete
from tournament_xl.record import record, replace
from tournament_xl.texts.names import NOT_PLAYED
from tournament_xl.texts.reasons import IMPORTED
from tournament_xl.workbook import labels as shared
from tournament_xl.workbook.codes import typed
from tournament_xl.workbook.grid import Line, Problems, find_table, number, whole
from tournament_xl.workbook.memory import pair_key
from tournament_xl.workbook.othello import labels
from tournament_xl.workbook.othello.decode_players import PlayersSheet
from tournament_xl.workbook.players_table import yes
from tournament_xl.workbook.results_table import (
    People,
    ResultsOf,
    RowOf,
    once_a_round,
    read_round,
    read_rows,
    read_side,
)
from tournament_xl.workbook.snapshot import Snapshot, cell_text

NUMBERS, NAMES, DISCS = ("N° N", "N° B"), ("Noir", "Blanc"), ("Pions N", "Pions B")


@record
class Row(RowOf[Game]):
    """A row of Résultats that names two opponents."""

    def compact(self) -> str:
        """The row as typed, for the Journal: "1-5:40/24", "2-6:FN", half a result as "40/?"."""
        names = "-".join(str(who) if who != BIP else labels.BIP for who in self.match.sides)
        text = self.match.end or self.line.text("Fin")
        end = f":{text}" if text else ""
        discs = [typed(self.line.text(column)) for column in DISCS]
        return names + end + (f":{'/'.join(discs)}" if not self.line.empty(*DISCS) else "")


@record
class ResultsSheet(ResultsOf[Row]):
    """The rows of Résultats in the order of the sheet."""

    imported: bool = False  # some came with a file of results: halves of discs are accepted (B1)


def read_results(
    snapshot: Snapshot, players: PlayersSheet | None, problems: Problems, alone: Mapping[str, str] | None = None
) -> ResultsSheet | None:
    """The rows of the sheet, problems at their cells.

    `alone`: the facts of the last press, where only Black's discs are typed (Saisie).
    """
    table = find_table(snapshot, shared.RESULTS, labels.COLUMNS[shared.RESULTS], problems)
    if table is None:
        return None
    at = table.columns["Motif"] - 1
    imported = any(
        cell_text(cell).startswith(IMPORTED) for line in snapshot.sheets[table.sheet] for cell in line[at : at + 1]
    )
    people = People(players.by_number if players else {})
    rows = read_rows(
        table, problems, (players, alone, imported), lambda line: _row(line, people, problems, alone, halves=imported)
    )
    once_a_round(rows, NUMBERS, people, problems)
    return ResultsSheet(table, rows, imported)


def _row(
    line: Line, people: People, problems: Problems, alone: Mapping[str, str] | None, *, halves: bool
) -> Row | None:
    if line.empty(*(column for column in line.texts if column not in ("Ronde", "Table"))):
        return None  # a row prepared by hand: nobody is named
    if alone is not None and (white := _of_white(line, alone)):
        line.texts["Pions B"] = white
    round_number = read_round(line, problems)
    game = read_game(line, people, problems, line.text("Motif"), halves=halves)
    if round_number is None or game is None:
        return None
    at = whole(line.text("Table"))
    if line.text("Table") and (at is None or at < 0):
        line.problem(problems, "Table", "bad_table", text=line.text("Table"))
    return Row(line, round_number, replace(game, table=at or 0))


def _of_white(line: Line, past: Mapping[str, str]) -> str:
    """White's discs beside those of Black (Saisie: Noir seul): the others of 64, where the cell is empty, or has what
    the last press left there while Black's were corrected; "" where they are to stay as they stand.
    """
    black, white = whole(line.text("Pions N")), whole(line.text("Pions B"))
    end = line.text("Fin").replace(" ", "").upper()
    if black is None or not 0 <= black <= BOARD or end not in NEEDS_BOARD or labels.BIP in _sides(line):
        return ""
    one, two = (whole(side) for side in _sides(line))
    if white is not None or line.text("Pions B"):
        if one is None or two is None or white is None:
            return ""
        left = past.get(f"résultat|{line.text('Ronde')}|{pair_key(one, two)}", "").rpartition(":")[2]
        if left != f"{BOARD - white}/{white}" or black + white == BOARD:
            return ""
    return str(BOARD - black)


def _sides(line: Line) -> list[str]:
    return [line.text(column).upper() for column in NUMBERS]


def read_game(line: Line, people: People, problems: Problems, reason: str = "", *, halves: bool) -> Game | None:
    """The game of a row, without its table; None when its two sides are not known. `halves`: of discs, see `_discs`."""
    black, white = (read_side(line, *side, people, labels.BIP, problems) for side in zip(NUMBERS, NAMES, strict=True))
    if black is None or white is None:
        return None
    if black == white:
        key = "two_bips" if black == BIP else "against_self"
        line.problem(problems, "N° B", key, name=people.by_number[black].full_name if black else labels.BIP)
        return None
    end = _end(line, black, white, problems)
    discs = [_discs(line, column, problems, halves=halves) for column in DISCS]
    if BIP in (black, white):
        for column in DISCS:
            if line.text(column):
                line.problem(problems, column, "discs_bip")
        discs = [None, None]
    elif discs[0] is not None and discs[1] is not None and sum(filter(None, discs)) > BOARD:
        line.problem(problems, "Pions B", "discs_sum", sum=_shown(sum(filter(None, discs))))
        discs = [None, None]
    elif end in GIVEN and discs[0] is not None and discs[1] is not None and discs[0] != discs[1]:
        line.problem(problems, "Fin", "given_undrawn", end=end)
    game = Game(black, white, discs[0], discs[1], end, reason=reason, rated=not yes(line, "Hors cote", problems))
    return replace(game, complete=is_complete(game))


def _discs(line: Line, column: str, problems: Problems, *, halves: bool) -> float | None:
    """A count of discs: 0 to 64; a half only in what an import gave (B1)."""
    text = line.text(column)
    value = number(text) if halves else whole(text)
    if not text:
        return None
    if fold(text) in NOT_PLAYED:
        line.problem(problems, column, "discs_word", text=text, side=column[-1])
        return None
    if value is None or 2 * value % 1:
        line.problem(problems, column, "bad_discs", text=text)
        return None
    if not 0 <= value <= BOARD:
        line.problem(problems, column, "discs_range", text=_shown(value))
        return None
    return value


def _shown(value: float) -> str:
    return f"{value:g}".replace(".", ",")


def _end(line: Line, black: int, white: int, problems: Problems) -> str:
    text = line.text("Fin").replace(" ", "").upper()
    if text not in ENDS:
        line.problem(problems, "Fin", "bad_end", text=line.text("Fin"))
        return ""
    allowed = {BIP: "FB" if black == BIP else "FN"}
    if BIP in (black, white) and text not in ("", allowed[BIP]):
        line.problem(problems, "Fin", "end_bip", end=allowed[BIP])
        return ""
    return text


def missing(row: Row) -> str:
    """The column of the first count of discs that is wanted."""
    return next((column for column in DISCS if row.line.empty(column)), DISCS[0])


def half_typed(row: Row) -> bool:
    """Whether one of two counts is typed where both are wanted."""
    game = row.match
    return game.end in NEEDS_BOARD and (game.discs_black is None) != (game.discs_white is None)

"""Cells typed by a person in a front end without a spreadsheet, and the presence of players."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tournament_xl.actions.finish import describe_correction
from tournament_xl.core.exit_codes import DONE, REFUSED
from tournament_xl.core.model import Absences, Notice, X
from tournament_xl.games.new_workbook import setting_cell, typed_cell
from tournament_xl.games.registry import game_of
from tournament_xl.messages import page as texts
from tournament_xl.messages.names import fill_sentence
from tournament_xl.messages.notices import notice_text
from tournament_xl.service.workbook_access import decode_sheets, decode_workbook
from tournament_xl.storage.backups import refuse_backup
from tournament_xl.workbook import schema
from tournament_xl.workbook.cells import Cell, cell_address, cell_text
from tournament_xl.workbook.input_texts import read_rounds
from tournament_xl.workbook.snapshot import Draft, Snapshot, replace_surrogates
from tournament_xl.workbook.tables import Problem
from tournament_xl.workbook.working_copy import ActionAborted, Outcome, invalid

if TYPE_CHECKING:
    from tournament_xl.service.workbook_access import WorkbookAccess
    from tournament_xl.workbook.decoded import Workbook

HERE, ABSENT, LEFT = "here", "absent", "left"  # presence of a player from the next round on
_HEADER_ROWS = 10  # rows in which the titles of a table may be
_MAX_ROW, _MAX_COLUMN = 10**5, 10**3


@dataclass(frozen=True, slots=True)
class TypedCell:
    """Cell as a person types it.

    Attributes:
        sheet: Name of the sheet.
        row: Row from 1.
        column: Column from 1.
        value: What is typed; "" empties the cell.
        was: Text that the person saw in the cell; None where that does not matter.
    """

    sheet: str
    row: int
    column: int
    value: str
    was: str | None = None


@dataclass(frozen=True, slots=True)
class TypingResult:
    """What became of typed cells.

    Attributes:
        outcome: What happened: DONE, or refused with a problem for each unlikely score.
        doubt: True when the cells were refused only because a score is unlikely; with `sure` they would be typed.
    """

    outcome: Outcome
    doubt: bool = False


def type_cells(workbook: WorkbookAccess, cells: Sequence[TypedCell], *, sure: bool = False) -> TypingResult:
    """Type cells into a workbook as a person would, all or none; no other cell changes.

    A number becomes a number except in columns of texts, blanks around a text are dropped, and a text of blanks empties
    the cell. No backup is made: the backup before the next action has the typed cells. Only new problems in the typed
    rows matter; problems that the workbook had before, or that other rows get, do not. With `sure` unlikely scores are
    typed, too. The workbook's `previous`, from which the next reading takes what has not changed, becomes the workbook
    decoded with or without the typed cells.

    Returns:
        What happened; refused, with `doubt`, where a typed score is unlikely. When a result is typed for a round before
        the last drawn one, a note says what becomes of the later pairings; notes about a late entrant say what his
        missed rounds count, and how he can still play in a round without results.

    Raises:
        ExternalError: The workbook cannot be read or written, is open elsewhere, or is a backup or the copy that was
            made to send to the federation.
        ActionAborted: A typed row would have a new problem; or the text of a cell is now neither `was` nor the typed
            one, as somebody else has changed it.
        ValueError: There is no such sheet, the row or column is below 1 or too large, or the sheet is Mémoire.
    """
    workbook.refuse_unwritable()
    snapshot = workbook.read()
    if workbook.path:
        refuse_backup(workbook.path, snapshot)
    draft, positions = Draft(snapshot), set()
    for cell in cells:
        draft.put(*_read_typed(snapshot, cell))
        positions.add((cell.sheet, cell.row, cell.column))
    rows, decoded = {position[:2] for position in positions}, _decode(workbook, draft.after())
    if problems := [problem for problem in decoded.problems if (problem.sheet, problem.row) in rows]:
        earlier_problems = set(_decode(workbook, snapshot).problems)
        if new_problems := [problem for problem in problems if problem not in earlier_problems]:
            raise invalid(new_problems)
    scores = _unlikely_scores(decoded) if not sure else ()
    if unlikely := [problem for problem in scores if (problem.sheet, problem.row, problem.column) in positions]:
        return TypingResult(Outcome(REFUSED, problems=tuple(unlikely)), doubt=True)
    notices = (*_describe_correction(decoded, positions), *_describe_late_entries(decoded, positions))
    outcome = Outcome(DONE, texts.TYPED, edits=draft.edits(), warnings=tuple(map(notice_text, notices)))
    return TypingResult(workbook.write(outcome, None))


def _describe_correction(decoded: Workbook | Outcome, positions: Collection[tuple[str, int, int]]) -> Iterator[Notice]:
    """Say what becomes of the last drawn round where a result of one before it is typed."""
    if isinstance(decoded, Outcome):
        return
    game, tournament, columns = game_of(decoded), decoded.tournament, decoded.results.table.columns
    names = [name for pair in game.score_pairs for name in pair] + [game.ending_column]
    result_columns = {columns[name] for name in names if name in columns}
    rows = {row for sheet, row, column in positions if sheet == schema.RESULTS and column in result_columns}
    if any(row.line.row in rows and row.round < len(tournament.rounds) for row in decoded.results.rows):
        yield from describe_correction(decoded)


def _describe_late_entries(
    decoded: Workbook | Outcome, positions: Collection[tuple[str, int, int]]
) -> Iterator[Notice]:
    """Say what the missed rounds count of a player whose name is typed after the first pairing.

    Say also how he can still play in the last drawn round: against the player with the bye, where the game completes a
    round under way, or if it has no results and its pairs are drawn anew for him.
    """
    if isinstance(decoded, Outcome) or not decoded.tournament.rounds:
        return
    names, drawn = decoded.players.table.columns["Nom"], len(decoded.tournament.rounds)
    is_open = drawn == 1 or not decoded.tournament.settings.formula.is_scheduled(drawn)
    typed_rows = game_of(decoded).find_typed_rows(decoded, drawn)
    exempt = _find_exempt_to_meet(decoded, typed_rows)
    for line, player in decoded.players.rows:
        if not player.number and (schema.PLAYERS, line.row, names) in positions:
            yield Notice("late_entry", {"name": decoded.names_by_row()[line.row]})
            is_present = drawn not in player.absences and player not in decoded.unchecked
            if is_present and exempt:
                yield Notice("late_entry_exempt", {"round": drawn, "exempt": exempt})
            if is_present and is_open and not typed_rows:
                yield Notice("late_entry_in_time", {"round": drawn})


def _find_exempt_to_meet(decoded: Workbook, typed_rows: Collection[int]) -> str:
    """Return the name of the player who has the bye in the last drawn round and may meet a late entrant; "" for none.

    After the last round of the tournament is drawn, nothing is paired any more.
    """
    tournament, drawn = decoded.tournament, len(decoded.tournament.rounds)
    formula, rounds = tournament.settings.formula, tournament.settings.rounds or 0
    if not decoded.completes_rounds or formula.cycles or drawn >= rounds > 0:
        return ""
    names = decoded.names()
    byes = (
        row.match.sides
        for row in decoded.results.rows
        if row.round == drawn
        and X in row.match.sides
        and row.line.row not in typed_rows  # a forfeit is an absence (B7)
    )
    return next((names[player_id] for sides in byes for player_id in sides if player_id != X), "")


def _read_typed(snapshot: Snapshot, cell: TypedCell) -> tuple[str, int, int, Cell]:
    """Return a typed cell's position and value; refuse a cell that has changed."""
    sheet, row, column = cell.sheet, cell.row, cell.column
    if sheet not in snapshot.sheets or sheet == schema.MEMORY:
        raise ValueError(sheet)
    if not (0 < row < _MAX_ROW and 0 < column < _MAX_COLUMN):
        raise ValueError(sheet)
    text, current = replace_surrogates(cell.value).strip(), cell_text(snapshot.cell(sheet, row, column))
    if cell.was not in (None, current) and current != text:
        message = texts.MEANWHILE.format(sheet=sheet, cell=cell_address(row, column), now=current)
        raise ActionAborted(Outcome(REFUSED, message))
    return sheet, row, column, _cell_value(snapshot, sheet, row, column, text) if text else None


def _cell_value(snapshot: Snapshot, sheet: str, row: int, column: int, text: str) -> Cell:
    """Convert typed text to the value that the cell gets."""
    if sheet == schema.TOURNAMENT:
        return setting_cell(cell_text(snapshot.cell(sheet, row, column - 1)), text)
    header = (cell_text(snapshot.cell(sheet, above, column)) for above in range(min(row, _HEADER_ROWS), 0, -1))
    return typed_cell(next(filter(None, header), ""), text)


def _decode(workbook: WorkbookAccess, snapshot: Snapshot) -> Workbook | Outcome:
    """Decode the workbook, or return the outcome that says why it cannot be decoded."""
    try:
        return decode_sheets(workbook, snapshot)
    except ActionAborted as aborted:
        return aborted.outcome


def _unlikely_scores(decoded: Workbook | Outcome) -> Iterator[Problem]:
    """Find the scores that need a confirmation."""
    if isinstance(decoded, Outcome):
        return
    table = decoded.results.table
    for row, column, score in game_of(decoded).find_unlikely_cells(decoded):
        yield Problem(table.sheet, row, table.columns[column], texts.UNLIKELY.format(score=score))


def set_presence(workbook: WorkbookAccess, row: int, state: str) -> TypingResult:
    """Set whether a player comes to the next round, in the columns Absences and, if the sheet has it, Présent.

    Rule C15 of docs/regles.md. The next round is the first that is not drawn. Présent becomes "oui" for `HERE` and
    empty for the other states. `row` counts from 1, as nobody has a N° before the first round. `state` is `HERE`,
    `ABSENT` for the next round only, or `LEFT` from it on. The message names the player and his new state.

    Raises:
        ExternalError: As `type_cells`.
        ActionAborted: The workbook has problems, or as `type_cells`.
        KeyError: The row has no player; nothing is written.
    """
    decoded = decode_workbook(workbook)
    next_round, columns = decoded.tournament.next_round, decoded.players.table.columns
    name = decoded.names_by_row()[row]
    absences = next(line for line, _ in decoded.players.rows if line.row == row).text("Absences")
    parsed = read_rounds(absences) if absences else (frozenset(), None)
    text = format_absences(Absences(*(parsed or (frozenset(), None))), next_round, state)
    cells = [TypedCell(schema.PLAYERS, row, columns["Absences"], text, absences)]
    if column := columns.get(schema.PRESENT):
        cells.append(TypedCell(schema.PLAYERS, row, column, "oui" if state == HERE else ""))
    result = type_cells(workbook, cells)
    if result.outcome.code != DONE:
        return result
    message = fill_sentence(texts.PRESENCE[state], {"round": next_round, "names": name})
    return replace(result, outcome=result.outcome._replace(message=message))


def format_absences(absences: Absences, round_number: int, state: str) -> str:
    """Return the text of the column Absences after a player's presence has changed: "2, 4, 6-" (left from round 6).

    `ABSENT` adds the round. `LEFT` sets the departure to the round, unless it is earlier already. `HERE` removes the
    round, and a departure at or before it: the rounds from that departure to the one before `round_number` become
    single absences. Single absences from a departure on are left out. "" without any absence. The new state holds from
    `round_number` on.
    """
    rounds, left_from = set(absences.rounds), absences.after
    if state == LEFT:
        left_from = round_number if left_from is None else min(left_from, round_number)
    elif state == ABSENT:
        rounds.add(round_number)
    else:
        if left_from is not None and left_from <= round_number:
            rounds, left_from = rounds | set(range(left_from, round_number)), None
        rounds.discard(round_number)
    single = sorted(absent_round for absent_round in rounds if left_from is None or absent_round < left_from)
    return ", ".join([*map(str, single), *([f"{left_from}-"] if left_from is not None else [])])

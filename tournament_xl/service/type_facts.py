"""Facts of a tournament typed by what they belong to: the result of a match, a setting, a pair that is fixed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from tournament_xl.core.exit_codes import REFUSED
from tournament_xl.games.registry import find_game, game_of
from tournament_xl.messages import page as texts
from tournament_xl.messages.names import final_title
from tournament_xl.service.read import UpdatedWorkbook, read_updated
from tournament_xl.service.type_cells import TypedCell, TypingResult, type_cells
from tournament_xl.service.workbook_access import decode_sheets
from tournament_xl.workbook import schema
from tournament_xl.workbook.snapshot import Snapshot
from tournament_xl.workbook.tables import Problems, find_right_of, find_table
from tournament_xl.workbook.typed_columns import written_titles
from tournament_xl.workbook.working_copy import ActionAborted, Outcome

if TYPE_CHECKING:
    from tournament_xl.service.workbook_access import WorkbookAccess
    from tournament_xl.workbook.tables import Table


class MatchKey(NamedTuple):
    """What names a match: its round and pair, or the title of a game of the finals."""

    round: int = 0  # 0 for a final
    pair: Sequence[str] = ()  # N° of the two as the page shows them, the bye too; () for a final
    final: str = ""  # title of a game of Finales; "" for a match of a round


def type_result(
    workbook: WorkbookAccess, match: MatchKey, scores: Mapping[str, str], was: Mapping[str, str], *, sure: bool = False
) -> TypingResult:
    """Type the result of a match, half of one too, as `type_cells` does.

    `scores` gives by column of its row, such as those of scores and that of how else the match ended, the text; ""
    empties it. `was` has the text that the person saw there; columns that are left out do not matter.

    Raises:
        ActionAborted: As `type_cells`, or no row or several rows of the workbook are this match.
    """
    table, row = _find_match(workbook, match)
    cells = [TypedCell(table.sheet, row, table.columns[name], text, was.get(name)) for name, text in scores.items()]
    return type_cells(workbook, add_identity(workbook, cells), sure=sure)


def type_setting(workbook: WorkbookAccess, name: str, text: str) -> TypingResult:
    """Type a setting of Tournoi, or a choice of Finales, by its name, as `type_cells` does.

    Raises:
        ActionAborted: As `type_cells`.
        KeyError: The workbook has no such setting.
    """
    decoded = decode_sheets(workbook, workbook.read())
    if line := decoded.settings.lines.get(name):
        return type_cells(workbook, [TypedCell(schema.TOURNAMENT, line.row, line.table.columns["Valeur"], text)])
    choices = (choice.name for choice in game_of(decoded).final_choices)
    place = find_right_of(decoded.snapshot, schema.FINALS, name) if name in choices else None
    if place is None:
        raise KeyError(name)
    return type_cells(workbook, [TypedCell(schema.FINALS, *place, text)])


def fix_pair(workbook: WorkbookAccess, pair: Sequence[str], *, fixed: bool) -> TypingResult:
    """Fix a pair of the next round before it is drawn (C9), or release it: its row then names no match any more.

    The pair is the N° of the two; `fixed` False releases it.

    Raises:
        ActionAborted: As `type_cells`; or no row or several rows are the pair to be released.
    """
    decoded = decode_sheets(workbook, workbook.read())
    next_round, sides = decoded.tournament.next_round, game_of(decoded).side_columns
    if fixed:
        table, row = decoded.results.table, next(decoded.results.table.free_rows())
        numbers = {number: player_id for (number, _), player_id in zip(sides, pair, strict=True)}
        typed = {"Ronde": str(next_round), **numbers}
    else:
        table, row = _find_match(workbook, MatchKey(next_round, pair))
        typed = dict.fromkeys(("Ronde", "Table", *chain(*sides)), "")  # names alone would still be a pair
    return type_cells(
        workbook, [TypedCell(table.sheet, row, table.columns[name], text) for name, text in typed.items()]
    )


def add_identity(workbook: WorkbookAccess, cells: Sequence[TypedCell]) -> list[TypedCell]:
    """Return cells to type, with those that say which game a row of Finales is, as an update would write them.

    A row that is typed into may be one that no update has written yet. Cells that only empty others stay as they are.
    """
    rows = {cell.row for cell in cells if cell.sheet == schema.FINALS and cell.value}
    if not rows:
        return [*cells]
    typed = {(cell.row, cell.column) for cell in cells}
    return [*_list_identity(read_updated(workbook).snapshot, rows, typed), *cells]


def _list_identity(updated: Snapshot, rows: set[int], typed: set[tuple[int, int]]) -> Iterator[TypedCell]:
    game = find_game(updated)
    table = find_table(updated, schema.FINALS, game.columns[schema.FINALS], Problems())
    written = written_titles(game.typed_columns[schema.FINALS])
    for line in table.lines() if table else ():
        for name, column in line.table.columns.items():
            if line.row in rows and (line.row, column) not in typed and name not in written and line.text(name):
                yield TypedCell(schema.FINALS, line.row, column, line.text(name))


def _find_match(workbook: WorkbookAccess, match: MatchKey) -> tuple[Table, int]:
    """Find the row of a match as saved, else as an update would leave it, which writes each N° where names stand alone.

    Finals are as an update would leave them.
    """
    if not match.final and (saved := _find_pair(workbook.read(), match)):
        return saved
    updated = read_updated(workbook)
    place = _find_final(updated, match.final) if match.final else _find_pair(updated.snapshot, match)
    if place is None:
        sheet = schema.FINALS if match.final else schema.RESULTS
        raise ActionAborted(Outcome(REFUSED, texts.NO_SUCH_MATCH.format(sheet=sheet)))
    return place


def _find_pair(snapshot: Snapshot, match: MatchKey) -> tuple[Table, int] | None:
    """Find the one row of a pair on Résultats; None where there is none, or several."""
    game = find_game(snapshot)
    names, key = ("Ronde", *(number for number, _ in game.side_columns)), (str(match.round), *match.pair)
    table = find_table(snapshot, schema.RESULTS, game.columns[schema.RESULTS], Problems())
    if table is None:
        return None
    lines = (table.line(row, names) for row in range(table.header + 1, len(snapshot.sheets[table.sheet]) + 1))
    rows = [line.row for line in lines if tuple(map(line.text, names)) == key]
    return (table, rows[0]) if len(rows) == 1 else None


def _find_final(updated: UpdatedWorkbook, title: str) -> tuple[Table, int] | None:
    """Find the one row of a game on Finales by its title; None where there is none, or several."""
    decoded = updated.decoded
    table = decoded.find_table(schema.FINALS) if decoded else None
    if decoded is None or table is None:
        return None
    finals = game_of(decoded).list_finals(decoded)
    rows = [final.row for final in finals if final_title(final.stage, final.number) == title]
    return (table, rows[0]) if len(rows) == 1 else None

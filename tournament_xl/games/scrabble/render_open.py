"""Writers of the sheets of an Open: Groupes with the drawn groups (O4), Finales with the deciding game (O8).

The deciding game is the one between the only two unbeaten players. X is the fictitious player of an odd field. Rules:
docs/regles.md.
"""

from __future__ import annotations

from tournament_xl.core.model import X
from tournament_xl.games.scrabble import schema
from tournament_xl.games.scrabble.book import ScrabbleBook
from tournament_xl.games.scrabble.read_open import FINAL_RESULT
from tournament_xl.games.scrabble.rules.open_groups import ROUNDS, SCHEDULES, find_finalists, find_substitute_of_x
from tournament_xl.games.scrabble.rules.scoring import tallies
from tournament_xl.messages import sheets
from tournament_xl.workbook import schema as shared
from tournament_xl.workbook.cells import Cell, parse_int
from tournament_xl.workbook.sheets.computed import Title, rewrite_sheet
from tournament_xl.workbook.sheets.paging import compute_page_ends
from tournament_xl.workbook.snapshot import Draft, PageBreaks
from tournament_xl.workbook.tables import Line, extend_table, find_header_columns

Place = tuple[int, int]  # group, and order in the group, from 1
LINES = 36  # on a printed page of Groupes
_MARKS = {"G": "+", "N": "=", "P": "\u2212"}


def write_open(draft: Draft, decoded: ScrabbleBook) -> None:
    """Write the drawn groups on Groupes and the deciding game on Finales, in the draft of cells to write.

    A sheet is shown when it gets its first group, or a new deciding game. On Finales, rows of a game that is not due
    are emptied unless they have a result.

    Args:
        draft: Draft that receives the cells.
        decoded: Workbook of an Open: it must have the sheet Finales.
    """
    filled = {shared.GROUPS: _write_groups(draft, decoded), shared.FINALS: _write_final(draft, decoded)}
    draft.unhide += [sheet for sheet, new in filled.items() if new]


def _write_groups(draft: Draft, decoded: ScrabbleBook) -> bool:
    """Write the groups with names and results; return whether these are the first lines of the sheet."""
    table, tournament = decoded.tables.get(shared.GROUPS), decoded.tournament
    if table is None:
        return False
    is_empty = table.last_row() == table.header
    columns = find_header_columns(table, *schema.GROUP_ROUNDS)
    results_by_seat = _find_phase_1_results(decoded) if columns else {}
    names = decoded.full_names()
    substitute = find_substitute_of_x(tournament) if tournament.groups else None
    names[X] = sheets.seat_of_x(names[substitute[0]], substitute[1]) if substitute else sheets.X_NAME
    rows: list[dict[str, Cell]] = [
        {
            "Groupe": group, "Ordre": order, "N°": player_id or "X", "Joueur": names[player_id],
            **results_by_seat.get((group, order), {}),
        }
        for group, members in enumerate(tournament.groups or (), start=1)
        for order, player_id in enumerate(members, start=1)
    ]  # fmt: skip
    title = Title(sheets.GROUPS_TITLE, sheets.GROUPS_LEGEND)
    rewrite_sheet(draft, decoded, extend_table(table, columns), rows, ("Groupe", "Ordre"), title)
    sizes = [len(members) for members in tournament.groups or ()]
    if sizes:
        ends = [table.header + 1 + row for row in compute_page_ends(sizes, LINES)]
        draft.layout_changes.append(PageBreaks(shared.GROUPS, tuple(ends) or None))
    return bool(rows) and is_empty


def _find_phase_1_results(decoded: ScrabbleBook) -> dict[tuple[int, int], dict[str, Cell]]:
    """Return group and order -> cells of phase 1 (O5): "+4" for a win against the fourth, "4" for a match to come."""
    tournament = decoded.tournament
    substitute = find_substitute_of_x(tournament) if tournament.groups else None
    scoring = decoded.scoring
    results_by_seat: dict[tuple[int, int], dict[str, Cell]] = {}
    for name, round_number in zip(schema.GROUP_ROUNDS, range(1, ROUNDS + 1), strict=True):
        matches = tournament.rounds[round_number - 1] if round_number <= len(tournament.rounds) else ()
        marks = {
            player_id: _MARKS[tally.outcome]
            for match in matches
            if match.complete
            for player_id, tally in zip(match.sides, tallies(match, scoring), strict=True)
        }
        if substitute:
            marks.setdefault(X, marks.get(substitute[0], ""))
        for group, members in enumerate(tournament.groups or (), start=1):
            for first, second in SCHEDULES[len(members)][round_number - 1]:
                for order, opponent in ((first, second), (second, first)):
                    mark = marks.get(members[order - 1], "")
                    results_by_seat.setdefault((group, order), {})[name] = f"{mark}{opponent}"
    return results_by_seat


def _write_final(draft: Draft, decoded: ScrabbleBook) -> bool:
    """Write the row of the deciding game when there is one to play; return whether it is new."""
    table, tournament = decoded.tables[shared.FINALS], decoded.tournament
    finalist_pair = find_finalists(tournament)
    lines = [
        line
        for line in table.lines()
        if line.text("Match") == sheets.FINAL or _read_sides(line) == set(finalist_pair or ())
    ]
    current_lines = [line for line in lines if finalist_pair and _read_sides(line) == set(finalist_pair)]
    stale_lines = [line for line in lines if line not in current_lines[:1] and line.empty(*FINAL_RESULT)]
    for line in stale_lines:
        for column_number in table.columns.values():
            draft.put(shared.FINALS, line.row, column_number, None)
    if finalist_pair is None:
        return False
    names = decoded.full_names()
    first, second = finalist_pair
    if current_lines and parse_int(current_lines[0].text("N° 1")) == second:
        first, second = second, first
    row = current_lines[0].row if current_lines else stale_lines[0].row if stale_lines else next(table.free_rows())
    values: dict[str, Cell] = {
        "Match": sheets.FINAL, "N° 1": first, "Joueur 1": names[first], "Joueur 2": names[second], "N° 2": second
    }  # fmt: skip
    for column, value in values.items():
        draft.put(shared.FINALS, row, table.columns[column], value)
    return not current_lines


def _read_sides(line: Line) -> set[int | None]:
    """Return the two N° of a row; None for an unreadable one."""
    return {parse_int(line.text("N° 1")), parse_int(line.text("N° 2"))}

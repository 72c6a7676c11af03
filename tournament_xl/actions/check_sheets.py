"""Computed sheets of a workbook, compared with what an action would write now: figures only, by the player's N°.

A figure is a number, a place, a result. Names, motifs, titles, marks, sentences and what is only printed are none: each
version words and shortens them in its own way, and an update writes them anew.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import replace

from tournament_xl.games import findings as kinds
from tournament_xl.games.findings import Finding
from tournament_xl.games.game import AnyGame
from tournament_xl.messages import check as texts
from tournament_xl.messages.names import join_items
from tournament_xl.messages.player_names import is_same_name
from tournament_xl.messages.prizes import NoWinner, read_no_winner
from tournament_xl.messages.sheets import LEFT
from tournament_xl.messages.submission import PAGE
from tournament_xl.workbook import schema
from tournament_xl.workbook.cells import Cell, cell_text, column_letters, is_same_content, parse_int, parse_number
from tournament_xl.workbook.decoded import Workbook
from tournament_xl.workbook.sheets import prizes as awards
from tournament_xl.workbook.sheets.contents import write_contents
from tournament_xl.workbook.snapshot import Draft, Snapshot
from tournament_xl.workbook.tables import Problems, Table, find_table

SHEETS = {
    schema.STANDINGS: kinds.STANDINGS, schema.GRID: kinds.GRID, schema.RATINGS: kinds.RATINGS,
    schema.PAIRINGS: kinds.WALL,
    **dict.fromkeys((*awards.SHEETS, schema.GROUPS, schema.FINALS, schema.SLIPS, schema.TENTS), kinds.SHEET),
}  # sheets that an action writes -> kind of finding  # fmt: skip
_WITHOUT_FIGURES = (schema.SLIPS, schema.TENTS, schema.PRIZES, schema.PALMARES)  # printed, or sentences
_LISTS = (schema.PAIRINGS, schema.HIGHLIGHTS)  # which lines stand there, and where, differs between versions
_BY_NUMBER = (schema.STANDINGS, schema.GRID, schema.RATINGS)  # a player's line is found by his N°, wherever it stands
_NAMES = ("Joueur", "Joueur 1", "Joueur 2", "Noir", "Blanc", "Contre")  # columns of names
_WRITTEN_BY_HAND = ("Score 1", "Score 2", "Pions N", "Pions B")  # Appariements; beside names the table or the colour
_SENTENCES = ("Équipe", "Comptent", "Fait", "Par place")  # columns of texts
_MAX_LINES_SHOWN = 5  # lines of a sheet reported one by one
Place = tuple[str, int, int]  # sheet, row, column
Cells = dict[Place, Cell]


def compare_sheets(decoded: Workbook, game: AnyGame, *, caused: bool) -> tuple[list[Finding], list[str]]:
    """Compare the figures of the computed sheets with those that an action would write now.

    A line with a figure that also differs from what the last action wrote, empty or not, is wrong, except for what the
    history does not record (`_is_unrecorded`): nobody can tell such a figure that is out of date from one that a person
    changed, and an update writes both anew. A sheet whose differing figures are all of these two kinds is only out of
    date.

    Args:
        decoded: Workbook without problems.
        game: Game of the workbook.
        caused: Whether there are other findings. Sheets out of date, and wrong lines on sheets of kind SHEET (teams,
            groups, finals …), are then reported as their consequences.

    Returns:
        Findings: one for each wrong line, beyond `_MAX_LINES_SHOWN` of a sheet one for the rest; one for each sheet out
        of date. And the sheets on which an update would change something that is no figure, if none is out of date.
    """
    snapshot, expected = decoded.snapshot, _place_by_number(decoded, _render_sheets(decoded, game))
    differing = {cell: value for cell, value in expected.items() if not _has_value(snapshot, *cell, value)}
    tables = {sheet: _find_table(decoded, sheet) for sheet in {sheet for sheet, _, _ in differing}}
    figures = {
        cell: value
        for cell, value in differing.items()
        if not _is_same_figure(decoded, tables[cell[0]], cell, expected)
    }
    before = Cells()
    if figures and decoded.memory.entries:  # unknown without a history
        before = _place_by_number(decoded, _render_sheets(game.state_after_last_action(decoded), game))
    findings, stale, others = list[Finding](), list[str](), list[str]()
    for sheet, kind in SHEETS.items():
        rows = defaultdict(list)
        for cell in [cell for cell in figures if cell[0] == sheet]:
            table = tables[sheet]
            was_written = bool(before) and (
                _has_value(snapshot, *cell, before.get(cell))
                or (cell in before and _is_same_figure(decoded, table, cell, before))
            )
            shown = cell_text(snapshot.cell(*cell)), cell_text(figures[cell])
            if not was_written and not _is_unrecorded(table, _title(decoded, table, cell[2]), shown):
                rows[cell[1]].append((cell[2], figures[cell]))
        if not rows and sheet in tables:
            (stale if any(cell[0] == sheet for cell in figures) else others).append(sheet)
        findings += [
            replace(finding, consequence=caused and kind == kinds.SHEET)
            for finding in _line_findings(decoded, tables.get(sheet), sheet, kind, rows)
        ]
    if stale:  # one advice for all sheets; a consequence when anything else is wrong
        message = texts.finding_text(
            "stale", sheet=join_items([sheet for sheet in SHEETS if sheet in (*stale, *others)])
        )
        follows = caused or bool(findings)
        findings += [Finding(SHEETS[sheet], message, sheet, consequence=follows, stale=True) for sheet in stale]
    return findings, [] if stale else others


def _place_by_number(decoded: Workbook, rendered: Cells) -> Cells:
    """Return the rendered cells with each player's line in the row in which the sheet has his N°.

    A line whose N° the sheet does not have, or twice, stays where an action would write it.
    """
    placed = Cells(rendered)
    for sheet in _BY_NUMBER:
        table = _find_table(decoded, sheet)
        if table is None:
            continue
        rows_by_number = defaultdict[int | None, list[int]](list)
        for line in table.lines():
            rows_by_number[parse_int(line.text("N°"))].append(line.row)
        number_column = table.columns["N°"]
        lines = [cell for cell in rendered if cell[0] == sheet and cell[1] > table.header]
        rows = dict[int, int]()  # of an action -> of the sheet
        for _, row, column in lines:
            if column == number_column:
                found = rows_by_number.get(parse_int(cell_text(rendered[sheet, row, column])), [])
                rows[row] = found[0] if len(found) == 1 else row
        moved = {(sheet, rows.get(row, row), column): rendered[sheet, row, column] for _, row, column in lines}
        placed = {cell: value for cell, value in placed.items() if cell not in lines} | moved
    return placed


def _is_same_figure(decoded: Workbook, table: Table | None, cell: Place, expected: Cells) -> bool:
    """Check whether a cell whose content differs from the expected one has the same figure, or is to have none."""
    sheet, row, column = cell
    current, wanted = cell_text(decoded.snapshot.cell(*cell)), cell_text(expected[cell])
    if table is None:
        return sheet in _WITHOUT_FIGURES
    if row <= table.header:
        return sheet != schema.RATINGS or row != table.header - 1  # Cotes: PJmax and others above its header
    title = _title(decoded, table, column)
    if sheet in _WITHOUT_FIGURES or title in _SENTENCES or isinstance(title, schema.Identity):
        return True
    if sheet == schema.FINALS and title not in table.columns:  # the bracket, and what is to be played
        return True
    if not wanted and _is_idle_line(decoded, table, row):  # earlier versions ranked who has not played yet
        return True
    if sheet in _LISTS:
        numbers, wanted_numbers = (re.findall(r"\d+", text) for text in (current, wanted))
        is_text = title in (*_NAMES, *_WRITTEN_BY_HAND) or not (numbers and wanted_numbers)
        return is_text or numbers == wanted_numbers or not _is_same_line(decoded, table, row, expected)
    if title in _NAMES:
        return is_same_name(current, wanted)
    absent = _list_absent_columns(decoded, table)
    if title in absent or schema.SPLIT_COLUMNS.get(title) in absent:
        return True
    if not current and title in decoded.sparse_columns(()):  # earlier versions showed PPM only where they decide
        return True
    if decoded.has_finals and (sheet == schema.EVOLUTION or title == schema.MOVE_COLUMN):
        return True  # earlier versions had places by the finals there
    if title == schema.MOVE_COLUMN and not wanted:  # earlier versions had cotes there before the first round
        return True
    if sheet in (schema.GRID, schema.GROUPS) and title not in table.columns:
        return _read_result(current) == _read_result(wanted)
    return False


def _is_same_line(decoded: Workbook, table: Table, row: int, expected: Cells) -> bool:
    """Check whether a row shows what an action would write there, by its names and titles."""
    texts_shown = [
        (
            cell_text(decoded.snapshot.cell(table.sheet, row, column)),
            cell_text(expected.get((table.sheet, row, column))),
        )
        for title, column in table.columns.items()
        if title in (*_NAMES, *_SENTENCES)
    ]
    return all(current == wanted or is_same_name(current, wanted) for current, wanted in texts_shown)


def _is_idle_line(decoded: Workbook, table: Table, row: int) -> bool:
    """Check whether a row shows a player of Joueurs by a N° that is in no drawn round."""
    if table.sheet not in _BY_NUMBER:
        return False
    number, name = (
        cell_text(decoded.snapshot.cell(table.sheet, row, table.columns[title])) for title in ("N°", "Joueur")
    )
    playing = (parse_int(number) in match.sides for matches in decoded.tournament.rounds for match in matches)
    return (
        bool(number)
        and not any(playing)
        and any(is_same_name(name, player.full_name) for _, player in decoded.players.rows)
    )


def find_absent_columns(decoded: Workbook) -> Iterator[tuple[str, str]]:
    """Yield sheet and title of the columns that a sheet with results does not have, and that are not compared."""
    for sheet in schema.COMPUTED_SHEETS:
        table = _find_table(decoded, sheet) if sheet in decoded.snapshot.sheets else None
        if table and any(True for _ in table.lines()):
            yield from ((sheet, title) for title in _list_absent_columns(decoded, table))


def _list_absent_columns(decoded: Workbook, table: Table) -> list[str]:
    """Return the columns of a table that are empty from the header down, as an earlier version did not have them."""
    if table.sheet not in schema.COMPUTED_SHEETS:
        return []
    grid = decoded.snapshot.sheets[table.sheet][table.header - 1 :]
    return [
        name
        for name, column in table.columns.items()
        if not any(column <= len(cells) and cell_text(cells[column - 1]) for cells in grid)
    ]


def _title(decoded: Workbook, table: Table | None, column: int) -> str:
    """Return the title of a column of a table, as the program has it; "" where there is no table."""
    if table is None:
        return ""
    names = {position: name for name, position in table.columns.items()}
    return names.get(column) or cell_text(decoded.snapshot.cell(table.sheet, table.header, column))


def _read_result(text: str) -> tuple[str, ...]:
    """Return the figures in a cell of Grille or Groupes: the result, and the place before the opponent's name.

    "+44" over "5. Durand" gives "+44" and "5.", a win against nobody "+", an absence nothing: these are words.
    """
    figures = (re.match(r"\d+\.(?= )|.*\d.*|(?:[●○] )?[+=\u2212]?F?\b", line) for line in text.splitlines())
    return tuple(figure[0] for figure in figures if figure and figure[0])


def _is_unrecorded(table: Table | None, title: str, texts_shown: Collection[str]) -> bool:
    """Check whether a differing figure is one that people change without a trace in the history.

    That is any figure of `schema.UNRECORDED_SHEETS`, and who has left (by Absences or Présent).
    """
    return table is not None and (
        table.sheet in schema.UNRECORDED_SHEETS or (title == schema.MOVE_COLUMN and LEFT in texts_shown)
    )


def _find_table(decoded: Workbook, sheet: str) -> Table | None:
    """Return the table of a sheet that an action writes; None where it has none."""
    columns = decoded.columns.get(sheet)
    return decoded.derived.get(sheet) or (find_table(decoded.snapshot, sheet, columns, Problems()) if columns else None)


def _render_sheets(decoded: Workbook, game: AnyGame) -> Cells:
    """Return the cells of `SHEETS` as an action would write them, even over what a person typed there."""
    draft = Draft(decoded.snapshot)
    write_contents(draft, decoded, game.render_compared_sheets(draft, decoded))
    causes = [read_no_winner(cell_text(value)) for value in draft.wanted.get(schema.PRIZES, {}).values()]
    is_cut = PAGE in decoded.snapshot.sheets and not {NoWinner.UNKNOWN_SCOPE, NoWinner.NO_CATEGORY}.isdisjoint(causes)
    apart = (schema.PRIZES, schema.PALMARES) if is_cut else ()
    # the copy for the federation lacks the organiser's own columns, on which prizes may depend
    return {
        (sheet, *position): value
        for sheet in SHEETS
        if sheet not in apart
        for position, value in draft.wanted.get(sheet, {}).items()
    }


def _has_value(snapshot: Snapshot, sheet: str, row: int, column: int, value: Cell) -> bool:
    """Check whether a cell holds a value: numbers are compared as numbers, the rest as text."""
    current = snapshot.cell(sheet, row, column)
    if is_same_content(current, value):
        return True
    current_text, expected_text = cell_text(current), cell_text(value)
    if current_text == expected_text or not (current_text and expected_text):
        return current_text == expected_text
    current_number, expected_number = parse_number(current_text), parse_number(expected_text)
    return (
        current_number is not None
        and expected_number is not None
        and abs(current_number - expected_number) <= 1e-9 * max(1.0, abs(expected_number))
    )


def _line_findings(
    decoded: Workbook, table: Table | None, sheet: str, kind: str, rows: dict[int, list[tuple[int, Cell]]]
) -> Iterator[Finding]:
    """Yield a finding for each of the first wrong lines of a sheet, and one for the rest."""
    for row, cells in list(rows.items())[:_MAX_LINES_SHOWN]:
        yield _line_finding(decoded, table, sheet, kind, row, cells)
    if len(rows) > _MAX_LINES_SHOWN:
        message = texts.finding_text("other_lines", sheet=sheet, count=len(rows) - _MAX_LINES_SHOWN)
        yield Finding(kind, message, sheet)


def _line_finding(
    decoded: Workbook, table: Table | None, sheet: str, kind: str, row: int, cells: list[tuple[int, Cell]]
) -> Finding:
    """Build the finding for one line of a sheet; `cells` are the columns that differ with what they should contain."""
    snapshot, below_header = decoded.snapshot, table is not None and row > table.header
    differences = [
        texts.cell_difference_text(
            (_title(decoded, table, column) if below_header else "") or column_letters(column),
            cell_text(snapshot.cell(sheet, row, column)),
            cell_text(value),
        )
        for column, value in cells
    ]
    message = texts.finding_text("line", sheet=sheet, row=row, cells=" ; ".join(differences))
    return Finding(kind, message, sheet, row, cells[0][0])

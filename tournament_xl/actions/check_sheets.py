"""What the program wrote on sheets, compared with what an action would write now.

Figures are judged: numbers, places and results on Classement, Grille and Cotes, by the player's N°, and whose name
stands beside a N°. A figure that is as the last action left it is only out of date; any other that differs was changed
by hand. Everything else (how a name is shortened, motifs, titles, marks, lists and pages) each version words and lays
out in its own way: it is told, not judged, and an update writes it anew.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from tournament_xl import __version__
from tournament_xl.core.model import X
from tournament_xl.core.normalization import normalize, normalize_label
from tournament_xl.games import findings as kinds
from tournament_xl.games.findings import Finding
from tournament_xl.games.game import AnyGame
from tournament_xl.messages import check as texts
from tournament_xl.messages.earlier_names import is_same_name
from tournament_xl.messages.prizes import NoWinner
from tournament_xl.messages.reasons import LOST
from tournament_xl.messages.submission import PAGE
from tournament_xl.workbook import schema
from tournament_xl.workbook.cells import Cell, cell_text, column_letters, is_same_content, parse_int, parse_number
from tournament_xl.workbook.computed_columns import ComputedColumn, Style
from tournament_xl.workbook.decoded import Workbook
from tournament_xl.workbook.history import history
from tournament_xl.workbook.history.views import (
    Recorded,
    find_drawn_pairs,
    find_matches,
    find_names,
    make_pair_key,
    number_sides,
)
from tournament_xl.workbook.sheets.awards import write as awards
from tournament_xl.workbook.sheets.awards.prizes import award_prizes
from tournament_xl.workbook.sheets.contents import write_contents
from tournament_xl.workbook.snapshot import Draft, Snapshot
from tournament_xl.workbook.tables import Table
from tournament_xl.workbook.working_copy import Row

KINDS = {
    schema.STANDINGS: kinds.STANDINGS, schema.GRID: kinds.GRID, schema.RATINGS: kinds.RATINGS,
    schema.GROUPS: kinds.LOT,
}  # sheet with figures, a line a player -> kind of finding  # fmt: skip
SHEETS = (*KINDS, schema.PAIRINGS, *awards.SHEETS, schema.FINALS, schema.SLIPS, schema.TENTS)
_MAX_LINES_SHOWN = 5  # lines of a sheet reported one by one
Place = tuple[str, int, int]  # sheet, row, column
Cells = dict[Place, Cell]
Names = dict[int, list[str]]  # N° -> full names


class Comparison(NamedTuple):
    """Computed sheets of a workbook beside those that an action would write."""

    findings: list[Finding]  # lines that were changed by hand
    stale: list[str]  # sheets with figures that are as the last action left them, but not those of now
    others: list[str]  # further sheets that an update would change, though no figure
    absent: list[tuple[str, str]]  # sheet and title of columns that are not there, and not compared


def compare_sheets(decoded: Workbook, game: AnyGame) -> Comparison:
    """Compare the computed sheets of a workbook with those that an action would write now.

    Without a history nobody knows what the last action wrote: every figure that differs was then changed by hand.
    `decoded` must have no problems.
    """
    tables = {sheet: table for sheet in KINDS if (table := decoded.find_table(sheet))}
    rendered = _render_cells(decoded, game)
    expected = _place_by_number(decoded, tables, rendered)
    absent = {sheet: _find_absent_columns(table, decoded.computed_columns[sheet]) for sheet, table in tables.items()}
    names = _collect_names(decoded)
    differing = [cell for cell, value in expected.items() if not _has_value(decoded.snapshot, *cell, value)]
    figures = [
        cell
        for cell in differing
        if (table := tables.get(cell[0]))
        and _is_figure(table, decoded.computed_columns[cell[0]], *cell[1:], absent[cell[0]])
        and not _has_figure(decoded, names, table, cell, expected)
    ]
    before = Cells()
    if figures and decoded.memory.entries:
        last_rendered = _render_cells(game.state_after_last_action(decoded), game)
        before = _place_by_number(decoded, tables, last_rendered)
    findings, stale, others = list[Finding](), list[str](), list[str]()
    for sheet in SHEETS:
        cells = [cell for cell in figures if cell[0] == sheet]
        changed = [cell for cell in cells if not (before and _has_figure(decoded, names, tables[sheet], cell, before))]
        if changed:
            findings += _line_findings(decoded, tables[sheet], changed, expected)
        elif cells:
            stale.append(sheet)
        elif any(cell[0] == sheet for cell in differing):
            others.append(sheet)
    not_compared = [(sheet, title) for sheet, titles in absent.items() for title in titles]
    return Comparison(findings, stale, others, not_compared)


# Figures


def _is_figure(table: Table, declared: Iterable[ComputedColumn], row: int, column: int, absent: list[str]) -> bool:
    """Check whether a cell that the program writes is compared: a figure, or the name beside a N°."""
    if row <= table.header:  # of the lines above its header Cotes has figures in the last one: PJmax and others
        return table.sheet == schema.RATINGS and row == table.header - 1
    title = _title(table, column)
    style = next((one.style for one in declared if one.title == title), Style.FIGURE)
    return title not in absent and style not in (Style.MARK, Style.ORIGIN)


def _has_figure(decoded: Workbook, names: Names, table: Table, cell: Place, rendered: Cells) -> bool:
    """Check whether a cell shows the figure of rendered cells, or the name of the player who has his line there."""
    sheet, row, column = cell
    current, wanted = cell_text(decoded.snapshot.cell(*cell)), cell_text(rendered.get(cell))
    if decoded.memory.is_old and not wanted:  # earlier versions ranked who has not played yet
        return True
    if decoded.memory.is_old and not current and _title(table, column) in decoded.sparse_columns(()):
        return True  # and left a PPM empty that equal players have alike
    if row > table.header and column == table.columns[schema.PLAYER]:
        number = parse_int(cell_text(rendered.get((sheet, row, table.columns["N°"]))))
        return current == wanted or number is None or _is_name_of(names, number, current)  # None: X, in any words
    if row > table.header and sheet == schema.GRID and column not in table.columns.values():
        return _read_result(current) == _read_result(wanted)
    return _has_value(decoded.snapshot, *cell, rendered.get(cell))


def _collect_names(decoded: Workbook) -> Names:
    """Return the full names of each player by N°: as it is now, and as the last action saw it."""
    names, last_names = decoded.names(), find_names(decoded.memory.document)
    return {
        number: [by_number[number] for by_number in (names, last_names) if by_number.get(number)]
        for number in names.keys() | last_names.keys()
    }


def _is_name_of(names: Names, number: int, text: str) -> bool:
    """Check whether a text may be a player's name, whole, shortened or marked."""
    known_names = names.get(number, [])
    return text in known_names or any(is_same_name(text, name) for name in known_names)


def _read_result(text: str) -> tuple[str, ...]:
    """Return the figures in a cell of Grille: the result, and the place before the opponent's name.

    "+44" over "5. Durand" gives "+44" and "5.", a win against nobody "+", an absence nothing: these are words.
    """
    figures = (re.match(r"\d+\.(?= )|.*\d.*|(?:[●○] )?[+=\u2212]?F?\b", line) for line in text.splitlines())
    return tuple(figure[0] for figure in figures if figure and figure[0])


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


# Places


def _place_by_number(decoded: Workbook, tables: dict[str, Table], rendered: Cells) -> Cells:
    """Return the rendered cells with each player's line in the row in which the sheet has his N°.

    A line whose N° the sheet does not have, or twice, stays where an action would write it.
    """
    placed, moved = Cells(), Cells()
    rows = {sheet: _match_rows(table, rendered) for sheet, table in tables.items()}
    for (sheet, row, column), value in rendered.items():
        if new_row := rows.get(sheet, {}).get(row):
            moved[sheet, new_row, column] = value
        else:
            placed[sheet, row, column] = value
    return placed | moved


def _match_rows(table: Table, rendered: Cells) -> dict[int, int]:
    """Return the row of an action -> the row of the sheet, for each line whose N° the sheet has once."""
    rows_by_number = defaultdict[int | None, list[int]](list)
    for line in table.lines():
        rows_by_number[parse_int(line.text("N°"))].append(line.row)
    numbers = {
        row: parse_int(cell_text(value))
        for (sheet, row, column), value in rendered.items()
        if (sheet, column) == (table.sheet, table.columns["N°"]) and row > table.header
    }
    return {
        row: rows_by_number[number][0]
        for row, number in numbers.items()
        if number is not None and len(rows_by_number[number]) == 1
    }


def _find_absent_columns(table: Table, declared: Sequence[ComputedColumn]) -> list[str]:
    """Return the columns whose title a sheet with lines and other titles does not have, in any spelling.

    An earlier version gave some column the meaning of one that it lacks (`schema.SPLIT_COLUMNS`): it is absent, too.
    """
    titles = {normalize_label(title) for title in table.titles()}
    absent = [
        column.title
        for column in declared
        if not column.optional and titles.isdisjoint(map(normalize, (column.title, *column.earlier)))
    ]
    if len(absent) == sum(not column.optional for column in declared) or not any(True for _ in table.lines()):
        return []
    return [name for name in table.columns if name in absent or schema.SPLIT_COLUMNS.get(name) in absent]


def _title(table: Table, column: int) -> str:
    """Return the title of a column of a table, as the program has it."""
    names = {position: name for name, position in table.columns.items()}
    return names.get(column) or cell_text(table.snapshot.cell(table.sheet, table.header, column))


def _render_cells(decoded: Workbook, game: AnyGame) -> Cells:
    """Return the cells of `SHEETS` as an action would write them, even over what a person typed there.

    In the copy for the federation, which lacks the organiser's own columns, prizes that depend on one are left out.
    """
    draft = Draft(decoded.snapshot)
    contents = game.render_compared_sheets(draft, decoded)
    write_contents(draft, decoded, contents)
    causes = {answer.cause for answer in award_prizes(contents.prizes)} if contents.prizes else set()
    is_cut = PAGE in decoded.snapshot.sheets and not causes.isdisjoint((NoWinner.UNKNOWN_SCOPE, NoWinner.NO_CATEGORY))
    return {
        (sheet, *position): value
        for sheet in SHEETS
        if not (is_cut and sheet in (schema.PRIZES, schema.PALMARES))
        for position, value in draft.wanted.get(sheet, {}).items()
    }


# Findings


def _line_findings(decoded: Workbook, table: Table, cells: list[Place], expected: Cells) -> Iterator[Finding]:
    """Yield a finding for each of the first lines with a changed figure, and one for the rest."""
    rows = defaultdict[int, list[int]](list)
    for _, row, column in cells:
        rows[row].append(column)
    sheet, kind = table.sheet, KINDS[table.sheet]
    for row, columns in list(rows.items())[:_MAX_LINES_SHOWN]:
        differences = [
            texts.cell_difference_text(
                (_title(table, column) if row > table.header else "") or column_letters(column),
                cell_text(decoded.snapshot.cell(sheet, row, column)),
                cell_text(expected[sheet, row, column]),
            )
            for column in columns
        ]
        message = texts.finding_text("line", sheet=sheet, row=row, cells=" ; ".join(differences))
        yield Finding(kind, message, sheet, row, columns[0])
    if len(rows) > _MAX_LINES_SHOWN:
        message = texts.finding_text("other_lines", sheet=sheet, count=len(rows) - _MAX_LINES_SHOWN)
        yield Finding(kind, message, sheet)


# What the program writes on Résultats


def find_wrong_names(decoded: Workbook, game: AnyGame) -> Iterator[Finding]:
    """Yield a finding for each name on Résultats that is not the name of the player whose N° stands beside it.

    Not of a pair that no action has seen yet: its names are still those of the players before.
    """
    names, state = _collect_names(decoded), decoded.memory.document
    for row in decoded.results.rows:
        if decoded.memory.entries and not _is_in(state, game, row):
            continue
        for (number_column, name_column), number in zip(game.side_columns, row.match.sides, strict=True):
            line, shown = row.line, row.line.text(name_column)
            if not shown or line.text(number_column) != str(number) or _is_name_of(names, number, shown):
                continue
            difference = texts.cell_difference_text(name_column, shown, names[number][0])
            message = texts.finding_text("line", sheet=schema.RESULTS, row=line.row, cells=difference)
            yield Finding(
                kinds.NAME, message, schema.RESULTS, line.row, line.table.columns[name_column], row.round,
                row.match.table or None, names[number][0], shown,
            )  # fmt: skip


def _is_in(state: Recorded, game: AnyGame, row: Row) -> bool:
    """Check whether a state of the history has the pair of a row, in a game with colours with the same ones."""
    sides = row.match.sides
    match = find_matches(state, row.round).get(make_pair_key(*sides))
    return match is not None and (not game.has_colours or X in sides or number_sides(match) == sides)


def find_changed_reasons(decoded: Workbook, game: AnyGame) -> list[int]:
    """Return the rows of Résultats with a Motif that is not the reason of the rule by which the pair was drawn.

    Only pairs that an action drew, and that stand as it drew them, have such a reason. Names in it may have got longer
    or shorter since: it is the same with the same figures. Earlier versions worded it differently, with more or less of
    them.
    """
    rows, entries = list[int](), decoded.memory.entries
    own_rounds = {entry.round for entry in entries if (entry.action, entry.version) == (history.PAIRED, __version__)}
    for number, drawn in decoded.memory.drawn.items():
        by_program = find_drawn_pairs(drawn.after, number)
        matches = [
            row
            for row in decoded.results.round(number)
            if frozenset(row.match.sides) in by_program and _is_in(drawn.after, game, row)
        ]
        reasons = game.recompute_reasons(decoded, number) if matches else {}
        for row in matches:
            reason, shown = reasons.get(frozenset(row.match.sides)), row.match.reason
            if reason and shown != LOST and not _is_same_reason(shown, reason, is_own=number in own_rounds):
                rows.append(row.line.row)
    return rows


def _is_same_reason(first: str, second: str, *, is_own: bool) -> bool:
    """Check whether two texts may give the same reason; `is_own`: whether this version wrote both."""
    if " ".join(first.split()) == " ".join(second.split()):
        return True
    figures, others = re.findall(r"\d+", first), re.findall(r"\d+", second)
    if is_own:
        return bool(figures) and figures == others
    return bool(first) and ({*figures} <= {*others} or {*others} <= {*figures})

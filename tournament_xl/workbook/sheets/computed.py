"""Writing of computed tables, in every game, and changes of rank.

Functions that write put cells, layout changes and sheets to unhide into the draft that they are passed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from itertools import count
from typing import NamedTuple

from tournament_xl.core.model import Encounter, Person, RoundByRound
from tournament_xl.core.normalization import normalize, normalize_label
from tournament_xl.messages import sheets
from tournament_xl.workbook import schema
from tournament_xl.workbook.cells import Cell, cell_text, parse_int
from tournament_xl.workbook.computed_columns import IDENTITIES
from tournament_xl.workbook.decoded import Workbook
from tournament_xl.workbook.snapshot import Draft, LayoutChange
from tournament_xl.workbook.tables import Table, extend_table

Rows = Sequence[Mapping[str, Cell]]
NUMBER = "N°"


def _leave_layout(table: Table) -> list[LayoutChange]:
    return []


class TableContents(NamedTuple):
    """What a computed sheet is to contain: the rows of its table, and the lines above."""

    sheet: str
    rows: Rows  # title -> cell; a column that a row lacks is emptied
    title: str
    subtitle: str = ""  # text before the tournament in the line below
    note: str = ""  # a second line below the subtitle and the tournament, in their cell
    legend: str = ""  # right above the titles; "" to leave the template's
    series: Sequence[str] | None = (
        None  # titles of the columns that follow, one a round or an opponent; None: never any
    )
    series_before: int | None = None  # how many of them the last action wrote; None: one a row
    is_filled: bool = True  # False while the sheet is of no interest yet
    lay_out: Callable[[Table], Sequence[LayoutChange]] = _leave_layout


def compute_rank_changes(
    tournament: RoundByRound[Person, Encounter],
    places: Mapping[int, int],
    previous_places: Mapping[int, int],
    after: int,
) -> dict[int, str]:
    """Compute the column ± of Classement, by N°: "▲3" ranks gained since the round before, "▼2" lost, "·" none.

    Players who have left (`find_withdrawn`) have `sheets.LEFT` instead. The others have `sheets.NEW` if they are in no
    match up to round `after`, and "" if `previous_places` is empty, whether they have played or not.
    """
    texts = {}
    played = {player_id for games in tournament.rounds[:after] for game in games for player_id in game.sides}
    withdrawn_ids = find_withdrawn(tournament, after)
    for player_id, place in places.items():
        gain = previous_places.get(player_id, place) - place
        texts[player_id] = "" if not previous_places else f"▲{gain}" if gain > 0 else f"▼{-gain}" if gain < 0 else "·"
        if previous_places and player_id not in played:
            texts[player_id] = sheets.NEW
        if player_id in withdrawn_ids:
            texts[player_id] = sheets.LEFT
    return texts


def find_withdrawn(tournament: RoundByRound[Person, Encounter], after: int) -> set[int]:
    """Return the N° of players whose Absences say that they play neither round `after` + 1 nor any later one.

    If `after` is the last round, they are the players who have left before it.
    """
    next_round = min(after + 1, tournament.settings.rounds or 0)
    return {player.number for player in tournament.players if player.absences.has_left(next_round)}


def write_table(draft: Draft, decoded: Workbook, contents: TableContents) -> bool:
    """Write a computed sheet: its titles, its rows, and the lines above; do nothing without the sheet.

    The program owns its columns from the title down to the larger of its old and new last row. What a person wrote in
    the way of a table that grows, and the title of a column of his own in the place of one that is missing, are noted
    in the draft, which then must not be written (`require_free_cells`). A sheet that has figures for the first time is
    unhidden. Return whether the line of its title changes.
    """
    table = decoded.find_table(contents.sheet)
    if table is None:
        return False
    sheet, rows, old = table.sheet, contents.rows, _count_old_rows(table, len(contents.rows))
    titles: dict[str, Cell] = {title: title for title in decoded.columns[sheet]}
    added = list[str]()
    if contents.series is not None:
        columns, added = _place_series(table, contents, old)
        titles |= {title: _show_title(title) if title in contents.series else None for title in columns}
        table = extend_table(table, columns)
    if contents.is_filled and not _has_figures(decoded, table, contents, old):
        draft.unhide.append(sheet)
    for title, column in table.columns.items():
        if title in titles:  # that of an optional column is there
            if _is_own_column(decoded, table, title, rows):
                note_in_the_way(draft, decoded, sheet, table.header, column)
            draft.put(sheet, table.header, column, titles[title])
        for offset in range(max(len(rows), old)):
            row = table.header + 1 + offset
            if offset >= old or title in added:
                note_in_the_way(draft, decoded, sheet, row, column)
            draft.put(sheet, row, column, rows[offset].get(title) if offset < len(rows) else None)
    draft.layout_changes += contents.lay_out(table)
    return write_lines_above(draft, decoded, table, contents)


def _is_own_column(decoded: Workbook, table: Table, title: str, rows: Rows) -> bool:
    """Check whether a column has a title that was never the program's, and nothing of what is to be below it."""
    declared = next((column for column in decoded.computed_columns[table.sheet] if column.title == title), None)
    shown = normalize_label(cell_text(table.snapshot.cell(table.sheet, table.header, table.columns[title])))
    if not declared or shown in ("", *map(normalize, (title, *declared.earlier))):
        return False
    contents = {line.text(title) for line in table.lines()} - {""}
    return bool(contents) and contents.isdisjoint(cell_text(row.get(title)) for row in rows)


def note_in_the_way(draft: Draft, decoded: Workbook, sheet: str, row: int, column: int) -> None:
    """Note in the draft (`Draft.in_the_way`) a cell that the program must write; do nothing if it is empty so far."""
    if text := cell_text(decoded.snapshot.cell(sheet, row, column)):
        draft.in_the_way[sheet, row, column] = text


def _show_title(title: str) -> Cell:
    return int(title) if title.isdigit() else title


def _count_old_rows(table: Table, new: int) -> int:
    """Count the rows below the titles that the program wrote before, by what it fills in.

    Those are rows of several cells, in a table of players with a number among the first two; what stands alone in the
    last row is a person's, and so is all below a gap, but within the first `new` rows.
    """
    is_of_players, columns, old = NUMBER in table.columns, [column - 1 for column in table.columns.values()], 0
    for number, cells in enumerate(table.snapshot.sheets[table.sheet][table.header :], start=1):
        filled = [column for column in columns if column < len(cells) and cells[column] not in (None, "")]
        numbers = (parse_int(cell_text(cells[column])) for column in columns[:2] if column in filled)
        if len(filled) > 1 and (not is_of_players or any(value is not None for value in numbers)):
            old = number
        elif number > new and (is_of_players or not filled):
            break
    return old


def _place_series(table: Table, contents: TableContents, old: int) -> tuple[dict[str, int], list[str]]:
    """Return where the columns of a series stand (R1, R2, …; 1, 2, …), old ones that go too, and which are new.

    A column stands where its title is. Without it, one that the sheet had stands right of the one before it in the
    series, as in the template; a new one in the first column without a title.
    """
    header, wanted = table.titles(), contents.series or ()
    last, positions = max(table.columns.values()), defaultdict[str, list[int]](list)
    for position, text in enumerate(header, start=1):
        positions[text].append(position)
    before = old if contents.series_before is None else contents.series_before
    places, expected = dict[str, int](), dict[str, int]()
    for letter in ("R", ""):
        place = last
        for title in (f"{letter}{number}" for number in count(1)):
            if not positions[title] and title not in wanted:
                break
            expected[title] = place = place + 1
            if positions[title]:
                places[title] = place = place if place in positions[title] else positions[title][0]
    free = (
        column for column in count(last + 1) if column not in places.values() and not "".join(header[column - 1 :][:1])
    )
    added = list[str]()
    for index, title in enumerate(wanted):
        if title not in places:
            is_old = index < before and expected[title] not in places.values()
            places[title] = expected[title] if is_old else next(free)
            added += [] if is_old else [title]
    return places, added


def _has_figures(decoded: Workbook, table: Table, contents: TableContents, old: int) -> bool:
    """Check whether a sheet had figures before: results, or content besides who the players are."""
    identities = {column.title for column in decoded.computed_columns[table.sheet] if column.style in IDENTITIES}
    titles = contents.series or [title for title in table.columns if title not in identities]
    lines = (table.line(row, titles) for row in range(table.header + 1, table.header + 1 + old))
    return any(text not in ("", sheets.ONESELF) for line in lines for text in line.texts.values())


def write_lines_above(draft: Draft, decoded: Workbook, table: Table, contents: TableContents) -> bool:
    """Write title, line with the tournament, and legend above a table, where the template has them, as far as they fit.

    Return whether the title changes.
    """
    event_line = render_event_line(decoded, contents.subtitle)
    texts = (contents.title, "\n".join(filter(None, (event_line, contents.note))), contents.legend)
    column, first_row = min(table.columns.values()), table.header - len(texts)
    for row, text in enumerate(texts, start=first_row):
        if row > 0 and (text or row < table.header - 1):
            draft.put(table.sheet, row, find_line_above(table, row), text)
    return first_row > 0 and cell_text(draft.snapshot.cell(table.sheet, first_row, column)) != contents.title


def find_line_above(table: Table, row: int) -> int:
    """Return the column, from 1, of the line in a row above a table: the first with content, else the table's first."""
    first, last = min(table.columns.values()), max(table.columns.values())
    filled = (column for column in range(first, last + 1) if table.snapshot.cell(table.sheet, row, column))
    return next(filled, first)


def write_event_lines(draft: Draft, decoded: Workbook) -> None:
    """Write the tournament right of the titles of Joueurs, Résultats and Journal, where its label stands.

    Earlier versions have it on no such sheet.
    """
    text = sheets.event_text(render_event_line(decoded))
    titles = {schema.PLAYERS: "Prénom", schema.RESULTS: decoded.side_columns[0][1], schema.JOURNAL: "Ronde"}
    for sheet, title in titles.items():
        table = decoded.tables[sheet]
        place = (sheet, table.header - schema.TABLE_HEADER + 1, table.columns[title])
        if place[1] > 0 and cell_text(draft.snapshot.cell(*place)).startswith(sheets.EVENT):
            draft.put(*place, text)


def render_event_line(decoded: Workbook, subtitle: str = "") -> str:
    """Return the line under a title: subtitle, name of the tournament, place and dates, each unless it is empty."""
    settings = decoded.tournament.settings
    return sheets.join_parts(subtitle, settings.title or decoded.default_title, settings.place, settings.dates)

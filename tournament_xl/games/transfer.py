"""Filling of an empty template with what a workbook has: all that people typed, its Journal and its history."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from itertools import count
from typing import NamedTuple

from tournament_xl import __version__
from tournament_xl.core.normalization import normalize
from tournament_xl.games.new_workbook import TEXT_COLUMNS, TEXT_SETTINGS, put_creation
from tournament_xl.games.registry import game_of
from tournament_xl.messages import journal
from tournament_xl.messages.names import fill_sentence
from tournament_xl.workbook import schema
from tournament_xl.workbook.cells import Cell, cell_text, parse_number, read_date, to_cell_value
from tournament_xl.workbook.decoded import Workbook
from tournament_xl.workbook.snapshot import Draft, Snapshot
from tournament_xl.workbook.tables import Table, find_right_of

_COPIED_SHEETS = (
    schema.PLAYERS, schema.RESULTS, schema.PRIZES, schema.TABLES, schema.FINALS, schema.JOURNAL,
    schema.MEMORY,
)  # fmt: skip
_SHEETS_WITH_OWN_COLUMNS = (schema.PLAYERS, schema.RESULTS, schema.PRIZES, schema.FINALS)
_TEXTS = {
    *TEXT_COLUMNS, *TEXT_SETTINGS, "Date", "Action", "Détail", schema.VERSION, "Faits", "Chaîne",
}  # columns and settings without numbers  # fmt: skip
_DECIMAL = re.compile(r"-?[0-9]{1,9}\.[0-9]{1,15}")
_DAY_SECONDS = 24 * 60 * 60
FindDateRows = Callable[[str, int], Collection[int]]  # sheet, column -> rows whose cell shows a date or a time


class Transfer(NamedTuple):
    """Template filled from a workbook, and what it has of the organiser's own.

    Attributes:
        snapshot: The filled template; what the program computes is still empty.
        own_columns: "Sheet, Title" of each column that only this workbook has; its values are carried.
        own_sheets: Sheets of the workbook that the game does not have; they are not carried.
        unknown_settings: Names in the settings table with a value that the template has no line for; not carried.
    """

    snapshot: Snapshot
    own_columns: tuple[str, ...]
    own_sheets: tuple[str, ...]
    unknown_settings: tuple[str, ...]


def transfer_content(
    source: Workbook, template: Workbook, *, date: str, file: str, find_date_rows: FindDateRows
) -> Transfer:
    """Fill a template of the same game with a workbook's typed cells, Journal and history, each found by its title.

    Cells are copied row by row below the titles; a formula gives its value. In the organiser's own columns, whose
    formats are not carried, a date or a time of day becomes a text. The Journal gets a line.

    Args:
        source: Workbook without problems.
        template: Decoded template.
        date: Date and time, "21/11/2026 14:05:33".
        file: Name of the workbook, for the Journal.
        find_date_rows: Finds the dates and times in an own column.
    """
    draft, game = Draft(template.snapshot), game_of(source)
    unknown_settings = _copy_settings(draft, source, template)
    own_columns: list[str] = []
    for sheet in _COPIED_SHEETS:
        old, new = (book.find_table(sheet) for book in (source, template))
        if old and new:
            own_columns += (f"{sheet}, {title}" for title in _copy_table(draft, old, new, find_date_rows))
    for setting in game.final_choices:
        places = [find_right_of(book.snapshot, schema.FINALS, setting.name) for book in (source, template)]
        if places[0] and places[1]:
            draft.put(schema.FINALS, *places[1], source.snapshot.cell(schema.FINALS, *places[0]))
    log = source.tables[schema.JOURNAL]
    row = template.tables[schema.JOURNAL].header + 1 + max(log.last_row() - log.header, 0)
    sentence = fill_sentence(journal.UPGRADED, {"file": file, "version": __version__})
    put_creation(draft, template, row, date, sentence)
    own_sheets = (name for name in source.snapshot.sheets if name not in template.snapshot.sheets)
    return Transfer(draft.after(), tuple(own_columns), tuple(own_sheets), unknown_settings)


def _copy_settings(draft: Draft, source: Workbook, template: Workbook) -> tuple[str, ...]:
    """Copy the values of all settings by name; return names with a value that the template does not have."""
    table, lines = source.settings.table, template.settings.lines
    for name, line in source.settings.lines.items():
        if name in lines:
            value = _restore_number(name, source.snapshot.cell(table.sheet, line.row, table.columns["Valeur"]))
            draft.put(schema.TOURNAMENT, lines[name].row, lines[name].table.columns["Valeur"], value)
    known_rows = {line.row for line in source.settings.lines.values()}
    return tuple(
        line.text("Paramètre")
        for line in table.lines()
        if line.row not in known_rows and line.text("Paramètre") and line.text("Valeur")
    )


def _copy_table(draft: Draft, old: Table, new: Table, find_date_rows: FindDateRows) -> list[str]:
    """Copy all cells below the titles of a table; return the titles of the columns that are the organiser's own."""
    old_grid, new_grid = (table.snapshot.sheets[table.sheet] for table in (old, new))
    titles = new.titles()
    by_title = {normalize(title): column for column, title in enumerate(titles, start=1) if title}
    free, own_titles = count(len(titles) + 1), []
    columns = {column: new.columns[name] for name, column in old.columns.items() if name in new.columns}
    names: dict[int, str] = {column: name for name, column in old.columns.items()}
    date_rows: dict[int, Collection[int]] = {}
    for column, title_shown in enumerate(old.titles(), start=1):
        title = names.get(column) or title_shown
        if not title or column in columns:
            continue
        place = by_title.get(normalize(title), 0)
        if place and place not in columns.values():
            columns[column] = place
        elif column in names or old.sheet in _SHEETS_WITH_OWN_COLUMNS:
            columns[column] = next(free)
            draft.put(new.sheet, new.header, columns[column], title)
            date_rows[column] = find_date_rows(old.sheet, column)
            if column not in names:
                own_titles.append(title)
    for down in range(1, max(len(old_grid) - old.header, len(new_grid) - new.header) + 1):
        row = old.header + down
        for column, place in columns.items():
            value = _restore_number(names.get(column, ""), old.snapshot.cell(old.sheet, row, column))
            if row in date_rows.get(column, ()):
                value = _show_moment(value)
            draft.put(new.sheet, new.header + down, place, value)
    return own_titles


def _show_moment(value: Cell) -> Cell:
    """Return what a cell with the format of a date or a time shows: "21/11/2026", "14:30", "21/11/2026 14:30".

    A number below 1 is a time of day, seconds are shown where there are any; a value that is neither stays as it is.
    """
    serial = parse_number(cell_text(value))
    day = read_date(cell_text(value))
    is_time = serial is not None and 0 <= serial < 1
    if not day and not is_time:
        return value
    seconds = min(round(serial % 1 * _DAY_SECONDS), _DAY_SECONDS - 1) if serial is not None else 0
    hours = f"{seconds // 3600:02}:{seconds // 60 % 60:02}" + (f":{seconds % 60:02}" if seconds % 60 else "")
    return " ".join(filter(None, (f"{day:%d/%m/%Y}" if day else "", hours if is_time or seconds else "")))


def _restore_number(name: str, value: Cell) -> Cell:
    """Return the number where a cell of this column or setting may have had one: those of a file are read as texts."""
    if not isinstance(value, str) or name in _TEXTS:
        return value
    is_decimal = _DECIMAL.fullmatch(value) and repr(float(value)) == value
    return float(value) if is_decimal else to_cell_value(value)

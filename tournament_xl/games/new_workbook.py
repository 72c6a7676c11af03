"""Filling of an empty template: settings, players, imported results, what the history records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import count
from types import MappingProxyType

from tournament_xl.core.normalization import normalize
from tournament_xl.games.registry import game_of
from tournament_xl.messages import journal
from tournament_xl.messages.names import fill_sentence
from tournament_xl.workbook import schema
from tournament_xl.workbook.cells import Cell, read_date, to_cell_value
from tournament_xl.workbook.decoded import Workbook
from tournament_xl.workbook.history.history import CREATED, write_entry
from tournament_xl.workbook.history.patches import Patch
from tournament_xl.workbook.program_version import put_program_version
from tournament_xl.workbook.settings import Setting
from tournament_xl.workbook.snapshot import Draft, Snapshot
from tournament_xl.workbook.tables import find_right_of
from tournament_xl.workbook.typed_columns import OPTIONAL_TITLES
from tournament_xl.workbook.working_copy import TO_THE_MINUTE

TEXT_COLUMNS = (
    "Nom", "Prénom", "Licence", "Pays", "Club", "Série duplicate", "Absences", "Remarque", *OPTIONAL_TITLES,
)  # fmt: skip
TEXT_SETTINGS = ("Nom", "Lieu", "Graine")


Finals = tuple[Mapping[str, int], Sequence[Mapping[str, Cell]]]  # choices on Finales by label, rows by column


def find_setting_name(text: str, settings: Sequence[Setting]) -> str | None:
    """Return the exact name of a setting typed in any case, with or without accents; None when there is none."""
    return next((setting.name for setting in settings if normalize(setting.name) == normalize(text)), None)


def fill_template(
    template: Workbook,
    settings: Mapping[str, str],
    players: Sequence[Mapping[str, str]],
    *,
    date: str,
    version: str,
    rows: Sequence[Mapping[str, Cell]] = (),
    finals: Finals | None = None,
    recorded: Patch = MappingProxyType({}),
) -> Snapshot:
    """Return a copy of a template filled with a tournament, with a first line in the Journal.

    If there are `rows` or something is `recorded`, the sheet Mémoire (the history) gets its first entry, too.

    Args:
        template: Decoded template.
        settings: Exact name of a setting -> text.
        players: Rows of Joueurs, column -> text. Optional columns (`template.optional`) are added to the sheet where a
            player has them; columns that the game does not have are left out.
        date: Date and time, "21/11/2026 14:05:33".
        version: Version of the program, for the Journal.
        rows: Rows of Résultats, column -> cell.
        finals: Content of Finales: label of a choice -> its value, and the rows; None for none.
        recorded: What the history is to record besides: a part of a document.
    """
    draft = Draft(template.snapshot)
    extra_columns = game_of(template).extra_columns
    cell: Cell
    for name, value in settings.items():
        line = template.settings.lines[name]
        draft.put(schema.TOURNAMENT, line.row, line.table.columns["Valeur"], setting_cell(name, value))
    table = template.players.table
    free_columns = count(len(template.snapshot.sheets[schema.PLAYERS][table.header - 1]) + 1)
    optional_columns = [name for name in template.optional if any(name in player for player in players)]
    columns = table.columns | dict(zip(optional_columns, free_columns, strict=False))
    for name in optional_columns:
        draft.put(schema.PLAYERS, table.header, columns[name], name)
    for row, player in zip(table.free_rows(), players, strict=False):
        for column, text in player.items():
            cell = typed_cell(column, text)
            if column in extra_columns and (day := read_date(text)):  # no cell there has a date format
                cell = f"{day:%d/%m/%Y}"
            if column in columns:  # a list may have columns of the other game
                draft.put(schema.PLAYERS, row, columns[column], cell)
    results = template.results.table
    for row, game in zip(results.free_rows(), rows, strict=False):
        for column, cell in game.items():
            draft.put(schema.RESULTS, row, results.columns[column], cell)
    if finals and (played := template.find_table(schema.FINALS)):
        for label, games in finals[0].items():
            if position := find_right_of(template.snapshot, schema.FINALS, label):
                draft.put(schema.FINALS, *position, games)
        for row, game in zip(played.free_rows(), finals[1], strict=False):
            for column, cell in game.items():
                draft.put(schema.FINALS, row, played.columns[column], cell)
    log = template.tables[schema.JOURNAL]
    sentence = fill_sentence(journal.CREATED, {"players": players, "version": version})
    put_creation(draft, template, next(log.free_rows()), date, sentence)
    if recorded or rows:
        write_entry(draft, template.memory, date, CREATED, None, {}, recorded)
    return draft.after()


def put_creation(draft: Draft, template: Workbook, row: int, date: str, detail: str) -> None:
    """Write the line of the Journal that says how a workbook was made, into this row, and the program's version."""
    for column, text in {"Date": date[:TO_THE_MINUTE], "Action": CREATED, "Détail": detail}.items():
        draft.put(schema.JOURNAL, row, template.tables[schema.JOURNAL].columns[column], text)
    put_program_version(draft, template.memory.table)


def typed_cell(column: str, text: str) -> Cell:
    """Return the cell for a text of a column of Joueurs: a number if it is a simple one, else the text.

    In names, Licence, Pays, Club, Série duplicate, Absences, Remarque and the optional columns it is always the text.
    """
    return text if column in TEXT_COLUMNS else to_cell_value(text)


def setting_cell(name: str, text: str) -> Cell:
    """Return the cell for the text of a setting: a simple number as a number, else the text.

    Nom, Lieu and Graine are always text. A date is a serial number of a day, in settings whose name begins with "Date".
    """
    day = read_date(text) if name.startswith("Date") else None
    if day is not None:
        return (day - type(day)(1899, 12, 30)).days
    return text if name in TEXT_SETTINGS else to_cell_value(text)

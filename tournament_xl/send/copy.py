"""The sheets as the copy has them: those of the contract, as values, without columns that the organiser added."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tournament_xl.book import labels
from tournament_xl.book.grid import Problems, find_table
from tournament_xl.book.snapshot import Cell, Grid, Snapshot, cell_text
from tournament_xl.games import is_othello
from tournament_xl.games.othello import labels as othello

_NUMBER = re.compile(r"-?(0|[1-9]\d{0,14})(\.\d+)?")
_NUMERIC = {
    "N°", "Cote", "Rang initial", "Ronde", "Table", "N° 1", "N° 2", "Score 1", "Score 2", "Score 1b", "Score 2b",
    "Score 1c", "Score 2c", "Place", "J", "G", "N", "P", "PM", "PPM", "Pdep", "Cote initiale", "Cote de référence",
    "PE", "B", "PJ brut", "PJ", "Nouvelle cote", labels.CHANGE_COLUMN, "Ordre", "Joueurs", "Siège 1", "Siège 2",
    "Pts 1", "Pts 2", "N° N", "N° B", "Pions N", "Pions B", "Points", "Départage", "Pions",
    "Droits", "Partie", "Inscrits", labels.USED_COTE,
}  # columns in which a number is one  # fmt: skip
_NUMERIC_SETTINGS = {
    "Date de début", "Date de fin", "Nombre de rondes", "Bêta", "Pions du bye", "Rencontres au plus",
    "Revanches dès la ronde",
}  # fmt: skip
_CLOSED = (labels.PLAYERS, labels.RESULTS)  # sheets on which people add columns for themselves: telephone, payment


def for_the_copy(snapshot: Snapshot) -> Snapshot:
    """The contract's sheets of a workbook whose tables are all there; what they say is the same to every reader.

    Hosts read closed files as text: numbers become numbers again where their column or row says so.
    """
    of_othello = is_othello(snapshot)
    sheets = othello.SHEETS if of_othello else labels.SCRABBLE_SHEETS
    columns = othello.COLUMNS if of_othello else labels.SCRABBLE_COLUMNS
    return Snapshot({
        sheet: _sheet(snapshot, sheet, columns.get(sheet, ())) for sheet in sheets if sheet in snapshot.sheets
    })  # fmt: skip


def _sheet(snapshot: Snapshot, sheet: str, columns: Sequence[str]) -> Grid:
    if sheet == labels.TOURNAMENT:
        return [_setting_row(row) for row in snapshot.sheets[sheet]]
    table = find_table(snapshot, sheet, columns, Problems()) if columns else None
    if table is None:
        return snapshot.sheets[sheet]
    header = [cell_text(cell) for cell in snapshot.sheets[sheet][table.header - 1]]
    known = {*table.columns.values(), *(at for at, text in enumerate(header, start=1) if text == labels.USED_COTE)}
    own = {at for at, text in enumerate(header, start=1) if text and at not in known} if sheet in _CLOSED else set()
    last = max(known) if sheet in _CLOSED else None  # what stands right of it has no title of ours
    grid: list[Sequence[Cell]] = []
    for row, cells in enumerate(snapshot.sheets[sheet], start=1):
        if row < table.header:
            grid.append([_number(cell) for cell in cells] if sheet == labels.RATINGS else cells)
            continue
        names = header + [""] * (len(cells) - len(header))
        grid.append([
            None if at in own or (last and at > last) else _number(cell) if _is_numeric(names[at - 1]) else cell
            for at, cell in enumerate(cells, start=1)
        ])  # fmt: skip
    return grid


def _is_numeric(title: str) -> bool:
    return title in _NUMERIC or title.isdecimal()


def _setting_row(row: Sequence[Cell]) -> Sequence[Cell]:
    """A row of Tournoi: numbers where a setting is one, or a figure of the panel."""
    texts = [cell_text(cell) for cell in row]
    cells = list(row)
    for at in range(1, len(cells)):
        if texts[at - 1] in _NUMERIC_SETTINGS or texts[at - 1] in labels.PANEL:
            cells[at] = _number(cells[at])
    return cells


def _number(cell: Cell) -> Cell:
    """A text that is a plain number, as one."""
    if not isinstance(cell, str) or not _NUMBER.fullmatch(cell):
        return cell
    return float(cell) if "." in cell else int(cell)

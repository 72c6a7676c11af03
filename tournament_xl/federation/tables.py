"""Tables of a publication's workbook for programmers, with the columns and figures of its sheets."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from importlib import import_module
from pathlib import Path

from tournament_xl.core.resources import read_regular_file
from tournament_xl.federation.failures import PublicationFileError, PublicationProblem
from tournament_xl.federation.intake.own_files import is_ours
from tournament_xl.interchange.export_tables import ExportTable
from tournament_xl.messages import exports, table_columns
from tournament_xl.messages import federation as texts
from tournament_xl.messages.table_columns import Field
from tournament_xl.players.columns import licence_key, name_key
from tournament_xl.workbook.cells import Cell
from tournament_xl.xlsx import limits
from tournament_xl.xlsx.atomic_write import explain_error

_HEADER_ROW = 3  # of every sheet, from 0
_SEASON = re.compile(re.escape(texts.SEASON_SHEET).replace(r"\{name\}", "(.+)"))
_MONTH = re.compile(r"(\d{2})/(\d{4})")
_CAUSE = re.compile(re.escape(texts.CAUSE).replace(r"\{number\}", r"\d+"))
_Row = dict[str, Cell]


@dataclass(frozen=True, slots=True)
class PublicationSheets:
    """Tables on the sheets of a publication's workbook."""

    rows: Mapping[str, Sequence[_Row]]  # name of the sheet -> rows that have a value, each title -> value or None


def read_publication_sheets(path: Path) -> PublicationSheets:
    """Read the tables of a publication's workbook, all sheets but Mémoire; days become text, "21/11/2026".

    Args:
        path: Path of a workbook that `federation build` wrote.

    Raises:
        PublicationFileError: The file cannot be read, or `federation build` did not write it.
        ImportError: python-calamine is not installed; the text is a French sentence.
    """
    try:
        data = read_regular_file(path, limits.MAX_PUBLICATION)
    except OSError as error:
        reason = explain_error(error)[0]
        raise PublicationFileError(path, PublicationProblem.UNREADABLE, reason=reason) from None
    if not is_ours(data):
        raise PublicationFileError(path, PublicationProblem.NOT_OURS)
    try:
        calamine = import_module("python_calamine")
    except ModuleNotFoundError as error:
        raise ImportError(exports.NO_CALAMINE) from error
    try:
        with calamine.load_workbook(io.BytesIO(data)) as book:
            grids = {
                name: book.get_sheet_by_name(name).to_python(skip_empty_area=False)
                for name in book.sheet_names
                if name != texts.MEMORY_SHEET
            }
    except calamine.CalamineError:
        raise PublicationFileError(path, PublicationProblem.NOT_OURS) from None
    return PublicationSheets({name: list(_rows(grid)) for name, grid in grids.items()})


def _rows(grid: Sequence[Sequence[object]]) -> Iterator[_Row]:
    """Yield the rows below the header that have a value, by title, without the header where it comes again."""
    titles = [str(title) for title in grid[_HEADER_ROW]] if len(grid) > _HEADER_ROW else []
    for cells in grid[_HEADER_ROW + 1 :]:
        row = {title: _cell(value) for title, value in zip(titles, cells, strict=False) if title}
        if any(value is not None for value in row.values()) and [*row.values()] != [*row]:
            yield row


def _cell(value: object) -> Cell:
    if isinstance(value, datetime | date):
        return f"{value:%d/%m/%Y}"
    return value if isinstance(value, str | int | float) and value != "" else None


def build_ranking_table(publication: PublicationSheets) -> ExportTable:
    """Build the table of sheet Classement, a row per ranked player, with column Identité (licence, else name)."""
    rows = [row | _identity(row) for row in publication.rows[texts.RANKING_SHEET]]
    return _table(rows, table_columns.PUBLICATION_RANKING)


def build_ledger_table(publication: PublicationSheets) -> ExportTable:
    """Build one table of the sheets of all seasons: a row per change of a cote, with columns Saison and Identité."""
    rows = [
        {"Saison": season[1]} | row | _identity(row)
        for sheet, sheet_rows in publication.rows.items()
        if (season := _SEASON.fullmatch(sheet)) and sheet != texts.SEASONS_SHEET
        for row in sheet_rows
    ]
    return _table(rows, table_columns.PUBLICATION_LEDGER)


def build_evolution_table(publication: PublicationSheets) -> ExportTable:
    """Build the table of sheet Évolution: a row per player and month, cote None for a month without one.

    It has the players of sheet Classement in the same order, and column Identité (licence, else name).
    """
    ranked = publication.rows[texts.RANKING_SHEET]
    rows = [
        {title: player.get(title) for title in ("Place", "Nom", "Prénom", "Licence")}
        | _identity(player)
        | {"Mois": f"01/{title}", "Cote": cote}
        for player, row in zip(ranked, publication.rows[texts.COURSE_SHEET], strict=True)
        for title, cote in row.items()
        if _MONTH.fullmatch(title)
    ]
    return _table(rows, table_columns.PUBLICATION_EVOLUTION)


def build_corrections_table(publication: PublicationSheets) -> ExportTable:
    """Build the table of the players on sheet Corrections rétroactives, without causes and single movements.

    Column État says in French why there is no cote now, column Identité is the licence, else the name. The workbook of
    a first publication, which has no such sheet, gives no rows.
    """
    rows: list[_Row] = []
    for row in publication.rows.get(texts.CORRECTIONS_SHEET, ()):
        if not row["Joueur"] or (_CAUSE.fullmatch(str(row["Joueur"])) and row["Cote publiée"] is None):
            continue
        corrected = row["Cote corrigée"]
        name: _Row = {"Nom": row["Joueur"], "Licence": row["Licence"]}
        rows.append(row | _identity(name) | {"État": corrected if isinstance(corrected, str) else None})
    return _table(rows, table_columns.PUBLICATION_CORRECTIONS)


def _identity(row: _Row) -> _Row:
    """Return what identifies a person in all tables: the licence, else the name."""
    name = name_key(f"{row.get('Nom') or ''} {row.get('Prénom') or ''}")
    return {"Identité": licence_key(str(row.get("Licence") or "")) or name}


def _table(rows: Sequence[_Row], fields: Sequence[Field]) -> ExportTable:
    return ExportTable([field.name for field in fields], rows, fields)

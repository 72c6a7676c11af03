"""`export`: the tables of a workbook as files, all of them or none."""

from __future__ import annotations

import os
from pathlib import Path

from tournament_xl.core.exit_codes import DONE
from tournament_xl.core.resources import printable_path
from tournament_xl.games.jobs import NotYetError
from tournament_xl.interchange.export_tables import (
    crosstable,
    games,
    journal,
    parquet,
    players,
    ratings,
    settings,
    standings,
)
from tournament_xl.messages import exports as texts
from tournament_xl.storage import file_actions
from tournament_xl.storage.workbook_file import ClosedFile
from tournament_xl.workbook.csv_text import french_csv
from tournament_xl.workbook.working_copy import Outcome
from tournament_xl.xlsx.atomic_write import full, write_together

TABLES = {
    texts.PLAYERS: players, texts.GAMES: games, texts.STANDINGS: standings, texts.GRID: crosstable,
    texts.RATINGS: ratings, texts.JOURNAL: journal, texts.SETTINGS: settings,
}  # name of the file -> function that builds its table  # fmt: skip


def export(path: str | os.PathLike[str], folder: str | None = None, *, columnar: bool = False) -> Outcome:
    """Write the tables of a workbook as CSV or Parquet, all of them or none; ratings only if the tournament is over.

    Args:
        path: Path of the workbook.
        folder: Folder of the files; None for one next to the workbook.
        columnar: Write Parquet.

    Raises:
        HostError: The workbook cannot be read, or a file cannot be written.
    """
    decoded = file_actions.read(path)
    source = ClosedFile(path).path
    default_folder = source.parent / texts.FOLDER.format(stem=source.stem)
    target = full(folder) if folder is not None else default_folder
    contents: dict[Path, bytes] = {}
    for name, make_table in TABLES.items():
        try:
            table = make_table(decoded)
        except NotYetError:
            continue
        content = parquet(table.rows, table.declared) if columnar else french_csv(table.csv())
        ending = "parquet" if columnar else "csv"
        contents[target / f"{name}.{ending}"] = content
    write_together(contents)
    names = ", ".join(printable_path(file.stem) for file in contents)
    return Outcome(DONE, texts.DONE.format(count=len(contents), folder=printable_path(target), names=names))

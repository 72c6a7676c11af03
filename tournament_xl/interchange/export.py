"""`export`: writes the tables of a workbook as CSV files."""

from __future__ import annotations

import os
from pathlib import Path

from tournament_xl.core.exit_codes import DONE
from tournament_xl.core.resources import printable_path
from tournament_xl.games.answers import NotYetError
from tournament_xl.interchange.export_tables import (
    build_cross_table,
    build_games_table,
    build_journal_table,
    build_players_table,
    build_ratings_table,
    build_settings_table,
    build_standings_table,
)
from tournament_xl.messages import exports as texts
from tournament_xl.storage import decoding
from tournament_xl.storage.workbook_file import ClosedFile
from tournament_xl.workbook.csv_text import render_french_csv
from tournament_xl.workbook.working_copy import Outcome
from tournament_xl.xlsx.atomic_write import make_absolute, write_together

TABLES = {
    texts.PLAYERS: build_players_table, texts.GAMES: build_games_table, texts.STANDINGS: build_standings_table,
    texts.GRID: build_cross_table,
    texts.RATINGS: build_ratings_table, texts.JOURNAL: build_journal_table, texts.SETTINGS: build_settings_table,
}  # name of the file -> function that builds its table  # fmt: skip


def export(path: str | os.PathLike[str], folder: str | None = None) -> Outcome:
    """Write the tables of a workbook as CSV, a file each; files of the same names are replaced.

    Ratings are left out unless the tournament is over and its game has them. `folder` is created if missing; None means
    one next to the workbook, named after it. The outcome's sentence names folder and tables.

    Raises:
        ActionAborted: The workbook has problems.
        ExternalError: The workbook cannot be read, or a file cannot be written; no file is written then.
    """
    decoded = decoding.decode_file(path)
    source = ClosedFile(path).path
    default_folder = source.parent / texts.FOLDER.format(stem=source.stem)
    target = make_absolute(folder) if folder is not None else default_folder
    contents: dict[Path, bytes] = {}
    for name, make_table in TABLES.items():
        try:
            table = make_table(decoded)
        except NotYetError:
            continue
        contents[target / f"{name}.csv"] = render_french_csv(table.csv())
    write_together(contents)
    names = ", ".join(printable_path(file.stem) for file in contents)
    return Outcome(DONE, texts.DONE.format(count=len(contents), folder=printable_path(target), names=names))

"""Upgrade: a new workbook beside an earlier version's, from today's template, with all that people typed in it."""

from __future__ import annotations

import os
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from tournament_xl.actions import workbook_actions
from tournament_xl.core.exit_codes import DONE, REFUSED
from tournament_xl.core.resources import MissingFileError, printable_path, resource_path
from tournament_xl.games.registry import GAMES
from tournament_xl.games.transfer import FindDateRows, transfer_content
from tournament_xl.messages import ribbon
from tournament_xl.messages import workbook_files as texts
from tournament_xl.phones import report_file
from tournament_xl.service.workbook_access import WorkbookAccess, WorkbookFile, decode_sheets
from tournament_xl.storage import timestamps
from tournament_xl.storage.backups import refuse_backup
from tournament_xl.storage.new_file import NewFile
from tournament_xl.storage.season_files import read_season_files
from tournament_xl.storage.workbook_file import ClosedFile
from tournament_xl.workbook.context import DecodeContext
from tournament_xl.workbook.snapshot import ExternalError
from tournament_xl.workbook.working_copy import Outcome, require_valid
from tournament_xl.xlsx import workbook_package


@dataclass(frozen=True, slots=True)
class UpgradeResult:
    """What became of an upgrade: the outcome, and the new file, None where none was written."""

    outcome: Outcome
    path: Path | None = None


def upgrade(workbook: WorkbookAccess, target: str | os.PathLike[str] | None = None) -> UpgradeResult:
    """Write a new workbook from today's template with what a workbook has; that one does not change.

    All that people typed is carried by its title, and so are the Journal and the history; the rest is computed again.
    The text of the outcome names the organiser's own columns, which are carried, and what does not come. The workbook
    is of any version but a newer one; of an open one the sheets are taken as they are. `target` ends in .xlsx, or .xlsm
    to have buttons; None means one beside the workbook, of its kind. Without a new file the outcome is refused where
    the workbook has no file, else it is what stopped the first update of the new one.

    Raises:
        ExternalError: The workbook cannot be read, is open in another program, is a backup or was written by a newer
            version; or the new file exists or cannot be written.
        ActionAborted: The workbook has problems.
    """
    path = workbook.path
    if path is None:
        return UpgradeResult(Outcome(REFUSED, ribbon.NOT_HERE))
    if isinstance(workbook, WorkbookFile):
        workbook.file.refuse_when_locked()
    snapshot = workbook.read()
    refuse_backup(path, snapshot)
    source = require_valid(decode_sheets(workbook, snapshot))
    file = NewFile(target or _name_beside(path, source.game), source.game)
    date = timestamps.journal_date()
    transfer = transfer_content(
        source, file.decoded, date=date, file=path.name, find_date_rows=_read_date_formats(path)
    )
    context = DecodeContext(season_files=read_season_files(file.path.parent))
    outcome = workbook_actions.update(transfer.snapshot, date, context)
    if outcome.code != DONE:
        return UpgradeResult(outcome)
    file.write(transfer.snapshot, outcome)
    lists = {
        texts.OWN_COLUMNS: transfer.own_columns, texts.OWN_SHEETS: transfer.own_sheets,
        texts.FORMS: GAMES[source.game].forms, texts.UNKNOWN_SETTINGS: transfer.unknown_settings,
    }  # fmt: skip
    lines = [text.format(names=printable_path(" ; ".join(names))) for text, names in lists.items() if names]
    message = texts.UPGRADED.format(path=printable_path(file.path), old=printable_path(path.name))
    if report_file.read_reports(path):
        lines.append(texts.PHONES)
    text = "\n".join((*lines, texts.LEFT_BEHIND))
    outcome = Outcome(DONE, message, warnings=outcome.warnings, next_step=outcome.next_step, text=text)
    return UpgradeResult(outcome, file.path)


def _name_beside(path: Path, game: str) -> Path:
    """Return the path of the new workbook, of the same kind; of an .xlsm an .xlsx where the browser has no template."""
    ending = path.suffix
    try:
        resource_path("templates", f"{game}{ending.lower()}")
    except MissingFileError:
        ending = ".xlsx"
    return path.with_name(texts.UPGRADED_NAME.format(stem=path.stem) + ending)


def _read_date_formats(path: Path) -> FindDateRows:
    """Read from a workbook's file which cells show dates or times: none where it cannot be read, such as an .ods."""
    try:
        book = workbook_package.parse_workbook(path, ClosedFile(path).read_bytes())
    except ExternalError:
        return lambda sheet, column: ()

    def find(sheet: str, column: int) -> Collection[int]:
        return workbook_package.find_date_rows(book, sheet, column) if sheet in book.sheets else ()

    return find

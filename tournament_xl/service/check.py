"""Check of a tournament, of a file as saved or of an open workbook."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING

from tournament_xl.actions.check import check, check_as_action
from tournament_xl.service.act import run_action_on_sheets
from tournament_xl.service.workbook_access import WorkbookFile, collect_context
from tournament_xl.storage import newer_backup, timestamps

if TYPE_CHECKING:
    from tournament_xl.actions.check_report import CheckReport
    from tournament_xl.service.workbook_access import WorkbookAccess
    from tournament_xl.workbook.working_copy import Outcome


def check_file(path: str | os.PathLike[str]) -> CheckReport:
    """Check a workbook file as it was saved last; it may be open elsewhere. Nothing is written.

    With problems rounds and sheets are not judged. The first warning says so if a backup is newer than the workbook.

    Raises:
        ExternalError: The file cannot be read.
    """
    workbook = WorkbookFile(path)
    report = check(snapshot := workbook.read(), collect_context(workbook))
    warning = newer_backup.find_newer_backup_warning(workbook.path, snapshot)
    return replace(report, warnings=(warning, *report.warnings)) if warning else report


def check_workbook(workbook: WorkbookAccess) -> Outcome:
    """Check an open workbook, saved or not, as the button does. Nothing is written.

    Returns:
        The outcome without edits: its message has the verdict, its problems the cells to correct, its text the findings
        ("" where a table cannot be read). Its first note says so if a backup is newer than the workbook.

    Raises:
        ExternalError: The workbook, or the file of results from phones next to it, cannot be read.
    """
    return run_action_on_sheets(workbook, workbook.read(), check_as_action, timestamps.journal_date())

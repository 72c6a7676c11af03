"""Output of a command's result, and the reading of workbooks for commands that change nothing."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tournament_xl.core.exit_codes import DONE
from tournament_xl.core.resources import printable_path
from tournament_xl.messages import cli as texts
from tournament_xl.messages.failures import fail
from tournament_xl.workbook.snapshot import UsageError
from tournament_xl.workbook.working_copy import Outcome

if TYPE_CHECKING:
    from tournament_xl.workbook.decoded import Workbook


def print_outcome(outcome: Outcome) -> int:
    """Print an outcome as the terminal reads it; return its exit code.

    Problems and the message of an outcome that is not DONE go to standard error; the rest to standard output: message,
    text, warnings, and the next step of a DONE one.
    """
    for problem in outcome.problems:
        fail(outcome.code, str(problem))
    if outcome.message and outcome.code == DONE:
        print(outcome.message)
    elif outcome.message:
        fail(outcome.code, outcome.message)
    if outcome.text:
        print(outcome.text)
    for warning in outcome.warnings:
        print(texts.WARNING.format(text=warning))
    if outcome.status and outcome.code == DONE:
        print(texts.NEXT.format(text=outcome.status))
    return outcome.code


def warn_if_open(path: str) -> None:
    """Print a warning on standard error if another program has a workbook open: its unsaved changes are not read."""
    from tournament_xl.service.read import find_other_program

    if program := find_other_program(path):
        fail(DONE, texts.OPEN_ELSEWHERE.format(program=program))


def read_workbook(path: str) -> Workbook:
    """Read and decode a workbook that has no problem.

    Warnings that it is open elsewhere, or that a backup is newer, are printed on standard error.

    Raises:
        ExternalError: The file cannot be read.
        ActionAborted: The workbook has problems.
    """
    from tournament_xl.service import read

    warn_if_open(path)
    saved = read.read_workbook(path)
    if saved.newer_backup:
        fail(DONE, texts.WARNING.format(text=saved.newer_backup))
    return saved.decoded


def check_workbook_name(file: str) -> None:
    """Check the ending of the file name of a new workbook, in any case; whether the file exists is not checked.

    Raises:
        UsageError: The name does not end in .xlsx or .xlsm, or has nothing before the ending.
    """
    if Path(file).suffix.lower() not in (".xlsx", ".xlsm"):
        raise UsageError(texts.WRONG_ENDING.format(file=printable_path(file)))

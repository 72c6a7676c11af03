"""Failures of an open workbook in Excel: one class for each kind, with fields. `str` gives the French sentence.

ExcelError              any of them
    ExcelBusyError          Excel does not answer: somebody is typing, or a dialog is open
    ExcelRefusalError       Excel refused a call; `reason`
    WorkbookNotOpenError    the workbook is not open, or open twice; `name`
    SheetRefusalError       a sheet or a cell cannot be read or written; `sheet`, `cell`
    WorkbookPlaceError      the workbook is where no action may write; `problem`
    BackupPathTooLongError  Excel cannot name the backup; `path`
    BackupNotMadeError      the system did not make the backup; `folder`, `reason`
    NotPutBackError         an interrupted action could not be undone; `backup`, `is_auto_saved`
    NoXlwingsError          the library that commands Excel is missing; `python`
    OnlyWindowsError        a dialog that only Windows has
"""

from __future__ import annotations

from enum import Enum
from pathlib import Path

from tournament_xl.core.resources import printable_path
from tournament_xl.messages import live as texts
from tournament_xl.workbook.snapshot import ExternalError


class ExcelError(ExternalError):
    """Failure of an open workbook, or of Excel itself."""


class ExcelBusyError(ExcelError):
    """Excel that does not answer: somebody is typing, or a dialog is open."""

    def __init__(self) -> None:
        """Build the failure."""
        super().__init__(texts.BUSY)


class ExcelRefusalError(ExcelError):
    """Call that Excel refused.

    Attributes:
        reason: What Excel says about it.
    """

    def __init__(self, text: str, reason: str, **facts: object) -> None:
        """Build the failure.

        Args:
            text: French sentence of the catalogue, with {reason}.
            reason: What Excel says about it.
            facts: Other fields of the sentence.
        """
        super().__init__(text, reason=reason, **facts)
        self.reason = reason


class WorkbookNotOpenError(ExcelError):
    """Workbook that is open in no Excel, or in two.

    Attributes:
        name: Its name.
        is_open_twice: True if it is open in two instances of Excel, False if in none.
    """

    def __init__(self, name: str, *, is_open_twice: bool) -> None:
        """Build the failure for a workbook."""
        super().__init__(texts.OPEN_TWICE if is_open_twice else texts.NOT_OPEN, name=name)
        self.name, self.is_open_twice = name, is_open_twice


class SheetRefusalError(ExcelError):
    """Sheet of the open workbook that cannot be read or written.

    Attributes:
        sheet: Its name.
        cell: Address of the cell concerned; "" for the sheet as a whole.
    """

    def __init__(self, text: str, sheet: str, cell: str = "", **facts: object) -> None:
        """Build the failure.

        Args:
            text: French sentence of the catalogue, with {sheet}, perhaps {cell}.
            sheet: Name of the sheet.
            cell: Address of the cell concerned.
            facts: Other fields of the sentence.
        """
        super().__init__(text, sheet=sheet, cell=cell, **facts)
        self.sheet, self.cell = sheet, cell


class PlaceProblem(Enum):
    """Why no action may write the open workbook; the value is its sentence."""

    NEVER_SAVED = texts.NEVER_SAVED
    NO_FOLDER = texts.NO_FOLDER
    READ_ONLY = texts.READ_ONLY


class WorkbookPlaceError(ExcelError):
    """Workbook that is on no disk of this computer, or read-only.

    Attributes:
        problem: Why no action may write it.
    """

    def __init__(self, problem: PlaceProblem) -> None:
        """Build the failure."""
        super().__init__(problem.value)
        self.problem = problem


class BackupPathTooLongError(ExcelError):
    """Backup whose path has more letters than Excel allows.

    Attributes:
        path: Path of the backup.
    """

    def __init__(self, path: Path) -> None:
        """Build the failure."""
        super().__init__(texts.PATH_TOO_LONG, letters=len(str(path)), copy=printable_path(path))
        self.path = path


class BackupNotMadeError(ExcelError):
    """Backup that the operating system did not make.

    Attributes:
        folder: Folder of the backups.
        reason: Why, in French.
    """

    def __init__(self, folder: Path, reason: str) -> None:
        """Build the failure."""
        super().__init__(texts.BACKUP_FAILED, folder=printable_path(folder), reason=reason)
        self.folder, self.reason = folder, reason


class NotPutBackError(ExcelError):
    """Action that was interrupted while writing, and whose cells are not as before.

    Attributes:
        backup: Copy made just before.
        is_auto_saved: Whether Excel may have saved the cells already.
    """

    def __init__(self, backup: Path, *, is_auto_saved: bool) -> None:
        """Build the failure."""
        super().__init__(texts.NOT_PUT_BACK_SAVED if is_auto_saved else texts.NOT_PUT_BACK, backup=backup)
        self.backup, self.is_auto_saved = backup, is_auto_saved


class NoXlwingsError(ExcelError):
    """Program without the library that commands Excel.

    Attributes:
        python: The program's Python.
    """

    def __init__(self, python: str) -> None:
        """Build the failure."""
        super().__init__(texts.NO_XLWINGS, python=python)
        self.python = python


class OnlyWindowsError(ExcelError):
    """Dialog that only Windows has."""

    def __init__(self) -> None:
        """Build the failure."""
        super().__init__(texts.ONLY_WINDOWS)

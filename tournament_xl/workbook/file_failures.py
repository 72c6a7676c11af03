"""Failures to read or write a workbook file: one class for each kind, with fields. `str` gives the French sentence.

ExternalError                     any failure of a file, an open workbook or the network
    WorkbookFileError         of a workbook file; `path` is the file
        FileNotThereError     no such file
        FileInTheWayError     a new workbook would replace a file
        NotAWorkbookError     a folder, another ending, another content
        EncryptedFileError    a password or a label protects the content
        DamagedFileError      a workbook that cannot be read, or an empty file
        FileTooLargeError     beyond the limits of `xlsx.limits`
        OpenElsewhereError    a program has it open; `program`, `lock`
        ChangedMeanwhileError somebody wrote it between reading and writing
        NotSavedError         its changed content cannot be stored; `reason`
        SheetMissingError     a sheet to write is gone; `sheet`
        CellInTheWayError     a cell to write is merged, or others need its formula; `sheet`, `cell`, `area`
        ReadOnlyCopyError     a backup, or the federation's copy: changes there would be lost
        SystemRefusalError    the operating system refused; `error` is its OSError
            AccessDeniedError no right, read-only, or held by another program
            DiskFullError     no room
            HalfWrittenError  other files of the same step are written already; `files`
    CellContentError          of a value that no cell can hold; `sheet`, `cell`
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from tournament_xl.core.resources import printable_path
from tournament_xl.messages import workbook_files as texts
from tournament_xl.workbook.snapshot import ExternalError


class WorkbookFileError(ExternalError):
    """Failure of a workbook file.

    Attributes:
        path: The file.
    """

    def __init__(self, path: str | os.PathLike[str], text: str, **facts: object) -> None:
        """Build the failure.

        Args:
            path: The file.
            text: French sentence of the catalogue, with {path}.
            facts: Values for the other fields of the sentence.
        """
        self.path = Path(path)
        super().__init__(text, **{"path": printable_path(path), **facts})


class FileNotThereError(WorkbookFileError):
    """Workbook file that does not exist."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        """Build the failure for a file."""
        super().__init__(path, texts.MISSING)


class FileInTheWayError(WorkbookFileError):
    """File that a new workbook would replace."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        """Build the failure for a file."""
        super().__init__(path, texts.EXISTS)


class NotAWorkbookError(WorkbookFileError):
    """File that is no workbook by its kind, its ending or its content."""

    def __init__(self, path: str | os.PathLike[str], text: str = texts.NOT_A_WORKBOOK) -> None:
        """Build the failure; `text`: IS_FOLDER, ENDING or NOT_A_WORKBOOK of the catalogue."""
        super().__init__(path, text)


class EncryptedFileError(WorkbookFileError):
    """File whose content a password protects.

    Attributes:
        has_label: True where a sensitivity label of an organisation protects it, and no password.
    """

    def __init__(self, path: str | os.PathLike[str], *, has_label: bool = False) -> None:
        """Build the failure for a file."""
        super().__init__(path, texts.LABEL if has_label else texts.PASSWORD)
        self.has_label = has_label


class DamagedFileError(WorkbookFileError):
    """Workbook that cannot be read.

    Attributes:
        is_empty: True where the file has no bytes.
    """

    def __init__(self, path: str | os.PathLike[str], *, is_empty: bool = False) -> None:
        """Build the failure for a file."""
        super().__init__(path, texts.EMPTY if is_empty else texts.DAMAGED, folder=texts.BACKUP_FOLDER)
        self.is_empty = is_empty


class FileTooLargeError(WorkbookFileError):
    """Workbook beyond a limit of `xlsx.limits`; the sentence says which."""


class OpenElsewhereError(WorkbookFileError):
    """Workbook that a program has open: unsaved input is not in the file.

    Attributes:
        program: The program, with its user if known.
        lock: Its lock file.
    """

    def __init__(self, path: str | os.PathLike[str], program: str, lock: Path) -> None:
        """Build the failure for a file and its lock."""
        super().__init__(path, texts.LOCKED, program=program, lock=printable_path(lock.name))
        self.program, self.lock = program, lock


class ChangedMeanwhileError(WorkbookFileError):
    """Workbook that another program wrote between reading and writing."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        """Build the failure for a file."""
        super().__init__(path, texts.CHANGED)


class NotSavedError(WorkbookFileError):
    """Workbook whose changed content cannot be stored, or does not read back as written.

    Attributes:
        reason: Why, in French.
    """

    def __init__(self, path: str | os.PathLike[str], reason: str) -> None:
        """Build the failure for a file."""
        super().__init__(path, texts.NOT_SAVED, reason=reason)
        self.reason = reason


class SheetMissingError(WorkbookFileError):
    """Workbook without a sheet that is to be written.

    Attributes:
        sheet: Its name.
    """

    def __init__(self, path: str | os.PathLike[str], sheet: str) -> None:
        """Build the failure for a file and its sheet."""
        super().__init__(path, texts.NO_SHEET, sheet=sheet)
        self.sheet = sheet


class CellInTheWayError(WorkbookFileError):
    """Workbook with a cell that cannot be filled: it is merged with others, or others need its formula.

    Attributes:
        sheet: Name of the sheet.
        cell: Address of the cell.
        area: Address of the range.
    """

    def __init__(self, path: str | os.PathLike[str], text: str, *, sheet: str, cell: str, area: str) -> None:
        """Build the failure; `text`: MERGED or FILLED_DOWN of the catalogue."""
        super().__init__(path, text, sheet=sheet, cell=cell, area=area)
        self.sheet, self.cell, self.area = sheet, cell, area


class ReadOnlyCopyError(WorkbookFileError):
    """Backup, or the copy for the federation: changes in it do not reach the tournament.

    Attributes:
        is_backup: True for a backup, False for the copy for the federation.
    """

    def __init__(self, path: Path, *, is_backup: bool) -> None:
        """Build the failure for a file."""
        facts = {"file": printable_path(path.name), "folder": texts.BACKUP_FOLDER}
        super().__init__(path, texts.IS_A_COPY if is_backup else texts.IS_SENT, **facts)
        self.is_backup = is_backup


class SystemRefusalError(WorkbookFileError):
    """File that the operating system did not read or write.

    Attributes:
        error: The system's error.
    """

    def __init__(
        self, path: str | os.PathLike[str], text: str, error: Exception, reason: str, advice: str, **facts: object
    ) -> None:
        """Build the failure.

        Args:
            path: The file.
            text: French sentence of the catalogue, with {path}, {reason} and {advice}.
            error: The system's error.
            reason: Reason in French.
            advice: What to do about it, in French.
            facts: Other fields of the sentence.
        """
        super().__init__(path, text, reason=reason, advice=advice, **facts)
        self.error = error


class AccessDeniedError(SystemRefusalError):
    """File without the right to it, read-only, or held by another program."""


class DiskFullError(SystemRefusalError):
    """File for which the disk has no room."""


class HalfWrittenError(SystemRefusalError):
    """File that cannot be written although other files of the same step were, and keep their new content.

    Attributes:
        files: These other files.
    """

    def __init__(
        self, path: str | os.PathLike[str], error: Exception, reason: str, advice: str, files: Sequence[Path]
    ) -> None:
        """Build the failure: `files` keep their new content, the other arguments are as in `SystemRefusalError`."""
        names = ", ".join(map(printable_path, files))
        super().__init__(path, texts.HALF_WRITTEN, error, reason, advice, files=names)
        self.files = tuple(files)


class CellContentError(ExternalError):
    """Value that no cell can hold.

    Attributes:
        sheet: Name of the sheet.
        cell: Address of the cell that was to hold it.
    """

    def __init__(self, text: str, *, sheet: str, cell: str, **facts: object) -> None:
        """Build the failure; `text`: TOO_LONG or NO_NUMBER of the catalogue, `facts` its other fields."""
        super().__init__(text, sheet=sheet, cell=cell, **facts)
        self.sheet, self.cell = sheet, cell

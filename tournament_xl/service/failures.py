"""What a use case raises where it did nothing; `str` of each is a French sentence for the user.

- `ActionAborted`: the workbook has problems, or a rule refuses; `outcome` has the problems with their cells.
- `ExternalError`: a file or an open workbook cannot be read or written; `WorkbookFileError` and its subclasses
  (`workbook/file_failures.py`) say which file and why. `FolderGoneError`, `NameTakenError`: of a folder of workbooks.
- `UsageError`: the front end asked for something that does not exist, for example a choice that a question lacks.
"""

from pathlib import Path

from tournament_xl.core.resources import printable_path
from tournament_xl.messages import page as texts
from tournament_xl.workbook.file_failures import OpenElsewhereError, WorkbookFileError
from tournament_xl.workbook.snapshot import ExternalError, UsageError
from tournament_xl.workbook.working_copy import ActionAborted

__all__ = [
    "ActionAborted",
    "ExternalError",
    "FolderGoneError",
    "NameTakenError",
    "OpenElsewhereError",
    "UsageError",
    "WorkbookFileError",
]


class FolderGoneError(ExternalError):
    """Folder of workbooks that is not there any more, or cannot be read.

    Attributes:
        folder: The folder.
    """

    def __init__(self, folder: Path) -> None:
        """Build the failure."""
        super().__init__(texts.FOLDER_GONE, folder=printable_path(folder))
        self.folder = folder


class NameTakenError(WorkbookFileError):
    """File with other bytes at the path of a workbook to be added, which may not replace it."""

    def __init__(self, path: Path) -> None:
        """Build the failure for a file."""
        super().__init__(path, texts.OTHER_FILE, file=printable_path(path.name))

"""Failures of results from phones: one class for each kind, with fields. `str` gives the French sentence.

ExternalError
    NoPortError             no address of this computer can serve the pages; `error`
    ReportFileTooLargeError the file of results is larger than the server ever writes it; `file`
    ReportFileFullError     the file of results would exceed its largest size
"""

from __future__ import annotations

from pathlib import Path

from tournament_xl.core.resources import printable_path
from tournament_xl.messages import phones as texts
from tournament_xl.messages import publication as publication_texts
from tournament_xl.workbook.snapshot import ExternalError


class NoPortError(ExternalError):
    """No port on which the pages can be served.

    Attributes:
        error: The system's last error; None if nothing was tried.
    """

    def __init__(self, error: OSError | None) -> None:
        """Build the failure."""
        super().__init__(publication_texts.NO_PORT, reason=error)
        self.error = error


class ReportFileTooLargeError(ExternalError):
    """File of results from phones that is larger than the server in the hall ever writes it.

    Attributes:
        file: The file.
    """

    def __init__(self, file: Path) -> None:
        """Build the failure."""
        super().__init__(texts.TOO_LARGE, file=printable_path(file))
        self.file = file


class ReportFileFullError(ExternalError):
    """File of results from phones without room for another one."""

    def __init__(self) -> None:
        """Build the failure."""
        super().__init__(texts.FILE_FULL)

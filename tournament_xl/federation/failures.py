"""Failures of the federation's build: one class for each kind, with fields. `str` gives the French sentence.

ExternalError
    ReaderProcessError        no process can be started; `reason`
    LockedArchiveError        an archive with a password
    PrintingError             no PDF; `problem`
    FederationFileError       a file or folder that a build cannot use; `path`, `problem`
        InputFolderError      the folder of workbooks
        PublicationFileError  a ranking workbook that a build wrote
        ParameterFileError    a file of a season
        TargetError           a file to write
"""

from __future__ import annotations

from enum import Enum
from pathlib import Path

from tournament_xl.core.resources import printable_path
from tournament_xl.messages import federation as texts
from tournament_xl.workbook.snapshot import ExternalError


class ReaderProcessError(ExternalError):
    """Process of a build that cannot be started, or was killed.

    Attributes:
        reason: Why.
    """

    def __init__(self, reason: object) -> None:
        """Build the failure."""
        super().__init__(texts.NO_READER, reason=reason)
        self.reason = reason


class LockedArchiveError(ExternalError):
    """Archive that a password protects."""

    def __init__(self) -> None:
        """Build the failure."""
        super().__init__(texts.LOCKED_ARCHIVE)


class PrintingProblem(Enum):
    """Why there is no PDF; the value is its sentence."""

    NO_OFFICE = texts.NO_OFFICE
    NO_PDF = texts.NO_PDF


class PrintingError(ExternalError):
    """PDF that was not made.

    Attributes:
        problem: Why.
    """

    def __init__(self, problem: PrintingProblem) -> None:
        """Build the failure."""
        super().__init__(problem.value)
        self.problem = problem


class FolderProblem(Enum):
    """Why the folder of workbooks cannot be used; the value is its sentence."""

    MISSING = texts.NO_FOLDER
    UNREADABLE = f"{{path}} : {texts.FOLDER_CLOSED}"
    TOO_MANY_FILES = texts.TOO_MANY_FILES


class PublicationProblem(Enum):
    """Why a publication cannot be used; the value is its sentence."""

    UNREADABLE = texts.BEFORE_UNREADABLE
    EARLIER_NOT_OURS = texts.BEFORE_NOT_OURS
    WITHOUT_MEMORY = texts.BEFORE_WITHOUT_MEMORY
    NOT_EARLIER = texts.BEFORE_LATER


class ParameterProblem(Enum):
    """Which parameters a file does not hold; the value is its sentence."""

    SEASON = texts.NO_SEASON


class TargetProblem(Enum):
    """Why a file is not written; the value is its sentence."""

    ENDING = texts.ENDING
    NO_FOLDER = texts.NO_FOLDER
    IS_INPUT = texts.SAME_FILE
    NOT_OURS = texts.NOT_OURS
    UNSEEN_DECISIONS = texts.UNSEEN_DECISIONS


class FederationFileError(ExternalError):
    """File or folder that a build cannot use.

    Attributes:
        path: The file or folder.
        problem: Why.
    """

    def __init__(self, path: Path, problem: Enum, **facts: object) -> None:
        """Build the failure.

        Args:
            path: The file or folder.
            problem: Why; its value is a French sentence of the catalogue, with {path}.
            facts: Other fields of the sentence.
        """
        super().__init__(problem.value, path=printable_path(path), **facts)
        self.path, self.problem = path, problem


class InputFolderError(FederationFileError):
    """Folder of workbooks that cannot be used; `problem` is a `FolderProblem`."""


class PublicationFileError(FederationFileError):
    """Ranking workbook that cannot be read as a publication; `problem` is a `PublicationProblem`."""


class ParameterFileError(FederationFileError):
    """File of a season that cannot be used; `problem` is a `ParameterProblem`."""


class TargetError(FederationFileError):
    """File that a build does not write; `problem` is a `TargetProblem`."""

"""Failures of a comparison: one class for each kind, with fields. `str` gives the French sentence.

ExternalError
    ClusterError          the scheduler or its workers; `address`, `problem`
    WorkerPackageError    a worker without this version of the program; `reason`
    MissingLibraryError   a library of the cluster is not installed; `name`
    ReportFileError       the report cannot be written; `path`, `error`
"""

from __future__ import annotations

from enum import Enum
from pathlib import Path

import tournament_xl
from tournament_xl.messages import compare as texts
from tournament_xl.workbook.snapshot import ExternalError


class ClusterProblem(Enum):
    """Why a cluster cannot run tasks; the value is the French sentence."""

    NO_SCHEDULER = texts.NO_SCHEDULER
    NO_WORKER = texts.NO_WORKER
    LOST = texts.LOST


class ClusterError(ExternalError):
    """Cluster that cannot run tasks.

    Attributes:
        address: Address of its scheduler.
        problem: Why.
    """

    def __init__(self, address: str, problem: ClusterProblem, **facts: object) -> None:
        """Build the failure; `facts` are other fields of the sentence."""
        super().__init__(problem.value, address=address, **facts)
        self.address, self.problem = address, problem


class WorkerPackageError(ExternalError):
    """Worker without this version of the program, or one that failed.

    Attributes:
        reason: What it has, or how it failed.
    """

    def __init__(self, reason: str) -> None:
        """Build the failure."""
        super().__init__(texts.NO_PACKAGE, reason=reason, version=tournament_xl.__version__)
        self.reason = reason


class MissingLibraryError(ExternalError):
    """Library of the cluster that is not installed.

    Attributes:
        name: Its name.
    """

    def __init__(self, name: str | None) -> None:
        """Build the failure."""
        super().__init__(texts.WANTS, name=name)
        self.name = name


class ReportFileError(ExternalError):
    """Report, or file of progress, that cannot be written.

    Attributes:
        path: Path of the report, also if the file of progress failed.
        error: The system's error.
    """

    def __init__(self, path: Path, error: OSError) -> None:
        """Build the failure."""
        super().__init__("{path} : {error}", path=path, error=error)
        self.path, self.error = path, error

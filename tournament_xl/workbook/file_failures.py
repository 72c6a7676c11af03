"""Failure to read or write a workbook file."""

from __future__ import annotations

import os
from pathlib import Path

from tournament_xl.core.resources import printable_path
from tournament_xl.workbook.snapshot import ExternalError


class FileFailure(ExternalError):  # a failure of a file; no error of a program
    """Failure to read or write a workbook file; `str` is a French sentence and says what to do.

    Attributes:
        kind: Its sentence in `messages.workbook_files`, such as MISSING, DAMAGED or LOCKED, with {path}.
        path: The file.
        facts: What else the sentence names, such as `program` (LOCKED) or `sheet` and `cell` (MERGED).
    """

    def __init__(self, kind: str, path: str | os.PathLike[str], **facts: object) -> None:
        """Build the failure of a file for a kind and the other fields of its sentence."""
        self.kind, self.path, self.facts = kind, Path(path), facts
        super().__init__(kind, path=printable_path(path), **facts)

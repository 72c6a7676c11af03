"""Failure to import a file of results. `str` gives the French sentence."""

from __future__ import annotations

from collections.abc import Sequence

from tournament_xl.core.resources import printable_path
from tournament_xl.messages import exchange as texts
from tournament_xl.workbook.snapshot import ExternalError

SHOWN = 8  # faults or names that are listed


class ResultsFileError(ExternalError):
    """File of results of which no tournament can be made.

    Attributes:
        file: Its name.
    """

    def __init__(self, file: str, text: str, **facts: object) -> None:
        """Build the failure.

        Args:
            file: Name of the file.
            text: French sentence of the catalogue, with {file}.
            facts: Its other fields.
        """
        super().__init__(text.format(file=printable_path(file), **facts))
        self.file = file


class FaultyResultsError(ExternalError):
    """File of results with lines to correct.

    Attributes:
        file: Its name.
        faults: A French sentence for each fault; the text has the first 8, a line each, and the number of the others.
    """

    def __init__(self, file: str, faults: Sequence[str]) -> None:
        """Build the failure for a file and its faults."""
        rest = len(faults) - SHOWN
        super().__init__("\n".join([*faults[:SHOWN], *([texts.MORE.format(count=rest)] if rest > 0 else [])]))
        self.file, self.faults = file, tuple(faults)

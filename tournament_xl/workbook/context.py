"""Context of a workbook: what is known besides its cells. Decoding and actions read it, and nothing else."""

from __future__ import annotations

from typing import NamedTuple

from tournament_xl.workbook.decoded import Workbook
from tournament_xl.workbook.history.history import History


class SeasonFile(NamedTuple):
    """File of a rating season next to a workbook, as it was read."""

    name: str  # season that it is named after: "2026-2027"
    content: bytes = b""
    error: str = ""  # why it cannot be read; "" where it was


class DecodeContext(NamedTuple):
    """Knowledge besides the cells; nothing that a decoding or an action reads comes from anywhere else."""

    history: History | None = None  # history to use; None: that of the sheet Mémoire
    previous: Workbook | None = None  # the workbook as decoded earlier; unchanged sheets are reused
    season_files: tuple[SeasonFile, ...] = ()  # files of seasons next to the workbook
    newer_backup: str = ""  # time of a backup that is newer than the workbook, to be recorded as reported
    phone_results: tuple[str, ...] = ()  # Journal sentences about results of phones that are already in the cells


EMPTY_CONTEXT = DecodeContext()

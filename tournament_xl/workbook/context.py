"""Context of a workbook: all that decoding and actions may know besides its cells."""

from __future__ import annotations

from typing import NamedTuple

from tournament_xl.workbook.decoded import Workbook
from tournament_xl.workbook.history.history import History


class SeasonFile(NamedTuple):
    """File of rating data of one season, in the folder of a workbook, as it was read."""

    name: str  # season in the file's name: "2026-2027"
    content: bytes = b""
    error: str = ""  # why it cannot be read; "" where it was


class DecodeContext(NamedTuple):
    """All that decoding and actions may know besides the cells of a workbook."""

    history: History | None = None  # of earlier actions, to use instead of the sheet Mémoire; None: that sheet
    previous: Workbook | None = None  # the workbook as decoded earlier: what it read on unchanged sheets is reused
    season_files: tuple[SeasonFile, ...] = ()  # files of seasons in the workbook's folder
    newer_backup: str = ""  # time of a backup newer than the workbook, which the history records as reported; "": none
    phone_results: tuple[str, ...] = ()  # Journal sentences about results from phones that are in the cells already


EMPTY_CONTEXT = DecodeContext()

"""A workbook file, read and decoded."""

from __future__ import annotations

import os

from tournament_xl.games.registry import decode
from tournament_xl.storage.season_files import read_season_files
from tournament_xl.storage.workbook_file import ClosedFile
from tournament_xl.workbook.context import DecodeContext
from tournament_xl.workbook.decoded import Workbook
from tournament_xl.workbook.working_copy import require_valid


def decode_file(path: str | os.PathLike[str]) -> Workbook:
    """Read and decode a workbook file, with the files of rating seasons next to it; a program may have it open.

    Raises:
        ActionAborted: The workbook has problems.
        ExternalError: The file cannot be read.
    """
    file = ClosedFile(path)
    return require_valid(decode(file.read(), DecodeContext(season_files=read_season_files(file.path.parent))))

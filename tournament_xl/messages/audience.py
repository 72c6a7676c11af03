"""Who reads a sentence: some sentences name what to press or type, which differs between front ends."""

from __future__ import annotations

from enum import Enum, auto


class Audience(Enum):
    """Reader of a sentence."""

    SHEETS = auto()  # in front of the open workbook, in Excel or LibreOffice
    PAGE = auto()  # in the page, where settings and results have boxes of their own
    TERMINAL = auto()  # at the command line

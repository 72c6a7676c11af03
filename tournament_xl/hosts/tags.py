"""How many tags the parts of a package have, beside those of the cells: each becomes an object of excelize's."""

from __future__ import annotations

import re

MAX_TAGS = 500_000  # ours: Excel's 65,000 cell formats and as many styles are fewer; some seconds of reading
MAX_CELL_TAGS = 2_500_000  # a cell has up to six, with its text in it
MAX_COLUMNS = 16_384  # of a sheet, where Excel ends: excelize goes through their widths for a cell without a format

_COLUMN = re.compile(rb"<(?:[^\s<>/?!]+:)?col[\s/>]")
_CELLS = re.compile(rb"<(?:[^\s<>/?!]+:)?sheetData(?=[\s/>])")
_EMPTY_ROW = re.compile(rb"<(?:[^\s<>/?!]+:)?row(?:\s[^<>]*)?/>")
_END = re.compile(rb"</(?:[^\s<>/?!]+:)?sheetData\s*>")


def count(part: bytes) -> tuple[int, int]:
    """Tags of a well-formed part that belong to its cells, and all others; all are others where it is uncertain.

    A row without cells, written as one tag, counts as two: it takes as long to read as one with a cell.
    """
    total = part.count(b"<")
    begins, ends = _CELLS.findall(part), _END.findall(part)
    if b"<!" in part or len(begins) != 1 or len(ends) != 1:  # a comment may hold anything
        return 0, total
    start, end = part.index(begins[0]), part.index(ends[0])
    inside = part.count(b"<", start, end)
    return inside + len(_EMPTY_ROW.findall(part, start, end)), total - inside


def columns(part: bytes) -> int:
    """How many columns a sheet gives a width or a format."""
    return len(_COLUMN.findall(part)) if b"sheetData" in part else 0

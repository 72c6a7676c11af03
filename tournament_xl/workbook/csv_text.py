"""CSV text that is safe to open in a spreadsheet.

An apostrophe goes before anything that could be taken for a formula, also after a comma or another character that some
program may read as the end of a cell.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence

from tournament_xl.workbook.cells import Cell

_DANGEROUS = r"[=+\-@|%\uff1d\uff0b\uff0d\uff20]"  # the last four: full width
_FORMULA = re.compile(rf"""((?:\A|[,;|])["' ]*+)(?={_DANGEROUS})""")
_GUARDED = re.compile(rf"""((?:\A|[,;|])["' ]*?)'(?={_DANGEROUS})""")

_WRAPPED = re.compile(r"""="((?:[^"]|"")*)"|'([0-9][0-9 ]*)'?""")


def render_french_csv(rows: Iterable[Sequence[Cell]]) -> bytes:
    """Render rows as Excel in French opens them: semicolons, CRLF, UTF-8 with BOM, decimal commas."""
    stream = io.StringIO()
    writer = csv.writer(stream, delimiter=";", lineterminator="\r\n")
    writer.writerows([_cell(value) for value in row] for row in rows)
    return stream.getvalue().encode("utf-8-sig")


def guard_formula(text: str) -> str:
    """Put a text on one line that no spreadsheet runs as a formula; a single sign needs no apostrophe."""
    line = " ".join(text.split())
    return line if len(line) == 1 else _FORMULA.sub(r"\1'", line)


def unguard_formula(line: str) -> str:
    """Remove the apostrophes added by `guard_formula`, for reading our own lists."""
    return _GUARDED.sub(r"\1", line)


def unwrap(text: str) -> str:
    """Unwrap a text that was protected for spreadsheets: `="0012345"`, `'34179178'`, `'34179178`."""
    match = _WRAPPED.fullmatch(text)
    return text if match is None else (match[1] or match[2] or "").replace('""', '"').strip()


def _cell(value: Cell) -> str:
    if isinstance(value, str):
        return guard_formula(value)
    return "" if value is None else repr(value).replace(".", ",")

"""CSV text that is safe to open in a spreadsheet: nothing in it runs as a formula.

An apostrophe goes before every sign that begins a formula (= + - @ | %) at the start of a text, and after a comma,
semicolon or bar, which some program may read as the end of a cell.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence

from tournament_xl.workbook.cells import Cell

_DANGEROUS = r"[=+\-@|%\uff1d\uff0b\uff0d\uff20]"  # the last four: full width
_FORMULA = rf"""((?:\A|[,;|])["' ]*+)(?={_DANGEROUS})"""
_GUARDED = rf"""((?:\A|[,;|])["' ]*?)'(?={_DANGEROUS})"""

_WRAPPED = r"""="((?:[^"]|"")*)"|'([0-9][0-9 ]*)'?"""


def render_french_csv(rows: Iterable[Sequence[Cell]]) -> bytes:
    """Render rows as a CSV file for Excel in French: semicolons, CRLF, UTF-8 with BOM, decimal commas.

    Texts go through `guard_formula`, which puts them on one line; numbers do not. None gives an empty cell.
    """
    stream = io.StringIO()
    writer = csv.writer(stream, delimiter=";", lineterminator="\r\n")
    writer.writerows([_cell(value) for value in row] for row in rows)
    return stream.getvalue().encode("utf-8-sig")


def guard_formula(text: str) -> str:
    """Return a text on one line, with an apostrophe before each possible formula; a single character stays as it is."""
    line = " ".join(text.split())
    return line if len(line) == 1 else re.sub(_FORMULA, r"\1'", line)


def unguard_formula(line: str) -> str:
    """Return a line without the apostrophes that `guard_formula` added, for reading files of this program."""
    return re.sub(_GUARDED, r"\1", line)


def unwrap(text: str) -> str:
    """Return a text without its protection from spreadsheets, `="any text"` or `'34179178'` (digits); others unchanged.

    The second apostrophe may be missing; outer blanks inside the protection are removed.
    """
    match = re.fullmatch(_WRAPPED, text)
    return text if match is None else (match[1] or match[2] or "").replace('""', '"').strip()


def _cell(value: Cell) -> str:
    if isinstance(value, str):
        return guard_formula(value)
    return "" if value is None else repr(value).replace(".", ",")

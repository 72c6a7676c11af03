"""Text for a CSV that a spreadsheet will open: what would be taken for a formula keeps an apostrophe before it, also
behind a comma or whatever else some program may take for the end of a cell.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence

from tournament_xl.workbook.snapshot import Cell

_DANGEROUS = r"[=+\-@|%\uff1d\uff0b\uff0d\uff20]"  # the last four: full width
_FORMULA = re.compile(rf"""((?:\A|[,;|])["' ]*+)(?={_DANGEROUS})""")
_GUARDED = re.compile(rf"""((?:\A|[,;|])["' ]*?)'(?={_DANGEROUS})""")

_WRAPPED = re.compile(r"""="((?:[^"]|"")*)"|'([0-9][0-9 ]*)'?""")


def french_csv(rows: Iterable[Sequence[Cell]]) -> bytes:
    """Rows as Excel in French opens them: semicolons, CRLF, UTF-8 with its mark, decimal commas."""
    stream = io.StringIO()
    writer = csv.writer(stream, delimiter=";", lineterminator="\r\n")
    writer.writerows([_cell(value) for value in row] for row in rows)
    return stream.getvalue().encode("utf-8-sig")


def guarded(text: str) -> str:
    """A text on one line that no spreadsheet runs; a sign alone is none that it would."""
    line = " ".join(text.split())
    return line if len(line) == 1 else _FORMULA.sub(r"\1'", line)


def unguarded(line: str) -> str:
    """What `guarded` was given: our own lists are read again."""
    return _GUARDED.sub(r"\1", line)


def unwrap(text: str) -> str:
    """The text that was wrapped so that a spreadsheet keeps it: `="0012345"`, `'34179178'`, `'34179178`."""
    match = _WRAPPED.fullmatch(text)
    return text if match is None else (match[1] or match[2] or "").replace('""', '"').strip()


def _cell(value: Cell) -> str:
    if isinstance(value, str):
        return guarded(value)
    return "" if value is None else repr(value).replace(".", ",")

"""Which earlier round a sheet that is not up to date may show: it was written then, and not since."""

from __future__ import annotations

import re
from collections.abc import Iterable

from tournament_xl.texts import sheets
from tournament_xl.workbook.grid import Table
from tournament_xl.workbook.snapshot import cell_text
from tournament_xl.workbook.understood import Understood

_LARGE = 2_000  # players times rounds beyond which only one round is tried: each takes up to a second
_LONGEST = 200  # letters of a title


def earlier(decoded: Understood, table: Table, first: int, last: int) -> Iterable[int]:
    """The rounds to try, the latest first; in a large tournament that of the title above the table, else the last."""
    if len(decoded.tournament.players) * last <= _LARGE:
        return range(last, first - 1, -1)
    return [_titled(table) or last] if first <= (_titled(table) or last) <= last else []


def _titled(table: Table) -> int | None:
    """The round that the title names ("Classement après la ronde 3 sur 5"), None when it names none."""
    for row in range(1, table.header):
        title = cell_text(table.snapshot.cell(table.sheet, row, min(table.columns.values())))
        if title.startswith(sheets.TITLES):
            found = re.search(r"ronde (\d{1,3})", title[:_LONGEST], re.IGNORECASE)
            return int(found[1]) if found else None
    return None

"""Keys of a document, the order of its matches, and its titles: what an action needs of it, loaded in each."""

from __future__ import annotations

from typing import Any, TypeAlias

from tournament_xl.workbook.history.views import X_MARK
from tournament_xl.workbook.schema import DECIDING_COLUMNS
from tournament_xl.workbook.typed_columns import ABSENCES, OPTIONAL_COLUMNS, REMARK

Json: TypeAlias = Any  # as `json` reads it
Document = dict[str, Json]
FORMAT = 2  # incremented when a field changes its meaning or is removed; 1 was a form of cells
TEXT_COLUMNS = {
    column.field: column.title
    for column in (ABSENCES, *OPTIONAL_COLUMNS, REMARK)
    if column.title not in DECIDING_COLUMNS
}  # texts of a player, whatever the game -> column of Joueurs


def match_order(item: tuple[str, Document]) -> tuple[int, int, int]:
    """Return the sort key of a pair and its match: by table, those without one last, then by pair."""
    pair, match = item
    first, _, second = pair.partition("-")
    return match.get("table") or 10**6, int(first), 10**6 if second == X_MARK else int(second)

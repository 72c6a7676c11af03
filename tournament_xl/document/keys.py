"""Keys of a document, the order of its matches, and its titles: what an action needs of it, loaded in each."""

from __future__ import annotations

from typing import Any, TypeAlias

Json: TypeAlias = Any  # as `json` reads it
Document = dict[str, Json]
FORMAT = 2  # incremented when a field changes its meaning or is removed; 1 was a form of cells
X_MARK = "X"  # the fictitious player in pairs and groups
TYPED_BEFORE, DRAWN_BEFORE = "typed", "drawn"  # pair fixed before a pairing: by people, or by an earlier draw
TEXT_COLUMNS = {
    "absences": "Absences", "category": "Catégorie", "anonymous": "Anonyme", "paid": "Payé", "remark": "Remarque",
}  # texts of a player, whatever the game -> column of Joueurs  # fmt: skip


def make_pair_key(first: int | str, second: int | str) -> str:
    """Return the key of a pair, "3-5" or "3-X": the lower N° first, X (also 0) last."""
    first, second = first or X_MARK, second or X_MARK
    is_ordered = second == X_MARK or (first != X_MARK and first < second)  # type: ignore[operator]  # both are N°
    return f"{first}-{second}" if is_ordered else f"{second}-{first}"


def match_order(item: tuple[str, Document]) -> tuple[int, int, int]:
    """Return the sort key of a pair and its match: by table, those without one last, then by pair."""
    pair, match = item
    first, _, second = pair.partition("-")
    return match.get("table") or 10**6, int(first), 10**6 if second == X_MARK else int(second)

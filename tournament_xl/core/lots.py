"""Lots drawn from the tournament's seed: the same on every computer, and easy to verify by hand.

The lot of an item is the SHA-256 of the seed, the purpose and the item, as UTF-8 text joined by "|": player 14 in the
order of group 3 under the seed 2010 has the lot SHA-256("2010|groupe|3|14"). The smallest lot comes first. So the order
in which items are listed does not matter, and an additional item moves no other.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import NamedTuple, TypeVar

Thing = TypeVar("Thing")


class Drawing(NamedTuple):
    """Drawing of lots for one purpose under one seed: gives every item a number, its lot, always the same one."""

    name: str  # seed and purpose joined by "|": "2010|groupe|3"

    def lot_of(self, item: object) -> int:
        """Return the lot of an item, an integer from 0 to 2**256 - 1; items with the same text have the same lot."""
        return int.from_bytes(hashlib.sha256(f"{self.name}|{item}".encode(errors="surrogatepass")).digest(), "big")

    def sort_by_lot(self, items: Iterable[Thing]) -> list[Thing]:
        """Return all items in the order of their lots, the smallest lot first."""
        return sorted(items, key=self.lot_of)

    def draw(self, items: Iterable[Thing]) -> Thing:
        """Return the item with the smallest lot: the same at every call.

        Raises:
            ValueError: There are no items.
        """
        return min(items, key=self.lot_of)


def create_drawing(seed: str, *purpose: object) -> Drawing:
    """Create the drawing for a purpose, for example `create_drawing(seed, "groupe", 3)` (O4).

    The same seed and purpose give the same lots at every call; another purpose or seed gives independent ones.
    """
    return Drawing("|".join(map(str, (seed, *purpose))))

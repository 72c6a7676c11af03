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


class Lot(NamedTuple):
    """Drawing, named by the seed and its purpose."""

    name: str  # "2010|groupe|3"

    def of(self, thing: object) -> int:
        """Return the lot of an item, an integer from 0 to 2**256 - 1; items with the same text have the same lot."""
        return int.from_bytes(hashlib.sha256(f"{self.name}|{thing}".encode(errors="surrogatepass")).digest(), "big")

    def order(self, things: Iterable[Thing]) -> list[Thing]:
        """Sort items by their lots."""
        return sorted(things, key=self.of)

    def one(self, things: Iterable[Thing]) -> Thing:
        """Draw one of the items.

        Raises:
            ValueError: There are no items.
        """
        return min(things, key=self.of)


def lot(seed: str, *purpose: object) -> Lot:
    """Return the drawing for a purpose, for example `lot(seed, "groupe", 3)` (O4).

    Another purpose or seed gives an independent drawing.
    """
    return Lot("|".join(map(str, (seed, *purpose))))

"""Lots drawn from the tournament's seed: the same on every computer, and easy to draw again by hand.

The lot of a thing is the SHA-256 of the seed, what is drawn for, and the thing, as UTF-8 text with "|" between them:
player 14 in the order of group 3 under the seed 2010 has the lot SHA-256("2010|groupe|3|14"). The smallest lot is
first. So the order in which things are listed does not matter, and one more thing moves no other.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import NamedTuple, TypeVar

Thing = TypeVar("Thing")


class Lot(NamedTuple):
    """One drawing, named by the seed and what is drawn for."""

    name: str  # "2010|groupe|3"

    def of(self, thing: object) -> int:
        """The lot of a thing, a whole number from 0 to 2**256 - 1; things with the same text have the same lot."""
        return int.from_bytes(hashlib.sha256(f"{self.name}|{thing}".encode(errors="surrogatepass")).digest(), "big")

    def order(self, things: Iterable[Thing]) -> list[Thing]:
        """The things in the order drawn."""
        return sorted(things, key=self.of)

    def one(self, things: Iterable[Thing]) -> Thing:
        """The thing drawn; ValueError when there is none."""
        return min(things, key=self.of)


def lot(seed: str, *purpose: object) -> Lot:
    """The drawing for something, such as `lot(seed, "groupe", 3)` (O4); another purpose or seed draws anew."""
    return Lot("|".join(map(str, (seed, *purpose))))

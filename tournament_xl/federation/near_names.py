"""Names that are nearly another one, among the thousands of a federation.

A ratio of likeness counts common runs of letters, which takes time with the product of two lengths. Twice the number of
common letters, in whatever order, over both lengths is never less; for all names at once that is one pass over a table
of how often each has each letter. So few names are left to be compared.
"""

from __future__ import annotations

import difflib
from string import ascii_lowercase
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

NEAR = 0.85  # likeness of two names, 0 … 1, from which they are nearly the same
LONGEST = 100  # letters; ours: what is longer is no name
_MOST = 50  # names compared letter by letter for one; ours: those with most common letters
_SHOWN = 3
_SPARE = 1024  # rows
_COLUMN = {letter: column for column, letter in enumerate(ascii_lowercase + " ", start=1)}  # 0: any other


class NearNames:
    """The names of a register."""

    def __init__(self) -> None:
        self._names: list[str] = []  # a row of the table for each
        self._known: set[str] = set()
        self._table: NDArray[numpy.int16] | None = None  # how often each has each letter; with spare rows
        self._lengths: NDArray[numpy.int16] | None = None

    def add(self, name: str) -> None:
        """One more name, folded; one that is known already, or too long, changes nothing."""
        if len(name) > LONGEST or name in self._known:
            return
        import numpy  # not wanted by a small register that nobody asks

        row = len(self._names)
        if self._table is None or self._lengths is None or row == len(self._table):
            more = numpy.zeros((max(_SPARE, row), len(_COLUMN) + 1), numpy.int16)
            self._table = more if self._table is None else numpy.concatenate([self._table, more])
            lengths = numpy.zeros(len(more), numpy.int16)
            self._lengths = lengths if self._lengths is None else numpy.concatenate([self._lengths, lengths])
        self._names.append(name)
        self._known.add(name)
        self._lengths[row] = len(name)
        for letter in name:
            self._table[row, _COLUMN.get(letter, 0)] += 1

    def near(self, name: str) -> list[str]:
        """At most three names that are nearly this one; the likest first."""
        if not name or len(name) > LONGEST or self._table is None or self._lengths is None:
            return []
        import numpy

        count, own = len(self._names), numpy.zeros(len(_COLUMN) + 1, numpy.int16)
        for letter in name:
            own[_COLUMN.get(letter, 0)] += 1
        common = numpy.minimum(self._table[:count], own).sum(axis=1)
        bound = 2 * common / (self._lengths[:count] + len(name))
        likely = numpy.flatnonzero(bound >= NEAR)
        likely = likely[numpy.argsort(-bound[likely], kind="stable")[:_MOST]]
        return difflib.get_close_matches(name, [self._names[row] for row in likely], _SHOWN, NEAR)

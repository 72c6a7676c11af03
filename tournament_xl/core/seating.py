"""Rule C14 (S9): tables of the pairs of a round, in every game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import count


def assign_tables(pairs: Sequence[tuple[tuple[int, int], int]], own_tables: Mapping[int, int]) -> list[int]:
    """Assign a table to each pair of a round.

    A pair gets the table typed for it, else the lower own table of its players, else the lowest table, from 1 on, that
    no pair has. If two typed or own tables are equal, two pairs get the same table; the caller checks that. A pair has
    its two player numbers and the table typed for it (0: none).
    """
    assigned = [
        typed or min((own_tables[player_id] for player_id in sides if own_tables.get(player_id)), default=0)
        for sides, typed in pairs
    ]
    taken = set(assigned)
    free = (table for table in count(1) if table not in taken)
    return [table or next(free) for table in assigned]

"""Rule C14 (S9): the table of each pair, in every game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import count


def assign_tables(pairs: Sequence[tuple[tuple[int, int], int]], own_tables: Mapping[int, int]) -> list[int]:
    """Assign a table to each pair of a round.

    A pair gets the table typed for it, else the lower own table of its players (C14), else the next free one. Two pairs
    get the same table if the organiser typed so; the caller checks that.

    Args:
        pairs: Each pair with the table typed for it (0: none).
        own_tables: Player number -> own table.

    Returns:
        Tables, in the order of the pairs.
    """
    assigned = [
        typed or min((own_tables[player_id] for player_id in sides if own_tables.get(player_id)), default=0)
        for sides, typed in pairs
    ]
    taken = set(assigned)
    free = (table for table in count(1) if table not in taken)
    return [table or next(free) for table in assigned]

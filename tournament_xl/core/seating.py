"""Rule C14 (S9): at which table a pair plays, in every game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import count


def seated(pairs: Sequence[tuple[tuple[int, int], int]], own_tables: Mapping[int, int]) -> list[int]:
    """The table of each pair of a round, in their order: the one typed for it (0: none), else the fixed table of one of
    the two, the lower of both (C14), else the next one that is free. `own`: N° -> fixed table.

    Two pairs have one table where the organiser wants it so: whoever seats them looks.
    """
    assigned = [
        typed or min((own_tables[player_id] for player_id in sides if own_tables.get(player_id)), default=0)
        for sides, typed in pairs
    ]
    taken = set(assigned)
    free = (table for table in count(1) if table not in taken)
    return [table or next(free) for table in assigned]

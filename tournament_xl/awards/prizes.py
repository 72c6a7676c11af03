"""Who wins the organiser's prizes. [ours]"""

from __future__ import annotations

from collections.abc import Sequence

from tournament_xl.record import record

Winner = int | str  # N°, or the name of a team
Groups = Sequence[Sequence[Winner]]  # the best first, equals together


@record
class Prize:
    """A line of the sheet Prix."""

    scope: str  # what it is for
    ranking: Groups  # of those who may win it
    rank: int = 1  # 1 for the first of them
    cumulative: bool = False  # also for who has won another prize


def winners(prizes: Sequence[Prize]) -> list[tuple[Winner, ...]]:
    """The winners of each prize, in the order of the list; several when they are equal, () when there is nobody.

    The rank counts everybody: two who share place 1 hold ranks 1 and 2, and share both prizes. Who has won a prize of a
    line above leaves his to the next one who has none, unless it may be taken beside others.
    """
    taken: dict[Winner, tuple[str, tuple[Winner, ...]]] = {}  # winner -> for what, those with whom he shares it
    found = []
    for prize in prizes:
        position, won = 0, tuple[Winner, ...]()
        for group in prize.ranking:
            position += len(group)
            if position < prize.rank:
                continue
            equals = prize.scope, tuple(group)
            shared = [one for one in group if len(group) > 1 and taken.get(one) == equals]
            free = [one for one in group if prize.cumulative or one not in taken or one in shared]
            if free:
                won = tuple(free)
                if not prize.cumulative:
                    taken |= dict.fromkeys(free, equals)
                break
        found.append(won)
    return found

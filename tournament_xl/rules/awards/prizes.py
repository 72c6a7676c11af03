"""Prizes, and the ranking of teams. [ours]"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from tournament_xl.folding import fold
from tournament_xl.record import record
from tournament_xl.rules.awards.field import Ranked

if TYPE_CHECKING:
    from fractions import Fraction

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


@record
class Team:
    """The players of one club or country."""

    name: str  # as first typed
    place: int  # shared by equal teams; 0 for one with fewer players than count
    players: tuple[int, ...]  # N°, best first
    counted: int  # how many of them count
    points: Fraction | float  # their sum
    second: Fraction | float  # the sum of their tie-breaks


def teams(table: Sequence[Ranked], names: Mapping[int, str], count: int) -> list[Team]:
    """The teams, best first: by the points of their `count` best players, then by those of the next best one after the
    other, then by the tie-breaks of the best. Teams with fewer players come after all others and have no place.
    `names`: N° -> club or country; players without one are left out.
    """
    groups: dict[str, list[Ranked]] = {}
    for line in table:
        if names.get(line.number, "").strip():
            groups.setdefault(fold(names[line.number]), []).append(line)

    def merits(lines: list[Ranked]) -> tuple[object, ...]:
        best, others = lines[:count], [-line.points for line in lines[count:]]
        return (
            len(best) < count, -sum(line.points for line in best), [*others, 1],
            -sum(line.second for line in best),
        )  # fmt: skip

    found: list[Team] = []
    before: tuple[object, ...] = ()
    for at, lines in enumerate(sorted(groups.values(), key=lambda one: (merits(one), fold(names[one[0].number]))), 1):
        now, best = merits(lines), lines[:count]
        place = 0 if len(lines) < count else found[-1].place if found and now == before else at
        first = min(line.number for line in lines)
        points, second = sum(one.points for one in best), sum(one.second for one in best)
        numbers = tuple(line.number for line in lines)
        found.append(Team(names[first].strip(), place, numbers, len(best), points, second))
        before = now
    return found

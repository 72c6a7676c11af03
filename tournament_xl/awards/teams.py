"""The ranking of teams, of the players of one club or country. [ours]"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from tournament_xl.awards.field import Ranked
from tournament_xl.folding import fold
from tournament_xl.record import record


@record
class Team:
    """The players of one club or country."""

    name: str  # as first typed
    place: int  # shared by equal teams; 0 for one with fewer players than count
    players: tuple[int, ...]  # N°, best first
    counted: int  # how many of them count
    points: Fraction  # their sum
    second: Fraction  # the sum of their tie-breaks


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
            len(best) < count, -sum(line.points for line in best), [*others, Fraction(1)],
            -sum(line.second for line in best),
        )  # fmt: skip

    found: list[Team] = []
    before: tuple[object, ...] = ()
    for at, lines in enumerate(sorted(groups.values(), key=lambda one: (merits(one), fold(names[one[0].number]))), 1):
        now, best = merits(lines), lines[:count]
        place = 0 if len(lines) < count else found[-1].place if found and now == before else at
        first = min(line.number for line in lines)
        points, second = sum((one.points for one in best), Fraction()), sum((one.second for one in best), Fraction())
        numbers = tuple(line.number for line in lines)
        found.append(Team(names[first].strip(), place, numbers, len(best), points, second))
        before = now
    return found

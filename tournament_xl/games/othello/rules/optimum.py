"""Rule S3: the pairs of least total cost, and what another pairing would cost; exact for every size of the field."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from operator import itemgetter
from typing import NamedTuple

from tournament_xl.core.lots import Lot, lot
from tournament_xl.core.matching import least_cost_matching, least_total
from tournament_xl.games.othello.rules.costs import FORBIDDEN, Costs
from tournament_xl.games.othello.rules.model import BIP, OthelloTournament
from tournament_xl.games.othello.rules.results import is_absence

Two = tuple[int, int]  # two N°, in any order, or one and BIP
RARE = 4  # players of a kind up to which each is looked at for himself


def drawing(tournament: OthelloTournament, number: int) -> Lot:
    """What chooses among several optimal pairings of a round, and the colours of one (S3, S4)."""
    return lot(tournament.settings.seed, "appariement", number)


def optimal_pairs(costs: Costs, who: Collection[int], draw: Lot, forbidden: Collection[Two] = ()) -> list[Two]:
    """The pairs of least total limited cost among `who` (N°, BIP when their number needs it), by N°, BIP second.

    Among several those of the least unlimited total, then by lot (S3).
    A pair of `forbidden` is made only if there is no perfect matching without.
    """
    if not who:
        return []
    rows = sorted(costs.at[number] for number in who)
    order = [costs.who[row] for row in rows]
    pick = itemgetter(*rows)
    limited, least = pick(costs.limited), pick(costs.least)
    square: Sequence[Sequence[int]] = limited if len(rows) == len(costs.who) else [pick(row) for row in limited]
    beyond, nothing = None, [0] * len(rows)
    if any(one is not other for one, other in zip(limited, least, strict=True)):
        beyond = [
            nothing if one is other else [max(cost - FORBIDDEN, 0) for cost in pick(other)]
            for one, other in zip(limited, least, strict=True)
        ]
    place = {number: index for index, number in enumerate(order)}
    if forbidden:  # dearer than all the others together
        dearer = [list(row) for row in square]
        for one, two in forbidden:
            if one in place and two in place:
                dearer[place[one]][place[two]] = dearer[place[two]][place[one]] = FORBIDDEN * len(order)
        square = dearer
    found = least_cost_matching(square, draw, pick(costs.scores()), beyond)
    return [(order[i], order[j]) for i, j in found]


def with_bip(players: Iterable[int]) -> list[int]:
    """These players, and BIP when their number is odd (S2)."""
    found = [who for who in players if who != BIP]
    return [*found, BIP] if len(found) % 2 else found


class Total(NamedTuple):
    """What pairs cost together, in the order in which it decides (S3)."""

    limited: int  # within [0, 10,000,000] a pair
    cost: int  # unlimited: what is reported

    def above(self, best: Total) -> int:
        """What there is more than the optimum: of limited costs, else of unlimited ones."""
        return self.limited - best.limited or max(self.cost - best.cost, 0)


def total(each: Iterable[int]) -> Total:
    """The total of pairs, from the unlimited cost of each."""
    listed = list(each)
    return Total(sum(min(max(cost, 0), FORBIDDEN) for cost in listed), sum(listed))


class Judgement(NamedTuple):
    """A drawn round beside the optimum."""

    played: Total  # of the pairs and colours as they stand
    best: Total  # the least for the players of this round

    @property
    def cost(self) -> int:
        return self.played.cost

    @property
    def optimum(self) -> int:
        return self.best.cost

    @property
    def optimal(self) -> bool:
        """By limited costs: those of the optimisation (S3)."""
        return self.played.limited <= self.best.limited


def judge(tournament: OthelloTournament, number: int) -> Judgement:
    """What round `number` cost as it stands in `rounds`, and the optimum for its players (S3).

    The round may have no results yet; the rounds before it must have theirs.
    """
    games = [game for game in tournament.rounds[number - 1] if not is_absence(game)]
    costs = Costs(tournament, number, {who for game in games for who in game.sides})
    played = total(costs.cost(*game.sides) for game in games)
    if played.cost == played.limited and _is_least(costs, [game.sides for game in games], played.limited):
        return Judgement(played, played)
    best = optimal_pairs(costs, with_bip(costs.who), drawing(tournament, number))
    return Judgement(played, total(costs.cheaper(*two) for two in best))


def _is_least(costs: Costs, pairs: Sequence[Two], cost: int) -> bool:
    """Whether these pairs, which cost this much, are shown to be an optimum by a few of them.

    Were no two compatriots or known to each other, no pair would cost more. So these pairs are an optimum if they cost
    as much between such strangers and are an optimum there. (Compatriots stay what they are where two of them meet, and
    players of rare kinds know each other.)

    Strangers of one kind can change places. Where some pairing is cheaper, its pairs and these, in turns, make closed
    walks from kind to kind, and one of them gains. Let it have as few steps as such a walk can have: then it reaches no
    kind twice by one of these pairs, nor twice by one of the others, since there it would fall apart into two walks,
    one of which gains. Hence it takes two of these pairs between the same two kinds at most: more are not looked at.
    """
    if sorted(who for pair in pairs for who in pair) != sorted(costs.who):  # two byes, a player twice
        return False
    if not pairs:
        return True
    kinds = dict(zip(costs.who, costs.kinds, strict=False))  # BIP has none
    if all(BIP in pair or kinds[pair[0]].country != kinds[pair[1]].country for pair in pairs):
        kinds = {who: kind._replace(country=None) for who, kind in kinds.items()}
    often = Counter(kinds.values())
    rare = {who for who, kind in kinds.items() if often[kind] <= RARE}
    alike: dict[frozenset[object], list[Two]] = {}
    for pair in pairs:
        alike.setdefault(frozenset(who if who in rare else kinds.get(who) for who in pair), []).append(pair)
    who = sorted((who for each in alike.values() for pair in each[:2] for who in pair), reverse=True)  # BIP last
    row = {one: at for at, one in enumerate(who)}
    table = costs.table([kinds[one] for one in who if one != BIP], {one: row[one] for one in rare})
    table = [[min(max(one, 0), FORBIDDEN) for one in each] for each in table]
    each = [(table[row[found[0][0]]][row[found[0][1]]], len(found)) for found in alike.values()]
    if sum(one * count for one, count in each) != cost:
        return False
    scores = dict(zip(costs.who, costs.scores(), strict=True))
    return sum(one * min(count, 2) for one, count in each) == least_total(table, [scores[one] for one in who])


class Alternative(NamedTuple):
    """What happens to the optimum when a pair is forbidden (S8)."""

    rise: int  # by how much the optimum rises, at least 0
    meets: tuple[int, int]  # whom each of the two would then meet, N° or BIP


def alternative(tournament: OthelloTournament, number: int, pair: Two) -> Alternative | None:
    """The optimum of round `number` without this pair (S8); None when there is none.

    Works for a drawn round and for the next one. One matching more than the optimum's own.
    """
    people = set(tournament.present(number)) | set(pair)
    costs = Costs(tournament, number, people)
    free = with_bip(people)
    if BIP in pair and BIP not in free:
        free += [BIP]
    draw = drawing(tournament, number)
    if len(free) < 4 or len(free) % 2:
        return None
    limited = costs.limited

    def sum_of(pairs: list[Two]) -> int:
        return sum(limited[costs.at[one]][costs.at[two]] for one, two in pairs)

    best = optimal_pairs(costs, free, draw)
    without = optimal_pairs(costs, free, draw, [pair])
    opponent = dict(without) | {two: one for one, two in without}
    return Alternative(sum_of(without) - sum_of(best), (opponent[pair[0]], opponent[pair[1]]))

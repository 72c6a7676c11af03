"""Pairs of least total cost, and the cost of a drawn round to compare; exact for any number of players.

BIP is the fictitious opponent in an odd field (the bye). The limited cost of a pair is its cost (`costs.Costs`) within
0 … 10,000,000. Rules S2, S3, S8 of docs/regles.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from operator import itemgetter
from typing import NamedTuple

from tournament_xl.core.lots import Drawing, create_drawing
from tournament_xl.core.matching import compute_least_total, find_least_cost_matching
from tournament_xl.games.othello.rules.costs import FORBIDDEN, Costs
from tournament_xl.games.othello.rules.model import BIP, OthelloTournament
from tournament_xl.games.othello.rules.results import is_absence

NumberPair = tuple[int, int]  # N° of two players, or of a player and BIP
RARE = 4  # a cost class of so many players or fewer is rare: its players are examined one by one


def create_pairing_lot(tournament: OthelloTournament, round_number: int) -> Drawing:
    """Return the drawing that decides among several optimal pairings of a round (S3)."""
    return create_drawing(tournament.settings.seed, "appariement", round_number)


def find_optimal_pairs(costs: Costs, player_ids: Collection[int], draw: Drawing) -> list[NumberPair]:
    """Return the pairs of least total limited cost (S3).

    Of pairings with equal limited total, the least unlimited total decides, then the lot. The N° are all among the
    players of `costs` and even in number, BIP counted.

    Returns:
        Pairs by N°, BIP second; the order of two players says nothing about colours. [] without players.
    """
    if not player_ids:
        return []
    rows = sorted(costs.row_of[player_id] for player_id in player_ids)
    order = [costs.player_ids[row] for row in rows]
    pick = itemgetter(*rows)
    limited, least = pick(costs.limited), pick(costs.least)
    square: Sequence[Sequence[int]] = limited if len(rows) == len(costs.player_ids) else [pick(row) for row in limited]
    excess_costs, zeros = None, [0] * len(rows)
    if any(limited_row is not full_row for limited_row, full_row in zip(limited, least, strict=True)):
        excess_costs = [
            zeros if limited_row is full_row else [max(cost - FORBIDDEN, 0) for cost in pick(full_row)]
            for limited_row, full_row in zip(limited, least, strict=True)
        ]
    matching = find_least_cost_matching(square, draw, pick(costs.scores()), excess_costs)
    return [(order[i], order[j]) for i, j in matching]


def add_bip_if_odd(player_ids: Iterable[int]) -> list[int]:
    """Return these players in the same order, BIP last when they are odd in number; BIP itself is not counted (S2)."""
    without_bip = [player_id for player_id in player_ids if player_id != BIP]
    return [*without_bip, BIP] if len(without_bip) % 2 else without_bip


class Total(NamedTuple):
    """Total cost of several pairs, with the limit on each pair and without; the limited one decides first (S3)."""

    limited: int  # each pair counts 0 … 10,000,000
    cost: int  # unlimited: the figure that people see

    def above(self, optimum: Total) -> int:
        """Return the excess over the optimum: of limited totals, or where these are equal of unlimited ones.

        The second is 0 where the optimum has the larger unlimited total.
        """
        return self.limited - optimum.limited or max(self.cost - optimum.cost, 0)


def add_costs(costs: Iterable[int]) -> Total:
    """Add up the costs of pairs, each given without limit."""
    cost_list = list(costs)
    return Total(sum(min(max(cost, 0), FORBIDDEN) for cost in cost_list), sum(cost_list))


class RoundCost(NamedTuple):
    """Total cost of a drawn round, and the least total that its players could have had; which pairs is not said."""

    drawn: Total  # total of the pairs on the sheet with their colours there
    least: Total  # least total of any pairing of the same players with the better colours

    @property
    def cost(self) -> int:
        """Unlimited total of the round."""
        return self.drawn.cost

    @property
    def optimum(self) -> int:
        """Unlimited total of the optimum."""
        return self.least.cost

    @property
    def is_optimal(self) -> bool:
        """Whether no pairing has a smaller limited total (S3); another one may have a smaller unlimited total."""
        return self.drawn.limited <= self.least.limited


def compute_round_cost(tournament: OthelloTournament, round_number: int) -> RoundCost:
    """Add up the cost of a drawn round and find the least total for the same players (S3).

    Counts the players who have a row: absentees do not count, nor rows of a forfeit to BIP (`is_absence`). The drawn
    round counts with its colours, the optimum with the better colours of each pair, and with BIP for an odd number. The
    round needs no results; the rounds before it must have all of theirs.
    """
    games = [game for game in tournament.rounds[round_number - 1] if not is_absence(game)]
    costs = Costs(tournament, round_number, {player_id for game in games for player_id in game.sides})
    drawn = add_costs(costs.cost(*game.sides) for game in games)
    if drawn.cost == drawn.limited and _is_least(costs, [game.sides for game in games], drawn.limited):
        return RoundCost(drawn, drawn)
    best_pairs = find_optimal_pairs(
        costs, add_bip_if_odd(costs.player_ids), create_pairing_lot(tournament, round_number)
    )
    return RoundCost(drawn, add_costs(costs.cost_with_better_colours(*pair) for pair in best_pairs))


def _is_least(costs: Costs, pairs: Sequence[NumberPair], cost: int) -> bool:
    """Check whether a few of these pairs prove that all of them, with this total cost, are an optimum.

    False means "not proved". Strangers are two players who are no compatriots and have never met; no pair costs less
    than the same pair would cost as strangers. So the pairs are an optimum if they cost as much between strangers and
    are an optimum there. (Compatriots count as such where two of them are paired, and players of rare classes keep
    their meetings.)

    Strangers of one cost class are interchangeable. If some pairing is cheaper, its pairs and the given pairs alternate
    in closed walks from class to class, and one of these walks gains. Take a gaining walk with the fewest steps: it
    enters no class twice by a given pair, nor twice by a pair of the cheaper pairing, since there it would split into
    two walks, one of which gains. So it uses at most two of the given pairs between the same two classes: two of each
    suffice.
    """
    paired_ids = sorted(player_id for pair in pairs for player_id in pair)
    if paired_ids != sorted(costs.player_ids):  # two byes, or a player twice
        return False
    if not pairs:
        return True
    class_of = dict(zip(costs.player_ids, costs.cost_classes, strict=False))  # BIP has none
    if all(BIP in pair or class_of[pair[0]].country != class_of[pair[1]].country for pair in pairs):
        class_of = {player_id: cost_class._replace(country=None) for player_id, cost_class in class_of.items()}
    class_counts = Counter(class_of.values())
    rare_ids = {player_id for player_id, cost_class in class_of.items() if class_counts[cost_class] <= RARE}
    similar_pairs: dict[frozenset[object], list[NumberPair]] = {}
    for pair in pairs:
        similar_pairs.setdefault(
            frozenset(player_id if player_id in rare_ids else class_of.get(player_id) for player_id in pair), []
        ).append(pair)
    sample_ids = sorted(
        (player_id for group in similar_pairs.values() for pair in group[:2] for player_id in pair), reverse=True
    )  # BIP last
    row_of = {player_id: row for row, player_id in enumerate(sample_ids)}
    table = costs.table(
        [class_of[player_id] for player_id in sample_ids if player_id != BIP],
        {player_id: row_of[player_id] for player_id in rare_ids},
    )
    table = [[min(max(pair_cost, 0), FORBIDDEN) for pair_cost in row] for row in table]
    costs_and_counts = [
        (table[row_of[group[0][0]]][row_of[group[0][1]]], len(group)) for group in similar_pairs.values()
    ]
    if sum(pair_cost * count for pair_cost, count in costs_and_counts) != cost:
        return False
    scores = dict(zip(costs.player_ids, costs.scores(), strict=True))
    return sum(pair_cost * min(count, 2) for pair_cost, count in costs_and_counts) == compute_least_total(
        table, [scores[player_id] for player_id in sample_ids]
    )

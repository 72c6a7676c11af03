"""Rules S3-S5, S7, S8: the next round of a Swiss, with colours and tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from tournament_xl.core.lots import lot
from tournament_xl.core.model import Notice, Refused
from tournament_xl.core.seating import seated
from tournament_xl.games.othello.rules.costs import Costs, Term
from tournament_xl.games.othello.rules.model import BIP, OthelloGame, OthelloTournament
from tournament_xl.games.othello.rules.optimum import Two, drawing, optimal_pairs, total, with_bip

# why a player has his colour (S4)
CHEAPER, TURNED, DRAWN, TYPED, SCHEDULED = "cheaper", "turned", "drawn", "typed", "scheduled"


class DrawnPair(NamedTuple):
    """Two players who are to meet, or one and BIP, with the facts for the column Motif."""

    black: int  # N° or BIP
    white: int
    table: int = 0  # from 1
    cost: int = 0  # with these colours, unlimited (S1, S2)
    terms: tuple[Term, ...] = ()  # add up to the cost
    colours: str = CHEAPER  # why these colours: CHEAPER, TURNED, DRAWN (S4), TYPED (S8), SCHEDULED (R1)
    turned: int = 0  # TURNED: the latest round in which their colours differed
    by_hand: bool = False  # the organiser typed it (S8)

    @property
    def sides(self) -> Two:
        return self.black, self.white


class DrawnRound(NamedTuple):
    """A round as paired."""

    pairs: tuple[DrawnPair, ...]  # by table, BIP last
    cost: int | None  # total, unlimited; None when a schedule made the round (R1)
    optimum: int | None  # that of the least total for these players (S3)
    above: int = 0  # what pairs by hand add to it (S8): of limited costs, else of unlimited ones


def pair(tournament: OthelloTournament) -> DrawnRound:
    """The whole next round (S1-S5): the rows of `fixed` stand, the optimum of all others completes them (S8).

    The rounds before it must have all their results. Refused when nobody is present.
    """
    number = tournament.next_round
    seated = [who for game in tournament.fixed for who in game.sides]
    people = tournament.present(number) | set(seated)
    if not people:
        raise Refused(Notice("nobody_present", {"round": number}))
    costs = Costs(tournament, number, people)
    draw = drawing(tournament, number)
    best = optimal_pairs(costs, with_bip(costs.who), draw)
    rest = best
    if seated:
        rest = optimal_pairs(costs, with_bip(set(costs.who) - set(seated)), draw)
    pairs = [_with_colours(tournament, costs, one, two) for one, two in rest] + [
        DrawnPair(*game.sides, game.table, costs.cost(*game.sides), costs.terms(*game.sides), TYPED, by_hand=True)
        for game in tournament.fixed
    ]
    made, least = total(one.cost for one in pairs), total(costs.cheaper(*two) for two in best)
    return DrawnRound(in_order(tournament, costs, pairs), made.cost, least.cost, made.above(least))


def colours(tournament: OthelloTournament, costs: Costs, one: int, two: int) -> tuple[Two, str, int]:
    """Black and White of two who meet (S4), why, and the round that decided if one did. BIP's colour is drawn (B7)."""
    number = costs.history.number
    if BIP not in (one, two):
        forth, back = costs.cost(one, two), costs.cost(two, one)
        if forth != back:
            return ((one, two) if forth < back else (two, one)), CHEAPER, 0
        pasts = costs.history.players[one].colours, costs.history.players[two].colours
        for before in range(number - 1, 0, -1):
            first, second = (past[before - 1] for past in pasts)
            if first != second:
                return ((two, one) if first > second else (one, two)), TURNED, before
    low, high = sorted((one, two))
    black = lot(tournament.settings.seed, "couleur", number, low, high).one((low, high))
    return ((low, high) if black == low else (high, low)), DRAWN, 0


def _with_colours(tournament: OthelloTournament, costs: Costs, one: int, two: int) -> DrawnPair:
    sides, why, turned = colours(tournament, costs, one, two)
    return DrawnPair(*sides, cost=costs.cost(*sides), terms=costs.terms(*sides), colours=why, turned=turned)


def in_order(tournament: OthelloTournament, costs: Costs, pairs: Iterable[DrawnPair]) -> tuple[DrawnPair, ...]:
    """The pairs with their tables (S5). In round 1 by the smaller N° (ours)."""
    score = {who: past.score for who, past in costs.history.players.items()}

    def rank(one: DrawnPair) -> tuple[int, ...]:
        if BIP in one.sides:
            return (1, max(one.sides))
        if costs.history.number == 1:
            return (0, min(one.sides))
        scores = [score[who] for who in one.sides]
        return (0, -(100_000 * max(scores) + 100 * sum(scores)), -one.black)

    return numbered(sorted(pairs, key=rank), tournament.own_tables)


def numbered(pairs: Sequence[DrawnPair], own: Mapping[int, int]) -> tuple[DrawnPair, ...]:
    """The pairs with tables, free ones in the order given, then by table, BIP last; typed (S5) and fixed ones stand."""
    tables = seated([(one.sides, one.table) for one in pairs], own)
    placed = [one._replace(table=table) for one, table in zip(pairs, tables, strict=True)]
    return tuple(sorted(placed, key=lambda one: (BIP in one.sides, one.table)))


def after_departure(tournament: OthelloTournament, number: int, gone: Iterable[int]) -> tuple[OthelloGame, ...]:
    """The rows of the drawn round `number` when `gone` have left before playing it (S7).

    Rows without them are untouched, in place. Whoever loses his opponent has BIP, on the opponent's side; when there
    was a BIP already, or two lose their opponents, those without opponent meet, at the first of their tables, paired
    and coloured as a round of their own (S3, S4). A row that nobody is left in goes.
    """
    leaving = set(gone)
    games = tournament.rounds[number - 1]
    touched = [game for game in games if leaving & set(game.sides)]
    alone = [(game, who) for game in touched for who in game.sides if who not in leaving and who != BIP]
    if not alone:
        return tuple(game for game in games if game not in touched)
    byes = [game for game in games if game.bye and game not in touched]
    if len(alone) == 1 and not byes:
        ((row, who),) = alone
        sides = (who, BIP) if who == row.black else (BIP, who)
        return _replaced(games, touched, {row: OthelloGame(*sides, table=row.table, complete=True)})
    rows = [row for row, _ in alone] + byes
    left = with_bip([who for _, who in alone] + [max(game.sides) for game in byes])
    costs = Costs(tournament, number, set(tournament.present(number)) - leaving | set(left))
    pairs = optimal_pairs(costs, left, drawing(tournament, number))
    seated = [colours(tournament, costs, *two)[0] for two in sorted(pairs, key=lambda two: BIP in two)]
    made = [OthelloGame(*two, table=row.table, complete=BIP in two) for two, row in zip(seated, rows, strict=False)]
    return _replaced(games, [*touched, *byes], dict(zip(rows, made, strict=False)))


def _replaced(
    games: Iterable[OthelloGame], out: list[OthelloGame], new: dict[OthelloGame, OthelloGame]
) -> tuple[OthelloGame, ...]:
    return tuple(new.get(game, game) for game in games if game in new or game not in out)

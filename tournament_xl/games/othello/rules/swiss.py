"""Pairs of a Swiss round, with colours and tables, and their repair when players leave.

BIP is the fictitious opponent in an odd field (Othello's bye). Typed pairs are those that the organiser typed for the
round. Rules S1 to S5, S7, S8 and B7: Othello in docs/regles.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from tournament_xl.core.lots import create_drawing
from tournament_xl.core.model import Notice, Refused
from tournament_xl.core.seating import assign_tables
from tournament_xl.games.othello.rules.costs import Costs
from tournament_xl.games.othello.rules.model import (
    BIP,
    CHEAPER,
    DRAWN,
    TURNED,
    TYPED,
    DrawnPair,
    DrawnRound,
    OthelloGame,
    OthelloTournament,
)
from tournament_xl.games.othello.rules.optimum import (
    NumberPair,
    add_bip_if_odd,
    add_costs,
    create_pairing_lot,
    find_optimal_pairs,
)


def pair_swiss_round(tournament: OthelloTournament) -> DrawnRound:
    """Pair the next round (S1-S5): typed pairs stay, the other players get the pairs of least total cost (S8).

    All players take part who are present or in a typed pair. If those left to be paired are odd in number, one of them
    meets BIP. Between pairings of equal cost a lot decides, the same each time (`create_pairing_lot`). All rounds in
    the tournament must have all results, which is not checked here.

    Returns:
        All pairs of the round, the typed ones included, and their total cost; the least total cost if no pair
        were typed (`optimum`), and how much typed pairs cost above it (S8).

    Raises:
        Refused: Nobody is present, and no pair is typed.
    """
    round_number = tournament.next_round
    fixed_ids = [player_id for game in tournament.fixed for player_id in game.sides]
    participants = tournament.present(round_number) | set(fixed_ids)
    if not participants:
        raise Refused(Notice("nobody_present", {"round": round_number}))
    costs = Costs(tournament, round_number, participants)
    draw = create_pairing_lot(tournament, round_number)
    best = find_optimal_pairs(costs, add_bip_if_odd(costs.player_ids), draw)
    drawn_pairs = best
    if fixed_ids:
        drawn_pairs = find_optimal_pairs(costs, add_bip_if_odd(set(costs.player_ids) - set(fixed_ids)), draw)
    pairs = [_with_colours(tournament, costs, first_id, second_id) for first_id, second_id in drawn_pairs] + [
        DrawnPair(*game.sides, game.table, costs.cost(*game.sides), costs.terms(*game.sides), TYPED, by_hand=True)
        for game in tournament.fixed
    ]
    made_total, least_total = (
        add_costs(drawn_pair.cost for drawn_pair in pairs),
        add_costs(costs.cost_with_better_colours(*player_pair) for player_pair in best),
    )
    return DrawnRound(
        number_swiss_tables(tournament, costs, pairs), made_total.cost, least_total.cost, made_total.above(least_total)
    )


def choose_colours(
    tournament: OthelloTournament, costs: Costs, first_id: int, second_id: int
) -> tuple[NumberPair, str, int]:
    """Choose Black and White for two opponents (S4).

    The cheaper colours; at equal costs the reverse of the latest round in which their colours differed (having none is
    another colour); else by lot, which is always so against BIP (B7).

    Returns:
        N° of Black and of White; the reason (CHEAPER, TURNED or DRAWN); the round that decided, for TURNED, else 0.
    """
    round_number = costs.history.round_number
    if BIP not in (first_id, second_id):
        forth_cost, back_cost = costs.cost(first_id, second_id), costs.cost(second_id, first_id)
        if forth_cost != back_cost:
            return ((first_id, second_id) if forth_cost < back_cost else (second_id, first_id)), CHEAPER, 0
        colour_records = costs.history.players[first_id].colours, costs.history.players[second_id].colours
        for earlier_round in range(round_number - 1, 0, -1):
            first_colour, second_colour = (colour_record[earlier_round - 1] for colour_record in colour_records)
            if first_colour != second_colour:
                return (
                    ((second_id, first_id) if first_colour > second_colour else (first_id, second_id)),
                    TURNED,
                    earlier_round,
                )
    low_id, high_id = sorted((first_id, second_id))
    black = create_drawing(tournament.settings.seed, "couleur", round_number, low_id, high_id).draw((low_id, high_id))
    return ((low_id, high_id) if black == low_id else (high_id, low_id)), DRAWN, 0


def describe_drawn_pairs(tournament: OthelloTournament, pairs: Iterable[frozenset[int]]) -> list[DrawnPair]:
    """Return the facts from which the Motif of pairs of the next round is written, without looking for the optimum.

    The pairs, of two N° or of a N° and BIP, are those that a pairing on these facts drew.
    """
    round_number = tournament.next_round
    costs = Costs(tournament, round_number, tournament.present(round_number).union(*pairs))
    return [_with_colours(tournament, costs, *sorted(pair)) for pair in pairs]


def _with_colours(tournament: OthelloTournament, costs: Costs, first_id: int, second_id: int) -> DrawnPair:
    sides, reason, turned_round = choose_colours(tournament, costs, first_id, second_id)
    return DrawnPair(*sides, cost=costs.cost(*sides), terms=costs.terms(*sides), colours=reason, turned=turned_round)


def number_swiss_tables(
    tournament: OthelloTournament, costs: Costs, pairs: Iterable[DrawnPair]
) -> tuple[DrawnPair, ...]:
    """Give each pair its table and sort by table, BIP last (S5).

    The order is by the better score of the pair, then by the sum of both scores, then by Black's N°, highest first; in
    round 1 by the smaller N° (decision of this project). Typed tables and the fixed tables of players are kept.
    """
    score = {player_id: record.score for player_id, record in costs.history.players.items()}

    def rank(drawn_pair: DrawnPair) -> tuple[int, ...]:
        if BIP in drawn_pair.sides:
            return (1, max(drawn_pair.sides))
        if costs.history.round_number == 1:
            return (0, min(drawn_pair.sides))
        scores = [score[player_id] for player_id in drawn_pair.sides]
        return (0, -(100_000 * max(scores) + 100 * sum(scores)), -drawn_pair.black)

    return number_tables(sorted(pairs, key=rank), tournament.own_tables)


def number_tables(pairs: Sequence[DrawnPair], own_tables: Mapping[int, int]) -> tuple[DrawnPair, ...]:
    """Give each pair its table and sort by table, BIP last.

    Tables typed by the organiser (S5) or fixed for a player stay; free tables follow the order of `pairs`. `pairs` are
    in the order of S5, with table 0 where none is typed.
    """
    tables = assign_tables([(drawn_pair.sides, drawn_pair.table) for drawn_pair in pairs], own_tables)
    placed = [drawn_pair._replace(table=table) for drawn_pair, table in zip(pairs, tables, strict=True)]
    return tuple(sorted(placed, key=lambda drawn_pair: (BIP in drawn_pair.sides, drawn_pair.table)))


def repair_after_departure(
    tournament: OthelloTournament, round_number: int, departed_ids: Iterable[int]
) -> tuple[OthelloGame, ...]:
    """Build the rows of a drawn round again when players leave the tournament before they have played it (S7).

    - A row in which nobody leaves stays as it is, except the bye of a player who gets a new opponent.
    - A single player whose opponent leaves gets the bye, if nobody has it: BIP takes the colour of the opponent.
    - Otherwise all players without opponent, also the player who had the bye, are paired and coloured like a Swiss
      round (S3, S4). The new pairs take over the first of the freed rows and their tables; the other rows are dropped.
    - A row in which everybody leaves is dropped, also the row of a bye.

    Returns:
        All rows of the round; new rows have no result, except a bye, which is complete.
    """
    leaving_ids = set(departed_ids)
    games = tournament.rounds[round_number - 1]
    changed_games = [game for game in games if leaving_ids & set(game.sides)]
    unopposed = [
        (game, player_id)
        for game in changed_games
        for player_id in game.sides
        if player_id not in leaving_ids and player_id != BIP
    ]
    if not unopposed:
        return tuple(game for game in games if game not in changed_games)
    byes = [game for game in games if game.bye and game not in changed_games]
    if len(unopposed) == 1 and not byes:
        ((row, player_id),) = unopposed
        sides = (player_id, BIP) if player_id == row.black else (BIP, player_id)
        return _replaced(games, changed_games, {row: OthelloGame(*sides, table=row.table, complete=True)})
    rows = [row for row, _ in unopposed] + byes
    unopposed_ids = add_bip_if_odd([player_id for _, player_id in unopposed] + [max(game.sides) for game in byes])
    costs = Costs(tournament, round_number, set(tournament.present(round_number)) - leaving_ids | set(unopposed_ids))
    pairs = find_optimal_pairs(costs, unopposed_ids, create_pairing_lot(tournament, round_number))
    side_pairs = [
        choose_colours(tournament, costs, *player_pair)[0]
        for player_pair in sorted(pairs, key=lambda player_pair: BIP in player_pair)
    ]
    new_games = [
        OthelloGame(*side_pair, table=row.table, complete=BIP in side_pair)
        for side_pair, row in zip(side_pairs, rows, strict=False)
    ]
    return _replaced(games, [*changed_games, *byes], dict(zip(rows, new_games, strict=False)))


def _replaced(
    games: Iterable[OthelloGame], removed: list[OthelloGame], replacements: dict[OthelloGame, OthelloGame]
) -> tuple[OthelloGame, ...]:
    """Return the games without the removed ones, each replacement in the place of its game."""
    return tuple(replacements.get(game, game) for game in games if game in replacements or game not in removed)

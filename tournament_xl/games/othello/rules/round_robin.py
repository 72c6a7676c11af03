"""Single and double round robin by the table of PAPP, a program for Othello tournaments; round 1 gives its seats.

"Othello R1" is rule R1 in the chapter on Othello of docs/regles.md.
"""

from __future__ import annotations

from tournament_xl.games.othello.rules.model import (
    BIP,
    SCHEDULED,
    TYPED,
    DrawnPair,
    DrawnRound,
    OthelloTournament,
    Round,
)
from tournament_xl.games.othello.rules.optimum import NumberPair
from tournament_xl.games.othello.rules.results import is_absence
from tournament_xl.games.othello.rules.swiss import number_tables, pair_swiss_round

Seats = tuple[int, ...]  # N° or BIP by seat, from 0; an even number of seats


def compute_cycle_length(players: int) -> int:
    """Return in how many rounds everybody meets everybody once: `players` if odd, one fewer if even; at least 1."""
    return max(players + players % 2 - 1, 1)


def find_rounds_of_cycle(tournament: OthelloTournament, round_number: int) -> tuple[Round, ...]:
    """Return the rounds before this one in its cycle (in which everybody meets everybody once); () before round 1.

    The length of a cycle follows from the players who have a row in round 1.
    """
    if not tournament.rounds:
        return ()
    cycle_rounds = compute_cycle_length(
        len({player_id for game in tournament.rounds[0] for player_id in game.sides} - {BIP})
    )
    return tournament.rounds[(round_number - 1) // cycle_rounds * cycle_rounds : round_number - 1]


def arrange_seats(first_round: Round) -> Seats:
    """Return the table's seats from the games of round 1, absentees left out (Othello R1).

    Columns from left to right: BIP (top) with the bye player, then the games by table number, Black on top in even
    columns and White on top in odd ones; the top row has seats 0 … k-1, the bottom row k … 2k-1.
    """
    games = [game for game in first_round if not is_absence(game)]
    columns: list[NumberPair] = [(BIP, max(game.sides)) for game in games if game.bye]
    for game in sorted((game for game in games if not game.bye), key=lambda game: game.table):
        columns.append(game.sides if len(columns) % 2 == 0 else (game.white, game.black))
    return tuple(top for top, _ in columns) + tuple(bottom for _, bottom in columns)


def build_table_round(start_seats: Seats, round_number: int) -> list[NumberPair]:
    """Return the games (Black, White) of a round by the table, by column (Othello R1).

    `start_seats` has the N° or BIP of each seat in round 1.

    Raises:
        ValueError: The number of seats is odd or 0.
    """
    count, half, turn = len(start_seats), len(start_seats) // 2, round_number - 1
    if count % 2 or not count:
        raise ValueError(f"no table for {count} seats")
    ring = [*range(1, half), *range(count - 1, half - 1, -1)]
    player_at_seat = {0: start_seats[0]}
    for position, seat in enumerate(ring):
        player_at_seat[seat] = start_seats[ring[(position + turn) % (count - 1)]]
    games = []
    for column in range(half):
        top, bottom = player_at_seat[column], player_at_seat[column + half]
        black_on_top = turn % 2 == 0 if column == 0 else column % 2 == turn // (count - 1) % 2
        games.append((top, bottom) if black_on_top else (bottom, top))
    return games


def find_scheduled_games(tournament: OthelloTournament) -> list[NumberPair] | None:
    """Find the games of the next round in the round-robin table.

    The table is not used for round 1, nor when the players present are not exactly the players of round 1 (absentees
    left out), nor when somebody has two rows there, nor when people typed a pair that does not meet in this round of
    the table. Round 5 of the tournament is always round 5 of
    the table, also after Swiss rounds. After the last round of the table it starts again with colours exchanged.

    Returns:
        All games as (Black, White), typed pairs and the bye (BIP) included; None when the table is not used: the round
        is then paired as a Swiss round.
    """
    round_number = tournament.next_round
    if round_number == 1:
        return None
    start_seats = arrange_seats(tournament.rounds[0])
    if (
        not start_seats
        or set(start_seats) - {BIP} != tournament.present(round_number)
        or len(start_seats) != len(set(start_seats))
    ):
        return None
    games = build_table_round(start_seats, round_number)
    table = {frozenset(game) for game in games}
    return games if all(frozenset(game.sides) in table for game in tournament.fixed) else None


def pair_round_robin(tournament: OthelloTournament) -> DrawnRound:
    """Pair the next round by the table (`find_scheduled_games`); where it is not used, as a Swiss round (S1-S5).

    A pair typed for the round keeps its colours and its table number.

    Returns:
        All pairs of the round, the typed ones included; `cost` and `optimum` are None if the table was used.

    Raises:
        Refused: Nobody is present, and no pair is typed.
    """
    games = find_scheduled_games(tournament)
    if games is None:
        return pair_swiss_round(tournament)
    typed = {frozenset(game.sides): game for game in tournament.fixed}
    pairs = []
    for black, white in sorted(games, key=lambda game: BIP in game):
        game = typed.get(frozenset((black, white)))
        if game:
            pairs.append(DrawnPair(*game.sides, game.table, colours=TYPED, by_hand=True))
        else:
            pairs.append(DrawnPair(black, white, colours=SCHEDULED))
    return DrawnRound(number_tables(pairs, tournament.own_tables), None, None)

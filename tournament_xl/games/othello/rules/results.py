"""Value of a row of Résultats, and each player's entry per round (rules B1-B4, B6 of docs/regles.md).

BIP is the fictitious opponent in an odd field (the bye). A draw with oneself: as against somebody with equal points.

| row                               | points | discs  | départage (B5)    | met, colours, floats | entry         |
|-----------------------------------|--------|--------|-------------------|----------------------|---------------|
| game played, time, resignation    | 1 ½ 0  | B1, B6 | as scored         | yes                  | PLAYED        |
| drawn board given away (GN, GB)   | 1 0    | B1     | as scored         | yes                  | PLAYED        |
| both lost by the referee (PNB)    | 0 0    | 0 0    | as scored         | yes                  | PLAYED        |
| forfeit (FN, FB), winner          | 1      | 64     | as scored         | yes                  | WON_BY_FORFEIT|
| forfeit (FN, FB, FNB), giver      | 0      | 0      | draw with oneself | yes                  | GAVE_FORFEIT  |
| against BIP                       | 1      | bye's  | draw with oneself | float +1 only        | BYE           |
| forfeit to BIP (B7), no row       | 0      | 0      | draw with oneself | no                   | ABSENT        |
"""

from __future__ import annotations

from typing import NamedTuple

from tournament_xl.core.model import Side
from tournament_xl.games.othello.rules.model import (
    BIP,
    BOTH_LOSE,
    FORFEIT,
    GIVEN,
    NEEDS_BOARD,
    NEITHER,
    RESIGNS,
    TIME,
    TIME_AGAIN,
    TIME_OTHER,
    OthelloGame,
    OthelloSettings,
    OthelloTournament,
)

BOARD = 64  # squares
DRAW = BOARD // 2
LEAST = 33  # fewest discs of a player whose opponent is out of time (B6)
WIN = 2  # half-points of a game won; 1 for a draw

PLAYED, WON_BY_FORFEIT, GAVE_FORFEIT, BYE, ABSENT = "played", "won by forfeit", "gave forfeit", "bye", "absent"
MET = frozenset({PLAYED, WON_BY_FORFEIT, GAVE_FORFEIT})  # rounds that count for colours, floats and meetings (B4)
_WHOLE_BOARD = FORFEIT | RESIGNS | TIME_AGAIN  # ends that give 64-0
UNPLAYED = frozenset({GAVE_FORFEIT, BYE, ABSENT})  # rounds that count as a draw with oneself (B5)


class Entry(NamedTuple):
    """Value of one round for one player: opponent, colour, points, discs."""

    round: int
    kind: str  # PLAYED, WON_BY_FORFEIT, GAVE_FORFEIT, BYE or ABSENT
    opponent: int = BIP  # BIP for BYE and ABSENT
    colour: int = 0  # 1 Black, -1 White, 0 for BYE and ABSENT
    half_points: int = 0  # 2 a win, 1 a draw
    discs: float = 0  # final discs (B1, B6), also of a bye (B3)


def settle_empty_squares(black: float, white: float) -> tuple[float, float]:
    """Return the discs after the empty squares went to the winner, or half to each side (B1).

    Raises:
        ValueError: A count is negative, or there are more than 64 discs.
    """
    empty = BOARD - black - white
    if empty < 0 or black < 0 or white < 0:
        raise ValueError(f"no board has {black} and {white} discs")
    if black == white:
        return DRAW, DRAW
    return (black + empty, white) if black > white else (black, white + empty)


def is_complete(game: OthelloGame) -> bool:
    """Check whether a row gives a result: both discs, or an end that needs none, or BIP."""
    return game.bye or game.end not in NEEDS_BOARD or None not in (game.discs_black, game.discs_white)


def is_possible(game: OthelloGame) -> bool:
    """Check whether a board can have the discs of a row; a missing count contradicts nothing.

    No count is negative, the total is at most 64, and with GN or GB both counts are equal.
    """
    typed_discs = [count for count in (game.discs_black, game.discs_white) if count is not None]
    drawn = game.end not in GIVEN or len(set(typed_discs)) < 2
    return min(typed_discs, default=0) >= 0 and sum(typed_discs) <= BOARD and drawn


def compute_final_discs(game: OthelloGame) -> tuple[float, float]:
    """Return the final discs (Black, White) of a game between two players (B1, B4, B6): 64 in all, or 0-0.

    The first letter after T, A, F in `end` is the player who is late, resigns or gives the forfeit.

    Raises:
        ValueError: The game has no result, or discs that no board can have.
    """
    if game.end in (NEITHER, BOTH_LOSE):
        return 0, 0
    black_loses = game.end[1:2] == "N"
    if game.end in _WHOLE_BOARD:
        return (0, BOARD) if black_loses else (BOARD, 0)
    if game.end in TIME_OTHER:
        return (BOARD - LEAST, LEAST) if black_loses else (LEAST, BOARD - LEAST)
    if game.discs_black is None or game.discs_white is None:
        raise ValueError(f"{game.black} - {game.white} has no result")
    black, white = settle_empty_squares(game.discs_black, game.discs_white)
    if game.end in TIME:  # the board counts where the late player lost on it
        return (min(black, BOARD - LEAST), max(white, LEAST)) if black_loses else (max(black, LEAST), min(white, 31))
    return black, white


def _kind(game: OthelloGame, player_id: int) -> str:
    if game.bye:
        return ABSENT if game.gave(player_id) or game.end == BOTH_LOSE else BYE
    if not game.end:  # the most frequent case
        return PLAYED
    if game.gave(player_id):
        return GAVE_FORFEIT
    return WON_BY_FORFEIT if game.end in FORFEIT else PLAYED


def score_game(game: OthelloGame, player_id: int, round_number: int, bye_discs: float, bye_points: int = WIN) -> Entry:
    """Return the value of a row for one of its players: game, bye, or absence (a forfeit or PNB against BIP, B4).

    The game must have a result; `player_id` is not BIP, and `bye_points` are half-points (B3).
    """
    kind = _kind(game, player_id)
    if kind == BYE:
        return Entry(round_number, BYE, half_points=bye_points, discs=bye_discs)
    if kind == ABSENT:
        return Entry(round_number, ABSENT)
    return _met(game, player_id, round_number, kind, *compute_final_discs(game))


def _met(game: OthelloGame, player_id: int, round_number: int, kind: str, black: float, white: float) -> Entry:
    """Return the entry of one of two real players, from the final discs."""
    is_black = player_id == game.black
    own_discs, opponent_discs = (black, white) if is_black else (white, black)
    half_points = WIN if own_discs > opponent_discs else 1 if own_discs == opponent_discs > 0 else 0
    if own_discs == opponent_discs and game.end in GIVEN:
        half_points = WIN if is_black == (game.end == "GN") else 0
    return Entry(
        round_number, kind, game.white if is_black else game.black, 1 if is_black else -1, half_points, own_discs
    )


def score_rounds(tournament: OthelloTournament, last_round: int) -> dict[int, list[Entry]]:
    """Return every player's entries of rounds 1 to `last_round`, which must have all their results.

    Returns:
        N° -> one entry per round in order, for every registered player; ABSENT where he has no row.
    """
    settings = tournament.settings
    entries_by_player: dict[int, list[Entry]] = {player.number: [] for player in tournament.players}
    for round_number, games in enumerate(tournament.rounds[:last_round], start=1):
        round_entries: dict[int, Entry] = {}
        for game in games:
            black, white = game.sides
            if BIP in (black, white):
                player_id = white if black == BIP else black
                round_entries[player_id] = score_game(
                    game, player_id, round_number, settings.bye_discs, settings.bye_half_points
                )
            else:
                final_discs = compute_final_discs(game)
                round_entries[black] = _met(game, black, round_number, _kind(game, black), *final_discs)
                round_entries[white] = _met(game, white, round_number, _kind(game, white), *final_discs)
        absent = Entry(round_number, ABSENT)
        for player_id, player_entries in entries_by_player.items():
            player_entries.append(round_entries.get(player_id, absent))
    return entries_by_player


def build_sides(game: OthelloGame, round_number: int, settings: OthelloSettings) -> tuple[Side, Side]:
    """Return a game as Black and as White sees it: the discs typed, the points and value that count (B1 to B6)."""
    black, white = game.discs_black, game.discs_white
    both_sides = []
    for player_id, typed_discs, colour in ((game.black, (black, white), "N"), (game.white, (white, black), "B")):
        opponent_id = game.opponent(player_id)
        scores = () if typed_discs == (None, None) else (typed_discs,)
        side = Side(
            round_number, game.table, player_id, opponent_id, scores, game.gave(player_id), game.gave(opponent_id),
            game.complete, colour="" if game.bye else colour, end=game.end,
        )  # fmt: skip
        if game.complete and player_id == BIP:
            side = side._replace(outcome="P")
        elif game.complete:
            player_entry = score_game(game, player_id, round_number, settings.bye_discs, settings.bye_half_points)
            outcome = {WIN: "G", 1: "N", 0: "P"}[player_entry.half_points]
            side = side._replace(outcome=outcome, points=player_entry.half_points / 2, value=player_entry.discs)
        both_sides.append(side)
    return both_sides[0], both_sides[1]


def is_absence(game: OthelloGame) -> bool:
    """Check whether a row is a forfeit or PNB against BIP (the bye), which counts as if there were no row (B4, B7)."""
    return game.bye and _kind(game, max(game.sides)) == ABSENT


def find_participants(tournament: OthelloTournament, round_number: int) -> frozenset[int]:
    """Return the N° of the players who take part in a round; a forfeit to BIP counts as an absence (B4, B7).

    In a drawn round they are the players of its rows, in a later one everybody whose absence is not announced.
    """
    present = tournament.present(round_number)
    if round_number > len(tournament.rounds):
        return present
    return present - {
        player_id for game in tournament.rounds[round_number - 1] if is_absence(game) for player_id in game.sides
    }


class PlayerRecord(NamedTuple):
    """Record of one player before a round; scores in half-points."""

    number: int
    score: int  # win 2, draw 1
    delta: int  # games as Black minus games as White
    colours: tuple[int, ...]  # per round: 1 Black, -1 White, 0 no game
    last_float: int  # own score minus the opponent's before the latest game; 1 after a bye, 0 at the start
    last_result: int  # half-points of the preceding round; 0 after a bye or an absence
    without_game: tuple[int, ...]  # rounds without a game: bye, absence, not yet entered


class PairingHistory(NamedTuple):
    """Facts about earlier rounds that S1-S6 depend on, collected from the rows (not the sheet Mémoire)."""

    round_number: int  # round to be paired; only the rounds before it count
    players: dict[int, PlayerRecord]  # every registered player
    meetings: dict[frozenset[int], list[tuple[int, int]]]  # pair -> (round, N° of Black), oldest first


def collect_pairing_history(tournament: OthelloTournament, round_number: int) -> PairingHistory:
    """Collect everybody's record, and who met whom, before a round; the rounds before must have all their results."""
    entries_by_player = score_rounds(tournament, round_number - 1)
    scores: dict[int, list[int]] = {}  # N° -> score before each round, from round 1 on
    for player_id, player_entries in entries_by_player.items():
        scores[player_id] = [0]
        for round_entry in player_entries:
            scores[player_id].append(scores[player_id][-1] + round_entry.half_points)
    pairing_history = PairingHistory(round_number, {}, {})
    for player_id, player_entries in entries_by_player.items():
        last_float = 0
        for round_entry in player_entries:
            if round_entry.kind == BYE:
                last_float = 1
            elif round_entry.kind in MET:
                last_float = (
                    scores[player_id][round_entry.round - 1] - scores[round_entry.opponent][round_entry.round - 1]
                )
                if round_entry.colour == 1:
                    pair = frozenset((player_id, round_entry.opponent))
                    pairing_history.meetings.setdefault(pair, []).append((round_entry.round, player_id))
        colours = tuple(round_entry.colour for round_entry in player_entries)
        last_game = player_entries[-1] if player_entries and player_entries[-1].kind in MET else None
        pairing_history.players[player_id] = PlayerRecord(
            number=player_id,
            score=scores[player_id][-1],
            delta=sum(colours),
            colours=colours,
            last_float=last_float,
            last_result=last_game.half_points if last_game else 0,
            without_game=tuple(round_entry.round for round_entry in player_entries if round_entry.kind not in MET),
        )
    for games in pairing_history.meetings.values():
        games.sort()
    return pairing_history

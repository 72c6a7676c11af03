"""Rules B1-B4, B6: what a row of Résultats is worth, and what each round was for each player.

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

from dataclasses import dataclass, field
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
LEAST = 33  # the least a player scores whose opponent is out of time (B6)
WIN = 2  # half-points of a game won; 1 for a draw

PLAYED, WON_BY_FORFEIT, GAVE_FORFEIT, BYE, ABSENT = "played", "won by forfeit", "gave forfeit", "bye", "absent"
MET = frozenset({PLAYED, WON_BY_FORFEIT, GAVE_FORFEIT})  # rounds that count for colours, floats and meetings (B4)
_WHOLE_BOARD = FORFEIT | RESIGNS | TIME_AGAIN  # ends that give 64-0
UNPLAYED = frozenset({GAVE_FORFEIT, BYE, ABSENT})  # rounds that count as a draw with oneself (B5)


class Entry(NamedTuple):
    """What one round was for one player."""

    round: int
    kind: str  # PLAYED, WON_BY_FORFEIT, GAVE_FORFEIT, BYE or ABSENT
    opponent: int = BIP  # BIP for BYE and ABSENT
    colour: int = 0  # 1 Black, -1 White, 0 for BYE and ABSENT
    half_points: int = 0
    discs: float = 0  # real discs, the bye's included


def settled(black: float, white: float) -> tuple[float, float]:
    """The discs after the empty squares went to the winner, or half to each (B1). ValueError when there are over 64."""
    empty = BOARD - black - white
    if empty < 0 or black < 0 or white < 0:
        raise ValueError(f"no board has {black} and {white} discs")
    if black == white:
        return DRAW, DRAW
    return (black + empty, white) if black > white else (black, white + empty)


def is_complete(game: OthelloGame) -> bool:
    """Whether the row gives a result: both discs, or an end that needs none, or BIP."""
    return game.bye or game.end not in NEEDS_BOARD or None not in (game.discs_black, game.discs_white)


def is_possible(game: OthelloGame) -> bool:
    """Whether a board can have the discs given: none below 0, no more than BOARD in all; half a result may."""
    given = [count for count in (game.discs_black, game.discs_white) if count is not None]
    drawn = game.end not in GIVEN or len(set(given)) < 2
    return min(given, default=0) >= 0 and sum(given) <= BOARD and drawn


def discs(game: OthelloGame) -> tuple[float, float]:
    """The final discs (Black, White) of a game between two players (B1, B4, B6). ValueError without a result.

    The first letter after T, A, F in `end` is who is late, resigns or gives the forfeit.
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
    black, white = settled(game.discs_black, game.discs_white)
    if game.end in TIME:  # the board counts if it is a loss for the late player
        return (min(black, BOARD - LEAST), max(white, LEAST)) if black_loses else (max(black, LEAST), min(white, 31))
    return black, white


def _kind(game: OthelloGame, who: int) -> str:
    if game.bye:
        return ABSENT if game.gave(who) or game.end == BOTH_LOSE else BYE
    if not game.end:  # nearly all
        return PLAYED
    if game.gave(who):
        return GAVE_FORFEIT
    return WON_BY_FORFEIT if game.end in FORFEIT else PLAYED


def entry(game: OthelloGame, who: int, number: int, bye_discs: float, bye_points: int = WIN) -> Entry:
    """What this game of round `number` was for one of its players."""
    kind = _kind(game, who)
    if kind == BYE:
        return Entry(number, BYE, half_points=bye_points, discs=bye_discs)
    if kind == ABSENT:
        return Entry(number, ABSENT)
    return _met(game, who, number, kind, *discs(game))


def _met(game: OthelloGame, who: int, number: int, kind: str, black: float, white: float) -> Entry:
    """The entry of one of two players, from the final discs."""
    is_black = who == game.black
    own, other = (black, white) if is_black else (white, black)
    half_points = WIN if own > other else 1 if own == other > 0 else 0
    if own == other and game.end in GIVEN:
        half_points = WIN if is_black == (game.end == "GN") else 0
    return Entry(number, kind, game.white if is_black else game.black, 1 if is_black else -1, half_points, own)


def entries(tournament: OthelloTournament, through: int) -> dict[int, list[Entry]]:
    """N° -> one entry per round, 1 to `through`, for every registered player. These rounds must have all results."""
    settings = tournament.settings
    found: dict[int, list[Entry]] = {player.number: [] for player in tournament.players}
    for number, games in enumerate(tournament.rounds[:through], start=1):
        lines: dict[int, Entry] = {}
        for game in games:
            black, white = game.sides
            if BIP in (black, white):
                who = white if black == BIP else black
                lines[who] = entry(game, who, number, settings.bye_discs, settings.bye_half_points)
            else:
                final = discs(game)
                lines[black] = _met(game, black, number, _kind(game, black), *final)
                lines[white] = _met(game, white, number, _kind(game, white), *final)
        absent = Entry(number, ABSENT)
        for who, line in found.items():
            line.append(lines.get(who, absent))
    return found


def sides(game: OthelloGame, number: int, settings: OthelloSettings) -> tuple[Side, Side]:
    """A game of round `number` as Black and as White sees it (B1 to B6)."""
    black, white = game.discs_black, game.discs_white
    found = []
    for who, typed, colour in ((game.black, (black, white), "N"), (game.white, (white, black), "B")):
        side = Side(
            number, game.table, who, game.opponent(who), () if typed == (None, None) else (typed,), game.gave(who),
            game.gave(game.opponent(who)), game.complete, colour="" if game.bye else colour, end=game.end,
        )  # fmt: skip
        if game.complete and who == BIP:
            side = side._replace(outcome="P")
        elif game.complete:
            line = entry(game, who, number, settings.bye_discs, settings.bye_half_points)
            outcome = {WIN: "G", 1: "N", 0: "P"}[line.half_points]
            side = side._replace(outcome=outcome, points=line.half_points / 2, value=line.discs)
        found.append(side)
    return found[0], found[1]


def is_absence(game: OthelloGame) -> bool:
    """Whether the row is a forfeit to BIP: an absence everywhere (B4, example 3 of B7)."""
    return game.bye and _kind(game, max(game.sides)) == ABSENT


def took_part(tournament: OthelloTournament, number: int) -> frozenset[int]:
    """Who is in the tournament in round `number`: those present, without who loses to BIP by forfeit (B4, B7)."""
    present = tournament.present(number)
    if number > len(tournament.rounds):
        return present
    return present - {who for game in tournament.rounds[number - 1] if is_absence(game) for who in game.sides}


class Past(NamedTuple):
    """One player before a round. Scores in half-points."""

    number: int
    score: int  # win 2, draw 1
    delta: int  # games as Black minus games as White
    colours: tuple[int, ...]  # per round: 1 Black, -1 White, 0 no game
    last_float: int  # own score minus the opponent's before the latest game; 1 after a bye, 0 at the start
    last_result: int  # half-points of the preceding round; 0 after a bye or an absence
    without_game: tuple[int, ...]  # rounds without a game: bye, absence, not yet entered


@dataclass(frozen=True, slots=True)
class PairingHistory:
    """Everything that S1-S6 look back at."""

    number: int  # the round to be paired
    players: dict[int, Past]
    meetings: dict[frozenset[int], list[tuple[int, int]]] = field(default_factory=dict)  # (round, who was Black)


def history(tournament: OthelloTournament, number: int) -> PairingHistory:
    """What is known before round `number`; the rounds before it must have all their results."""
    lines = entries(tournament, number - 1)
    scores: dict[int, list[int]] = {}  # score before each round, then before this one
    for who, line in lines.items():
        scores[who] = [0]
        for entry in line:
            scores[who].append(scores[who][-1] + entry.half_points)
    found = PairingHistory(number, {})
    for who, line in lines.items():
        last_float = 0
        for entry in line:
            if entry.kind == BYE:
                last_float = 1
            elif entry.kind in MET:
                last_float = scores[who][entry.round - 1] - scores[entry.opponent][entry.round - 1]
                if entry.colour == 1:
                    pair = frozenset((who, entry.opponent))
                    found.meetings.setdefault(pair, []).append((entry.round, who))
        colours = tuple(entry.colour for entry in line)
        latest = line[-1] if line and line[-1].kind in MET else None
        found.players[who] = Past(
            number=who,
            score=scores[who][-1],
            delta=sum(colours),
            colours=colours,
            last_float=last_float,
            last_result=latest.half_points if latest else 0,
            without_game=tuple(entry.round for entry in line if entry.kind not in MET),
        )
    for games in found.meetings.values():
        games.sort()
    return found

"""Rules F1-F2: play-off for the 4th place, semi-finals, third place, final; matches of three games or one.

The finals give the final places; points and tie-breaks of the Swiss stay as they are.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from tournament_xl.games.othello.rules.model import OthelloGame
from tournament_xl.games.othello.rules.optimum import Two
from tournament_xl.games.othello.rules.results import BOARD, WIN, entry
from tournament_xl.games.othello.rules.standings import OthelloStanding

PLAYOFF, SEMI_1, SEMI_2, THIRD, FINAL = "play-off", "semi-final 1", "semi-final 2", "third place", "final"
STAGES = (PLAYOFF, SEMI_1, SEMI_2, THIRD, FINAL)  # in the order of play
UNRANKED = "unranked"  # ours: games after the rounds that decide no place


class NextGame(NamedTuple):
    """The game of a match to be played now."""

    number: int  # 1, 2 or 3
    chooser: int | None  # N° of who chooses the colour in games 1 and 3
    black: int | None  # N° of Black in game 2: the colours of game 1 reversed


class FinalMatch(NamedTuple):
    """A match as it stands, seen from the better ranked of the Swiss."""

    better: int  # N°
    other: int
    half_points: Two = (0, 0)  # a draw counts 1 (ours)
    discs: tuple[float, float] = (0, 0)
    winner: int | None = None  # None: not decided yet
    next_game: NextGame | None = None

    @property
    def loser(self) -> int | None:
        return None if self.winner is None else self.other if self.winner == self.better else self.better


def match(better: int, other: int, games: Sequence[OthelloGame], best_of: int) -> FinalMatch:
    """A match of one game or of the best of three (F1), from its complete games in order.

    Won by games, then discs of the match, then rank in the Swiss (which lots have made strict). A game that cannot
    change the winner is not to be played, and not counted if it was.
    """
    points, discs = [0, 0], [0.0, 0.0]
    for number, game in enumerate(games[:best_of], start=1):
        for side, who in enumerate((better, other)):
            line = entry(game, who, number, 0)
            points[side] += line.half_points
            discs[side] += line.discs
        ahead = _ahead(points, discs)
        if number == best_of or _safe(ahead, points, discs, best_of - number):
            winner = (better, other)[ahead]
            return FinalMatch(better, other, (points[0], points[1]), (discs[0], discs[1]), winner)
    played = len(games[:best_of])
    coming = NextGame(played + 1, better, None)
    if played == 1:
        coming = NextGame(2, None, games[0].white)
    elif played == 2:
        coming = NextGame(3, other if discs[1] > discs[0] else better, None)
    return FinalMatch(better, other, (points[0], points[1]), (discs[0], discs[1]), next_game=coming)


def _ahead(points: Sequence[int], discs: Sequence[float]) -> int:
    """Which side is ahead, by wins, then by discs: 0, or 1 for the worse ranked (F1)."""
    return int((points[1], discs[1]) > (points[0], discs[0]))


def _safe(side: int, points: Sequence[int], discs: Sequence[float], games: int) -> bool:
    """Whether this side wins even if it loses all games to come 0-64."""
    worst_points, worst_discs = list(points), list(discs)
    worst_points[1 - side] += WIN * games
    worst_discs[1 - side] += BOARD * games
    return _ahead(worst_points, worst_discs) == side


def eligible(table: Sequence[OthelloStanding]) -> list[int]:
    """N° of those who may play finals, best first: who has left may not."""
    return [line.number for line in table if not line.left]


def tied_for_fourth(table: Sequence[OthelloStanding]) -> Two | None:
    """The 4th and the 5th when equal on points, who may play off the 4th place in one game (F2)."""
    able = eligible(table)
    points = {line.number: line.half_points for line in table}
    if len(able) < 5 or points[able[3]] != points[able[4]]:
        return None
    return able[3], able[4]


def bracket(table: Sequence[OthelloStanding], stages: Collection[str], won: Mapping[str, FinalMatch]) -> dict[str, Two]:
    """Who meets in each of the `stages` that are played, better ranked first, as far as known (F2).

    `won`: the matches so far. Semi-finals 1-4 and 2-3; the final and the third place follow them, or are 1-2 and 3-4.
    Stages with too few players are left out; semi-finals wait for the play-off when there is one.
    """
    able = eligible(table)
    rank = {line.number: line.place for line in table}
    found: dict[str, Two] = {}
    tied = tied_for_fourth(table) if PLAYOFF in stages else None
    if tied:
        found[PLAYOFF] = tied
        winner = won[PLAYOFF].winner if PLAYOFF in won else None
        able = able[:3] if winner is None else [*able[:3], winner]
    semis = SEMI_1 in stages or SEMI_2 in stages
    if semis and len(able) >= 4:
        found |= {SEMI_1: (able[0], able[3]), SEMI_2: (able[1], able[2])}
    four: Sequence[int | None] = able[:4]
    if semis:
        played = [won.get(stage) for stage in (SEMI_1, SEMI_2)]
        four = [game.winner if game else None for game in played] + [game.loser if game else None for game in played]
    for stage, two in ((FINAL, four[:2]), (THIRD, four[2:4])):
        known = sorted((who for who in two if who is not None), key=lambda who: rank[who])
        if stage in stages and len(known) == 2:
            found[stage] = (known[0], known[1])
    return found


def final_places(table: Sequence[OthelloStanding], won: Mapping[str, FinalMatch]) -> list[int]:
    """N° in the order of the final places: the matches decided so far, then the Swiss (F2).

    Final and third place first; semi-finalists without such a match are in the order of the Swiss; who loses the
    play-off stands after who wins it.
    """
    order = [line.number for line in table]
    done = {stage: game for stage, game in won.items() if game.winner is not None}

    def placed(stage: str, two: list[int]) -> list[int]:
        game = done.get(stage)
        if game and game.winner is not None and game.loser is not None:
            return [game.winner, game.loser]
        return sorted(two, key=order.index)

    if PLAYOFF in done:
        first, second = placed(PLAYOFF, [])
        if order.index(first) > order.index(second):
            order.remove(first)
            order.insert(order.index(second), first)
    semis = [done[stage] for stage in (SEMI_1, SEMI_2) if stage in done]
    best: list[int] = []
    if len(semis) == 2:
        best = placed(FINAL, [game.winner for game in semis if game.winner is not None])
        best += placed(THIRD, [game.loser for game in semis if game.loser is not None])
    else:
        best = placed(FINAL, [])
        third = placed(THIRD, [])
        best = (best or [who for who in order if who not in third][:2]) + third if third else best
    return best + [who for who in order if who not in best]

"""Finals: play-off for 4th place, semi-finals, third place, final; matches of one game or three.

Rules F1, F2 of docs/regles.md.

The finals decide the final places; points and tie-breaks of the standings do not change. "The Swiss" here is the
ranking after the rounds, in whatever formula.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from tournament_xl.games.othello.rules.model import OthelloGame, OthelloStanding
from tournament_xl.games.othello.rules.optimum import NumberPair
from tournament_xl.games.othello.rules.results import BOARD, WIN, score_game

PLAYOFF, SEMI_1, SEMI_2, THIRD, FINAL = "play-off", "semi-final 1", "semi-final 2", "third place", "final"
STAGES = (PLAYOFF, SEMI_1, SEMI_2, THIRD, FINAL)  # in the order of play
LISTED = (PLAYOFF, SEMI_1, SEMI_2, FINAL, THIRD)  # as people read them: the final before the match for third place
UNRANKED = "unranked"  # [ours] games after the rounds that decide no place


class NextGame(NamedTuple):
    """Game of a match that is to be played now."""

    number: int  # 1, 2 or 3
    chooser: int | None  # N° of the player who chooses the colour, in games 1 and 3
    black: int | None  # N° of Black in game 2: the colours of game 1 reversed


class FinalMatch(NamedTuple):
    """State of a match: score, winner or next game; pairs of values have the better ranked in the Swiss first."""

    better_ranked: int  # N°
    worse_ranked: int
    half_points: NumberPair = (0, 0)  # a draw counts 1 [ours]
    discs: tuple[float, float] = (0, 0)
    winner: int | None = None  # None: not decided yet
    next_game: NextGame | None = None

    @property
    def loser(self) -> int | None:
        """N° of the loser; None while the match is not decided."""
        return (
            None
            if self.winner is None
            else self.worse_ranked
            if self.winner == self.better_ranked
            else self.better_ranked
        )


def score_match(better_ranked: int, worse_ranked: int, games: Sequence[OthelloGame], best_of: int) -> FinalMatch:
    """Return the state of a match of one game or the best of three (F1): score, winner or next game.

    The winner has won more games (a draw is half a win), else has more discs in the match, else the better rank in the
    Swiss. The match ends when no further game can change the winner; later games do not count, even if played. `games`
    are complete and in order.
    """
    points, discs = [0, 0], [0.0, 0.0]
    for number, game in enumerate(games[:best_of], start=1):
        for side, player_id in enumerate((better_ranked, worse_ranked)):
            game_entry = score_game(game, player_id, number, 0)
            points[side] += game_entry.half_points
            discs[side] += game_entry.discs
        ahead = _ahead(points, discs)
        if number == best_of or _safe(ahead, points, discs, best_of - number):
            winner = (better_ranked, worse_ranked)[ahead]
            return FinalMatch(better_ranked, worse_ranked, (points[0], points[1]), (discs[0], discs[1]), winner)
    played = len(games[:best_of])
    next_game = NextGame(played + 1, better_ranked, None)
    if played == 1:
        next_game = NextGame(2, None, games[0].white)
    elif played == 2:
        next_game = NextGame(3, worse_ranked if discs[1] > discs[0] else better_ranked, None)
    return FinalMatch(better_ranked, worse_ranked, (points[0], points[1]), (discs[0], discs[1]), next_game=next_game)


def _ahead(points: Sequence[int], discs: Sequence[float]) -> int:
    """Return the index of the side ahead by wins, then by discs: 0, or 1 for the worse ranked (F1)."""
    return int((points[1], discs[1]) > (points[0], discs[0]))


def _safe(side: int, points: Sequence[int], discs: Sequence[float], games: int) -> bool:
    """Check whether a side wins even if it loses all games to come 0-64."""
    worst_points, worst_discs = list(points), list(discs)
    worst_points[1 - side] += WIN * games
    worst_discs[1 - side] += BOARD * games
    return _ahead(worst_points, worst_discs) == side


def find_eligible_players(standings: Sequence[OthelloStanding]) -> list[int]:
    """Return the N° of the players who may play finals, best first, without players who have left."""
    return [line.number for line in standings if not line.left]


def find_tie_for_fourth(standings: Sequence[OthelloStanding]) -> NumberPair | None:
    """Return N° of the 4th and the 5th, who may play off the 4th place in one game (F2), the 4th first.

    Players who have left are not counted. None unless the two are equal on points.
    """
    eligible_ids = find_eligible_players(standings)
    points = {line.number: line.half_points for line in standings}
    if len(eligible_ids) < 5 or points[eligible_ids[3]] != points[eligible_ids[4]]:
        return None
    return eligible_ids[3], eligible_ids[4]


def find_final_pairs(
    standings: Sequence[OthelloStanding], stages: Collection[str], matches: Mapping[str, FinalMatch]
) -> dict[str, NumberPair]:
    """Return the opponents of each match that is due, the better ranked first, as far as they are known (F2).

    Semi-finals are 1-4 and 2-3. Their winners play the final and their losers the match for third place; without
    semi-finals these are 1-2 and 3-4. Players who have left are not counted. Matches without enough players are left
    out, and so are semi-finals while the play-off is undecided. `stages` are those that the organiser chose.
    """
    eligible_ids = find_eligible_players(standings)
    rank = {line.number: line.place for line in standings}
    pairs: dict[str, NumberPair] = {}
    tied = find_tie_for_fourth(standings) if PLAYOFF in stages else None
    if tied:
        pairs[PLAYOFF] = tied
        winner = matches[PLAYOFF].winner if PLAYOFF in matches else None
        eligible_ids = eligible_ids[:3] if winner is None else [*eligible_ids[:3], winner]
    semis = SEMI_1 in stages or SEMI_2 in stages
    if semis and len(eligible_ids) >= 4:
        pairs |= {SEMI_1: (eligible_ids[0], eligible_ids[3]), SEMI_2: (eligible_ids[1], eligible_ids[2])}
    best_four: Sequence[int | None] = eligible_ids[:4]
    if semis:
        semi_finals = [matches.get(stage) for stage in (SEMI_1, SEMI_2)]
        best_four = [semi_final.winner if semi_final else None for semi_final in semi_finals] + [
            semi_final.loser if semi_final else None for semi_final in semi_finals
        ]
    for stage, candidates in ((FINAL, best_four[:2]), (THIRD, best_four[2:4])):
        pair = sorted(
            (player_id for player_id in candidates if player_id is not None), key=lambda player_id: rank[player_id]
        )
        if stage in stages and len(pair) == 2:
            pairs[stage] = (pair[0], pair[1])
    return pairs


def order_final_places(standings: Sequence[OthelloStanding], matches: Mapping[str, FinalMatch]) -> list[int]:
    """Return the N° in the order of the final places (F2).

    Decided matches come first, the final before the match for third place; then the order of the Swiss. Semi-finalists
    without a further match stay in the order of the Swiss; the loser of the play-off comes after its winner.
    """
    order = [line.number for line in standings]
    decided = {stage: final_match for stage, final_match in matches.items() if final_match.winner is not None}

    def order_pair(stage: str, undecided_ids: list[int]) -> list[int]:
        final_match = decided.get(stage)
        if final_match and final_match.winner is not None and final_match.loser is not None:
            return [final_match.winner, final_match.loser]
        return sorted(undecided_ids, key=order.index)

    if PLAYOFF in decided:
        winner, loser = order_pair(PLAYOFF, [])
        if order.index(winner) > order.index(loser):
            order.remove(winner)
            order.insert(order.index(loser), winner)
    semis = [decided[stage] for stage in (SEMI_1, SEMI_2) if stage in decided]
    best: list[int] = []
    if len(semis) == 2:
        best = order_pair(FINAL, [semi_final.winner for semi_final in semis if semi_final.winner is not None])
        best += order_pair(THIRD, [semi_final.loser for semi_final in semis if semi_final.loser is not None])
    else:
        best = order_pair(FINAL, [])
        third = order_pair(THIRD, [])
        best = (best or [player_id for player_id in order if player_id not in third][:2]) + third if third else best
    return best + [player_id for player_id in order if player_id not in best]

"""Prizes, teams, highlights, and who can still win, in any game.

The regulations have no such rules. [ours]
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from tournament_xl.core.normalization import normalize

if TYPE_CHECKING:
    from fractions import Fraction  # of games whose points are fractions


class PlayedGame(NamedTuple):
    """Game that was played to its end: no forfeit, no bye."""

    round: int
    one: int  # N°
    two: int
    score_one: int
    score_two: int

    @property
    def gap(self) -> int:
        """Difference of the two scores, without sign."""
        return abs(self.score_one - self.score_two)

    @property
    def winners(self) -> tuple[int, ...]:
        """Number of the winner; both numbers after a draw."""
        if self.score_one == self.score_two:
            return self.one, self.two
        return (self.one,) if self.score_one > self.score_two else (self.two,)


class Ranked(NamedTuple):
    """Line of the standings."""

    number: int  # N°
    place: int  # shared by players ex æquo
    points: Fraction | float
    second: Fraction | float  # tie-break


class PrizeInputs(NamedTuple):
    """Everything played so far."""

    table: tuple[Ranked, ...] = ()  # best first
    games: tuple[PlayedGame, ...] = ()
    wins: tuple[tuple[int, int, int], ...] = ()  # round, winner, loser: matches decided over the board
    places: tuple[Mapping[int, int], ...] = ()  # one per round: N° -> place after it
    ratings: Mapping[int, float] = {}  # N° -> rating, for players who have one


# Highlights


class Highlight(NamedTuple):
    """Memorable event."""

    players: tuple[int, ...]  # N° of whom it honours; both after a draw
    value: float  # ranks the highlights: points, places or rounds
    opponent: int = 0  # N°, 0 for none
    round: int = 0  # 0 for none
    detail: tuple[float, ...] = ()  # own and other score, ratings or places; or first and last round


Groups = list[list[Highlight]]  # best first, equals in one group
_LEAST_RUN = 2  # shortest series of wins that is listed


def best_games(inputs: PrizeInputs) -> Groups:
    """Rank each player's score in each game, the highest first."""
    highlights = []
    for game in inputs.games:
        highlights.append(
            Highlight((game.one,), game.score_one, game.two, game.round, (game.score_one, game.score_two))
        )
        highlights.append(
            Highlight((game.two,), game.score_two, game.one, game.round, (game.score_two, game.score_one))
        )
    return _ranked(highlights)


def widest_wins(inputs: PrizeInputs) -> Groups:
    """Rank the games won, the largest difference first."""
    return _ranked(_highlight_of_winner(game, game.gap) for game in inputs.games if game.gap)


def closest_games(inputs: PrizeInputs) -> Groups:
    """Rank the games, the smallest difference first; a draw belongs to both players."""
    return _ranked((_highlight_of_winner(game, game.gap) for game in inputs.games), lowest=True)


def combined(inputs: PrizeInputs) -> Groups:
    """Rank the games by the sum of the two scores, the highest first; each belongs to both players."""
    return _ranked(
        Highlight(
            (game.one, game.two), game.score_one + game.score_two, 0, game.round, (game.score_one, game.score_two)
        )
        for game in inputs.games
    )


def upsets(inputs: PrizeInputs) -> Groups:
    """Rank the wins over a better player, the largest difference first.

    Better means a higher rating; in a field without ratings, a better place before the round.
    """
    highlights = []
    for round_number, winner, loser in inputs.wins:
        worth: Mapping[int, float] = inputs.ratings or (inputs.places[round_number - 2] if round_number > 1 else {})
        winner_worth, loser_worth = worth.get(winner, 0), worth.get(loser, 0)
        gap = loser_worth - winner_worth if inputs.ratings else winner_worth - loser_worth
        if winner_worth and loser_worth and gap > 0:
            highlights.append(Highlight((winner,), gap, loser, round_number, (winner_worth, loser_worth)))
    return _ranked(highlights)


def runs(inputs: PrizeInputs) -> Groups:
    """Rank each player's longest series of rounds won over the board in succession."""
    since: dict[tuple[int, int], int] = {}  # player and a round that he won -> first round of that series
    best: dict[int, Highlight] = {}
    for round_number, winner, _ in sorted(inputs.wins):
        first = since[winner, round_number] = since.get((winner, round_number - 1), round_number)
        run = Highlight((winner,), round_number - first + 1, detail=(first, round_number))
        if run.value >= _LEAST_RUN and (winner not in best or run.value > best[winner].value):
            best[winner] = run
    return _ranked(best.values())


def climbs(inputs: PrizeInputs) -> Groups:
    """Rank the places gained since the worst place that a player had after a round, the most first.

    For a late entrant only his own rounds count.
    """
    highlights, entered = [], dict[int, int]()
    for game in sorted(inputs.games, key=lambda game: game.round, reverse=True):
        entered |= {game.one: game.round, game.two: game.round}
    for line in inputs.table:
        player_places = list(enumerate(inputs.places, 1))[entered.get(line.number, 1) - 1 :]
        past_places = [
            (places[line.number], after_round) for after_round, places in player_places if line.number in places
        ]
        worst, worst_round = max(past_places, key=lambda entry: (entry[0], entry[1]), default=(line.place, 0))
        if worst > line.place:
            highlights.append(Highlight((line.number,), worst - line.place, 0, worst_round, (worst, line.place)))
    return _ranked(highlights)


def newcomers(inputs: PrizeInputs) -> Groups:
    """Rank the players who came without a rating, by the standings; none where nobody has one."""
    new = [line for line in inputs.table if inputs.ratings and line.number not in inputs.ratings]
    return _ranked((Highlight((line.number,), line.place, detail=(line.place,)) for line in new), lowest=True)


Kind = Callable[[PrizeInputs], Groups]
KINDS: tuple[Kind, ...] = (
    best_games, widest_wins, closest_games, combined, upsets, runs, climbs, newcomers
)  # in the order of the sheet  # fmt: skip


def _highlight_of_winner(game: PlayedGame, value: int) -> Highlight:
    scores = sorted((game.score_one, game.score_two), reverse=True)
    opponent = 0 if game.gap == 0 else game.two if game.winners == (game.one,) else game.one
    return Highlight(game.winners, value, opponent, game.round, tuple(scores))


def _ranked(facts: Iterable[Highlight], *, lowest: bool = False) -> Groups:
    """Group the highlights by value, the best first; equals in the order of the rounds."""
    sign = 1 if lowest else -1
    ordered = sorted(facts, key=lambda fact: (sign * fact.value, fact.round, fact.players))
    return [[*equals] for _, equals in groupby(ordered, key=lambda fact: fact.value)]


# Prizes and teams

Winner = int | str  # N°, or the name of a team


class Prize(NamedTuple):
    """Line of the sheet Prix."""

    scope: str  # name of the ranking that it honours
    ranking: Sequence[Sequence[Winner]]  # eligible players or teams, best first, equals in one group
    rank: int = 1  # position in the ranking, from 1
    cumulative: bool = False  # may go to the winner of another prize


def find_winners(prizes: Sequence[Prize]) -> list[tuple[Winner, ...]]:
    """Find the winners of each prize.

    The rank counts everybody: two players who share place 1 hold ranks 1 and 2 and share both prizes. A player who has
    won a prize of an earlier line leaves this one to the next player without a prize, unless it is cumulative.

    Args:
        prizes: Prizes in the order of the list.

    Returns:
        Winners of each prize, in the same order; several when they are equal, () when there is none.
    """
    holders: dict[Winner, tuple[str, tuple[Winner, ...]]] = {}  # winner -> scope, group that shares the prize
    winners_by_prize = []
    for prize in prizes:
        position, won = 0, tuple[Winner, ...]()
        for group in prize.ranking:
            position += len(group)
            if position < prize.rank:
                continue
            equals = prize.scope, tuple(group)
            shared = [candidate for candidate in group if len(group) > 1 and holders.get(candidate) == equals]
            free = [
                candidate for candidate in group if prize.cumulative or candidate not in holders or candidate in shared
            ]
            if free:
                won = tuple(free)
                if not prize.cumulative:
                    holders |= dict.fromkeys(free, equals)
                break
        winners_by_prize.append(won)
    return winners_by_prize


class Team(NamedTuple):
    """Players of one club or country."""

    name: str  # as first typed
    place: int  # shared by equal teams; 0 for a team with too few players
    players: tuple[int, ...]  # N°, best first
    counted: int  # number of players that count
    points: Fraction | float  # sum of the players that count
    second: Fraction | float  # sum of their tie-breaks


def rank_teams(table: Sequence[Ranked], names: Mapping[int, str], count: int) -> list[Team]:
    """Rank the teams.

    Teams are compared by the points of their best players, then by the next best ones one after the other, then by the
    tie-breaks of the best. Teams with fewer players come last and have no place.

    Args:
        table: Standings.
        names: Player number -> club or country; players without one are left out.
        count: Number of best players that count.

    Returns:
        Teams, best first.
    """
    groups: dict[str, list[Ranked]] = {}
    for line in table:
        if names.get(line.number, "").strip():
            groups.setdefault(normalize(names[line.number]), []).append(line)

    def sort_key(lines: list[Ranked]) -> tuple[object, ...]:
        best, others = lines[:count], [-line.points for line in lines[count:]]
        return (
            len(best) < count, -sum(line.points for line in best), [*others, 1],
            -sum(line.second for line in best),
        )  # fmt: skip

    ranked: list[Team] = []
    previous_key: tuple[object, ...] = ()
    for position, lines in enumerate(
        sorted(groups.values(), key=lambda members: (sort_key(members), normalize(names[members[0].number]))), 1
    ):
        own_key, best = sort_key(lines), lines[:count]
        place = 0 if len(lines) < count else ranked[-1].place if ranked and own_key == previous_key else position
        first = min(line.number for line in lines)
        points, second = sum(line.points for line in best), sum(line.second for line in best)
        numbers = tuple(line.number for line in lines)
        ranked.append(Team(names[first].strip(), place, numbers, len(best), points, second))
        previous_key = own_key
    return ranked


# Who can still win


def find_contenders(
    points: Mapping[int, int],
    rounds_left: Mapping[int, int],
    *,
    win: int,
    loss: int,
    pairs: Collection[tuple[int, int]] = (),
) -> set[int]:
    """Find the players who may still be first.

    These are the players whom nobody passes if they win all their remaining rounds and the others win none. Forfeits,
    which give less than a loss, are not considered. [ours]

    Args:
        points: Player number -> points so far.
        rounds_left: Player number -> remaining rounds; 0 when missing.
        win: Points of a win.
        loss: Points of a loss.
        pairs: Pairs of the round under way, of whom not both can lose.

    Returns:
        Their numbers.
    """
    least_points = {player_id: score + loss * rounds_left.get(player_id, 0) for player_id, score in points.items()}
    guaranteed: list[tuple[int, tuple[int, ...]]] = [(score, (player_id,)) for player_id, score in least_points.items()]
    more, draw = win - loss, (win - loss) // 2
    for first, second in pairs:
        if first in least_points and second in least_points:
            ends = ((more, 0), (draw, draw), (0, more))
            guaranteed.append(
                (min(max(least_points[first] + a, least_points[second] + b) for a, b in ends), (first, second))
            )
    guaranteed.sort(reverse=True)

    def best_of_others(player_id: int) -> int:
        return next((score for score, player_ids in guaranteed if player_id not in player_ids), 0)

    return {
        player_id
        for player_id, score in points.items()
        if score + win * rounds_left.get(player_id, 0) >= best_of_others(player_id)
    }

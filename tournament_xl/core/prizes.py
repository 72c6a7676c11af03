"""Highlights, prizes, teams, and the players who can still win, the same for every game.

The regulations do not speak of these: all rules here are decisions of this project, marked [ours]. Here `game` is one
game between two players. Highlights of one kind are ranked as a list of groups, best first: those of equal value are
one group, in the order of the rounds; without candidates the list is empty.
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
        """N° of the winner, alone in the tuple; N° of both players after a draw."""
        if self.score_one == self.score_two:
            return self.one, self.two
        return (self.one,) if self.score_one > self.score_two else (self.two,)


class Ranked(NamedTuple):
    """Line of the standings after the last complete round."""

    number: int  # N°
    place: int  # shared by players ex æquo
    points: Fraction | float
    second: Fraction | float  # tie-break


class ResultsSoFar(NamedTuple):
    """Results of the complete rounds; a round with missing results does not count."""

    table: tuple[Ranked, ...] = ()  # standings, best first; empty before the first round is complete
    games: tuple[PlayedGame, ...] = ()
    wins: tuple[tuple[int, int, int], ...] = ()  # round, winner, loser: matches won by the games played in them
    places: tuple[Mapping[int, int], ...] = ()  # one per round: N° -> place after it
    ratings: Mapping[int, float] = {}  # N° -> rating, for players who have one of their own


# Highlights: each function lists all candidates of one kind; its caller takes the first groups


class Highlight(NamedTuple):
    """Memorable event, such as a game or a series of wins, with the players whom it honours."""

    players: tuple[int, ...]  # N°; both where it honours both
    value: float  # ranks highlights of one kind: points, discs, rating points, places or rounds
    opponent: int = 0  # N°; 0 where there is none or it is one of `players`
    round: int = 0  # in which it happened; 0 for none
    detail: tuple[float, ...] = ()  # two scores, ratings, places, or first and last round; one place of a newcomer


Groups = list[list[Highlight]]  # highlights of one kind: best first, equal values in one group; may be empty
_LEAST_RUN = 2  # shortest series of wins that is listed


def rank_best_games(results: ResultsSoFar) -> Groups:
    """Rank the scores that single players reached in a game, the highest first: each game gives two highlights."""
    highlights = []
    for game in results.games:
        highlights.append(
            Highlight((game.one,), game.score_one, game.two, game.round, (game.score_one, game.score_two))
        )
        highlights.append(
            Highlight((game.two,), game.score_two, game.one, game.round, (game.score_two, game.score_one))
        )
    return _ranked(highlights)


def rank_widest_wins(results: ResultsSoFar) -> Groups:
    """Rank the games by the difference of scores, the largest first; each honours its winner, draws are left out."""
    return _ranked(_highlight_of_winner(game, game.gap) for game in results.games if game.gap)


def rank_closest_games(results: ResultsSoFar) -> Groups:
    """Rank all games by the difference of scores, the smallest first.

    A draw, with the difference 0, honours both players, any other game its winner.
    """
    return _ranked((_highlight_of_winner(game, game.gap) for game in results.games), lowest=True)


def rank_highest_totals(results: ResultsSoFar) -> Groups:
    """Rank the games by the sum of the two scores, the highest first; each game honours both of its players.

    Games with equal sums are in one group.
    """
    return _ranked(
        Highlight(
            (game.one, game.two), game.score_one + game.score_two, 0, game.round, (game.score_one, game.score_two)
        )
        for game in results.games
    )


def rank_upsets(results: ResultsSoFar) -> Groups:
    """Rank the matches won against a better player, the largest difference first.

    Better means a higher rating; matches of a player without rating are left out. If nobody has a rating it means a
    better place in the standings after the round before, and matches of the first round are left out.
    """
    highlights = []
    for round_number, winner, loser in results.wins:
        worth: Mapping[int, float] = results.ratings or (results.places[round_number - 2] if round_number > 1 else {})
        winner_worth, loser_worth = worth.get(winner, 0), worth.get(loser, 0)
        gap = loser_worth - winner_worth if results.ratings else winner_worth - loser_worth
        if winner_worth and loser_worth and gap > 0:
            highlights.append(Highlight((winner,), gap, loser, round_number, (winner_worth, loser_worth)))
    return _ranked(highlights)


def rank_winning_runs(results: ResultsSoFar) -> Groups:
    """Rank each player's longest series of rounds won one after the other, of two rounds or more, the longest first.

    A bye, a forfeit or a missed round ends a series. Of several of the same length the first counts.
    """
    since: dict[tuple[int, int], int] = {}  # player and a round that he won -> first round of that series
    best: dict[int, Highlight] = {}
    for round_number, winner, _ in sorted(results.wins):
        first = since[winner, round_number] = since.get((winner, round_number - 1), round_number)
        run = Highlight((winner,), round_number - first + 1, detail=(first, round_number))
        if run.value >= _LEAST_RUN and (winner not in best or run.value > best[winner].value):
            best[winner] = run
    return _ranked(best.values())


def rank_climbs(results: ResultsSoFar) -> Groups:
    """Rank the places gained between a player's worst place after a round and his present one, the most first.

    Rounds before a player's first played game do not count. Players who gained nothing are left out.
    """
    highlights, entered = [], dict[int, int]()
    for game in sorted(results.games, key=lambda game: game.round, reverse=True):
        entered |= {game.one: game.round, game.two: game.round}
    for line in results.table:
        player_places = list(enumerate(results.places, 1))[entered.get(line.number, 1) - 1 :]
        past_places = [
            (places[line.number], after_round) for after_round, places in player_places if line.number in places
        ]
        worst, worst_round = max(past_places, default=(line.place, 0))  # of several rounds the last
        if worst > line.place:
            highlights.append(Highlight((line.number,), worst - line.place, 0, worst_round, (worst, line.place)))
    return _ranked(highlights)


def rank_newcomers(results: ResultsSoFar) -> Groups:
    """Rank the players without a rating of their own, the best placed first; none if nobody has a rating."""
    new = [line for line in results.table if results.ratings and line.number not in results.ratings]
    return _ranked((Highlight((line.number,), line.place, detail=(line.place,)) for line in new), lowest=True)


HighlightKind = Callable[[ResultsSoFar], Groups]
HIGHLIGHT_KINDS: tuple[HighlightKind, ...] = (
    rank_best_games, rank_widest_wins, rank_closest_games, rank_highest_totals, rank_upsets, rank_winning_runs,
    rank_climbs, rank_newcomers,
)  # in the order of the sheet  # fmt: skip


def _highlight_of_winner(game: PlayedGame, value: int) -> Highlight:
    scores = sorted((game.score_one, game.score_two), reverse=True)
    opponent = 0 if game.gap == 0 else game.two if game.winners == (game.one,) else game.one
    return Highlight(game.winners, value, opponent, game.round, tuple(scores))


def _ranked(facts: Iterable[Highlight], *, lowest: bool = False) -> Groups:
    """Group highlights by value, the highest (if `lowest`, the lowest) first; equals in the order of the rounds."""
    sign = 1 if lowest else -1
    ordered = sorted(facts, key=lambda fact: (sign * fact.value, fact.round, fact.players))
    return [[*equals] for _, equals in groupby(ordered, key=lambda fact: fact.value)]


# Prizes and teams

Winner = int | str  # N°, or the name of a team


class Prize(NamedTuple):
    """Prize that the organiser offers: line of the sheet Prix."""

    scope: str  # normalized column Pour: which ranking counts, "general", "categorie v"
    ranking: Sequence[Sequence[Winner]]  # eligible players or teams, best first, equals in one group
    rank: int = 1  # position in the ranking, from 1
    cumulative: bool = False  # may go to the winner of another prize, and does not keep him from winning others


def find_winners(prizes: Sequence[Prize]) -> list[tuple[Winner, ...]]:
    """Find the winners of each prize.

    The rank counts everybody: two players who share place 1 hold ranks 1 and 2 and share both prizes. Whoever has won a
    prize cannot win a later one of the list: it goes to the next in the ranking who has won none. A cumulative prize
    may go to a winner of another prize, and its winner may still win others.

    Returns:
        Winners of each prize, in the same order; several share it when they are equal, () when nobody is left.
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


def find_passed_over(prize: Prize, winners: Collection[Winner]) -> list[Winner]:
    """Find who had the rank of a prize before its winners, or with them, and did not get it: each has another prize.

    Without winners the answer is everybody from the rank on: N° or names of teams, best first.
    """
    position, passed_over = 0, list[Winner]()
    for group in prize.ranking:
        position += len(group)
        if position >= prize.rank:
            passed_over += [candidate for candidate in group if candidate not in winners]
            if not {*group}.isdisjoint(winners):
                break
    return passed_over


class Team(NamedTuple):
    """Players of one club or country."""

    name: str  # as first typed
    place: int  # shared by equal teams; 0 for a team with too few players
    players: tuple[int, ...]  # N°, best first
    counted: int  # number of players that count
    points: Fraction | float  # sum of the players that count
    second: Fraction | float  # sum of their tie-breaks


def rank_teams(table: Sequence[Ranked], names: Mapping[int, str], count: int) -> list[Team]:
    """Rank the teams by the sum of points of their `count` best players.

    Equal teams are compared by the points of their further players one after the other (having a further player is
    better than none), then by the sum of the best players' tie-breaks; then they share the place. Teams with fewer
    than `count` players come last, with place 0. Names that differ in case and accents only are one team. Equal teams
    are in alphabetical order; players without a name in `names` are left out.
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
    """Find the players who may still be first, alone or equal on points.

    He may if his points, with all remaining rounds won, reach the least points that each other player will have: with
    all remaining rounds lost, except that in each of `pairs` one player wins or both draw. Forfeits, which give less
    than a loss, are not considered [ours]. Remaining rounds include the current one, and are 0 where missing; `pairs`
    are those of the current round that have no result yet.
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

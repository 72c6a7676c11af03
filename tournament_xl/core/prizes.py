"""Prizes, teams, what is memorable and who can still win, whatever the game; ours: the regulations have none. [ours]"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from tournament_xl.core.normalization import normalize

if TYPE_CHECKING:
    from fractions import Fraction  # of Othello; Scrabble has whole and half points


class PlayedGame(NamedTuple):
    """A game that was played to its end: no forfeit, no bye."""

    round: int
    one: int  # N°
    two: int
    score_one: int
    score_two: int

    @property
    def gap(self) -> int:
        return abs(self.score_one - self.score_two)

    @property
    def winners(self) -> tuple[int, ...]:
        """N° of the winner; of both after a draw."""
        if self.score_one == self.score_two:
            return self.one, self.two
        return (self.one,) if self.score_one > self.score_two else (self.two,)


class Ranked(NamedTuple):
    """A line of the one standings of the game."""

    number: int  # N°
    place: int  # shared by players ex æquo
    points: Fraction | float
    second: Fraction | float  # the tie-break after them


class Field(NamedTuple):
    """What has been played so far."""

    table: tuple[Ranked, ...] = ()  # best first
    games: tuple[PlayedGame, ...] = ()
    wins: tuple[tuple[int, int, int], ...] = ()  # round, winner, loser: matches decided over the board
    places: tuple[Mapping[int, int], ...] = ()  # after round 1, 2, …: N° -> place
    ratings: Mapping[int, float] = {}  # N° -> cote, of those who have one


# What is memorable


class Highlight(NamedTuple):
    """Something that happened."""

    players: tuple[int, ...]  # N°: who did it; both after a drawn game
    value: float  # by which it is ranked: points, places, rounds
    opponent: int = 0  # N°, 0 for none
    round: int = 0  # 0 for none
    detail: tuple[float, ...] = ()  # own and other's score, cotes or places, first and last round


Groups = list[list[Highlight]]  # the best first, equals together
_LEAST_RUN = 2  # wins in a row that are worth telling


def best_games(field: Field) -> Groups:
    """Each player's score in each game, the highest first."""
    highlights = []
    for game in field.games:
        highlights.append(
            Highlight((game.one,), game.score_one, game.two, game.round, (game.score_one, game.score_two))
        )
        highlights.append(
            Highlight((game.two,), game.score_two, game.one, game.round, (game.score_two, game.score_one))
        )
    return _ranked(highlights)


def widest_wins(field: Field) -> Groups:
    """Games won, the largest difference first."""
    return _ranked(_highlight_of_winner(game, game.gap) for game in field.games if game.gap)


def closest_games(field: Field) -> Groups:
    """Games, the smallest difference first; a draw is both players'."""
    return _ranked((_highlight_of_winner(game, game.gap) for game in field.games), lowest=True)


def combined(field: Field) -> Groups:
    """Games, the highest sum of the two scores first; both players'."""
    return _ranked(
        Highlight(
            (game.one, game.two), game.score_one + game.score_two, 0, game.round, (game.score_one, game.score_two)
        )
        for game in field.games
    )


def upsets(field: Field) -> Groups:
    """Wins over a better rated player, the largest difference of cotes first; where nobody has a cote, over a player
    who stood better before the round, by places.
    """
    highlights = []
    for round_number, winner, loser in field.wins:
        worth: Mapping[int, float] = field.ratings or (field.places[round_number - 2] if round_number > 1 else {})
        winner_worth, loser_worth = worth.get(winner, 0), worth.get(loser, 0)
        gap = loser_worth - winner_worth if field.ratings else winner_worth - loser_worth
        if winner_worth and loser_worth and gap > 0:
            highlights.append(Highlight((winner,), gap, loser, round_number, (winner_worth, loser_worth)))
    return _ranked(highlights)


def runs(field: Field) -> Groups:
    """Each player's longest run of rounds won one after the other, over the board."""
    since: dict[tuple[int, int], int] = {}  # player and a round that he won -> the first round of that run
    best: dict[int, Highlight] = {}
    for round_number, winner, _ in sorted(field.wins):
        first = since[winner, round_number] = since.get((winner, round_number - 1), round_number)
        run = Highlight((winner,), round_number - first + 1, detail=(first, round_number))
        if run.value >= _LEAST_RUN and (winner not in best or run.value > best[winner].value):
            best[winner] = run
    return _ranked(best.values())


def climbs(field: Field) -> Groups:
    """Places won since the worst place that a player had after a round, the most first; of a latecomer since his own
    first round.
    """
    highlights, entered = [], dict[int, int]()
    for game in sorted(field.games, key=lambda game: game.round, reverse=True):
        entered |= {game.one: game.round, game.two: game.round}
    for line in field.table:
        player_places = list(enumerate(field.places, 1))[entered.get(line.number, 1) - 1 :]
        past_places = [
            (places[line.number], after_round) for after_round, places in player_places if line.number in places
        ]
        worst, worst_round = max(past_places, key=lambda entry: (entry[0], entry[1]), default=(line.place, 0))
        if worst > line.place:
            highlights.append(Highlight((line.number,), worst - line.place, 0, worst_round, (worst, line.place)))
    return _ranked(highlights)


def newcomers(field: Field) -> Groups:
    """Those who came without a cote, in the order of the standings; nobody where nobody has one."""
    new = [line for line in field.table if field.ratings and line.number not in field.ratings]
    return _ranked((Highlight((line.number,), line.place, detail=(line.place,)) for line in new), lowest=True)


Kind = Callable[[Field], Groups]
KINDS: tuple[Kind, ...] = (
    best_games, widest_wins, closest_games, combined, upsets, runs, climbs, newcomers
)  # in the order of the sheet  # fmt: skip


def _highlight_of_winner(game: PlayedGame, value: int) -> Highlight:
    scores = sorted((game.score_one, game.score_two), reverse=True)
    opponent = 0 if game.gap == 0 else game.two if game.winners == (game.one,) else game.one
    return Highlight(game.winners, value, opponent, game.round, tuple(scores))


def _ranked(facts: Iterable[Highlight], *, lowest: bool = False) -> Groups:
    """Best first, equals together in the order of the rounds."""
    sign = 1 if lowest else -1
    ordered = sorted(facts, key=lambda fact: (sign * fact.value, fact.round, fact.players))
    return [[*equals] for _, equals in groupby(ordered, key=lambda fact: fact.value)]


# Prizes and teams

Winner = int | str  # N°, or the name of a team


class Prize(NamedTuple):
    """A line of the sheet Prix."""

    scope: str  # what it is for
    ranking: Sequence[Sequence[Winner]]  # of those who may win it, the best first, equals together
    rank: int = 1  # 1 for the first of them
    cumulative: bool = False  # also for who has won another prize


def winners(prizes: Sequence[Prize]) -> list[tuple[Winner, ...]]:
    """The winners of each prize, in the order of the list; several when they are equal, () when there is nobody.

    The rank counts everybody: two who share place 1 hold ranks 1 and 2, and share both prizes. Who has won a prize of a
    line above leaves his to the next one who has none, unless it may be taken beside others.
    """
    holders: dict[Winner, tuple[str, tuple[Winner, ...]]] = {}  # winner -> for what, those with whom he shares it
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
    """The players of one club or country."""

    name: str  # as first typed
    place: int  # shared by equal teams; 0 for one with fewer players than count
    players: tuple[int, ...]  # N°, best first
    counted: int  # how many of them count
    points: Fraction | float  # their sum
    second: Fraction | float  # the sum of their tie-breaks


def teams(table: Sequence[Ranked], names: Mapping[int, str], count: int) -> list[Team]:
    """The teams, best first: by the points of their `count` best players, then by those of the next best one after the
    other, then by the tie-breaks of the best. Teams with fewer players come after all others and have no place.
    `names`: N° -> club or country; players without one are left out.
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


def contenders(
    points: Mapping[int, int],
    rounds_left: Mapping[int, int],
    *,
    win: int,
    loss: int,
    pairs: Collection[tuple[int, int]] = (),
) -> set[int]:
    """N° of the players who may still be first: whom nobody passes if they win all their rounds left, the others none.

    points: N° -> points so far; rounds_left: N° -> rounds in which he will still play (0 when missing); pairs: those
    who meet in the round under way, of whom not both can lose. A forfeit, which brings less than a loss, is not
    reckoned with. [ours]
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

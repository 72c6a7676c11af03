"""What is memorable: each kind ranks what happened, the best first, equals together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from itertools import groupby

from tournament_xl.record import record
from tournament_xl.rules.awards.field import Field, Played


@record
class Fact:
    """Something that happened."""

    players: tuple[int, ...]  # N°: who did it; both after a drawn game
    value: float  # by which it is ranked: points, places, rounds
    opponent: int = 0  # N°, 0 for none
    round: int = 0  # 0 for none
    detail: tuple[float, ...] = ()  # own and other's score, cotes or places, first and last round


Groups = list[list[Fact]]
BEST_GAME, WIDEST_WIN, CLOSEST_GAME, COMBINED, UPSET, RUN, CLIMB, NEWCOMER = KINDS = (
    "best game", "widest win", "closest game", "combined", "upset", "run", "climb", "newcomer"
)  # fmt: skip
_LEAST_RUN = 2  # wins in a row that are worth telling


def best_games(field: Field) -> Groups:
    """Each player's score in each game, the highest first."""
    facts = []
    for game in field.games:
        facts.append(Fact((game.one,), game.score_one, game.two, game.round, (game.score_one, game.score_two)))
        facts.append(Fact((game.two,), game.score_two, game.one, game.round, (game.score_two, game.score_one)))
    return _ranked(facts)


def widest_wins(field: Field) -> Groups:
    """Games won, the largest difference first."""
    return _ranked(_seen_by_winner(game, game.gap) for game in field.games if game.gap)


def closest_games(field: Field) -> Groups:
    """Games, the smallest difference first; a draw is both players'."""
    return _ranked((_seen_by_winner(game, game.gap) for game in field.games), lowest=True)


def combined(field: Field) -> Groups:
    """Games, the highest sum of the two scores first; both players'."""
    return _ranked(
        Fact((game.one, game.two), game.score_one + game.score_two, 0, game.round, (game.score_one, game.score_two))
        for game in field.games
    )


def upsets(field: Field) -> Groups:
    """Wins over a better rated player, the largest difference of cotes first; where nobody has a cote, over a player
    who stood better before the round, by places.
    """
    facts = []
    for number, winner, loser in field.wins:
        if field.ratings:
            own, other = field.ratings.get(winner, 0), field.ratings.get(loser, 0)
            gap = other - own if own and other else 0
        else:
            before = field.places[number - 2] if number > 1 else {}
            own, other = before.get(winner, 0), before.get(loser, 0)
            gap = own - other if own and other else 0
        if gap > 0:
            facts.append(Fact((winner,), gap, loser, number, (own, other)))
    return _ranked(facts)


def runs(field: Field) -> Groups:
    """Each player's longest run of rounds won one after the other, over the board."""
    won: dict[int, set[int]] = defaultdict(set)
    for number, winner, _ in field.wins:
        won[winner].add(number)
    facts = []
    for who, rounds in won.items():
        best = max(_consecutive(rounds), key=lambda run: (len(run), -run[0]))
        if len(best) >= _LEAST_RUN:
            facts.append(Fact((who,), len(best), detail=(best[0], best[-1])))
    return _ranked(facts)


def climbs(field: Field) -> Groups:
    """Places won since the worst place that a player had after a round, the most first; of a latecomer since his own
    first round.
    """
    facts, entered = [], dict[int, int]()
    for game in sorted(field.games, key=lambda game: game.round, reverse=True):
        entered |= {game.one: game.round, game.two: game.round}
    for line in field.table:
        own = list(enumerate(field.places, 1))[entered.get(line.number, 1) - 1 :]
        had = [(places[line.number], at) for at, places in own if line.number in places]
        worst, at = max(had, key=lambda one: (one[0], one[1]), default=(line.place, 0))
        if worst > line.place:
            facts.append(Fact((line.number,), worst - line.place, 0, at, (worst, line.place)))
    return _ranked(facts)


def newcomers(field: Field) -> Groups:
    """Those who came without a cote, in the order of the standings; nobody where nobody has one."""
    new = [line for line in field.table if field.ratings and line.number not in field.ratings]
    return _ranked((Fact((line.number,), line.place, detail=(line.place,)) for line in new), lowest=True)


OF_KIND: dict[str, Callable[[Field], Groups]] = {
    BEST_GAME: best_games, WIDEST_WIN: widest_wins, CLOSEST_GAME: closest_games, COMBINED: combined, UPSET: upsets,
    RUN: runs, CLIMB: climbs, NEWCOMER: newcomers,
}  # fmt: skip


def _seen_by_winner(game: Played, value: int) -> Fact:
    scores = sorted((game.score_one, game.score_two), reverse=True)
    opponent = 0 if game.gap == 0 else game.two if game.winners == (game.one,) else game.one
    return Fact(game.winners, value, opponent, game.round, tuple(scores))


def _ranked(facts: Iterable[Fact], *, lowest: bool = False) -> Groups:
    """Best first, equals together in the order of the rounds."""
    sign = 1 if lowest else -1
    ordered = sorted(facts, key=lambda fact: (sign * fact.value, fact.round, fact.players))
    return [[*equals] for _, equals in groupby(ordered, key=lambda fact: fact.value)]


def _consecutive(rounds: set[int]) -> list[list[int]]:
    found: list[list[int]] = []
    for number in sorted(rounds):
        if found and found[-1][-1] == number - 1:
            found[-1].append(number)
        else:
            found.append([number])
    return found

"""Simulation of one tournament in memory, and what is measured of it.

Formulas, the ways to pair a tournament, are compared under the names of `KINDS`. For Scrabble: F10 and F50
(Classique by two editions of its regulation) and Open. For Othello: Othello (the world championship's Swiss) and
Othello simple (a plain Swiss).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from random import Random
from statistics import NormalDist
from typing import NamedTuple, TypeVar

from tournament_xl.core.lots import create_drawing
from tournament_xl.core.model import Encounter, Person, RoundByRound, X
from tournament_xl.games.game import AnyGame
from tournament_xl.games.othello.game import Othello
from tournament_xl.games.othello.rules import model as othello
from tournament_xl.games.othello.rules import swiss
from tournament_xl.games.othello.rules.formulas import SWISS
from tournament_xl.games.othello.rules.standings import compute_standings
from tournament_xl.games.scrabble.game import Scrabble
from tournament_xl.games.scrabble.rules.formulas import CLASSIQUE, OPEN
from tournament_xl.games.scrabble.rules.model import Match, Player, ScrabbleFormula, Settings, Tournament
from tournament_xl.games.scrabble.rules.search import pair_ranking
from tournament_xl.games.scrabble.rules.standings import standings
from tournament_xl.games.simulation import win_probability
from tournament_xl.workbook.decoded import RankedLine

FORM = 120.0  # standard deviation of a day's strength around the rating, in rating points [ours]
NEIGHBOURS = 4  # largest distance of places in a game between neighbours
FIRST = 10
_NORMAL = NormalDist()
Pairs = list[tuple[int, int]]
TournamentT = TypeVar("TournamentT", bound=RoundByRound[Person, Encounter])


@dataclass(frozen=True, slots=True)
class Competitor:
    """Simulated player: the rating by which he is seeded, and the strength that decides his games."""

    cote: int
    strength: float  # on the scale of ratings; differs from the rating by the form of the day


def draw_entrants(count: int, cotes: Sequence[float], source: Random) -> list[Competitor]:
    """Draw the players of a simulated tournament, best rating (`cote`) first.

    The strength of each is his rating plus a normally distributed form of the day (standard deviation FORM). `cotes`
    are real ratings in any order, at least one; the drawn ones, rounded, have their distribution (linear between
    neighbours).
    """
    sorted_cotes = sorted(cotes)
    drawn = sorted((round(_quantile(sorted_cotes, source.random())) for _ in range(count)), reverse=True)
    return [Competitor(cote, cote + source.gauss(0, FORM)) for cote in drawn]


def _quantile(sorted_cotes: Sequence[float], share: float) -> float:
    lower = int(share * (len(sorted_cotes) - 1))
    within = share * (len(sorted_cotes) - 1) - lower
    return sorted_cotes[lower] + (sorted_cotes[min(lower + 1, len(sorted_cotes) - 1)] - sorted_cotes[lower]) * within


# The tournament

Strengths = Mapping[int, float]  # by N°
Play = Callable[[Sequence[Competitor], int, int], "Measures"]  # entrants (N° 1, 2, …), number of rounds, seed


def build_scrabble_play(formula: ScrabbleFormula, edition: str) -> Play:
    """Build the function that plays a tournament of a formula of Scrabble and returns its measures.

    Everybody takes part in all rounds, with the bye (X) if the number is odd; an Open's final is played if there is
    one. The first player of a pair scores 400 plus his margin, which is negative if he loses, the second 400. In
    `SCRABBLE_KINDS` an Open has the edition "F50".

    Returns:
        Function of the entrants, best rating first and as many as the formula admits, the number of rounds and the seed
        of everything random.
    """

    def play(entrants: Sequence[Competitor], rounds: int, seed: int) -> Measures:
        strengths = _strengths_by_number(entrants)

        def meet(first: int, second: int, round_number: int) -> Match:
            lead = 0 if second == X else round(_margin(Scrabble, first, second, strengths, seed, round_number))
            return Match(first, second, () if second == X else ((400 + lead, 400),), complete=True)

        players = tuple(
            Player(number, f"J{number}", cote=competitor.cote, seed=float(number))
            for number, competitor in enumerate(entrants, start=1)
        )
        settings = Settings(formula=formula, edition=edition, rounds=rounds, seed=str(seed))
        tournament = Tournament(settings, players)
        if formula.draws_groups:
            tournament = replace(tournament, groups=formula.draw_groups(tournament))
        tournament, drawn = _play_rounds(
            tournament, rounds, lambda so_far: [(pair.one, pair.two) for pair in formula.pair(so_far)], meet
        )
        if finalist_ids := formula.find_finalists(tournament):
            tournament = replace(tournament, final=meet(*finalist_ids, rounds + 1))
        return measure_tournament(strengths, drawn, _measured_standings(tournament, rounds, standings))

    return play


def play_papp_swiss(entrants: Sequence[Competitor], rounds: int, seed: int) -> Measures:
    """Play an Othello tournament paired by the costs of the world championship (S1 to S5); return its measures."""
    return _play_othello(
        entrants, rounds, seed, lambda tournament: [pair.sides for pair in swiss.pair_swiss_round(tournament).pairs]
    )


def play_simple_swiss(entrants: Sequence[Competitor], rounds: int, seed: int) -> Measures:
    """Play an Othello tournament paired by points and earlier meetings alone, colours by lot; return its measures."""
    return _play_othello(entrants, rounds, seed, _pair_simple_swiss)


def _play_othello(
    entrants: Sequence[Competitor], rounds: int, seed: int, pair: Callable[[othello.OthelloTournament], Pairs]
) -> Measures:
    strengths = _strengths_by_number(entrants)

    def meet(black: int, white: int, round_number: int) -> othello.OthelloGame:
        if othello.BIP in (black, white):
            return othello.OthelloGame(black, white, complete=True)
        lead = max(-32, min(32, round(_margin(Othello, black, white, strengths, seed, round_number) / 2)))
        return othello.OthelloGame(black, white, 32 + lead, 32 - lead, complete=True)

    players = tuple(
        othello.OthelloPlayer(number, f"J{number}", cote=float(competitor.cote))
        for number, competitor in enumerate(entrants, start=1)
    )
    settings = othello.OthelloSettings(SWISS, rounds=rounds, seed=str(seed), compatriots="jamais")
    tournament, drawn = _play_rounds(othello.OthelloTournament(settings, players), rounds, pair, meet)
    return measure_tournament(
        strengths, drawn, _measured_standings(tournament, rounds, compute_standings), colours=True
    )


def _strengths_by_number(entrants: Sequence[Competitor]) -> Strengths:
    return {number: competitor.strength for number, competitor in enumerate(entrants, start=1)}


def _play_rounds(
    tournament: TournamentT,
    rounds: int,
    pair: Callable[[TournamentT], Pairs],
    meet: Callable[[int, int, int], Encounter],
) -> tuple[TournamentT, list[Pairs]]:
    """Play all rounds of a tournament of either game; return it with the pairs of each round."""
    drawn: list[Pairs] = []
    for round_number in range(1, rounds + 1):
        drawn.append(pair(tournament))
        games = tuple(meet(first, second, round_number) for first, second in drawn[-1])
        tournament = replace(tournament, rounds=(*tournament.rounds, games))
    return tournament, drawn


def _margin(game: type[AnyGame], first: int, second: int, strengths: Strengths, seed: int, round_number: int) -> float:
    """Return by how much the first player wins.

    The same two players who meet in the same round under the same seed play the same game, whatever the formula.
    """
    low, high = min(first, second), max(first, second)
    low_margin = draw_margin(strengths[low] - strengths[high], game, Random(f"{seed}:{round_number}:{low}:{high}"))
    return low_margin if first == low else -low_margin


def draw_margin(lead: float, game: type[AnyGame], source: Random) -> float:
    """Draw by how much the first player wins a game, not rounded yet; negative if he loses.

    The distribution is normal; a positive margin has the probability `win_probability(lead)`. `lead` is the strength of
    the first player minus that of the second, on the scale of ratings.

    Returns:
        Points; in Othello the difference of discs, not limited to 64.
    """
    spread = game.margin_spread
    return source.gauss(spread * _NORMAL.inv_cdf(win_probability(lead)), spread)


def _measured_standings(
    tournament: TournamentT, rounds: int, standings: Callable[[TournamentT, int], Sequence[RankedLine]]
) -> dict[int, Pairs]:
    """Return round -> place and number of each player after it: before each round of the last third, and at the end."""
    measured_rounds = [*range(rounds - rounds // 3, rounds), rounds]
    return {after: [(line.place, line.number) for line in standings(tournament, after)] for after in measured_rounds}


def _pair_simple_swiss(tournament: othello.OthelloTournament) -> Pairs:
    """Pair from the top of the standings, each player with the next one he has not met.

    The later rounds of Classique do the same.
    """
    round_number = tournament.next_round
    drawing = create_drawing(tournament.settings.seed, "simple", round_number)
    order = {
        player_id: position
        for position, player_id in enumerate(drawing.sort_by_lot([player.number for player in tournament.players]))
    }
    points = (
        {line.number: line.points for line in compute_standings(tournament, round_number - 1)}
        if round_number > 1
        else {}
    )
    ranking = sorted(order, key=lambda player_id: (-points.get(player_id, 0), order[player_id]))
    if len(ranking) % 2:
        ranking.append(othello.BIP)
    meetings = {frozenset(game.sides) for games in tournament.rounds for game in games}
    scores_of = {player_id: int(2 * points.get(player_id, 0)) for player_id in ranking}
    pairings = pair_ranking(
        ranking, scores_of, set(ranking), lambda first, second: frozenset((first, second)) in meetings, end_repair=True
    )
    sides = [(pair.one, pair.two) for pair in pairings]
    return [pair_sides if drawing.lot_of(f"{pair_sides}") % 2 else pair_sides[::-1] for pair_sides in sides]


# Measures


class Measures(NamedTuple):
    """Numbers that say how well one simulated tournament worked; shares are from 0 to 1."""

    best_wins: float  # 1 if the strongest player is first; 1/n if n players share the place
    kendall: float  # rank correlation of strength and final place, tau-b: 1 if the stronger one is always ahead
    first_ten: float  # share of the ten strongest who are among the first ten; below 20 players the first half, not ten
    rematches: float  # games against an opponent met before, per player
    neighbours: float  # share of games in the last third between players at most NEIGHBOURS places apart before it
    byes: float  # games against X or BIP, the byes of Scrabble and Othello, per player
    twice: float  # share of players with two byes or more
    colours: float | None  # Othello: mean of |Black - White| per player; None for Scrabble


def measure_tournament(
    strengths: Mapping[int, float],
    drawn: Sequence[Sequence[tuple[int, int]]],
    ranked: Mapping[int, Sequence[tuple[int, int]]],
    *,
    colours: bool = False,
) -> Measures:
    """Measure how well a tournament worked that has been played to its end.

    Args:
        strengths: Player number (N°) -> strength, of all players; at least two.
        drawn: Pairs of player numbers by round, from round 1; 0 is the bye (X in Scrabble, BIP in Othello).
        ranked: Round -> place and number of each player after it, best first. The last round is required. The measure
            `neighbours` takes in round r + 1 if round r is here: it looks at the places before the games.
        colours: Measure the colours too: True for Othello, where the first player of each pair has Black.

    Raises:
        KeyError: `ranked` lacks the last round.
    """
    count = len(strengths)
    final = ranked[len(drawn)]
    places = {player_id: place for place, player_id in final}
    strongest = sorted(strengths, key=lambda player_id: -strengths[player_id])
    winners = [player_id for player_id, place in places.items() if place == 1]
    leading = min(FIRST, count // 2)
    meetings: Counter[frozenset[int]] = Counter(frozenset(pair) for pairs in drawn for pair in pairs if 0 not in pair)
    byes: Counter[int] = Counter(max(pair) for pairs in drawn for pair in pairs if 0 in pair)
    balance: Counter[int] = Counter()
    for black, white in (pair for pairs in drawn for pair in pairs if colours and 0 not in pair):
        balance[black] += 1
        balance[white] -= 1
    return Measures(
        (strongest[0] in winners) / len(winners),
        compute_kendall_tau([-strengths[player_id] for player_id in places], [*places.values()]),
        len(set(strongest[:leading]) & {player_id for _, player_id in final[:leading]}) / leading,
        sum(2 * (times - 1) for times in meetings.values()) / count,
        _neighbours(drawn, ranked),
        sum(byes.values()) / count,
        sum(times > 1 for times in byes.values()) / count,
        sum(map(abs, balance.values())) / count if colours else None,
    )


def _neighbours(drawn: Sequence[Sequence[tuple[int, int]]], ranked: Mapping[int, Sequence[tuple[int, int]]]) -> float:
    near = games = 0
    for after in ranked:
        if after == len(drawn) or not after:
            continue
        positions = {player_id: position for position, (_, player_id) in enumerate(ranked[after])}
        for first, second in drawn[after]:
            if 0 not in (first, second):
                games += 1
                near += abs(positions[first] - positions[second]) <= NEIGHBOURS
    return near / games if games else 0.0


def compute_kendall_tau(first: Sequence[float], second: Sequence[float]) -> float:
    """Compute Kendall's tau-b, the rank correlation of two lists of the same length, corrected for ties.

    Returns:
        From -1 (opposite order) to 1 (same order); 0 if all values of a list are equal, or it has fewer than two.

    Raises:
        ValueError: The lists have different lengths.
    """
    same = ties_first = ties_second = 0
    for (a, b), (c, d) in combinations(list(zip(first, second, strict=True)), 2):
        x, y = (a > c) - (a < c), (b > d) - (b < d)
        same += x * y
        ties_first += not x
        ties_second += not y
    pairs = len(first) * (len(first) - 1) // 2
    whole = ((pairs - ties_first) * (pairs - ties_second)) ** 0.5
    return same / whole if whole else 0.0


class ComparedFormula(NamedTuple):
    """Formula that is compared with others of its game."""

    game: type[AnyGame]
    play: Play  # plays a simulated tournament


SCRABBLE_KINDS = {"F10": (CLASSIQUE, "F10"), "F50": (CLASSIQUE, "F50"), "Open": (OPEN, "F50")}
KINDS = {
    **{kind: ComparedFormula(Scrabble, build_scrabble_play(*played)) for kind, played in SCRABBLE_KINDS.items()},
    "Othello": ComparedFormula(Othello, play_papp_swiss),
    "Othello simple": ComparedFormula(Othello, play_simple_swiss),
}

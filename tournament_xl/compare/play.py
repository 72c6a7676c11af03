"""One simulated tournament of a formula, in memory: the rules' own pairing and standings, no workbook."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from tournament_xl.compare.field import Entrant
from tournament_xl.compare.measures import Measures, measured
from tournament_xl.model import Match, Player, Settings, Tournament, X
from tournament_xl.record import replace
from tournament_xl.rules.lots import lot
from tournament_xl.rules.othello import model as othello
from tournament_xl.rules.scrabble.formulas import FORMULAS
from tournament_xl.simulate import discs, scores

Pairs = list[tuple[int, int]]


def scrabble(formula: str, edition: str) -> Callable[[Sequence[Entrant], int, int], Measures]:
    """A player of tournaments of a formula and edition: (entrants, rounds, seed) -> measures."""

    def play(entrants: Sequence[Entrant], rounds: int, seed: int) -> Measures:
        rules = FORMULAS[formula]
        players = tuple(
            Player(number, f"J{number}", cote=one.cote, seed=float(number))
            for number, one in enumerate(entrants, start=1)
        )
        settings = Settings(formula=formula, edition=edition, rounds=rounds, seed=str(seed))
        tournament = Tournament(settings, players)
        if rules.draw:
            tournament = replace(tournament, groups=rules.draw(tournament))
        strengths = {number: one.strength for number, one in enumerate(entrants, start=1)}
        drawn: list[Pairs] = []
        for number in range(1, rounds + 1):
            pairs = [(pair.one, pair.two) for pair in rules.pair(tournament)]
            matches = tuple(_match(one, two, strengths, seed, number) for one, two in pairs)
            tournament = replace(tournament, rounds=(*tournament.rounds, matches))
            drawn.append(pairs)
        from tournament_xl.rules.scrabble.open_groups import finalists
        from tournament_xl.rules.scrabble.standings import standings

        if formula == "Open" and (two := finalists(tournament)):
            tournament = replace(tournament, final=_match(*two, strengths, seed, rounds + 1))
        tables = {after: standings(tournament, after) for after in _looked_at(rounds)}
        ranked = {after: [(line.place, line.number) for line in table] for after, table in tables.items()}
        return measured(strengths, drawn, ranked)

    return play


def papp(entrants: Sequence[Entrant], rounds: int, seed: int) -> Measures:
    """Othello by the world championship's costs (S1 to S5)."""
    from tournament_xl.rules.othello import swiss

    return _othello(entrants, rounds, seed, lambda tournament: [pair.sides for pair in swiss.pair(tournament).pairs])


def plain_swiss(entrants: Sequence[Entrant], rounds: int, seed: int) -> Measures:
    """Othello as a Swiss that looks at points and meetings alone; colours by lot."""
    return _othello(entrants, rounds, seed, _plain)


def _match(one: int, two: int, strengths: dict[int, float], seed: int, number: int) -> Match:
    """The same two who meet in the same round of the same seed play the same game, whatever the formula."""
    if two == X:
        return Match(one, two, complete=True)
    low, high = min(one, two), max(one, two)
    found = scores(strengths[low] - strengths[high], Random(f"{seed}:{number}:{low}:{high}"))
    return Match(one, two, (found if one == low else found[::-1],), complete=True)


def _othello(
    entrants: Sequence[Entrant], rounds: int, seed: int, pair: Callable[[othello.Tournament], Pairs]
) -> Measures:
    from tournament_xl.rules.othello.standings import standings

    players = tuple(
        othello.Player(number, f"J{number}", rating=float(one.cote)) for number, one in enumerate(entrants, start=1)
    )
    settings = othello.Settings(rounds=rounds, seed=str(seed), compatriots="jamais")
    tournament = othello.Tournament(settings, players)
    strengths = {number: one.strength for number, one in enumerate(entrants, start=1)}
    drawn: list[Pairs] = []
    for number in range(1, rounds + 1):
        pairs = pair(tournament)
        games = tuple(_game(one, two, strengths, seed, number) for one, two in pairs)
        tournament = replace(tournament, rounds=(*tournament.rounds, games))
        drawn.append(pairs)
    tables = {after: standings(tournament, after) for after in _looked_at(rounds)}
    ranked = {after: [(line.place, line.number) for line in table] for after, table in tables.items()}
    return measured(strengths, drawn, ranked, colours=True)


def _game(black: int, white: int, strengths: dict[int, float], seed: int, number: int) -> othello.Game:
    if othello.BIP in (black, white):
        return othello.Game(black, white, complete=True)
    low, high = min(black, white), max(black, white)
    found = discs(strengths[low] - strengths[high], Random(f"{seed}:{number}:{low}:{high}"))
    on_black, on_white = found if black == low else found[::-1]
    return othello.Game(black, white, on_black, on_white, complete=True)


def _plain(tournament: othello.Tournament) -> Pairs:
    """From the top of the standings, each with the next he has not met, as the later rounds of Classique do."""
    from tournament_xl.rules.othello.standings import standings
    from tournament_xl.rules.scrabble.search import pair_ranking

    number = tournament.next_round
    draw = lot(tournament.settings.seed, "simple", number)
    order = {who: at for at, who in enumerate(draw.order([player.number for player in tournament.players]))}
    points = {line.number: line.points for line in standings(tournament, number - 1)} if number > 1 else {}
    ranking = sorted(order, key=lambda who: (-points.get(who, 0), order[who]))
    if len(ranking) % 2:
        ranking.append(othello.BIP)
    met = {frozenset(game.sides) for games in tournament.rounds for game in games}
    scores_of = {who: int(2 * points.get(who, 0)) for who in ranking}
    found = pair_ranking(
        ranking, scores_of, set(ranking), lambda one, two: frozenset((one, two)) in met, end_repair=True
    )
    sides = [(pair.one, pair.two) for pair in found]
    return [two if draw.of(f"{two}") % 2 else two[::-1] for two in sides]


def _looked_at(rounds: int) -> list[int]:
    """The standings that the measures need: before each round of the last third, and the final ones."""
    return [*range(rounds - rounds // 3, rounds), rounds]

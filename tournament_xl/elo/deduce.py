"""What an ELO file (X2) does not say and its own standings do: Bêta, the usage of the tie-break, the discs of a bye."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

from tournament_xl.elo.reading import EloFile
from tournament_xl.elo.results import as_game
from tournament_xl.folding import fold
from tournament_xl.model import Absences
from tournament_xl.record import record, replace
from tournament_xl.rules.othello.model import BIP, PAPP, REGLEMENT, Game, Player, Settings, Tournament
from tournament_xl.rules.othello.results import discs
from tournament_xl.rules.othello.standings import Standing, beta, standings
from tournament_xl.texts import elo as texts

MOST_BETA = 100


@record
class Deduced:
    """Settings by name where they are not the default, and what could not be known."""

    settings: dict[str, str]
    told: list[str]


def deduce(found: EloFile, byes: dict[int, int], absent: dict[int, set[int]], chosen: Settings) -> Deduced:
    """By which values the file's standings come out, tried from those of `chosen` on."""
    made, told = dict[str, str](), list[str]()
    if not found.scored:
        return Deduced({}, [texts.NO_POINTS])
    values = _bye_discs(found, byes)
    if len(values) == 1 and (one := next(iter(values))) in range(65):
        chosen = replace(chosen, bye_discs=int(one))
    elif values:
        told.append(texts.BYE_DISCS.format(discs=chosen.bye_discs))
    if chosen.bye_discs != Settings().bye_discs:
        made["Pions du bye"] = str(chosen.bye_discs)
    tournament = _tournament(found, byes, absent, chosen)
    usages = dict.fromkeys((chosen.tie_break, PAPP, REGLEMENT))
    orders = [_Orders(replace(tournament, settings=replace(chosen, tie_break=usage)), found) for usage in usages]
    default = beta(chosen)
    fitting = next((one for one in orders if one.fits(default)), None)
    value = default
    if fitting is None:
        tries = ((one, other) for one in orders for other in one.others(default) if one.fits(other))
        fitting, value = next(tries, (None, default))
        if fitting is None:
            told.append(texts.NO_BETA.format(beta=_shown(default)))
        else:
            made["Bêta"] = _shown(value)
            like = [other for other in map(Fraction, range(MOST_BETA + 1)) if fitting.fits(other)]
            told.append(texts.beta_text(_shown(value), [_shown(one) for one in like]))
    if fitting and fitting.usage != chosen.tie_break:
        made["Départage"] = fitting.usage
        told.append(texts.USAGE.format(usage=fitting.usage))
    if fitting and (tied := fitting.tied(value)):
        told.append(texts.TIED.format(players=tied))
    return Deduced(made, told)


def _shown(value: Fraction) -> str:
    return f"{float(value):g}".replace(".", ",")


def _bye_discs(found: EloFile, byes: dict[int, int]) -> set[Fraction]:
    """What each bye must have brought, by the listed discs of those who had one."""
    real = dict.fromkeys(found.players, Fraction())
    for one in (one for games in found.rounds for one in games):
        for who, own in zip((one.black, one.white), discs(as_game(one)), strict=True):
            real[who] += Fraction(own)
    had = {who: list(byes.values()).count(who) for who in byes.values()}
    return {(Fraction(found.players[who].discs) - real[who]) / count for who, count in had.items()}


def _tournament(found: EloFile, byes: dict[int, int], absent: dict[int, set[int]], settings: Settings) -> Tournament:
    players = tuple(
        Player(one.number, one.name, one.first_name, absences=Absences(frozenset(absent[one.number])))
        for one in found.players.values()
    )
    rounds = []
    for number, games in enumerate(found.rounds, start=1):
        bye = [Game(byes[number], BIP, complete=True)] if number in byes else []
        rounds.append((*map(as_game, games), *bye))
    return Tournament(settings, players, tuple(rounds))


class _Orders:
    """The standings by every value of Bêta, beside the order of the file."""

    def __init__(self, tournament: Tournament, found: EloFile) -> None:
        self.usage = tournament.settings.tie_break
        self._names = {one.number: fold(f"{one.name} {one.first_name}".strip()) for one in found.players.values()}
        self._lines = [
            {line.number: line for line in standings(_with(tournament, value), len(tournament.rounds))}
            for value in (0, 1, 2)
        ]
        self._order = [who for who in found.players if who in self._lines[0]]

    def _keys(self, value: Fraction) -> list[tuple[Fraction, ...]]:
        zero, one, two = self._lines

        def tie_break(who: int) -> Fraction:
            slope = two[who].tie_break - one[who].tie_break
            return one[who].tie_break + (value - 1) * slope if value else zero[who].tie_break

        return [_key(zero[who], tie_break(who)) for who in self._order]

    def fits(self, value: Fraction) -> bool:
        """Whether nobody stands above somebody who is better."""
        return all(one >= other for one, other in pairwise(self._keys(value)))

    def others(self, default: Fraction) -> Sequence[Fraction]:
        """Values to try: whole ones, the nearest to the default first, then halves."""
        halves = [Fraction(number, 2) for number in range(2 * MOST_BETA + 1)]
        return sorted(halves, key=lambda value: (value.denominator, abs(value - default)))

    def tied(self, value: Fraction) -> int:
        """How many are equal to their neighbour in everything and do not stand as the usage would have them."""
        keys, names = self._keys(value), [self._names[who] for who in self._order]
        places = [at for at in range(1, len(keys)) if keys[at] == keys[at - 1]]
        return sum(self.usage != PAPP or names[at - 1] > names[at] for at in places)


def _key(line: Standing, tie_break: Fraction) -> tuple[Fraction, ...]:
    return Fraction(line.half_points), tie_break, line.second


def _with(tournament: Tournament, value: int) -> Tournament:
    return replace(tournament, settings=replace(tournament.settings, beta=value))

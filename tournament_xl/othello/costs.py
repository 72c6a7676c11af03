"""Rules S1, S2, S6: what a pair costs. One implementation, for all pairs in one vectorised step and for one pair.

Every term is a function of two index arrays; for all pairs these are a column and a row (numpy broadcasts them), for
the explanation of one pair they hold one index each.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from tournament_xl.othello.history import History, Past, history
from tournament_xl.othello.model import BIP, Penalties, Tournament
from tournament_xl.othello.results import took_part
from tournament_xl.record import record

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    Ints = NDArray[numpy.int64]

FLOAT = (
    0, 20000, 40588, 62785, 87119, 114041, 143998, 177453, 214908, 256910, 304062, 357037, 416582, 483534, 558828,
    643514, 738767, 845906, 966413, 1101949, 1254381, 1425805, 1618578, 1835345, 2079081,
)  # fmt: skip
FLOAT_AGAIN, FLOAT_BACK = 25, -10
FORBIDDEN = 10_000_000  # limit of a pair's cost in the optimisation (S3); same colours again, a second bye
REMATCH = 5_000_000  # with opposite colours
JUST_BEFORE = 1
LAST_OF_ELITISM = (3, 5, 9)  # rounds up to which its first three factors are in force

# kinds of a term, as the explanations name them
BALANCE, ALTERNATE, FLOATED, AGAIN, BACK = "balance", "alternation", "float", "float again", "float back"
MET, COUNTRY, ELITE, NO_GAME = "met", "compatriots", "elitism", "without game"


@record
class Term:
    """One term of a pair's cost; only terms that are not zero are told."""

    kind: str
    cost: int
    who: int | None = None  # N° of the player whom it concerns; None: the pair
    fact: int = 0  # BALANCE: delta after the game; FLOATED: difference of scores in half-points, Black's minus White's;
    # AGAIN, BACK: his last float; MET: how often they have met; NO_GAME: his rounds without a game


def elitism(number: int, factors: Sequence[int] = Penalties().elitism) -> int:
    """The factor E of round `number` (S1)."""
    return factors[sum(number > last for last in LAST_OF_ELITISM)]


def compatriot_cost(setting: str, number: int, penalty: int = Penalties().compatriots) -> int:
    """What two of the same country cost in round `number`, by the setting Compatriotes (S1).

    `toujours`, `ronde 1`, `jamais`, `interdit dès R`; ValueError for anything else.
    """
    if setting in ("", "toujours"):
        return penalty
    if setting == "jamais":
        return 0
    if setting == "ronde 1":
        return penalty if number == 1 else 0
    found = re.fullmatch(r"interdit dès (\d+)", setting)
    if not found:
        raise ValueError(f"Compatriotes: {setting}")
    return FORBIDDEN if number >= int(found[1]) else penalty


def repetition(games: list[tuple[int, int]], black: int, number: int, most: int, rematch_from: int) -> int:
    """What `black` having Black costs two players who met in `games` (round, who was Black), oldest first (S1, S6)."""
    just_before = JUST_BEFORE if games[-1][0] == number - 1 else 0
    if most >= 2 and number >= rematch_from and len(games) < most:
        return just_before + (FORBIDDEN if games[-1][1] == black else 0)
    return just_before + sum(FORBIDDEN if before == black else REMATCH for _, before in games)


class Costs:
    """The costs of all pairs of a round, Black in the row and White in the column."""

    def __init__(self, tournament: Tournament, number: int, field: Iterable[int] | None = None) -> None:
        """For the players present in round `number`, or those of `field` (N°, may include BIP); see `who`.

        BIP is added when their number is odd. Its score is the lowest of those present minus 1 (S2).
        """
        import numpy

        people = set(tournament.present(number) if field is None else field)
        players = sorted(people - {BIP})
        self.with_bip = BIP in people or len(players) % 2 == 1
        self.who: tuple[int, ...] = (*players, BIP) if self.with_bip else tuple(players)  # N° of each row and column
        self.at = {who: index for index, who in enumerate(self.who)}
        self.history: History = history(tournament, number)
        pasts = [self.history.players[who] for who in players]
        present = took_part(tournament, number) & self.history.players.keys()
        lowest = min((self.history.players[who].score for who in (present or players)), default=0)
        self._bip_score = min([lowest, *(past.score for past in pasts)]) - 1
        self._number = number
        self._tournament = tournament
        self._weights = tournament.settings.penalties
        self._arrays(pasts, tournament)
        self.directed: Ints = numpy.zeros((len(self.who), len(self.who)), dtype=numpy.int64)
        all_pairs = numpy.arange(len(players))
        count = len(players)
        self.directed[:count, :count] = sum(
            cost for _, _, cost in self._player_terms(all_pairs[:, None], all_pairs[None, :])
        )
        if self.with_bip:
            byes = sum(cost for _, cost in self._bip_terms(all_pairs))
            self.directed[:count, count] = self.directed[count, :count] = byes
        for pair, games in self.history.meetings.items():
            if pair <= self.at.keys():
                for black in pair:
                    (white,) = pair - {black}
                    self.directed[self.at[black], self.at[white]] += self._met(games, black)

    def cost(self, black: int, white: int) -> int:
        """What "black against white" costs, unlimited."""
        return int(self.directed[self.at[black], self.at[white]])

    def cheaper(self, one: int, two: int) -> int:
        """What the two cost with the better colours, unlimited."""
        return min(self.cost(one, two), self.cost(two, one))

    def limited(self) -> Ints:
        """The symmetric costs that the optimisation adds up: the cheaper direction, within [0, 10,000,000] (S3)."""
        import numpy

        limited: Ints = numpy.clip(self.least(), 0, FORBIDDEN)
        return limited

    def least(self) -> Ints:
        """The same without limits: what decides among optima (S3)."""
        import numpy

        least: Ints = numpy.minimum(self.directed, self.directed.T)
        return least

    def scores(self) -> Ints:
        """The score of each row in half-points, BIP's by S2."""
        import numpy

        return numpy.append(self._score, self._bip_score) if self.with_bip else self._score

    def terms(self, black: int, white: int) -> tuple[Term, ...]:
        """The terms that add up to `cost(black, white)`, largest first."""
        import numpy

        if BIP in (black, white):
            who = white if black == BIP else black
            index = numpy.array([self.at[who]])
            past = self.history.players[who]
            byes = [(kind, who, int(cost[0])) for kind, cost in self._bip_terms(index)]
            facts = self._facts(past, None, past.delta, past.score - self._bip_score)
            found = [Term(kind, cost, who, facts.get((kind, who), 0)) for kind, who, cost in byes if cost]
        else:
            sides = (black, white, None)
            one, two = numpy.array([self.at[black]]), numpy.array([self.at[white]])
            pasts = [self.history.players[who] for who in (black, white)]
            facts = self._facts(pasts[0], pasts[1], pasts[0].delta + 1, pasts[0].score - pasts[1].score)
            found = [
                Term(kind, int(cost[0]), sides[side], facts.get((kind, sides[side]), 0))
                for kind, side, cost in self._player_terms(one, two)
                if cost[0]
            ]
            games = self.history.meetings.get(frozenset((black, white)))
            if games:
                found.append(Term(MET, self._met(games, black), None, len(games)))
        return tuple(sorted(found, key=lambda term: -abs(term.cost)))

    def _facts(self, one: Past, two: Past | None, balance: int, difference: int) -> dict[tuple[str, int | None], int]:
        facts: dict[tuple[str, int | None], int] = {
            (BALANCE, one.number): balance,
            (FLOATED, None if two else one.number): difference,
            (NO_GAME, one.number): len(one.without_game),
        }
        if two:
            facts[BALANCE, two.number] = two.delta - 1
        for past in (one, *([two] if two else [])):
            facts[AGAIN, past.number] = facts[BACK, past.number] = past.last_float
        return facts

    def _met(self, games: list[tuple[int, int]], black: int) -> int:
        settings = self._tournament.settings
        return repetition(games, black, self._number, settings.most_meetings, settings.rematch_from)

    def _arrays(self, pasts: list[Past], tournament: Tournament) -> None:
        import numpy

        countries = {player.number: player.country.strip().casefold() for player in tournament.players}
        ids = {country: index for index, country in enumerate(dict.fromkeys(countries.values()))}
        self._score = numpy.array([past.score for past in pasts], dtype=numpy.int64)
        self._delta = numpy.array([past.delta for past in pasts], dtype=numpy.int64)
        self._last_colour = numpy.array([past.colours[-1] if past.colours else 0 for past in pasts], dtype=numpy.int64)
        self._last_float = numpy.array([past.last_float for past in pasts], dtype=numpy.int64)
        self._last_result = numpy.array([past.last_result for past in pasts], dtype=numpy.int64)
        self._country = numpy.array([ids[countries[past.number]] for past in pasts], dtype=numpy.int64)
        self._no_game = numpy.array(
            [
                FORBIDDEN * len(past.without_game) + JUST_BEFORE * (self._number - 1 in past.without_game)
                for past in pasts
            ],
            dtype=numpy.int64,
        )

    def _player_terms(self, i: Ints, j: Ints) -> list[tuple[str, int, Ints]]:
        """S1 without repetition for Black i, White j: kind, 0 Black, 1 White or 2 both, cost."""
        difference = self._score[i] - self._score[j]
        return [
            (BALANCE, 0, self._balance(self._delta[i] + 1)),
            (BALANCE, 1, self._balance(self._delta[j] - 1)),
            (ALTERNATE, 0, self._weights.alternation * (self._last_colour[i] == 1)),
            (ALTERNATE, 1, self._weights.alternation * (self._last_colour[j] == -1)),
            (FLOATED, 2, self._float(difference)),
            (AGAIN, 0, self._again(i, difference)),
            (AGAIN, 1, self._again(j, -difference)),
            (BACK, 0, self._back(i, difference)),
            (BACK, 1, self._back(j, -difference)),
            (COUNTRY, 2, self._compatriots(i, j)),
            (ELITE, 2, self._elitism(difference, self._score[i], self._score[j])),
        ]

    def _bip_terms(self, p: Ints) -> list[tuple[str, Ints]]:
        """S2: kind and cost of BIP against player p, the same in both directions."""
        import numpy

        bip = numpy.full_like(self._score[p], self._bip_score)
        difference = self._score[p] - bip
        return [
            (BALANCE, self._balance(self._delta[p])),
            (FLOATED, self._float(difference)),
            (AGAIN, self._again(p, difference)),
            (BACK, self._back(p, difference)),
            (ELITE, self._elitism(difference, self._score[p], bip)),
            (NO_GAME, self._no_game[p]),
        ]

    def _balance(self, delta: Ints) -> Ints:
        import numpy

        weights = numpy.array(self._weights.colour)
        found: Ints = weights[numpy.minimum(abs(delta), len(weights) - 1)]
        return found

    def _float(self, difference: Ints) -> Ints:
        import numpy

        found: Ints = numpy.array(FLOAT)[numpy.minimum(abs(difference), len(FLOAT) - 1)]
        return found

    def _again(self, p: Ints, own: Ints) -> Ints:
        """Floating in the same direction as last time; `own` > 0: down."""
        found: Ints = FLOAT_AGAIN * (own * self._last_float[p] > 0)
        return found

    def _back(self, p: Ints, own: Ints) -> Ints:
        """From round 3 on, floating the other way after a loss against a better or a win against a weaker player."""
        lost_up = (self._last_float[p] < 0) & (self._last_result[p] == 0)
        won_down = (self._last_float[p] > 0) & (self._last_result[p] == 2)
        found: Ints = FLOAT_BACK * (lost_up | won_down) * (self._number >= 3) * (own * self._last_float[p] < 0)
        return found

    def _compatriots(self, i: Ints, j: Ints) -> Ints:
        cost = compatriot_cost(self._tournament.settings.compatriots, self._number, self._weights.compatriots)
        found: Ints = cost * (self._country[i] == self._country[j])
        return found

    def _elitism(self, difference: Ints, one: Ints, two: Ints) -> Ints:
        factor = elitism(self._number, self._weights.elitism)
        found: Ints = factor * (one + two) * abs(difference) // 2 * ((one >= 0) & (two >= 0))
        return found

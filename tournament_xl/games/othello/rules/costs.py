"""Rules S1, S2, S6, S9: what a pair costs, term by term, and the table of all pairs.

A term concerns a player and his colour, a player and whether his opponent is better or weaker, the two scores, or the
two players (country, earlier games). Players for whom all but their earlier games are equal share a row of the table;
the games are put into it afterwards.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from tournament_xl.games.othello.rules.model import BIP, OthelloTournament
from tournament_xl.games.othello.rules.results import PairingHistory, Past, history, took_part

FLOAT = (
    0, 20000, 40588, 62785, 87119, 114041, 143998, 177453, 214908, 256910, 304062, 357037, 416582, 483534, 558828,
    643514, 738767, 845906, 966413, 1101949, 1254381, 1425805, 1618578, 1835345, 2079081,
)  # fmt: skip
FLOAT_AGAIN, FLOAT_BACK = 25, -10
FORBIDDEN = 10_000_000  # limit of a pair's cost in the optimisation (S3); same colours again, a second bye
REMATCH = 5_000_000  # with opposite colours
AVOIDED = 5_000_000  # two who are to avoid each other (S9)
JUST_BEFORE = 1
LAST_OF_ELITISM = (3, 5, 9)  # rounds up to which its first three factors are in force

# kinds of a term, as the explanations name them
BALANCE, ALTERNATE, FLOATED, AGAIN, BACK = "balance", "alternation", "float", "float again", "float back"
MET, AVOID, COUNTRY, NOWHERE, ELITE = "met", "avoid", "compatriots", "no countries", "elitism"
NO_GAME = "without game"


class Term(NamedTuple):
    """One term of a pair's cost; only terms that are not zero are told."""

    kind: str
    cost: int
    who: int | None = None  # N° of the player whom it concerns; None: the pair
    fact: int = 0  # BALANCE: delta after the game; FLOATED: difference of scores in half-points, Black's minus White's;
    # AGAIN, BACK: his last float; MET: how often they have met; NO_GAME: his rounds without a game


class Kind(NamedTuple):
    """What a player's pairs cost by, beside whom he has met and is to avoid (S1, S2)."""

    score: int  # half-points
    colours: tuple[int, int]  # what Black and White cost him
    drifts: tuple[int, ...]  # what an equal, a weaker and a better opponent cost him for his last float
    country: str | None  # None: compatriots do not matter
    bye: int  # his cost with BIP


def elitism(number: int, factors: Sequence[int]) -> int:
    """The factor E of round `number` (S1)."""
    return factors[sum(number > last for last in LAST_OF_ELITISM)]


def compatriot_cost(setting: str, number: int, penalty: int) -> int:
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
    """The costs of all pairs of a round."""

    def __init__(self, tournament: OthelloTournament, number: int, field: Iterable[int] | None = None) -> None:
        """For the players present in round `number`, or those of `field` (N°, may include BIP); see `who`.

        BIP is added when their number is odd. Its score is the lowest of those present minus 1 (S2).
        """
        people = set(tournament.present(number) if field is None else field)
        players = sorted(people - {BIP})
        self.with_bip = BIP in people or len(players) % 2 == 1
        self.who: tuple[int, ...] = (*players, BIP) if self.with_bip else tuple(players)  # N° of each row of `least`
        self.at = {who: index for index, who in enumerate(self.who)}
        self.history: PairingHistory = history(tournament, number)
        self._pasts = [self.history.players[who] for who in players]
        present = took_part(tournament, number) & self.history.players.keys()
        lowest = min((self.history.players[who].score for who in (present or players)), default=0)
        self._bip_score = min([lowest, *(past.score for past in self._pasts)]) - 1
        self._number = number
        self._settings = tournament.settings
        self._weights = tournament.settings.penalties
        self._avoid = [pair for pair in tournament.to_avoid if pair <= self.at.keys()]
        self._country = {player.number: player.country.strip().casefold() for player in tournament.players}
        self._compatriots = compatriot_cost(tournament.settings.compatriots, number, self._weights.compatriots)

    def cost(self, black: int, white: int) -> int:
        """What "black against white" costs, unlimited."""
        return sum(cost for _, _, cost in self._parts(black, white))

    def cheaper(self, one: int, two: int) -> int:
        """What the two cost with the better colours, unlimited."""
        return self.least[self.at[one]][self.at[two]]

    @cached_property
    def kinds(self) -> list[Kind]:
        """The kind of each of `who`, without BIP."""
        return [
            Kind(
                past.score,
                (sum(self._colour(past, 1)), sum(self._colour(past, -1))),
                tuple(sum(self._drift(past, own)) for own in (0, 1, -1)),
                self._country[past.number],
                self.cost(past.number, BIP) if self.with_bip else 0,
            )
            for past in self._pasts
        ]

    @cached_property
    def least(self) -> list[list[int]]:
        """What each two of `who` cost with the better colours, unlimited; nobody costs 0 with himself."""
        return self.table(self.kinds, self.at)

    def table(self, kinds: Sequence[Kind], known: Mapping[int, int]) -> list[list[int]]:
        """What each two players of these kinds, and BIP (last, if there is one), cost with the better colours.

        `known`: N° -> row, of those whose earlier games and pairs to avoid count.
        """
        scores, colours = [kind.score for kind in kinds], [kind.colours for kind in kinds]
        at_score = {
            score: [
                sum(self._between(score, kind.score)) + kind.drifts[(kind.score > score) - (kind.score < score)]
                for kind in kinds
            ]
            for score in set(scores)
        }
        in_colours = {
            (black, white): [min(black + other_white, white + other_black) for other_black, other_white in colours]
            for black, white in set(colours)
        }
        alike = {
            kind: [
                scored + coloured + kind.drifts[(kind.score > other) - (kind.score < other)]
                for scored, coloured, other in zip(at_score[kind.score], in_colours[kind.colours], scores, strict=True)
            ]
            for kind in {one._replace(country=None, bye=0) for one in kinds}
        }
        together = defaultdict[str | None, list[int]](list)
        for at, kind in enumerate(kinds):
            together[kind.country].append(at)
        rows = {kind: alike[kind._replace(country=None, bye=0)].copy() for kind in set(kinds)}
        for kind, row in rows.items():
            for at in together[kind.country] if kind.country is not None else ():
                row[at] += self._compatriots
        found = [rows[kind].copy() for kind in kinds]
        self._put_meetings(found, colours, known)
        for one, two in self._avoid:
            if one in known and two in known:
                found[known[one]][known[two]] += AVOIDED
                found[known[two]][known[one]] += AVOIDED
        if self.with_bip:
            byes = [kind.bye for kind in kinds]
            found = [[*row, bye] for row, bye in zip(found, byes, strict=True)] + [[*byes, 0]]
        for index, row in enumerate(found):
            row[index] = 0
        return found

    @cached_property
    def limited(self) -> list[list[int]]:
        """The costs that the optimisation adds up: `least` within [0, 10,000,000] (S3)."""
        return [
            row if min(row) >= 0 and max(row) <= FORBIDDEN else [min(max(cost, 0), FORBIDDEN) for cost in row]
            for row in self.least
        ]

    def scores(self) -> list[int]:
        """The score of each of `who` in half-points, BIP's by S2."""
        return [past.score for past in self._pasts] + [self._bip_score] * self.with_bip

    def terms(self, black: int, white: int) -> tuple[Term, ...]:
        """The terms that add up to `cost(black, white)`, largest first; that they have met is told even if free."""
        if BIP in (black, white):
            past = self.history.players[white if black == BIP else black]
            facts = self._facts(past, None, past.delta, past.score - self._bip_score)
        else:
            pasts = [self.history.players[who] for who in (black, white)]
            facts = self._facts(pasts[0], pasts[1], pasts[0].delta + 1, pasts[0].score - pasts[1].score)
            facts[MET, None] = len(self.history.meetings.get(frozenset((black, white)), ()))
        found = [
            Term(kind, cost, who, facts.get((kind, who), 0))
            for kind, who, cost in self._parts(black, white)
            if cost or kind == MET
        ]
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

    def _parts(self, black: int, white: int) -> Iterator[tuple[str, int | None, int]]:
        """Every term of a pair (S1, S2): kind, whom it concerns (None: the pair), cost."""
        if BIP in (black, white):
            yield from self._bye_parts(self.history.players[white if black == BIP else black])
            return
        one, two = self.history.players[black], self.history.players[white]
        balances, alternations = zip(self._colour(one, 1), self._colour(two, -1), strict=True)
        own = (one.score > two.score) - (one.score < two.score)
        agains, backs = zip(self._drift(one, own), self._drift(two, -own), strict=True)
        floated, elite = self._between(one.score, two.score)
        for kind, (first, second) in ((BALANCE, balances), (ALTERNATE, alternations)):
            yield from ((kind, black, first), (kind, white, second))
        yield FLOATED, None, floated
        for kind, (first, second) in ((AGAIN, agains), (BACK, backs)):
            yield from ((kind, black, first), (kind, white, second))
        same = self._country[black] == self._country[white]
        yield COUNTRY if self._country[black] else NOWHERE, None, self._compatriots * same
        yield ELITE, None, elite
        yield AVOID, None, AVOIDED * ({black, white} in self._avoid)
        if games := self.history.meetings.get(frozenset((black, white))):
            yield MET, None, self._met(games, black)

    def _bye_parts(self, past: Past) -> Iterator[tuple[str, int | None, int]]:
        """S2: what it costs that this player has the bye: kind of the cost, his N°, amount."""
        floated, elite = self._between(past.score, self._bip_score)
        again, back = self._drift(past, (past.score > self._bip_score) - (past.score < self._bip_score))
        without, just_before = past.without_game, self._number - 1 in past.without_game
        no_game = FORBIDDEN * len(without) + JUST_BEFORE * just_before
        costs = (self._balance(past.delta), floated, again, back, elite, no_game)
        for kind, cost in zip((BALANCE, FLOATED, AGAIN, BACK, ELITE, NO_GAME), costs, strict=True):
            yield kind, past.number, cost

    def _put_meetings(self, found: list[list[int]], colours: list[tuple[int, int]], known: Mapping[int, int]) -> None:
        for pair, games in self.history.meetings.items():
            if pair <= known.keys():
                one, two = pair
                row, column = known[one], known[two]
                forth, back = (colours[row][side] + colours[column][1 - side] for side in (0, 1))
                more = min(forth + self._met(games, one), back + self._met(games, two)) - min(forth, back)
                found[row][column] += more
                found[column][row] += more

    def _met(self, games: list[tuple[int, int]], black: int) -> int:
        settings = self._settings
        return repetition(games, black, self._number, settings.most_meetings, settings.rematch_from)

    def _colour(self, past: Past, colour: int) -> tuple[int, int]:
        """Balance and alternation for a player who has this colour, 1 Black, -1 White."""
        again = bool(past.colours) and past.colours[-1] == colour
        return self._balance(past.delta + colour), self._weights.alternation * again

    def _balance(self, delta: int) -> int:
        weights = self._weights.colour
        return weights[min(abs(delta), len(weights) - 1)]

    def _drift(self, past: Past, own: int) -> tuple[int, int]:
        """Floating in the same direction as last time; from round 3 on, floating the other way after a loss against a
        better or a win against a weaker player. `own`: 1 down, -1 up, 0 not.
        """
        again = own * past.last_float > 0
        deserved = past.last_result == 0 if past.last_float < 0 else past.last_result == 2
        back = own * past.last_float < 0 and deserved and self._number >= 3
        return FLOAT_AGAIN * again, FLOAT_BACK * back

    def _between(self, one: int, two: int) -> tuple[int, int]:
        """The float and elitism between two scores."""
        difference = abs(one - two)
        factor = elitism(self._number, self._weights.elitism) if one >= 0 and two >= 0 else 0
        return FLOAT[min(difference, len(FLOAT) - 1)], factor * (one + two) * difference // 2

"""Cost of a pair, term by term, and the table of all pairs (rules S1, S2, S6, S9 of docs/regles.md).

The optimisation looks for the pairs whose costs add up to the least total (`optimum`). BIP is the fictitious opponent
in an odd field (the bye).

A term depends on a player and his colour, on a player and whether his opponent is better or weaker, on the two scores,
or on the two players (country, earlier games). Players who differ in nothing but their earlier games share a row of the
table; the earlier games are added afterwards.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from tournament_xl.games.othello.rules.model import BIP, OthelloTournament, Term
from tournament_xl.games.othello.rules.results import (
    PairingHistory,
    PlayerRecord,
    collect_pairing_history,
    find_participants,
)

FLOAT = (
    0, 20000, 40588, 62785, 87119, 114041, 143998, 177453, 214908, 256910, 304062, 357037, 416582, 483534, 558828,
    643514, 738767, 845906, 966413, 1101949, 1254381, 1425805, 1618578, 1835345, 2079081,
)  # fmt: skip
FLOAT_AGAIN, FLOAT_BACK = 25, -10
FORBIDDEN = 10_000_000  # limit of a pair's cost (S3); cost of a rematch with the same colours, or of a second bye
REMATCH = 5_000_000  # rematch with opposite colours
AVOIDED = 5_000_000  # two players who are to avoid each other (S9)
JUST_BEFORE = 1
LAST_OF_ELITISM = (3, 5, 9)  # last round of each of the first three factors

# kinds of terms
BALANCE, ALTERNATE, FLOATED, AGAIN, BACK = "balance", "alternation", "float", "float again", "float back"
MET, AVOID, COUNTRY, NOWHERE, ELITE = "met", "avoid", "compatriots", "no countries", "elitism"
NO_GAME = "without game"


class CostClass(NamedTuple):
    """All that the costs of a player's pairs depend on, except earlier opponents and pairs to avoid (S1, S2)."""

    score: int  # half-points
    colours: tuple[int, int]  # cost of having Black, of having White
    drift_costs: tuple[int, ...]  # cost of an equal, a weaker and a better opponent, by the last float
    country: str | None  # None: compatriots do not matter
    bye: int  # cost of the bye; 0 without BIP


def compute_elitism_factor(round_number: int, factors: Sequence[int]) -> int:
    """Return the factor of a round by which two players of high scores who float to each other cost more (S1).

    The factors are those of the setting Élitisme, for rounds 1-3, 4-5, 6-9 and from 10.
    """
    return factors[sum(round_number > last for last in LAST_OF_ELITISM)]


def compute_compatriot_cost(setting: str, round_number: int, penalty: int) -> int:
    """Return the cost of two players of one country meeting in a round (S1).

    It is the penalty in every round (`toujours` or ""), in round 1 only (`ronde 1`), in none (`jamais`); with `interdit
    dès R` the penalty before round R, from R on the 10,000,000 of a forbidden pair. Else it is 0. `setting` is the
    value of Compatriotes, the penalty that of Même pays.

    Raises:
        ValueError: The setting has another value.
    """
    if setting in ("", "toujours"):
        return penalty
    if setting == "jamais":
        return 0
    if setting == "ronde 1":
        return penalty if round_number == 1 else 0
    match = re.fullmatch(r"interdit dès (\d+)", setting)
    if not match:
        raise ValueError(f"Compatriotes: {setting}")
    return FORBIDDEN if round_number >= int(match[1]) else penalty


def compute_rematch_cost(
    meetings: list[tuple[int, int]], black_id: int, round_number: int, most_meetings: int, rematch_from: int
) -> int:
    """Return the cost of another meeting of two players (S1, S6).

    Each earlier meeting costs 10,000,000 if this player had Black then too, else 5,000,000. A rematch that the settings
    allow costs 10,000,000 if he had Black in the latest meeting, else 0. Either costs 1 more if the latest meeting was
    in the round before. `meetings` are (round, N° of Black), oldest first, at least one.
    """
    just_before = JUST_BEFORE if meetings[-1][0] == round_number - 1 else 0
    if most_meetings >= 2 and round_number >= rematch_from and len(meetings) < most_meetings:
        return just_before + (FORBIDDEN if meetings[-1][1] == black_id else 0)
    return just_before + sum(FORBIDDEN if earlier_black == black_id else REMATCH for _, earlier_black in meetings)


class Costs:
    """Costs of all pairs of the players of a round, on the results of the rounds before it.

    The more a pair is to be avoided, the larger. Costs are unlimited unless a name says "limited" (0 … 10,000,000, S3).
    """

    def __init__(
        self, tournament: OthelloTournament, round_number: int, participant_ids: Iterable[int] | None = None
    ) -> None:
        """Collect what the costs of a round depend on.

        BIP, the bye, joins when the number of players is odd, or if it is among the participants. Its score is half a
        point below the lowest score of everybody present in the round, paired here or not (S2).

        Args:
            tournament: Facts of the tournament; the rounds before this one must have all their results.
            round_number: Round to be paired, or drawn already.
            participant_ids: N° of the players, which may include BIP; None: everybody present in the round.
        """
        participants = set(tournament.present(round_number) if participant_ids is None else participant_ids)
        player_ids = sorted(participants - {BIP})
        self.with_bip = BIP in participants or len(player_ids) % 2 == 1
        self.player_ids: tuple[int, ...] = (
            (*player_ids, BIP) if self.with_bip else tuple(player_ids)
        )  # N° of each row of `least`
        self.row_of = {player_id: index for index, player_id in enumerate(self.player_ids)}
        self.history: PairingHistory = collect_pairing_history(tournament, round_number)
        self._records = [self.history.players[player_id] for player_id in player_ids]
        present = find_participants(tournament, round_number) & self.history.players.keys()
        lowest = min((self.history.players[player_id].score for player_id in (present or player_ids)), default=0)
        self._bip_score = min([lowest, *(record.score for record in self._records)]) - 1
        self._round_number = round_number
        self._settings = tournament.settings
        self._weights = tournament.settings.penalties
        self._avoid = [pair for pair in tournament.to_avoid if pair <= self.row_of.keys()]
        self._country = {player.number: player.country.strip().casefold() for player in tournament.players}
        self._compatriots = compute_compatriot_cost(
            tournament.settings.compatriots, round_number, self._weights.compatriots
        )

    def cost(self, black: int, white: int) -> int:
        """Return the unlimited cost of `black` against `white`, either of them a N° or BIP."""
        return sum(cost for _, _, cost in self._parts(black, white))

    def cost_with_better_colours(self, first_id: int, second_id: int) -> int:
        """Return the unlimited cost of two players, or of a player and BIP, with the cheaper colours."""
        return self.least[self.row_of[first_id]][self.row_of[second_id]]

    @cached_property
    def cost_classes(self) -> list[CostClass]:
        """Cost class of each of `player_ids` in their order, BIP left out."""
        return [
            CostClass(
                record.score,
                (sum(self._colour(record, 1)), sum(self._colour(record, -1))),
                tuple(sum(self._drift(record, direction)) for direction in (0, 1, -1)),
                self._country[record.number],
                self.cost(record.number, BIP) if self.with_bip else 0,
            )
            for record in self._records
        ]

    @cached_property
    def least(self) -> list[list[int]]:
        """Unlimited cost of each two of `player_ids` with the cheaper colours; 0 on the diagonal."""
        return self.table(self.cost_classes, self.row_of)

    def table(self, cost_classes: Sequence[CostClass], row_of: Mapping[int, int]) -> list[list[int]]:
        """Return the unlimited cost of each two of some players with the cheaper colours, 0 on the diagonal.

        Args:
            cost_classes: Class of the player of each row; BIP gets the last row when the field has it.
            row_of: N° -> row, of the players whose earlier games and pairs to avoid count; of others they are left out.
        """
        scores, colours = (
            [cost_class.score for cost_class in cost_classes],
            [cost_class.colours for cost_class in cost_classes],
        )
        costs_by_score = {
            score: [
                sum(self._between(score, cost_class.score))
                + cost_class.drift_costs[(cost_class.score > score) - (cost_class.score < score)]
                for cost_class in cost_classes
            ]
            for score in set(scores)
        }
        costs_by_colours = {
            (black, white): [min(black + other_white, white + other_black) for other_black, other_white in colours]
            for black, white in set(colours)
        }
        costs_by_class = {
            cost_class: [
                score_cost
                + colour_cost
                + cost_class.drift_costs[(cost_class.score > other_score) - (cost_class.score < other_score)]
                for score_cost, colour_cost, other_score in zip(
                    costs_by_score[cost_class.score], costs_by_colours[cost_class.colours], scores, strict=True
                )
            ]
            for cost_class in {player_class._replace(country=None, bye=0) for player_class in cost_classes}
        }
        rows_by_country = defaultdict[str | None, list[int]](list)
        for column, cost_class in enumerate(cost_classes):
            rows_by_country[cost_class.country].append(column)
        rows = {
            cost_class: costs_by_class[cost_class._replace(country=None, bye=0)].copy()
            for cost_class in set(cost_classes)
        }
        for cost_class, row in rows.items():
            for column in rows_by_country[cost_class.country] if cost_class.country is not None else ():
                row[column] += self._compatriots
        costs = [rows[cost_class].copy() for cost_class in cost_classes]
        self._put_meetings(costs, colours, row_of)
        for first_id, second_id in self._avoid:
            if first_id in row_of and second_id in row_of:
                costs[row_of[first_id]][row_of[second_id]] += AVOIDED
                costs[row_of[second_id]][row_of[first_id]] += AVOIDED
        if self.with_bip:
            byes = [cost_class.bye for cost_class in cost_classes]
            costs = [[*row, bye] for row, bye in zip(costs, byes, strict=True)] + [[*byes, 0]]
        for index, row in enumerate(costs):
            row[index] = 0
        return costs

    @cached_property
    def limited(self) -> list[list[int]]:
        """Costs that the optimisation adds up: `least` limited to 0 … 10,000,000 (S3)."""
        return [
            row if min(row) >= 0 and max(row) <= FORBIDDEN else [min(max(cost, 0), FORBIDDEN) for cost in row]
            for row in self.least
        ]

    def scores(self) -> list[int]:
        """Return the score of each of `player_ids` before the round, in half-points; BIP's, the last, by S2."""
        return [record.score for record in self._records] + [self._bip_score] * self.with_bip

    def terms(self, black: int, white: int) -> tuple[Term, ...]:
        """Return the terms that add up to `cost(black, white)`, the largest amount first; one may be negative.

        Terms of 0 are left out, except the term of a rematch (MET), which the settings may make free. Either player may
        be BIP, the bye, not both.
        """
        if BIP in (black, white):
            record = self.history.players[white if black == BIP else black]
            facts = self._facts(record, None, record.delta, record.score - self._bip_score)
        else:
            records = [self.history.players[player_id] for player_id in (black, white)]
            facts = self._facts(records[0], records[1], records[0].delta + 1, records[0].score - records[1].score)
            facts[MET, None] = len(self.history.meetings.get(frozenset((black, white)), ()))
        terms = [
            Term(kind, cost, player_id, facts.get((kind, player_id), 0))
            for kind, player_id, cost in self._parts(black, white)
            if cost or kind == MET
        ]
        return tuple(sorted(terms, key=lambda term: -abs(term.cost)))

    def _facts(
        self, first: PlayerRecord, second: PlayerRecord | None, balance: int, difference: int
    ) -> dict[tuple[str, int | None], int]:
        """Return the number that explains a term, by kind of term and N° (None: the pair)."""
        facts: dict[tuple[str, int | None], int] = {
            (BALANCE, first.number): balance,
            (FLOATED, None if second else first.number): difference,
            (NO_GAME, first.number): len(first.without_game),
        }
        if second:
            facts[BALANCE, second.number] = second.delta - 1
        for record in (first, *([second] if second else [])):
            facts[AGAIN, record.number] = facts[BACK, record.number] = record.last_float
        return facts

    def _parts(self, black: int, white: int) -> Iterator[tuple[str, int | None, int]]:
        """Yield every term of a pair (S1, S2): kind, N° of the player concerned (None: the pair), cost."""
        if BIP in (black, white):
            yield from self._bye_parts(self.history.players[white if black == BIP else black])
            return
        black_record, white_record = self.history.players[black], self.history.players[white]
        balances, alternations = zip(self._colour(black_record, 1), self._colour(white_record, -1), strict=True)
        direction = (black_record.score > white_record.score) - (black_record.score < white_record.score)
        repeat_costs, return_costs = zip(
            self._drift(black_record, direction), self._drift(white_record, -direction), strict=True
        )
        float_cost, elitism_cost = self._between(black_record.score, white_record.score)
        for kind, (black_cost, white_cost) in ((BALANCE, balances), (ALTERNATE, alternations)):
            yield from ((kind, black, black_cost), (kind, white, white_cost))
        yield FLOATED, None, float_cost
        for kind, (black_cost, white_cost) in ((AGAIN, repeat_costs), (BACK, return_costs)):
            yield from ((kind, black, black_cost), (kind, white, white_cost))
        are_compatriots = self._country[black] == self._country[white]
        yield COUNTRY if self._country[black] else NOWHERE, None, self._compatriots * are_compatriots
        yield ELITE, None, elitism_cost
        yield AVOID, None, AVOIDED * ({black, white} in self._avoid)
        if games := self.history.meetings.get(frozenset((black, white))):
            yield MET, None, self._met(games, black)

    def _bye_parts(self, record: PlayerRecord) -> Iterator[tuple[str, int | None, int]]:
        """Yield every term of a bye (S2): kind, N° of the player, cost."""
        float_cost, elitism_cost = self._between(record.score, self._bip_score)
        repeat_cost, return_cost = self._drift(
            record, (record.score > self._bip_score) - (record.score < self._bip_score)
        )
        rounds_without_game, just_before = record.without_game, self._round_number - 1 in record.without_game
        no_game = FORBIDDEN * len(rounds_without_game) + JUST_BEFORE * just_before
        costs = (self._balance(record.delta), float_cost, repeat_cost, return_cost, elitism_cost, no_game)
        for kind, cost in zip((BALANCE, FLOATED, AGAIN, BACK, ELITE, NO_GAME), costs, strict=True):
            yield kind, record.number, cost

    def _put_meetings(self, table: list[list[int]], colours: list[tuple[int, int]], row_of: Mapping[int, int]) -> None:
        """Add the costs of earlier meetings to a table."""
        for pair, games in self.history.meetings.items():
            if pair <= row_of.keys():
                first_id, second_id = pair
                row, column = row_of[first_id], row_of[second_id]
                first_black, second_black = (colours[row][side] + colours[column][1 - side] for side in (0, 1))
                extra = min(first_black + self._met(games, first_id), second_black + self._met(games, second_id)) - min(
                    first_black, second_black
                )
                table[row][column] += extra
                table[column][row] += extra

    def _met(self, meetings: list[tuple[int, int]], black_id: int) -> int:
        """Return the cost of another meeting, by the tournament's settings."""
        settings = self._settings
        return compute_rematch_cost(
            meetings, black_id, self._round_number, settings.most_meetings, settings.rematch_from
        )

    def _colour(self, record: PlayerRecord, colour: int) -> tuple[int, int]:
        """Return balance and alternation of a player who gets this colour (1 Black, -1 White)."""
        repeated = bool(record.colours) and record.colours[-1] == colour
        return self._balance(record.delta + colour), self._weights.alternation * repeated

    def _balance(self, delta: int) -> int:
        weights = self._weights.colour
        return weights[min(abs(delta), len(weights) - 1)]

    def _drift(self, record: PlayerRecord, direction: int) -> tuple[int, int]:
        """Return the costs of floating in the same and in the opposite direction as last time.

        The second counts from round 3 on, after a loss against a better or a win against a weaker player. `direction`
        is 1 for a weaker opponent (down), -1 for a better one (up), 0 for an equal one.
        """
        repeats = direction * record.last_float > 0
        deserved = record.last_result == 0 if record.last_float < 0 else record.last_result == 2
        returns = direction * record.last_float < 0 and deserved and self._round_number >= 3
        return FLOAT_AGAIN * repeats, FLOAT_BACK * returns

    def _between(self, first_score: int, second_score: int) -> tuple[int, int]:
        """Return float and elitism between two scores."""
        difference = abs(first_score - second_score)
        factor = (
            compute_elitism_factor(self._round_number, self._weights.elitism)
            if first_score >= 0 and second_score >= 0
            else 0
        )
        return FLOAT[min(difference, len(FLOAT) - 1)], factor * (first_score + second_score) * difference // 2

"""Rule B5: the one function that ranks. Points, départage (Brightwell), second criterion, then a lot or the name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from tournament_xl.core.lots import lot
from tournament_xl.core.normalization import normalize
from tournament_xl.games.othello.rules.model import PAPP, ROUND_ROBIN_FORMULAS, OthelloSettings, OthelloTournament
from tournament_xl.games.othello.rules.results import DRAW, MET, UNPLAYED, WIN, Entry, entries, took_part

LONG = 8  # rounds from which the Buchholz counts when the text names no value [PAPP]
BETA_LONG = 6


class OthelloStanding(NamedTuple):
    """One line of the standings."""

    place: int  # from 1, each once
    number: int  # N°
    half_points: int
    tie_break: Fraction  # Départage: discs + β × Buchholz, after the replacements of B5
    second: Fraction  # the criterion after it: the same with β = 0, or the real discs in PAPP's usage
    discs: Fraction  # real discs, byes included: column Pions
    won: int  # games won, a bye counts
    drawn: int
    lost: int
    left: bool  # not present in the last round counted

    @property
    def points(self) -> float:
        return self.half_points / 2

    @property
    def games(self) -> int:
        """Column J: won, drawn and lost."""
        return self.won + self.drawn + self.lost


def beta(settings: OthelloSettings) -> Fraction:
    """β per whole point of Buchholz (B5): the setting, else by the format and the announced number of rounds.

    0 for every round robin and below 8 rounds, 6 from 8 on; a Swiss that names no number lasts at most 7.
    """
    if settings.beta is not None:
        return Fraction(str(settings.beta))
    announced = settings.rounds or 0
    return Fraction(BETA_LONG if settings.formula not in ROUND_ROBIN_FORMULAS and announced >= LONG else 0)


def standings(
    tournament: OthelloTournament, after: int, entries_by_player: Mapping[int, Sequence[Entry]] | None = None
) -> list[OthelloStanding]:
    """The standings after round `after`, best first (B5), of everybody who has entered by then.

    Rounds 1 to `after` must have all their results. Who has left stays ranked. Before round 1 nobody is ranked.
    `known`: the `entries` through this round.
    """
    entered = {player_id for games in tournament.rounds[:after] for game in games for player_id in game.sides}
    ranked_entries = {
        player_id: player_entries
        for player_id, player_entries in (entries_by_player or entries(tournament, after)).items()
        if player_id in entered
    }
    participants = took_part(tournament, after) if after else frozenset()
    half_points = {
        player_id: sum(entry.half_points for entry in player_entries)
        for player_id, player_entries in ranked_entries.items()
    }
    factor, usage = beta(tournament.settings), tournament.settings.tie_break
    unplaced = []
    for player_id, player_entries in ranked_entries.items():
        real_discs = replaced_discs = 0.0
        buchholz = won = drawn = lost = 0
        for _, kind, opponent, _, points, discs in player_entries:
            real_discs += discs
            if kind in UNPLAYED or opponent not in participants:  # a draw with oneself (B5)
                replaced_discs += DRAW
                buchholz += half_points[player_id]
            else:
                replaced_discs += discs
                buchholz += half_points[opponent]
            won += points == WIN
            drawn += points == 1
            lost += points == 0 and kind in MET
        exact_real, exact_replaced = _exact(real_discs), _exact(replaced_discs)
        tie_break = (
            exact_replaced + factor * buchholz / 2 if factor else exact_real if usage == PAPP else exact_replaced
        )
        second = exact_real if usage == PAPP else exact_replaced
        has_left = player_id not in participants
        unplaced.append(
            OthelloStanding(
                0, player_id, half_points[player_id], tie_break, second, exact_real, won, drawn, lost, has_left
            )
        )
    return _placed(tournament, unplaced)


def _exact(discs: float) -> Fraction:
    """The same; each of its parts is whole or half, so that the sum of floats is exact."""
    return Fraction(int(discs)) if discs == int(discs) else Fraction(round(2 * discs), 2)


def last_word(tournament: OthelloTournament) -> dict[int, int]:
    """N° -> his place among equals on all criteria: by lot, in PAPP by name."""
    numbers = [player.number for player in tournament.players]
    if tournament.settings.tie_break == PAPP:
        names = {player.number: normalize(player.full_name) for player in tournament.players}
        ordered = sorted(numbers, key=lambda number: (names[number], number))
    else:
        ordered = lot(tournament.settings.seed, "départage").order(numbers)
    return {number: place for place, number in enumerate(ordered, start=1)}


def _placed(tournament: OthelloTournament, lines: list[OthelloStanding]) -> list[OthelloStanding]:
    lot_order = last_word(tournament)
    unit = 4 * beta(tournament.settings).denominator  # a criterion times this is a whole number: these compare quickly

    def whole(criterion: Fraction) -> int:
        return criterion.numerator * (unit // criterion.denominator)

    criteria = {line.number: (-line.half_points, -whole(line.tie_break), -whole(line.second)) for line in lines}
    ranked = sorted(lines, key=lambda line: (criteria[line.number], lot_order[line.number]))
    return [line._replace(place=place) for place, line in enumerate(ranked, start=1)]

"""Standings (rule B5 of docs/regles.md): points, départage (Brightwell), second criterion, then a lot or the name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from tournament_xl.core.lots import create_drawing
from tournament_xl.core.normalization import normalize
from tournament_xl.games.othello.rules.model import (
    PAPP,
    TIE_BREAKS,
    OthelloSettings,
    OthelloStanding,
    OthelloTournament,
)
from tournament_xl.games.othello.rules.results import DRAW, MET, UNPLAYED, WIN, Entry, find_participants, score_rounds

LONG = 8  # from this number of rounds on the Buchholz counts where no β is set [PAPP]
BETA_LONG = 6
# why a game counts as a draw with oneself: the opponent is absent from the last round played, or has left (F2)
LEFT = "left"


def compute_beta(settings: OthelloSettings) -> Fraction:
    """Return β, the weight of a point of Buchholz (a win is 1) in the départage (B5): the setting, else by the rounds.

    0 for every round robin and below 8 rounds, 6 from 8 on; a Swiss without announced rounds lasts at most 7.
    """
    if settings.beta is not None:
        return Fraction(str(settings.beta))
    announced = settings.rounds or 0
    return Fraction(BETA_LONG if not settings.formula.cycles and announced >= LONG else 0)


def compute_standings(
    tournament: OthelloTournament, after: int, entries_by_player: Mapping[int, Sequence[Entry]] | None = None
) -> list[OthelloStanding]:
    """Rank everybody who has had a row in rounds 1 to `after` (B5), also players who have left since.

    After the points count the tie-break, discs + β × Buchholz, then as second criterion the discs. For both, a bye, an
    absence, a forfeit that the player gave and a game against somebody who has left are 32 discs and an opponent with
    the player's own points. In PAPP's usage (setting `tie_break`) the real discs are the second criterion and, with a β
    of 0, the tie-break. Players equal on all criteria are ranked by lot, in PAPP's usage by name. After 0 rounds nobody
    is ranked. Rounds 1 to `after` must have all their results; `entries_by_player` is what `score_rounds` gives for
    them, where the caller has it.
    """
    entered = {player_id for games in tournament.rounds[:after] for game in games for player_id in game.sides}
    ranked_entries = {
        player_id: player_entries
        for player_id, player_entries in (entries_by_player or score_rounds(tournament, after)).items()
        if player_id in entered
    }
    participants = find_participants(tournament, after) if after else frozenset()
    half_points = {
        player_id: sum(entry.half_points for entry in player_entries)
        for player_id, player_entries in ranked_entries.items()
    }
    factor, usage = compute_beta(tournament.settings), tournament.settings.tie_break
    unplaced = []
    for player_id, player_entries in ranked_entries.items():
        real_discs = replaced_discs = 0.0
        buchholz = won = drawn = lost = 0
        for _, kind, opponent, _, points, discs in player_entries:
            real_discs += discs
            if kind in UNPLAYED or opponent not in participants:  # as a draw against equal points (B5)
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


class TieBreakPart(NamedTuple):
    """What one round gives to a player's tie-break (B5)."""

    round: int
    discs: float
    half_points: int  # opponent's, or the player's own, which β multiplies
    reason: str  # why the round counts as a draw with oneself: BYE, ABSENT, GAVE_FORFEIT or LEFT; "" as scored


def list_tie_break_parts(tournament: OthelloTournament, after: int) -> dict[int, list[TieBreakPart]]:
    """Return what each round gives to the tie-break of everybody in the standings after a round (B5).

    Rounds 1 to `after` must have all their results.

    Returns:
        N° -> parts in the order of the rounds: discs + β × half points ÷ 2 are his `tie_break` together.
    """
    participants = find_participants(tournament, after) if after else frozenset()
    entries_by_player = score_rounds(tournament, after)
    half_points = {line.number: line.half_points for line in compute_standings(tournament, after, entries_by_player)}
    real = tournament.settings.tie_break == PAPP and not compute_beta(tournament.settings)

    def part(player_id: int, entry: Entry) -> TieBreakPart:
        reason = entry.kind if entry.kind in UNPLAYED else "" if entry.opponent in participants else LEFT
        discs = DRAW if reason and not real else entry.discs
        return TieBreakPart(entry.round, discs, half_points[player_id if reason else entry.opponent], reason)

    return {player_id: [part(player_id, entry) for entry in entries_by_player[player_id]] for player_id in half_points}


def _exact(discs: float) -> Fraction:
    """Convert a sum of whole and half discs, which a float holds exactly."""
    return Fraction(int(discs)) if discs == int(discs) else Fraction(round(2 * discs), 2)


def _order_equal_players(tournament: OthelloTournament) -> dict[int, int]:
    """Return N° -> position among players equal on all criteria: by lot, in PAPP's usage by name."""
    numbers = [player.number for player in tournament.players]
    if tournament.settings.tie_break == PAPP:
        names = {player.number: normalize(player.full_name) for player in tournament.players}
        ordered = sorted(numbers, key=lambda number: (names[number], number))
    else:
        ordered = create_drawing(tournament.settings.seed, "départage").sort_by_lot(numbers)
    return {number: place for place, number in enumerate(ordered, start=1)}


def _placed(tournament: OthelloTournament, lines: list[OthelloStanding]) -> list[OthelloStanding]:
    """Sort the lines and give them their places."""
    lot_order = _order_equal_players(tournament)
    unit = 4 * compute_beta(tournament.settings).denominator  # criteria times this are integers, which compare faster

    def whole(value: Fraction | float | None) -> int:
        numerator, denominator = (value or 0).as_integer_ratio()
        return numerator * (unit // denominator)

    criteria = {line.number: [-whole(criterion.value(line)) for criterion in TIE_BREAKS] for line in lines}
    ranked = sorted(lines, key=lambda line: (criteria[line.number], lot_order[line.number]))
    return [line._replace(place=place) for place, line in enumerate(ranked, start=1)]

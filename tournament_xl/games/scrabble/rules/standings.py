"""The standings: the only function that ranks players, for sheets, pairing and checks.

PM are match points; PPM are the match points among players with equal PM who have all met one another; Pdep is the sum
of limited score differences. X is the fictitious opponent in an odd field (the bye). Rules C7, C8, C10 and O8 of
docs/regles.md; paragraphs (§) are those of the regulation.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from itertools import groupby

from tournament_xl.core.model import X
from tournament_xl.games.scrabble.rules.model import TIE_BREAKS, Match, Player, Round, Standing, Tournament
from tournament_xl.games.scrabble.rules.scoring import Scoring, Tally, count_wins, is_meeting, tallies


def standings(
    tournament: Tournament, after: int, *, present: Collection[int] | None = None, ppm: bool = True
) -> list[Standing]:
    """Rank the players after a round by `TIE_BREAKS` (C8), then by place in the initial ranking.

    Matches without a result do not count. After the last round, with `present` None, players equal on all tie-breaks
    share their place (C8), except the first two once an Open's deciding game has a result: its winner is first, its
    loser second; after a draw or two forfeits they keep their order (O8). In all other standings no two players share a
    place.

    Args:
        tournament: Facts of the tournament: players, settings, rounds with their matches.
        after: Last round that counts; 0 for the initial ranking.
        present: N° of the players to rank, for a pairing also X (0) if the round has a bye; None for all registered
            players. Players not among them have no line, and the groups of equal PM are formed without them (C7, C10).
        ppm: Whether PPM are computed and count; if not, PPM is None in all lines. The table rounds, which a seat table
            pairs, are ranked without PPM (C8, §6.2).
    """
    scoring = Scoring.of(tournament.settings)
    rounds = tournament.rounds[:after]
    matches = [match for played in rounds for match in played if match.complete]
    tallies_by_number: dict[int, list[Tally]] = defaultdict(list)
    for played in rounds:
        for number, tally in _score_round(played, scoring):
            tallies_by_number[number].append(tally)

    seeds = {player.number: _seed(player) for player in tournament.players}
    ranked = set(seeds) if present is None else set(present)
    pm = {number: sum([tally.pm for tally in tallies_by_number[number]]) for number in ranked}
    ppm_by_number = _ppm(ranked, pm, matches, scoring) if ppm else {}
    lines = {
        number: _line(number, pm[number], ppm_by_number.get(number), tallies_by_number[number]) for number in ranked
    }
    merit = {number: [-(criterion.value(line) or 0) for criterion in TIE_BREAKS] for number, line in lines.items()}
    order = sorted(ranked, key=lambda number: (merit[number], seeds.get(number, (math.inf, 0))))
    is_final = present is None and after == tournament.settings.rounds
    has_deciding_game = is_final and tournament.final is not None and tournament.final.complete
    if has_deciding_game and tournament.final is not None:
        order = _after_deciding_game(order, tournament.final)
    table: list[Standing] = []
    for position, number in enumerate(order, start=1):
        is_tied = (
            is_final
            and table
            and merit[table[-1].number] == merit[number]
            and not (has_deciding_game and position == 2)
        )
        table.append(lines[number]._replace(place=table[-1].place if is_tied else position))
    return table


def _line(number: int, pm: int, ppm: int | None, tallies_of_player: Sequence[Tally]) -> Standing:
    """Return the line of a player, without its place."""
    outcomes = [tally.outcome for tally in tallies_of_player]
    pdep = sum([tally.pdep for tally in tallies_of_player])
    return Standing(0, number, pm, ppm, pdep, outcomes.count("G"), outcomes.count("N"), outcomes.count("P"))


def _score_round(played: Round, scoring: Scoring) -> list[tuple[int, Tally]]:
    """Score a round, player by player."""
    scored: list[tuple[int, Tally]] = []
    for match in played:
        if match.complete:
            first, second = tallies(match, scoring)
            scored += ((match.one, first), (match.two, second))
    return scored


def _after_deciding_game(order: list[int], final: Match) -> list[int]:
    """Put the winner of the deciding game first, the loser second; a draw or two forfeits change nothing (O8)."""
    winner = find_winner(final)
    return order if winner is None else [winner, *(number for number in order if number != winner)]


def find_winner(final: Match) -> int | None:
    """Return the N° of the winner of the deciding game (O8), None for a draw or two forfeits."""
    if final.forfeits:
        lost = {1: final.one, 2: final.two}
        losers = [lost[side] for side in final.forfeits]
    else:
        first_wins, second_wins = count_wins(final)
        losers = [final.two] if first_wins > second_wins else [final.one] if second_wins > first_wins else []
    return final.opponent(losers[0]) if len(losers) == 1 else None


def find_meetings(tournament: Tournament, before: int) -> set[frozenset[int]]:
    """Return the pairs of N° that have met in the rounds before round `before`, which does not count (C3, C10).

    Pairs with X (0, the bye) are among them; a match without a result or with a forfeit is no meeting.
    """
    rounds = tournament.rounds[: before - 1]
    return {frozenset((match.one, match.two)) for matches in rounds for match in matches if is_meeting(match)}


def _seed(player: Player) -> tuple[float, int]:
    """Return the sort key by place in the initial ranking; late entrants with equal places go by N° (C2)."""
    return (math.inf if player.seed is None else player.seed), player.number


def _ppm(ranked: Iterable[int], pm: dict[int, int], matches: list[Match], scoring: Scoring) -> dict[int, int]:
    """Compute PPM for each group of equal PM whose players have all met one another (C7); X belongs to no group."""
    ppm_by_number: dict[int, int] = {}
    by_pm = sorted((number for number in ranked if number != X), key=lambda number: pm[number])
    meetings_by_pm: dict[int, list[Match]] = defaultdict(list)  # PM -> meetings of two with this PM
    for match in matches:
        if is_meeting(match) and match.one in pm and match.two in pm and pm[match.one] == pm[match.two]:
            meetings_by_pm[pm[match.one]].append(match)
    for points, members in groupby(by_pm, key=lambda number: pm[number]):
        group = set(members)
        games = [match for match in meetings_by_pm[points] if match.one in group and match.two in group]
        if (
            len(group) < 2
            or len({frozenset((game.one, game.two)) for game in games}) < len(group) * (len(group) - 1) // 2
        ):
            continue
        ppm_by_number |= dict.fromkeys(group, 0)
        for game in games:
            for number, tally in zip((game.one, game.two), tallies(game, scoring), strict=True):
                ppm_by_number[number] += tally.pm
    return ppm_by_number

"""Every outcome of the last round of Scrabble, as sums of merits; only PPM (C7) is recomputed for each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from tournament_xl.core.model import Match, X
from tournament_xl.games.scrabble.book import ScrabbleBook
from tournament_xl.games.scrabble.rules.scoring import CAP, is_meeting, tallies
from tournament_xl.games.scrabble.rules.standings import standings

if TYPE_CHECKING:
    from tournament_xl.games.jobs import Array

_PM, _PPM = 10**10, 10**6  # weight of a point in merits, where Pdep has weight 1


def if_ended(decoded: ScrabbleBook, ways: Mapping[int, int]) -> ScrabbleBook:
    """Return the workbook with some matches of the last round ended; each game of a match ends by the same margin.

    Args:
        decoded: Workbook.
        ways: Index of the match in the last round -> 0 to 4: first player wins by the cap, by 1, draw, loses by 1, by
            the cap.
    """
    *before, last = decoded.tournament.rounds
    to_win = decoded.tournament.settings.games_to_win(len(decoded.tournament.rounds))
    draw = ((400, 400),) if to_win == 1 else ((401, 400), (400, 401), (400, 400))
    won, lost = ([((400 + a, 400 + b),) * to_win for a, b in by] for by in (((CAP, 0), (1, 0)), ((0, 1), (0, CAP))))
    games = (*won, draw, *lost)

    def ended(index: int, match: Match) -> Match:
        return replace(match, games=games[ways[index]], complete=True) if index in ways else match

    rounds = (*before, tuple(ended(index, match) for index, match in enumerate(last)))
    return replace(decoded, tournament=replace(decoded.tournament, rounds=rounds))


def merits(decoded: ScrabbleBook) -> dict[int, int]:
    """Return each player's PM, then Pdep (C8), as one number with room for PPM between them."""
    tournament = decoded.tournament
    return {line.number: _PM * line.pm + line.pdep for line in standings(tournament, len(tournament.rounds))}


def refined(decoded: ScrabbleBook, player_ids: Sequence[int], merit_totals: Array, drawn_merits: Array) -> Array:
    """Compute PPM (C7) for every outcome: match points among players with equal PM who have all met.

    Args:
        decoded: Workbook with every open match of the last round drawn.
        player_ids: N° in the order of the arrays' rows.
        merit_totals: Merits of each player (rows) in each outcome.
        drawn_merits: Merits of each player when all open matches are drawn; the difference comes from the last round.
    """
    import numpy as np

    rounds = decoded.tournament.rounds
    index = {number: position for position, number in enumerate(player_ids)}
    pm, drawn_pm = ((totals + _PM // 2) // _PM for totals in (merit_totals, drawn_merits))
    met, points_among = (
        np.eye(len(player_ids), dtype=bool)[..., None],
        np.zeros((len(player_ids), *pm.shape), dtype=np.int16),
    )
    for number, matches in enumerate(rounds, start=1):
        for match in matches:
            if X in match.sides or not is_meeting(match):
                continue
            first, second = index[match.one], index[match.two]
            met[first, second] = met[second, first] = True
            for (a, b), tally in zip(((first, second), (second, first)), tallies(match, 0), strict=True):
                points_among[a, b] += tally.pm
                if number == len(rounds):
                    points_among[a, b] += pm[a] - drawn_pm[a]
    has_same_pm = pm[:, None] == pm
    has_stranger = (has_same_pm & ~met).any(axis=1)
    is_excluded = (has_same_pm & has_stranger).any(axis=1)
    return _PPM * np.where(is_excluded, 0, (has_same_pm * points_among).sum(axis=1))

"""Plausible results of Scrabble, for rehearsals."""

from __future__ import annotations

import random
from dataclasses import replace

from tournament_xl.games.scrabble.book import ScrabbleBook
from tournament_xl.games.scrabble.rules.model import Match
from tournament_xl.games.scrabble.rules.scoring import is_decided
from tournament_xl.games.scrabble.schema import GAMES, SCORES
from tournament_xl.games.simulation import Chances, win_probability
from tournament_xl.workbook.cells import Cell
from tournament_xl.workbook.input_rows import InputRow

AVERAGE, SPREAD = 390.0, 55.0  # points of a game between equals, mean and standard deviation of each score
DRAWS = 0.01  # share of drawn games


def simulate_results(decoded: ScrabbleBook, chances: Chances) -> dict[int, dict[str, Cell]]:
    """Draw random scores, or a forfeit, for each row of the last drawn round without a result.

    Nothing is written. Only a row without any score may get a forfeit.

    Returns:
        Row of Résultats -> column -> value: column Forfait alone, or the columns of scores of all games of the match;
        games whose scores were typed stay as they are, as its first games.
    """
    return {
        row.line.row: _draw_result(decoded, row, chances, chances.draw("match", row.round, *row.match.sides))
        for row in decoded.pending
    }


def _draw_result(
    decoded: ScrabbleBook, row: InputRow[Match], chances: Chances, source: random.Random
) -> dict[str, Cell]:
    """Draw the missing cells of a row: a forfeit, or games until the match is decided."""
    if source.random() < chances.forfeits and row.line.empty(*SCORES):
        return {"Forfait": source.choice(("1", "2", "1", "2", "1+2"))}
    tournament, match, games = decoded.tournament, row.match, list(row.match.games)
    to_win = decoded.games_to_win(row.round)
    ahead = float(tournament.player(match.one).cote - tournament.player(match.two).cote)
    while not is_decided(replace(match, games=tuple(games)), to_win):
        games.append(draw_scores(ahead, source))
    values: dict[str, Cell] = {}
    for columns, game in zip(GAMES, games, strict=False):
        values |= zip(columns, game, strict=True)
    return values


def draw_scores(ahead: float, source: random.Random) -> tuple[int, int]:
    """Draw random scores of a game, the first player's first.

    `ahead` is by how many points of cote (rating) the first is stronger, negative if he is weaker.
    """
    total = source.gauss(2 * AVERAGE, SPREAD)
    margin = round(abs(source.gauss(0, 1.3 * SPREAD))) + 1
    if source.random() < DRAWS:
        margin = 0
    if source.random() >= win_probability(ahead):
        margin = -margin
    loser = max(0, round((total - abs(margin)) / 2))
    winner = loser + abs(margin)
    return (winner, loser) if margin >= 0 else (loser, winner)

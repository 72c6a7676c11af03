"""Plausible results of Othello for rehearsals, tournaments that the program plays to try out a workbook."""

from __future__ import annotations

import random

from tournament_xl.games.othello.read import OthelloBook
from tournament_xl.games.othello.rules.model import OthelloGame, OthelloTournament
from tournament_xl.games.othello.rules.results import BOARD
from tournament_xl.games.othello.schema import DISCS
from tournament_xl.games.simulation import Chances, win_probability
from tournament_xl.workbook.cells import Cell
from tournament_xl.workbook.input_rows import InputRow

LEAD = 11.0  # discs: standard deviation of the winner's lead over 32 between equal players
DRAWS, EMPTY, TIME = 0.03, 0.06, 0.02  # shares of games that are drawn, end with empty squares, are lost on time
UNRATED = 1000.0


def simulate_results(decoded: OthelloBook, chances: Chances) -> dict[int, dict[str, Cell]]:
    """Make a random result for each row of Résultats that has none in the last drawn round.

    The result is the discs of both, now and then with a loss on time or by resignation, or a forfeit.
    """
    source = chances.draw("othello")
    return {
        row.line.row: _random_result(
            decoded, row, chances, random.Random(f"{source.random()}:{row.round}:{row.match.sides}")
        )
        for row in decoded.pending
    }


def _random_result(
    decoded: OthelloBook, row: InputRow[OthelloGame], chances: Chances, source: random.Random
) -> dict[str, Cell]:
    """Draw a result; a count already typed is completed to a possible board."""
    if row.line.empty(*DISCS) and source.random() < chances.forfeits:
        return {"Fin": source.choice(("FN", "FB", "FN", "FB", "FNB"))}
    typed = row.match.discs_white, row.match.discs_black
    counts = draw_board(decoded.tournament, row.match, source)
    fitting = (
        min(count, BOARD - int(opponent_count or 0)) for count, opponent_count in zip(counts, typed, strict=True)
    )
    values: dict[str, Cell] = dict(zip(DISCS, fitting, strict=True))
    if source.random() < TIME and row.line.empty(*DISCS):
        values["Fin"] = source.choice(("TN", "TB", "TN+", "TB+", "TNB", "TBN", "AN", "AB"))
    return values


def draw_board(tournament: OthelloTournament, game: OthelloGame, source: random.Random) -> tuple[int, int]:
    """Draw random final discs of a game, Black's first, by the ratings of the two; the unrated count as 1000."""
    black, white = (tournament.player(player_id).cote for player_id in game.sides)
    return draw_discs((UNRATED if black is None else black) - (UNRATED if white is None else white), source)


def draw_discs(ahead: float, source: random.Random) -> tuple[int, int]:
    """Draw random discs on the board at the end of a game, Black's first; a few boards have empty squares.

    `ahead` is Black's rating minus White's.
    """
    if source.random() < DRAWS:
        return 32, 32
    winner = min(64, 33 + round(abs(source.gauss(0, LEAD))))
    loser = 64 - winner
    if source.random() < EMPTY:
        loser -= source.randint(0, loser)
    return (winner, loser) if source.random() < win_probability(ahead) else (loser, winner)

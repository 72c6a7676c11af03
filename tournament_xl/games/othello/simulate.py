"""Plausible results of Othello for rehearsals and tests: nothing here is a rule."""

from __future__ import annotations

import random

from tournament_xl.book import labels
from tournament_xl.book.snapshot import Draft, Snapshot
from tournament_xl.games.othello.decoded import Decoded
from tournament_xl.games.othello.sheets import DISCS
from tournament_xl.rules.othello.model import Game, Player, Tournament

SPREAD = 11.0  # discs of a game between equals: standard deviation of the winner's lead over 32
DRAWS, EMPTY, TIME = 0.03, 0.06, 0.02  # shares of games drawn, ending with empty squares, lost on time
UNRATED = 1000.0
ENDS = ("FN", "FB", "FN", "FB", "FNB")  # forfeits


def fill(decoded: Decoded, forfeits: float, draw: random.Random) -> Snapshot:
    """A result in every row of the last drawn round that has none; `forfeits`: probability, 0 to 1."""
    draft, table = Draft(decoded.snapshot), decoded.results.table
    for row in decoded.pending:
        source = random.Random(f"{draw.random()}:{row.round}:{row.match.sides}")
        values: dict[str, int | str] = {}
        if row.line.empty(*DISCS) and source.random() < forfeits:
            values["Fin"] = source.choice(ENDS)
        else:
            values = dict(zip(DISCS, board(decoded.tournament, row.match, source), strict=True))
            if source.random() < TIME and row.line.empty(*DISCS):
                values["Fin"] = source.choice(("TN", "TB", "TN+", "TB+", "TNB", "TBN", "AN", "AB"))
        for column, value in values.items():
            if row.line.empty(column):
                draft.put(labels.RESULTS, row.line.row, table.columns[column], _fitting(row.match, column, value))
    return draft.after()


def board(tournament: Tournament, game: Game, source: random.Random) -> tuple[int, int]:
    """The discs at the end of a game, by the ratings of the two."""
    return discs(_rating(tournament.player(game.black)) - _rating(tournament.player(game.white)), source)


def discs(ahead: float, source: random.Random) -> tuple[int, int]:
    """The discs at the end of a game, the stronger winning more often (400 points: 10 to 1).

    `ahead`: by how many rating points Black is stronger.
    """
    edge = ahead / 400
    expected = 1 / (1 + 10 ** -max(-3.0, min(3.0, edge)))
    if source.random() < DRAWS:
        return 32, 32
    winner = min(64, 33 + round(abs(source.gauss(0, SPREAD))))
    loser = 64 - winner
    if source.random() < EMPTY:
        loser -= source.randint(0, loser)
    return (winner, loser) if source.random() < expected else (loser, winner)


def _fitting(game: Game, column: str, value: int | str) -> int | str:
    """A count that goes with the other one, when a person has typed it already."""
    other = game.discs_white if column == DISCS[0] else game.discs_black
    return min(int(value), 64 - int(other)) if other is not None and isinstance(value, int) else value


def _rating(player: Player) -> float:
    return player.rating if player.rating is not None else UNRATED

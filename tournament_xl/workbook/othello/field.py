"""A tournament of Othello as prizes and memorable facts see it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from tournament_xl.awards.field import Field, Played, Ranked
from tournament_xl.othello.model import Tournament
from tournament_xl.othello.results import settled
from tournament_xl.othello.standings import Standing


def field_of(tournament: Tournament, table: Sequence[Standing], rounds: Sequence[Sequence[Standing]]) -> Field:
    """`table`: the standings now; `rounds`: those after round 1, 2, …. Only games played to their end count."""
    games = []
    for number, drawn in enumerate(tournament.rounds[: len(rounds)], start=1):
        for game in drawn:
            if game.bye or game.end or game.discs_black is None or game.discs_white is None:
                continue
            black, white = settled(game.discs_black, game.discs_white)
            games.append(Played(number, game.black, game.white, int(black), int(white)))
    wins = [
        (game.round, *((game.one, game.two) if game.winners == (game.one,) else (game.two, game.one)))
        for game in games
        if game.gap
    ]
    return Field(
        tuple(Ranked(line.number, line.place, Fraction(line.half_points, 2), line.tie_break) for line in table),
        tuple(games),
        tuple(wins),
        tuple({line.number: line.place for line in lines} for lines in rounds),
        {player.number: player.rating for player in tournament.players if player.rating},
    )

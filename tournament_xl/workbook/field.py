"""A tournament of Scrabble as prizes and memorable facts see it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction

from tournament_xl.awards.field import Field, Played, Ranked
from tournament_xl.model import Tournament, X
from tournament_xl.scrabble.scoring import winners
from tournament_xl.scrabble.standings import Standing


def field_of(
    tournament: Tournament, table: Sequence[Standing], rounds: Sequence[Sequence[Standing]], unrated: Collection[int]
) -> Field:
    """`table`: the standings now; `rounds`: those after round 1, 2, …; `unrated`: N° of those without a cote."""
    games, wins = [], []
    for number, matches in enumerate(tournament.rounds[: len(rounds)], start=1):
        for match in matches:
            if match.two == X or match.forfeits:
                continue
            games += [Played(number, match.one, match.two, *scores) for scores in match.games]
            one, two = winners(match)
            if one != two:
                wins.append((number, *(match.sides if one > two else match.sides[::-1])))
    return Field(
        tuple(Ranked(line.number, line.place, Fraction(line.pm), Fraction(line.pdep)) for line in table),
        tuple(games),
        tuple(wins),
        tuple({line.number: line.place for line in lines} for lines in rounds),
        {player.number: player.cote for player in tournament.players if player.number not in unrated},
    )

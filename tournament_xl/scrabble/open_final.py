"""The deciding game of an Open between the only two who have won all their matches (rule O8)."""

from __future__ import annotations

from tournament_xl.model import Notice, Tournament
from tournament_xl.record import replace
from tournament_xl.scrabble.scoring import WIN
from tournament_xl.scrabble.standings import standings


def finalists(tournament: Tournament) -> tuple[int, int] | None:
    """The two who meet for the first place, the better ranked after the last round first; None without such a game.

    Unbeaten = 3 PM in every round, X and forfeits counted; one, or three, play no final.
    """
    rounds = tournament.settings.rounds or 0
    if not rounds or tournament.played < rounds:
        return None
    table = standings(replace(tournament, final=None), rounds)
    unbeaten = [line for line in table if line.pm == WIN * rounds]
    if len(unbeaten) != 2:
        return None
    first, second = unbeaten
    return first.number, second.number


def still_to_play(tournament: Tournament) -> Notice | None:
    """The deciding game that ratings and the mail to the federation wait for, or None."""
    wanted = finalists(tournament)
    if wanted is None or (tournament.final is not None and tournament.final.complete):
        return None
    one, two = (tournament.player(number).full_name for number in wanted)
    return Notice("final_missing", {"one": one, "two": two})

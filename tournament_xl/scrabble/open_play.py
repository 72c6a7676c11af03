"""Open: number of rounds, the pairing of any round, the game of the only two unbeaten (rules O1, O5, O6, O8)."""

from __future__ import annotations

from tournament_xl.model import Notice, Pair, Tournament
from tournament_xl.record import replace
from tournament_xl.scrabble import classique, open_groups
from tournament_xl.scrabble.round_robin import remaining
from tournament_xl.scrabble.scoring import WIN
from tournament_xl.scrabble.standings import standings

FEWEST = 11  # O1: registered players; X makes twelve
MOST_IN_EIGHT = 96  # O1: registered players that 8 rounds are enough for


def default_rounds(registered: int) -> int:
    """Rounds when the organiser sets none (O1)."""
    return 8 if registered <= MOST_IN_EIGHT else 10


def rounds_allowed(registered: int) -> tuple[int, ...]:
    """The numbers of rounds that the regulation knows (O1)."""
    return (8, 10, 12, 14) if registered <= MOST_IN_EIGHT else (10, 12, 14)


def field_refusal(registered: int) -> Notice | None:
    """Why this number of registered players cannot play an Open, or None (O1)."""
    if registered >= FEWEST:
        return None
    if registered < 3:
        return Notice("too_few", {"registered": registered})
    other = "Classique" if registered >= classique.FEWEST else "Toutes-rondes"
    return Notice("too_few_open", {"registered": registered, "other": other})


def warnings(registered: int, rounds: int) -> list[Notice]:
    """The departure from the regulation that is allowed (O1)."""
    return [Notice("eleven_players")] if registered == FEWEST else []


def pair(tournament: Tournament) -> list[Pair]:
    """The pairs that complete the next round: the groups' games (O5), from round 6 on as C9 pairs later rounds (O6)."""
    number = tournament.next_round
    if number > open_groups.ROUNDS:
        return classique.later_round(tournament)
    return remaining(tournament, open_groups.schedule(tournament, number))


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

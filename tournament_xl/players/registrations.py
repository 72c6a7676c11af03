"""A list of players for a new tournament, whatever the game."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tournament_xl.core.resources import printable_path
from tournament_xl.games.registry import GAMES
from tournament_xl.messages import players as texts
from tournament_xl.messages.cli import TOO_MANY_PLAYERS
from tournament_xl.players.othello_list import read_othello_registrations
from tournament_xl.players.player_lists import Registrations, read_player_list
from tournament_xl.workbook.input_rows import MOST_LISTED
from tournament_xl.workbook.snapshot import ExternalError


def read_registrations(game: str, source: Path, folders: Sequence[Path], *, hidden: bool = False) -> Registrations:
    """Read a list of players (workbook or text) for a new tournament; for Othello completed from the world's list.

    `folders` are where to look for joueurs.txt; with `hidden` hidden rows of a workbook are taken too. Warnings say
    what was left out, which names several players of the world's list have, which N° are somebody else's there, and
    that no player has a cote (rating) in a game with ratings.

    Raises:
        ExternalError: The list cannot be used (ListError), or has more players than a workbook holds.
    """
    if GAMES[game].has_world_list:
        registrations = read_othello_registrations(source, folders, hidden=hidden)
    else:
        registrations = read_player_list(source, hidden=hidden)
        if GAMES[game].has_ratings and not any("Cote" in player for player in registrations.players):
            registrations.warnings.append(texts.WITHOUT_COTES.format(file=printable_path(source.name)))
    if len(registrations.players) > MOST_LISTED:
        raise ExternalError(TOO_MANY_PLAYERS, players=len(registrations.players), most=MOST_LISTED)
    return registrations

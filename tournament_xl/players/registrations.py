"""A list of players for a new tournament, whatever the game."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tournament_xl.core.model import Notice
from tournament_xl.core.resources import printable_path
from tournament_xl.games.registry import GAMES
from tournament_xl.messages.cli import TOO_MANY_PLAYERS
from tournament_xl.players.othello_list import read_othello_registrations
from tournament_xl.players.player_lists import Registrations, read_player_list
from tournament_xl.workbook.input_rows import MOST_LISTED
from tournament_xl.workbook.snapshot import ExternalError


def read_registrations(game: str, source: Path, folders: Sequence[Path], *, hidden: bool = False) -> Registrations:
    """Read a list of players (workbook or text) for a new tournament; for Othello completed from the world's list.

    Args:
        game: Name of the game, a key of GAMES.
        source: File of the list.
        folders: Where to look for joueurs.txt, if the game has a list of the world.
        hidden: Take hidden rows of a workbook too.

    Returns:
        Registrations, with warnings: what was left out, names that several players of the world's list have, N° that
            are somebody else's there, and that no player has a cote (rating) in a game with ratings.

    Raises:
        ExternalError: The list cannot be used (ListError), or has more players than a workbook holds.
    """
    if GAMES[game].has_world_list:
        registrations = read_othello_registrations(source, folders, hidden=hidden)
    else:
        registrations = read_player_list(source, hidden=hidden)
        if GAMES[game].has_ratings and not any("Cote" in player for player in registrations.players):
            registrations.warnings.append(Notice("list_without_cotes", {"file": printable_path(source.name)}))
    if len(registrations.players) > MOST_LISTED:
        raise ExternalError(TOO_MANY_PLAYERS, players=len(registrations.players), most=MOST_LISTED)
    return registrations

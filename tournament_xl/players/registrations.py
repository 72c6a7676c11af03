"""A list of players for a new tournament, whatever the game."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tournament_xl.core.resources import printable_path
from tournament_xl.games.registry import GAMES
from tournament_xl.messages.cli import TOO_MANY_PLAYERS
from tournament_xl.messages.players import NO_COTE
from tournament_xl.players.player_lists import Registrations, read_coming
from tournament_xl.workbook.input_rows import MOST_LISTED
from tournament_xl.workbook.snapshot import HostError


def read_registrations(game: str, source: Path, folders: Sequence[Path], *, hidden: bool = False) -> Registrations:
    """Who comes, by the list `source`, its `hidden` rows too, where a game has a list of the world completed from a
    joueurs.txt in one of `folders`. HostError for more than a workbook holds.
    """
    if GAMES[game].world_list:
        from tournament_xl.players.othello_list import read_othello

        coming = read_othello(source, folders, hidden=hidden)
    else:
        coming = read_coming(source, hidden=hidden)
        if GAMES[game].has_ratings and not any("Cote" in player for player in coming.players):
            coming.warnings.append(NO_COTE.format(file=printable_path(source.name)))
    if len(coming.players) > MOST_LISTED:
        raise HostError(TOO_MANY_PLAYERS.format(players=len(coming.players), most=MOST_LISTED))
    return coming

"""Reading lists of players."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from tests.plain_xlsx import build_parts, write_package
from tournament_xl.players.list_table import ListError
from tournament_xl.players.othello_list import read_othello_registrations
from tournament_xl.players.player_lists import read_player_list


class PlayerList(NamedTuple):
    """What a list of players gives."""

    players: list[dict[str, str]]
    told: str  # all that is said about the list

    @property
    def names(self):
        return [" ".join(filter(None, (player.get("Nom"), player.get("Prénom")))) for player in self.players]

    @property
    def lines(self):
        """All that is known of each player, but the date of his last tournament."""
        return [" ".join(player[key] for key in player if key != "Dernier tournoi") for player in self.players]


@pytest.fixture
def read(tmp_path):
    """Return a function that reads a text, bytes, or rows by sheet as a list of this name, also as Othello does."""

    def run(content, name="liste.csv", *, othello=False, hidden=False):
        path = tmp_path / name
        if isinstance(content, dict):
            write_package(path, build_parts(content))
        else:
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
        if othello:
            registrations = read_othello_registrations(path, [tmp_path])
        else:
            registrations = read_player_list(path, hidden=hidden)
        return PlayerList(registrations.players, " ".join(registrations.warnings))

    return run


@pytest.fixture
def refuse(read):
    """Return a function that reads a list which is refused: its error."""

    def run(content, name="liste.csv", **options):
        with pytest.raises(ListError) as error:
            read(content, name, **options)
        return error.value

    return run

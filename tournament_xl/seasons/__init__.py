"""The rating seasons that come with the program, one TOML file each, named after it; read when one is wanted."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tournament_xl.rules.scrabble.seasons import Season

_FOLDER = Path(__file__).parent

_learned: dict[str, Season] = {}


def learn(season: Season) -> None:
    """Know one more season by its name in this process; one built in stays as it is, and the latest, too."""
    _learned[season.name] = season


def seasons() -> dict[str, Season]:
    """The seasons known by name ("2015-2016"): the learned ones, then those built in, the oldest first."""
    return _learned | _built_in()


@cache
def _built_in() -> dict[str, Season]:
    from tournament_xl.seasons.toml_file import read_season

    return {path.stem: read_season(path) for path in sorted(_FOLDER.glob("*.toml"))}


@cache
def latest() -> str:
    """The name of the season that an empty setting Saison means: the latest one built in."""
    return max(path.stem for path in _FOLDER.glob("*.toml"))


def named(name: str) -> Season:
    """The season of that name; the latest one where it is empty or not known."""
    return seasons().get(name) or _built_in()[latest()]

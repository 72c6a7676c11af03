"""The rating seasons that come with the program or lie beside a workbook, one TOML file each, named after it; read when
one is wanted.
"""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from tournament_xl.core.resources import MissingFileError, season_files

if TYPE_CHECKING:
    from tournament_xl.games.scrabble.rules.seasons import Season

_FOLDER = Path(__file__).parent

_learned: dict[str, Season] = {}


def learn(season: Season) -> None:
    """Know one more season by its name in this process; one built in stays as it is, and the latest, too."""
    _learned[season.name] = season


def file_beside(name: str) -> str | None:
    """What is wrong with a season's file in the workbook's folder, "" for nothing; None where there is none."""
    found = _beside(*season_files()).get(name)
    return found if isinstance(found, str) else None if found is None else ""


def seasons() -> dict[str, Season]:
    """The seasons known by name ("2015-2016"): those learned, those of the folder, those built in, the oldest first."""
    there = {name: found for name, found in _beside(*season_files()).items() if not isinstance(found, str)}
    return _learned | there | _built_in()


@lru_cache(maxsize=1)
def _beside(*files: tuple[Path, int]) -> dict[str, Season | str]:
    """The seasons in a workbook's folder by name; a text: what is wrong with the file."""
    found: dict[str, Season | str] = {}
    for path, _ in files:
        from tournament_xl.games.scrabble.seasons.toml_file import read_season

        try:
            found[path.stem] = read_season(path)
        except (OSError, ValueError) as error:
            found[path.stem] = str(error)
    return found


@cache
def _files() -> list[Path]:
    """Those built in, the oldest first; MissingFileError without any, also where the folder cannot be read."""
    if found := sorted(_FOLDER.glob("*.toml")):
        return found
    raise MissingFileError("seasons/*.toml")


@cache
def _built_in() -> dict[str, Season]:
    from tournament_xl.games.scrabble.seasons.toml_file import read_season

    return {path.stem: read_season(path) for path in _files()}


def latest() -> str:
    """The name of the season that an empty setting Saison means: the latest one built in."""
    return _files()[-1].stem


def named(name: str) -> Season:
    """The season of that name; the latest one where it is empty or not known."""
    return seasons().get(name) or _built_in()[latest()]

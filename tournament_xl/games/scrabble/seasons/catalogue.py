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
    season_or_problem = _read_folder_seasons(*season_files()).get(name)
    return season_or_problem if isinstance(season_or_problem, str) else None if season_or_problem is None else ""


def seasons() -> dict[str, Season]:
    """The seasons known by name ("2015-2016"): those learned, those of the folder, those built in, the oldest first."""
    folder_seasons = {
        name: season_or_problem
        for name, season_or_problem in _read_folder_seasons(*season_files()).items()
        if not isinstance(season_or_problem, str)
    }
    return _learned | folder_seasons | _built_in()


@lru_cache(maxsize=1)
def _read_folder_seasons(*files: tuple[Path, int]) -> dict[str, Season | str]:
    """The seasons in a workbook's folder by name; a text: what is wrong with the file."""
    seasons_by_name: dict[str, Season | str] = {}
    for path, _ in files:
        from tournament_xl.games.scrabble.seasons.toml_file import read_season

        try:
            seasons_by_name[path.stem] = read_season(path)
        except (OSError, ValueError) as error:
            seasons_by_name[path.stem] = str(error)
    return seasons_by_name


@cache
def _built_in_files() -> list[Path]:
    """Those built in, the oldest first; MissingFileError without any, also where the folder cannot be read."""
    if paths := sorted(_FOLDER.glob("*.toml")):
        return paths
    raise MissingFileError("seasons/*.toml")


@cache
def _built_in() -> dict[str, Season]:
    from tournament_xl.games.scrabble.seasons.toml_file import read_season

    return {path.stem: read_season(path) for path in _built_in_files()}


def latest() -> str:
    """The name of the season that an empty setting Saison means: the latest one built in."""
    return _built_in_files()[-1].stem


def named(name: str) -> Season:
    """The season of that name; the latest one where it is empty or not known."""
    return seasons().get(name) or _built_in()[latest()]

"""The rating seasons by name: those built in, and those that lie next to a workbook; each is read when first needed."""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from tournament_xl.core.resources import MissingFileError, season_files

if TYPE_CHECKING:
    from tournament_xl.games.scrabble.rules.seasons import Season

_FOLDER = Path(__file__).parent

_added_seasons: dict[str, Season] = {}


def learn(season: Season) -> None:
    """Add a season for this process; a built-in one of the same name wins, and `latest_season` stays what it is."""
    _added_seasons[season.name] = season


def find_season_fault(name: str) -> str | None:
    """Return the fault of a season's file in the workbook's folder: "" for none, None when there is no file."""
    season_or_problem = _read_folder_seasons(*season_files()).get(name)
    return season_or_problem if isinstance(season_or_problem, str) else None if season_or_problem is None else ""


def seasons() -> dict[str, Season]:
    """Return all known seasons by name ("2015-2016"): learned, from the folder, built in."""
    folder_seasons = {
        name: season_or_problem
        for name, season_or_problem in _read_folder_seasons(*season_files()).items()
        if not isinstance(season_or_problem, str)
    }
    return _added_seasons | folder_seasons | _built_in()


@lru_cache(maxsize=1)
def _read_folder_seasons(*files: tuple[Path, int]) -> dict[str, Season | str]:
    """Read the season files of a workbook's folder: name -> season, or a text that says what is wrong."""
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
    """Return the built-in files, oldest first; MissingFileError when there are none or the folder cannot be read."""
    if paths := sorted(_FOLDER.glob("*.toml")):
        return paths
    raise MissingFileError("seasons/*.toml")


@cache
def _built_in() -> dict[str, Season]:
    from tournament_xl.games.scrabble.seasons.toml_file import read_season

    return {path.stem: read_season(path) for path in _built_in_files()}


def latest_season() -> str:
    """Return the name of the latest built-in season, which an empty setting Saison means."""
    return _built_in_files()[-1].stem


def find_season(name: str) -> Season:
    """Return the season of this name; the latest built-in one when the name is empty or unknown."""
    return seasons().get(name) or _built_in()[latest_season()]

"""Rating seasons by name: built-in seasons, and seasons from files next to a workbook."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from tournament_xl.core.resources import MissingFileError
from tournament_xl.workbook.context import SeasonFile

if TYPE_CHECKING:
    from tournament_xl.games.scrabble.rules.seasons import Season

FOLDER = Path(__file__).parent


class Seasons:
    """Seasons that a workbook may name; files are parsed on first use, as most tournaments name none.

    Attributes:
        files: Files next to the workbook; built-in seasons of the same name win.
    """

    def __init__(self, files: Sequence[SeasonFile] = ()) -> None:
        self.files = tuple(files)

    def __eq__(self, other: object) -> bool:  # a reading of sheets is kept while the seasons are the same
        return isinstance(other, Seasons) and self.files == other.files

    def __hash__(self) -> int:
        return hash(self.files)

    @cached_property
    def by_name(self) -> dict[str, Season]:
        """Name -> season; faulty files of the workbook's folder are left out, built-in seasons win over files."""
        parsed = {name: season for name, season in self._parsed.items() if not isinstance(season, str)}
        return parsed | seasons()

    def find(self, name: str) -> Season:
        """Return the season of this name; the latest built-in one when the name is empty, unknown or a faulty file's.

        Raises:
            MissingFileError: The program's own seasons are missing.
        """
        return self.by_name.get(name) or seasons()[latest_season()]

    def find_fault(self, name: str) -> str | None:
        """Return what is wrong with the file of this season next to the workbook.

        "" when nothing is, None when there is no such file, even if the season is built in.
        """
        season_or_fault = self._parsed.get(name)
        return season_or_fault if isinstance(season_or_fault, str) else None if season_or_fault is None else ""

    @cached_property
    def _parsed(self) -> dict[str, Season | str]:
        """Parse the files: name -> season, or a text that names the fault."""
        parsed: dict[str, Season | str] = {}
        for file in self.files:
            from tournament_xl.games.scrabble.seasons.toml_file import parse_season  # with tomllib: few have files

            try:
                parsed[file.name] = file.error or parse_season(file.content)
            except ValueError as error:
                parsed[file.name] = str(error)
        return parsed


def _built_in_files() -> list[Path]:
    """Return the built-in files, oldest first; MissingFileError when there are none or the folder cannot be read."""
    if paths := sorted(FOLDER.glob("*.toml")):
        return paths
    raise MissingFileError("seasons/*.toml")


def latest_season() -> str:
    """Return the name of the latest built-in season, which an empty setting Saison means until an action records it.

    Raises:
        MissingFileError: The program's own seasons are missing.
    """
    return _built_in_files()[-1].stem


@cache  # files of the program itself, read once like its modules
def seasons() -> dict[str, Season]:
    """Return the built-in seasons: name ("2015-2016") -> season, oldest first.

    Raises:
        MissingFileError: The program's own seasons are missing.
    """
    from tournament_xl.games.scrabble.seasons.toml_file import read_season

    return {path.stem: read_season(path) for path in _built_in_files()}


def find_season(name: str) -> Season:
    """Return the built-in season of this name; the latest built-in one when the name is empty or unknown.

    Raises:
        MissingFileError: The program's own seasons are missing.
    """
    return Seasons().find(name)

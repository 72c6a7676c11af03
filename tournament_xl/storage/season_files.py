"""Files of rating seasons that lie next to a workbook."""

from __future__ import annotations

from pathlib import Path

from tournament_xl.core import text_limits
from tournament_xl.core.resources import read_regular_file
from tournament_xl.workbook.context import SeasonFile

_NAMES = "20[0-9][0-9]-20[0-9][0-9].toml"


def read_season_files(folder: Path | None) -> tuple[SeasonFile, ...]:
    """Read the season files of a workbook's folder ("2026-2027.toml"), sorted by name.

    `folder` is None for a workbook without a file. The files are not parsed, and cut after `text_limits.SEASON_BYTES` +
    1 bytes; if one cannot be read, its `error` has the reason, in the system's words.
    """
    paths = sorted(folder.glob(_NAMES)) if folder else []
    return tuple(_read(path) for path in paths if path.is_file())


def _read(path: Path) -> SeasonFile:
    try:
        return SeasonFile(path.stem, read_regular_file(path, text_limits.SEASON_BYTES + 1))
    except OSError as error:
        return SeasonFile(path.stem, error=str(error))

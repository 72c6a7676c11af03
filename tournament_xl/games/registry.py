"""The games, and which game a workbook belongs to. A game is a folder and an entry of `GAMES`."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple, cast

from tournament_xl.core.normalization import normalize, normalize_label
from tournament_xl.games.othello import schema as othello
from tournament_xl.workbook import schema as scrabble
from tournament_xl.workbook.schema import FEDERATION_SETTINGS, PLAYERS, RESULTS, TOURNAMENT, Setting
from tournament_xl.workbook.snapshot import Snapshot, cell_text

if TYPE_CHECKING:
    from tournament_xl.games.jobs import Jobs
    from tournament_xl.workbook.decoded import Workbook
    from tournament_xl.workbook.working_copy import Game


_SHEETS = (TOURNAMENT, PLAYERS, RESULTS)
_ROWS = 60


class RegisteredGame(NamedTuple):
    """Game: its names, and its modules, which are imported on first use."""

    name: str  # also the name of its templates
    press_module: str
    jobs_module: str
    columns: Mapping[str, Sequence[str]]  # sheet -> columns, in the template's order
    settings: Sequence[Setting]
    sheets: Sequence[str]  # in the order of the tabs
    formulas: Mapping[str, str]  # word of the command line -> value of the setting Formule
    has_ratings: bool = False  # has a sheet Cotes
    world_list: bool = False  # N° come from a list of all players
    written: Mapping[str, Collection[str]] = {}  # input sheet -> its columns that an action rewrites
    final_choices: Mapping[str, Sequence[str]] = {}  # Finales: label -> choices in the next cell

    @property
    def press(self) -> Game[Workbook]:
        """Module `actions` of the game."""
        return cast("Game[Workbook]", import_module(self.press_module))

    @property
    def jobs(self) -> Jobs[Workbook]:
        """Module `jobs` of the game."""
        return cast("Jobs[Workbook]", import_module(self.jobs_module))

    @property
    def asked(self) -> list[str]:
        """Names of the settings that must be filled in before results go to a federation."""
        return [setting.name for setting in self.settings if setting.name in FEDERATION_SETTINGS]

    @property
    def words(self) -> set[str]:
        """Normalised column and setting names by which workbooks of the game are recognised."""
        columns = (name for sheet in (PLAYERS, RESULTS) for name in self.columns[sheet])
        return {normalize(word) for word in (*columns, *(setting.name for setting in self.settings))}


SCRABBLE = RegisteredGame(
    "scrabble", f"{__package__}.scrabble.actions", f"{__package__}.scrabble.jobs", scrabble.SCRABBLE_COLUMNS,
    scrabble.SCRABBLE_SETTINGS, scrabble.SCRABBLE_SHEETS,
    {
        "classique": scrabble.CLASSIQUE, "open": scrabble.OPEN, "toutes-rondes": scrabble.ROUND_ROBIN,
        "double-toutes-rondes": scrabble.DOUBLE_ROUND_ROBIN,
    },
    has_ratings=True, written=scrabble.SCRABBLE_WRITTEN,
)  # fmt: skip
OTHELLO = RegisteredGame(
    "othello", f"{__package__}.othello.actions", f"{__package__}.othello.jobs", othello.COLUMNS, othello.SETTINGS,
    othello.SHEETS, {"othello": othello.SWISS},
    world_list=True, written=othello.WRITTEN, final_choices=othello.FINAL_CHOICES,
)  # fmt: skip
GAMES = {kind.name: kind for kind in (SCRABBLE, OTHELLO)}


def find_game(snapshot: Snapshot) -> RegisteredGame:
    """Find the game of a workbook: the one with most of its own column and setting names on the sheets.

    When several have equally many, the first of `GAMES`.
    """
    cells = {
        cell_text(cell)
        for sheet in _SHEETS
        for row in snapshot.sheets.get(sheet, ())[:_ROWS]
        for cell in row
        if isinstance(cell, str)
    }
    labels = set(map(normalize_label, cells))
    own_words = _own_words(tuple(GAMES))
    return GAMES[max(own_words, key=lambda name: len(labels & own_words[name]))]


@cache
def _own_words(games: tuple[str, ...]) -> dict[str, set[str]]:
    """Return for each game the names that not all games share."""
    words = {name: GAMES[name].words for name in games}
    shared = set.intersection(*words.values())
    return {name: own_words - shared for name, own_words in words.items()}


def actions_of_snapshot(snapshot: Snapshot) -> Game[Workbook]:
    """Return the actions of the workbook's game; other games are not imported."""
    return find_game(snapshot).press


def actions_of(book: Workbook) -> Game[Workbook]:
    """Return the actions of a decoded workbook's game."""
    return GAMES[book.game].press


def jobs_of(book: Workbook) -> Jobs[Workbook]:
    """Return the jobs of a decoded workbook's game."""
    return GAMES[book.game].jobs


def decode(snapshot: Snapshot, before: Workbook | None = None) -> Workbook:
    """Decode a workbook of any game.

    Args:
        snapshot: Cells of the workbook.
        before: Decoded workbook of which the snapshot is a draft, if any.

    Raises:
        ActionAborted: The workbook cannot be decoded.
    """
    return actions_of_snapshot(snapshot).decode(snapshot, None, before)

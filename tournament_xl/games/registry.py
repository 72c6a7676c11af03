"""The games: which one a workbook is of, and where its code is. A game is a folder, and a line in `GAMES`."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple, cast

from tournament_xl.core.normalization import normalize, normalize_label
from tournament_xl.games.othello import schema as othello
from tournament_xl.workbook import schema as scrabble
from tournament_xl.workbook.schema import ASKED, PLAYERS, RESULTS, TOURNAMENT, Setting
from tournament_xl.workbook.snapshot import Snapshot, cell_text

if TYPE_CHECKING:
    from tournament_xl.games.jobs import Jobs
    from tournament_xl.workbook.decoded import Workbook
    from tournament_xl.workbook.working_copy import Game


_SHEETS = (TOURNAMENT, PLAYERS, RESULTS)
_ROWS = 60


class Kind(NamedTuple):
    """A game: its names, and its modules, which are loaded when they are wanted."""

    name: str  # also of its templates
    press_module: str
    jobs_module: str
    columns: Mapping[str, Sequence[str]]  # sheet -> its columns, in the template's order
    settings: Sequence[Setting]
    sheets: Sequence[str]  # in the order of the tabs
    formulas: Mapping[str, str]  # word of the command line -> value of the setting Formule
    has_ratings: bool = False  # a sheet Cotes
    world_list: bool = False  # N° are those of a list of all players, which completes a list for a tournament
    written: Mapping[str, Collection[str]] = {}  # sheet into which people type -> those of
    # its columns that a press rewrites
    final_choices: Mapping[str, Sequence[str]] = {}  # Finales: label -> choices beside it

    @property
    def press(self) -> Game[Workbook]:
        return cast("Game[Workbook]", import_module(self.press_module))

    @property
    def jobs(self) -> Jobs[Workbook]:
        return cast("Jobs[Workbook]", import_module(self.jobs_module))

    @property
    def asked(self) -> list[str]:
        """The settings without which nothing is sent to a federation."""
        return [setting.name for setting in self.settings if setting.name in ASKED]

    @property
    def words(self) -> set[str]:
        """The names by which its workbooks are recognised."""
        columns = (name for sheet in (PLAYERS, RESULTS) for name in self.columns[sheet])
        return {normalize(word) for word in (*columns, *(setting.name for setting in self.settings))}


SCRABBLE = Kind(
    "scrabble", f"{__package__}.scrabble.actions", f"{__package__}.scrabble.jobs", scrabble.SCRABBLE_COLUMNS,
    scrabble.SCRABBLE_SETTINGS, scrabble.SCRABBLE_SHEETS,
    {
        "classique": scrabble.CLASSIQUE, "open": scrabble.OPEN, "toutes-rondes": scrabble.ROUND_ROBIN,
        "double-toutes-rondes": scrabble.DOUBLE_ROUND_ROBIN,
    },
    has_ratings=True, written=scrabble.SCRABBLE_WRITTEN,
)  # fmt: skip
OTHELLO = Kind(
    "othello", f"{__package__}.othello.actions", f"{__package__}.othello.jobs", othello.COLUMNS, othello.SETTINGS,
    othello.SHEETS, {"othello": othello.SWISS},
    world_list=True, written=othello.WRITTEN, final_choices=othello.FINAL_CHOICES,
)  # fmt: skip
GAMES = {kind.name: kind for kind in (SCRABBLE, OTHELLO)}


def kind_of(snapshot: Snapshot) -> Kind:
    """The game of which the sheets name most columns and settings that not all games have; of several the first."""
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
    """By game the names that tell its workbooks from those of the others: not those that all have."""
    words = {name: GAMES[name].words for name in games}
    shared = set.intersection(*words.values())
    return {name: own_words - shared for name, own_words in words.items()}


def game_of(snapshot: Snapshot) -> Game[Workbook]:
    """What a press does in the game of the workbook; the other games are not loaded."""
    return kind_of(snapshot).press


def of(book: Workbook) -> Game[Workbook]:
    """What a press does in the game of a decoded workbook."""
    return GAMES[book.game].press


def jobs_of(book: Workbook) -> Jobs[Workbook]:
    """What the game of a decoded workbook gives to the jobs beside a press."""
    return GAMES[book.game].jobs


def decode(snapshot: Snapshot, before: Workbook | None = None) -> Workbook:
    """The decoded workbook, whatever the game; Stop when it cannot be. `before`: that of which it is a draft."""
    return game_of(snapshot).decode(snapshot, None, before)

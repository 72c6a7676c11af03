"""The games, and which game a workbook belongs to. A game is a folder and an entry of `LOADERS`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from tournament_xl.core.normalization import normalize, normalize_label
from tournament_xl.games.game import AnyGame
from tournament_xl.workbook.cells import cell_text
from tournament_xl.workbook.context import EMPTY_CONTEXT, DecodeContext
from tournament_xl.workbook.decoded import Workbook
from tournament_xl.workbook.program_version import refuse_newer
from tournament_xl.workbook.schema import PLAYERS, RESULTS, TOURNAMENT
from tournament_xl.workbook.snapshot import Snapshot


def _load_scrabble() -> AnyGame:
    from tournament_xl.games.scrabble.game import Scrabble

    return Scrabble()


def _load_othello() -> AnyGame:
    from tournament_xl.games.othello.game import Othello

    return Othello()


LOADERS: dict[str, Callable[[], AnyGame]] = {"scrabble": _load_scrabble, "othello": _load_othello}


class Games(Mapping[str, AnyGame]):
    """The games of `LOADERS` by name, each loaded on first use: a press needs one, the other is 5 % of its work."""

    def __init__(self) -> None:
        self._loaded = dict[str, AnyGame]()

    def __getitem__(self, name: str) -> AnyGame:
        load = LOADERS[name]
        if name not in self._loaded:
            self._loaded[name] = load()
        return self._loaded[name]

    def __iter__(self) -> Iterator[str]:
        return iter(LOADERS)

    def __len__(self) -> int:
        return len(LOADERS)


GAMES = Games()
DEFAULT_GAME = "scrabble"  # where nobody names one
_SHEETS = (TOURNAMENT, PLAYERS, RESULTS)
_ROWS = 60


def game_of(decoded: Workbook) -> AnyGame:
    """Return the game of a decoded workbook."""
    return GAMES[decoded.game]


def find_game(snapshot: Snapshot) -> AnyGame:
    """Find the game of a workbook: the first one of which all columns of Résultats are there.

    Without such a game it is the one with most names of columns and settings that no other game has. When several have
    equally many, or none has any, it is the first of `GAMES`. The first rows of Tournoi, Joueurs and Résultats are
    looked at.

    Raises:
        NewerWorkbookError: A newer version of the program wrote the workbook; every use of a workbook comes by here.
    """
    refuse_newer(snapshot)
    cells = {
        cell_text(cell)
        for sheet in _SHEETS
        for row in snapshot.sheets.get(sheet, ())[:_ROWS]
        for cell in row
        if isinstance(cell, str)
    }
    labels = set(map(normalize_label, cells))
    for game in GAMES.values():
        if labels.issuperset(map(normalize, game.columns[RESULTS])):
            return game
    own_words = _own_words()
    return GAMES[max(own_words, key=lambda name: len(labels & own_words[name]))]


def _own_words() -> dict[str, set[str]]:
    """Return for each game the names that not all games share."""
    words = {name: game.words for name, game in GAMES.items()}
    shared = set.intersection(*words.values())
    return {name: own_words - shared for name, own_words in words.items()}


def decode(snapshot: Snapshot, context: DecodeContext = EMPTY_CONTEXT) -> Workbook:
    """Read and check a workbook of any game (`find_game`).

    Faults of its content do not raise but come back as its problems (`require_valid` raises).

    Raises:
        ActionAborted: A table cannot be read.
        NewerWorkbookError: As `find_game`.
    """
    decoded: Workbook = find_game(snapshot).decode(snapshot, context)
    return decoded

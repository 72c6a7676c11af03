"""Which game a workbook is of, and what a press does differently in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournament_xl.book.labels import PLAYERS, RESULTS, SCRABBLE_COLUMNS, SCRABBLE_SETTINGS, TOURNAMENT
from tournament_xl.book.snapshot import Snapshot
from tournament_xl.folding import fold, fold_label
from tournament_xl.games.othello import labels as othello

if TYPE_CHECKING:
    from tournament_xl.book.workbook import Workbook
    from tournament_xl.press import Game

_SHEETS = (TOURNAMENT, PLAYERS, RESULTS)
_ROWS = 60


def is_othello(snapshot: Snapshot) -> bool:
    """Whether more names of columns and settings are those of Othello's contract alone than of Scrabble's alone."""
    ours, theirs = _names(othello.COLUMNS, othello.SETTINGS), _names(SCRABBLE_COLUMNS, SCRABBLE_SETTINGS)
    cells = {
        cell
        for sheet in _SHEETS
        for row in snapshot.sheets.get(sheet, ())[:_ROWS]
        for cell in row
        if isinstance(cell, str)
    }
    found = set(map(fold_label, cells))
    return len(found & (ours - theirs)) > len(found & (theirs - ours))


def game_of(snapshot: Snapshot) -> Game:
    """The game that the workbook is of; the other one is not loaded."""
    return _press("othello" if is_othello(snapshot) else "scrabble")


def of(decoded: Workbook) -> Game:
    """The game of a workbook understood."""
    return _press(decoded.game)


def _press(game: str) -> Game:
    if game == "othello":
        from tournament_xl.games.othello import press as othello_press

        return othello_press
    from tournament_xl.games.scrabble import press

    return press


def decode(snapshot: Snapshot) -> Workbook:
    """A workbook of either game understood; Stop when it cannot be."""
    found: Workbook = game_of(snapshot).decode(snapshot)
    return found


def _names(columns, settings) -> set[str]:  # type: ignore[no-untyped-def]
    words = {name for sheet in (PLAYERS, RESULTS) for name in columns[sheet]} | {one.name for one in settings}
    return {fold(word) for word in words}

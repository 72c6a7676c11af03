"""What Excel calls itself: presses for RunPython, and functions for cells (Windows only; see texts/live.py)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import xlwings

from tournament_xl.hosts.excel import press_live
from tournament_xl.model import Match
from tournament_xl.scrabble import classique, initial, scoring
from tournament_xl.seasons import latest
from tournament_xl.texts import live as texts
from tournament_xl.texts.notices import notice_text
from tournament_xl.workbook.snapshot import HostError, cell_text

UNREADABLE = 5  # exit code of the contract


def pair_next_round() -> int:
    """Pair the next round of the calling workbook; the exit code of the contract."""
    return _press("pair")


def update() -> int:
    """Check the calling workbook and rewrite what is derived; the exit code of the contract."""
    return _press("update")


def undo_last_round() -> int:
    """Remove the last round of the calling workbook; the exit code of the contract."""
    return _press("undo")


def _press(action: str) -> int:
    try:
        return press_live(None, action).code
    except HostError:  # told already
        return UNREADABLE


def _for_cells(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function that cells can use, with its French help from the catalogue."""
    summary, arguments = texts.FUNCTIONS[function.__name__]
    function.__doc__ = summary
    documented: Callable[..., Any] = xlwings.func(function)
    for name, text in arguments.items():
        documented = xlwings.arg(name, doc=text)(documented)
    return documented


@_for_cells
def TX_PDEP(score1: Any, score2: Any) -> int:
    match = Match(1, 2, ((_score(score1), _score(score2)),))
    return scoring.tallies(match, 0)[0].pdep


@_for_cells
def TX_PL_SERIE(serie: Any = None) -> int:
    cote = initial.unrated_cote(cell_text(serie), latest())
    if cote is None:
        raise ValueError(texts.NO_SERIES)
    return cote


@_for_cells
def TX_NB_RONDES(joueurs: Any) -> int:
    count = _whole(joueurs)
    if count is None:
        raise ValueError(texts.NO_COUNT)
    if refusal := classique.field_refusal(count):
        raise ValueError(notice_text(refusal))
    return classique.default_rounds(count)


def _score(value: Any) -> int:
    score = _whole(value)
    lowest, highest = scoring.LOWEST_SCORE, scoring.HIGHEST_SCORE
    if score is None or not lowest <= score <= highest:
        raise ValueError(texts.NO_SCORE.format(lowest=lowest, highest=highest))
    return score


def _whole(value: Any) -> int | None:
    """A whole number from a cell, which Excel gives as a float."""
    if isinstance(value, bool) or not isinstance(value, int | float) or value != int(value):
        return None
    return int(value)

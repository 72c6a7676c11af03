"""What Excel calls itself: presses for RunPython, and functions for cells (Windows only; see texts/live.py)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import xlwings

from tournament_xl import exports
from tournament_xl.book.snapshot import HostError, cell_text
from tournament_xl.book.typed_rows import HIGHEST_COTE
from tournament_xl.exports import spilled, understood
from tournament_xl.folding import fold
from tournament_xl.hosts.excel import press_live, tame
from tournament_xl.model import Match
from tournament_xl.rules.othello import referee
from tournament_xl.rules.othello.model import Player, Settings
from tournament_xl.rules.scrabble import classique, initial, rating, scoring
from tournament_xl.seasons import named
from tournament_xl.texts import live as texts
from tournament_xl.texts import othello_sheets
from tournament_xl.texts.notices import notice_text

EVENTS = (
    referee.NOTHING, referee.LATE_AGAIN, referee.OTHER_LATE, referee.LATE_RESIGNS, referee.OTHER_RESIGNS,
)  # in the order of the words for them  # fmt: skip
UNREADABLE = 5  # exit code of the contract

tame()  # a program that only computes for cells ends no Excel either


def pair_next_round() -> int:
    """Pair the next round of the calling workbook; the exit code of the contract."""
    return _press("pair")


def update() -> int:
    """Check the calling workbook and rewrite what is derived; the exit code of the contract."""
    return _press("update")


def undo_last_round() -> int:
    """Remove the last round of the calling workbook; the exit code of the contract."""
    return _press("undo")


def ratings() -> int:
    """Compute the ratings of the calling workbook; the exit code of the contract."""
    return _press("ratings")


def check() -> int:
    """Check the calling workbook against its Journal and tell what differs; the exit code of the contract."""
    return _press("check")


def send() -> int:
    """Write beside the calling workbook, saved before, what goes to the federation; the exit code of the contract."""
    return _press("send")


def publish() -> int:
    """Write beside the calling workbook, saved before, its pages for the hall and the web; the contract's exit code."""
    return _press("publish")


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
        wide = {"ndim": 2} if text in texts.RANGES.values() else {}
        documented = xlwings.arg(name, doc=text, **wide)(documented)
    return documented


@_for_cells
def TX_PDEP(score1: Any, score2: Any) -> int:
    match = Match(1, 2, ((_score(score1), _score(score2)),))
    return scoring.tallies(match, 0)[0].pdep


@_for_cells
def TX_PL_SERIE(serie: Any = None) -> int:
    cote = initial.unrated_cote(cell_text(serie), named(""))
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


@_for_cells
def TX_PJ_MAX(categorie: Any, parties: Any, jokers: Any = None, ct: Any = None) -> float:
    season, category, games = named(""), _whole(categorie), _whole(parties)
    if category is None or category not in season.values:
        raise ValueError(texts.NO_CATEGORY)
    if games is None or games < 0:
        raise ValueError(texts.NO_VALUE)
    share, coefficient = _cote(jokers, 0.0, 100), _cote(ct, 1.0)
    return float(rating.highest_pj(category, games, rating.exact(share), rating.exact(coefficient), season))


@_for_cells
def TX_PJ(cote: Any, reference: Any, pjmax: Any = None) -> int:
    raw = rating.raw_pj(_cote(cote), _cote(reference))
    return raw if pjmax is None else rating.limited_pj(raw, rating.exact(_cote(pjmax)))


@_for_cells
def TX_PE(inscrits: Any, place: Any) -> int:
    return rating.experience(_place(inscrits), _place(place))


@_for_cells
def TX_BONUS(m: Any, place: Any) -> float:
    return float(rating.bonus(_place(m), _place(place), named("")))


@_for_cells
def TX_SERIE(cote: Any) -> str:
    return rating.series_of(_cote(cote), named(""))


@_for_cells
def TX_TEMPS(retardataire: Any, surplus: Any = None, noirs: Any = None, blancs: Any = None) -> str:
    events = dict(zip(("", *othello_sheets.SURPLUS), EVENTS, strict=True))
    board = (float(noirs), float(blancs)) if _is_number(noirs) and _is_number(blancs) else None
    try:
        found = referee.ruling(cell_text(retardataire).upper(), events.get(cell_text(surplus), "?"), board)
    except ValueError as error:
        raise ValueError(texts.NO_RULING) from error
    return f"{found.black:g} – {found.white:g} ({found.end})"


@_for_cells
def TX_RETARD(temps: Any, retard: Any) -> float:
    if not (_is_number(temps) and _is_number(retard) and temps > 0 and retard >= 0):
        raise ValueError(texts.NO_MINUTES)
    return referee.late_arrivals(float(temps), [float(retard)], odd=True)[0].minutes


@_for_cells
def TX_DROITS(adherent: Any = None, reduit: Any = None) -> int:
    yes = [fold(cell_text(value)) == "oui" for value in (adherent, reduit)]
    return referee.fee(Player(1, "?", member=yes[0], reduced=yes[1]), Settings(grand_prix_a=True))


@_for_cells
def TX_CLASSEMENT(joueurs: Any, resultats: Any, tournoi: Any = None, ronde: Any = None) -> list[list[Any]]:
    return spilled(exports.standings(understood(joueurs, resultats, tournoi), _whole(ronde)))


@_for_cells
def TX_GRILLE(joueurs: Any, resultats: Any, tournoi: Any = None, ronde: Any = None) -> list[list[Any]]:
    return spilled(exports.crosstable(understood(joueurs, resultats, tournoi), _whole(ronde)))


@_for_cells
def TX_PARTIES(joueurs: Any, resultats: Any, tournoi: Any = None) -> list[list[Any]]:
    return spilled(exports.games(understood(joueurs, resultats, tournoi)))


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


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


def _place(value: Any) -> int:
    place = _whole(value)
    if place is None or place < 1:
        raise ValueError(texts.NO_PLACE)
    return place


def _cote(value: Any, empty: float | None = None, highest: float = HIGHEST_COTE) -> float:
    """A number from 0 to `highest`; `empty` stands for an empty cell where one is allowed."""
    if value is None and empty is not None:
        return empty
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= highest:
        raise ValueError(texts.NO_COTE.format(highest=f"{highest:g}"))
    return float(value)

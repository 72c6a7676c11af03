"""Functions for Excel's cells (Windows only; their help: texts/live.py)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import xlwings

from tournament_xl import exports
from tournament_xl.book.snapshot import cell_text
from tournament_xl.book.typed_rows import HIGHEST_COTE
from tournament_xl.exports import spilled, understood
from tournament_xl.folding import fold
from tournament_xl.hosts.excel import tame
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

_MANY = 9999

tame()  # a program that only computes for cells ends no Excel either


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
    one, two = (_whole(score, scoring.LOWEST_SCORE, scoring.HIGHEST_SCORE) for score in (score1, score2))
    match = Match(1, 2, ((one, two),))
    return scoring.tallies(match, 0)[0].pdep


@_for_cells
def TX_PL_SERIE(serie: Any = None) -> int:
    cote = initial.unrated_cote(cell_text(serie), named(""))
    if cote is None:
        raise ValueError(texts.NO_SERIES)
    return cote


@_for_cells
def TX_NB_RONDES(joueurs: Any) -> int:
    count = _whole(joueurs, 0, _MANY)
    if refusal := classique.field_refusal(count):
        raise ValueError(notice_text(refusal))
    return classique.default_rounds(count)


@_for_cells
def TX_PJ_MAX(categorie: Any, parties: Any, jokers: Any = None, ct: Any = None) -> float:
    season = named("")
    category, games = _whole(categorie, min(season.values), max(season.values)), _whole(parties, 0, _MANY)
    share, coefficient = _number(jokers, 0, 100, 0.0), _number(ct, 0, HIGHEST_COTE, 1.0)
    return float(rating.highest_pj(category, games, rating.exact(share), rating.exact(coefficient), season))


@_for_cells
def TX_PJ(cote: Any, reference: Any, pjmax: Any = None) -> int:
    raw = rating.raw_pj(_cote(cote), _cote(reference))
    return raw if pjmax is None else rating.limited_pj(raw, rating.exact(_cote(pjmax)))


@_for_cells
def TX_PE(inscrits: Any, place: Any) -> int:
    return rating.experience(_whole(inscrits, 1, _MANY), _whole(place, 1, _MANY))


@_for_cells
def TX_BONUS(m: Any, place: Any) -> float:
    return float(rating.bonus(_whole(m, 1, _MANY), _whole(place, 1, _MANY), named("")))


@_for_cells
def TX_SERIE(cote: Any) -> str:
    return rating.series_of(_cote(cote), named(""))


@_for_cells
def TX_TEMPS(retardataire: Any, surplus: Any = None, noirs: Any = None, blancs: Any = None) -> str:
    events = dict(zip(("", *othello_sheets.SURPLUS), EVENTS, strict=True))
    board = None if noirs is None or blancs is None else (_number(noirs, 0, 64), _number(blancs, 0, 64))
    try:
        found = referee.ruling(cell_text(retardataire).upper(), events.get(cell_text(surplus), "?"), board)
    except ValueError as error:
        raise ValueError(texts.NO_RULING) from error
    return f"{found.black:g} – {found.white:g} ({found.end})"


@_for_cells
def TX_RETARD(temps: Any, retard: Any) -> float:
    return referee.minutes_left(_number(temps, 1, _MANY), _number(retard, 0, _MANY))


@_for_cells
def TX_DROITS(adherent: Any = None, reduit: Any = None) -> int:
    yes = [fold(cell_text(value)) == "oui" for value in (adherent, reduit)]
    return referee.fee(Player(1, "?", member=yes[0], reduced=yes[1]), Settings(grand_prix_a=True))


@_for_cells
def TX_CLASSEMENT(joueurs: Any, resultats: Any, tournoi: Any = None, ronde: Any = None) -> list[list[Any]]:
    return spilled(exports.standings(understood(joueurs, resultats, tournoi), _round(ronde)))


@_for_cells
def TX_GRILLE(joueurs: Any, resultats: Any, tournoi: Any = None, ronde: Any = None) -> list[list[Any]]:
    return spilled(exports.crosstable(understood(joueurs, resultats, tournoi), _round(ronde)))


@_for_cells
def TX_PARTIES(joueurs: Any, resultats: Any, tournoi: Any = None) -> list[list[Any]]:
    return spilled(exports.games(understood(joueurs, resultats, tournoi)))


def _number(value: Any, lowest: float, highest: float, empty: float | None = None) -> float:
    """A number within these bounds from a cell; `empty` stands for an empty one where it is allowed."""
    if value is None and empty is not None:
        return empty
    if isinstance(value, bool) or not isinstance(value, int | float) or not lowest <= value <= highest:
        raise ValueError(texts.NO_NUMBER.format(lowest=f"{lowest:g}", highest=f"{highest:g}"))
    return float(value)


def _whole(value: Any, lowest: int, highest: int) -> int:
    """A whole number, which Excel gives as a float."""
    number = _number(value, lowest, highest)
    if not number.is_integer():
        raise ValueError(texts.NO_NUMBER.format(lowest=lowest, highest=highest))
    return int(number)


def _cote(value: Any) -> float:
    return _number(value, 0, HIGHEST_COTE)


def _round(value: Any) -> int | None:
    return None if value is None else _whole(value, 0, _MANY)

"""Functions for Excel's cells (Windows only); `messages/live.py` has their help texts, docs/regles.md the rules.

A value that a function cannot use raises ValueError with a French sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import xlwings

from tournament_xl.core.normalization import normalize
from tournament_xl.core.resources import resource_path
from tournament_xl.frontends.excel.calls import convert_value
from tournament_xl.frontends.excel.live import restrain_xlwings
from tournament_xl.games.othello.rules import referee
from tournament_xl.games.othello.rules.formulas import SWISS
from tournament_xl.games.othello.rules.model import OthelloPlayer, OthelloSettings
from tournament_xl.games.registry import decode, find_game
from tournament_xl.games.scrabble.rules import classique, initial, rating, scoring
from tournament_xl.games.scrabble.rules.model import Match
from tournament_xl.games.scrabble.seasons.catalogue import find_season
from tournament_xl.interchange import export_tables
from tournament_xl.interchange.export_tables import ExportTable
from tournament_xl.messages import live as texts
from tournament_xl.messages import othello_sheets
from tournament_xl.messages.names import french_decimal
from tournament_xl.messages.notices import notice_text
from tournament_xl.storage.workbook_file import ClosedFile
from tournament_xl.workbook import schema
from tournament_xl.workbook.cells import Cell, cell_text
from tournament_xl.workbook.decoded import Workbook
from tournament_xl.workbook.snapshot import Snapshot
from tournament_xl.workbook.typed_columns import HIGHEST_COTE
from tournament_xl.workbook.working_copy import ActionAborted, require_valid

EVENTS = (
    referee.NOTHING, referee.LATE_AGAIN, referee.OTHER_LATE, referee.LATE_RESIGNS, referee.OTHER_RESIGNS,
)  # in the order of the words for them  # fmt: skip

_MANY = 9999
_PROBLEMS_SHOWN = 3  # in one error message
Range = Sequence[Sequence[object]]  # of cells
Function = Callable[..., object]

restrain_xlwings()  # this process imported xlwings, too, and must not close Excel when it ends


def _for_cells(function: Function) -> Function:
    """Register a function for cells, with its French help from the catalogue."""
    summary, arguments = texts.FUNCTIONS[function.__name__]
    function.__doc__ = summary
    documented: Function = xlwings.func(function)
    for name, text in arguments.items():
        is_range = function.__annotations__[name].startswith("Range")  # annotations are texts here
        range_options = {"ndim": 2} if is_range else {}
        documented = xlwings.arg(name, doc=text, **range_options)(documented)
    return documented


@_for_cells
def TX_PDEP(score1: Cell, score2: Cell) -> int:
    """Compute the pdep of the first player of a game: the difference of the two scores, at most 100 either way (C6)."""
    first, second = (_whole(score, scoring.LOWEST_SCORE, scoring.HIGHEST_SCORE) for score in (score1, score2))
    match = Match(1, 2, ((first, second),))
    return scoring.tallies(match, scoring.Scoring())[0].pdep


@_for_cells
def TX_PL_SERIE(serie: Cell = None) -> int:
    """Return the rating PL* with which an unrated player starts, by his series in duplicate Scrabble (R1).

    An empty cell counts as a new licence. ValueError for an unknown series.
    """
    cote = initial.find_unrated_cote(cell_text(serie), find_season(""))
    if cote is None:
        raise ValueError(texts.NO_SERIES)
    return cote


@_for_cells
def TX_NB_RONDES(joueurs: Cell) -> int:
    """Return the number of rounds of the Formule Classique for so many players (C1); ValueError unless 7 to 128."""
    count = _whole(joueurs, 0, _MANY)
    if refusal := classique.find_field_refusal(count):
        raise ValueError(notice_text(refusal))
    return classique.default_rounds(count)


@_for_cells
def TX_PJ_MAX(categorie: Cell, parties: Cell, jokers: Cell = None, ct: Cell = None) -> float:
    """Compute PJmax of a tournament, the most points for the games, not rounded (R7), with the latest season's numbers.

    Args:
        categorie: Category of the tournament, 1 to 5.
        parties: Number of its games.
        jokers: Percentage of players in the series Joker, 0 to 100; empty for 0.
        ct: Coefficient CT of the tournament; empty for 1.
    """
    season = find_season("")
    category, games = _whole(categorie, min(season.values), max(season.values)), _whole(parties, 0, _MANY)
    share, coefficient = _number(jokers, 0, 100, 0.0), _number(ct, 0, HIGHEST_COTE, 1.0)
    exact_share, exact_coefficient = rating.as_fraction(share), rating.as_fraction(coefficient)
    return float(rating.compute_highest_pj(category, games, exact_share, exact_coefficient, season))


@_for_cells
def TX_PJ(cote: Cell, reference: Cell, pjmax: Cell = None) -> int:
    """Compute PJ, a player's points for the games (R7): 2/3 of the way up from `cote` to `reference`, or 1/3 down.

    The result is rounded.

    Args:
        cote: Rating of the player.
        reference: Rating of the player who had this place in the initial order.
        pjmax: PJmax; limits the result to -PJmax/2 … PJmax. Empty for no limit.
    """
    raw = rating.compute_raw_pj(_cote(cote), _cote(reference))
    return raw if pjmax is None else rating.limit_pj(raw, rating.as_fraction(_cote(pjmax)))


@_for_cells
def TX_PE(inscrits: Cell, place: Cell) -> int:
    """Compute the experience points PE (R5): registered players minus final place plus 1."""
    return rating.compute_experience(_whole(inscrits, 1, _MANY), _whole(place, 1, _MANY))


@_for_cells
def TX_BONUS(m: Cell, place: Cell) -> float:
    """Compute the bonus of a final place (R6): the value M of the event, or a part of it; 0 below the fourth place."""
    return float(rating.compute_bonus(_whole(m, 1, _MANY), _whole(place, 1, _MANY), find_season("")))


@_for_cells
def TX_SERIE(cote: Cell) -> str:
    """Return the series of a rating in the latest season (R3): Joker, A, B or C."""
    return rating.find_series(_cote(cote), find_season(""))


@_for_cells
def TX_TEMPS(retardataire: Cell, surplus: Cell = None, noirs: Cell = None, blancs: Cell = None) -> str:
    """Return the result of an Othello game in which a player ran out of time (rule B6 of Othello).

    Args:
        retardataire: Colour of that player, "N" or "B".
        surplus: What happened first in the time added then: a text of `othello_sheets.SURPLUS`; empty for none of them.
        noirs: Black's discs on the board; both counts are needed if `surplus` is empty, and not used otherwise.
        blancs: White's discs on the board.

    Returns:
        Black's discs, White's, and the code of column Fin: "40 – 24 (TB)".
    """
    events = dict(zip(("", *othello_sheets.SURPLUS), EVENTS, strict=True))
    board = None if noirs is None or blancs is None else (_number(noirs, 0, 64), _number(blancs, 0, 64))
    try:
        ruling = referee.compute_ruling(cell_text(retardataire).upper(), events.get(cell_text(surplus), "?"), board)
    except ValueError as error:
        raise ValueError(texts.NO_RULING) from error
    return french_decimal(f"{ruling.black:g}") + " – " + french_decimal(f"{ruling.white:g}") + f" ({ruling.end})"


@_for_cells
def TX_RETARD(temps: Cell, retard: Cell) -> float:
    """Compute the minutes that an Othello player who comes late to round 1 has left (Othello B7); 0 means a forfeit.

    Args:
        temps: Minutes of a player who is on time.
        retard: Minutes by which he is late.
    """
    return referee.compute_minutes_left(_number(temps, 1, _MANY), _number(retard, 0, _MANY))


@_for_cells
def TX_DROITS(adherent: Cell = None, reduit: Cell = None) -> int:
    """Compute the fee of a player at an Othello Grand Prix A, in euros (B8); 0 for a member.

    Args:
        adherent: "oui" for a member of the federation; any other text for none.
        reduit: "oui" for the reduced fee; any other text for the full one.
    """
    answers = [normalize(cell_text(value)) == "oui" for value in (adherent, reduit)]
    return referee.compute_fee(
        OthelloPlayer(1, "?", member=answers[0], reduced=answers[1]), OthelloSettings(SWISS, grand_prix_a=True)
    )


@_for_cells
def TX_CLASSEMENT(
    joueurs: Range, resultats: Range, tournoi: Range | None = None, ronde: Cell = None
) -> list[list[Cell]]:
    """Return the standings after a round, titles first, the best player first; arguments are as for `TX_GRILLE`."""
    return _spilled(export_tables.build_standings_table(_tournament(joueurs, resultats, tournoi), _round(ronde)))


@_for_cells
def TX_GRILLE(joueurs: Range, resultats: Range, tournoi: Range | None = None, ronde: Cell = None) -> list[list[Cell]]:
    """Return the cross table after a round, titles first; Excel spills the rows over the cells below and to the right.

    Args:
        joueurs: The sheet Joueurs, headers included.
        resultats: The sheet Résultats, headers included.
        tournoi: The sheet Tournoi; empty for the settings of a new workbook.
        ronde: The round, 0 for the start; empty for the last round before the first incomplete one.
    """
    return _spilled(export_tables.build_cross_table(_tournament(joueurs, resultats, tournoi), _round(ronde)))


@_for_cells
def TX_PARTIES(joueurs: Range, resultats: Range, tournoi: Range | None = None) -> list[list[Cell]]:
    """Return the table of games, titles first: two rows per game, one for each player; one row for a bye."""
    return _spilled(export_tables.build_games_table(_tournament(joueurs, resultats, tournoi)))


def _number(value: Cell, lowest: float, highest: float, empty: float | None = None) -> float:
    """Read a number within bounds; an empty cell gives `empty`, or is refused where that is None."""
    if value is None and empty is not None:
        return empty
    if isinstance(value, bool) or not isinstance(value, int | float) or not lowest <= value <= highest:
        raise ValueError(texts.NO_NUMBER.format(lowest=f"{lowest:g}", highest=f"{highest:g}"))
    return float(value)


def _whole(value: Cell, lowest: int, highest: int) -> int:
    """Read a whole number, which Excel gives as a float."""
    number = _number(value, lowest, highest)
    if not number.is_integer():
        raise ValueError(texts.NO_NUMBER.format(lowest=lowest, highest=highest))
    return int(number)


def _cote(value: Cell) -> float:
    return _number(value, 0, HIGHEST_COTE)


def _round(value: Cell) -> int | None:
    return None if value is None else _whole(value, 0, _MANY)


def _tournament(players: Range, results: Range, settings: Range | None = None) -> Workbook:
    """Decode a tournament from the sheets Joueurs and Résultats, headers included; the rest is as in a new workbook.

    `settings` is the whole sheet Tournoi. ValueError with the first problems, in French.
    """
    ranges = {schema.PLAYERS: players, schema.RESULTS: results} | ({schema.TOURNAMENT: settings} if settings else {})
    grids = {name: [[convert_value(value) for value in row] for row in area] for name, area in ranges.items()}
    template = ClosedFile(resource_path("templates", f"{find_game(Snapshot(grids)).name}.xlsx")).read()
    try:
        return require_valid(decode(Snapshot({**template.sheets, **grids})))
    except ActionAborted as stop:
        raise ValueError(" ".join(map(str, stop.outcome.problems[:_PROBLEMS_SHOWN]))) from None


def _spilled(table: ExportTable) -> list[list[Cell]]:
    """Return header and rows for Excel, which spills them over the cells below and to the right."""
    return [["" if value is None else value for value in line] for line in table.lines()]

"""Names of sheets, columns and settings of the Scrabble workbook; `workbook/schema` has the names for all games."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from tournament_xl.core.model import Cote
from tournament_xl.games.scrabble.rules.formulas import CLASSIQUE, FORMULAS
from tournament_xl.games.scrabble.rules.model import TIE_BREAKS
from tournament_xl.games.scrabble.rules.scoring import HIGHEST_SCORE, LOWEST_SCORE
from tournament_xl.games.scrabble.rules.tables import BUILT_IN
from tournament_xl.workbook import schema as shared
from tournament_xl.workbook import typed_columns
from tournament_xl.workbook.cells import is_serial_day, is_spoilt_identifier, parse_int, parse_number
from tournament_xl.workbook.computed_columns import (
    AWARD_COLUMNS,
    MOVE,
    RANKED,
    ComputedColumn,
    Style,
    list_figures,
    list_tie_breaks,
    list_titles,
)
from tournament_xl.workbook.csv_text import unwrap
from tournament_xl.workbook.input_texts import read_rounds
from tournament_xl.workbook.number_texts import format_ranges
from tournament_xl.workbook.schema import MOST_ROUNDS, Box
from tournament_xl.workbook.settings import SHARED_SETTINGS, SHOWN_COLUMNS, Setting, parse_choice
from tournament_xl.workbook.typed_columns import Column, Invalid

SHEETS = (
    shared.TOURNAMENT, shared.PLAYERS, shared.RESULTS, shared.PAIRINGS, shared.SLIPS, shared.TENTS, shared.STANDINGS,
    shared.GRID, shared.EVOLUTION, shared.HIGHLIGHTS, shared.PRIZES, shared.PALMARES, shared.TEAMS, shared.RATINGS,
    shared.GROUPS, shared.TABLES, shared.FINALS, shared.JOURNAL, shared.MEMORY,
)  # in the order of the tabs  # fmt: skip


HIGHEST_NUMBER = 9999
LAST_PLAYED = "Dernier tournoi"  # Joueurs, optional: last day played by a returning player (R10)
USED_COTE = "Cote retenue"  # Joueurs: PL* where it is used (R1, R10); may be deleted
BY_PLACE_COLUMN = "Par place"  # Cotes: cotes for neighbouring ranks; right of it one column for each rank
GROUP_ROUNDS = ("R1", "R2", "R3", "R4", "R5")  # Groupes: opponent and result of each member


def parse_cote(text: str) -> Cote | None:
    """Return a cote; a star at its end (the mark of PL*) is ignored."""
    typed = text.rstrip("*").strip()
    cote = typed_columns.read_cote(typed)
    if typed and cote is None:
        raise Invalid("bad_cote", text=typed)
    return cote


def _parse_licence(text: str) -> str:
    """Return a licence number that no spreadsheet program has changed."""
    licence = unwrap(text)
    if is_spoilt_identifier(licence):
        raise Invalid("licence_changed", text=licence)
    return licence


def _parse_seed(text: str) -> float:
    """Return a place in the initial ranking, a multiple of 0.5."""
    seed = parse_number(text)
    if seed is None or seed < 0.5 or not (2 * seed).is_integer():
        raise Invalid("bad_seed")
    return seed


def _parse_score(text: str) -> int:
    """Return a score of a game."""
    score = parse_int(text)
    if score is None or not LOWEST_SCORE <= score <= HIGHEST_SCORE:
        key = "score_date" if is_serial_day(text) else "bad_score"
        raise Invalid(key, lowest=LOWEST_SCORE, highest=HIGHEST_SCORE)
    return score


def _parse_seat(text: str) -> int:
    """Return a number of the sheet Tables."""
    if (value := parse_int(text)) is None:
        raise Invalid("table_number")
    return value


def _parse_size(text: str) -> int:
    """Return a number of seats for which a table may be given (C9)."""
    if (size := parse_int(text)) not in BUILT_IN:
        raise Invalid("table_number")
    return size


PLAYER_COLUMNS = (
    typed_columns.number_column(HIGHEST_NUMBER),
    *typed_columns.NAMES,
    Column("Licence", "licence", _parse_licence, is_unique=bool, usual=True, tells_apart=True),
    typed_columns.CLUB,
    Column("Cote", "cote", parse_cote, None, usual=True),  # what counts: `input_sheets.settle_cote`
    Column("Série duplicate", "series"),
    Column(
        "Rang initial", "seed", _parse_seed, None, is_unique=lambda seed: seed is not None and seed.is_integer(),
        written=True,
    ),
    typed_columns.ABSENCES,
    typed_columns.REMARK,
    Column(USED_COTE, "used_cote", optional=True, written=True),
    Column(LAST_PLAYED, "last_played", typed_columns.parse_date, None, optional=True),
    *typed_columns.OPTIONAL_COLUMNS,
)  # fmt: skip
SCORE_COLUMNS = {
    title: Column(title, "scores" if title in ("Score 1", "Score 2") else "further", _parse_score, None)
    for title in ("Score 1", "Score 2", "Score 1b", "Score 2b", "Score 1c", "Score 2c")
}
_FIRST_SCORES, _FURTHER_SCORES = [*SCORE_COLUMNS.values()][:2], [*SCORE_COLUMNS.values()][2:]
_GAME = (
    Column("N° 1", "sides"), Column("Joueur 1", written=True), *_FIRST_SCORES, Column("Joueur 2", written=True),
    Column("N° 2", "sides"), Column(Box("Forfait"), "forfeit"),
)  # who meets, and who forfeits, several cells say (`input_sheets`)  # fmt: skip
TYPED_COLUMNS = {
    shared.PLAYERS: PLAYER_COLUMNS,
    shared.RESULTS: (typed_columns.ROUND, typed_columns.TABLE, *_GAME, *_FURTHER_SCORES, typed_columns.REASON),
    shared.PRIZES: typed_columns.PRIZE_COLUMNS,
    shared.TABLES: (
        Column("Joueurs", "players", _parse_size, required=True),
        Column("Ronde", "round", _parse_seat, required=True),
        Column("Siège 1", "first", _parse_seat, required=True),
        Column("Siège 2", "second", _parse_seat, required=True),
    ),
    shared.FINALS: (Column("Match", prepared=True), Column("Ronde", prepared=True), *_GAME),
}  # sheet into which people type -> its columns


def show_seed(seed: float | None) -> int | float | None:
    """Return a place in the initial ranking as sheets show it: a whole place as int, a half place as float (C2).

    None, for a player without a place, stays None.
    """
    return int(seed) if seed is not None and seed.is_integer() else seed


def _result_column(title: str) -> ComputedColumn:
    return ComputedColumn(title, lambda row: row.results.get(title), Style.TEXT, optional=True)


_TIE_BREAK_COLUMNS = list_tie_breaks(TIE_BREAKS, signed=("Pdep",))
COMPUTED_COLUMNS: dict[str, Sequence[ComputedColumn]] = {
    shared.PAIRINGS: (
        ComputedColumn("Table"), ComputedColumn("PM 1", earlier=("Pts 1",)), ComputedColumn("Joueur 1"),
        ComputedColumn("Score 1"), ComputedColumn("Score 2"),
        ComputedColumn("Joueur 2"), ComputedColumn("PM 2", earlier=("Pts 2",)),
    ),
    shared.STANDINGS: (
        *RANKED,
        ComputedColumn("Club", lambda row: row.player.club, Style.ORIGIN),
        ComputedColumn("J", lambda row: row.line.played, Style.COUNT, "played"),
        ComputedColumn("G", lambda row: row.line.won, Style.COUNT, "won"),
        ComputedColumn("N", lambda row: row.line.drawn, Style.COUNT, "drawn"),
        ComputedColumn("P", lambda row: row.line.lost, Style.COUNT, "lost"),
        *_TIE_BREAK_COLUMNS,
        MOVE,
    ),
    shared.GRID: (*RANKED, *_TIE_BREAK_COLUMNS),  # then a column a round or an opponent
    shared.RATINGS: (
        *RANKED,
        ComputedColumn("Licence", lambda row: row.player.licence, Style.ORIGIN),
        ComputedColumn("Rang initial", lambda row: show_seed(row.player.seed)),
        ComputedColumn("Rang (participants)", lambda row: row.line.rank),
        ComputedColumn("Cote initiale", lambda row: row.line.old),
        ComputedColumn("Cote de référence", lambda row: row.line.gain.reference),
        ComputedColumn("PE", lambda row: row.line.gain.pe),
        ComputedColumn("B", lambda row: row.line.gain.bonus),
        ComputedColumn("PJ brut", lambda row: row.line.gain.raw),
        ComputedColumn("PJ", lambda row: row.line.gain.pj),
        ComputedColumn("Nouvelle cote", lambda row: row.line.new),
        ComputedColumn("Série", lambda row: row.line.series),
        ComputedColumn(shared.CHANGE_COLUMN, lambda row: row.line.gain.total, Style.SIGNED, optional=True),
        ComputedColumn(BY_PLACE_COLUMN, style=Style.MARK, optional=True),
    ),  # then a column a place
    shared.GROUPS: (
        ComputedColumn("Groupe", lambda row: row.group), ComputedColumn("Ordre", lambda row: row.order),
        ComputedColumn("N°", lambda row: row.number or "X", Style.NUMBER),
        ComputedColumn("Joueur", lambda row: row.name, Style.NAME),
        *map(_result_column, GROUP_ROUNDS),
    ),
    **AWARD_COLUMNS,
}  # sheet -> its columns, in the template's order  # fmt: skip
COLUMNS: dict[str, tuple[str, ...]] = {
    **{sheet: typed_columns.required_titles(declared) for sheet, declared in TYPED_COLUMNS.items()},
    **{sheet: list_titles(declared) for sheet, declared in COMPUTED_COLUMNS.items()},
    shared.JOURNAL: shared.JOURNAL_COLUMNS,
    shared.MEMORY: shared.MEMORY_COLUMNS,
}  # sheet -> titles of its columns
PAGE_LINES = {
    shared.PLAYERS: 34, shared.RESULTS: 39, shared.STANDINGS: 37, shared.RATINGS: 30, shared.TEAMS: 23,
    shared.HIGHLIGHTS: 20, shared.JOURNAL: 29,
}  # sheets that print one page wide -> most rows of a page  # fmt: skip
ROUND_TITLES = ("Table", "Joueur 1", "Score", "Joueur 2", "Motif")  # a round in the terminal
EXPORTED_GAME = (
    "Ronde", "Table", "N°", "Joueur", "Adversaire", "Score", "Score adverse", "Résultat", "PM", "Pdep", "Forfait",
    "Cote", "Cote adverse", "N° adverse", "Manche",
)  # table of games, two rows a game  # fmt: skip
FIGURES = list_figures(COMPUTED_COLUMNS[shared.STANDINGS])
SIDES = (("N° 1", "Joueur 1"), ("N° 2", "Joueur 2"))  # Résultats: number and name of each side
GAMES = (("Score 1", "Score 2"), ("Score 1b", "Score 2b"), ("Score 1c", "Score 2c"))  # Résultats: scores of each game
SCORES = tuple(column for game in GAMES for column in game)
FURTHER_SCORES = SCORES[2:]  # of second and third games; optional
RATING_FACTS = ("Catégorie", "M", "CT", "PJmax", "PJmin", "% Joker")  # Cotes, above the header: value in the next cell
EXTRA_COLUMNS = (USED_COTE, LAST_PLAYED)
OPTIONAL_TITLES = (LAST_PLAYED, *typed_columns.OPTIONAL_TITLES)  # further columns of Joueurs that a list may bring
PRIZE_COLUMNS = {"Catégorie": 0, "Club": 0, "Série duplicate": 1}  # of Joueurs; "4B" is of series 4
TH = "TH"  # default of Type d'épreuve
WORLD_CHAMPIONSHIP = "Championnat du monde"


def _parse_winning_games(text: str) -> dict[int, int]:
    """Return games to win by round (C5) from "1", "2" or "2 : 4-5"; key 0 means every round."""
    if text == "1":
        return {}
    head, colon, tail = text.partition(":")
    rounds = read_rounds(tail)
    if parse_int(head) != 2 or (colon and (rounds is None or not rounds[0] or rounds[1] is not None)):
        raise Invalid("winning_games")
    return dict.fromkeys(rounds[0], 2) if colon and rounds else {0: 2}


def _show_winning_games(games: Mapping[int, int]) -> str:
    return "2" if 0 in games else f"2 : {format_ranges(games)}" if games else "1"


def _parse_season(text: str) -> str:
    """Return the name of a season: "2015/16" is 2015-2016; "" for a text that is none."""
    years = re.fullmatch(r"(20\d\d) ?[-/–] ?(?:20)?(\d\d)", text)
    return f"{years[1]}-20{years[2]}" if years else ""


def _show_season(name: str) -> str:
    from tournament_xl.games.scrabble.seasons.catalogue import latest_season  # not for a press of another game

    return name or latest_season()


FINAL, PROVISIONAL = "final", "provisional"  # ratings requested, in the document; provisional: before the end
BUILT_IN_TABLE = "built-in"  # seat table of the regulation, in the document
SETTINGS = (
    *SHARED_SETTINGS,
    Setting("Formule", "Règlement",
        "Vide : Classique (7 à 128 joueurs). Open (dès 12) : 5 rondes en groupes, puis au classement. Moins de 7 : "
        "Toutes-rondes.",
        tuple(FORMULAS), default=CLASSIQUE.name, decides=True, field="formula",
        parse=lambda text: FORMULAS[parse_choice(text, tuple(FORMULAS), "Formule")],
        show=lambda formula: str(formula.name)),
    Setting("Édition", "Règlement", "Vide : F50 (forfait +50). F10 : ancienne édition (forfait +10).", ("F50", "F10"),
        default="F50", decides=True, field="edition"),
    Setting("Nombre de rondes", "Règlement",
        "Vide : selon les inscrits (7–32 : 5, 33–64 : 6, 65–128 : 7 ; Open : 8, dès 97 inscrits 10).",
        whole=(1, MOST_ROUNDS), decides=True, field="rounds"),
    Setting("Manches gagnantes", "Règlement",
        "Vide : 1. Écrire 2, ou « 2 : 4-5 » pour deux manches gagnantes aux rondes 4 et 5.", default="1", decides=True,
        field="winning_games", parse=_parse_winning_games, show=_show_winning_games),
    Setting("Graine", "Règlement", "Nombre d'où viennent les tirages au sort (Open) : le même donne les mêmes.",
        decides=True, field="seed"),
    Setting("Type d'épreuve", "Cotes", "Vide : TH (tournoi homologué). Sert au calcul des cotes.",
        (TH, "TH Classique B", "Masters régional", "Masters départemental", "Championnat national",
         "Open international", WORLD_CHAMPIONSHIP),
        decides=True, field="event", show=lambda event: event or TH),
    Setting("Saison", "Cotes", "Vide : la plus récente du programme. Par exemple 2015-2016.", decides=True,
        field="season", parse=_parse_season, show=_show_season, blank=""),
    Setting("Parties (cotes)", "Cotes",
        "Vide : une par ronde. Si des matchs ont plusieurs manches : parties qui comptent pour PJmax (voir Cotes).",
        whole=(1, MOST_ROUNDS), required=False, decides=True, field="own_games"),
    SHOWN_COLUMNS,
)  # fmt: skip

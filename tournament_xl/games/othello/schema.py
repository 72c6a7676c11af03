"""Names of sheets, columns and settings of the Othello workbook; `workbook/schema` has the names for all games."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from tournament_xl.core.normalization import normalize
from tournament_xl.games.othello.rules.formulas import FORMULAS, SWISS
from tournament_xl.games.othello.rules.model import ENDS, TIE_BREAKS, Penalties
from tournament_xl.games.othello.rules.referee import FEE, REDUCED_FEE
from tournament_xl.games.othello.rules.results import BOARD
from tournament_xl.messages import sheets
from tournament_xl.workbook import schema as shared
from tournament_xl.workbook import typed_columns
from tournament_xl.workbook.cells import is_serial_day, parse_int, parse_number
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
from tournament_xl.workbook.schema import Box
from tournament_xl.workbook.settings import FEDERATION_SETTINGS as SHARED_FEDERATION_SETTINGS
from tournament_xl.workbook.settings import SHARED_SETTINGS, SHOWN_COLUMNS, Setting, parse_choice
from tournament_xl.workbook.typed_columns import Column, Invalid

REFEREE = "Arbitre"  # [ours] small forms for the referee
SHEETS = (
    shared.TOURNAMENT, shared.PLAYERS, shared.RESULTS, shared.PAIRINGS, shared.SLIPS, shared.TENTS, shared.STANDINGS,
    shared.GRID, shared.EVOLUTION, shared.HIGHLIGHTS, shared.PRIZES, shared.PALMARES, shared.TEAMS, shared.FINALS,
    REFEREE, shared.JOURNAL, shared.MEMORY,
)  # in the order of the tabs  # fmt: skip

HIGHEST_NUMBER = 999_999  # numbers of the world's list of players have six digits
NO_RATING = ("", "-", "–", "--", "?")
_FEES = ("0", str(REDUCED_FEE), str(FEE))


def _parse_cote(text: str) -> float | None:
    """Return a rating as in the world's list, where it may be negative; "-" and "?" are none, and "1803*" is 1803."""
    typed = text.strip("* ")
    if typed in NO_RATING:
        return None
    if (rating := typed_columns.read_cote(typed, -typed_columns.HIGHEST_COTE)) is None:
        raise Invalid("bad_cote", text=typed)
    return float(rating)


def _parse_fee(text: str) -> str:
    """Return a fee, as the program writes it (B8)."""
    if text not in _FEES:
        raise Invalid("fee_typed", known=", ".join(_FEES))
    return text


def parse_discs(text: str, parse: Callable[[str], float | None] = parse_int) -> float:
    """Return a count of discs."""
    value = parse(text)
    if value is None or 2 * value % 1 or not 0 <= value <= BOARD:
        raise Invalid("score_date" if is_serial_day(text) else "bad_discs", lowest=0, highest=BOARD)
    return value


def parse_halves(text: str) -> float:
    """Return a count of discs that may be a half, as imported results have it (B1)."""
    return parse_discs(text, parse_number)


def _parse_end(text: str) -> str:
    """Return the code of column Fin."""
    code = text.replace(" ", "").upper()
    if code not in ENDS:
        raise Invalid("bad_end")
    return code


def _final_choice(label: str, *choices: str) -> Setting:
    return Setting(
        label, shared.FINALS, choices=choices, parse=lambda text: int(parse_choice(text, choices, label)), blank=0
    )


PLAYER_COLUMNS = (
    typed_columns.number_column(HIGHEST_NUMBER, tells_apart=True),
    *typed_columns.NAMES,
    Column("Pays", "country", usual=True),
    typed_columns.CLUB,
    Column("Cote", "cote", _parse_cote, None, usual=True),
    Column(Box("Adhérent"), "member", typed_columns.parse_yes, False),
    Column(Box("Tarif réduit"), "reduced", typed_columns.parse_yes, False),
    Column("Droits", parse=_parse_fee, prepared=True, written=True),
    typed_columns.ABSENCES,
    typed_columns.REMARK,
    *typed_columns.OPTIONAL_COLUMNS,
)
DISC_COLUMNS = (Column("Pions N", "scores", parse_discs, None), Column("Pions B", "scores", parse_discs, None))
END = Column(Box("Fin"), "end", _parse_end)
UNRATED = Column("Hors cote", "unrated", typed_columns.parse_yes, False)
_GAME = (
    Column("N° N", "sides"), Column("Noir", written=True), *DISC_COLUMNS, Column("Blanc", written=True),
    Column("N° B", "sides"), END, UNRATED,
)  # fmt: skip
TYPED_COLUMNS = {
    shared.PLAYERS: PLAYER_COLUMNS,
    shared.RESULTS: (typed_columns.ROUND, typed_columns.TABLE, *_GAME, typed_columns.REASON),
    shared.PRIZES: typed_columns.PRIZE_COLUMNS,
    shared.FINALS: (Column("Match", "stage", prepared=True), Column("Partie", "number", prepared=True), *_GAME),
}  # sheet into which people type -> its columns

_TIE_BREAK_COLUMNS = list_tie_breaks(TIE_BREAKS)
COMPUTED_COLUMNS: dict[str, Sequence[ComputedColumn]] = {
    shared.PAIRINGS: tuple(map(ComputedColumn, ("Table", "Pts N", "Noir", "Pions N", "Pions B", "Blanc", "Pts B"))),
    shared.STANDINGS: (
        *RANKED,
        ComputedColumn("Pays", lambda row: row.player.country, Style.ORIGIN),
        ComputedColumn("J", lambda row: row.line.games, Style.COUNT, "played"),
        ComputedColumn("G", lambda row: row.line.won, Style.COUNT, "won"),
        ComputedColumn("N", lambda row: row.line.drawn, Style.COUNT, "drawn"),
        ComputedColumn("P", lambda row: row.line.lost, Style.COUNT, "lost"),
        *_TIE_BREAK_COLUMNS,
        ComputedColumn("Pions", lambda row: row.line.discs, key="discs"),
        MOVE._replace(value=lambda row: sheets.ABSENT if row.line.left and row.move != sheets.LEFT else row.move),
    ),
    shared.GRID: (*RANKED, *_TIE_BREAK_COLUMNS),  # then a column a round or an opponent
    **AWARD_COLUMNS,
}  # sheet -> its columns, in the template's order
COLUMNS: dict[str, tuple[str, ...]] = {
    **{sheet: typed_columns.required_titles(declared) for sheet, declared in TYPED_COLUMNS.items()},
    **{sheet: list_titles(declared) for sheet, declared in COMPUTED_COLUMNS.items()},
    shared.JOURNAL: shared.JOURNAL_COLUMNS,
    shared.MEMORY: shared.MEMORY_COLUMNS,
}  # sheet -> titles of its columns
PAGE_LINES = {
    shared.PLAYERS: 32, shared.RESULTS: 44, shared.STANDINGS: 37, shared.TEAMS: 23,
    shared.HIGHLIGHTS: 20, shared.JOURNAL: 29,
}  # sheets that print one page wide -> rows of a page  # fmt: skip
ROUND_TITLES = ("Table", "Noir", "Pions", "Blanc", "Motif")  # a round in the terminal
EXPORTED_GAME = (
    "Ronde", "Table", "N°", "Joueur", "Adversaire", "Score", "Score adverse", "Résultat", "Points", "Pions",
    "Forfait", "Cote", "Cote adverse", "N° adverse", "Couleur", "Fin",
)  # table of games, two rows a game  # fmt: skip
PRIZE_COLUMNS = {"Catégorie": 0, "Pays": 0, "Club": 0}  # of Joueurs
FIGURES = list_figures(COMPUTED_COLUMNS[shared.STANDINGS])
FEES_TOTAL = "Total des droits"  # label on Arbitre; the sum is in the next cell
PLAY_OFF, SEMI_FINALS, THIRD_PLACE, FINAL = (
    "Barrage pour la 4e place",
    "Demi-finales",
    "Match pour la 3e place",
    "Grande finale",
)
FINAL_CHOICES = (
    _final_choice(PLAY_OFF, "1"), _final_choice(SEMI_FINALS, "1", "3"), _final_choice(THIRD_PLACE, "1", "3"),
    _final_choice(FINAL, "1", "3"),
)  # Finales: games at most, in the cell right of the label; 0: not played  # fmt: skip

BIP = "BIP"  # the bye in columns of numbers
SIDES = (("N° N", "Noir"), ("N° B", "Blanc"))  # Résultats: number and name of each side
DISCS = "Pions N", "Pions B"  # Résultats: the score
FORBIDDEN = 10_000_000  # limit of a pair's cost (S3)
IMPORT_SEED = "import"  # Graine of an import, so that the same file gives the same workbook

_PAPP = Penalties()
HIGHEST_BETA = 100


def _parse_beta(text: str) -> float:
    """Return β, 0 or more (B5)."""
    value = parse_number(text)
    if value is None or not 0 <= value <= HIGHEST_BETA:
        raise Invalid("beta", high=HIGHEST_BETA)
    return value


def _parse_compatriots(text: str) -> str:
    """Return toujours, ronde 1, jamais or interdit dès R (S1)."""
    words = normalize(text)
    if words in ("toujours", "ronde 1", "jamais"):
        return words
    match = re.fullmatch(r"interdits? des (?:la ronde )?(\d{1,3})", words)
    if not match or int(match[1]) < 1:
        raise Invalid("compatriots")
    return f"interdit dès {int(match[1])}"


def _parse_bye_points(text: str) -> int:
    """Return half-points of a bye; a half is often typed as a number."""
    return 1 if parse_number(text) == 0.5 or parse_choice(text, ("1", "½"), "Points du bye") == "½" else 2


def _parse_numbers(text: str, papp: Sequence[int]) -> tuple[int, ...]:
    """Return as many whole numbers as PAPP has; blanks, commas and semicolons separate them."""
    parts = re.split(r"[\s;,]+", text)
    values = [value for part in parts if (value := parse_int(part)) is not None and 0 <= value <= FORBIDDEN]
    if not len(parts) == len(values) == len(papp):
        raise Invalid("penalties", shown=_show_numbers(papp))
    return tuple(values)


def _show_numbers(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers))


SETTINGS = (
    *SHARED_SETTINGS[:-1],
    SHARED_SETTINGS[-1]._replace(
        help="Combien de joueurs d'un même pays comptent (feuille Équipes). Vide : pas d'équipes."),
    Setting("Pays du tournoi", "Tournoi", "Pour le fichier ELO, par exemple France."),
    Setting("Grand Prix A", "Tournoi", "oui : les non-adhérents paient 4 €, tarif réduit 2 € (Joueurs, Droits).",
        ("oui",), decides=True, field="grand_prix_a",
        parse=lambda text: bool(parse_choice(text, ("oui",), "Grand Prix A")), blank=False,
        show=lambda value: "oui" if value else ""),
    Setting("Formule", "Règlement", "Vide : Suisse. Peu de joueurs : Toutes-rondes.",
        tuple(FORMULAS), default=SWISS.name, decides=True, field="formula",
        parse=lambda text: FORMULAS[parse_choice(text, tuple(FORMULAS), "Formule")],
        show=lambda formula: str(formula.name)),
    Setting("Nombre de rondes", "Règlement",
        "Vide : 7, ou la table d'un toutes-rondes. Sans les finales. Fixé au premier appariement.",
        whole=(1, shared.MOST_ROUNDS), decides=True, field="rounds"),
    Setting("Saisie", "Règlement",
        "Noir seul : taper les pions de Noir (sur 64), ceux de Blanc suivent. Vide : taper les deux.",
        ("Noir seul",), field="black_alone", parse=lambda text: bool(parse_choice(text, ("Noir seul",), "Saisie")),
        blank=False),
    Setting("Graine", "Règlement", "Nombre d'où viennent les tirages au sort : le même donne les mêmes.", decides=True,
        field="seed"),
    Setting("Départage", "Règlement",
        "Vide : règlement. PAPP : exempt, forfait, absence à leurs pions si Bêta vaut 0 ; égaux : l'alphabet.",
        ("règlement", "PAPP"), default="règlement", decides=True, field="tie_break"),
    Setting("Bêta", "Règlement",
        "Vide : 0 (toutes-rondes, 7 rondes ou moins) ou 6 (dès 8). Championnat de France : taper 6.", decides=True,
        field="beta", parse=_parse_beta, show=lambda beta: "" if beta is None else f"{beta:g}"),
    Setting("Pions du bye", "Règlement", "Vide : 40. Pions d'un exempt (colonne Pions).",
        whole=(0, 64), default="40", decides=True, field="bye_discs"),
    Setting("Compatriotes", "Règlement",
        "Les éviter. Vide : toujours. Ou : ronde 1, jamais, interdit dès 4 (par ex.).", default="toujours",
        decides=True, field="compatriots", parse=_parse_compatriots),
    Setting("Rencontres au plus", "Règlement", "Vide : 1 (pas de revanche). 2 ou plus : suisse avec revanches.",
        whole=(1, shared.MOST_ROUNDS), default="1", decides=True, field="most_meetings"),
    Setting("Revanches dès la ronde", "Règlement", "Vide : 2. Sert si « Rencontres au plus » vaut 2 ou plus.",
        whole=(1, shared.MOST_ROUNDS), default="2", decides=True, field="rematch_from"),
    Setting("Points du bye", "Pénalités", "Vide : 1. ½ : l'exempt a une nulle.", ("1", "½"), default="1",
        decides=True, unsaid=True, field="bye_half_points", parse=_parse_bye_points,
        show=lambda value: "½" if value == 1 else "1"),
    Setting("Couleurs", "Pénalités", "Vide, comme PAPP : 20 105 225 530 1075 (déséquilibre de 1, 2, 3, 4, 5).",
        default=_show_numbers(_PAPP.colour[1:]), decides=True, unsaid=True, field="penalties.colour",
        parse=lambda text: (0, *_parse_numbers(text, _PAPP.colour[1:])), show=lambda value: _show_numbers(value[1:])),
    Setting("Alternance", "Pénalités", "Vide, comme PAPP : 15 (même couleur deux fois de suite).",
        whole=(0, FORBIDDEN), default=str(_PAPP.alternation), decides=True, unsaid=True, field="penalties.alternation"),
    Setting("Même pays", "Pénalités", "Vide, comme PAPP : 2 (voir Compatriotes).", whole=(0, FORBIDDEN),
        default=str(_PAPP.compatriots), decides=True, unsaid=True, field="penalties.compatriots"),
    Setting("Élitisme", "Pénalités",
        "Ce que coûte un écart de points en tête. Vide : 100 200 300 400 (rondes 1-3, 4-5, 6-9, dès 10).",
        default=_show_numbers(_PAPP.elitism), decides=True, unsaid=True, field="penalties.elitism",
        parse=lambda text: _parse_numbers(text, _PAPP.elitism), show=_show_numbers),
    SHOWN_COLUMNS,
)  # fmt: skip

FEDERATION_SETTINGS = (*SHARED_FEDERATION_SETTINGS, "Pays du tournoi")  # settings that the federation requires
OF_THE_LIST, OF_THE_TOURNAMENT = (
    "list",
    "tournament",
)  # a N° that the program gave: free in the world's list, or a file's; or else

"""Names of sheets, columns and settings of the Othello workbook; `workbook/schema` has the names for all games."""

from __future__ import annotations

from tournament_xl.games.othello.rules.formulas import FORMULAS, SWISS
from tournament_xl.games.othello.rules.model import TIE_BREAKS
from tournament_xl.workbook import schema as shared
from tournament_xl.workbook.schema import Box, Identity, Setting

REFEREE = "Arbitre"  # [ours] small forms for the referee
SHEETS = (
    shared.TOURNAMENT, shared.PLAYERS, shared.RESULTS, shared.PAIRINGS, shared.SLIPS, shared.TENTS, shared.STANDINGS,
    shared.GRID, shared.EVOLUTION, shared.HIGHLIGHTS, shared.PRIZES, shared.PALMARES, shared.TEAMS, shared.FINALS,
    REFEREE, shared.JOURNAL, shared.MEMORY,
)  # in the order of the tabs  # fmt: skip

TIE_BREAK_CODES = tuple(criterion.code for criterion in TIE_BREAKS if criterion.code)
COLUMNS: dict[str, tuple[str, ...]] = {
    shared.PLAYERS: (
        "N°", "Nom", "Prénom", "Pays", "Club", "Cote", Box("Adhérent"), Box("Tarif réduit"), "Droits", Box("Absences"),
        "Remarque",
    ),
    shared.RESULTS: (
        "Ronde", "Table", "N° N", "Noir", "Pions N", "Pions B", "Blanc", "N° B", Box("Fin"), "Hors cote", "Motif",
    ),
    shared.PAIRINGS: ("Table", "Pts N", "Noir", "Pions N", "Pions B", "Blanc", "Pts B"),
    shared.STANDINGS: ("Place", "N°", "Joueur", Identity("Pays"), "J", "G", "N", "P", *TIE_BREAK_CODES, "Pions"),
    shared.GRID: ("Place", "N°", "Joueur", *TIE_BREAK_CODES),
    shared.FINALS: ("Match", "Partie", "N° N", "Noir", "Pions N", "Pions B", "Blanc", "N° B", Box("Fin"), "Hors cote"),
    shared.JOURNAL: shared.JOURNAL_COLUMNS,
    shared.MEMORY: shared.MEMORY_COLUMNS,
    **shared.AWARD_COLUMNS,
}  # sheet -> its columns, in the template's order  # fmt: skip
WRITTEN = {
    shared.PLAYERS: {"N°", "Droits"}, shared.RESULTS: {"Noir", "Blanc", "Motif"}, shared.FINALS: {"Noir", "Blanc"},
    shared.PRIZES: {*shared.WINNER_COLUMNS},
}  # fmt: skip
PAGE_LINES = {
    shared.PLAYERS: 32, shared.RESULTS: 42, shared.STANDINGS: 37, shared.TEAMS: 20,
    shared.HIGHLIGHTS: 20, shared.JOURNAL: 29,
}  # sheets that print one page wide -> rows of a page  # fmt: skip
ORIGIN_COLUMN = shared.TextColumn("Pays", 14, 8, 18, 8)
ROUND_TITLES = ("Table", "Noir", "Pions", "Blanc", "Motif")  # a round in the terminal
EXPORTED_GAME = (
    "Ronde", "Table", "N°", "Joueur", "Adversaire", "Score", "Score adverse", "Résultat", "Points", "Pions",
    "Forfait", "Cote", "Cote adverse", "N° adverse", "Couleur", "Fin",
)  # table of games, two rows a game  # fmt: skip
PRIZE_COLUMNS = {"Catégorie": 0, "Pays": 0, "Club": 0}  # of Joueurs
FIGURES = {
    "played": "J", "won": "G", "drawn": "N", "lost": "P",
    **{criterion.key: criterion.code for criterion in TIE_BREAKS if criterion.code}, "discs": "Pions",
}  # published standings: key in tournoi.json -> column of Classement  # fmt: skip
FEES_TOTAL = "Total des droits"  # label on Arbitre; the sum is in the next cell
PLAY_OFF, SEMI_FINALS, THIRD_PLACE, FINAL = (
    "Barrage pour la 4e place",
    "Demi-finales",
    "Match pour la 3e place",
    "Grande finale",
)
FINAL_CHOICES = {
    PLAY_OFF: ("1",),
    SEMI_FINALS: ("1", "3"),
    THIRD_PLACE: ("1", "3"),
    FINAL: ("1", "3"),
}  # label on Finales -> values of the next cell: games at most; empty: not played

BIP = "BIP"  # the bye in columns of numbers
SIDES = (("N° N", "Noir"), ("N° B", "Blanc"))  # Résultats: number and name of each side
DISCS = "Pions N", "Pions B"  # Résultats: the score
FORBIDDEN = 10_000_000  # limit of a pair's cost (S3)
IMPORT_SEED = "import"  # Graine of an import, so that the same file gives the same workbook

SETTINGS = (
    *shared.SHARED_SETTINGS[:-1],
    shared.SHARED_SETTINGS[-1]._replace(
        help="Combien de joueurs d'un même pays comptent (feuille Équipes). Vide : pas d'équipes."),
    Setting("Pays du tournoi", "Tournoi", "Pour le fichier ELO, par exemple France."),
    Setting("Grand Prix A", "Tournoi", "oui : les non-adhérents paient 4 €, tarif réduit 2 € (Joueurs, Droits).",
        ("oui",), decides=True),
    Setting("Formule", "Règlement", "Vide : Suisse. Peu de joueurs : Toutes-rondes.",
        tuple(FORMULAS), default=SWISS.name, decides=True),
    Setting("Nombre de rondes", "Règlement",
        "Vide : 7, ou la table d'un toutes-rondes. Sans les finales. Fixé au premier appariement.",
        whole=(1, shared.MOST_ROUNDS), decides=True),
    Setting("Saisie", "Règlement",
        "Noir seul : taper les pions de Noir (sur 64), ceux de Blanc suivent. Vide : taper les deux.",
        ("Noir seul",)),
    Setting("Graine", "Règlement", "Nombre d'où viennent les tirages au sort : le même donne les mêmes.", decides=True),
    Setting("Départage", "Règlement",
        "Vide : règlement. PAPP : exempt, forfait, absence à leurs pions si Bêta vaut 0 ; égaux : l'alphabet.",
        ("règlement", "PAPP"), default="règlement", decides=True),
    Setting("Bêta", "Règlement",
        "Vide : 0 (toutes-rondes, 7 rondes ou moins) ou 6 (dès 8). Championnat de France : taper 6.", decides=True),
    Setting("Pions du bye", "Règlement", "Vide : 40. Pions d'un exempt (colonne Pions).",
        whole=(0, 64), default="40", decides=True),
    Setting("Compatriotes", "Règlement",
        "Les éviter. Vide : toujours. Ou : ronde 1, jamais, interdit dès 4 (par ex.).", decides=True),
    Setting("Rencontres au plus", "Règlement", "Vide : 1 (pas de revanche). 2 ou plus : suisse avec revanches.",
        whole=(1, shared.MOST_ROUNDS), default="1", decides=True),
    Setting("Revanches dès la ronde", "Règlement", "Vide : 2. Sert si « Rencontres au plus » vaut 2 ou plus.",
        whole=(1, shared.MOST_ROUNDS), default="2", decides=True),
    Setting("Points du bye", "Pénalités", "Vide : 1. ½ : l'exempt a une nulle.", ("1", "½"), decides=True),
    Setting("Couleurs", "Pénalités", "Vide, comme PAPP : 20 105 225 530 1075 (déséquilibre de 1, 2, 3, 4, 5).",
        decides=True),
    Setting("Alternance", "Pénalités", "Vide, comme PAPP : 15 (même couleur deux fois de suite).",
        whole=(0, FORBIDDEN), decides=True),
    Setting("Même pays", "Pénalités", "Vide, comme PAPP : 2 (voir Compatriotes).", whole=(0, FORBIDDEN),
        decides=True),
    Setting("Élitisme", "Pénalités",
        "Ce que coûte un écart de points en tête. Vide : 100 200 300 400 (rondes 1-3, 4-5, 6-9, dès 10).",
        decides=True),
    shared.SHOWN_COLUMNS,
)  # fmt: skip

FEDERATION_SETTINGS = (*shared.FEDERATION_SETTINGS, "Pays du tournoi")  # settings that the federation requires
OF_THE_LIST = "liste"  # marks a N° given by the program that is free in the world's list, or from a file

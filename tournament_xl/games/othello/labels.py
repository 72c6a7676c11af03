"""Names of sheets, columns and settings of the Othello workbook; those that both games have are in workbook/labels."""

from __future__ import annotations

from tournament_xl.book.labels import (
    AWARD_COLUMNS,
    DOUBLE_ROUND_ROBIN,
    EVOLUTION,
    FINALS,
    GRID,
    HIGHLIGHTS,
    JOURNAL,
    MEMORY,
    PAIRINGS,
    PALMARES,
    PLAYERS,
    PRIZES,
    RESULTS,
    ROUND_ROBIN,
    SCRABBLE_COLUMNS,
    SHARED_SETTINGS,
    SHOWN_COLUMNS,
    SLIPS,
    STANDINGS,
    TEAMS,
    TENTS,
    TOURNAMENT,
    Setting,
)

REFEREE = "Arbitre"  # ours: small forms for the referee
SHEETS = (
    TOURNAMENT, PLAYERS, RESULTS, PAIRINGS, SLIPS, TENTS, STANDINGS, GRID, EVOLUTION, HIGHLIGHTS, PRIZES,
    PALMARES, TEAMS, FINALS, REFEREE, JOURNAL, MEMORY,
)  # in the order of the tabs  # fmt: skip

COLUMNS: dict[str, tuple[str, ...]] = {
    PLAYERS: (
        "N°", "Nom", "Prénom", "Pays", "Club", "Cote", "Adhérent", "Tarif réduit", "Droits", "Absences", "Remarque",
    ),
    RESULTS: (
        "Ronde", "Table", "N° N", "Noir", "Pions N", "Pions B", "Blanc", "N° B", "Fin", "Hors cote", "Motif",
    ),
    PAIRINGS: ("Table", "Pts N", "Noir", "Pions N", "Pions B", "Blanc", "Pts B"),
    STANDINGS: ("Place", "N°", "Joueur", "Pays", "J", "G", "N", "P", "Points", "Départage", "Pions"),
    GRID: ("Place", "N°", "Joueur", "Points", "Départage"),
    FINALS: ("Match", "Partie", "N° N", "Noir", "Pions N", "Pions B", "Blanc", "N° B", "Fin", "Hors cote"),
    JOURNAL: SCRABBLE_COLUMNS[JOURNAL],
    MEMORY: SCRABBLE_COLUMNS[MEMORY],
    **AWARD_COLUMNS,
}  # sheet -> its columns, in the template's order  # fmt: skip
FEES_TOTAL = "Total des droits"  # Arbitre: label, the sum in the next cell
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
}  # Finales, beside the table: label, value in the next cell; games at most, empty: not played

BIP = "BIP"  # the bye, where a number stands
SWISS = "Suisse"
IMPORT_SEED = "import"  # Graine of an import: the same workbook from the same file

SETTINGS = (
    *SHARED_SETTINGS,
    Setting("Pays du tournoi", "Tournoi"),
    Setting("Grand Prix A", "Tournoi", ("oui",)),
    Setting("Formule", "Règlement", (SWISS, ROUND_ROBIN, DOUBLE_ROUND_ROBIN)),
    Setting("Nombre de rondes", "Règlement"),
    Setting("Saisie", "Règlement", ("Noir seul",)),
    Setting("Graine", "Règlement"),
    Setting("Départage", "Règlement", ("règlement", "PAPP")),
    Setting("Bêta", "Règlement"),
    Setting("Pions du bye", "Règlement"),
    Setting("Compatriotes", "Règlement"),  # toujours, ronde 1, jamais, or "interdit dès 4"
    Setting("Rencontres au plus", "Règlement"),
    Setting("Revanches dès la ronde", "Règlement"),
    Setting("Points du bye", "Pénalités", ("1", "½")),
    Setting("Couleurs", "Pénalités"),
    Setting("Alternance", "Pénalités"),
    Setting("Même pays", "Pénalités"),
    Setting("Élitisme", "Pénalités"),
    SHOWN_COLUMNS,
)

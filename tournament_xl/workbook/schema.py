"""Names of sheets, columns and settings: a contract that organisers and federations rely on."""

from __future__ import annotations

from typing import NamedTuple

TOURNAMENT = "Tournoi"
PLAYERS = "Joueurs"
RESULTS = "Résultats"
PAIRINGS = "Appariements"
SLIPS = "Fiches"  # result slips, to fill in and sign
TENTS = "Chevalets"  # [ours] numbers of the tables
STANDINGS = "Classement"
GRID = "Grille"
RATINGS = "Cotes"
EVOLUTION = "Évolution"
HIGHLIGHTS = "Faits marquants"
PRIZES = "Prix"
PALMARES = "Palmarès"
TEAMS = "Équipes"
GROUPS = "Groupes"
TABLES = "Tables"
FINALS = "Finales"
JOURNAL = "Journal"
MEMORY = "Mémoire"  # very hidden: history of the actions, for programs
VISIBLE_AT_CREATION = (
    TOURNAMENT,
    PLAYERS,
    PRIZES,
)  # visible in a new workbook; other sheets appear when they have content
SHEETS = (
    TOURNAMENT, PLAYERS, RESULTS, PAIRINGS, SLIPS, TENTS, STANDINGS, GRID, EVOLUTION, HIGHLIGHTS, PRIZES, PALMARES,
    TEAMS, RATINGS, GROUPS, TABLES, FINALS, JOURNAL, MEMORY,
)  # of any game  # fmt: skip
INPUT_SHEETS = (TOURNAMENT, PLAYERS, RESULTS, TABLES, FINALS)  # sheets into which people type

ROUND_SHEETS = (PAIRINGS, STANDINGS, GRID)  # computed in every tournament
COMPUTED_SHEETS = (
    PAIRINGS, STANDINGS, GRID, EVOLUTION, HIGHLIGHTS, TEAMS, RATINGS, GROUPS,
)  # tables that an action writes whole, titles too  # fmt: skip
TABLE_HEADER = 4  # row of their titles in the templates
EARLIER_LABELS = {"Bouton à presser": "À faire"}  # of a computed cell, in earlier versions -> as it is now
SPLIT_COLUMNS = {"Rang initial": "Rang (participants)"}  # column with two meanings in earlier versions -> the new one


class TextColumn(NamedTuple):
    """Column of texts whose width follows its content."""

    title: str
    size: float  # of its letters, in points, as in the template
    least: float  # width of the column, as in the template
    room: float  # width of the longest text that widens it, in digits of the letters' own size


EVOLUTION_NAME = TextColumn("Joueur", 11, 30, 42)
HIGHLIGHT_NAMES = (TextColumn("Joueur", 12, 31, 42), TextColumn("Contre", 12, 31, 42))  # Faits marquants
# Joueurs, Prix: widened where a text needs it, else as people leave it
PLAYER_TEXTS = (TextColumn("Nom", 11.7, 27, 36), TextColumn("Prénom", 11.3, 19, 30), TextColumn("Club", 11, 27, 50))
REMARK = TextColumn("Remarque", 11, 30, 30)  # Joueurs: while it is empty it gives the others its room
PRIZE_NAME = TextColumn("Prix", 11.7, 32, 50)  # of its two lines
WINNER_COLUMNS = ("Gagnant", "Pourquoi")  # Prix, right of the organiser's columns
ROUNDS_DRAWN = 26  # Évolution: columns of rounds in its chart
EVOLUTION_ROUND, EVOLUTION_PAGE = 6, 143  # width of each of these, and of a page with the gaps between its columns
SLIPS_TITLE = "Fiches de résultat"  # Fiches: first line, from which the slips are counted
SLIPS_FIRST_ROW = 3  # row of the first slip; two slips side by side, six rows each
SLIPS_AT_MOST = 80  # tables with a formatted slip
SLIPS_PER_PAGE = 8
JOURNAL_COLUMNS = ("Date", "Action", "Ronde", "Détail")
SETTINGS_COLUMNS = ("Paramètre", "Valeur", "Aide")


AVOID, OWN_TABLE, PRESENT = "Éviter", "Table fixe", "Présent"  # Joueurs, optional: C13 to C15, S9
DECIDING_COLUMNS = (AVOID, OWN_TABLE, PRESENT)
PAID = "Payé"  # Joueurs, optional: the organiser's own tick, on the list for the desk
CHANGE_COLUMN = "Variation"  # Cotes: new cote minus initial cote
MOVE_COLUMN = "±"  # Classement: ranks gained or lost since the last round
NEXT_ACT = "À faire"
PANEL = (
    "Joueurs présents",
    "Rondes jouées",
    "Ronde en cours",
    "Résultats manquants",
    "Tables à saisir",
    NEXT_ACT,
)  # Tournoi: label, value in the next cell
LEADERS = "En tête"  # Tournoi: the first five below it, with their points in the next column
COURSE = "Le déroulement"  # Tournoi: in the cell below it, the steps of the day
IN_THE_RACE = "Encore en course"  # replaces COURSE towards the end: players who can still win
LEADERS_SHOWN = 5
BUTTON_PAIR, BUTTON_UPDATE, BUTTON_RATINGS, BUTTON_SEND = (
    "Apparier la ronde suivante",
    "Mettre à jour",
    "Calculer les cotes",
    "Préparer l'envoi",
)  # labels of the buttons that Tournoi recommends
STATUS = "Prochaine étape"  # Tournoi: label of the status line, its text in the next cell
WARNINGS = "À savoir"  # Tournoi: label under the status line, warnings in the next cell


PLAYER = "Joueur"  # computed sheets: title of the column of names


class Box(str):
    """Title of a column in which some organisers put check boxes: an unticked one is an empty cell."""

    __slots__ = ()


class Added(str):
    """Title of a column that workbooks of earlier versions lack."""

    __slots__ = ()


VERSION = Added("Version")
MEMORY_COLUMNS = ("n", "Date", "Action", "Ronde", VERSION, "Faits", "Chaîne")


MOST_ROUNDS = 300  # a double round robin of 128 has 254

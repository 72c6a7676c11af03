"""Questions and answers of the ribbon: new workbooks, supposed results, restored backups."""

NO_WORKBOOK = "Ouvrez d'abord le classeur du tournoi (s'il est ouvert : cliquez « Activer la modification »)."
NOT_A_CHOICE = "Réponse inattendue : {reply}."

FOLDER = "Tournois"  # in the person's own folder
WITH_LICENCE = "licence {licence}"  # which of two namesakes of one club
NAME = "Tournoi %Y-%m-%d"  # of a new workbook, with the day
WHICH_FORMULA = "Quel tournoi ?"
FORMULAS = {
    "classique": "Scrabble, Formule Classique (7 à 128 joueurs, 5 à 7 rondes)",
    "open": "Scrabble, Open (12 joueurs et plus, groupes puis Classique)",
    "toutes-rondes": "Scrabble, toutes-rondes (chacun rencontre chacun)",
    "double-toutes-rondes": "Scrabble, double toutes-rondes",
    "othello": "Othello, système suisse",
}  # word of the command line -> what is asked
NOT_HERE = "Enregistrez d'abord ce classeur dans un dossier de cet ordinateur, puis recommencez."

NO_COPIES = "Ce classeur n'a pas encore de copie dans le dossier Sauvegardes."
WHICH_COPY = "À quelle copie revenir ? L'état actuel est d'abord sauvegardé."
A_COPY = "{time}, {label} (ronde : {round})"
PUT_BACK = "Le contenu de « {name} » est remis dans ce classeur. L'état d'avant est dans le dossier Sauvegardes."
SAME = "Le classeur a déjà ce contenu : rien n'a été changé."

SELECT_A_PAIR = "Sélectionnez d'abord une ligne d'une ronde appariée de la feuille Résultats, puis recommencez."
WHICH_RESULTS = "Et si… ? Tapez la table et le score, par exemple 3 444-333 ; plusieurs : 3 444-333 ; 4 400-380"
NOT_RESULTS = "Tapez une table et un score, par exemple 3 444-333 ; séparez-les par un point-virgule."
A_PLACE = "{place}. {name} ({points})"
THEN = "La ronde {round} serait :"
A_PAIR = "{table} : {one} – {two}"

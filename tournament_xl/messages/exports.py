"""Texts of exports: names of tables, columns and files, messages."""

PLAYERS, GAMES, STANDINGS, GRID, RATINGS, JOURNAL, SETTINGS = (
    "joueurs", "parties", "classement", "grille", "cotes", "journal", "réglages",
)  # fmt: skip
FORFEIT = {(False, False): "", (True, False): "déclaré", (False, True): "adverse", (True, True): "des deux"}  # who gave
COLOURS = {"N": "Noir", "B": "Blanc"}
FOLDER = "{stem} - tables"
DONE = "{count} tables écrites dans {folder} : {names}."
NO_PANDAS = "Pour ces tableaux il faut pandas : python -m pip install 'tournament-xl[frames]'."
NO_ROUND = "La ronde {after} n'est pas jouée : de 0 à {played}."
NOT_RATED = (
    "Le tournoi n'est pas terminé ({played} rondes jouées sur {rounds}) : "
    "provisional=True donne les cotes s'il finissait là."
)
NO_NUMBER = "after : il faut le numéro d'une ronde, un entier ; ici « {after} »."
NO_BOOK = "Il faut le chemin d'un classeur ; ici une valeur de type {kind}."
NO_PATH = "Il faut le chemin d'un fichier ou d'un dossier ; ici une valeur de type {kind}."
YES_NO = ("non", "oui")
NO_RATINGS = "Les cotes de l'Othello sont calculées par le responsable du classement."
PROBLEMS = "{file} a {problems:n problème} :\n{listing}"

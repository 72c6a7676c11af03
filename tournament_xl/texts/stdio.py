"""What a program that presses through standard input and output is told (hosts/stdio.py, docs/stdio.md)."""

LABELS = {
    "pair": "avant appariement",
    "update": "avant mise à jour",
    "undo": "avant annulation",
    "ratings": "avant calcul des cotes",
}  # action -> label of the backup
BUTTONS = {
    "pair": "Apparier la ronde suivante",
    "update": "Mettre à jour",
    "undo": "Annuler la dernière ronde",
    "ratings": "Calculer les cotes",
    "check": "Vérifier le tournoi",
    "send": "Préparer l'envoi",
    "publish": "Publier",
}  # action -> its button
NEVER_SAVED = (
    "« {button} » travaille sur le fichier du classeur, et ce classeur n'est pas enregistré sur cet ordinateur. "
    "Enregistrez-le dans un dossier de cet ordinateur, puis recommencez."
)
NOT_SAVED = (
    "« {button} » travaille sur le fichier du classeur, et les derniers changements n'y sont pas. "
    "Enregistrez le classeur (Ctrl+S), puis recommencez."
)
UNKNOWN_ACTION = "L'action « {action} » n'existe pas. Actions : {actions}."
TOO_LARGE = (
    "Le classeur est trop gros : plus de {limit} Mo de texte, ou bien plus de cases qu'un tournoi n'en a. "
    "Enlevez les feuilles étrangères au tournoi, puis recommencez."
)
NO_INPUT = "Aucun classeur n'arrive par l'entrée standard (voir docs/stdio.md)."
NO_OUTPUT = "La sortie standard est fermée : la réponse n'aurait pas où aller. Rien n'a été fait."
NOT_JSON = "Les données reçues ne sont pas du JSON en UTF-8 : {reason}."
BAD_SHAPE = "Les données reçues n'ont pas la forme attendue : {where} (voir docs/stdio.md)."
VERSION = (
    "L'extension et le programme ne sont pas de la même version (échange {given}, attendu {known}). "
    "Installez les deux de la même version."
)

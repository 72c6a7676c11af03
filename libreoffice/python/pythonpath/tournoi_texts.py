"""What the extension says, in French; the program's own sentences come with its answer."""

BUTTONS = {
    "pair": "Apparier la ronde suivante",
    "update": "Mettre à jour",
    "undo": "Annuler la dernière ronde",
    "ratings": "Calculer les cotes",
    "check": "Vérifier le tournoi",
    "send": "Préparer l'envoi",
    "publish": "Publier",
    "take": "Prendre les résultats",
    "new": "Nouveau tournoi",
    "next": "Tournoi suivant",
    "explain": "Pourquoi cette paire ?",
    "what-if": "Et si…",
    "restore": "Revenir à une copie",
    "upgrade": "Refaire dans le modèle actuel",
}

TITLE = "Tournoi"
CLOSE, OK, CANCEL = "Fermer", "OK", "Annuler"
WORKING = "Tournoi : {button}…"
NO_WORKBOOK = "Ouvrez le classeur du tournoi dans Calc, puis recommencez."
READ_ONLY = "Le classeur est ouvert en lecture seule. Enregistrez-le sous un autre nom, puis recommencez."
TOO_LARGE = "La feuille « {sheet} » a une cellule remplie très loin. Videz-la (Ctrl+Fin y mène), puis recommencez."
NO_PROGRAM = (
    "Le programme tournament-xl n'est pas trouvé. Installez-le (docs/installation.md), puis redémarrez LibreOffice. "
    "S'il est installé ailleurs, mettez son chemin complet dans la variable d'environnement TOURNAMENT_XL."
)
MAY_START = (
    "Ce classeur demande de démarrer le programme :\n\n{program}\n\nAcceptez seulement si vous l'avez installé "
    "vous-même ou si le classeur vient de cet ordinateur. La réponse « Oui » est retenue."
)
NO_START = "Le programme {program} ne démarre pas : {reason}. Réinstallez-le (docs/installation.md)."
TOO_SLOW = "Le programme n'a pas répondu en {seconds} secondes. Rien n'a été changé. Recommencez."
NO_ANSWER = (
    "Le programme {program} n'a pas répondu comme prévu. Rien n'a été changé. Installez sa dernière version.\n{told}"
)
CHANGED = (
    "Le classeur a été modifié pendant le travail (feuille « {sheet} », cellule {cell}). Rien d'autre n'a été changé. "
    "Recommencez : il sera relu."
)
GONE = (
    "La feuille « {sheet} » a disparu pendant le travail. Rien d'autre n'a été changé. Remettez-la, puis recommencez."
)
NO_BACKUP = (
    "La copie de sauvegarde ne peut pas être faite ({file} : {reason}). Rien n'a été changé. Vérifiez le droit "
    "d'écrire dans ce dossier et la place sur le disque."
)
UNSAVED = "Le classeur n'a jamais été enregistré : aucune copie de sauvegarde n'a été faite. Enregistrez-le."
PROTECTED = (
    "La feuille « {sheet} » est protégée. Rien n'a été changé. Ôtez la protection (Outils > Protéger la feuille)."
)
MERGED = "La cellule {cell} de « {sheet} » est cachée dans une fusion. Rien n'a été changé. Défaites cette fusion."
NOT_WRITTEN = "« {sheet} » ne peut pas être écrite à la ligne {row} ({reason}). Rien n'a été changé."
UNEXPECTED = "Erreur inattendue : {reason}. Rien n'a été changé. Recommencez ; si cela se répète, écrivez aux auteurs."
PROBLEMS = "Rien n'a été changé. À corriger ({count}) :"
NOTE = "À savoir : {text}"
NEXT = "→ {text}"
DIFFERENT = "elle se relit autrement"

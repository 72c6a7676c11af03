"""What organisers read when they press inside Excel or LibreOffice, and the help of the functions for Excel's cells."""

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
    "doctor": "Est-ce que tout marche ?",
}  # action -> its button
TITLE = "Tournoi"  # of message boxes
TAB = {
    "Préparer": ("new",),
    "Rondes": ("pair", "take", "update", "explain", "what-if", "undo"),
    "Fin du tournoi": ("ratings", "check", "send", "publish", "next"),
    "Secours": ("restore", "upgrade"),
}  # Excel's tab Tournoi, in the order of the day: group -> its buttons
SHOWN_PROBLEMS = 15  # in one message box
NOTE = "À savoir : {text}"
PROBLEMS = "Rien n'a été changé. À corriger d'abord :"
MORE = "… et {count} de plus."
SHOWN_LINES = 20  # of a text to read, in one message box
MORE_LINES = "… et {count} lignes de plus, dans {file}"

ONLY_WINDOWS = "Cette fenêtre n'existe que sous Windows. Ailleurs : tournament-xl --help"

# No press at all.
NO_FILE = (
    "« {button} » demande un classeur enregistré sur cet ordinateur. Enregistrez-le dans un de ses dossiers, puis "
    "recommencez."
)
NOT_SAVED = (
    "« {button} » lit le fichier du classeur, sans les derniers changements. Enregistrez (Ctrl+S), puis recommencez."
)
NO_XLWINGS = (
    'xlwings manque pour commander Excel. Relancez tournois-setup.exe ; sinon, dans un terminal : "{python}" -m '
    'pip install "xlwings>=0.37.8"'
)
NO_EXCEL = (
    "Excel ne répond pas ici ({reason}). Enregistrez, fermez le classeur, puis continuez dans la page (tournoi.html)."
)
NOT_OPEN = (
    "{name} n'est pas ouvert dans Excel. Ouvrez-le, cliquez « Activer la modification » si demandé, puis recommencez."
)
NOT_OPENED = (
    "Aucun programme n'ouvre ici un .xlsx. Installez LibreOffice (fr.libreoffice.org), ou continuez dans la page."
)
READ_ONLY = (
    "Le classeur est en lecture seule, souvent ouvert par quelqu'un d'autre. Rouvrez-le quand il est libre, puis "
    "recommencez."
)
OPEN_TWICE = "Le classeur {name} est ouvert dans deux Excel à la fois. Fermez l'un des deux, puis recommencez."
NEVER_SAVED = "Ce classeur n'a encore jamais été enregistré. Enregistrez-le (Ctrl+S), puis recommencez."
NO_FOLDER = (
    "Le dossier du classeur n'est pas atteint (OneDrive, SharePoint ?). Enregistrez le classeur sur cet "
    "ordinateur, puis recommencez."
)
COPY_ELSEWHERE = "Classeur dans OneDrive ou SharePoint, sans dossier sur cet ordinateur : la copie d'avant est {copy}"
BUSY = (
    "Excel est occupé (cellule en cours de saisie, ou fenêtre ouverte). Terminez (Entrée ou Échap), puis recommencez."
)
UNREADABLE = "Excel ne donne pas le contenu du classeur ({reason}). Rien n'a été changé. Recommencez."
TOO_LARGE = (
    "La feuille « {sheet} » va jusqu'à la ligne {row}. Supprimez les lignes du bas (Ctrl+Fin y mène), puis enregistrez."
)
BACKUP_FAILED = (
    "Pas de copie possible dans {folder} ({reason}), donc rien n'est changé. Vérifiez le disque et ce dossier, "
    "puis recommencez."
)

# Refused while writing; all cells are as before.
CHANGED = (
    "Le classeur a été modifié pendant le travail (feuille « {sheet} », cellule {cell}). Recommencez : il sera relu."
)
PROTECTED = (
    "La feuille « {sheet} » est protégée. Ôtez la protection (Révision > Ôter la protection de la feuille), puis "
    "recommencez."
)
FILTERED = "La feuille « {sheet} » est filtrée. Données > Effacer le filtre, puis recommencez."
PATH_TOO_LONG = (
    "Le nom de la copie, {copy}, dépasse 218 caractères ({letters}). Enregistrez le classeur dans un dossier moins "
    "profond."
)
MERGED = (
    "La cellule {cell} de « {sheet} » est cachée dans une fusion. Défaites-la (Accueil > Fusionner), puis recommencez."
)
NO_SHEET = "La feuille « {sheet} » manque. Remettez-la ou rendez-lui son nom."
NOT_WRITTEN = "Excel refuse d'écrire sur la feuille « {sheet} » ({reason}). Rien n'a été changé. Recommencez."
NOT_KEPT = (
    "Excel transforme ce qui s'écrit dans la cellule {cell} de « {sheet} ». Donnez-lui le format Standard, puis "
    "recommencez."
)
NOT_PUT_BACK = (
    "Excel s'est interrompu : des cellules ne sont plus comme avant. Fermez sans enregistrer et rouvrez, ou prenez "
    "la copie : {backup}"
)

NOT_PUT_BACK_SAVED = (
    "Excel s'est interrompu : des cellules ne sont plus comme avant, et peut-être enregistrées. Prenez la copie "
    "faite juste avant : {backup}"
)

# Through standard input and output (docs/stdio.md).
TOO_LARGE_TO_SEND = (
    "Le classeur est trop gros (plus de {limit} Mo de texte). Enlevez les feuilles étrangères au tournoi, puis "
    "recommencez."
)
NO_INPUT = "Aucun classeur n'arrive par l'entrée standard (voir docs/stdio.md)."
NO_OUTPUT = "La sortie standard est fermée : la réponse n'aurait pas où aller. Rien n'a été fait."
NOT_AS_DESCRIBED = "Les données reçues n'ont pas la forme attendue ({reason}) : voir docs/stdio.md."
OTHER_VERSION = (
    "L'extension et le programme n'ont pas la même version (échange {given}, attendu {known}). Installez les deux "
    "ensemble."
)

# Functions for cells: name -> (what it gives, {argument: what it is}).
FUNCTIONS = {
    "TX_PDEP": (
        "Points de départage d'une partie (C6) : la différence des deux scores, 100 au plus.",
        {"score1": "score du joueur", "score2": "score de son adversaire"},
    ),
    "TX_PL_SERIE": (
        "PL* d'un joueur sans cote, d'après sa série de duplicate (R1) ; 1000 sans série.",
        {"serie": "S ou 0 (super-série), 1A à 7D, ou rien"},
    ),
    "TX_NB_RONDES": (
        "Nombre de rondes de la Formule Classique pour tant de joueurs inscrits (C1).",
        {"joueurs": "nombre de joueurs inscrits"},
    ),
}
FUNCTIONS |= {
    "TX_PJ_MAX": (
        "PJmax d'une épreuve, non arrondi (R7) ; PJmin en est l'opposé de la moitié.",
        {
            "categorie": "1 à 5",
            "parties": "nombre de parties (rondes)",
            "jokers": "pourcentage de séries Joker, de 0 à 100 ; vide : 0",
            "ct": "0,8 pour un TH Classique B ; vide : 1",
        },
    ),
    "TX_PJ": (
        "Points de jeu d'un joueur (R7) : 2/3 de l'écart vers le haut, 1/3 vers le bas, arrondis, dans les limites.",
        {
            "cote": "cote du joueur au départ (Cj)",
            "reference": "cote du joueur classé à cette place dans la liste initiale (Ci)",
            "pjmax": "PJmax de l'épreuve ; vide : sans limite",
        },
    ),
    "TX_PE": (
        "Points d'expérience (R5) : n − x + 1.",
        {"inscrits": "nombre d'inscrits (n)", "place": "place finale (x)"},
    ),
    "TX_BONUS": (
        "Bonus des quatre premiers (R6) : M, M/2, M/5, M/10 ; 0 pour les autres.",
        {"m": "indice de valeur M de l'épreuve", "place": "place finale"},
    ),
    "TX_SERIE": ("Série d'une cote (R3) : Joker, A, B ou C.", {"cote": "cote PL"}),
}  # international rating, with the values of the latest season
FUNCTIONS |= {
    "TX_TEMPS": (
        "Othello : score (noir – blanc) d'une partie où un joueur est tombé au temps (B6), et code de la colonne Fin.",
        {
            "retardataire": "N ou B : qui est tombé au temps",
            "surplus": "rien, ou : il tombe encore, l'autre tombe, il abandonne, l'autre abandonne",
            "noirs": "pions noirs sur le plateau",
            "blancs": "pions blancs sur le plateau",
        },
    ),
    "TX_RETARD": (
        "Othello : minutes qui restent à un retardataire de la ronde 1 (B7) ; 0 : il perd 0 – 64.",
        {"temps": "minutes de chaque joueur", "retard": "minutes de retard"},
    ),
    "TX_DROITS": (
        "Othello : droits d'inscription à un Grand Prix A, en euros (B8).",
        {"adherent": "oui ou rien", "reduit": "oui ou rien : tarif réduit"},
    ),
}  # calculators of the Othello referee
RANGES = {
    "joueurs": "la feuille Joueurs, en-têtes compris",
    "resultats": "la feuille Résultats, en-têtes compris",
    "tournoi": "la feuille Tournoi ; vide : les réglages d'un nouveau classeur",
}  # arguments that are ranges of cells
_AFTER = {"ronde": "après cette ronde ; vide : la dernière complète"}
FUNCTIONS |= {
    "TX_CLASSEMENT": ("Le classement, avec ses titres, étalé sur les cellules voisines.", RANGES | _AFTER),
    "TX_GRILLE": ("La grille, avec ses titres, étalée sur les cellules voisines.", RANGES | _AFTER),
    "TX_PARTIES": ("Toutes les parties, deux lignes chacune, étalées sur les cellules voisines.", RANGES),
}  # tables
NO_RULING = "il faut N ou B, un des cas du surplus ou rien, et les pions du plateau"
NO_SERIES = "série inconnue : S, 0, ou 1A à 7D"
NO_NUMBER = "il faut un nombre (entier s'il se compte) de {lowest} à {highest}"

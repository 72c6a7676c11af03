"""Texts of `import` and `export --json`: titles of a table of results, files of other programs, messages."""

_TITLES = """
round: ronde|tour|round|rd|no ronde|n ronde|manche
table: table|board|no table|n table|tbl
one: joueur 1|joueur1|j1|player 1|player1|nom 1|nom1|joueur a|player a
two: joueur 2|joueur2|j2|player 2|player2|nom 2|nom2|joueur b|player b|adversaire|opponent
one, two: joueur|player|nom|name
score one: score 1|score1|s1|points 1|pts 1|score a
score two: score 2|score2|s2|points 2|pts 2|score b|score adverse
score one, score two: score|points|pts
"""
TITLES = {
    title: tuple(line.partition(": ")[0].split(", "))
    for line in _TITLES.strip().splitlines()
    for title in line.partition(": ")[2].split("|")
}  # folded title -> what it may mean, the first that is free
NOBODY = {"", "x", "bye", "bip", "exempt", "blanc"}  # folded: the fictitious opponent
UNREAD = {"forfait", *(f"score {side}{game}" for side in "12" for game in "bc")}  # folded titles of our own Résultats
FORFEITS = {"f", "ff", "forfait", "forfeit", "abandon", "ab"}  # folded, where a score stands
OTHERS = (
    (r"(?:(?:012|022|062|XX[A-Z]|###) [^\n]*\n)*001 +\d", "un fichier TRF : les échecs, sans scores de Scrabble"),
    (r"(?:012|022|032|042|052|062|XX[A-Z]) \S", "un fichier TRF : les échecs, sans scores de Scrabble"),
    (r"%PDF", "un PDF : fait pour être imprimé, pas pour être lu par un programme"),
    (r"(?i)<(?:!doctype html|html)", "une page web : copiez son tableau dans un classeur, une ligne par partie"),
    (r"(?i)\[Event ", "un fichier PGN : les parties d'échecs, sans scores de Scrabble"),
)  # how the text begins -> what it is
OTHER = "{file} : {other}. Ce qui est lu : notre JSON, un tableau de résultats (.csv, .xlsx), tsh, .ELO, PAPP."
TOO_BIG = "{file} : plus de {limit} Mo : ce n'est pas un fichier de résultats. Vérifiez le nom."
OURS = "{file} : c'est déjà un classeur de tournoi : ouvrez-le, il n'y a rien à importer."
TOO_MANY = "{file} : plus de {most} joueurs ou rondes : ce n'est pas un tournoi."
NO_TABLE = (
    "{file} : aucun tableau de résultats. Il faut une ligne de titres (Ronde, Table, Joueur 1, Score 1, Joueur 2, "
    "Score 2, dans n'importe quel ordre), puis une ligne par partie."
)
NO_JSON = "{file} : ce JSON ne se lit pas ({reason}). Donnez le fichier tel que « export --json » l'écrit."
NO_FIELD = "{file} : {fault}"
NO_ROUND = "{file} : il n'y a aucune partie de la ronde {round}."
NO_ROUND_HERE = "« {text} » n'est pas un numéro de ronde."
NO_SCORE = "« {text} » n'est pas un score : un nombre entier, ou « forfait »."
UNREAD_COLUMN = (
    "la colonne « {title} » n'est pas lue. Écrivez « forfait » à la place du score ; un match de deux manches "
    "s'importe par « export --json »."
)
NO_PAIR = "il faut deux joueurs différents."
TWICE = "{name} joue déjà dans la ronde {round}, ligne {line}."
MORE = "… et {count} autres lignes à corriger."
ROUNDS = "Nombre de rondes : {rounds}, celles du fichier. S'il en reste à jouer, corrigez-le sur Tournoi."
NO_COTES = "Ce fichier ne donne pas de cotes : tapez-les sur Joueurs avant de calculer celles du tournoi."
TSH_DIVISIONS = (
    "{file} : plusieurs divisions de tsh dans un fichier (les numéros y recommencent à 1). Un tournoi, un classeur : "
    "donnez chaque division dans son fichier .t."
)
TSH_FILES = (
    "{file} : la configuration de tsh, qui nomme ses divisions ({files}). Donnez le fichier d'une division : un "
    "classeur pour chacune."
)
TSH_EMPTY = "{file} : aucun joueur. Attendu, un par ligne : « Durand, Anne 1500 3 5 ; 412 398 »."
TSH_LINE = (
    "cette ligne de joueur ne se lit pas. Attendu, par ronde les numéros des adversaires, puis les scores : "
    "« Durand, Anne 1500 3 5 ; 412 398 »."
)
TSH_PAIR = "ronde {round} : l'adversaire {other} n'a pas cette partie. Corrigez une des deux lignes."
TSH_NAMES = "deux joueurs ont le même nom. Ajoutez à l'un de quoi les distinguer."

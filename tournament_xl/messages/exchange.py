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
# a title that is not above: one word of a side, and one of a score or none, in any order: "Winner's Score"
SIDES = {
    "one": frozenset((
        "winner", "winners", "gagnant", "gagnante", "vainqueur", "ganador", "vincitore", "sieger", "player", "players",
        "joueur", "joueuse", "home", "domicile", "recevant",
    )),
    "two": frozenset((
        "opp", "adv",
        "loser", "losers", "perdant", "perdante", "vaincu", "perdedor", "perdente", "verlierer", "opponent",
        "opponents", "adversaire", "away", "exterieur", "visiteur", "contre", "rival", "avversario", "gegner",
    )),
}  # fmt: skip
SCORES = frozenset(("score", "scores", "points", "point", "pts", "resultat", "result", "punkte", "puntos", "punti"))
FILLERS = frozenset(("s", "du", "de", "la", "le", "l", "d", "of", "the", "name", "nom", "full"))
DIVISIONS = frozenset((
    "division", "divisions", "div", "groupe", "groupes", "group", "groups", "grp", "gruppe", "grupo", "gruppo",
    "section", "sections", "sect", "poule", "poules", "pool", "pools", "niveau", "level", "flight", "tableau",
    "serie", "series", "categorie", "category", "classe", "class", "tournoi", "tournament", "competition", "event",
))  # folded titles of a column of groups  # fmt: skip
# a folded heading of one
DIVISION = (
    r"(?:division|divisie|groupe?|gruppe|section|poule|pool|flight|tableau|serie|niveau|categorie|category)s?"
    r"\b.{0,60}"
)
NOBODY = {"", "x", "bye", "bip", "exempt", "blanc"}  # folded: the fictitious opponent
UNREAD = {"forfait", *(f"score {side}{game}" for side in "12" for game in "bc")}  # folded titles of our own Résultats
FORFEITS = {"f", "ff", "forfait", "forfeit", "abandon", "ab"}  # folded, where a score stands
TOU = "un fichier .tou d'AUPAIR : exportez ses parties en tableau"
OTHERS = (
    (r"\*M ?\d", TOU),
    (r"(?:(?:012|022|062|XX[A-Z]|###) [^\n]*\n)*001 +\d", "un fichier TRF : les échecs, sans scores de Scrabble"),
    (r"(?:012|022|032|042|052|062|XX[A-Z]) \S", "un fichier TRF : les échecs, sans scores de Scrabble"),
    (r"%PDF", "un PDF : fait pour être imprimé, pas pour être lu par un programme"),
    (r"(?i)<(?:!doctype html|html)", "une page web : copiez son tableau dans un classeur, une ligne par partie"),
    (r"(?i)\[Event ", "un fichier PGN : les parties d'échecs, sans scores de Scrabble"),
)  # how the text begins -> what it is
OTHER = "{file} : {other}. Ce qui est lu : notre JSON, un tableau de résultats (.csv, .xlsx), .ELO, PAPP."
TOO_BIG = "{file} : plus de {limit} Mo : ce n'est pas un fichier de résultats. Vérifiez le nom."
OURS = "{file} : c'est déjà un classeur de tournoi : ouvrez-le, il n'y a rien à importer."
TOO_MANY = "{file} : plus de {most} joueurs ou rondes : ce n'est pas un tournoi."
NO_TABLE = (
    "{file} : aucun tableau de résultats. Titres : Ronde, Joueur 1, Score 1, Joueur 2, Score 2 ; une partie par ligne."
)
NO_JSON = "{file} : ce JSON ne se lit pas ({reason}). Donnez-le tel qu'il a été exporté."
NO_FIELD = "{file} : {fault}"
NO_ROUND = "{file} : il n'y a aucune partie de la ronde {round}."
NO_ROUND_HERE = "« {text} » n'est pas un numéro de ronde."
NO_SCORE = "« {text} » n'est pas un score : un nombre entier, ou « forfait »."
UNREAD_COLUMN = (
    "la colonne « {title} » n'est pas lue. Écrivez « forfait » au lieu du score ; deux manches s'importent en JSON."
)
NO_PAIR = "il faut deux joueurs différents."
TWICE = "{name} joue déjà dans la ronde {round}, ligne {line}."
SEVERAL_GROUPS = (
    "{file} : plusieurs groupes, {where} : {names}. Un tournoi, un classeur : donnez un fichier par groupe."
)
IN_COLUMN, IN_LINES, IN_SHEETS = "colonne « {title} »", "{lines}", "une feuille pour chacun"
UNREAD_COLUMNS = "{file} : colonnes non lues : {titles}. Ce qu'elles disent d'une partie n'est pas repris."
UNREAD_LINES = "{file} : lignes sans partie, non lues : {texts}."
BOTH_SIDES = "{file} : parties données deux fois, une par joueur : comptées une fois."
APART = (
    "{file} : {groups} groupes de joueurs qui ne se rencontrent jamais ({names}…). Plusieurs tournois ? Un fichier "
    "pour chacun."
)
TABLE_TWICE = "la table {table} de la ronde {round} est déjà ligne {line}. Corrigez-en une, ou videz les tables."
PLAYER_PLACE, ROUND_PLACE = "{file}, joueur {number}", "{file}, ronde {round}"
MORE = "… et {more:n autre} à corriger."
ROUNDS = "Nombre de rondes : {rounds}, celles du fichier. S'il en reste à jouer, corrigez-le sur Tournoi."
NO_COTES = "Ce fichier ne donne pas de cotes : tapez-les sur Joueurs avant de calculer celles du tournoi."

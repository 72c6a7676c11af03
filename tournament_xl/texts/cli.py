"""Help, headings and messages of the command line."""

PROGRAM = "Tournois de Scrabble classique et d'Othello dans un classeur : apparier, classer, vérifier."
COMMANDS = {
    "new": "créer un classeur",
    "pair": "apparier la ronde suivante",
    "update": "tout vérifier, refaire le classement, la grille et l'étape",
    "undo": "annuler la dernière ronde",
    "ratings": "calculer les cotes internationales (feuille Cotes)",
    "take": "mettre dans Résultats ce que les joueurs ont envoyé de leur téléphone",
    "standings": "montrer un classement",
    "explain": "dire pourquoi chaque paire a été faite",
    "check": "vérifier un tournoi : appariements, classement, Journal",
    "simulate": "apparier et remplir des résultats au hasard, pour s'exercer",
    "send": "préparer l'envoi à la fédération : copie sans macro, cotes, courriel",
    "publish": "faire des pages pour la salle et le site : tables, classement, joueurs, écran",
    "et-si": "montrer le classement et la ronde suivante si tels résultats viennent ; rien n'est écrit",
    "export": "écrire joueurs, parties, classement, grille, cotes et journal en CSV, pour un tableur ou un programme",
    "compare": "quelle formule est la plus juste : des milliers de tournois simulés, un classeur avec les chiffres",
    "import": "faire un classeur d'un fichier de résultats : JSON, tableau, tsh, .ELO, PAPP",
    "repair": "remettre les boutons et les macros qu'un autre programme a enlevés",
    "restore": "montrer les sauvegardes du classeur, ou en remettre une",
    "federation": "faire le classement international d'un dossier de classeurs",
    "doctor": "dire si Excel ou LibreOffice atteint le programme, et que faire sinon",
    "press": "ce que les boutons d'un classeur ouvert appellent",
    "app": "ouvrir la page des tournois dans le navigateur, sur les classeurs d'un dossier",
    "demo": "jouer un tournoi entier dans un classeur, sous vos yeux",
}
A_WORKBOOK, A_LIST, A_TEXT, A_FOLDER = "CLASSEUR", "LISTE", "TEXTE", "DOSSIER"  # what to give, in the usage
A_RANKING = "PUBLICATION"
A_RESULTS_FILE, A_PATH, A_SETTING, A_COMMAND = "FICHIER", "CHEMIN", "PARAMÈTRE=VALEUR", "COMMANDE"
FILE = "le classeur (.xlsx ou .xlsm)"
CHECKED = "le ou les classeurs à vérifier"
JSON = "tout dire en JSON, pour un programme"
RESULTS_FILE = (
    "un JSON de « export --json », un tableau de résultats de Scrabble (.csv, .xlsx), une division de tsh (.t), un "
    "fichier .ELO, ou papp-internal-workfile.txt"
)
EXCHANGE = "le tournoi en un objet JSON, pour un autre programme ; « import » en refait un classeur"
OUTPUT = "le classeur à créer (.xlsx ou .xlsm)"
FORMULA = "la formule de jeu : classique, open, toutes-rondes, double-toutes-rondes ou othello"
EDITION = "l'édition de la Formule Classique : F50 (défaut) ou F10"
ROUNDS = "le nombre de rondes (défaut : selon le règlement)"
SEED = "la graine des tirages au sort (défaut : tirée au hasard)"
PLAYERS = "une liste de joueurs : .csv, .xlsx, .ods, .xls, fichier de la fédération, ou le classeur d'un tournoi"
HIDDEN = "prendre aussi les lignes masquées de la liste"
NAME = "le nom du tournoi"
SET = 'un autre paramètre, par exemple --set "Lieu=Genève" (autant de fois qu\'il faut)'
FORCE = "annuler même si des scores sont tapés ; ils vont au Journal"
PROVISIONAL = "avant la fin : les cotes si le tournoi finissait sur le classement actuel"
SEND_FOLDER = "où écrire les fichiers (défaut : à côté du classeur)"
COMPARISON = "le classeur à écrire (défaut : comparaison.xlsx)"
SIZES = "nombres de joueurs, séparés par des virgules (défaut : 32)"
KINDS = "F10, F50, Open, Othello (PAPP), Othello simple (défaut : F10,F50,Open)"
TOURNAMENTS = "tournois par formule et nombre de joueurs (défaut : 1000)"
COMPARED_ROUNDS = "nombre de rondes (défaut : celui du règlement)"
STRENGTHS = "liste dont les cotes donnent la répartition des forces (défaut : celle de Genève)"
PROCESSES = "processus (défaut : un par processeur) ; les chiffres n'en dépendent pas"
AN_ADDRESS = "ADRESSE"
KEEP = "garder aussi les mesures de chaque tournoi dans un fichier Parquet (il faut pyarrow)"
DASK = "calculer sur cette grappe Dask"
EXPORT_FOLDER = "le dossier des tables (défaut : « NOM - tables » à côté du classeur)"
PARQUET = "des fichiers Parquet (il faut pandas et pyarrow)"
PUBLISH_FOLDER = "le dossier à remplir, vide ou nouveau (défaut : « NOM - publication » à côté du classeur)"
WATCH = "republier à chaque enregistrement du classeur, jusqu'à Ctrl+C"
SERVE = (
    "servir les pages dans la salle (réseau local), recevoir les résultats des téléphones, republier à chaque "
    "enregistrement, jusqu'à Ctrl+C"
)
CLOCK = "servir, et lancer tout de suite le minuteur de la ronde sur l'écran (Temps par joueur × 2)"
WITHOUT_NAMES = "des initiales au lieu des noms, partout"
IF_TABLE = "une table et ses deux scores, par exemple --table 3 444-333 (autant de fois qu'il faut)"
A_TABLE = ("TABLE", "SCORES")
PLAIN = "en texte simple, la ronde en cours d'abord : pour l'affichage et le courriel"
AFTER = "après cette ronde (défaut : la dernière ronde complète)"
ROUND = "cette ronde (défaut : la dernière appariée)"
TABLE = "cette table seulement"
SIMULATE_ROUNDS = "combien de rondes jouer (défaut : jusqu'à la fin)"
SIMULATE_SEED = "graine des résultats (défaut : celle du tournoi)"
FORFEITS = "probabilité d'un forfait par match, de 0 à 1"
ABSENCES = "probabilité qu'un joueur manque une ronde, de 0 à 1"
ACTION = "le bouton : pair, update, undo, ratings, check, send ou publish"
LIVE = "le nom complet du classeur ouvert dans Excel"
WINDOW = "la fenêtre d'Excel d'où vient l'appui (le bouton le donne)"
STDIO = "le classeur arrive par l'entrée standard en JSON (LibreOffice, voir docs/stdio.md)"
COPY = "la copie à remettre : son numéro dans la liste (sans numéro : montrer la liste)"
DOCTOR_FILE = "un classeur à examiner aussi"
APP_FOLDER = "le dossier des classeurs (défaut : le dossier courant)"
DEMO_OTHELLO = "un tournoi d'Othello, avec demi-finales et finale"
DEMO_FINAL = "{match} : {black} (Noir) {discs} {white} (Blanc)"
DEMO_FOLDER = "le dossier où laisser le classeur (défaut : demo)"
BUILD = "faire le classement d'un dossier de classeurs ; aucun n'est modifié (docs/federation.md)"
INBOX = "le dossier des classeurs reçus, avec ses sous-dossiers"
REGISTER = (
    "la liste des joueurs avec leurs cotes : fichier de la fédération (12 ou 13 colonnes), .csv ou classeur ; "
    "avec --avant, seulement si elle a changé"
)
DAY = "la date du classement, par exemple 2026-11-21 ou 21/11/2026"
RANKING = "le classeur à écrire (.xlsx) ; à côté : NOM-joueurs.csv et NOM-decisions.csv"
ADJUSTMENTS = "points à ajouter : un CSV avec les colonnes Date, Licence, Points, Motif"
DECISIONS = "le fichier NOM-decisions.csv d'un classement précédent, colonne Décision remplie"
BEFORE = "le classement publié avant : ce qu'il a compté compte encore, ± et Variation s'y comparent"
PDF = "écrit aussi le classement en PDF, par LibreOffice s'il est installé"
ELO = "les nombres d'une cote Elo à calculer des mêmes parties : k, start, scale, period (docs/federation.md)"
FEDERATION = (
    "le nom de la fédération, sur les pages et sous les courriers ; gardé de mois en mois, comme les trois suivants"
)
LOGO = "une image (PNG, JPEG, GIF) en tête des pages ; vide : aucune"
SIGNATURE = "qui signe les courriers"
LIMIT = "à partir de combien de points une cote corrigée s'écrit à l'organisateur (défaut : 5)"
SEASON = "les nombres d'une saison que le programme n'a pas : un fichier .toml (autant de fois qu'il faut)"
HELP = "montrer cette aide"
VERSION = "montrer la version"

USAGE = "utilisation : "
ARGUMENTS = "arguments"
OPTIONS = "options"
COMMANDS_TITLE = "commandes"
EPILOG = "« tournament-xl COMMANDE --help » explique une commande."
NO_FORMULA = "new : il manque --formule : classique, open, toutes-rondes, double-toutes-rondes ou othello."
WRONG = "{command} : {message}\n"
LIVE_OR_STDIO = "il faut --live ou --stdio, un seul des deux"
VERB_FIRST = "la commande vient d'abord"
ARGPARSE = {
    "the following arguments are required: %s": "il manque : %s",
    "unrecognized arguments: %s": "argument inconnu : %s",
    "argument %(argument_name)s: %(message)s": "%(argument_name)s : %(message)s",
    "invalid choice: %(value)r (choose from %(choices)s)": "%(value)r n'existe pas (possibles : %(choices)s)",
    "invalid %(type)s value: %(value)r": "%(value)r ne convient pas",
    "expected one argument": "il faut une valeur",
    "expected at least one argument": "il faut au moins une valeur",
    "ignored explicit argument %r": "cette option ne prend pas de valeur : %r",
    "ambiguous option: %(option)s could match %(matches)s": "%(option)s est ambigu : %(matches)s",
}  # argparse's own sentences

BACKUPS = {
    "pair": "avant appariement",
    "update": "avant mise à jour",
    "undo": "avant annulation",
    "ratings": "avant calcul des cotes",
    "take": "avant résultats reçus",
    "simulate": "avant simulation",
    "type": "avant saisie",
}  # action -> what names the backup
OPEN_ELSEWHERE = "Le classeur est ouvert dans {program} : ce qui n'y est pas encore enregistré manque ici."
WRONG_ENDING = "Donnez au classeur un nom qui finit par .xlsx, ou par .xlsm s'il doit avoir des boutons : {file}"
BAD_SET = "--set « {text} » : écrivez « Paramètre=valeur »."
NO_EDITION = "--edition : l'Othello n'a pas d'éditions du règlement."
UNKNOWN_SETTING = "--set : le paramètre « {name} » n'existe pas. Paramètres : {names}."
NOT_A_COUNT = "il faut un nombre entier, 0 ou plus"
NOT_A_PROBABILITY = "une probabilité va de 0 à 1"
TOO_MANY_PLAYERS = "La liste compte {players} joueurs, un classeur {most} au plus : ne gardez que ceux qui viennent."
WARNING = "À savoir : {text}"
NEXT = "→ {text}"
NOT_CREATED = "Le classeur n'est pas créé : corrigez la liste ou les options."
BROKEN = (
    "L'installation est incomplète, ou n'est pas pour cet ordinateur : une partie ne se charge pas ({reason}). Rien "
    "n'est écrit. Réinstallez le programme (docs/installation.md) ; un antivirus a pu en retirer un fichier."
)
BUG = "Erreur interne ({kind}) : le classeur n'a pas été modifié. Recommencez."
BUG_LOG = "Si cela se répète, envoyez le fichier {log} aux auteurs."
INTERRUPTED = "Interrompu : le classeur n'a pas été modifié."
INTERRUPTION = "interrompue"
DONE_NOT_SHOWN = "C'est fait et enregistré dans {files}, mais la réponse n'a pas pu s'afficher : {reason}."
NOT_SHOWN = "La réponse n'a pas pu s'afficher : {reason}. Aucun classeur n'a été modifié. Affichez-la ailleurs."

NO_STANDINGS = "Pas encore de classement : aucune ronde n'est terminée."

BY_TABLE = ("Table", "Joueur 1", "Score", "Joueur 2", "Motif")
EXPLAIN_TITLE = "Ronde {round}, table {table} : {one} – {two}"
RANK_LINE = "{name} : {place} de la ronde, {pm} PM, Pdep {pdep:+d}, rang initial {seed}"
RANK_X = "X : {place} de la ronde, {pm} PM"
RANK_ABSENT = "{name} : n'est pas classé pour cette ronde"
PPM_SUFFIX = ", PPM {ppm}"
SEED_LATE = "{seed} (entré en cours de tournoi)"
REDRAWN_SAME = "Recalculé sur les résultats actuels : même paire."
REDRAWN_OTHER = (
    "Recalculé sur les résultats actuels, le règlement donnerait {pairs} : un résultat, une présence ou une "
    "paire a changé depuis (voir le Journal)."
)

DEMO_INTRO = "Un tournoi de {players} joueurs en {rounds} rondes, joué dans le classeur {file}."
DEMO_SCORES = "Les scores de la ronde {round} sont tapés sur la feuille Résultats (ici : inventés), puis « update »."
DEMO_END = "Terminé. Ouvrez {file} : feuilles Classement, Grille, Résultats (colonne Motif) et Journal."
ASKED = ("Nom", "Lieu", "Date de début", "Organisateur")  # settings that the federation asks for
TO_FILL_IN = "À remplir sur la feuille Tournoi avant l'envoi : {names}."

"""Help, headings and messages of the command line."""

from tournament_xl.messages.workbook_files import BEFORE_RESTORE

PROGRAM = "Tournois de Scrabble classique et d'Othello dans un classeur : apparier, classer, vérifier."
A_WORKBOOK, A_COMMAND = "CLASSEUR", "COMMANDE"  # what to give, in the usage
FILE = "le classeur (.xlsx ou .xlsm)"
DEMO_FINAL = "{match} : {black} (Noir) {discs} {white} (Blanc)"
HELP = "montrer cette aide"
VERSION = "montrer la version"

USAGE = "utilisation : "
ARGUMENTS = "arguments"
OPTIONS = "options"
COMMANDS_TITLE = "commandes"
EPILOG = "« tournament-xl COMMANDE --help » explique une commande."
WRONG = "{command} : {message}\n"
LIVE_OR_STDIO = "press : il faut --live ou --stdio, un seul des deux."
VERB_FIRST = "la commande vient d'abord"
ARGPARSE = {
    "the following arguments are required: %s": "il manque : %s",
    "unrecognized arguments: %s": "argument inconnu : %s",
    "argument %(argument_name)s: %(message)s": "%(argument_name)s : %(message)s",
    "invalid %(type)s value: %(value)r": "%(value)r ne convient pas",
    "expected one argument": "il faut une valeur",
    "expected at least one argument": "il faut au moins une valeur",
    "ignored explicit argument %r": "cette option ne prend pas de valeur : %r",
    "ambiguous option: %(option)s could match %(matches)s": "%(option)s est ambigu : %(matches)s",
}  # argparse's own sentences
NO_CHOICE = "« {value} » n'existe pas (possibles : {choices})"

BACKUPS = {
    "pair": "avant appariement",
    "update": "avant mise à jour",
    "undo": "avant annulation",
    "ratings": "avant calcul des cotes",
    "take": "avant résultats reçus",
    "simulate": "avant simulation",
    "type": "avant saisie",
    "restore": BEFORE_RESTORE,
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
FORCE = "Ou : undo --force ; les scores iront au Journal."
NEXT = "→ {text}"
NOT_CREATED = "Le classeur n'est pas créé : corrigez la liste ou les options."
BROKEN = (
    "L'installation est incomplète : une partie ne se charge pas ({reason}). Réinstallez le programme "
    "(docs/installation.md) ; un antivirus en retire parfois."
)
BUG = "Erreur interne ({kind}) : le classeur n'a pas été modifié. Recommencez."
BUG_LOG = "Si cela se répète, envoyez le fichier {log} aux auteurs."
BUG_TEXT = "Si cela se répète, envoyez aux auteurs le texte qui suit."  # in the page, which has no such file
INTERRUPTED = "Interrompu : le classeur n'a pas été modifié."
INTERRUPTION = "interrompue"
DONE_NOT_SHOWN = "C'est fait et enregistré dans {files}, mais la réponse n'a pas pu s'afficher : {reason}."
NOT_SHOWN = "La réponse n'a pas pu s'afficher : {reason}. Aucun classeur n'a été modifié. Affichez-la ailleurs."

NO_STANDINGS = "Pas encore de classement : aucune ronde n'est terminée."

EXPLAIN_TITLE = "Ronde {round}, table {table} : {one} – {two}"
RANK_BEFORE = "{place} avant la ronde"
# The ranking that pairs leaves out who is absent or has left, and may have X
RANK_AMONG = "{place} des {count} présents{with_x} avant la ronde ({listed} au classement)"
WITH_X = ", X compris,"
RANK_LINE = "{name} : {rank}, {pm} PM, Pdep {pdep}, rang initial {seed}"
INITIAL_RANK_LINE = "{name} : {place} avant la ronde, rang initial {seed}, {cote}"
COTE, NO_COTE = "cote {cote}", "sans cote : compte pour {cote}"
RANK_X = "X : {place} avant la ronde, {pm} PM, Pdep {pdep}"
RANK_ABSENT = "{name} : n'est pas classé pour cette ronde"
PPM_SUFFIX = ", PPM {ppm}"
SEED_LATE = "{seed} (entré en cours de tournoi ; d'après sa cote, puis son nom)"

DEMO_INTRO = "Un tournoi de {players} joueurs en {rounds} rondes, joué dans le classeur {file}."
DEMO_SCORES = "Les scores de la ronde {round} sont tapés sur la feuille Résultats (ici : inventés), puis « update »."
DEMO_END = "Terminé. Ouvrez {file} : feuilles Classement, Grille, Résultats (colonne Motif) et Journal."
TO_FILL_IN = "À remplir sur la feuille Tournoi avant l'envoi : {names}."

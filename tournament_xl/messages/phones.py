"""Texts on results from the players' phones: the file of received results, the messages, the pages."""

from enum import StrEnum

FILE = "{stem} - résultats reçus.csv"
SECRET = "{stem} clé des fiches.txt"  # in the folder of the copies


class ReportState(StrEnum):
    """State of what the phones sent for a table, as the column État has it."""

    RECEIVED = "reçu"  # a result to accept: the scoring desk's, or the same from both players
    WAITS = "à confirmer"  # a result from one player only
    DIFFERS = "différents"  # different results from the two players


COLUMNS = ("Date", "Ronde", "Table", "N° 1", "Score 1", "Score 2", "N° 2", "De", "État")
SENDERS = ("joueur 1", "joueur 2", "table de marque")
SCORES = "{}-{}"
AND = " et "

TAKEN = "Pris des téléphones, dans Résultats : {tables:agree table} {tables:ranges}."
TAKEN_DETAIL = "Reçus des téléphones : {results}."
TAKEN_ONE = "table {table}, {one} – {two} {scores}"
DIFFERENT = "Table {table}, {one} – {two} : les téléphones disent {scores}. Décidez, et tapez le score."
NOT_CONFIRMED = (
    "Reçu d'un seul joueur, pas pris : {tables:agree table} {tables:ranges}. L'autre confirme, ou vous à la table de "
    "marque."
)
CELL_STAYS = (
    "Table {table}, {one} – {two} : Résultats dit {typed}, les téléphones {scores}. Ce qui est tapé reste ; corrigez "
    "si c'est une faute."
)
REFUSED = "Table {table} : {scores}, reçu des téléphones, n'est pas pris. {reason}"

TOO_LARGE = "{file} fait plus de 4 Mo : rien n'y est lu. Renommez-le, un nouveau sera commencé, puis recommencez."
FILE_FULL = "le fichier des résultats reçus est plein"
NOT_NOTED = (
    "Ce résultat n'a pas pu être noté ({reason}). Tapez-le dans Résultats ; ou prenez les autres, renommez « {file} », "
    "recommencez."
)
NOT_READ = "Les résultats reçus ne peuvent pas être lus. Apportez la fiche à la table de marque."
FULL = "Ce résultat n'a pas pu être noté ({reason}). Apportez la fiche à la table de marque."
UNKNOWN = "Cette fiche n'est pas de ce tournoi, ou d'un autre jour. Apportez-la à la table de marque."
OLD = "Cette fiche est celle de la ronde {round}, qui est passée. Prenez la fiche de la ronde {now}."
TYPED = "La table de marque a déjà ce résultat : {scores}. S'il est faux, allez la voir."
TOO_MANY = "Trop d'envois à la fois. Attendez une minute, ou apportez la fiche à la table de marque."
NOT_A_SCORE = "Tapez les deux scores, en chiffres, et dites qui vous êtes."
SAME_PHONE = (
    "Ce téléphone a déjà envoyé pour {name} ; l'autre joueur confirme du sien. Une erreur ? Allez à la table de marque."
)
NOT_ADMITTED = "{reason}. Vérifiez les deux scores ; un forfait se dit à la table de marque."
UNLIKELY = "{score} est inhabituel : un chiffre oublié ou de trop ? Corrigez-le, ou envoyez-le tel quel."
WAITING = "Envoyé : {scores}. {other} doit confirmer, de son téléphone, avec la même fiche."
CONFIRM = "{name} a envoyé {scores}. D'accord ? Dites que vous êtes {other}, et envoyez. Sinon, corrigez d'abord."
AGREED = "C'est noté : {scores}. Vous pouvez quitter la table."
DISAGREE = "Vous n'avez pas envoyé la même chose. Corrigez, ou allez ensemble à la table de marque."

DESK = "Table de marque, pour vous seul : {address} (fiches à imprimer, résultats reçus, minuteur)"
PLAYER_TIME = "temps par joueur"  # a setting of Tournoi, as names of settings compare
NO_CLOCK = "Minuteur : Tournoi n'a pas de « Temps par joueur » ; lancez-le de la page de la table de marque."

WORDS = {
    "title": "Votre résultat",
    "round": "Ronde",
    "table": "Table",
    "who": "Vous êtes",
    "send": "Envoyer",
    "again": "Corriger",
    "pages": "Classement et tables",
    "by": "selon",
    "points": "Points pour",
    "discs": "Pions pour",
    "desk": "Table de marque",
    "slips": "Fiches à imprimer",
    "address": "Adresse pour les téléphones",
    "other_addresses": "Ils n'y arrivent pas ? Choisissez-en une autre, puis imprimez de nouveau les fiches :",
    "confirm": "Confirmer {scores}",
    "differ": "À décider : les deux joueurs n'ont pas dit la même chose",
    "waiting": "À confirmer : un seul a envoyé",
    "received": "Reçus",
    "received_help": "Prendre les résultats, Mettre à jour ou Apparier les met dans Résultats.",
    "nothing": "Rien encore",
    "to_play": "Tables dont on attend le résultat",
    "clock": "Minuteur",
    "start": "Lancer le minuteur",
    "minutes": "Minuteur de la ronde, en minutes",
    "stop": "Arrêter le minuteur",
    "no_slips": "Aucune ronde n'est en cours. Appariez, enregistrez le classeur, puis revenez ici.",
    "black": "Noir",
    "white": "Blanc",
}

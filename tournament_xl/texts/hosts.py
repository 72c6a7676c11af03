"""What people read when a workbook on disk cannot be read or written: what happened, where, what to do."""

BACKUP_FOLDER = "Sauvegardes"  # beside the workbook

# The file itself; {path} is its full name.
MISSING = "Classeur introuvable : {path}. Vérifier le nom et le dossier."
FOLDER = "{path} est un dossier. Indiquer le classeur .xlsx ou .xlsm qui s'y trouve."
ENDING = (
    "{path} ne finit pas par .xlsx ou .xlsm. L'ouvrir dans Excel ou LibreOffice, "
    "l'enregistrer sous « Classeur Excel (.xlsx) », puis recommencer avec ce nouveau fichier."
)
EMPTY = "{path} est vide (0 octet). Reprendre une copie dans le dossier « {folder} » ou un ancien envoi."
NOT_A_WORKBOOK = (
    "{path} n'est pas un classeur Excel, malgré son nom. L'ouvrir dans le programme qui l'a fait, "
    "l'enregistrer sous « Classeur Excel (.xlsx) », puis recommencer avec ce nouveau fichier."
)
OLD_FORMAT = (
    "{path} est un ancien classeur .xls, malgré son nom. L'ouvrir dans Excel ou LibreOffice, "
    "l'enregistrer sous « Classeur Excel (.xlsx) », puis recommencer avec ce nouveau fichier."
)
PASSWORD = (
    "{path} est protégé par un mot de passe. Dans Excel : Fichier > Informations > Protéger le classeur > "
    "Chiffrer avec mot de passe, effacer le mot de passe, enregistrer, fermer, puis recommencer."
)
DAMAGED = (
    "{path} est abîmé et ne peut pas être lu ({reason}). L'ouvrir dans Excel, qui propose de le réparer, "
    "ou reprendre la dernière copie du dossier « {folder} »."
)
TOO_LARGE = (
    "{path} est trop gros : {size} (limite : {limit}). Enlever les images ou les feuilles étrangères au tournoi, "
    "enregistrer, puis recommencer."
)
FILE_SIZE = "{size} Mo"  # sizes for TOO_LARGE
UNPACKED_SIZE = "{size} Mo une fois décompressé"
TEXT_SIZE = "{size} Mo de feuilles"
CELL_COUNT = "{size} cases"
PART_COUNT = "{size} éléments"
UNREADABLE = "{path} ne peut pas être lu : {reason}. {advice}"

# Writing; nothing was changed when one of these is shown.
LOCKED = (
    "Le classeur est ouvert dans {program}{user} : {path}. L'y enregistrer et le fermer, puis recommencer ici. "
    "S'il n'y est plus ouvert (après une panne), supprimer le fichier caché « {lock} » du même dossier."
)
LOCKED_BY = " par {user}"
CHANGED = (
    "{path} a été modifié par un autre programme pendant le travail. Rien n'a été écrit. "
    "Recommencer : le classeur sera relu."
)
UNWRITABLE = "{path} ne peut pas être écrit : {reason}. Rien n'a été changé. {advice}"
BACKUP_FAILED = (
    "La copie de sauvegarde ne peut pas être faite dans {folder} : {reason}. "
    "Rien n'a été écrit dans le classeur. {advice}"
)
NOT_SAVED = (
    "{path} ne peut pas être enregistré ({reason}). Rien n'a été changé. "
    "Ouvrir le classeur dans Excel, l'enregistrer, le fermer, puis recommencer."
)
NOT_SAVED_FULL = (
    "{path} ne peut pas être enregistré : le disque est plein (dossier de travail {folder}). Rien n'a été changé. "
    "Libérer de la place, puis recommencer."
)
NO_SHEET = "La feuille « {sheet} » manque dans {path}. Rien n'a été écrit. Remettre la feuille ou lui rendre son nom."
MERGED = (
    "La cellule {cell} de la feuille « {sheet} » doit être remplie, mais elle est cachée dans la fusion {merge}. "
    "Rien n'a été écrit. Défaire cette fusion (Accueil > Fusionner), enregistrer, fermer, puis recommencer."
)
TOO_LONG = (
    "Le texte pour la cellule {cell} de la feuille « {sheet} » a {size} caractères ; une cellule en tient {limit}. "
    "Rien n'a été écrit. Raccourcir le texte dont il vient."
)
NO_NUMBER = "Le nombre {value} ne tient pas dans la cellule {cell} de la feuille « {sheet} ». Rien n'a été écrit."
NOT_READ_BACK = "le résultat ne se relit pas"  # reasons in NOT_SAVED
READ_BACK = "la cellule {cell} de la feuille « {sheet} » ne se relit pas comme prévu"

# Reasons given by the operating system, and what to do about each.
DENIED = "le système refuse l'accès"
DENIED_FILE = (
    "Si le classeur est ouvert dans un programme, l'y fermer ; "
    "sinon enlever « Lecture seule » dans ses propriétés, ou demander les droits."
)
DENIED_FOLDER = "Vérifier le droit d'écrire dans ce dossier, ou copier le classeur dans un dossier à soi."
FULL = "le disque est plein"
FULL_ADVICE = "Libérer de la place, puis recommencer."
OTHER_ADVICE = "Vérifier le disque ou la connexion, ou copier le classeur dans un dossier de cet ordinateur."
EXISTS = "{path} existe déjà : il n'est pas remplacé. Donner un autre nom, ou déplacer l'ancien classeur."
NOT_CREATED = "{path} ne peut pas être créé : {reason}. Choisir un dossier où l'on a le droit d'écrire."

"""What people read when a workbook on disk cannot be read or written: what happened, where, what to do."""

BACKUP_FOLDER = "Sauvegardes"  # beside the workbook

# The file itself; {path} is its full name.
MISSING = (
    "Classeur introuvable : {path}. Vérifiez le nom et le dossier ; s'il a été effacé, « tournament-xl restore » en "
    "montre les copies."
)
NO_CURRENT_FOLDER = (
    "{path} est introuvable : le dossier où l'on se trouve a été supprimé. "
    "Allez dans celui du classeur (cd), ou donnez le nom complet, puis recommencez."
)
FOLDER = "{path} est un dossier. Indiquez le classeur .xlsx ou .xlsm qui s'y trouve."
ENDING = (
    "{path} ne finit pas par .xlsx ou .xlsm. Ouvrez-le dans Excel ou LibreOffice, "
    "enregistrez-le sous « Classeur Excel (.xlsx) », puis recommencez avec ce nouveau fichier."
)
NAMELESS = "{path} n'a pas de nom avant le point. Renommez-le, par exemple club.xlsx, puis recommencez."
EMPTY = "{path} est vide (0 octet). Reprenez une copie dans le dossier « {folder} » ou un ancien envoi."
NOT_A_WORKBOOK = (
    "{path} n'est pas un classeur Excel, malgré son nom. Ouvrez-le dans le programme qui l'a fait, "
    "enregistrez-le sous « Classeur Excel (.xlsx) », puis recommencez avec ce nouveau fichier."
)
OLD_FORMAT = (
    "{path} est un ancien classeur .xls, malgré son nom. Ouvrez-le dans Excel ou LibreOffice, "
    "enregistrez-le sous « Classeur Excel (.xlsx) », puis recommencez avec ce nouveau fichier."
)
PASSWORD = (
    "{path} est protégé par un mot de passe. Dans Excel : Fichier > Informations > Protéger le classeur > "
    "Chiffrer avec mot de passe, effacez le mot de passe, enregistrez, fermez, puis recommencez."
)
DAMAGED = (
    "{path} est abîmé et ne peut pas être lu ({reason}). Ouvrez-le dans Excel, qui propose de le réparer, "
    "ou reprenez la dernière copie du dossier « {folder} »."
)
_DAMAGES = {
    "BadZipFile": "ce n'est pas un fichier zip entier",
    "error": "ce qui est compressé est abîmé",
    "ExpatError": "une de ses parties n'est pas du XML",
}  # by the name of the error


def damage(error: Exception) -> str:
    """What is wrong with a package, in French, whatever the library says."""
    if str(error) == "DOCTYPE":
        return "une de ses parties déclare un DOCTYPE"
    if str(error) == "DOCTYPE":
        return "une de ses parties déclare un DOCTYPE"
    return _DAMAGES.get(type(error).__name__, "son contenu n'est pas celui d'un classeur")


TOO_LARGE = (
    "{path} est trop gros : {size} (limite : {limit}). Enlevez les images ou les feuilles étrangères au tournoi, les "
    "lignes du bas qui n'ont qu'un format (Ctrl+Fin va à la dernière cellule), enregistrez, puis recommencez."
)
TOO_FAR = (
    "{path} : une feuille a une cellule remplie très loin, en {cell}. Videz-la (Ctrl+Fin mène à la dernière cellule), "
    "enregistrez, puis recommencez."
)
TOO_LOW = (
    "{path} ne peut pas être enregistré : la feuille « {sheet} » est remplie jusqu'à la ligne {row}. Videz ce qui est "
    "si bas (Ctrl+Fin mène à la dernière cellule), enregistrez, puis recommencez."
)
FILE_SIZE = "{size} Mo"  # sizes for TOO_LARGE
UNPACKED_SIZE = "{size} Mo une fois décompressé"
CELL_COUNT = "{size} cases"
TAG_COUNT = "{size} balises"
LETTER_COUNT = "{size} lettres"
MERGE_COUNT = "{size} cellules fusionnées"
PART_COUNT = "{size} éléments"
UNREADABLE = "{path} ne peut pas être lu : {reason}. {advice}"

# Writing; nothing was changed when one of these is shown.
LOCKED = (
    "Le classeur est ouvert dans {program} : {path}. Enregistrez-le et fermez-le là, puis recommencez ici. "
    "S'il n'y est plus ouvert (après une panne), supprimez le fichier caché « {lock} » du même dossier."
)
USED_BY = "{program} par {user}"
CHANGED = (
    "{path} a été modifié par un autre programme pendant le travail. Rien n'a été écrit. "
    "Recommencez : le classeur sera relu."
)
UNWRITABLE = "{path} ne peut pas être écrit : {reason}. Rien n'a été changé. {advice}"
HALF_WRITTEN = (
    "{path} ne peut pas être écrit : {reason}. {files} : écrit déjà, et l'ancien contenu n'a pas pu être remis ; "
    "il est gardé ici : {copies}."
)
IS_A_COPY = (
    "{file} est une copie du dossier {folder} : rien n'y est changé. Fermez-la et ouvrez le classeur du tournoi ; "
    "« tournament-xl restore » y remet une copie. S'il ne vous reste que celle-ci, sortez-la du dossier."
)
IS_SENT = (
    "{file} est la copie pour la fédération (feuille Fiche) : rien n'y est changé. Corrigez dans le classeur du "
    "tournoi, puis préparez l'envoi à nouveau."
)
BACKUP_FAILED = (
    "La copie de sauvegarde ne peut pas être faite dans {path} : {reason}. "
    "Rien n'a été écrit dans le classeur. {advice}"
)
NOT_SAVED = (
    "{path} ne peut pas être enregistré ({reason}). Rien n'a été changé. "
    "Ouvrez le classeur dans Excel, enregistrez-le, fermez-le, puis recommencez."
)
FILLED_DOWN = (
    "{path} ne peut pas être enregistré : sur la feuille « {sheet} », la formule de la case {cell}, là où le programme "
    "écrit, sert aussi aux autres cases de {area}. Rien n'a été changé. Effacez ces formules, ou tirez-les à droite du "
    "tableau, puis recommencez."
)
OLDER = (
    "Le dossier Sauvegardes a une copie que ce classeur ne connaît pas : « {copy} ». Si ce classeur est une autre "
    "version remise à sa place (clé USB, courriel, récupération après une panne, fermeture sans enregistrer), "
    "comparez, et reprenez au besoin cette copie : dans un terminal, tournament-xl restore."
)
NO_SHEET = "La feuille « {sheet} » manque dans {path}. Rien n'a été écrit. Remettez la feuille ou rendez-lui son nom."
MERGED = (
    "La cellule {cell} de la feuille « {sheet} » doit être remplie, mais elle est cachée dans la fusion {merge}. "
    "Rien n'a été écrit. Défaites cette fusion (Accueil > Fusionner), enregistrez, fermez, puis recommencez."
)
TOO_LONG = (
    "Le texte pour la cellule {cell} de la feuille « {sheet} » a {size} caractères ; une cellule en tient {limit}. "
    "Rien n'a été écrit. Raccourcissez le texte dont il vient."
)
NO_NUMBER = "Le nombre {value} ne tient pas dans la cellule {cell} de la feuille « {sheet} ». Rien n'a été écrit."
NOT_READ_BACK = "le résultat ne se relit pas"  # reasons in NOT_SAVED
READ_BACK = "la cellule {cell} de la feuille « {sheet} » ne se relit pas comme prévu"

EXISTS = "{path} existe déjà : il n'est pas remplacé. Donnez un autre nom, ou déplacez l'ancien classeur."
NOT_CREATED = "{path} ne peut pas être créé : {reason}. Choisissez un dossier où l'on a le droit d'écrire."

# Reasons given by the operating system, and what to do about each.
_DENIED = (
    "le système refuse l'accès",
    "Si le classeur est ouvert dans un programme, fermez-le là ; sinon enlevez « Lecture seule » dans ses propriétés, "
    "vérifiez le droit d'écrire dans ce dossier, ou copiez le classeur dans un dossier à soi.",
)
_FULL = "le disque est plein", "Libérez de la place, puis recommencez."
_ADVICE = "Vérifiez le disque ou la connexion, ou copiez le classeur dans un dossier de cet ordinateur."
_TOO_MANY = "trop de fichiers sont ouverts", "Ouvrez un autre terminal, puis recommencez."
NOT_ORDINARY = "ce n'est pas un fichier ordinaire", "Donnez le nom d'un fichier."  # a folder, a pipe, a device
REASONS = {
    "EACCES": _DENIED,
    "EPERM": _DENIED,
    "EROFS": _DENIED,
    "ENOSPC": _FULL,
    "EDQUOT": _FULL,
    "EMFILE": _TOO_MANY,
    "ENFILE": _TOO_MANY,
    "EFBIG": ("la taille des fichiers est limitée", "Ouvrez un autre terminal, puis recommencez."),
    "ENAMETOOLONG": (
        "le nom est trop long",
        "Donnez un nom plus court, qui laisse place à la date des sauvegardes, puis recommencez.",
    ),
    "ENOENT": ("le fichier ou le dossier n'existe pas", _ADVICE),
    "ENOTDIR": ("le chemin passe par un fichier", _ADVICE),
    "EEXIST": ("un fichier porte déjà ce nom", _ADVICE),
    "ENOMEM": ("la mémoire ne suffit pas", "Fermez des programmes, puis recommencez."),
    "EAGAIN": ("trop de programmes tournent", "Fermez des programmes, puis recommencez."),
    "ELOOP": ("le lien tourne en rond", _ADVICE),
    "EISDIR": ("un dossier porte ce nom", _ADVICE),
    "EBUSY": ("le fichier est utilisé par un autre programme", _ADVICE),
    "EIO": ("le disque ou le réseau a une défaillance", _ADVICE),
    "ESTALE": ("le dossier du réseau n'est plus là", _ADVICE),
}  # system's error -> what it means, what to do
OTHER_REASON = "le système a refusé", _ADVICE

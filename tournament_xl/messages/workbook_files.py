"""Messages on reading, writing, restoring and repairing a workbook on disk: what failed and what to do."""

BACKUP_FOLDER = "Sauvegardes"  # beside the workbook

# The file itself; {path} is its full name.
MISSING = "{path} : classeur introuvable. Vérifiez le nom et le dossier ; s'il a été effacé, reprenez une copie."
IS_FOLDER = "{path} est un dossier. Indiquez le classeur .xlsx ou .xlsm qui s'y trouve."
ENDING = (
    "{path} ne finit pas par .xlsx ou .xlsm. Enregistrez-le sous « Classeur Excel (.xlsx) », puis recommencez avec "
    "celui-là."
)
EMPTY = "{path} est vide (0 octet). Reprenez une copie du dossier « {folder} », ou un ancien envoi."
NOT_A_WORKBOOK = (
    "{path} n'est pas un classeur Excel, malgré son nom. Enregistrez-le en .xlsx depuis le programme qui l'a fait."
)
PASSWORD = (
    "{path} a un mot de passe. Effacez-le (Fichier > Informations > Protéger le classeur > Chiffrer), puis recommencez."
)
LABEL = (
    "{path} est chiffré par une étiquette de confidentialité. Choisissez-en une sans chiffrement (Accueil > "
    "Confidentialité), puis recommencez."
)
UNSIGNED = (
    "La signature numérique du classeur, qui ne vaut plus, a été enlevée. Signez à nouveau une fois le tournoi terminé."
)
DAMAGED = (
    "{path} est abîmé. Ouvrez-le dans Excel, qui propose de le réparer, ou reprenez une copie (dossier « {folder} »)."
)
TOO_LARGE = (
    "{path} est trop gros : {size} (limite : {limit}). Enlevez images, feuilles étrangères et lignes vides du bas "
    "(Ctrl+Fin)."
)
TOO_FAR = (
    "{path} est trop grand : « {sheet} » va jusqu'à la cellule {cell} (limite : {limit}). Supprimez les lignes et "
    "colonnes du bout (Ctrl+Fin)."
)
FILE_SIZE = "{size} Mo"  # sizes for TOO_LARGE
CELL_COUNT = "{size} cases"
UNPACKED_SIZE = "{size} Mo une fois décompressé"
TAG_COUNT = "{size} balises"
LETTER_COUNT = "{size} lettres"
MERGE_COUNT = "{size} cellules fusionnées"
PART_COUNT = "{size} éléments"
UNREADABLE = "{path} ne peut pas être lu : {reason}. {advice}"

# Writing; nothing was changed when one of these is shown.
LOCKED = (
    "{path} est ouvert dans {program}. Enregistrez-le et fermez-le là ; après une panne, supprimez le fichier "
    "caché « {lock} »."
)
USED_BY = "{program} par {user}"
CHANGED = "{path} a été modifié par un autre programme pendant le travail. Rien n'a été écrit. Recommencez."
UNWRITABLE = "{path} ne peut pas être écrit : {reason}. Rien n'a été changé. {advice}"
UNSURE = (
    "{path} : {reason} ; le fichier est peut-être déjà écrit. Quand le dossier répond, regardez-le avant de "
    "recommencer."
)
COPY_STAYS = "L'état d'avant est gardé dans {copy}."
HALF_WRITTEN = (
    "{path} ne peut pas être écrit : {reason}. {files} : déjà écrit, l'ancien contenu n'est pas revenu. {advice}"
)
IS_A_COPY = (
    "{file} est une copie du dossier {folder}. Ouvrez le classeur du tournoi, et reprenez-y cette copie ; sinon, "
    "sortez-la du dossier."
)
IS_SENT = (
    "{file} est la copie pour la fédération. Corrigez dans le classeur du tournoi, puis préparez l'envoi à nouveau."
)
NEWER = (
    "Classeur écrit par la version {theirs}, plus récente que celle d'ici ({ours}). Installez-la "
    "(docs/installation.md), puis recommencez."
)
BACKUP_FAILED = "La copie de sauvegarde ne peut pas être faite dans {path} : {reason}. Rien n'a été écrit. {advice}"
NOT_SAVED = (
    "{path} ne peut pas être enregistré ({reason}). Enregistrez-le en .xlsx dans Excel ou LibreOffice, fermez-le, "
    "puis recommencez."
)
FILLED_DOWN = (
    "{path}, « {sheet} » : la formule de {cell} sert aussi à {area}. Effacez ces formules, ou tirez-les à droite "
    "du tableau."
)
NO_SHEET = "La feuille « {sheet} » manque dans {path}. Remettez-la ou rendez-lui son nom."
MERGED = (
    "La cellule {cell} de « {sheet} » est cachée dans la fusion {area}. Défaites-la (Accueil > Fusionner), "
    "enregistrez, puis recommencez."
)
TOO_LONG = (
    "Texte de {size} caractères pour la cellule {cell} de « {sheet} », qui en tient {limit}. Raccourcissez ce dont "
    "il vient."
)
NO_NUMBER = "Le nombre {value} ne tient pas dans la cellule {cell} de la feuille « {sheet} ». Rien n'a été écrit."
NOT_READ_BACK = "le résultat ne se relit pas"  # reasons in NOT_SAVED
READ_BACK = "la cellule {cell} de la feuille « {sheet} » ne se relit pas comme prévu"
EXISTS = "{path} existe déjà : il n'est pas remplacé. Donnez un autre nom, ou déplacez l'ancien classeur."
NOT_CREATED = "{path} ne peut pas être créé : {reason}. Choisissez un dossier où l'on a le droit d'écrire."

# Reasons given by the operating system, and what to do about each.
_DENIED = (
    "le système refuse l'accès",
    "Fermez le classeur s'il est ouvert, enlevez « Lecture seule » de ses propriétés, ou copiez-le dans un dossier à "
    "vous.",
)
_FULL = "le disque est plein", "Libérez de la place, puis recommencez."
_ADVICE = "Vérifiez le disque ou la connexion, ou copiez le classeur dans un dossier de cet ordinateur."
NOT_ORDINARY = "ce n'est pas un fichier ordinaire", "Donnez le nom d'un fichier."  # a folder, a pipe, a device
REASONS = {
    "EACCES": _DENIED,
    "EPERM": _DENIED,
    "EROFS": _DENIED,
    "EBUSY": _DENIED,
    "ENOSPC": _FULL,
    "EDQUOT": _FULL,
    "ENAMETOOLONG": (
        "le nom est trop long",
        "Donnez un nom plus court, puis recommencez.",
    ),
    "ENOENT": ("le fichier ou le dossier n'existe pas", _ADVICE),
    "ENOTDIR": ("le chemin passe par un fichier", _ADVICE),
    "EISDIR": ("un dossier porte ce nom", _ADVICE),
}  # system's error -> what it means, what to do
OTHER_REASON = "le disque, le réseau ou le système l'a refusé", _ADVICE
WAITING = "Une autre commande travaille dans le dossier {folder} : attente qu'elle finisse (Ctrl+C pour renoncer)."
OTHER_NAME = (
    "Un second nom sur le disque (lien dur) garde l'état d'avant : {files}. Supprimez-le, ou gardez-le comme copie."
)
OTHER_OWNER = (
    "Était à un autre utilisateur, est maintenant à vous : {files}. S'il ne peut plus l'ouvrir, donnez-lui les droits."
)
OTHER_GROUP = (
    "A changé de groupe d'utilisateurs : {files}. Si ses membres ne peuvent plus l'ouvrir, donnez-leur les droits."
)

# The list of the backups, and one put back.
BEFORE_RESTORE = "avant restauration"
COPIES_TITLE = "Sauvegardes de {path}, la plus récente d'abord"
COPIES_COLUMNS = ("Copie", "Date", "Faite", "Ronde", "Changé depuis")
NO_ROUND = "aucune"
HOW_TO_RESTORE = (
    "Pour en remettre une : tournament-xl restore {file} HEURE, par exemple {time} ; l'état actuel est d'abord "
    "sauvegardé."
)
RESTORED_MISSING = "Copie remise : {time} {label}. Le classeur manquait : {path} est de nouveau là."
SAME_STATE = "Le classeur est déjà dans l'état de cette copie ({time} {label}) : rien à faire."
AFTER_RESTORE = "tournament-xl update {file} : l'étape vous dit où vous en êtes"
COPY_UNREADABLE = "copie illisible"
STATE_UNKNOWN = "le classeur actuel manque ou ne se lit pas"
NO_CHANGE = "rien"


def rounds_drawn(rounds: range) -> str:
    """Name drawn rounds, at least one: "ronde 3 appariée", "rondes 3 à 5 appariées"."""
    return f"ronde {rounds[0]} appariée" if len(rounds) == 1 else f"rondes {rounds[0]} à {rounds[-1]} appariées"


def rounds_undone(rounds: range) -> str:
    """Name undone rounds, at least one: "ronde 3 annulée", "rondes 3 à 5 annulées"."""
    return f"ronde {rounds[0]} annulée" if len(rounds) == 1 else f"rondes {rounds[0]} à {rounds[-1]} annulées"


# Buttons and macros put back.
BEFORE_REPAIR = "avant réparation"
REPAIRED = "Boutons et macros remis dans {path}. L'état d'avant est dans {copy}."
CONVERTED = "Classeur à boutons créé : {path}. Continuez avec lui ; {old} n'est pas modifié."
NOTHING_TO_REPAIR = "Rien à réparer : les boutons et les macros de {path} sont en place."
NO_TOURNAMENT = (
    "{path} n'a pas de feuille « {sheet} ». Indiquez un classeur de tournoi, ou rendez son nom à la feuille."
)
OTHER_MACROS = (
    "{path} a d'autres macros ({modules}) et n'a plus celles des boutons. Enregistrez-le en .xlsx, puis réparez ce "
    "nouveau fichier."
)
UNKNOWN_FORM = "{path} a une forme inconnue. Enregistrez-le depuis Excel ou LibreOffice, fermez-le, puis recommencez."

# A new workbook from today's template.
UPGRADED_NAME = "{stem} (nouveau modèle)"
UPGRADED = "Nouveau classeur dans le modèle actuel : {path}. Continuez avec lui ; {old} n'est pas modifié."
OWN_COLUMNS = "Colonnes à vous, reprises : {names}."
OWN_SHEETS = "Feuilles à vous, qui restent dans l'ancien classeur : {names}."
FORMS = "Ce qui est rempli sur {names} reste dans l'ancien classeur."
UNKNOWN_SETTINGS = "Paramètres que le modèle actuel n'a pas, qui restent dans l'ancien classeur : {names}."
PHONES = (
    "Ce que les téléphones ont envoyé reste à côté de l'ancien classeur : prenez-le là d'abord. Réimprimez les fiches."
)
LEFT_BEHIND = (
    "Restent dans l'ancien classeur : graphiques, images, notes, formules, mises en forme, et ce qui est hors des "
    "tableaux."
)

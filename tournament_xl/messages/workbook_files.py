"""Messages on reading, writing, restoring and repairing a workbook on disk: what failed and what to do."""

BACKUP_FOLDER = "Sauvegardes"  # beside the workbook

# The file itself; {path} is its full name.
MISSING = (
    "Classeur introuvable : {path}. Vérifiez le nom et le dossier ; s'il a été effacé, {restore} en montre les copies."
)
IS_FOLDER = "{path} est un dossier. Indiquez le classeur .xlsx ou .xlsm qui s'y trouve."
_SAVE_AS = "enregistrez-le sous « Classeur Excel (.xlsx) », puis recommencez avec ce nouveau fichier."
ENDING = "{path} ne finit pas par .xlsx ou .xlsm. Ouvrez-le dans Excel ou LibreOffice, " + _SAVE_AS
EMPTY = "{path} est vide (0 octet). Reprenez une copie dans le dossier « {folder} » ou un ancien envoi."
NOT_A_WORKBOOK = (
    "{path} n'est pas un classeur Excel .xlsx, malgré son nom. Ouvrez-le dans le programme qui l'a fait, " + _SAVE_AS
)
PASSWORD = (
    "{path} est protégé par un mot de passe. Dans Excel : Fichier > Informations > Protéger le classeur > "
    "Chiffrer avec mot de passe, effacez le mot de passe, enregistrez, fermez, puis recommencez."
)
LABEL = (
    "{path} est chiffré par une étiquette de confidentialité (droits d'accès de votre organisation), non par un mot "
    "de passe. Dans Excel : Accueil > Confidentialité, une étiquette sans chiffrement (ou Fichier > Informations > "
    "Protéger le classeur > Restreindre l'accès > Accès illimité), enregistrez, fermez, puis recommencez."
)
UNSIGNED = (
    "Ce classeur avait une signature numérique : elle ne vaut plus après un changement, et a été enlevée, comme Excel "
    "le fait. Signez à nouveau une fois le tournoi terminé."
)
DAMAGED = (
    "{path} est abîmé et ne peut pas être lu. Ouvrez-le dans Excel, qui propose de le réparer, "
    "ou reprenez la dernière copie du dossier « {folder} »."
)
TOO_LARGE = (
    "{path} est trop gros : {size} (limite : {limit}). Enlevez les images ou les feuilles étrangères au tournoi, les "
    "lignes du bas qui n'ont qu'un format (Ctrl+Fin va à la dernière cellule), enregistrez, puis recommencez."
)
TOO_FAR = (
    "{path} est trop grand : la feuille « {sheet} » est remplie jusqu'à la cellule {cell} (limite : {limit} cases, "
    "vides comprises). Une espace tapée là par mégarde suffit : supprimez les lignes et les colonnes du bout (Ctrl+Fin "
    "mène à la dernière cellule), enregistrez, puis recommencez."
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
    "Le classeur est ouvert dans {program} : {path}. Enregistrez-le et fermez-le là, puis recommencez ici. "
    "S'il n'y est plus ouvert (après une panne), supprimez le fichier caché « {lock} » du même dossier."
)
USED_BY = "{program} par {user}"
CHANGED = (
    "{path} a été modifié par un autre programme pendant le travail. Rien n'a été écrit. "
    "Recommencez : le classeur sera relu."
)
UNWRITABLE = "{path} ne peut pas être écrit : {reason}. Rien n'a été changé. {advice}"
UNSURE = (
    "{path} : {reason}, et ce qui s'y trouve maintenant ne se lit pas. Le fichier est peut-être déjà écrit : quand le "
    "dossier répond de nouveau, ouvrez-le et regardez avant de recommencer."
)
COPY_STAYS = "L'état d'avant est gardé dans {copy}."
HALF_WRITTEN = (
    "{path} ne peut pas être écrit : {reason}. {files} : déjà écrit, l'ancien contenu n'est pas revenu. {advice}"
)
IS_A_COPY = (
    "{file} est une copie du dossier {folder} : rien n'y est changé. Fermez-la et ouvrez le classeur du tournoi ; "
    "{restore} l'y remet. S'il ne vous reste que celle-ci, sortez-la du dossier."
)
IS_SENT = (
    "{file} est la copie pour la fédération (feuille Fiche) : rien n'y est changé. Corrigez dans le classeur du "
    "tournoi, puis préparez l'envoi à nouveau."
)
NEWER = (
    "Ce classeur a été écrit par la version {theirs} du programme, plus récente que celle de cet ordinateur ({ours}). "
    "Rien n'y est changé. Installez la version {theirs} ou une plus récente (docs/installation.md), puis recommencez."
)
BACKUP_FAILED = (
    "La copie de sauvegarde ne peut pas être faite dans {path} : {reason}. "
    "Rien n'a été écrit dans le classeur. {advice}"
)
NOT_SAVED = (
    "{path} ne peut pas être enregistré ({reason}). Rien n'a été changé. "
    "Ouvrez le classeur dans Excel ou LibreOffice, enregistrez-le en .xlsx, fermez-le, puis recommencez."
)
FILLED_DOWN = (
    "{path} ne peut pas être enregistré : sur la feuille « {sheet} », la formule de la case {cell}, là où le programme "
    "écrit, sert aussi aux autres cases de {area}. Rien n'a été changé. Effacez ces formules, ou tirez-les à droite du "
    "tableau, puis recommencez."
)
NO_SHEET = "La feuille « {sheet} » manque dans {path}. Rien n'a été écrit. Remettez la feuille ou rendez-lui son nom."
MERGED = (
    "La cellule {cell} de la feuille « {sheet} » doit être remplie, mais elle est cachée dans la fusion {area}. "
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
        "Donnez un nom plus court, qui laisse place à la date des sauvegardes, puis recommencez.",
    ),
    "ENOENT": ("le fichier ou le dossier n'existe pas", _ADVICE),
    "ENOTDIR": ("le chemin passe par un fichier", _ADVICE),
    "EISDIR": ("un dossier porte ce nom", _ADVICE),
}  # system's error -> what it means, what to do
OTHER_REASON = "le disque, le réseau ou le système l'a refusé", _ADVICE
WAITING = "Une autre commande travaille dans le dossier {folder} : attente qu'elle finisse (Ctrl+C pour renoncer)."
OTHER_NAME = (
    "Avait un second nom sur le disque (lien dur) : {files}. Ce second nom garde l'état d'avant : supprimez-le, ou "
    "gardez-le comme copie."
)
OTHER_OWNER = (
    "Était à un autre utilisateur et est maintenant à vous, le système n'a pas permis de le lui rendre : {files}. S'il "
    "ne peut plus l'ouvrir, donnez-lui les droits."
)
OTHER_GROUP = (
    "A changé de groupe d'utilisateurs, le système n'a pas permis de le rendre au sien : {files}. Si ses membres ne "
    "peuvent plus l'ouvrir, donnez-leur les droits."
)

# The list of the backups, and one put back.
BEFORE_RESTORE = "avant restauration"
COPIES_TITLE = "Sauvegardes de {path}, la plus récente d'abord"
COPIES_COLUMNS = ("Copie", "Date", "Faite", "Ronde", "Changé depuis")
NO_ROUND = "aucune"
HOW_TO_RESTORE = (
    "Pour en remettre une : tournament-xl restore {file} HEURE, par exemple {time} (l'état actuel est d'abord "
    "sauvegardé). Son numéro suffit aussi, tant qu'aucune autre copie n'a été faite depuis cette liste."
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
    "{path} n'a pas de feuille « {sheet} » : ce n'est pas un classeur de tournoi. "
    "Indiquez le bon fichier, ou rendez son nom à la feuille."
)
OTHER_MACROS = (
    "{path} contient d'autres macros ({modules}) et plus celles des boutons. Rien n'a été changé. "
    "Enregistrez-le sous « Classeur Excel (.xlsx) », puis réparez ce nouveau fichier."
)
UNKNOWN_FORM = (
    "{path} a été enregistré sous une forme inconnue. Rien n'a été changé. "
    "Ouvrez-le dans Excel ou LibreOffice, enregistrez-le, fermez-le, puis recommencez."
)

# A new workbook from today's template.
UPGRADED_NAME = "{stem} (nouveau modèle)"
UPGRADED = "Nouveau classeur dans le modèle actuel : {path}. Continuez avec lui ; {old} n'est pas modifié."
OWN_COLUMNS = "Colonnes à vous, reprises : {names}."
OWN_SHEETS = "Feuilles à vous, qui restent dans l'ancien classeur : {names}."
FORMS = "Ce qui est rempli sur {names} reste dans l'ancien classeur."
UNKNOWN_SETTINGS = "Paramètres que le modèle actuel n'a pas, qui restent dans l'ancien classeur : {names}."
PHONES = (
    "Ce que les téléphones ont envoyé reste à côté de l'ancien classeur : si des résultats attendent, prenez-les là, "
    "puis recommencez. Réimprimez les fiches."
)
LEFT_BEHIND = (
    "Restent toujours dans l'ancien classeur : graphiques, images, notes, formules, mises en forme, et ce qui est "
    "écrit hors des tableaux."
)

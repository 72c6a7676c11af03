"""What `doctor` tells: what it found, and what to do about it."""

OK, MEND, ABSENT = "OK", "à corriger", "pas ici"  # states of a line
PROGRAM, EXCEL, LIBREOFFICE, BOOK = "Programme", "Excel", "LibreOffice", "Classeur"  # headings
REMEDY = "→ {text}"
VERDICT = {
    "both": "Excel et LibreOffice peuvent démarrer le programme : boutons et menu Tournoi marchent.",
    "excel": "Excel peut démarrer le programme : les boutons d'un classeur .xlsm marchent.",
    "libreoffice": "LibreOffice peut démarrer le programme : le menu Tournoi marche.",
    "none": "Ni Excel ni LibreOffice ne peut démarrer le programme pour l'instant. Corrigez les lignes « à corriger ». "
    "En attendant, les commandes sur un classeur fermé marchent (tournament-xl pair FICHIER).",
    "book": "Corrigez ce qui concerne le classeur.",
}

# The program.
VERSION = "tournament-xl {version}, avec Python {python} ({path})"
STARTED = "ce que les boutons démarrent : {path}"
NOT_THERE = "le programme que les boutons démarreraient n'existe pas : {path}"
REINSTALL = "Réinstallez le programme (docs/installation.md)."
TOO_LONG = "le chemin du programme est trop long pour un bouton ({count} caractères, {most} au plus) : {path}"
SHORTER = "Installez le programme dans un dossier au chemin plus court."
NOT_LOADED = "{name} ne se charge pas ({reason}) : l'Othello et la fédération ne marchent pas"
INCOMPLETE = "l'installation est incomplète : il manque {name}"
ON_PATH = "la commande tournament-xl est trouvée par toutes les fenêtres"
NOT_ON_PATH = (
    "les boutons trouvent le programme ; ailleurs que dans ce terminal, la commande se tape avec son chemin entier"
)
OTHER_ON_PATH = "un autre tournament-xl est installé et passe avant : {path}"
REMOVE_OTHER = "Désinstallez l'un des deux, pour ne pas mêler deux versions."

# Excel.
NO_EXCEL_HERE = "Excel n'existe pas sur ce système"
NO_EXCEL = "Excel n'est pas installé"
EXCEL_FOUND = "Excel {version}"
MAC_BUTTONS = "Excel pour Mac ne laisse pas un bouton démarrer un programme"
MAC_REMEDY = (
    "Utilisez le menu Tournoi de LibreOffice ; ou, classeur ouvert dans Excel, tapez dans le Terminal : "
    'tournament-xl press pair --live "CHEMIN DU CLASSEUR" (avec xlwings).'
)
XLWINGS = "xlwings {version}"
NO_XLWINGS = "le module xlwings manque : le programme ne peut pas écrire dans Excel"
INSTALL_XLWINGS = 'Tapez dans un terminal : "{python}" -m pip install "xlwings>=0.37.8,<0.38"'
MACROS_ASK = "les macros : Excel demande à l'ouverture (« Activer le contenu »)"
MACROS_ON = "les macros sont toujours permises"
MACROS_OFF = "les macros sont bloquées par un réglage d'Excel"
ALLOW_MACROS = (
    "Excel : Fichier > Options > Centre de gestion de la confidentialité > Paramètres > Paramètres des macros > "
    "« Désactiver les macros VBA avec notification », puis rouvrez le classeur et cliquez « Activer le contenu »."
)
MACROS_POLICY = "les macros sont bloquées par votre organisation"
ASK_POLICY = "Demandez à l'informaticien de permettre les macros d'un dossier à vous, ou utilisez LibreOffice."
DEFENDER = "Windows Defender interdit à Excel de démarrer des programmes (règle « processus enfants d'Office »)"
SMART_APP_CONTROL = "le contrôle intelligent des applications (Smart App Control) peut refuser le programme sans un mot"
SMART_APP_CONTROL_REMEDY = (
    "Si un bouton ne fait rien : travaillez par les commandes, ou désactivez-le (Sécurité Windows > Contrôle des"
    " applications et du navigateur ; il ne se réactive pas sans réinstaller Windows)."
)
DEFENDER_ASKS = "Windows Defender demandera si Excel peut démarrer le programme : cliquez « Débloquer »"
DEFENDER_REMEDY = (
    "Demandez à l'informaticien une exclusion de cette règle (d4f940ab-401b-4efc-aadc-ad5f3c50688a) pour {path}, "
    "ou utilisez LibreOffice."
)

# LibreOffice.
NO_LIBREOFFICE = "LibreOffice n'est pas installé"
LIBREOFFICE_FOUND = "LibreOffice {version} ({folder})"
OLD_LIBREOFFICE = "LibreOffice {version} est trop ancien ({folder})"
UPDATE_LIBREOFFICE = "Installez LibreOffice 7.0 ou plus récent (fr.libreoffice.org)."
SANDBOX = "LibreOffice {kind} ne peut pas démarrer d'autres programmes : le menu Tournoi n'y marche pas"
SANDBOX_REMEDY = "Installez le LibreOffice de votre système ou celui de fr.libreoffice.org à la place."
NO_PYTHON = "il manque à LibreOffice de quoi exécuter l'extension"
INSTALL_PYTHON = "Tapez dans un terminal : sudo apt install libreoffice-script-provider-python"
EXTENSION = "l'extension (menu Tournoi) est installée, version {version}"
OTHER_EXTENSION = "l'extension installée est la version {version}, le programme la {ours}"
NO_EXTENSION = "l'extension (menu Tournoi) n'est pas installée"
INSTALL_EXTENSION = (
    "Double-cliquez sur {path} (ou LibreOffice : Outils > Gestionnaire des extensions > Ajouter), "
    "acceptez, puis fermez et rouvrez LibreOffice."
)
FINDS = "le menu Tournoi démarre {path} ({where})"
WHERE = {"variable": "variable TOURNAMENT_XL", "profile": "accepté une fois", "path": "trouvé par le système"}
FINDS_OTHER = "le menu Tournoi démarre un autre programme : {path} ({where})"
FINDS_NONE = "le menu Tournoi ne trouve pas seul le programme (il proposera celui d'un classeur .xlsm fait par « new »)"
LINK = "Pour qu'il le trouve toujours, tapez une fois : {command}"
LINK_COMMAND = 'mkdir -p ~/.local/bin && ln -sf "{path}" ~/.local/bin/tournament-xl'
SET_COMMAND = 'setx TOURNAMENT_XL "{path}"  (puis rouvrez LibreOffice)'

# A workbook.
READABLE = "{path} se lit"
NO_BUTTONS = "classeur .xlsx, sans boutons : on y travaille par le menu Tournoi de LibreOffice ou par les commandes"
BUTTONS = "les boutons et leurs macros sont là"
BUTTONS_GONE = "des boutons ou des macros ont été enlevés par un autre programme"
REPAIR = "Fermez le classeur, puis tapez : tournament-xl repair {path}"
BOOK_PROGRAM = "ses boutons démarrent {path}"
BOOK_NO_PROGRAM = "le programme que ses boutons démarrent n'existe pas ici : {path}"
BOOK_NAMES_NONE = "le classeur ne dit pas quel programme démarrer"
FROM_WEB = "Windows marque ce fichier comme venu d'Internet : Excel en bloque les macros"
UNBLOCK = "Clic droit sur le fichier > Propriétés > cochez « Débloquer » > OK, puis rouvrez-le."
OPEN = "ouvert dans {program} : les commandes du terminal attendent qu'il soit fermé"
FOLDER_OK = "les copies de sauvegarde peuvent être écrites à côté"
FOLDER_NO = "on ne peut rien écrire dans le dossier {folder}"
MOVE = "Copiez le classeur dans un dossier à vous, par exemple Documents."

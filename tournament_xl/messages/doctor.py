"""Texts of `doctor`: its findings, and what to do about them."""

OK, MEND, ABSENT = "OK", "à corriger", "pas ici"  # states of a line
PROGRAM, EXCEL, LIBREOFFICE, BOOK = "Programme", "Excel", "LibreOffice", "Classeur"  # headings
REMEDY = "→ {text}"
VERDICT = {
    "both": "Excel et LibreOffice peuvent démarrer le programme : boutons et menu Tournoi marchent.",
    "excel": "Excel peut démarrer le programme : les boutons d'un classeur .xlsm marchent.",
    "libreoffice": "LibreOffice peut démarrer le programme : le menu Tournoi marche.",
    "none": "Ni Excel ni LibreOffice ne peut démarrer le programme pour l'instant. Corrigez les lignes « à corriger ». "
    "En attendant, la page marche sur un classeur fermé (Tournois dans le navigateur ; ou tournoi.html).",
    "book": "Corrigez ce qui concerne le classeur.",
}
_REINSTALL = "Réinstallez le programme (docs/installation.md)."
_INSTALL_OFFICE = "Installez LibreOffice 7.0 ou plus récent (fr.libreoffice.org)."
_EXTENSION = (
    "Double-cliquez sur {path} (ou LibreOffice : Outils > Gestionnaire des extensions > Ajouter), "
    "acceptez, puis fermez et rouvrez LibreOffice."
)
_REMOVE_OTHER = "Désinstallez l'un des deux, pour ne pas mêler deux versions."
_REPAIR = 'Fermez le classeur, puis tapez : tournament-xl repair "{path}"'
FINDINGS = {
    # The program.
    "version": (OK, "tournament-xl {version}, avec Python {python} ({path})", ""),
    "started": (OK, "ce que les boutons démarrent : {path}", ""),
    "not_loaded": (
        MEND, "{name} ne se charge pas ({reason}) : le Scrabble marche jusqu'à 255 joueurs, l'Othello et la fédération "
        "non", _REINSTALL,
    ),
    "own_file": (MEND, "un fichier du programme manque ({reason}) : un antivirus l'a peut-être enlevé", _REINSTALL),
    # Excel.
    "no_excel": (ABSENT, "Excel n'est pas installé", ""),
    "excel": (OK, "Excel {version}", ""),
    "mac": (
        ABSENT, "Excel pour Mac ne laisse pas un bouton démarrer un programme",
        "Utilisez le menu Tournoi de LibreOffice ; ou, classeur ouvert dans Excel, tapez dans le Terminal : "
        'tournament-xl press pair --live "CHEMIN DU CLASSEUR" (avec xlwings).',
    ),
    "xlwings": (OK, "xlwings {version}", ""),
    "no_xlwings": (
        MEND, "le module xlwings manque : le programme ne peut pas écrire dans Excel",
        "Relancez tournois-setup.exe. Programme installé autrement : dans un terminal, "
        '"{python}" -m pip install "xlwings>=0.37.8"',
    ),
    "macros": (OK, "les macros : Excel demande à l'ouverture (« Activer le contenu »)", ""),
    "macros_off": (
        MEND, "les macros sont bloquées par un réglage d'Excel",
        "Excel : Fichier > Options > Centre de gestion de la confidentialité > Paramètres > Paramètres des macros > "
        "« Désactiver les macros VBA avec notification », puis rouvrez le classeur et cliquez « Activer le contenu ».",
    ),
    "macros_policy": (
        MEND, "les macros sont bloquées par votre organisation",
        "Demandez à l'informaticien de permettre les macros d'un dossier à vous, ou utilisez LibreOffice.",
    ),
    "defender": (
        MEND, "Windows Defender interdit à Excel de démarrer des programmes (règle « processus enfants d'Office »)",
        "Demandez à l'informaticien une exclusion de cette règle (d4f940ab-401b-4efc-aadc-ad5f3c50688a) pour {path}, "
        "ou utilisez LibreOffice.",
    ),
    "smart_app_control": (
        OK, "le contrôle intelligent des applications (Smart App Control) est actif : il laisse passer Python, qui est "
        "signé, et peut refuser ce qu'il ne connaît pas ; les lignes du programme disent si quelque chose manque", "",
    ),
    # LibreOffice.
    "no_office": (ABSENT, "LibreOffice n'est pas installé", _INSTALL_OFFICE),
    "office": (OK, "LibreOffice {version} ({folder})", ""),
    "sandbox": (
        MEND, "LibreOffice {kind} ne peut pas démarrer d'autres programmes : le menu Tournoi n'y marche pas",
        "Installez le LibreOffice de votre système ou celui de fr.libreoffice.org à la place.",
    ),
    "no_python": (
        MEND, "il manque à LibreOffice de quoi exécuter l'extension",
        "Tapez dans un terminal : sudo apt install libreoffice-script-provider-python",
    ),
    "extension": (OK, "l'extension (menu Tournoi) est installée, version {version}", ""),
    "other_extension": (MEND, "l'extension installée est la version {version}, le programme la {ours}", _EXTENSION),
    "no_extension": (MEND, "l'extension (menu Tournoi) n'est pas installée", _EXTENSION),
    "finds": (OK, "le menu Tournoi démarre {path}", ""),
    "finds_other": (MEND, "le menu Tournoi démarre un autre programme : {path}", _REMOVE_OTHER),
    "finds_none": (
        MEND, "le menu Tournoi ne trouve pas seul le programme (il proposera celui d'un .xlsm fait par « new »)",
        "Pour qu'il le trouve toujours, tapez une fois : {command}",
    ),
    # A workbook.
    "unreadable": (MEND, "{reason}", ""),
    "readable": (OK, "{path} se lit", ""),
    "no_buttons": (
        ABSENT, "classeur .xlsx, sans boutons : on y travaille par le ruban Tournoi d'Excel ou le menu de LibreOffice",
        "",
    ),
    "buttons": (OK, "les boutons et leurs macros sont là", ""),
    "buttons_gone": (MEND, "des boutons ou des macros ont été enlevés par un autre programme", _REPAIR),
    "book_program": (OK, "ses boutons démarrent {program}", ""),
    "book_no_program": (MEND, "le programme que ses boutons démarrent n'existe pas ici : {program}", _REPAIR),
    "from_web": (
        MEND, "Windows marque ce fichier comme venu d'Internet : Excel en bloque les macros",
        "Clic droit sur le fichier > Propriétés > cochez « Débloquer » > OK, puis rouvrez-le.",
    ),
}  # what is found -> how it stands, what is said, what to do  # fmt: skip
LINK_COMMAND = 'mkdir -p ~/.local/bin && ln -sf "{path}" ~/.local/bin/tournament-xl'
SET_COMMAND = 'setx TOURNAMENT_XL "{path}"  (puis rouvrez LibreOffice)'

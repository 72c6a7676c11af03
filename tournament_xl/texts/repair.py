"""What `repair` tells: what was put back, or why nothing was."""

REPAIRED = "Boutons et macros remis dans {path}. L'état d'avant est dans {copy}."
CONVERTED = "Classeur à boutons créé : {path}. Continuez avec lui ; {old} n'est pas modifié."
NOTHING = "Rien à réparer : les boutons et les macros de {path} sont en place."
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
BACKUP_LABEL = "avant réparation"

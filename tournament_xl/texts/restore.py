"""What `restore` tells: the list of the backups, what has changed since each, which one was put back."""

from __future__ import annotations

BACKUP_LABEL = "avant restauration"
OF_COPY = " de "  # and the hour of the copy that was put back
TITLE = "Sauvegardes de {path}, la plus récente d'abord"
COLUMNS = ("Copie", "Date", "Faite", "Ronde", "Changé depuis")
HOW = "Pour en remettre une : tournament-xl restore {file} NUMÉRO (l'état actuel est d'abord sauvegardé)"
NONE = "{path} n'a pas de sauvegarde dans le dossier « {folder} »."
OTHERS = (
    "Ce dossier a celles de {names}. Si c'est l'ancien nom de votre classeur : tournament-xl restore \"{path}\" "
    "les montre ; une copie remise reprend ce nom, votre fichier reste."
)
AND_OTHERS = "{names} et d'autres"
OTHER_ENDING = 'Le dossier a aussi des copies de {names} : tournament-xl restore "{path}" les montre.'
NO_SUCH_COPY = "Il n'y a pas de copie {number}. « tournament-xl restore {file} » montre la liste."
DONE = "Copie remise : {time} {label}. L'état d'avant est dans {copy}."
ALIKE = " Rien de ce qui se tape n'y est autre qu'avant : si l'erreur y est encore, prenez une copie plus ancienne."
DONE_MISSING = "Copie remise : {time} {label}. Le classeur manquait : {path} est de nouveau là."
SAME = "Le classeur est déjà dans l'état de cette copie ({time} {label}) : rien à faire."
NEXT = "tournament-xl update {file} : l'étape vous dit où vous en êtes"
UNREADABLE = "copie illisible"
NOT_COMPARED = "non comparée : plus ancienne"
UNKNOWN = "le classeur actuel manque ou ne se lit pas"
NO_CHANGE = "rien"
ROWS_CHANGED = "{sheet} {count} l."


def rounds_drawn(rounds: range) -> str:
    """ "ronde 3 appariée", "rondes 3 à 5 appariées"."""
    return f"ronde {rounds[0]} appariée" if len(rounds) == 1 else f"rondes {rounds[0]} à {rounds[-1]} appariées"


def rounds_undone(rounds: range) -> str:
    """ "ronde 3 annulée", "rondes 3 à 5 annulées"."""
    return f"ronde {rounds[0]} annulée" if len(rounds) == 1 else f"rondes {rounds[0]} à {rounds[-1]} annulées"

"""docs/limites.md, made of the three modules that hold every limit on size: `python -m docs.limits`."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

from tournament_xl.core import text_limits
from tournament_xl.phones import network_limits
from tournament_xl.xlsx import limits

PAGE = Path(__file__).with_name("limites.md")
HEAD = """# Limites

Ce qui vient d'ailleurs est mesuré à trois portes. Au-delà, une phrase dit ce qui est trop grand, et rien n'est écrit.
Cette page est faite des trois modules nommés (`python -m docs.limits`).
"""
BYTES = "octets"
BOUNDARIES: tuple[tuple[str, ModuleType, dict[str, tuple[str, str]]], ...] = (
    ("Classeurs", limits, {
        "MAX_FILE": ("un fichier", BYTES), "MAX_UNPACKED": ("toutes ses parties, décompressées", BYTES),
        "MAX_PARTS": ("parties", ""), "MAX_TAGS": ("balises XML, dans toutes les parties", ""),
        "MAX_RUN": ("texte sans balise", BYTES), "MAX_CELLS": ("cases et lignes, sur toutes les feuilles", ""),
        "MAX_ALL_LETTERS": ("lettres, dans toutes les cases", ""), "MAX_LETTERS": ("lettres dans une case", ""),
        "MAX_MERGES": ("cases fusionnées sur une feuille", ""), "MAX_COLUMN": ("colonnes", ""),
        "MAX_ROW": ("numéro d'une ligne", ""), "MAX_EXACT_INTEGER": ("entier exact dans une case", ""),
        "MAX_PUBLICATION": ("le classeur d'un classement publié", BYTES),
        "MAX_PUBLICATION_PART": ("une de ses parties, décompressée", BYTES),
        "MAX_OVERWRITTEN": ("un fichier qu'un classement remplace", BYTES),
        "MAX_MEMORY": ("mémoire d'un processus qui lit à part (Linux, macOS)", BYTES),
    }),
    ("Fichiers de texte : listes, résultats, ELO, saisons, JSON, courriels", text_limits, {
        "LIST_BYTES": ("une liste de joueurs", BYTES), "LIST_LINES": ("ses lignes", ""),
        "LIST_CELLS": ("ses cases", ""),
        "LINE_LETTERS": ("lettres lues d'une ligne d'ELO ou de `joueurs.txt`", ""),
        "COMING_PLAYERS": ("joueurs d'une liste de la forme `joueurs.txt`", ""),
        "ELO_PLAYERS": ("joueurs d'un fichier ELO", ""), "ELO_ROUNDS": ("ses rondes", ""),
        "ELO_GAMES": ("ses parties", ""), "RESULTS_BYTES": ("un fichier donné à `import`", BYTES),
        "RESULTS_PLAYERS": ("ses joueurs, ses rondes", ""),
        "SEASON_BYTES": ("un fichier de saison", BYTES),
        "SEASON_NUMBER": ("un nombre de ce fichier", ""),
        "PHONE_RESULTS_BYTES": ("le fichier des résultats reçus", BYTES), "PHONE_RESULT_BYTES": ("sa ligne", BYTES),
        "MARK_BYTES": ("la liste des fichiers d'une publication", BYTES),
        "REQUEST_BYTES": ("le JSON que LibreOffice envoie", BYTES), "REQUEST_VALUES": ("ses valeurs", ""),
        "REQUEST_LISTS": ("ses listes", ""), "REQUEST_OBJECTS": ("ses objets", ""),
        "REQUEST_DEPTH": ("sa profondeur", "niveaux"),
        "RECEIVED_BYTES": ("un fichier reçu par la fédération", BYTES),
        "MAIL_BYTES": ("un courriel ou une archive", BYTES), "MAIL_PARTS": ("ses parties, emboîtées comprises", ""),
        "MAIL_UNPACKED_BYTES": ("ces parties, décompressées", BYTES), "MAIL_DEPTH": ("leur profondeur", "niveaux"),
        "MAIL_HEADER_LETTERS": ("lettres d'un en-tête lu", ""),
        "SIGNATURE_BYTES": ("une pièce non lue qui n'est sans doute que l'image d'une signature", "octets"),
        "MAIL_BODY_LETTERS": ("lettres de son texte où l'on cherche les premières lignes", ""),
        "MAILBOX_BYTES": ("une boîte aux lettres", BYTES), "MAILBOX_MAILS": ("ses courriels", ""),
    }),
    ("Réseau : téléphones, `app`", network_limits, {
        "MAX_CONNECTIONS": ("connexions à la fois (Windows : 480)", ""),
        "MAX_SILENCE": ("silence d'une connexion, alors fermée", "secondes"),
        "MAX_THREADS": ("réponses préparées à la fois", ""),
        "MAX_HEADER_BYTES": ("en-têtes d'une demande", BYTES), "MAX_FORM_BYTES": ("ce qu'un téléphone envoie", BYTES),
        "MAX_TABLE_REPORTS": ("envois pour une table", "par minute"),
        "MAX_ADDRESS_REPORTS": ("envois d'une adresse", "par minute"),
        "MAX_WRONG_KEYS": ("fiches inconnues demandées par une adresse", "par minute"),
        "MAX_COUNTED": ("événements gardés pour être comptés", ""),
        "MAX_CALL_BRACKETS": ("listes et objets d'un appel de la page", ""),
    }),
)  # title, module, constant -> what it limits, its unit  # fmt: skip


def constants(module: ModuleType) -> dict[str, int]:
    """Return the limits that a module holds."""
    numbers = {name: value for name, value in vars(module).items() if name.isupper() and isinstance(value, int)}
    return {name: value for name, value in numbers.items() if name != "MEGABYTE"}


def render() -> str:
    """Render the page."""
    parts = [HEAD]
    for title, module, texts in BOUNDARIES:
        path = "/".join(module.__name__.split(".")[1:]) + ".py"
        parts.append(f"## {title}\n\n`{path}`\n\n| quoi | au plus |\n|---|---|")
        values = constants(module)
        parts += [
            f"| {what} | {_number(values[name])} {unit} |".replace("  ", " ") for name, (what, unit) in texts.items()
        ]
        parts.append("")
    return "\n".join(parts)


def _number(value: int) -> str:
    """Format a number with a narrow blank between thousands."""
    return f"{value:,}".replace(",", "\u202f")


if __name__ == "__main__":
    PAGE.write_text(render(), encoding="utf-8")

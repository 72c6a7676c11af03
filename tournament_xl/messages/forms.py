"""What a sentence says elsewhere: it is written for whoever presses a button in Excel or LibreOffice."""

import re
from collections.abc import Iterable

PASTED = r"Liste collée\.txt"  # the name under which the page sends one
PAGE = (
    (r"tournament-xl restore \"[^\"]*\"", "« Revenir à une copie »"),
    (r"sur (?:la feuille )?Tournoi\b", "dans Réglages"),
    (r"feuille Tournoi\b", "Réglages"),
    (r"(?m)^Tournoi(?= ?[:!])", "Réglages"),
    (r"Minuteur : Tournoi n'a pas", "Minuteur : les Réglages n'ont pas"),
    (r" \(feuille Résultats\)", ""),  # the page has their boxes in front
    (r"envoyez le fichier \S+ aux auteurs", "envoyez aux auteurs le texte qui suit"),
    (
        rf"{PASTED}, ligne 1 : aucune colonne n'est reconnue",
        "Liste collée : mettez un joueur par ligne. Si c'est un tableau : aucune colonne de sa ligne 1 n'est reconnue",
    ),
    (PASTED, "Liste collée"),
)
TERMINAL = (
    ("« Revenir à une copie »", "« tournament-xl restore »"),
    ("Pour les prendre : affichez-les", "Pour les prendre : --masquees"),
)


def adapt_sentence(text: str, forms: Iterable[tuple[str, str]]) -> str:
    """Rewrite a sentence in the forms of the place where it is read."""
    for pattern, form in forms:
        text = re.sub(pattern, form, text)
    return text

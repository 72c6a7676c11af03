"""Names in the order of lists of players: surname in capitals, first name with its capital, "GARNIER Élise"."""

from __future__ import annotations

import re
from functools import cache

from tournament_xl.core.normalization import normalize

PARTICLES = {"d", "de", "den", "der", "di", "du", "van", "von", "zu"}  # stay small where they are typed small
_ELIDED = re.compile(r"d['’](?=\w)")  # a particle too
_PART = re.compile(r"[^\s\-'’.]+")  # of a first name
_VOWEL = re.compile("[aeiouyœæ]")  # without accents; a part in capitals without any is initials
_FIRST_NAMES = (
    "Adélaïde", "Adèle", "Aimée", "Amélie", "Anaïs", "André", "Andrée", "Angélique", "Aurélie", "Aurélien",
    "Béatrice", "Bénédicte", "Bérangère", "Bérénice", "Cécile", "Cédric", "Céline", "Chloé", "Clémence", "Clément",
    "Désiré", "Désirée", "Éléonore", "Éliane", "Élisabeth", "Élise", "Élodie", "Éloïse", "Émile", "Émilie",
    "Émilien", "Éric", "Étienne", "Félicité", "Félix", "Frédéric", "Frédérique", "Gaël", "Gaëlle", "Gaétan",
    "Geneviève", "Gérald", "Géraldine", "Gérard", "Grégoire", "Grégory", "Hélène", "Héloïse", "Hervé", "Inès",
    "Irène", "Jérémie", "Jérémy", "Jérôme", "Joël", "Joëlle", "Joséphine", "Léa", "Léo", "Léon", "Léonie", "Loïc",
    "Maël", "Maëlle", "Maëva", "Maïté", "Marlène", "Mélanie", "Mélissa", "Mickaël", "Noé", "Noël", "Noëlle",
    "Noémie", "Océane", "Raphaël", "Raphaëlle", "Régine", "Régis", "Rémi", "Rémy", "René", "Renée", "Roméo",
    "Salomé", "Sébastien", "Ségolène", "Séverine", "Solène", "Stéphane", "Stéphanie", "Théo", "Théodore", "Thérèse",
    "Timothée", "Valérie", "Véronique", "Yaël", "Zoé",
)  # that are written with accents, where nobody typed any  # fmt: skip


def order_name(surname: str, first_name: str) -> tuple[str, str]:
    """Put a name in order; one typed with care, "Garnier Élise", may change too, as surnames get capitals.

    The surname gets capitals; particles before it stay small where they are typed so. A first name that is all small
    or all capitals gets its capital letters, and accents where everybody writes them; another stays as it is typed.
    """
    words = surname.split(" ")
    end = 0
    while end < len(words) - 1 and words[end] in PARTICLES:
        end += 1
    last = " ".join(words[end:])
    particle = _ELIDED.match(last)
    start = particle.end() if particle else 0
    ordered = " ".join([*words[:end], last[:start] + last[start:].upper()])
    return ordered, _PART.sub(_capitalize, first_name) if _is_of_one_case(first_name) else first_name


def is_careless(surname: str, first_name: str) -> bool:
    """Check whether a name was typed without care for its letters: all small, or a first name all in capitals.

    Only such names are told to the organiser; `order_name` changes others too.
    """
    has_careless_letters = surname.islower() or _is_of_one_case(first_name)
    return has_careless_letters and order_name(surname, first_name) != (surname, first_name)


def _is_of_one_case(first_name: str) -> bool:
    return first_name.islower() or (first_name.isupper() and sum(map(str.isalpha, first_name)) > 2)


def _capitalize(part: re.Match[str]) -> str:
    """Capitalize a part of a first name, with its accents; initials such as "JP" stay."""
    text = part[0]
    if text.isupper() and not _VOWEL.search(normalize(text)):
        return text
    return _find_accents().get(text.casefold(), text[:1].upper() + text[1:].lower())


@cache
def _find_accents() -> dict[str, str]:
    """Return the first names with accents by their letters alone."""
    return {normalize(name): name for name in _FIRST_NAMES}

"""Reasons why two players meet that no rule of a game gives: the organiser's choice, imported and lost ones."""

from __future__ import annotations

from collections.abc import Sequence

CHOICE = "Choix de l'organisateur"  # how the reason of a pair begins that the program did not draw
ORGANISER = f"{CHOICE}."
COLOURS = f"{CHOICE} : couleurs échangées."
IMPORTED = "Importé"  # how the reason of a pair begins that came with a file of results
LOST = "Tirage du programme (motif effacé ; voir le Journal)."


def changed_text(drawn: Sequence[str]) -> str:
    """Render the reason of a pair that the organiser put in place of drawn ones, which are named if given."""
    return f"{CHOICE} (le tirage donnait {', '.join(drawn)})." if drawn else ORGANISER


def is_organisers_choice(reason: str) -> bool:
    """Check whether a reason on the sheet says that the organiser made the pair.

    The history knows who made a pair; this is for rounds that no action in the history paired.
    """
    return reason.startswith(CHOICE)

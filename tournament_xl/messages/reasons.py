"""Texts of Motif for pairs without a rule's reason: the organiser's choice, imported, or with a lost reason."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from tournament_xl.core.resources import printable_path


class ReasonAuthor(Enum):
    """Who made a pair for which no rule gives a reason; the value is how its cell in column Motif begins."""

    ORGANISER = "Choix de l'organisateur"
    IMPORT = "Importé"  # it came with a file of results


ORGANISER = f"{ReasonAuthor.ORGANISER.value}."
COLOURS = f"{ReasonAuthor.ORGANISER.value} : couleurs échangées."
# Of a pair that the program drew, whose cell was emptied
LOST = "Tirage du programme (motif effacé ; voir le Journal)."
_CHANGED = "{author} (le tirage donnait {drawn})."
_IMPORTED = "{author} de {file}."


def changed_text(drawn: Sequence[str]) -> str:
    """Render the reason of a pair that the organiser made; `drawn`: the drawn pairs that it replaces, may be empty."""
    return _CHANGED.format(author=ReasonAuthor.ORGANISER.value, drawn=", ".join(drawn)) if drawn else ORGANISER


def imported_text(file: str) -> str:
    """Render the reason of a pair that came with a file of results."""
    return _IMPORTED.format(author=ReasonAuthor.IMPORT.value, file=printable_path(file))


def read_author(reason: str) -> ReasonAuthor | None:
    """Read who made a pair from its cell in Motif; None for any other text, such as a rule's reason.

    The history knows who made a pair (`workbook.pair_authors`); this function is for workbooks that have lost it.
    """
    return next((author for author in ReasonAuthor if reason.startswith(author.value)), None)

"""Texts that all games share: Motif of pairs without a rule's reason, and what a match without a game brings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum

from tournament_xl.core.model import Side, X
from tournament_xl.core.resources import printable_path


class ReasonAuthor(Enum):
    """Who made a pair for which no rule gives a reason; the value is how its cell in column Motif begins."""

    ORGANISER = "Choix de l'organisateur"
    IMPORT = "Importé"  # it came with a file of results


ORGANISER = f"{ReasonAuthor.ORGANISER.value}."
COLOURS = f"{ReasonAuthor.ORGANISER.value} : couleurs échangées."
# Of a pair that the program drew, whose cell was emptied
LOST = "Tirage du programme (motif effacé ; voir le Journal)."
_IMPORTED = "{author} de {file}."
_BYE = "Exempt : {gain}."
_FORFEIT = "Forfait de {name} : {gain}{other}."
_OTHER_GAIN = " ; {name} marque {gain}"


def imported_text(file: str) -> str:
    """Render the reason of a pair that came with a file of results."""
    return _IMPORTED.format(author=ReasonAuthor.IMPORT.value, file=printable_path(file))


def read_author(reason: str) -> ReasonAuthor | None:
    """Read who made a pair from its cell in Motif; None for any other text, such as a rule's reason.

    The history knows who made a pair (`workbook.pair_authors`); this function is for workbooks that have lost it.
    """
    return next((author for author in ReasonAuthor if reason.startswith(author.value)), None)


def unplayed_text(
    sides: Sequence[Side], name: Callable[[int], str], gain_text: Callable[[Side], str], *, neither: str
) -> str:
    """Say what a match without a game brings: "Exempt : 3 PM et +50 de Pdep."; "" for a match to be played.

    `gain_text` says what a side scores; `neither` is the text, with a field `gain`, of a match that both forfeit.
    """
    gain = {side.number: gain_text(side) for side in sides if side.number != X}
    giving_ids = [side.number for side in sides if side.gave]
    if len(giving_ids) == len(sides):
        return neither.format(gain=gain[giving_ids[0]])
    if giving_ids:
        others = [_OTHER_GAIN.format(name=name(other), gain=gain[other]) for other in gain if other not in giving_ids]
        return _FORFEIT.format(name=name(giving_ids[0]), gain=gain[giving_ids[0]], other="".join(others))
    return "" if len(gain) == len(sides) else _BYE.format(gain=next(iter(gain.values())))

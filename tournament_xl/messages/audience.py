"""Readers of sentences: where to look and what to press has other names in each front end."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto

from tournament_xl.messages.names import fill_sentence


class Audience(Enum):
    """Reader of a sentence."""

    SHEETS = auto()  # in front of the open workbook, in Excel or LibreOffice; what a workbook keeps is written for them
    PAGE = auto()  # in the page, where settings and results have boxes of their own
    TERMINAL = auto()  # at the command line


_BUTTONS = {"update": "« Mettre à jour »", "restore": "« Revenir à une copie »"}
_CREATE_AGAIN = {"create_again": "créez le classeur de nouveau"}
PLACES: Mapping[Audience, Mapping[str, str]] = {
    Audience.SHEETS: {"settings": "feuille Tournoi", **_BUTTONS, **_CREATE_AGAIN},
    Audience.PAGE: {
        "settings": "Réglages",
        **_BUTTONS,
        "create_again": "touchez « Recommencer avec cette liste »",
    },
    Audience.TERMINAL: {
        "settings": "feuille Tournoi",
        "update": "« tournament-xl update »",
        "restore": "« tournament-xl restore »",
        **_CREATE_AGAIN,
    },
}  # field of a sentence -> what it is called where the audience looks


def fill_in(template: str, audience: Audience, facts: Mapping[str, object]) -> str:
    """Fill in a sentence of the catalogue: its facts, and the names of places as the audience knows them (`PLACES`).

    A fact wins over a place of the same name.

    Raises:
        KeyError: The sentence has a field that is neither a fact nor a place.
    """
    return fill_sentence(template, {**PLACES[audience], **facts})

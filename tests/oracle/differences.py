"""Reviewed differences between the old program and this tree, each with its reason and as narrow as it can be.

A line of the driver's output is "PLACE: OLD → NEW" below the act; all of it can be asked for. A difference that the
whole run never meets is named at its end: it may go.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple


class Difference(NamedTuple):
    """A difference that was looked at and is meant."""

    reason: str
    place: str  # pattern of all of "SHEET · ROW · COLUMN"; of an answer "réponse · …"
    act: str = ".*"  # pattern of all of the line of the script: r"\\$ undo .*"
    old: str = ".*"  # pattern of the old value, "" where there is none
    new: str = ".*"
    ends: bool = False  # what else differs after this act follows from it; the tournament is followed no further

    def covers(self, act: str, place: str, old: str, new: str) -> bool:
        """Check whether it is this difference."""
        pairs = ((self.act, act), (self.place, place), (self.old, old), (self.new, new))
        return all(re.fullmatch(pattern, text, re.DOTALL) for pattern, text in pairs)


DIFFERENCES: tuple[Difference, ...] = (
    Difference(
        "9c717d0e: `new` and the first pairing tell of field and rounds, though Tournoi shows it already",
        place=r"réponse · À savoir · (other_rounds|eleven_players|seven_players|round_robin_possible) · 1",
        act=r"\$ (new|pair|simulate) .*", old="", new="said",
    ),
    Difference(
        "9c717d0e: a drawn row that is gone is a problem where its players played or are not announced absent",
        place=r"réponse · Résultats · .* · row_removed(_played)? · \d", old="", new="said", ends=True,
    ),
    Difference(
        "1121409a: in a list, a sum is told apart from a note, and each is told at its own line",
        place=r"réponse · inscrits.fods, Inscrits · 1[23] · A · PLAYER_OR_(FIGURE|NOTE) · 1", act=r"\$ new a.xlsx .*",
    ),
    Difference(
        "issue 62: the federation's quantiles of cotes month by month are gone",
        place=r"Saison à saison · (\d\d/\d{4}|Fin de mois|Les cotes, mois par mois) 1 · .*", new="",
    ),
)  # fmt: skip
RENAMED_KEYS: Mapping[str, str] = {}  # key of a sentence in the new catalogue -> its key in the old one
REWORDED: Mapping[str, str] = {}  # pattern of a new sentence that no template of the catalogue fits -> its old key
RENAMED_TITLES: Mapping[str, str] = {}  # title of a column or setting on new sheets -> on old ones
RENAMED_WORDS: Mapping[str, str] = {}  # word of an old command line -> what the new one calls it; "" leaves it out

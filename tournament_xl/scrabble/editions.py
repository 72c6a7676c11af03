"""The two editions of the Formule Classique as data: the three points in which they differ (section C, table)."""

from __future__ import annotations

from tournament_xl.record import record


@record
class Edition:
    """One edition of the regulation."""

    name: str
    forfeit: int  # Pdep of a win by forfeit (C6)
    end_repair: bool  # whether the last third is paired again when a rematch is left (C9)


EDITIONS = {
    "F10": Edition("F10", forfeit=10, end_repair=False),
    "F50": Edition("F50", forfeit=50, end_repair=True),
}  # the published tables for 8 players, the third point, are in tables.py
